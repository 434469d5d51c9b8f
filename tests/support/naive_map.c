/* The naive map: sides compared port by port, regions filled from scratch. */
#include "tests/support/naive_map.h"

#include <stdlib.h>
#include <string.h>

/* Sides N E S W: where the neighbour lies. */
static const int step_x[4] = { 0, 1, 0, -1 };
static const int step_y[4] = { -1, 0, 1, 0 };

uint8_t
naive_kind_named(const meepled_stack *stack, const char *name)
{
    size_t count;
    const meepled_kind_word *words = meepled_stack_kinds(stack, &count);

    for (uint8_t i = 0; i < count; i++) {
        if (strcmp(words[i].name, name) == 0)
            return i;
    }
    abort();
}

int
naive_at(const struct naive_map *n, int x, int y)
{
    return n->cells[y + NAIVE_REACH][x + NAIVE_REACH] - 1;
}

uint8_t
naive_kind(const struct naive_map *n, size_t at, uint8_t zone)
{
    return meepled_stack_zone(n->stack, n->table[at].tile, zone).kind;
}

uint8_t
naive_zones(const struct naive_map *n, size_t at)
{
    return meepled_stack_tile(n->stack, n->table[at].tile).zones;
}

/* The zone on port `part` (L C R = 0 1 2) of side `side` when the tile is turned. */
static uint8_t
zone_on(const struct naive_map *n, uint16_t tile, unsigned quarters, unsigned side, unsigned part)
{
    const unsigned printed = (side + 4 - quarters) % 4;
    const uint8_t zones = meepled_stack_tile(n->stack, tile).zones;

    for (uint8_t zone = 0; zone < zones; zone++) {
        if (meepled_stack_zone(n->stack, tile, zone).ports >> (3 * printed + part) & 1)
            return zone;
    }
    abort(); /* every port has a zone */
}

bool
naive_fits_at(const struct naive_map *n, uint16_t tile, int x, int y, unsigned quarters)
{
    bool beside = false;

    if (naive_at(n, x, y) >= 0)
        return false;
    for (unsigned side = 0; side < 4; side++) {
        const int other = naive_at(n, x + step_x[side], y + step_y[side]);

        if (other < 0)
            continue;
        beside = true;
        for (unsigned part = 0; part < 3; part++) {
            const struct naive_laid *laid = &n->table[other];
            const uint8_t mine = zone_on(n, tile, quarters, side, part);
            const uint8_t theirs = laid->on[(side + 2) % 4][2 - part];

            if (meepled_stack_zone(n->stack, tile, mine).kind !=
                meepled_stack_zone(n->stack, laid->tile, theirs).kind)
                return false;
        }
    }
    return beside;
}

bool
naive_fits(const struct naive_map *n, uint16_t tile)
{
    for (size_t at = 0; at < n->laid; at++) {
        for (unsigned side = 0; side < 4; side++) {
            for (unsigned quarters = 0; quarters < 4; quarters++) {
                if (naive_fits_at(n, tile, n->table[at].x + step_x[side],
                                  n->table[at].y + step_y[side], quarters))
                    return true;
            }
        }
    }
    return false;
}

void
naive_lay(struct naive_map *n, uint16_t tile, int x, int y, unsigned quarters)
{
    struct naive_laid *laid = &n->table[n->laid++];

    *laid = (struct naive_laid){ .tile = tile, .x = x, .y = y, .quarters = quarters };
    for (unsigned side = 0; side < 4; side++) {
        for (unsigned part = 0; part < 3; part++)
            laid->on[side][part] = zone_on(n, tile, quarters, side, part);
    }
    n->cells[y + NAIVE_REACH][x + NAIVE_REACH] = (int16_t)n->laid;
}

/* Every cell of the rectangle around the table and one more on each side. */
size_t
naive_places(const struct naive_map *n, uint16_t tile, meepled_action *out, size_t cap,
             size_t count)
{
    int west = 0, east = 0, north = 0, south = 0;

    for (size_t at = 0; at < n->laid; at++) {
        west = n->table[at].x < west ? n->table[at].x : west;
        east = n->table[at].x > east ? n->table[at].x : east;
        north = n->table[at].y < north ? n->table[at].y : north;
        south = n->table[at].y > south ? n->table[at].y : south;
    }
    for (int y = north - 1; y <= south + 1; y++) {
        for (int x = west - 1; x <= east + 1; x++) {
            for (unsigned q = 0; q < 4; q++) {
                if (!naive_fits_at(n, tile, x, y, q))
                    continue;
                if (count < cap)
                    out[count] = (meepled_action){ .type = MEEPLED_PLACE_TILE,
                                                   .tile = tile,
                                                   .x = (int16_t)x,
                                                   .y = (int16_t)y,
                                                   .turned = (uint16_t)(90 * q) };
                count++;
            }
        }
    }
    return count;
}

