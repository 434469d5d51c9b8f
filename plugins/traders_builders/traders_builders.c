/* Traders and Builders, third edition: a layer on Carcassonne.  Goods for whoever completes a city,
 * a builder for a second part of the turn, a pig that scores its field during play. */
#include "words.h"

#include <meepled/rules.h>

enum {
    GOODS = 3,         /* kinds of them */
    GOODS_POINTS = 10, /* TB-18 */
    PIG_POINTS = 3,    /* TB-44 */
    CITIES_MAX = 256,  /* beside one field */
};

/* TB-3: tokens in the common supply. */
static const struct {
    const char *name;
    uint16_t supply;
} goods[GOODS] = { { "poultry", 9 }, { "grain", 6 }, { "cloth", 5 } };

struct conf { /* indices in this stack; MEEPLED_NONE8: its module is not in use */
    uint8_t city, pennants, touches;
    uint8_t builder, at_piles;
    uint8_t pig, farmer, return_farmer, leave_farmer;
    uint8_t symbol[GOODS], token[GOODS];
};

struct wanted {
    meepled_status (*find)(const meepled_layer *, const char *, uint8_t *, meepled_error *);
    const char *name;
    uint8_t *index;
};

/* Look up the words of a module; without them it is not in use, and its hooks are not either. */
static meepled_status
module_find(const meepled_layer *self, const struct wanted *wanted, const char *const *hooks,
            meepled_error *err)
{
    meepled_status status = MEEPLED_OK;
    bool used = true;

    for (; wanted->name; wanted++) {
        *wanted->index = MEEPLED_NONE8;
        used = wanted->find(self, wanted->name, wanted->index, NULL) == MEEPLED_OK && used;
    }
    for (; !used && *hooks && status == MEEPLED_OK; hooks++)
        status = meepled_without(self, *hooks, err);
    return status;
}

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    static const char *const of_goods[] = { "completed", "final", NULL };
    static const char *const of_builder[] = { "placed", "offer", NULL };
    static const char *const of_pig[] = { "resolved", "choices", "choose", "rule_against", NULL };
    struct conf *c = conf;
    const struct wanted all[] = {
        { meepled_kind, "city", &c->city },
        { meepled_attribute, "pennants", &c->pennants },
        { meepled_link, "touches", &c->touches },
        { meepled_decision, "farmer", &c->farmer },
        { meepled_choice, "return-farmer", &c->return_farmer },
        { meepled_choice, "leave-farmer", &c->leave_farmer },
        { meepled_attribute, goods[0].name, &c->symbol[0] },
        { meepled_attribute, goods[1].name, &c->symbol[1] },
        { meepled_attribute, goods[2].name, &c->symbol[2] },
    };
    const struct wanted for_goods[] = { { meepled_token, goods[0].name, &c->token[0] },
                                        { meepled_token, goods[1].name, &c->token[1] },
                                        { meepled_token, goods[2].name, &c->token[2] },
                                        { .name = NULL } };
    const struct wanted for_builder[] = { { meepled_figure_kind, "builder", &c->builder },
                                          { meepled_token, "builder-at-piles", &c->at_piles },
                                          { .name = NULL } };
    const struct wanted for_pig[] = { { meepled_figure_kind, "pig", &c->pig }, { .name = NULL } };
    meepled_status status = MEEPLED_OK;

    for (size_t i = 0; i < sizeof all / sizeof *all && status == MEEPLED_OK; i++)
        status = all[i].find(self, all[i].name, all[i].index, err);
    if (status == MEEPLED_OK)
        status = module_find(self, for_goods, of_goods, err);
    if (status == MEEPLED_OK)
        status = module_find(self, for_builder, of_builder, err);
    return status == MEEPLED_OK ? module_find(self, for_pig, of_pig, err) : status;
}

/* TB-21, TB-35: a companion has no conditions besides those of its meeple.  Where it may stand and
 * whether there is one has been checked. */
static const char *
veto_figure(const meepled_layer *self, const meepled_game *g, const meepled_deploy *deploy)
{
    const struct conf *conf = meepled_conf(self);
    meepled_deploy meeple = *deploy;

    if (deploy->with == conf->builder || deploy->with == conf->pig)
        meeple.with = MEEPLED_NONE8;
    return meepled_below_veto_figure(self, g, &meeple);
}

/* ---- goods ---- */

