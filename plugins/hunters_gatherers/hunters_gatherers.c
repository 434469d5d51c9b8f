/* Carcassonne: Hunters and Gatherers, first edition.  What its rules (README.md) change in the
 * plain tile-laying game: points, monuments, bonus tiles, the end.  Placing, deploying and
 * majorities are the plain game's own. */
#include "words.h"

#include <meepled/rules.h>

enum {
    MARK_MONUMENT = 1, /* on a hunter with the right of HG-62 */

    LAKES_MAX = 64,                                      /* at the ends of one river */
    HELD_MAX = MEEPLED_PLAYERS_MAX * MEEPLED_SUPPLY_MAX, /* regions with a figure of one kind */
};

struct conf { /* indices of our words in this stack */
    uint8_t forest, river, meadow;
    uint8_t fish, gold, mushrooms, deer, mammoth, tiger, aurochs, fire, monument;
    uint8_t flows;
    uint8_t member, hut;
    uint8_t bonus;
    int32_t forest_piece, mushroom, river_piece, river_fish, hut_fish, animal; /* points */
};

/* What things are worth in this stack: as printed, unless the variant says otherwise. */
static meepled_status
points_find(const meepled_layer *self, struct conf *c, meepled_error *err)
{
    const struct {
        const char *name;
        int32_t *points;
    } wanted[] = {
        { "points-forest-piece", &c->forest_piece }, { "points-mushrooms", &c->mushroom },
        { "points-river-piece", &c->river_piece },   { "points-fish", &c->river_fish },
        { "points-hut-fish", &c->hut_fish },         { "points-animal", &c->animal },
    };
    meepled_status status = MEEPLED_OK;

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == MEEPLED_OK; i++)
        status = meepled_option(self, wanted[i].name, wanted[i].points, err);
    return status;
}

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    struct conf *c = conf;
    const struct {
        meepled_status (*find)(const meepled_layer *, const char *, uint8_t *, meepled_error *);
        const char *name;
        uint8_t *index;
    } wanted[] = {
        { meepled_kind, "forest", &c->forest },
        { meepled_kind, "river", &c->river },
        { meepled_kind, "meadow", &c->meadow },
        { meepled_attribute, "fish", &c->fish },
        { meepled_attribute, "gold", &c->gold },
        { meepled_attribute, "mushrooms", &c->mushrooms },
        { meepled_attribute, "deer", &c->deer },
        { meepled_attribute, "mammoth", &c->mammoth },
        { meepled_attribute, "tiger", &c->tiger },
        { meepled_attribute, "aurochs", &c->aurochs },
        { meepled_attribute, "fire", &c->fire },
        { meepled_attribute, "monument", &c->monument },
        { meepled_link, "flows", &c->flows },
        { meepled_figure_kind, "member", &c->member },
        { meepled_figure_kind, "hut", &c->hut },
        { meepled_pile, "bonus", &c->bonus },
    };

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const meepled_status status = wanted[i].find(self, wanted[i].name, wanted[i].index, err);

        if (status != MEEPLED_OK)
            return status;
    }
    return points_find(self, c, err);
}

/* HG-46 to HG-50: a bonus part draws from the bonus pile, with the same law for misfits. */
static meepled_status
offer(const meepled_layer *self, meepled_game *g)
{
    const struct conf *conf = meepled_conf(self);

    if (meepled_turn_get(g).bonus)
        return meepled_offer_fitting(g, conf->bonus);
    return meepled_below_offer(self, g);
}

/* HG-62: a hunter deployed on the zone with the monument has the right to the meadow. */
static meepled_status
deployed(const meepled_layer *self, meepled_game *g, uint16_t figure)
{
    const struct conf *conf = meepled_conf(self);
    const meepled_figure f = meepled_figure_get(g, figure);

    if (f.kind == conf->member && meepled_zone_attribute(g, f.zone, conf->monument) > 0) {
        const meepled_status status = meepled_figure_mark(g, figure, MARK_MONUMENT);

        if (status != MEEPLED_OK)
            return status;
    }
    return meepled_below_deployed(self, g, figure);
}

/* ---- points ---- */

static int32_t
forest_value(const struct conf *conf, const meepled_game *g, uint16_t region)
{
    return conf->forest_piece * meepled_region_zones(g, region) +
           conf->mushroom * meepled_region_sum(g, region, conf->mushrooms);
}

/* The lakes are a set, so one at both ends counts once (HG-37); fish drawn on the river itself are
 * for huts only. */
static int32_t
river_value(const struct conf *conf, const meepled_game *g, uint16_t region)
{
    uint16_t lakes[LAKES_MAX];
    const size_t found = meepled_region_links(g, region, conf->flows, lakes, LAKES_MAX);
    int32_t fish = 0;

    for (size_t i = 0; i < found && i < LAKES_MAX; i++)
        fish += meepled_region_sum(g, lakes[i], conf->fish);
    return conf->river_piece * meepled_region_zones(g, region) + conf->river_fish * fish;
}

