/* What a region is worth, and to whom. */
#include "discoverers.h"

enum {
    COMPLETED_TILES = 3, /* DI-37, DI-39, DI-41: a smaller one counts as if it were open (DI-42) */

    GRASSLANDS_MAX = 512, /* beside one mountain; a tile of it has at most three */
};

/* DI-23, DI-24: port cities on a land region, each once. */
static int32_t
cities_on(const struct di_conf *conf, const meepled_game *g, uint16_t land)
{
    return (int32_t)meepled_region_linked_from(g, land, conf->on, NULL, 0);
}

/* DI-40: port cities on the shore of a sea. */
static int32_t
cities_on_shore(const struct di_conf *conf, const meepled_game *g, uint16_t sea)
{
    return (int32_t)meepled_region_linked_from(g, sea, conf->touches, NULL, 0);
}

/* DI-38, DI-43, DI-44: the mountain's own cities and those of all grasslands that border it, each
 * grassland once.  A city stands on one zone, so nothing is counted twice. */
static int32_t
cities_of_mountain(const struct di_conf *conf, const meepled_game *g, uint16_t mountain)
{
    uint16_t around[GRASSLANDS_MAX];
    const size_t found = meepled_region_links(g, mountain, conf->borders, around, GRASSLANDS_MAX);
    int32_t cities = cities_on(conf, g, mountain);

    for (size_t i = 0; i < found && i < GRASSLANDS_MAX; i++) {
        if (meepled_region_kind(g, around[i]) == conf->grassland)
            cities += cities_on(conf, g, around[i]);
    }
    return cities;
}

/* DI-49: at the end nothing counts as completed. */
int32_t
di_value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    const struct di_conf *conf = meepled_conf(self);
    const meepled_region r = meepled_region_get(g, region);
    const bool completed = !final && r.closed && r.tiles >= COMPLETED_TILES;

    if (r.kind == conf->grassland)
        return (completed ? 2 : 1) * r.tiles;
    if (r.kind == conf->mountain)
        return (completed ? 2 : 1) * cities_of_mountain(conf, g, region);
    if (r.kind == conf->sea)
        return cities_on_shore(conf, g, region) + (completed ? r.tiles : 0);
    return 0; /* a city by itself */
}

/* DI-33: everybody who stands there; there is no majority. */
void
di_claim(const meepled_layer *self, const meepled_game *g, uint16_t region, bool *claims)
{
    const uint16_t figures = meepled_figure_count(g);

    (void)self;
    for (uint16_t i = 0; i < figures; i++) {
        const meepled_figure f = meepled_figure_get(g, i);

        if (meepled_region_of(g, f.zone) == region)
            claims[f.player] = true;
    }
}

static const char *
value_rule(const struct di_conf *conf, const meepled_region *r, bool final)
{
    const bool grassland = r->kind == conf->grassland, mountain = r->kind == conf->mountain;

    if (!r->closed)
        return grassland ? "DI-36" : mountain ? "DI-38" : "DI-40";
    if (r->tiles < COMPLETED_TILES)
        return final ? "DI-50" : "DI-42";
    if (final)
        return "DI-49";
    return grassland ? "DI-37" : mountain ? "DI-39" : "DI-41";
}

meepled_status
di_score(const meepled_layer *self, meepled_game *g, uint16_t figure, bool final)
{
    const uint16_t region = meepled_region_of(g, meepled_figure_get(g, figure).zone);
    const meepled_region r = meepled_region_get(g, region);

    return meepled_score_figure(g, figure, final, value_rule(meepled_conf(self), &r, final));
}
