/* The table: tiles in slots, the empty cells around them, zones joined into regions and systems.
 *
 * Everything lies in arrays inside the game's flat block; `struct board` only says where.  The
 * frontier is the sorted list of empty cells next to a tile, each with what its four sides want:
 *
 *      want  4 bits a side (N lowest): the code of a side that fits there
 *      mask  4 bits a side: 15 where a tile lies beyond that side, 0 where none does
 *
 * A tile has such 16 bits for each of its four turns, and all four are compared at once.
 *
 * Regions: every zone holds the id of its region directly, and the zones of a region form a ring.
 * Joining relabels the smaller ring, so reading never writes and costs one access. */
#ifndef BOARD_BOARD_H
#define BOARD_BOARD_H

#include "tileset/bind.h"

#include <meepled/game.h>

/* Neither fits the other numbers' width beyond this. */
enum { BOARD_SLOTS_MAX = 1024, BOARD_ZONES_MAX = 8192 };

struct board_slot {
    int16_t x, y;
    uint16_t tile, zone_first, turn;
    uint8_t quarters; /* turned, in steps of 90 degrees */
    uint8_t player;
};

struct board_zone {
    uint16_t region, ring, size; /* size and open count at the root only */
    uint16_t system, system_ring, system_size;
    uint16_t open; /* borders not yet joined */
    uint16_t slot;
    uint8_t kind;
    uint8_t figures, system_figures; /* bit k: a figure of kind k; at the roots */
    uint8_t joins;                   /* its kind takes part in systems */
};

struct board_gap {         /* an empty cell of the frontier */
    uint64_t want, mask;   /* repeated for each of the four turns */
    uint32_t cell;         /* board_cell: they ascend */
    uint16_t near_slot[4]; /* slot beyond each side, MEEPLED_NONE: none */
    int16_t x, y;          /* the cell again, ready to copy */
};

struct board_counts {
    uint16_t slots, zones, frontier;
};

struct board_caps {
    uint16_t slots, zones, frontier;
    uint16_t hash; /* a power of two */
};

struct board {
    const struct bound_tiles *tiles;
    struct board_caps cap;
    struct board_counts *count;
    struct board_gap *frontier;
    struct board_slot *slots;
    struct board_zone *zones;
    uint16_t *hash; /* slot + 1 by cell, 0: free */
};

/* A cell as one number that sorts by y, then x. */
static inline uint32_t
board_cell(int x, int y)
{
    return ((uint32_t)(y + 0x8000) << 16) | (uint32_t)(x + 0x8000);
}

static inline int16_t
board_cell_x(uint32_t cell)
{
    return (int16_t)((int)(cell & 0xffffu) - 0x8000);
}

static inline int16_t
board_cell_y(uint32_t cell)
{
    return (int16_t)((int)(cell >> 16) - 0x8000);
}

/* Room for `slots` tiles with `zones` zones in all. */
struct board_caps board_caps_for(size_t slots, size_t zones);
/* Bytes the arrays need, 8-byte aligned. */
size_t board_size(const struct board_caps *cap);
/* Say where the arrays are: from `memory` on, `count` apart from them.  Zeroed memory is an empty
 * table. */
void board_attach(struct board *b, const struct bound_tiles *tiles, const struct board_caps *cap,
                  struct board_counts *count, void *memory);

/* Index of a frontier cell, or MEEPLED_NONE. */
uint16_t board_frontier_find(const struct board *b, int16_t x, int16_t y);
/* Add an empty cell with nothing around it to the frontier: for the first tile. */
void board_frontier_open(struct board *b, int16_t x, int16_t y);
/* Which turns of a tile with these lanes fit into a gap: bit 16 t + 15 is set for turn t. */
static inline uint64_t
board_turns(const struct board_gap *gap, uint64_t lanes)
{
    const uint64_t low = UINT64_C(0x7fff7fff7fff7fff);
    const uint64_t differs = (lanes ^ gap->want) & gap->mask;

    /* The sum carries into a lane's highest bit unless all the lower ones are 0. */
    return ~(((differs & low) + low) | differs | low);
}

/* Take the lowest turn out of what board_turns returned (not 0). */
static inline uint8_t
board_turn_take(uint64_t *turns)
{
    const int bit = __builtin_ctzll(*turns);

    *turns &= *turns - 1;
    return (uint8_t)(bit >> 4);
}

/* Whether frontier cell `at` takes `tile` turned so. */
static inline bool
board_takes(const struct board *b, uint16_t at, uint16_t tile, uint8_t quarters)
{
    const uint64_t turns = board_turns(&b->frontier[at], b->tiles->tiles[tile].lanes);

    return (turns >> (16 * quarters + 15)) & 1;
}

/* Place on frontier cell `at`; returns the slot.  The caller has checked that it fits and that
 * there is room. */
uint16_t board_place(struct board *b, uint16_t at, uint16_t tile, uint8_t quarters, uint8_t player,
                     uint16_t turn);
/* The slot in a cell, MEEPLED_NONE: empty. */
uint16_t board_find(const struct board *b, int16_t x, int16_t y);
/* Filled cells among the eight around a slot. */
uint8_t board_around(const struct board *b, uint16_t slot);
/* Ports of a zone as it lies. */
uint16_t board_ports(const struct board *b, uint16_t zone);

static inline const struct bound_zone *
board_zone_bound(const struct board *b, uint16_t zone)
{
    const struct board_slot *slot = &b->slots[b->zones[zone].slot];

    return &b->tiles->tiles[slot->tile].zones[zone - slot->zone_first];
}

/* ---- regions; `id` may carry MEEPLED_SYSTEM ---- */

static inline bool
board_is_system(const struct board *b, uint16_t id)
{
    return (id & MEEPLED_SYSTEM) && b->zones[id & ~MEEPLED_SYSTEM].joins;
}

/* The zone after `zone` in the ring of the region or system. */
static inline uint16_t
board_ring_next(const struct board *b, uint16_t id, uint16_t zone)
{
    return board_is_system(b, id) ? b->zones[zone].system_ring : b->zones[zone].ring;
}

/* The id of the region, or for `system` the system with its bit, that `zone` is in. */
static inline uint16_t
board_id(const struct board *b, uint16_t zone, bool system)
{
    const struct board_zone *z = &b->zones[zone];

    if (!system)
        return z->region;
    return (uint16_t)((z->joins ? z->system : z->region) | MEEPLED_SYSTEM);
}

/* True when `id` is the present id of a region or system. */
bool board_id_valid(const struct board *b, uint16_t id);
meepled_region board_region(const struct board *b, uint16_t id);
/* Its zone in the lowest cell, the lowest index there. */
uint16_t board_lowest(const struct board *b, uint16_t id);
int32_t board_sum(const struct board *b, uint16_t id, uint8_t attribute);
size_t board_links(const struct board *b, uint16_t id, uint8_t link, uint16_t *out, size_t cap);
size_t board_linked_from(const struct board *b, uint16_t id, uint8_t link, uint16_t *out,
                         size_t cap);
bool board_closed(const struct board *b, uint16_t id);

#endif
