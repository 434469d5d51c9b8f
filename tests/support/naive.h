/* Hunters and Gatherers played the slow, obvious way, for comparing: nothing is kept but what lies
 * on the table; regions are filled from scratch whenever somebody asks.  Written from the rules
 * alone and sharing no code with the engine or the plugin; tile facts are read from the stack.
 *
 *     naive_map.c    cells, sides, fitting, flood fill
 *     naive_game.c   turns, figures, scoring, the end */
#ifndef NAIVE_H
#define NAIVE_H

#include <meepled/play.h>

enum {
    NAIVE_TILES_MAX = 128,
    NAIVE_FIGURES_MAX = 64,
    NAIVE_REACH = 128, /* cells from the start tile in each direction */
    NAIVE_MEMBER = 0,
    NAIVE_HUT = 1,
    NAIVE_MAIN = 0,
    NAIVE_BONUS = 1
};

struct naive_laid {
    uint16_t tile;
    int x, y;
    unsigned quarters; /* clockwise */
    uint8_t on[4][3];  /* zone on each port as it lies: sides N E S W, parts L C R */
};

struct naive_figure {
    uint8_t player, kind;
    uint16_t at; /* index in table */
    uint8_t zone;
    bool monument;
};

struct naive_pile {
    uint16_t tiles[NAIVE_TILES_MAX];
    size_t next, end;
};

struct naive {
    const meepled_stack *stack;
    uint8_t forest, river, lake, meadow;
    uint8_t fish, gold, mushrooms, deer, mammoth, tiger, aurochs, fire, monument;
    uint8_t players;

    struct naive_laid table[NAIVE_TILES_MAX];
    size_t laid;
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

    int16_t cells[2 * NAIVE_REACH][2 * NAIVE_REACH]; /* index in table + 1, 0: empty */
    /* Labels of the last fill: equal numbers hang together. */
    int region[NAIVE_TILES_MAX][MEEPLED_ZONES_MAX];
    int system[NAIVE_TILES_MAX][MEEPLED_ZONES_MAX];
};

/* What one region or system is, counted from the table. */
struct naive_region {
    unsigned zones, tiles, open;
    uint8_t kind;
};

/* Begin with these piles (first tile drawn first); the start tile is laid, the first tile drawn. */
void naive_start(struct naive *n, const meepled_stack *stack, uint8_t players, uint8_t first,
                 const struct naive_pile piles[2]);
/* Every legal action, in no particular order.  Returns how many; at most `cap` are written. */
size_t naive_actions(struct naive *n, meepled_action *out, size_t cap);
/* Take a legal action and play on until somebody must decide. */
void naive_apply(struct naive *n, const meepled_action *action);

/* ---- the map ---- */
int naive_at(const struct naive *n, int x, int y); /* index in table, -1: empty */
bool naive_fits_at(const struct naive *n, uint16_t tile, int x, int y, unsigned quarters);
bool naive_fits(const struct naive *n, uint16_t tile);
void naive_lay(struct naive *n, uint16_t tile, int x, int y, unsigned quarters);
/* Fill `region` and `system` anew. */
void naive_fill(struct naive *n);
struct naive_region naive_region_of(const struct naive *n, int label, bool system);
int32_t naive_sum(const struct naive *n, int label, bool system, uint8_t attribute);
/* Kind of a zone of a tile on the table. */
uint8_t naive_kind(const struct naive *n, size_t at, uint8_t zone);
uint8_t naive_zones(const struct naive *n, size_t at);

#endif
