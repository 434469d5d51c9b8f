/* Random games. */
#include "cli/playout.h"

#include <sodium.h>
#include <string.h>

void
playout_seed(uint64_t number, uint8_t seed[MEEPLED_SEED], struct playout_random *random)
{
    uint8_t in[8], out[MEEPLED_SEED + 8];

    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(number >> 8 * i);
    crypto_generichash(out, sizeof out, in, sizeof in, NULL, 0);
    memcpy(seed, out, MEEPLED_SEED);
    random->state = 0;
    for (size_t i = 0; i < 8; i++)
        random->state |= (uint64_t)out[MEEPLED_SEED + i] << 8 * i;
}

/* splitmix64 (Steele, Lea, Flood 2014): one word of state, good enough to choose moves. */
uint64_t
playout_next(struct playout_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t
playout_below(struct playout_random *random, uint32_t bound)
{
    /* Values at and above the last whole multiple of `bound` would favour small results. */
    const uint32_t unfair = (uint32_t)-bound % bound;

    for (;;) {
        const uint32_t value = (uint32_t)(playout_next(random) >> 32);

        if (value >= unfair)
            return value % bound;
    }
}

size_t
playout_limit(const meepled_stack *stack)
{
    size_t tiles = 0;

    for (uint16_t i = 0; i < meepled_stack_tiles(stack); i++)
        tiles += meepled_stack_tile(stack, i).count;
    return 64 + 32 * tiles;
}

bool
playout_choose(const meepled_game *g, struct playout_random *random, meepled_action *scratch,
               meepled_action *out)
{
    size_t count = meepled_actions(g, scratch, PLAYOUT_ACTIONS_MAX);

    if (count > PLAYOUT_ACTIONS_MAX)
        count = PLAYOUT_ACTIONS_MAX;
    if (count == 0)
        return false;
    *out = scratch[playout_below(random, (uint32_t)count)];
    return true;
}