/* ---- flood fill ---- */

static void fill(struct naive_map *n, size_t at, uint8_t zone, int label, bool system);

static void
fill_across_sides(struct naive_map *n, size_t at, uint8_t zone, int label, bool system)
{
    const struct naive_laid *laid = &n->table[at];

    for (unsigned side = 0; side < 4; side++) {
        const int other = naive_at(n, laid->x + step_x[side], laid->y + step_y[side]);

        for (unsigned part = 0; other >= 0 && part < 3; part++) {
            const struct naive_laid *there = &n->table[other];

            if (laid->on[side][part] == zone)
                fill(n, (size_t)other, there->on[(side + 2) % 4][2 - part], label, system);
        }
    }
}

/* Rivers and the lakes they flow into, on one tile. */
static void
fill_across_lakes(struct naive_map *n, size_t at, uint8_t zone, int label)
{
    for (uint8_t other = 0; other < naive_zones(n, at); other++) {
        const meepled_tile_zone mine = meepled_stack_zone(n->stack, n->table[at].tile, zone);
        const meepled_tile_zone theirs = meepled_stack_zone(n->stack, n->table[at].tile, other);

        for (uint8_t i = 0; i < mine.link_count; i++) {
            if (mine.links[i].to == other)
                fill(n, at, other, label, true);
        }
        for (uint8_t i = 0; i < theirs.link_count; i++) {
            if (theirs.links[i].to == zone)
                fill(n, at, other, label, true);
        }
    }
}

static void
fill(struct naive_map *n, size_t at, uint8_t zone, int label, bool system)
{
    int *mark = system ? &n->system[at][zone] : &n->region[at][zone];

    if (*mark != 0)
        return;
    *mark = label;
    fill_across_sides(n, at, zone, label, system);
    if (system)
        fill_across_lakes(n, at, zone, label);
}

void
naive_fill(struct naive_map *n)
{
    int label = 0;

    memset(n->region, 0, sizeof n->region);
    memset(n->system, 0, sizeof n->system);
    for (size_t at = 0; at < n->laid; at++) {
        for (uint8_t zone = 0; zone < naive_zones(n, at); zone++) {
            fill(n, at, zone, ++label, false);
            fill(n, at, zone, ++label, true);
        }
    }
}

/* ---- counting ---- */

static unsigned
open_sides(const struct naive_map *n, size_t at, uint8_t zone)
{
    const struct naive_laid *laid = &n->table[at];
    unsigned open = 0;

    for (unsigned side = 0; side < 4; side++) {
        bool reaches = false;

        for (unsigned part = 0; part < 3; part++)
            reaches |= laid->on[side][part] == zone;
        open += reaches && naive_at(n, laid->x + step_x[side], laid->y + step_y[side]) < 0;
    }
    return open;
}

struct naive_region
naive_region_of(const struct naive_map *n, int label, bool system)
{
    struct naive_region r = { .kind = MEEPLED_NONE8 };

    for (size_t at = 0; at < n->laid; at++) {
        bool here = false;

        for (uint8_t zone = 0; zone < naive_zones(n, at); zone++) {
            if ((system ? n->system : n->region)[at][zone] != label)
                continue;
            here = true;
            r.zones++;
            r.open += open_sides(n, at, zone);
            r.kind = r.kind == MEEPLED_NONE8 ? naive_kind(n, at, zone) : r.kind;
        }
        r.tiles += here;
    }
    return r;
}

int32_t
naive_sum(const struct naive_map *n, int label, bool system, uint8_t attribute)
{
    int32_t sum = 0;

    for (size_t at = 0; at < n->laid; at++) {
        for (uint8_t zone = 0; zone < naive_zones(n, at); zone++) {
            if ((system ? n->system : n->region)[at][zone] == label)
                sum += meepled_stack_zone(n->stack, n->table[at].tile, zone).attributes[attribute];
        }
    }
    return sum;
}
