/* What tests of random games share: a generator of their own, how many games, how to choose. */
#ifndef RANDOM_GAME_H
#define RANDOM_GAME_H

#include <meepled/play.h>

enum { RANDOM_ACTIONS_MAX = 1024, RANDOM_EVENTS_MAX = 256, RANDOM_STEPS_MAX = 2000 };

struct dice {
    uint64_t state;
};

/* A number 0..bound-1. */
uint32_t dice_throw(struct dice *dice, uint32_t bound);
/* `standard`, or as many as MEEPLED_GAMES says. */
unsigned random_games(unsigned standard);
void random_seed(struct dice *dice, uint8_t seed[MEEPLED_SEED]);
/* Choose one of the listed actions.  `compact`: tiles where most neighbours are, so that regions
 * close and holes appear. */
size_t random_choice(struct dice *dice, const meepled_game *g, const meepled_action *actions,
                     size_t count, bool compact);
/* The tiles printed for a pile, each as often as it is, shuffled by `dice`.  Returns how many. */
size_t random_deck(struct dice *dice, const meepled_stack *stack, uint8_t pile, uint16_t *out,
                   size_t cap);

#endif