/* TB-13, TB-17: a token for each symbol, from what is left of them. */
static meepled_status
goods_take(const struct conf *conf, meepled_game *g, uint16_t city)
{
    meepled_status status = MEEPLED_OK;

    for (size_t i = 0; i < GOODS && status == MEEPLED_OK; i++) {
        int32_t left = goods[i].supply, symbols;

        for (uint8_t player = 0; player < meepled_players(g); player++)
            left -= meepled_tokens(g, player, conf->token[i]);
        symbols = meepled_region_sum(g, city, conf->symbol[i]);
        if (symbols > left)
            symbols = left;
        if (symbols > 0)
            status = meepled_tokens_add(g, meepled_turn_get(g).player, conf->token[i], symbols);
    }
    return status;
}

/* TB-12: scored as usual first. */
static meepled_status
completed(const meepled_layer *self, meepled_game *g, uint16_t region)
{
    const struct conf *conf = meepled_conf(self);
    const meepled_status status = meepled_below_completed(self, g, region);

    if (status != MEEPLED_OK || meepled_region_kind(g, region) != conf->city)
        return status;
    return goods_take(conf, g, region);
}

/* TB-18, TB-57: after everything else. */
static meepled_status
final(const meepled_layer *self, meepled_game *g)
{
    const struct conf *conf = meepled_conf(self);
    const uint8_t players = meepled_players(g);
    meepled_status status = meepled_below_final(self, g);

    for (size_t i = 0; i < GOODS; i++) {
        uint16_t most = 1; /* a kind nobody has gives nobody points */

        for (uint8_t player = 0; player < players; player++)
            if (meepled_tokens(g, player, conf->token[i]) > most)
                most = meepled_tokens(g, player, conf->token[i]);
        for (uint8_t player = 0; player < players && status == MEEPLED_OK; player++)
            if (meepled_tokens(g, player, conf->token[i]) == most)
                status = meepled_score_add(g, player, GOODS_POINTS, "TB-18");
    }
    return status;
}

/* ---- builder ---- */

static bool
is_part_of(const meepled_game *g, uint16_t slot, uint16_t region)
{
    const uint16_t first = meepled_zone_first(g, slot);

    for (uint8_t i = 0; i < meepled_zone_count(g, slot); i++)
        if (meepled_region_of(g, (uint16_t)(first + i)) == region)
            return true;
    return false;
}

/* The figure of `player` with `companion` beside it, MEEPLED_NONE if there is none. */
static uint16_t
find_with(const meepled_game *g, uint8_t player, uint8_t companion)
{
    const uint16_t count = meepled_figure_count(g);

    for (uint16_t i = 0; i < count; i++) {
        const meepled_figure f = meepled_figure_get(g, i);

        if (f.player == player && f.with == companion)
            return i;
    }
    return MEEPLED_NONE;
}

/* TB-25 to TB-32: the own tile becomes part of the road or city where the builder of an earlier
 * turn stands: it goes to the piles and gives a second part. */
static meepled_status
placed(const meepled_layer *self, meepled_game *g, uint16_t slot)
{
    const struct conf *conf = meepled_conf(self);
    const meepled_turn turn = meepled_turn_get(g);
    meepled_status status = meepled_below_placed(self, g, slot);

    if (status != MEEPLED_OK || turn.part != 1)
        return status;
    const uint16_t figure = find_with(g, turn.player, conf->builder);
    if (figure == MEEPLED_NONE ||
        !is_part_of(g, slot, meepled_region_of(g, meepled_figure_get(g, figure).zone)))
        return MEEPLED_OK;
    status = meepled_companion_take(g, figure, false);
    if (status == MEEPLED_OK)
        status = meepled_tokens_add(g, turn.player, conf->at_piles, 1);
    return status == MEEPLED_OK ? meepled_part_grant(g, false) : status;
}

/* TB-30: the builder is back in supply before the second part, also when that lapses (TB-33). */
static meepled_status
offer(const meepled_layer *self, meepled_game *g)
{
    const struct conf *conf = meepled_conf(self);
    const uint8_t player = meepled_turn_get(g).player;
    meepled_status status = MEEPLED_OK;

    if (meepled_tokens(g, player, conf->at_piles) > 0) {
        status = meepled_tokens_add(g, player, conf->at_piles, -1);
        if (status == MEEPLED_OK)
            status = meepled_figure_restock(g, player, conf->builder);
    }
    return status == MEEPLED_OK ? meepled_below_offer(self, g) : status;
}

/* ---- pig ---- */

