/* The naive game of Carcassonne: turns, piles, figures, builder, pig. */
#include "tests/support/naive_carcassonne.h"

#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

/* Index of a name among `count` entries of `size` bytes that start with theirs; MEEPLED_NONE8 when
 * there is none. */
static uint8_t
named(const void *words, size_t size, size_t count, const char *name)
{
    for (uint8_t i = 0; i < count; i++) {
        const char *known;

        memcpy(&known, (const char *)words + i * size, sizeof known);
        if (strcmp(known, name) == 0)
            return i;
    }
    return MEEPLED_NONE8;
}

#define NAMED(list, name)                                                                          \
    (words = list(stack, &count), named(words, sizeof *list(stack, &count), count, name))

static void
find_words(struct naive_carcassonne *n, const meepled_stack *stack)
{
    const void *words;
    size_t count;

    n->city = naive_kind_named(stack, "city");
    n->road = naive_kind_named(stack, "road");
    n->monastery = naive_kind_named(stack, "monastery");
    n->field = naive_kind_named(stack, "field");
    n->river = naive_kind_named(stack, "river");
    n->pennants = NAMED(meepled_stack_attributes, "pennants");
    n->symbols[0] = NAMED(meepled_stack_attributes, "poultry");
    n->symbols[1] = NAMED(meepled_stack_attributes, "grain");
    n->symbols[2] = NAMED(meepled_stack_attributes, "cloth");
    n->touches = NAMED(meepled_stack_links, "touches");
    n->builder = NAMED(meepled_stack_figures, "builder");
    n->pig = NAMED(meepled_stack_figures, "pig");
    n->return_farmer = NAMED(meepled_stack_choices, "return-farmer");
    n->leave_farmer = NAMED(meepled_stack_choices, "leave-farmer");
    n->goods = NAMED(meepled_stack_tokens, "grain") != MEEPLED_NONE8;
    n->farmers = meepled_stack_option(stack, NAMED(meepled_stack_options, "farmers")) != 0;
}

/* ---- figures ---- */

void
naive_carcassonne_take_off(struct naive_carcassonne *n, size_t figure)
{
    n->figures[figure] = n->figures[--n->standing];
}

unsigned
naive_carcassonne_meeples(const struct naive_carcassonne *n, uint8_t player)
{
    unsigned left = NAIVE_MEEPLES;

    for (size_t i = 0; i < n->standing; i++)
        left -= n->figures[i].player == player;
    return left;
}

bool
naive_carcassonne_has_builder(const struct naive_carcassonne *n, uint8_t player)
{
    bool out = n->builder == MEEPLED_NONE8 || n->at_piles[player];

    for (size_t i = 0; i < n->standing; i++)
        out = out || (n->figures[i].player == player && n->figures[i].builder);
    return !out;
}

bool
naive_carcassonne_has_pig(const struct naive_carcassonne *n, uint8_t player)
{
    bool out = n->pig == MEEPLED_NONE8;

    for (size_t i = 0; i < n->standing; i++)
        out = out || (n->figures[i].player == player && n->figures[i].pig);
    return !out;
}

/* ---- tiles ---- */

/* Whether the river reaches side `side` of a tile turned so. */
static bool
river_on(const struct naive_carcassonne *n, uint16_t tile, unsigned quarters, unsigned side)
{
    const unsigned printed = (side + 4 - quarters) % 4;
    const uint8_t zones = meepled_stack_tile(n->map.stack, tile).zones;
    bool found = false;

    for (uint8_t z = 0; z < zones; z++) {
        const meepled_tile_zone zone = meepled_stack_zone(n->map.stack, tile, z);
        found = found || (zone.kind == n->river && (zone.ports >> (3 * printed + 1) & 1));
    }
    return found;
}

/* Along the flow: which way the second step turns off the first; 0: straight on. */
static int
hand(int dx, int dy, int ex, int ey)
{
    const int cross = dx * ey - dy * ex;

    return (cross > 0) - (cross < 0);
}

