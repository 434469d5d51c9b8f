/* A made-up game that uses every part of the engine, for its unit tests.
 *
 *   kinds    wood (whole), path (centre), grass (halves), pond and shrine (inside)
 *   links    drains path -> pond (joins), borders grass - wood (mutual)
 *   figures  scout (region), raft (system), dog (companion of a scout on wood)
 *   also     a hand, tokens, a decision with two choices, an extra part, taking back
 */
#ifndef WORKSHOP_H
#define WORKSHOP_H

#include "rules/stack.h"

enum { WOOD, PATH, GRASS, POND, SHRINE }; /* kinds in the order of declaration */
enum { SCOUT, RAFT, DOG };
enum { KEEP, GIVE }; /* choices */

extern const char workshop_tiles[]; /* the tile set, as INI */
extern const meepled_plugin workshop_plugin;

/* A new stack of `plugins` on the engine with the tile set `tiles` (NULL: workshop_tiles); ends the
 * program with the complaints when it cannot be made. */
meepled_stack *workshop_stack(const meepled_plugin *const *plugins, size_t count,
                              const char *tiles);
/* The workshop alone. */
meepled_stack *workshop_new(void);
/* Index of a tile; ends the program when there is none. */
uint16_t workshop_tile(const meepled_stack *stack, const char *id);
/* A position in the workshop for two players; free with workshop_free. */
meepled_game *workshop_position(void);
void workshop_free(meepled_game *g);
/* Lay a tile; ends the test when it does not fit. */
uint16_t workshop_lay(meepled_game *g, const char *id, int x, int y, int turned);
/* Zone of the tile at x, y by its name. */
uint16_t workshop_zone(const meepled_game *g, int x, int y, const char *name);
/* Parse and apply an action of the player who decides; returns the status. */
meepled_status workshop_act(meepled_game *g, const char *text, meepled_events *events,
                            const char **rule);
/* Play at random from `random` on until the game is over or `most` actions were taken; returns how
 * many. */
unsigned workshop_play(meepled_game *g, uint32_t random, unsigned most);

#endif
