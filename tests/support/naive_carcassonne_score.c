/* The naive game of Carcassonne: what is completed and what it is worth. */
#include "tests/support/naive_carcassonne.h"

#include <string.h>

/* ---- points ---- */

static int
filled_around(const struct naive_carcassonne *n, size_t at)
{
    int filled = 0;

    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if ((dx != 0 || dy != 0) &&
                naive_at(&n->map, n->map.table[at].x + dx, n->map.table[at].y + dy) >= 0)
                filled++;
        }
    }
    return filled;
}

/* CB-41: a field borders what some zone of it touches on its tile. */
int32_t
naive_carcassonne_cities(const struct naive_carcassonne *n, size_t at, uint8_t zone)
{
    const int field = n->map.region[at][zone];
    int seen[NAIVE_TILES_MAX];
    size_t count = 0;

    for (size_t t = 0; t < n->map.laid; t++) {
        for (uint8_t z = 0; z < naive_zones(&n->map, t); z++) {
            if (n->map.region[t][z] != field)
                continue;
            const meepled_tile_zone printed =
                meepled_stack_zone(n->map.stack, n->map.table[t].tile, z);

            for (uint8_t l = 0; l < printed.link_count; l++) {
                const int city = n->map.region[t][printed.links[l].to];
                bool known = printed.links[l].link != n->touches ||
                             naive_region_of(&n->map, city, false).open > 0;

                for (size_t i = 0; i < count; i++)
                    known = known || seen[i] == city;
                if (!known)
                    seen[count++] = city;
            }
        }
    }
    return (int32_t)count;
}

int32_t
naive_carcassonne_worth(const struct naive_carcassonne *n, size_t at, uint8_t zone, bool final)
{
    const uint8_t kind = naive_kind(&n->map, at, zone);
    const int label = n->map.region[at][zone];
    const int32_t tiles = (int32_t)naive_region_of(&n->map, label, false).tiles;

    if (kind == n->road)
        return tiles;
    if (kind == n->city)
        return (final ? 1 : 2) * (tiles + naive_sum(&n->map, label, false, n->pennants));
    if (kind == n->monastery)
        return 1 + filled_around(n, at);
    if (kind == n->field && final)
        return 3 * naive_carcassonne_cities(n, at, zone);
    return 0;
}

/* To whoever has most meeples there, each in full. */
static void
pay(struct naive_carcassonne *n, int label, int32_t points)
{
    unsigned counts[MEEPLED_PLAYERS_MAX] = { 0 }, most = 0;

    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_meeple *f = &n->figures[i];

        if (n->map.region[f->at][f->zone] == label && ++counts[f->player] > most)
            most = counts[f->player];
    }
    for (uint8_t p = 0; p < n->players; p++) {
        if (most > 0 && counts[p] == most)
            n->score[p] += points;
    }
}

static void
clear(struct naive_carcassonne *n, int label)
{
    for (size_t i = n->standing; i-- > 0;) {
        if (n->map.region[n->figures[i].at][n->figures[i].zone] == label)
            naive_carcassonne_take_off(n, i);
    }
}

/* ---- completed ---- */

static void
take_goods(struct naive_carcassonne *n, int label)
{
    static const int32_t printed[NAIVE_GOODS] = { 9, 6, 5 };

    for (size_t i = 0; n->goods && i < NAIVE_GOODS; i++) {
        int32_t left = printed[i], wanted = naive_sum(&n->map, label, false, n->symbols[i]);

        for (uint8_t p = 0; p < n->players; p++)
            left -= n->tokens[p][i];
        n->tokens[n->player][i] += wanted < left ? wanted : left;
    }
}

void
naive_carcassonne_completed(struct naive_carcassonne *n)
{
    const size_t last = n->map.laid - 1;

    n->pennant = false;
    for (uint8_t zone = 0; zone < naive_zones(&n->map, last); zone++) {
        const uint8_t kind = naive_kind(&n->map, last, zone);
        const int label = n->map.region[last][zone];
        bool seen = false;

        for (uint8_t earlier = 0; earlier < zone; earlier++)
            seen = seen || n->map.region[last][earlier] == label;
        if (seen || (kind != n->city && kind != n->road) ||
            naive_region_of(&n->map, label, false).open > 0)
            continue;
        pay(n, label, naive_carcassonne_worth(n, last, zone, false));
        clear(n, label);
        if (kind == n->city) {
            take_goods(n, label);
            n->pennant = n->pennant || naive_sum(&n->map, label, false, n->pennants) > 0;
        }
    }
    for (size_t i = n->standing; i-- > 0;) {
        const struct naive_meeple f = n->figures[i];

        if (naive_kind(&n->map, f.at, f.zone) != n->monastery || filled_around(n, f.at) < 8)
            continue;
        n->score[f.player] += 9;
        naive_carcassonne_take_off(n, i);
    }
}

/* ---- the end ---- */

static void
score_goods(struct naive_carcassonne *n)
{
    for (size_t i = 0; n->goods && i < NAIVE_GOODS; i++) {
        int32_t most = 0;

        for (uint8_t p = 0; p < n->players; p++)
            most = n->tokens[p][i] > most ? n->tokens[p][i] : most;
        for (uint8_t p = 0; p < n->players; p++)
            n->score[p] += most > 0 && n->tokens[p][i] == most ? 10 : 0;
    }
}

void
naive_carcassonne_end(struct naive_carcassonne *n)
{
    while (n->standing > 0) {
        const struct naive_meeple f = n->figures[0];
        const int label = n->map.region[f.at][f.zone];

        pay(n, label, naive_carcassonne_worth(n, f.at, f.zone, true));
        clear(n, label);
    }
    score_goods(n);
    memset(n->at_piles, 0, sizeof n->at_piles);
    n->phase = MEEPLED_OVER;
}