/* TB-42: has the tile just placed completed a city with a pennant? */
static bool
is_pig_time(const struct conf *conf, const meepled_game *g)
{
    const uint16_t slot = meepled_turn_get(g).slot;
    const uint16_t first = meepled_zone_first(g, slot);

    for (uint8_t i = 0; i < meepled_zone_count(g, slot); i++) {
        const uint16_t region = meepled_region_of(g, (uint16_t)(first + i));

        if (meepled_region_kind(g, region) == conf->city && meepled_region_closed(g, region) &&
            meepled_region_sum(g, region, conf->pennants) > 0)
            return true;
    }
    return false;
}

/* TB-44. */
static int32_t
pig_value(const struct conf *conf, const meepled_game *g, uint16_t field)
{
    uint16_t cities[CITIES_MAX];
    const size_t found = meepled_region_links(g, field, conf->touches, cities, CITIES_MAX);
    int32_t value = 0;

    for (size_t i = 0; i < found && i < CITIES_MAX; i++)
        value += meepled_region_closed(g, cities[i]) ? PIG_POINTS : 0;
    return value;
}

/* TB-46, TB-47: score the next pig from the active player clockwise, take it off and ask its owner
 * about the farmer, who stands on the decision's subject. */
static meepled_status
pig_score(const struct conf *conf, meepled_game *g)
{
    const uint8_t players = meepled_players(g), active = meepled_turn_get(g).player;

    for (uint8_t i = 0; i < players; i++) {
        const uint8_t player = (uint8_t)((active + i) % players);
        const uint16_t figure = find_with(g, player, conf->pig);

        if (figure == MEEPLED_NONE)
            continue;
        const uint16_t zone = meepled_figure_get(g, figure).zone;
        const int32_t points = pig_value(conf, g, meepled_region_of(g, zone));
        meepled_status status = meepled_score_add(g, player, points, "TB-44");
        if (status == MEEPLED_OK)
            status = meepled_companion_take(g, figure, true);
        return status == MEEPLED_OK ? meepled_ask(g, player, conf->farmer, zone) : status;
    }
    return MEEPLED_OK;
}

/* TB-43: after all features of the tile, once. */
static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    const struct conf *conf = meepled_conf(self);
    const meepled_status status = meepled_below_resolved(self, g);

    if (status != MEEPLED_OK || !is_pig_time(conf, g))
        return status;
    return pig_score(conf, g);
}

static size_t
choices(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap)
{
    const struct conf *conf = meepled_conf(self);
    const meepled_turn turn = meepled_turn_get(g);

    if (turn.decision != conf->farmer) /* also when nothing is to be decided */
        return meepled_below_choices(self, g, out, cap);
    if (cap > 0)
        out[0] = conf->return_farmer;
    if (cap > 1)
        out[1] = conf->leave_farmer;
    return 2;
}

/* TB-47, TB-48. */
static meepled_status
choose(const meepled_layer *self, meepled_game *g, uint8_t choice)
{
    const struct conf *conf = meepled_conf(self);
    const meepled_turn turn = meepled_turn_get(g);
    const uint16_t count = meepled_figure_count(g);
    meepled_status status = MEEPLED_OK;

    if (turn.decision != conf->farmer)
        return meepled_below_choose(self, g, choice);
    for (uint16_t i = 0; i < count && choice == conf->return_farmer; i++) {
        if (meepled_figure_get(g, i).zone != turn.subject)
            continue;
        status = meepled_figure_return(g, i);
        break;
    }
    return status == MEEPLED_OK ? pig_score(conf, g) : status;
}

/* TB-10: only the owner of the pig may act. */
static const char *
rule_against(const meepled_layer *self, const meepled_game *g, meepled_refusal what,
             uint16_t subject)
{
    if (what == MEEPLED_REFUSE_PLAYER && meepled_turn_get(g).phase == MEEPLED_DECISION)
        return "TB-10";
    return meepled_below_rule_against(self, g, what, subject);
}

static const meepled_hooks hooks = {
    .offer = offer,
    .placed = placed,
    .veto_figure = veto_figure,
    .completed = completed,
    .resolved = resolved,
    .choices = choices,
    .choose = choose,
    .final = final,
    .rule_against = rule_against,
};

static const char *const requires[] = { "carcassonne", NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "traders-builders",
    .version = "1.0.0",
    .summary = "Carcassonne: Traders and Builders, third edition; goods, builder and pig",
    .license = "MIT",
    .requires = requires,
    .words = &tb_words,
    .conf_size = sizeof(struct conf),
    .configure = configure,
    .hooks = &hooks,
};
