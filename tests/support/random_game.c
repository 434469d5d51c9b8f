/* Random games. */
#include "tests/support/random_game.h"

#include <stdlib.h>

/* splitmix64: small, and not the engine's generator. */
uint32_t
dice_throw(struct dice *dice, uint32_t bound)
{
    uint64_t z = dice->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32) % bound;
}

unsigned
random_games(unsigned standard)
{
    const char *wanted = getenv("MEEPLED_GAMES");

    return wanted != NULL && atoi(wanted) > 0 ? (unsigned)atoi(wanted) : standard;
}

void
random_seed(struct dice *dice, uint8_t seed[MEEPLED_SEED])
{
    for (size_t i = 0; i < MEEPLED_SEED; i++)
        seed[i] = (uint8_t)dice_throw(dice, 256);
}

static unsigned
neighbours(const meepled_game *g, const meepled_action *a)
{
    unsigned count = 0;

    for (int16_t dy = -1; dy <= 1; dy++) {
        for (int16_t dx = -1; dx <= 1; dx++) {
            if ((dx == 0) != (dy == 0) &&
                meepled_board_find(g, (int16_t)(a->x + dx), (int16_t)(a->y + dy)) != MEEPLED_NONE)
                count++;
        }
    }
    return count;
}

size_t
random_choice(struct dice *dice, const meepled_game *g, const meepled_action *actions, size_t count,
              bool compact)
{
    size_t best = dice_throw(dice, (uint32_t)count);

    if (!compact || actions[best].type != MEEPLED_PLACE_TILE)
        return best;
    for (size_t i = 0; i < count; i++) {
        if (neighbours(g, &actions[i]) > neighbours(g, &actions[best]))
            best = i;
    }
    return best;
}

size_t
random_deck(struct dice *dice, const meepled_stack *stack, uint8_t pile, uint16_t *out, size_t cap)
{
    size_t count = 0;

    for (uint16_t tile = 0; tile < meepled_stack_tiles(stack); tile++) {
        const meepled_tile_info info = meepled_stack_tile(stack, tile);

        for (unsigned i = 0; !info.start && info.pile == pile && i < info.count; i++) {
            if (count < cap)
                out[count++] = tile;
        }
    }
    for (size_t i = count; i > 1; i--) {
        const size_t other = dice_throw(dice, (uint32_t)i);
        const uint16_t tile = out[i - 1];

        out[i - 1] = out[other];
        out[other] = tile;
    }
    return count;
}
