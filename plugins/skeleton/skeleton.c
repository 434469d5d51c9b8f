/* The smallest base: a complete game in one hook, to copy when starting a game of your own.
 *
 * Players lay paths through grass and put walkers on them.  A path that has no open end scores one
 * point for each piece and two for each view along it; whoever has most walkers on it gets them,
 * and the walkers come back.  An unfinished path scores its pieces at the end, without the views.
 *
 * The rest is the engine's plain game: one tile a turn, sides must match, one walker a tile and
 * none on a path that has one, ties all, the end when the pile is empty. */
#include <meepled/rules.h>

enum { PIECE_POINTS = 1, VIEW_POINTS = 2 };

/* ---- words: every table ends with an entry without a name ---- */

/* `path` takes the middle of a side and is done when no side is open; `grass` takes what is left
 * of a side and is never done. */
static const meepled_kind_word kinds[] = {
    { "path", "Path", "Pěšina", "#d8c8a0", MEEPLED_CENTRE, MEEPLED_BY_SIDES },
    { "grass", "Grass", "Tráva", "#7fb069", MEEPLED_HALVES, MEEPLED_NEVER },
    { .name = NULL },
};

static const meepled_attribute_word attributes[] = {
    { "view", "View", "Výhled" },
    { .name = NULL },
};

static const meepled_role_word roles[] = {
    { "path", "hiker", "Hiker", "Pěší turista" },
    { .kind = NULL },
};

static const meepled_figure_word figures[] = {
    {
        .name = "walker",
        .title = "Walker",
        .title_cs = "Chodec",
        .supply = 3,
        .strength = 1,
        .scope = MEEPLED_IN_REGION,
        .roles = roles,
    },
    { .name = NULL },
};

static const meepled_pile_word piles[] = {
    { "main", "Tiles", "Kartičky" }, /* the first pile is the one drawn from */
    { .name = NULL },
};

static const meepled_vocabulary words = {
    .players_min = 2,
    .players_max = 4,
    .kinds = kinds,
    .attributes = attributes,
    .figures = figures,
    .piles = piles,
};

/* ---- hooks ---- */

/* What the hooks need to know of this stack: asked for once, by name, in configure. */
struct conf {
    uint8_t view;
};

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    return meepled_attribute(self, "view", &((struct conf *)conf)->view, err);
}

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    const struct conf *conf = meepled_conf(self);
    const int32_t pieces = PIECE_POINTS * meepled_region_zones(g, region);

    if (final)
        return pieces;
    return pieces + VIEW_POINTS * meepled_region_sum(g, region, conf->view);
}

static const meepled_hooks hooks = { .value = value };

/* ---- the one symbol a plugin exports ---- */

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "skeleton",
    .version = "1.0.0",
    .summary = "paths and views; a model for bases",
    .license = "MIT",
    .base = true,
    .words = &words,
    .conf_size = sizeof(struct conf),
    .configure = configure,
    .hooks = &hooks,
};
