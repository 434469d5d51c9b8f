/* House rule "no-farmers-until": nobody goes onto a field or meadow before so many tiles lie on the
 * table. */
#include <meepled/rules.h>

struct conf {
    uint8_t kinds[2]; /* fields, meadows: MEEPLED_NONE8 where the base has none */
    int32_t from;
};

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    static const char *const names[] = { "field", "meadow" };
    struct conf *c = conf;
    unsigned found = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        c->kinds[i] = MEEPLED_NONE8;
        found += meepled_kind(self, names[i], &c->kinds[i], NULL) == MEEPLED_OK;
    }
    if (found == 0)
        return meepled_fail(err, MEEPLED_ECONFIG, "no field and no meadow below no-farmers-until");
    return meepled_option(self, "farmers-from", &c->from, err);
}

static const char *
veto_figure(const meepled_layer *self, const meepled_game *g, const meepled_deploy *deploy)
{
    const struct conf *conf = meepled_conf(self);
    const uint8_t kind = meepled_zone_get(g, deploy->zone).kind;

    if ((kind == conf->kinds[0] || kind == conf->kinds[1]) && meepled_board_count(g) < conf->from)
        return "NF-1";
    return meepled_below_veto_figure(self, g, deploy);
}

static const meepled_option_word options[] = {
    {
        .name = "farmers-from",
        .type = MEEPLED_NUMBER,
        .standard = "20",
        .min = 1,
        .max = 200,
        .help = "tiles on the table from which on farmers and hunters may be deployed",
        .help_cs = "počet kartiček na stole, od kterého lze vysílat sedláky a lovce",
    },
    { .name = NULL },
};

static const meepled_vocabulary words = { .options = options };

static const meepled_hooks hooks = { .veto_figure = veto_figure };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "no-farmers-until",
    .version = "1.0.0",
    .summary = "farmers and hunters only once a number of tiles lie on the table",
    .license = "MIT",
    .words = &words,
    .conf_size = sizeof(struct conf),
    .configure = configure,
    .hooks = &hooks,
};
