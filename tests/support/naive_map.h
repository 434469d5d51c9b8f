/* The table of a naive game: nothing is kept but what lies there; regions are filled from scratch
 * whenever somebody asks.  Shares no code with the engine; tile facts are read from the stack. */
#ifndef NAIVE_MAP_H
#define NAIVE_MAP_H

#include <meepled/play.h>

enum {
    NAIVE_TILES_MAX = 128,
    NAIVE_REACH = 128 /* cells from the start tile in each direction */
};

struct naive_laid {
    uint16_t tile;
    int x, y;
    unsigned quarters; /* clockwise */
    uint8_t on[4][3];  /* zone on each port as it lies: sides N E S W, parts L C R */
};

struct naive_pile {
    uint16_t tiles[NAIVE_TILES_MAX];
    size_t next, end;
};

struct naive_map {
    const meepled_stack *stack;
    struct naive_laid table[NAIVE_TILES_MAX];
    size_t laid;
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

int naive_at(const struct naive_map *n, int x, int y); /* index in table, -1: empty */
bool naive_fits_at(const struct naive_map *n, uint16_t tile, int x, int y, unsigned quarters);
bool naive_fits(const struct naive_map *n, uint16_t tile);
/* Write every placement of `tile` to out[0..cap), starting at `count`; returns the new count. */
size_t naive_places(const struct naive_map *n, uint16_t tile, meepled_action *out, size_t cap,
                    size_t count);
void naive_lay(struct naive_map *n, uint16_t tile, int x, int y, unsigned quarters);
/* Fill `region` and `system` anew. */
void naive_fill(struct naive_map *n);
struct naive_region naive_region_of(const struct naive_map *n, int label, bool system);
int32_t naive_sum(const struct naive_map *n, int label, bool system, uint8_t attribute);
/* Kind of a zone of a tile on the table. */
uint8_t naive_kind(const struct naive_map *n, size_t at, uint8_t zone);
uint8_t naive_zones(const struct naive_map *n, size_t at);
/* Index of a kind by its name. */
uint8_t naive_kind_named(const meepled_stack *stack, const char *name);

#endif
