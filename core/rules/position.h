/* Positions set up by hand instead of being played: for tests and for looking at one rule at a
 * time. What is laid must match at the sides, but need not be reachable. */
#ifndef RULES_POSITION_H
#define RULES_POSITION_H

#include <meepled/play.h>

/* A game with an empty table, full supplies, empty piles, nothing offered, seat 0 on turn in
 * turn 1. The setup hooks have not run.  Free with meepled_game_free. */
meepled_status position_new(meepled_stack *stack, uint8_t players, meepled_game **out,
                            meepled_error *err);
/* Lay a tile, wherever; EBROKEN and a message when a side does not match or there is no room (a
 * position holds as many tiles as the stack's tile sets have, each as often as it likes). */
meepled_status position_lay(meepled_game *g, const meepled_place *place, uint8_t player,
                            meepled_error *err);
/* Put a figure (and a companion; MEEPLED_NONE8: none) from supply on the zone `index` of the tile
 * at x, y, as if deployed in an earlier turn. */
meepled_status position_figure(meepled_game *g, uint8_t player, uint8_t kind, uint8_t with,
                               int16_t x, int16_t y, uint8_t index, meepled_error *err);
/* Fill a pile, tiles[0] on top. */
meepled_status position_pile(meepled_game *g, uint8_t pile, const uint16_t *tiles, size_t count,
                             meepled_error *err);
/* Give a player these tiles in hand, instead of what was there. */
meepled_status position_hand(meepled_game *g, uint8_t player, const uint16_t *tiles, size_t count,
                             meepled_error *err);
void position_score(meepled_game *g, uint8_t player, int32_t score);
/* A new turn of `player` begins with `tile` offered: the next action is place-tile.  `bonus`: as a
 * bonus part. */
meepled_status position_turn(meepled_game *g, uint8_t player, uint16_t tile, bool bonus,
                             meepled_error *err);
/* Start the turn of `player` by the rules: the offer hook draws. */
meepled_status position_draw(meepled_game *g, uint8_t player, meepled_events *events,
                             meepled_error *err);
/* Final scoring now. */
meepled_status position_finish(meepled_game *g, meepled_events *events, meepled_error *err);

#endif
