/* The naive game: turns, figures, scoring and the end of Hunters and Gatherers. */
#include "tests/support/naive.h"

#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static uint8_t
attribute(const meepled_stack *stack, const char *name)
{
    size_t count;
    const meepled_attribute_word *words = meepled_stack_attributes(stack, &count);

    for (uint8_t i = 0; i < count; i++) {
        if (strcmp(words[i].name, name) == 0)
            return i;
    }
    abort();
}

static void
words(struct naive *n)
{
    const meepled_stack *s = n->map.stack;

    n->forest = naive_kind_named(s, "forest");
    n->river = naive_kind_named(s, "river");
    n->lake = naive_kind_named(s, "lake");
    n->meadow = naive_kind_named(s, "meadow");
    n->fish = attribute(s, "fish");
    n->gold = attribute(s, "gold");
    n->mushrooms = attribute(s, "mushrooms");
    n->deer = attribute(s, "deer");
    n->mammoth = attribute(s, "mammoth");
    n->tiger = attribute(s, "tiger");
    n->aurochs = attribute(s, "aurochs");
    n->fire = attribute(s, "fire");
    n->monument = attribute(s, "monument");
}

/* ---- figures ---- */

static void
take_off(struct naive *n, size_t figure)
{
    const struct naive_figure f = n->figures[figure];

    n->supply[f.player][f.kind]++;
    n->figures[figure] = n->figures[--n->standing];
}

/* How many figures of `kind` each player has in a region (huts: a system). */
static unsigned
count_figures(const struct naive *n, int label, uint8_t of, unsigned counts[MEEPLED_PLAYERS_MAX])
{
    unsigned most = 0;

    memset(counts, 0, MEEPLED_PLAYERS_MAX * sizeof *counts);
    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_figure *f = &n->figures[i];
        const int there =
            of == NAIVE_HUT ? n->map.system[f->at][f->zone] : n->map.region[f->at][f->zone];

        if (f->kind == of && there == label && ++counts[f->player] > most)
            most = counts[f->player];
    }
    return most;
}

static void
pay_majority(struct naive *n, int label, uint8_t of, int32_t points)
{
    unsigned counts[MEEPLED_PLAYERS_MAX];
    const unsigned most = count_figures(n, label, of, counts);

    for (uint8_t p = 0; p < n->players; p++) {
        if (most > 0 && counts[p] == most)
            n->score[p] += points;
    }
}

static bool
may_deploy(const struct naive *n, uint8_t of, uint8_t zone)
{
    const size_t last = n->map.laid - 1;
    const uint8_t on = naive_kind(&n->map, last, zone);
    unsigned counts[MEEPLED_PLAYERS_MAX];

    if (n->supply[n->player][of] == 0)
        return false;
    if (of == NAIVE_MEMBER)
        return on != n->lake && count_figures(n, n->map.region[last][zone], of, counts) == 0;
    return (on == n->river || on == n->lake) &&
           count_figures(n, n->map.system[last][zone], of, counts) == 0;
}

/* ---- scoring ---- */

static int32_t
river_points(const struct naive *n, int label)
{
    int32_t points = (int32_t)naive_region_of(&n->map, label, false).zones;

    /* Each lake some zone of the river flows into, once. */
    for (size_t at = 0; at < n->map.laid; at++) {
        for (uint8_t lake = 0; lake < naive_zones(&n->map, at); lake++) {
            bool ends = false;

            for (uint8_t zone = 0; zone < naive_zones(&n->map, at); zone++) {
                const meepled_tile_zone z =
                    meepled_stack_zone(n->map.stack, n->map.table[at].tile, zone);

                for (uint8_t i = 0; n->map.region[at][zone] == label && i < z.link_count; i++)
                    ends |= z.links[i].to == lake;
            }
            if (ends)
                points += meepled_stack_zone(n->map.stack, n->map.table[at].tile, lake)
                              .attributes[n->fish];
        }
    }
    return points;
}

/* Score what the last tile completed; true when a forest with gold was among it. */
static bool
score_completed(struct naive *n)
{
    const size_t last = n->map.laid - 1;
    bool gold = false;

    for (uint8_t zone = 0; zone < naive_zones(&n->map, last); zone++) {
        const int label = n->map.region[last][zone];
        const uint8_t on = naive_kind(&n->map, last, zone);
        bool seen = false;

        for (uint8_t earlier = 0; earlier < zone; earlier++)
            seen |= n->map.region[last][earlier] == label;
        if (seen || (on != n->forest && on != n->river) ||
            naive_region_of(&n->map, label, false).open > 0)
            continue;
        if (on == n->forest) {
            pay_majority(n, label, NAIVE_MEMBER,
                         2 * (int32_t)naive_region_of(&n->map, label, false).zones +
                             2 * naive_sum(&n->map, label, false, n->mushrooms));
            gold |= naive_sum(&n->map, label, false, n->gold) > 0;
        } else {
            pay_majority(n, label, NAIVE_MEMBER, river_points(n, label));
        }
        for (size_t i = n->standing; i-- > 0;) {
            if (n->figures[i].kind == NAIVE_MEMBER &&
                n->map.region[n->figures[i].at][n->figures[i].zone] == label)
                take_off(n, i);
        }
    }
    return gold;
}

