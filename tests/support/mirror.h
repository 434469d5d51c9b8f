/* A game on the daemon and the same game here, action by action: with the seed fixed, a client can
 * know what the server must say.  The daemon has to run with games.fixed_decks=yes. */
#ifndef TESTS_SUPPORT_MIRROR_H
#define TESTS_SUPPORT_MIRROR_H

#include "tests/support/wire.h"

#include <meepled/play.h>
#include <meepled/registry.h>

enum { MIRROR_ACTIONS_MAX = 2048, MIRROR_TOKEN = 40 };

struct mirror {
    meepled_game *g;
    char id[40];
    char tokens[MEEPLED_PLAYERS_MAX][MIRROR_TOKEN];
    uint32_t version; /* of the server's game when it stood as `g` does */
    uint32_t random;  /* state of the generator that chooses */
};

/* The registry of the build under test; NULL after printing what is wrong. */
meepled_registry *mirror_registry(void);

/* Create a game of `variant` for `players` with a seed from `number`, here and there.  False after
 * saying why. */
bool mirror_create(struct mirror *mirror, struct wire *wire, meepled_registry *registry,
                   const char *variant, uint8_t players, uint32_t number);
void mirror_free(struct mirror *mirror);

/* A random legal action and whose it is; false when the game is over.  Applies nothing. */
bool mirror_choose(struct mirror *mirror, meepled_action *action, uint8_t *seat);
/* Write it as the API wants it to out[0..cap). */
void mirror_json(const meepled_game *g, const meepled_action *action, char *out, size_t cap);
/* Apply it here. */
bool mirror_apply(struct mirror *mirror, uint8_t seat, const meepled_action *action);

/* Compare a state as GET /v1/games/{id} shows it with `g`: tiles, figures, piles, scores, supplies,
 * who decides.  NULL when they agree, else what differs; static storage of the thread. */
const char *mirror_differs(const meepled_game *g, const char *json);

#endif
