/* One random game, with everything that must hold looked at in every position. */
#ifndef INVARIANT_GAME_H
#define INVARIANT_GAME_H

#include "tests/support/invariant.h"

/* Play a game of `stack` to its end, and the same actions on `topped`, which has a layer on top
 * that changes nothing; then replay it.  False and what broke in why[0..INVARIANT_WHY). */
bool invariant_game(struct dice *dice, meepled_stack *stack, meepled_stack *topped, uint8_t players,
                    bool compact, char *why);

#endif