/* RI-9 and RI-10, told by the way from tile to tile: river tiles are laid one after the other. */
static bool
river_allows(const struct naive_carcassonne *n, uint16_t tile, int x, int y, unsigned quarters)
{
    static const int step_x[4] = { 0, 1, 0, -1 }, step_y[4] = { -1, 0, 1, 0 };
    const struct naive_laid *last = &n->map.table[n->map.laid - 1];
    const int dx = x - last->x, dy = y - last->y;
    bool has_river = false, continues = false;
    int turn = 0;

    for (unsigned side = 0; side < 4; side++) {
        if (!river_on(n, tile, quarters, side))
            continue;
        has_river = true;
        if (step_x[side] == -dx && step_y[side] == -dy)
            continues = true;
        else
            turn = hand(dx, dy, step_x[side], step_y[side]);
    }
    if (!has_river)
        return true;
    if (!continues)
        return false;
    if (n->map.laid == 1 || turn == 0)
        return true;
    const struct naive_laid *before = &n->map.table[n->map.laid - 2];
    return hand(last->x - before->x, last->y - before->y, dx, dy) != turn;
}

/* Every legal placement; returns how many. */
static size_t
places(const struct naive_carcassonne *n, uint16_t tile, meepled_action *out, size_t cap)
{
    const size_t all = naive_places(&n->map, tile, out, cap, 0);
    size_t kept = 0;

    if (all > cap)
        abort();
    for (size_t i = 0; i < all; i++) {
        if (river_allows(n, tile, out[i].x, out[i].y, out[i].turned / 90u))
            out[kept++] = out[i];
    }
    return kept;
}

/* Offer the next tile that fits, river tiles first; false when there is none. */
static bool
draw(struct naive_carcassonne *n)
{
    enum { PLACES_MAX = 1024 };
    struct naive_pile *const piles[] = { &n->water, &n->main };
    static meepled_action all[PLACES_MAX];

    for (size_t p = 0; p < 2; p++) {
        while (piles[p]->next < piles[p]->end) {
            const uint16_t tile = piles[p]->tiles[piles[p]->next++];

            if (places(n, tile, all, PLACES_MAX) > 0) {
                n->offered = tile;
                n->phase = MEEPLED_PLACE;
                n->decides = n->player;
                return true;
            }
            n->discarded[n->discarded_count++] = tile;
        }
    }
    return false;
}

/* ---- turns ---- */

static void
end_part(struct naive_carcassonne *n)
{
    if (n->at_piles[n->player]) {
        n->at_piles[n->player] = false;
        n->part = 2;
    } else {
        n->player = (uint8_t)((n->player + 1) % n->players);
        n->part = 1;
        n->turn++;
    }
    if (!draw(n))
        naive_carcassonne_end(n);
}

/* Score the next pig from the active player clockwise and ask its owner; else go on. */
static void
next_pig(struct naive_carcassonne *n)
{
    for (uint8_t i = 0; n->pennant && i < n->players; i++) {
        const uint8_t owner = (uint8_t)((n->player + i) % n->players);

        for (size_t f = 0; f < n->standing; f++) {
            struct naive_meeple *const farmer = &n->figures[f];

            if (farmer->player != owner || !farmer->pig)
                continue;
            n->score[owner] += 3 * naive_carcassonne_cities(n, farmer->at, farmer->zone);
            farmer->pig = false;
            n->farmer_at = farmer->at;
            n->farmer_zone = farmer->zone;
            n->decides = owner;
            n->phase = MEEPLED_DECISION;
            return;
        }
    }
    end_part(n);
}

static void
end_deploying(struct naive_carcassonne *n)
{
    naive_carcassonne_completed(n);
    next_pig(n);
}

/* TB-25: the new tile is part of the road or city with the own builder of an earlier turn. */
static void
move_builder(struct naive_carcassonne *n)
{
    const size_t last = n->map.laid - 1;

    for (size_t i = 0; n->part == 1 && i < n->standing; i++) {
        struct naive_meeple *const f = &n->figures[i];
        bool extended = false;

        if (f->player != n->player || !f->builder || f->turn == n->turn)
            continue;
        for (uint8_t z = 0; z < naive_zones(&n->map, last); z++)
            extended = extended || n->map.region[last][z] == n->map.region[f->at][f->zone];
        if (extended) {
            f->builder = false;
            n->at_piles[n->player] = true;
        }
    }
}

