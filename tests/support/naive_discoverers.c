/* The naive game of Discoverers: turns, hands, figures, points. */
#include "tests/support/naive_discoverers.h"

#include <stdlib.h>
#include <string.h>

static uint8_t
link_named(const meepled_stack *stack, const char *name)
{
    size_t count;
    const meepled_link_word *words = meepled_stack_links(stack, &count);

    for (uint8_t i = 0; i < count; i++) {
        if (strcmp(words[i].name, name) == 0)
            return i;
    }
    abort();
}

/* ---- points ---- */

/* True when the tile's zone `from` names its zone `to` under this link. */
static bool
names(const struct naive_discoverers *n, size_t at, uint8_t from, uint8_t link, uint8_t to)
{
    const meepled_tile_zone z = meepled_stack_zone(n->map.stack, n->map.table[at].tile, from);

    for (uint8_t i = 0; i < z.link_count; i++) {
        if (z.links[i].link == link && z.links[i].to == to)
            return true;
    }
    return false;
}

/* Whether regions `a` and `b` share a border on some tile. */
static bool
border(const struct naive_discoverers *n, int a, int b)
{
    for (size_t at = 0; at < n->map.laid; at++) {
        for (uint8_t x = 0; x < naive_zones(&n->map, at); x++) {
            for (uint8_t y = 0; y < naive_zones(&n->map, at); y++) {
                if (n->map.region[at][x] == a && n->map.region[at][y] == b &&
                    (names(n, at, x, n->borders, y) || names(n, at, y, n->borders, x)))
                    return true;
            }
        }
    }
    return false;
}

/* Whether the city in zone `city` of a tile counts for a region. */
static bool
city_counts(const struct naive_discoverers *n, size_t at, uint8_t city, int label, uint8_t kind)
{
    for (uint8_t zone = 0; zone < naive_zones(&n->map, at); zone++) {
        const int there = n->map.region[at][zone];

        if (kind == n->sea && there == label && names(n, at, city, n->touches, zone))
            return true;
        if (kind != n->mountain || !names(n, at, city, n->on, zone))
            continue;
        if (there == label ||
            (naive_kind(&n->map, at, zone) == n->grassland && border(n, label, there)))
            return true;
    }
    return false;
}

static int32_t
cities(const struct naive_discoverers *n, int label, uint8_t kind)
{
    int32_t count = 0;

    for (size_t at = 0; at < n->map.laid; at++) {
        for (uint8_t zone = 0; zone < naive_zones(&n->map, at); zone++) {
            if (naive_kind(&n->map, at, zone) == n->city)
                count += city_counts(n, at, zone, label, kind);
        }
    }
    return count;
}

int32_t
naive_discoverers_worth(const struct naive_discoverers *n, int label, bool final)
{
    const struct naive_region r = naive_region_of(&n->map, label, false);
    const bool completed = r.open == 0 && r.tiles > 2 && !final;
    const int32_t tiles = (int32_t)r.tiles;

    if (r.kind == n->grassland)
        return completed ? 2 * tiles : tiles;
    if (r.kind == n->mountain)
        return completed ? 2 * cities(n, label, r.kind) : cities(n, label, r.kind);
    if (r.kind == n->sea)
        return completed ? cities(n, label, r.kind) + tiles : cities(n, label, r.kind);
    return 0;
}

static void
score_end(struct naive_discoverers *n)
{
    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_follower *f = &n->figures[i];

        n->score[f->player] += naive_discoverers_worth(n, n->map.region[f->at][f->zone], true);
    }
    n->standing = 0;
    n->offered.count = 0;
    n->phase = MEEPLED_OVER;
}

/* ---- tiles ---- */

static void
add(struct naive_tiles *t, uint16_t tile)
{
    t->tiles[t->count++] = tile;
}

static bool
empty(const struct naive_pile *pile)
{
    return pile->next == pile->end;
}

static void
fill_hand(struct naive_discoverers *n, uint8_t player)
{
    while (n->hands[player].count < n->hand && !empty(&n->pile))
        add(&n->hands[player], n->pile.tiles[n->pile.next++]);
}