static void
score_meadow(struct naive *n, int label)
{
    const int32_t deer = naive_sum(&n->map, label, false, n->deer);
    const int32_t tigers = naive_sum(&n->map, label, false, n->tiger);
    const bool fire = naive_sum(&n->map, label, false, n->fire) > 0;
    const int32_t left = fire ? deer : tigers >= deer ? 0 : deer - tigers;
    const int32_t points = 2 * left + 2 * naive_sum(&n->map, label, false, n->mammoth) +
                           2 * naive_sum(&n->map, label, false, n->aurochs);
    bool monument = false, paid[MEEPLED_PLAYERS_MAX] = { false };

    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_figure *f = &n->figures[i];

        if (!f->monument || n->map.region[f->at][f->zone] != label)
            continue;
        monument = true;
        if (!paid[f->player])
            n->score[f->player] += points;
        paid[f->player] = true;
    }
    if (!monument)
        pay_majority(n, label, NAIVE_MEMBER, points);
}

static void
score_end(struct naive *n)
{
    int done[NAIVE_FIGURES_MAX];
    size_t count = 0;

    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_figure *f = &n->figures[i];
        const bool hut = f->kind == NAIVE_HUT;
        const int label = hut ? n->map.system[f->at][f->zone] : n->map.region[f->at][f->zone];
        bool seen = false;

        for (size_t d = 0; d < count; d++)
            seen |= done[d] == label;
        if (seen)
            continue;
        done[count++] = label;
        if (hut)
            pay_majority(n, label, NAIVE_HUT, naive_sum(&n->map, label, true, n->fish));
        else if (naive_kind(&n->map, f->at, f->zone) == n->meadow)
            score_meadow(n, label);
    }
    while (n->standing > 0)
        take_off(n, 0);
    n->phase = MEEPLED_OVER;
}

/* ---- turns ---- */

/* Offer the next tile of a pile that fits; false when there is none. */
static bool
draw(struct naive *n, unsigned pile)
{
    struct naive_pile *p = &n->piles[pile];

    while (p->next < p->end) {
        const uint16_t tile = p->tiles[p->next++];

        if (naive_fits(&n->map, tile)) {
            n->offered = tile;
            n->bonus = pile == NAIVE_BONUS;
            n->phase = MEEPLED_PLACE;
            return true;
        }
        n->discarded[n->discarded_count++] = tile;
    }
    return false;
}

static void
end_turn(struct naive *n)
{
    if (n->piles[NAIVE_MAIN].next == n->piles[NAIVE_MAIN].end) {
        score_end(n);
        return;
    }
    n->player = (uint8_t)((n->player + 1) % n->players);
    if (!draw(n, NAIVE_MAIN))
        score_end(n);
}

static void
end_deploying(struct naive *n)
{
    if (score_completed(n) && !n->bonus && draw(n, NAIVE_BONUS))
        return;
    end_turn(n);
}

void
naive_start(struct naive *n, const meepled_stack *stack, uint8_t players, uint8_t first,
            const struct naive_pile piles[2])
{
    memset(n, 0, sizeof *n);
    n->map.stack = stack;
    n->players = players;
    n->player = first;
    words(n);
    for (uint8_t p = 0; p < players; p++) {
        n->supply[p][NAIVE_MEMBER] = 5;
        n->supply[p][NAIVE_HUT] = 2;
    }
    n->piles[0] = piles[0];
    n->piles[1] = piles[1];
    for (uint16_t tile = 0; tile < meepled_stack_tiles(stack); tile++) {
        if (meepled_stack_tile(stack, tile).start)
            naive_lay(&n->map, tile, 0, 0, 0);
    }
    naive_fill(&n->map);
    if (!draw(n, NAIVE_MAIN))
        score_end(n);
}

static void
list(meepled_action *out, size_t cap, size_t *count, meepled_action action)
{
    if (*count < cap)
        out[*count] = action;
    ++*count;
}

size_t
naive_actions(struct naive *n, meepled_action *out, size_t cap)
{
    size_t count = 0;

    if (n->phase == MEEPLED_PLACE) {
        return naive_places(&n->map, n->offered, out, cap, 0);
    }
    if (n->phase == MEEPLED_FIGURE) {
        const struct naive_laid *last = &n->map.table[n->map.laid - 1];

        for (uint8_t zone = 0; zone < naive_zones(&n->map, n->map.laid - 1); zone++) {
            for (uint8_t of = NAIVE_MEMBER; of <= NAIVE_HUT; of++) {
                if (may_deploy(n, of, zone))
                    list(out, cap, &count,
                         (meepled_action){ .type = MEEPLED_PLACE_FIGURE,
                                           .figure = of,
                                           .zone = zone,
                                           .x = (int16_t)last->x,
                                           .y = (int16_t)last->y });
            }
        }
        list(out, cap, &count, (meepled_action){ .type = MEEPLED_PASS });
    }
    return count;
}

void
naive_apply(struct naive *n, const meepled_action *action)
{
    const size_t last = n->map.laid - 1;

    switch (action->type) {
    case MEEPLED_PLACE_TILE:
        naive_lay(&n->map, action->tile, action->x, action->y, action->turned / 90u);
        naive_fill(&n->map);
        n->phase = MEEPLED_FIGURE;
        if (naive_actions(n, NULL, 0) == 1) /* only passing: nobody is asked */
            end_deploying(n);
        break;
    case MEEPLED_PLACE_FIGURE:
        n->supply[n->player][action->figure]--;
        n->figures[n->standing++] = (struct naive_figure){
            .player = n->player,
            .kind = action->figure,
            .at = (uint16_t)last,
            .zone = action->zone,
            .monument = action->figure == NAIVE_MEMBER &&
                        meepled_stack_zone(n->map.stack, n->map.table[last].tile, action->zone)
                                .attributes[n->monument] > 0,
        };
        end_deploying(n);
        break;
    default:
        end_deploying(n);
        break;
    }
}
