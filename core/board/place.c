/* Placing a tile: slot, zones, joins with what is around, frontier. */
#include "board/board.h"

#include <string.h>

/* ---- memory ---- */

static size_t
rounded(size_t bytes)
{
    return (bytes + 7u) & ~(size_t)7u;
}

struct board_caps
board_caps_for(size_t slots, size_t zones)
{
    /* A new tile takes one frontier cell and opens at most three; the first opens four. */
    struct board_caps cap = { .slots = (uint16_t)slots,
                              .zones = (uint16_t)zones,
                              .frontier = (uint16_t)(2 * slots + 4),
                              .hash = 16 };

    while (cap.hash < 2 * slots)
        cap.hash = (uint16_t)(cap.hash * 2);
    return cap;
}

size_t
board_size(const struct board_caps *cap)
{
    struct board b;

    return rounded(cap->frontier * sizeof *b.frontier) + rounded(cap->slots * sizeof *b.slots) +
           rounded(cap->zones * sizeof *b.zones) + rounded(cap->hash * sizeof *b.hash);
}

void
board_attach(struct board *b, const struct bound_tiles *tiles, const struct board_caps *cap,
             struct board_counts *count, void *memory)
{
    unsigned char *at = memory;

    b->tiles = tiles;
    b->cap = *cap;
    b->count = count;
    b->frontier = (void *)at;
    at += rounded(cap->frontier * sizeof *b->frontier);
    b->slots = (void *)at;
    at += rounded(cap->slots * sizeof *b->slots);
    b->zones = (void *)at;
    at += rounded(cap->zones * sizeof *b->zones);
    b->hash = (void *)at;
}

/* ---- cells ---- */

static uint16_t
hash_start(const struct board *b, int16_t x, int16_t y)
{
    const uint32_t mixed = board_cell(x, y) * 0x9e3779b1u;

    return (uint16_t)((mixed >> 15) & (b->cap.hash - 1u));
}

uint16_t
board_find(const struct board *b, int16_t x, int16_t y)
{
    uint16_t at = hash_start(b, x, y);

    while (b->hash[at] != 0) {
        const struct board_slot *slot = &b->slots[b->hash[at] - 1];

        if (slot->x == x && slot->y == y)
            return (uint16_t)(b->hash[at] - 1);
        at = (uint16_t)((at + 1u) & (b->cap.hash - 1u));
    }
    return MEEPLED_NONE;
}

static void
hash_add(struct board *b, uint16_t slot)
{
    uint16_t at = hash_start(b, b->slots[slot].x, b->slots[slot].y);

    while (b->hash[at] != 0)
        at = (uint16_t)((at + 1u) & (b->cap.hash - 1u));
    b->hash[at] = (uint16_t)(slot + 1);
}

uint8_t
board_around(const struct board *b, uint16_t slot)
{
    const int x = b->slots[slot].x, y = b->slots[slot].y;
    uint8_t filled = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if ((dx || dy) && board_find(b, (int16_t)(x + dx), (int16_t)(y + dy)) != MEEPLED_NONE)
                filled++;
    return filled;
}

/* The first frontier cell not before `cell`. */
static uint16_t
frontier_bound(const struct board *b, uint32_t cell)
{
    const struct board_gap *base = b->frontier;
    size_t left = b->count->frontier;

    while (left > 0) {
        const size_t half = left / 2;
        const bool before = base[half].cell < cell;

        base = before ? base + half + 1 : base;
        left = before ? left - half - 1 : half;
    }
    return (uint16_t)(base - b->frontier);
}

static bool
frontier_is(const struct board *b, uint16_t at, uint32_t cell)
{
    return at < b->count->frontier && b->frontier[at].cell == cell;
}

uint16_t
board_frontier_find(const struct board *b, int16_t x, int16_t y)
{
    const uint32_t cell = board_cell(x, y);
    const uint16_t at = frontier_bound(b, cell);

    return frontier_is(b, at, cell) ? at : (uint16_t)MEEPLED_NONE;
}