void
naive_carcassonne_start(struct naive_carcassonne *n, const meepled_stack *stack, uint8_t players,
                        uint8_t first, const struct naive_pile *main,
                        const struct naive_pile *water)
{
    memset(n, 0, sizeof *n);
    n->map.stack = stack;
    find_words(n, stack);
    n->players = players;
    n->player = first;
    n->turn = n->part = 1;
    n->main = *main;
    n->water = *water;
    if (n->water.end > 0)
        naive_lay(&n->map, n->water.tiles[n->water.next++], 0, 0, 0);
    for (uint16_t tile = 0; n->water.end == 0 && tile < meepled_stack_tiles(stack); tile++) {
        if (meepled_stack_tile(stack, tile).start)
            naive_lay(&n->map, tile, 0, 0, 0);
    }
    naive_fill(&n->map);
    if (!draw(n))
        naive_carcassonne_end(n);
}

/* ---- actions ---- */

static void
list(meepled_action *out, size_t cap, size_t *count, meepled_action action)
{
    if (*count < cap)
        out[*count] = action;
    ++*count;
}

static bool
may_deploy(const struct naive_carcassonne *n, uint8_t zone)
{
    const size_t last = n->map.laid - 1;
    const uint8_t kind = naive_kind(&n->map, last, zone);

    if (kind == n->river || (kind == n->field && !n->farmers))
        return false;
    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_meeple *f = &n->figures[i];

        if (n->map.region[f->at][f->zone] == n->map.region[last][zone])
            return false;
    }
    return naive_carcassonne_meeples(n, n->player) > 0;
}

static size_t
list_figures(const struct naive_carcassonne *n, meepled_action *out, size_t cap)
{
    const size_t last = n->map.laid - 1;
    size_t count = 0;

    for (uint8_t zone = 0; zone < naive_zones(&n->map, last); zone++) {
        const uint8_t kind = naive_kind(&n->map, last, zone);
        meepled_action action = { .type = MEEPLED_PLACE_FIGURE,
                                  .zone = zone,
                                  .x = (int16_t)n->map.table[last].x,
                                  .y = (int16_t)n->map.table[last].y,
                                  .with = MEEPLED_NONE8 };

        if (!may_deploy(n, zone))
            continue;
        list(out, cap, &count, action);
        action.with = n->builder;
        if ((kind == n->road || kind == n->city) && naive_carcassonne_has_builder(n, n->player))
            list(out, cap, &count, action);
        action.with = n->pig;
        if (kind == n->field && naive_carcassonne_has_pig(n, n->player))
            list(out, cap, &count, action);
    }
    list(out, cap, &count, (meepled_action){ .type = MEEPLED_PASS });
    return count;
}

size_t
naive_carcassonne_actions(const struct naive_carcassonne *n, meepled_action *out, size_t cap)
{
    size_t count = 0;

    switch (n->phase) {
    case MEEPLED_PLACE:
        return places(n, n->offered, out, cap);
    case MEEPLED_FIGURE:
        return list_figures(n, out, cap);
    case MEEPLED_DECISION:
        list(out, cap, &count,
             (meepled_action){ .type = MEEPLED_CHOOSE, .choice = n->return_farmer });
        list(out, cap, &count,
             (meepled_action){ .type = MEEPLED_CHOOSE, .choice = n->leave_farmer });
        return count;
    default:
        return 0;
    }
}

void
naive_carcassonne_apply(struct naive_carcassonne *n, const meepled_action *action)
{
    switch (action->type) {
    case MEEPLED_PLACE_TILE:
        naive_lay(&n->map, action->tile, action->x, action->y, action->turned / 90u);
        naive_fill(&n->map);
        move_builder(n);
        n->phase = MEEPLED_FIGURE;
        if (list_figures(n, NULL, 0) == 1) /* only passing: nobody is asked */
            end_deploying(n);
        break;
    case MEEPLED_PLACE_FIGURE:
        n->figures[n->standing++] =
            (struct naive_meeple){ .player = n->player,
                                   .at = (uint16_t)(n->map.laid - 1),
                                   .zone = action->zone,
                                   .builder =
                                       action->with != MEEPLED_NONE8 && action->with == n->builder,
                                   .pig = action->with != MEEPLED_NONE8 && action->with == n->pig,
                                   .turn = n->turn };
        end_deploying(n);
        break;
    case MEEPLED_CHOOSE:
        for (size_t i = n->standing; i-- > 0 && action->choice == n->return_farmer;) {
            if (n->figures[i].at == n->farmer_at && n->figures[i].zone == n->farmer_zone)
                naive_carcassonne_take_off(n, i);
        }
        next_pig(n);
        break;
    default:
        end_deploying(n);
        break;
    }
}
