/* The turn machine: what happens between one decision and the next.
 *
 *   begin part -> offer -> PLACE -> placed -> FIGURE -> deployed -> completed... -> resolved
 *        ^                                                                             |
 *        |                              next <- DECISION <- DECISION <- ... <----------+
 *        +------------------------------/   \-> final -> OVER                             */
#ifndef RULES_TURN_H
#define RULES_TURN_H

#include "rules/stack.h"

/* Go on until somebody has to decide, or the game is over. */
meepled_status turn_advance(meepled_game *g);
/* Begin the part that `next` says, offering tiles; then as turn_advance. */
meepled_status turn_begin(meepled_game *g, const meepled_next_turn *next);
/* Final scoring, figures back, over. */
meepled_status turn_finish(meepled_game *g);

/* As meepled_refuses; when there is no objection `*where` says where: the frontier cell of a tile,
 * the number of a figure taken back. */
const char *actions_refuse(const meepled_game *g, uint8_t player, const meepled_action *action,
                           uint16_t *where);
/* Whether the player who decides has any action besides passing. */
bool actions_any(const meepled_game *g);
/* Whether `choice` is open now. */
bool actions_choice_open(const meepled_game *g, uint8_t choice);
/* A new game with the tiles of `decks` (or the printed ones) in its piles, nothing else done. */
meepled_status setup_new(meepled_stack *stack, const meepled_game_params *params,
                         meepled_game **out, meepled_error *err);
/* Run setup hooks and begin the first turn; fills `err` and restores nothing on failure. */
meepled_status setup_run(meepled_game *g, meepled_events *events, meepled_error *err);

#endif