/* What of these tiles fits somewhere is offered. */
static bool
offer(struct naive_discoverers *n, const struct naive_tiles *from)
{
    n->offered.count = 0;
    for (size_t i = 0; i < from->count; i++) {
        if (naive_fits(&n->map, from->tiles[i]))
            add(&n->offered, from->tiles[i]);
    }
    return n->offered.count > 0;
}

/* Draw until one fits; false when the pile has run out. */
static bool
offer_drawn(struct naive_discoverers *n)
{
    while (!empty(&n->pile)) {
        struct naive_tiles drawn = { .count = 0 };

        add(&drawn, n->pile.tiles[n->pile.next++]);
        if (offer(n, &drawn))
            return true;
        add(&n->discarded, drawn.tiles[0]);
    }
    return false;
}

static bool
offer_hand(struct naive_discoverers *n)
{
    struct naive_tiles *hand = &n->hands[n->player];

    while (!offer(n, hand)) {
        if (empty(&n->pile))
            return false;
        n->double_misfits += hand->count == 2;
        for (size_t i = 0; i < hand->count; i++)
            add(&n->discarded, hand->tiles[i]);
        hand->count = 0;
        fill_hand(n, n->player);
    }
    return true;
}

/* ---- turns ---- */

static bool
all_is_over(const struct naive_discoverers *n)
{
    if (!empty(&n->pile))
        return false;
    for (uint8_t p = 0; n->hand > 1 && p < n->players; p++) {
        for (size_t i = 0; i < n->hands[p].count; i++) {
            if (naive_fits(&n->map, n->hands[p].tiles[i]))
                return false;
        }
    }
    return true;
}

/* The turn of n->player begins, or of the first one after who can place something. */
static void
begin_turn(struct naive_discoverers *n)
{
    n->phase = MEEPLED_PLACE;
    for (;;) {
        n->turn++;
        if (n->hand > 1 ? offer_hand(n) : offer_drawn(n))
            return;
        n->passed_over++;
        if (all_is_over(n)) {
            score_end(n);
            return;
        }
        n->player = (uint8_t)((n->player + 1) % n->players);
    }
}

static void
end_turn(struct naive_discoverers *n)
{
    if (all_is_over(n)) {
        score_end(n);
        return;
    }
    n->player = (uint8_t)((n->player + 1) % n->players);
    begin_turn(n);
}

static void
lay_aside(struct naive_discoverers *n, enum naive_equal equal)
{
    const size_t all = n->pile.end - n->pile.next;
    size_t count = equal == NAIVE_EQUAL_EXACT ? all % n->players : 0;

    if (equal == NAIVE_EQUAL_PRINTED)
        count = n->players == 5 ? 1 : n->players - 1u;
    for (; count > 0 && !empty(&n->pile); count--)
        add(&n->aside, n->pile.tiles[--n->pile.end]);
}

void
naive_discoverers_start(struct naive_discoverers *n, const meepled_stack *stack, uint8_t players,
                        uint8_t first, size_t hand, enum naive_equal equal,
                        const struct naive_pile *pile)
{
    memset(n, 0, sizeof *n);
    n->map.stack = stack;
    n->grassland = naive_kind_named(stack, "grassland");
    n->mountain = naive_kind_named(stack, "mountain");
    n->sea = naive_kind_named(stack, "sea");
    n->city = naive_kind_named(stack, "city");
    n->borders = link_named(stack, "borders");
    n->on = link_named(stack, "on");
    n->touches = link_named(stack, "touches");
    n->players = players;
    n->player = first;
    n->hand = hand;
    n->pile = *pile;
    for (uint16_t tile = 0; tile < meepled_stack_tiles(stack); tile++) {
        if (meepled_stack_tile(stack, tile).start)
            naive_lay(&n->map, tile, 0, 0, 0);
    }
    naive_fill(&n->map);
    lay_aside(n, equal);
    for (uint8_t i = 0; hand > 1 && i < players; i++)
        fill_hand(n, (uint8_t)((first + i) % players));
    begin_turn(n);
}

/* ---- actions ---- */

unsigned
naive_discoverers_supply(const struct naive_discoverers *n, uint8_t player)
{
    unsigned supply = NAIVE_FOLLOWERS;

    for (size_t i = 0; i < n->standing; i++)
        supply -= n->figures[i].player == player;
    return supply;
}

