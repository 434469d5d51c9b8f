/* Comparing the engine with a naive game. */
#include "tests/support/naive_same.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char naive_difference[128];

bool
naive_differs(const char *file, unsigned line, long found, long wanted)
{
    snprintf(naive_difference, sizeof naive_difference, "%s:%u: %ld, naively %ld", file, line,
             found, wanted);
    return false;
}

/* ---- the same actions ---- */

static int
compare_actions(const void *a, const void *b)
{
    const meepled_action *l = a, *r = b;
    const int left[] = { l->type, l->tile,   l->y,    l->x,     l->turned,
                         l->zone, l->figure, l->with, l->choice };
    const int right[] = { r->type, r->tile,   r->y,    r->x,     r->turned,
                          r->zone, r->figure, r->with, r->choice };

    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        if (left[i] != right[i])
            return left[i] - right[i];
    }
    return 0;
}

/* Members that mean nothing for the type of the action are left out of the comparison.  No
 * companion has the index 0, so a game that knows none may say it. */
static void
plain(meepled_action *actions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        meepled_action a = { .type = actions[i].type };

        if (a.type == MEEPLED_PLACE_TILE) {
            a.tile = actions[i].tile;
            a.turned = actions[i].turned;
        } else if (a.type == MEEPLED_PLACE_FIGURE || a.type == MEEPLED_RETRIEVE_FIGURE) {
            a.figure = actions[i].figure;
            a.zone = actions[i].zone;
            a.with = actions[i].with == MEEPLED_NONE8 ? 0 : actions[i].with;
        } else if (a.type == MEEPLED_CHOOSE) {
            a.choice = actions[i].choice;
        }
        if (a.type != MEEPLED_PASS && a.type != MEEPLED_CHOOSE) {
            a.x = actions[i].x;
            a.y = actions[i].y;
        }
        actions[i] = a;
    }
    qsort(actions, count, sizeof *actions, compare_actions);
}

bool
naive_same_actions(meepled_action *listed, size_t count, meepled_action *expected, size_t wanted)
{
    NAIVE_SAME(count, wanted);
    plain(listed, count);
    plain(expected, count);
    for (size_t i = 0; i < count; i++)
        NAIVE_SAME(compare_actions(&listed[i], &expected[i]), 0);
    return true;
}

/* ---- the same table ---- */

static bool
same_region(const meepled_game *g, const struct naive_map *n, uint16_t id, int label, bool system)
{
    const meepled_region r = meepled_region_get(g, id);
    const struct naive_region wanted = naive_region_of(n, label, system);
    size_t attributes;

    (void)meepled_stack_attributes(n->stack, &attributes);

    NAIVE_SAME(r.zones, wanted.zones);
    NAIVE_SAME(r.tiles, wanted.tiles);
    NAIVE_SAME(r.closed, wanted.open == 0);
    NAIVE_SAME(r.open, wanted.open);
    NAIVE_SAME(r.system, system);
    if (!system)
        NAIVE_SAME(r.kind, wanted.kind);
    for (uint8_t i = 0; i < attributes; i++)
        NAIVE_SAME(meepled_region_sum(g, id, i), naive_sum(n, label, system, i));
    return true;
}

bool
naive_same_regions(const meepled_game *g, const struct naive_map *n, bool system)
{
    static int label_of[MEEPLED_SYSTEM];
    static uint16_t id_of[2 * NAIVE_TILES_MAX * MEEPLED_ZONES_MAX + 1];

    memset(label_of, 0, sizeof label_of);
    memset(id_of, 0xff, sizeof id_of);
    for (uint16_t slot = 0; slot < n->laid; slot++) {
        NAIVE_SAME(meepled_zone_count(g, slot), naive_zones(n, slot));
        for (uint8_t i = 0; i < naive_zones(n, slot); i++) {
            const uint16_t zone = (uint16_t)(meepled_zone_first(g, slot) + i);
            const int label = system ? n->system[slot][i] : n->region[slot][i];
            const uint16_t id = system ? meepled_system_of(g, zone) : meepled_region_of(g, zone);
            int *known = &label_of[id & ~MEEPLED_SYSTEM];

            NAIVE_SAME((id & MEEPLED_SYSTEM) != 0, system);
            if (*known == 0) {
                *known = label;
                NAIVE_SAME(id_of[label], MEEPLED_NONE);
                id_of[label] = id;
                if (!same_region(g, n, id, label, system))
                    return false;
            }
            NAIVE_SAME(*known, label);
        }
    }
    return true;
}

bool
naive_same_table(const meepled_game *g, const struct naive_map *n)
{
    NAIVE_SAME(meepled_board_count(g), n->laid);
    for (uint16_t slot = 0; slot < n->laid; slot++) {
        const meepled_place p = meepled_board_get(g, slot).place;

        NAIVE_SAME(p.tile, n->table[slot].tile);
        NAIVE_SAME(p.x, n->table[slot].x);
        NAIVE_SAME(p.y, n->table[slot].y);
        NAIVE_SAME(p.turned, 90 * n->table[slot].quarters);
    }
    return true;
}
