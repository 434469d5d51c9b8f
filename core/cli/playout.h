/* Random games: one number decides the shuffle and every choice, on every machine. */
#ifndef CLI_PLAYOUT_H
#define CLI_PLAYOUT_H

#include <meepled/play.h>

enum {
    PLAYOUT_ACTIONS_MAX = 2048, /* legal actions at once; far above any shipped variant */
    PLAYOUT_EVENTS_MAX = 512    /* of one action */
};

struct playout_random {
    uint64_t state;
};

/* The shuffle's seed and the generator of the choices for game `number`. */
void playout_seed(uint64_t number, uint8_t seed[MEEPLED_SEED], struct playout_random *random);
uint64_t playout_next(struct playout_random *random);
/* 0..bound-1, unbiased; bound is at least 1. */
uint32_t playout_below(struct playout_random *random, uint32_t bound);

/* More actions than this and a game counts as endless. */
size_t playout_limit(const meepled_stack *stack);

/* One of the legal actions of the player who decides; false when there is none. */
bool playout_choose(const meepled_game *g, struct playout_random *random, meepled_action *scratch,
                    meepled_action *out);

#endif