static int32_t
meadow_value(const struct conf *conf, const meepled_game *g, uint16_t region)
{
    const bool fire = meepled_region_sum(g, region, conf->fire) > 0; /* HG-59 */
    const int32_t tigers = fire ? 0 : meepled_region_sum(g, region, conf->tiger);
    const int32_t deer = meepled_region_sum(g, region, conf->deer);
    const int32_t left = deer > tigers ? deer - tigers : 0; /* HG-71 */

    return conf->animal * (left + meepled_region_sum(g, region, conf->mammoth) +
                           meepled_region_sum(g, region, conf->aurochs));
}

/* Forests and rivers count when completed, meadows and systems at the end, nothing at both. */
static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    const struct conf *conf = meepled_conf(self);
    const uint8_t kind = meepled_region_kind(g, region);

    if (kind == conf->meadow)
        return final ? meadow_value(conf, g, region) : 0;
    if (region & MEEPLED_SYSTEM)
        return final ? conf->hut_fish * meepled_region_sum(g, region, conf->fish) : 0;
    if (final)
        return 0; /* HG-67 */
    if (kind == conf->forest)
        return forest_value(conf, g, region);
    if (kind == conf->river)
        return river_value(conf, g, region);
    return 0; /* a lake by itself */
}

/* HG-62, HG-65: owners of monument hunters share the meadow among themselves, each in full. */
static void
claim(const meepled_layer *self, const meepled_game *g, uint16_t region, bool *claims)
{
    const struct conf *conf = meepled_conf(self);
    const bool meadow = meepled_region_kind(g, region) == conf->meadow;
    const uint8_t players = meepled_players(g);
    const uint16_t figures = meadow ? meepled_figure_count(g) : 0;
    bool owner[MEEPLED_PLAYERS_MAX] = { false };
    bool any = false;

    for (uint16_t i = 0; i < figures; i++) {
        const meepled_figure f = meepled_figure_get(g, i);

        if (f.mark == MARK_MONUMENT && meepled_region_of(g, f.zone) == region)
            any = owner[f.player] = true;
    }
    if (!any) {
        meepled_below_claim(self, g, region, claims);
        return;
    }
    for (uint8_t player = 0; player < players; player++)
        claims[player] = owner[player];
}

/* ---- what a tile completes ---- */

/* HG-46, HG-47: gold in a forest just closed gives one bonus tile, but never during a bonus part.
 */
static meepled_status
gold_reward(const struct conf *conf, meepled_game *g, uint16_t forest)
{
    if (meepled_region_sum(g, forest, conf->gold) == 0 || meepled_turn_get(g).bonus ||
        meepled_pile_left(g, conf->bonus) == 0)
        return MEEPLED_OK;
    return meepled_part_grant(g, true);
}

/* As the plain game does, under the rule's number.  Huts are of another scope and stay (HG-39). */
static meepled_status
completed(const meepled_layer *self, meepled_game *g, uint16_t region)
{
    const struct conf *conf = meepled_conf(self);
    const bool forest = meepled_region_kind(g, region) == conf->forest;
    meepled_status status = meepled_score_region(g, region, false, forest ? "HG-40" : "HG-36");

    if (status == MEEPLED_OK)
        status = meepled_figures_return(g, region, (uint8_t)(1u << conf->member)); /* HG-44 */
    return status == MEEPLED_OK && forest ? gold_reward(conf, g, region) : status;
}

/* ---- the end ---- */

/* The order of HG-67 to HG-70: members off open forests and rivers, huts, then hunters. */
static meepled_status
final(const meepled_layer *self, meepled_game *g)
{
    const struct conf *conf = meepled_conf(self);
    uint16_t held[HELD_MAX], systems[HELD_MAX];
    const size_t held_count = meepled_regions_with(g, conf->member, held, HELD_MAX);
    const size_t system_count = meepled_regions_with(g, conf->hut, systems, HELD_MAX);
    meepled_status status = MEEPLED_OK;

    for (size_t i = 0; i < held_count && status == MEEPLED_OK; i++) {
        if (meepled_region_kind(g, held[i]) != conf->meadow)
            status = meepled_figures_return(g, held[i], (uint8_t)(1u << conf->member));
    }
    for (size_t i = 0; i < system_count && status == MEEPLED_OK; i++)
        status = meepled_score_region(g, systems[i], true, "HG-68");
    for (size_t i = 0; i < held_count && status == MEEPLED_OK; i++) {
        if (meepled_region_kind(g, held[i]) == conf->meadow)
            status = meepled_score_region(g, held[i], true, "HG-70");
    }
    return status;
}

static const meepled_hooks hooks = {
    .offer = offer,
    .deployed = deployed,
    .value = value,
    .claim = claim,
    .completed = completed,
    .final = final,
};

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "hunters-gatherers",
    .version = "1.0.0",
    .summary = "Carcassonne: Hunters and Gatherers, first edition",
    .license = "MIT",
    .base = true,
    .words = &hg_words,
    .conf_size = sizeof(struct conf),
    .configure = configure,
    .hooks = &hooks,
};
