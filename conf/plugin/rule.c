/* House rule "@NAME@": a finished region of three tiles or more is worth some points more.
 *
 * That is only an example: put your rule in its place.  <meepled/rules.h> says what each hook may
 * do; hooks you leave out stay as the layers below have them.  `make test` judges the result. */
#include <meepled/rules.h>

enum { TILES_MIN = 3 };

struct conf { /* looked up once, not in every game */
    int32_t bonus;
};

static const meepled_option_word options[] = {
    { .name = "@NAME@",
      .type = MEEPLED_NUMBER,
      .standard = "1",
      .min = 0,
      .max = 9,
      .title = "Points more",
      .help = "points more for a finished region of three tiles or more" },
    { 0 },
};
static const meepled_vocabulary words = { .options = options };

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    return meepled_option(self, "@NAME@", &((struct conf *)conf)->bonus, err);
}

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    const struct conf *conf = meepled_conf(self);
    const meepled_region r = meepled_region_get(g, region);
    const int32_t points = meepled_below_value(self, g, region, final);

    if (points > 0 && r.closed && r.tiles >= TILES_MIN)
        return points + conf->bonus;
    return points; /* as before */
}

static const meepled_hooks hooks = { .value = value };

static const char *const requires[] = { @REQUIRES@NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "@NAME@",
    .version = "0.1.0",
    .summary = "finished regions of three tiles or more are worth more",
    .license = "MIT",
    .requires = requires,
    .words = &words,
    .conf_size = sizeof(struct conf),
    .configure = configure,
    .hooks = &hooks,
};
