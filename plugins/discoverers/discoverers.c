/* The Discovery ("Discoverers").  What its rules (README.md) change in the plain tile-laying game:
 * completing a region settles nothing, a player takes figures back and scores then, every figure
 * for itself.  Placing and deploying are the plain game's own. */
#include "discoverers.h"

enum { FIGURES_MAX = MEEPLED_PLAYERS_MAX * MEEPLED_FIGURES_MAX * MEEPLED_SUPPLY_MAX };

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    struct di_conf *c = conf;
    int32_t hand = 0, equal_turns = 0;
    const struct {
        meepled_status (*find)(const meepled_layer *, const char *, uint8_t *, meepled_error *);
        const char *name;
        uint8_t *index;
    } wanted[] = {
        { meepled_kind, "grassland", &c->grassland },
        { meepled_kind, "mountain", &c->mountain },
        { meepled_kind, "sea", &c->sea },
        { meepled_link, "on", &c->on },
        { meepled_link, "touches", &c->touches },
        { meepled_link, "borders", &c->borders },
    };
    meepled_status status = MEEPLED_OK;

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == MEEPLED_OK; i++)
        status = wanted[i].find(self, wanted[i].name, wanted[i].index, err);
    if (status == MEEPLED_OK)
        status = meepled_option(self, "hand", &hand, err);
    if (status == MEEPLED_OK)
        status = meepled_option(self, "equal-turns", &equal_turns, err);
    c->hand = (uint8_t)hand;
    c->equal_turns = (uint8_t)equal_turns;
    return status;
}

/* DI-13: nothing is scored and nobody returns. */
static meepled_status
completed(const meepled_layer *self, meepled_game *g, uint16_t region)
{
    (void)self, (void)g, (void)region;
    return MEEPLED_OK;
}

/* DI-30, DI-31: any own figure, but for one deployed in this turn. */
static const char *
veto_retrieve(const meepled_layer *self, const meepled_game *g, uint16_t figure)
{
    (void)self;
    return meepled_figure_get(g, figure).turn == meepled_turn_get(g).number ? "DI-31" : NULL;
}

/* DI-30: it scores while it still stands there. */
static meepled_status
retrieved(const meepled_layer *self, meepled_game *g, uint16_t figure)
{
    const meepled_status status = di_score(self, g, figure, false);

    return status == MEEPLED_OK ? meepled_below_retrieved(self, g, figure) : status;
}

/* DI-51: players in turn order from the first, each player's figures by cell (y, then x). */
static uint64_t
final_place(const meepled_game *g, uint16_t figure)
{
    const meepled_figure f = meepled_figure_get(g, figure);
    const meepled_place at = meepled_board_get(g, meepled_zone_get(g, f.zone).slot).place;
    const uint8_t players = meepled_players(g);
    const uint64_t turn = (uint64_t)(f.player + players - meepled_first_player(g)) % players;

    return turn << 48 | (uint64_t)(at.y - INT16_MIN) << 32 | (uint64_t)(at.x - INT16_MIN) << 16 |
           f.zone;
}

/* DI-48: every figure on the table, each for itself. */
static meepled_status
final(const meepled_layer *self, meepled_game *g)
{
    const uint16_t count = meepled_figure_count(g);
    uint16_t order[FIGURES_MAX];
    meepled_status status = MEEPLED_OK;

    for (uint16_t i = 0; i < count; i++) {
        const uint64_t place = final_place(g, i);
        uint16_t at = i;

        for (; at > 0 && final_place(g, order[at - 1]) > place; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (uint16_t i = 0; i < count && status == MEEPLED_OK; i++)
        status = di_score(self, g, order[i], true);
    return status;
}

static const meepled_hooks hooks = {
    .setup = di_setup,
    .offer = di_offer,
    .placed = di_placed,
    .veto_retrieve = veto_retrieve,
    .retrieved = retrieved,
    .value = di_value,
    .claim = di_claim,
    .completed = completed,
    .next = di_next,
    .final = final,
    .rule_against = di_rule_against,
};

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "discoverers",
    .version = "1.0.0",
    .summary = "Carcassonne: The Discovery",
    .license = "MIT",
    .base = true,
    .words = &di_words,
    .conf_size = sizeof(struct di_conf),
    .configure = configure,
    .hooks = &hooks,
};
