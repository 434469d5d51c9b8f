/* House rule "small-city": a completed city of two tiles is worth one point a tile, as in the
 * earliest edition; pennants count as ever. */
#include <meepled/rules.h>

enum { SMALL = 2 };

struct conf {
    uint8_t city;
};

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    return meepled_kind(self, "city", &((struct conf *)conf)->city, err);
}

/* One point less for each of the two tiles, whatever the layers below make of a city; a value is
 * never negative. */
static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    const struct conf *conf = meepled_conf(self);
    const int32_t points = meepled_below_value(self, g, region, final);

    if (final || meepled_region_kind(g, region) != conf->city || !meepled_region_closed(g, region))
        return points;
    if (meepled_region_get(g, region).tiles != SMALL)
        return points;
    return points > SMALL ? points - SMALL : 0;
}

static const meepled_hooks hooks = { .value = value };

static const char *const requires[] = { "carcassonne", NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "small-city",
    .version = "1.0.0",
    .summary = "completed cities of two tiles score one point a tile, as in the earliest edition",
    .license = "MIT",
    .requires = requires,
    .conf_size = sizeof(struct conf),
    .configure = configure,
    .hooks = &hooks,
};
