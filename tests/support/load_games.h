/* Whole games as requests ready to be sent: created on the daemon, played here ahead of time. */
#ifndef TESTS_SUPPORT_LOAD_GAMES_H
#define TESTS_SUPPORT_LOAD_GAMES_H

#include "tests/support/load.h"
#include "tests/support/mirror.h"

/* Create a game and append its first `actions` actions at most (0: all) as POST requests to `lane`,
 * whose arrays are grown; the game's id goes to id[0..40) (NULL: not wanted).  The daemon must run
 * with games.fixed_decks=yes.  False after saying why. */
bool load_games_add(struct load_lane *lane, struct wire *wire, meepled_registry *registry,
                    uint8_t players, uint32_t number, size_t actions, char *id);
/* Free the requests of a lane that load_games_add filled. */
void load_games_clear(struct load_lane *lane);

#endif