static bool
may_deploy(const struct naive_discoverers *n, uint8_t zone)
{
    const size_t last = n->map.laid - 1;

    if (naive_kind(&n->map, last, zone) == n->city || naive_discoverers_supply(n, n->player) == 0)
        return false;
    for (size_t i = 0; i < n->standing; i++) {
        if (n->map.region[n->figures[i].at][n->figures[i].zone] == n->map.region[last][zone])
            return false;
    }
    return true;
}

static size_t
list(meepled_action *out, size_t cap, size_t count, meepled_action action)
{
    if (count < cap)
        out[count] = action;
    return count + 1;
}

static size_t
list_places(const struct naive_discoverers *n, meepled_action *out, size_t cap)
{
    size_t count = 0;

    for (size_t i = 0; i < n->offered.count; i++) {
        bool again = false;

        for (size_t k = 0; k < i; k++)
            again |= n->offered.tiles[k] == n->offered.tiles[i];
        if (!again)
            count = naive_places(&n->map, n->offered.tiles[i], out, cap, count);
    }
    return count;
}

size_t
naive_discoverers_actions(const struct naive_discoverers *n, meepled_action *out, size_t cap)
{
    const struct naive_laid *last = &n->map.table[n->map.laid - 1];
    size_t count = 0;

    if (n->phase == MEEPLED_PLACE)
        return list_places(n, out, cap);
    if (n->phase == MEEPLED_OVER)
        return 0;
    for (uint8_t zone = 0; zone < naive_zones(&n->map, n->map.laid - 1); zone++) {
        const meepled_action deploy = {
            .type = MEEPLED_PLACE_FIGURE, .zone = zone, .x = (int16_t)last->x, .y = (int16_t)last->y
        };

        if (may_deploy(n, zone))
            count = list(out, cap, count, deploy);
    }
    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_follower *f = &n->figures[i];
        const meepled_action back = { .type = MEEPLED_RETRIEVE_FIGURE,
                                      .zone = f->zone,
                                      .x = (int16_t)n->map.table[f->at].x,
                                      .y = (int16_t)n->map.table[f->at].y };

        if (f->player == n->player)
            count = list(out, cap, count, back);
    }
    return list(out, cap, count, (meepled_action){ .type = MEEPLED_PASS });
}

static void
place(struct naive_discoverers *n, const meepled_action *action)
{
    struct naive_tiles *hand = &n->hands[n->player];
    size_t at = 0;

    naive_lay(&n->map, action->tile, action->x, action->y, action->turned / 90u);
    naive_fill(&n->map);
    n->offered.count = 0;
    n->phase = MEEPLED_FIGURE;
    if (n->hand > 1) {
        while (hand->tiles[at] != action->tile)
            at++;
        for (hand->count--; at < hand->count; at++)
            hand->tiles[at] = hand->tiles[at + 1];
        fill_hand(n, n->player);
    }
    if (naive_discoverers_actions(n, NULL, 0) == 1) /* only passing: nobody is asked */
        end_turn(n);
}

static void
take_back(struct naive_discoverers *n, const meepled_action *action)
{
    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_follower f = n->figures[i];

        if (n->map.table[f.at].x != action->x || n->map.table[f.at].y != action->y ||
            f.zone != action->zone || f.player != n->player)
            continue;
        n->score[f.player] += naive_discoverers_worth(n, n->map.region[f.at][f.zone], false);
        n->figures[i] = n->figures[--n->standing];
        return;
    }
    abort(); /* it was listed */
}

void
naive_discoverers_apply(struct naive_discoverers *n, const meepled_action *action)
{
    switch (action->type) {
    case MEEPLED_PLACE_TILE:
        place(n, action);
        return;
    case MEEPLED_PLACE_FIGURE:
        n->figures[n->standing++] = (struct naive_follower){ .player = n->player,
                                                             .at = (uint16_t)(n->map.laid - 1),
                                                             .zone = action->zone };
        break;
    case MEEPLED_RETRIEVE_FIGURE:
        take_back(n, action);
        break;
    default:
        break;
    }
    end_turn(n);
}
