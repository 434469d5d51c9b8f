/* House rule "redraw": once a game a player may discard what was drawn from the main pile and draw
 * again. */
#include <meepled/rules.h>

enum { MAIN_PILE = 0 };

struct conf {
    uint8_t redraw; /* the choice */
    int32_t redraws;
};

struct state {
    uint8_t used[MEEPLED_PLAYERS_MAX];
    bool drawn; /* what is offered came from the main pile */
};

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    struct conf *c = conf;
    const meepled_status status = meepled_choice(self, "redraw", &c->redraw, err);

    return status == MEEPLED_OK ? meepled_option(self, "redraws", &c->redraws, err) : status;
}

/* Bonus tiles, river tiles and hands cannot be drawn again. */
static meepled_status
offer(const meepled_layer *self, meepled_game *g)
{
    struct state *state = meepled_state(self, g);
    const uint16_t before = meepled_pile_left(g, MAIN_PILE);
    const meepled_status status = meepled_below_offer(self, g);
    size_t held;

    (void)meepled_hand(g, meepled_turn_get(g).player, &held);
    state->drawn = held == 0 && meepled_pile_left(g, MAIN_PILE) < before;
    return status;
}

static bool
is_open(const meepled_layer *self, const meepled_game *g)
{
    const struct conf *conf = meepled_conf(self);
    const struct state *state = meepled_state_read(self, g);
    const meepled_turn turn = meepled_turn_get(g);

    return turn.phase == MEEPLED_PLACE && state->drawn &&
           state->used[turn.player] < conf->redraws && meepled_pile_left(g, MAIN_PILE) > 0;
}

static size_t
choices(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap)
{
    const struct conf *conf = meepled_conf(self);
    const size_t own = is_open(self, g) ? 1 : 0;

    if (cap > 0 && own > 0)
        out[0] = conf->redraw;
    return own +
           meepled_below_choices(self, g, cap > own ? out + own : NULL, cap > own ? cap - own : 0);
}

/* When nothing that fits is left, the part lapses. */
static meepled_status
choose(const meepled_layer *self, meepled_game *g, uint8_t choice)
{
    const struct conf *conf = meepled_conf(self);
    struct state *state = meepled_state(self, g);
    meepled_status status = MEEPLED_OK;
    const uint16_t *offer;
    size_t offered;

    if (choice != conf->redraw)
        return meepled_below_choose(self, g, choice);
    state->used[meepled_turn_get(g).player]++;
    while (offer = meepled_offered(g, &offered), offered > 0 && status == MEEPLED_OK) {
        const uint16_t tile = offer[0];

        status = meepled_offer_withdraw(g, tile);
        if (status == MEEPLED_OK)
            status = meepled_discard(g, tile);
    }
    return status == MEEPLED_OK ? meepled_offer(g) : status;
}

static const char *
rule_against(const meepled_layer *self, const meepled_game *g, meepled_refusal what,
             uint16_t subject)
{
    if (what == MEEPLED_REFUSE_CHOICE && meepled_turn_get(g).phase == MEEPLED_PLACE)
        return "RD-1";
    return meepled_below_rule_against(self, g, what, subject);
}

static const meepled_choice_word answers[] = {
    { "redraw", "Discard and draw again", "Odhodit a líznout znovu" },
    { .name = NULL },
};

static const meepled_option_word options[] = {
    {
        .name = "redraws",
        .type = MEEPLED_NUMBER,
        .standard = "1",
        .min = 0,
        .max = 9,
        .help = "how often each player may draw again in a game",
        .help_cs = "kolikrát za hru smí každý hráč líznout znovu",
    },
    { .name = NULL },
};

static const meepled_vocabulary words = { .choices = answers, .options = options };

static const meepled_hooks hooks = {
    .offer = offer,
    .choices = choices,
    .choose = choose,
    .rule_against = rule_against,
};

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "redraw",
    .version = "1.0.0",
    .summary = "once a game, discard the drawn tile and draw another",
    .license = "MIT",
    .words = &words,
    .conf_size = sizeof(struct conf),
    .state_size = sizeof(struct state),
    .configure = configure,
    .hooks = &hooks,
};