static void
frontier_insert(struct board *b, uint16_t at, uint32_t cell)
{
    struct board_gap *gap = &b->frontier[at];

    memmove(gap + 1, gap, (size_t)(b->count->frontier++ - at) * sizeof *gap);
    *gap = (struct board_gap){ .cell = cell,
                               .x = board_cell_x(cell),
                               .y = board_cell_y(cell),
                               .near_slot = { MEEPLED_NONE, MEEPLED_NONE, MEEPLED_NONE,
                                              MEEPLED_NONE } };
}

static void
frontier_remove(struct board *b, uint16_t at)
{
    struct board_gap *gap = &b->frontier[at];

    memmove(gap, gap + 1, (size_t)(--b->count->frontier - at) * sizeof *gap);
}

void
board_frontier_open(struct board *b, int16_t x, int16_t y)
{
    const uint32_t cell = board_cell(x, y);
    const uint16_t at = frontier_bound(b, cell);

    if (!frontier_is(b, at, cell))
        frontier_insert(b, at, cell);
}

/* Frontier cell `at` is, or becomes, `cell`: it gets `slot` beyond its side `facing`. */
static void
frontier_demand(struct board *b, uint16_t at, uint32_t cell, int facing, uint16_t slot,
                uint8_t code)
{
    const uint64_t each = UINT64_C(0x0001000100010001);

    if (!frontier_is(b, at, cell))
        frontier_insert(b, at, cell);
    b->frontier[at].want |= each * b->tiles->match[code] << (4 * facing);
    b->frontier[at].mask |= each * 15 << (4 * facing);
    b->frontier[at].near_slot[facing] = slot;
}

/* A tile has come to lie on what was frontier cell `at`: its free sides make demands.  In the
 * sorted frontier the cells to the west and east stand where the cell itself stood. */
static void
frontier_open(struct board *b, uint16_t at, uint16_t slot, const uint16_t *near_slot)
{
    const struct board_slot *s = &b->slots[slot];
    const struct bound_side *sides = b->tiles->tiles[s->tile].sides;
    const uint32_t here = board_cell(s->x, s->y), row = 0x10000u;
    const uint32_t cell[4] = { here - row, here + 1, here + row, here - 1 };
    const bool west_there = at > 0 && b->frontier[at - 1].cell == cell[3];

    if (near_slot[1] == MEEPLED_NONE)
        frontier_demand(b, at, cell[1], 3, slot, sides[(1 - s->quarters) & 3].code);
    if (near_slot[3] == MEEPLED_NONE)
        frontier_demand(b, (uint16_t)(at - west_there), cell[3], 1, slot,
                        sides[(3 - s->quarters) & 3].code);
    for (int side = 0; side < 4; side += 2)
        if (near_slot[side] == MEEPLED_NONE)
            frontier_demand(b, frontier_bound(b, cell[side]), cell[side], (side + 2) & 3, slot,
                            sides[(side - s->quarters) & 3].code);
}

/* ---- zones ---- */

static void
system_join(struct board_zone *zones, uint16_t a, uint16_t b)
{
    uint16_t to = zones[a].system, from = zones[b].system;

    if (to == from)
        return;
    if (zones[to].system_size < zones[from].system_size) {
        const uint16_t swap = to;
        to = from;
        from = swap;
    }
    uint16_t z = from;
    do {
        zones[z].system = to;
        z = zones[z].system_ring;
    } while (z != from);
    const uint16_t ring = zones[to].system_ring;
    zones[to].system_ring = zones[from].system_ring;
    zones[from].system_ring = ring;
    zones[to].system_size = (uint16_t)(zones[to].system_size + zones[from].system_size);
    zones[to].system_figures |= zones[from].system_figures;
}

