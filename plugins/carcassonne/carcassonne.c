/* Carcassonne, third edition, with farmers.  What its rules (README.md) change in the plain
 * tile-laying game: what cities, roads, monasteries and fields are worth, and the River (river.c).
 * Placing, deploying and majorities are the plain game's own. */
#include "river.h"
#include "words.h"

enum {
    ROAD_TILE_POINTS = 1,  /* CB-29, CB-38 */
    CITY_POINTS = 2,       /* a tile and a pennant, CB-30 */
    CITY_OPEN_POINTS = 1,  /* CB-39 */
    CELL_POINTS = 1,       /* of a monastery, CB-31, CB-40 */
    FIELD_CITY_POINTS = 3, /* CB-41 */

    CITIES_MAX = 256,                                    /* beside one field */
    HELD_MAX = MEEPLED_PLAYERS_MAX * MEEPLED_SUPPLY_MAX, /* regions with a meeple */
};

/* Hooks that these options have no use for. */
static meepled_status
options_apply(const meepled_layer *self, struct carcassonne_conf *c, meepled_error *err)
{
    static const char *const river[] = { "setup", "offer", "veto", "next" };
    int32_t farmers = 0;
    meepled_status status = meepled_option(self, "farmers", &farmers, err);

    if (status == MEEPLED_OK && farmers)
        status = meepled_without(self, "veto_figure", err);
    if (meepled_pile(self, "river", &c->river_pile, NULL) == MEEPLED_OK)
        return status;
    for (size_t i = 0; i < sizeof river / sizeof *river && status == MEEPLED_OK; i++)
        status = meepled_without(self, river[i], err);
    return status;
}

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    struct carcassonne_conf *c = conf;
    const struct {
        meepled_status (*find)(const meepled_layer *, const char *, uint8_t *, meepled_error *);
        const char *name;
        uint8_t *index;
    } wanted[] = {
        { meepled_kind, "city", &c->city },
        { meepled_kind, "road", &c->road },
        { meepled_kind, "monastery", &c->monastery },
        { meepled_kind, "field", &c->field },
        { meepled_kind, "river", &c->river },
        { meepled_attribute, "pennants", &c->pennants },
        { meepled_link, "touches", &c->touches },
        { meepled_figure_kind, "meeple", &c->meeple },
    };
    meepled_status status = MEEPLED_OK;

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == MEEPLED_OK; i++)
        status = wanted[i].find(self, wanted[i].name, wanted[i].index, err);
    return status == MEEPLED_OK ? options_apply(self, c, err) : status;
}

/* CB-6: farmers are a supplement; without them nobody stands on a field. */
static const char *
veto_figure(const meepled_layer *self, const meepled_game *g, const meepled_deploy *deploy)
{
    const struct carcassonne_conf *conf = meepled_conf(self);

    if (meepled_zone_get(g, deploy->zone).kind == conf->field)
        return "CB-6";
    return meepled_below_veto_figure(self, g, deploy);
}

/* ---- points ---- */

/* CB-31, CB-40: the tile itself and the filled cells around it. */
static int32_t
monastery_value(const meepled_game *g, uint16_t region)
{
    const uint16_t zone = meepled_region_next(g, region, MEEPLED_NONE);
    const meepled_place place = meepled_board_get(g, meepled_zone_get(g, zone).slot).place;
    int32_t cells = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            cells += meepled_board_find(g, (int16_t)(place.x + dx), (int16_t)(place.y + dy)) !=
                     MEEPLED_NONE;
    return CELL_POINTS * cells;
}

/* CB-41: each completed city once, however often the field borders it. */
static int32_t
field_value(const struct carcassonne_conf *conf, const meepled_game *g, uint16_t region)
{
    uint16_t cities[CITIES_MAX];
    const size_t found = meepled_region_links(g, region, conf->touches, cities, CITIES_MAX);
    int32_t completed = 0;

    for (size_t i = 0; i < found && i < CITIES_MAX; i++)
        completed += meepled_region_closed(g, cities[i]);
    return FIELD_CITY_POINTS * completed;
}

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    const struct carcassonne_conf *conf = meepled_conf(self);
    const uint8_t kind = meepled_region_kind(g, region);

    if (kind == conf->city)
        return (final ? CITY_OPEN_POINTS : CITY_POINTS) *
               (meepled_region_get(g, region).tiles +
                meepled_region_sum(g, region, conf->pennants));
    if (kind == conf->road)
        return ROAD_TILE_POINTS * meepled_region_get(g, region).tiles;
    if (kind == conf->monastery)
        return monastery_value(g, region);
    if (kind == conf->field && final)
        return field_value(conf, g, region);
    return 0; /* CB-23, RI-16 */
}

/* As the plain game does, under the rule's number. */
static meepled_status
completed(const meepled_layer *self, meepled_game *g, uint16_t region)
{
    const struct carcassonne_conf *conf = meepled_conf(self);
    const uint8_t kind = meepled_region_kind(g, region);
    const char *rule = kind == conf->city ? "CB-30" : kind == conf->road ? "CB-29" : "CB-31";
    const meepled_status status = meepled_score_region(g, region, false, rule);

    return status == MEEPLED_OK
               ? meepled_figures_return(g, region, (uint8_t)(1u << conf->meeple)) /* CB-34 */
               : status;
}

static const char *
final_rule(const struct carcassonne_conf *conf, uint8_t kind)
{
    if (kind == conf->field)
        return "CB-41";
    if (kind == conf->monastery)
        return "CB-40";
    return kind == conf->city ? "CB-39" : "CB-38";
}

/* CB-37: the features, then the fields, each by its lowest cell. */
static meepled_status
final(const meepled_layer *self, meepled_game *g)
{
    const struct carcassonne_conf *conf = meepled_conf(self);
    uint16_t held[HELD_MAX];
    const size_t count = meepled_regions_with(g, conf->meeple, held, HELD_MAX);
    meepled_status status = MEEPLED_OK;

    for (int fields = 0; fields <= 1; fields++)
        for (size_t i = 0; i < count && status == MEEPLED_OK; i++) {
            const uint8_t kind = meepled_region_kind(g, held[i]);

            if ((kind == conf->field) == (fields == 1))
                status = meepled_score_region(g, held[i], true, final_rule(conf, kind));
        }
    return status;
}

static const meepled_hooks hooks = {
    .setup = river_setup,
    .offer = river_offer,
    .veto = river_veto,
    .veto_figure = veto_figure,
    .value = value,
    .completed = completed,
    .next = river_next,
    .final = final,
};

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "carcassonne",
    .version = "1.0.0",
    .summary = "Carcassonne, third edition, with farmers; optionally with the River",
    .license = "MIT",
    .base = true,
    .words = &carcassonne_words,
    .conf_size = sizeof(struct carcassonne_conf),
    .configure = configure,
    .hooks = &hooks,
};
