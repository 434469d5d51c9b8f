/* Hunters and Gatherers played the slow, obvious way, for comparing.  Written from the rules alone
 * and sharing no code with the engine or the plugin.
 *
 *     naive_map.c     cells, sides, fitting, flood fill
 *     naive_game.c    turns, figures, scoring, the end
 *     naive_same.c    comparing with the engine */
#ifndef NAIVE_H
#define NAIVE_H

#include "tests/support/naive_map.h"

enum { NAIVE_FIGURES_MAX = 64, NAIVE_MEMBER = 0, NAIVE_HUT = 1, NAIVE_MAIN = 0, NAIVE_BONUS = 1 };

struct naive_figure {
    uint8_t player, kind;
    uint16_t at; /* index in table */
    uint8_t zone;
    bool monument;
};

struct naive {
    struct naive_map map;
    uint8_t forest, river, lake, meadow;
    uint8_t fish, gold, mushrooms, deer, mammoth, tiger, aurochs, fire, monument;
    uint8_t players;

    struct naive_figure figures[NAIVE_FIGURES_MAX];
    size_t standing;
    int32_t score[MEEPLED_PLAYERS_MAX];
    uint8_t supply[MEEPLED_PLAYERS_MAX][2];
    struct naive_pile piles[2];
    uint16_t discarded[NAIVE_TILES_MAX];
    size_t discarded_count;

    uint8_t player, phase; /* meepled_phase */
    bool bonus;
    uint16_t offered;
};

/* Begin with these piles (first tile drawn first); the start tile is laid, the first tile drawn. */
void naive_start(struct naive *n, const meepled_stack *stack, uint8_t players, uint8_t first,
                 const struct naive_pile piles[2]);
/* Every legal action, in no particular order.  Returns how many; at most `cap` are written. */
size_t naive_actions(struct naive *n, meepled_action *out, size_t cap);
/* Take a legal action and play on until somebody must decide. */
void naive_apply(struct naive *n, const meepled_action *action);

#endif