/* Zone `a` meets zone `b` across a side: one border less for each, one region instead of two. */
static void
region_join(struct board_zone *zones, uint16_t a, uint16_t b)
{
    uint16_t to = zones[a].region, from = zones[b].region;

    zones[to].open--;
    zones[from].open--;
    if (zones[a].joins)
        system_join(zones, a, b);
    if (to == from)
        return;
    if (!zones[a].joins) /* its systems are its regions */
        zones[to].system_figures = zones[from].system_figures |= zones[to].system_figures;
    if (zones[to].size < zones[from].size) {
        const uint16_t swap = to;
        to = from;
        from = swap;
    }
    uint16_t z = from;
    do {
        zones[z].region = to;
        z = zones[z].ring;
    } while (z != from);
    const uint16_t ring = zones[to].ring;
    zones[to].ring = zones[from].ring;
    zones[from].ring = ring;
    zones[to].size = (uint16_t)(zones[to].size + zones[from].size);
    zones[to].open = (uint16_t)(zones[to].open + zones[from].open);
    zones[to].figures |= zones[from].figures;
}

static void
zones_add(struct board *b, const struct bound_tile *tile, uint16_t slot, uint16_t first)
{
    for (uint8_t i = 0; i < tile->zone_count; i++) {
        const struct bound_zone *bound = &tile->zones[i];
        const uint16_t id = (uint16_t)(first + i);

        b->zones[id] = (struct board_zone){ .region = id,
                                            .ring = id,
                                            .size = 1,
                                            .system = id,
                                            .system_ring = id,
                                            .system_size = 1,
                                            .open = bound->borders,
                                            .slot = slot,
                                            .kind = bound->kind,
                                            .joins = (b->tiles->joining_kinds >> bound->kind) & 1 };
    }
    if (!tile->joins)
        return;
    for (uint8_t i = 0; i < tile->zone_count; i++)
        for (uint8_t l = 0; l < tile->zones[i].link_count; l++)
            if ((b->tiles->joining_links >> tile->zones[i].links[l].link) & 1)
                system_join(b->zones, (uint16_t)(first + i),
                            (uint16_t)(first + tile->zones[i].links[l].to));
}

static void
side_join(struct board *b, const struct board_slot *s, const struct bound_side *mine,
          const struct board_slot *o, int facing)
{
    const struct bound_side *theirs = &b->tiles->tiles[o->tile].sides[(facing - o->quarters) & 3];

    region_join(b->zones, (uint16_t)(s->zone_first + mine->zone[1]),
                (uint16_t)(o->zone_first + theirs->zone[1]));
    if (mine->split) {
        region_join(b->zones, (uint16_t)(s->zone_first + mine->zone[0]),
                    (uint16_t)(o->zone_first + theirs->zone[2]));
        region_join(b->zones, (uint16_t)(s->zone_first + mine->zone[2]),
                    (uint16_t)(o->zone_first + theirs->zone[0]));
    }
}

uint16_t
board_place(struct board *b, uint16_t at, uint16_t tile, uint8_t quarters, uint8_t player,
            uint16_t turn)
{
    const struct bound_tile *bound = &b->tiles->tiles[tile];
    const uint16_t slot = b->count->slots++;
    const uint16_t first = b->count->zones;
    struct board_slot *s = &b->slots[slot];
    uint16_t near_slot[4];

    *s = (struct board_slot){ .x = b->frontier[at].x,
                              .y = b->frontier[at].y,
                              .tile = tile,
                              .zone_first = first,
                              .turn = turn,
                              .quarters = quarters,
                              .player = player };
    b->count->zones = (uint16_t)(first + bound->zone_count);
    memcpy(near_slot, b->frontier[at].near_slot, sizeof near_slot);
    zones_add(b, bound, slot, first);
    hash_add(b, slot);
    frontier_remove(b, at);
    frontier_open(b, at, slot, near_slot);
    for (int side = 0; side < 4; side++)
        if (near_slot[side] != MEEPLED_NONE)
            side_join(b, s, &bound->sides[(side - quarters) & 3], &b->slots[near_slot[side]],
                      (side + 2) & 3);
    return slot;
}

uint16_t
board_ports(const struct board *b, uint16_t zone)
{
    const unsigned ports = board_zone_bound(b, zone)->ports;
    const unsigned shift = 3u * b->slots[b->zones[zone].slot].quarters;

    return (uint16_t)(((ports << shift) | (ports >> (12u - shift))) & 0xfffu);
}
