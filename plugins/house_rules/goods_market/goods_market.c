/* House rule "goods-market": before placing a tile, the player on turn may offer a goods token for
 * one of another kind.  At the end of that part the others who have one are asked in turn order
 * until somebody is willing to swap. */
#include <meepled/rules.h>

enum { GOODS = 3, OFFERS = GOODS * (GOODS - 1) };

static const struct {
    const char *name;
    uint8_t give, take; /* which of the goods */
} offers[OFFERS] = {
    { "offer-poultry-for-grain", 0, 1 }, { "offer-poultry-for-cloth", 0, 2 },
    { "offer-grain-for-poultry", 1, 0 }, { "offer-grain-for-cloth", 1, 2 },
    { "offer-cloth-for-poultry", 2, 0 }, { "offer-cloth-for-grain", 2, 1 },
};

struct conf {
    uint8_t token[GOODS], offer[OFFERS];
    uint8_t market, swap, decline;
};

struct state {
    uint8_t offer; /* of this part, from 1; 0: none yet */
};

/* Without goods there is no market. */
static meepled_status
close_market(const meepled_layer *self, meepled_error *err)
{
    static const char *const all[] = { "resolved", "choices", "choose", "rule_against" };
    meepled_status status = MEEPLED_OK;

    for (size_t i = 0; i < sizeof all / sizeof *all && status == MEEPLED_OK; i++)
        status = meepled_without(self, all[i], err);
    return status;
}

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    static const char *const goods[GOODS] = { "poultry", "grain", "cloth" };
    struct conf *c = conf;
    meepled_status status = meepled_decision(self, "market", &c->market, err);

    if (meepled_token(self, goods[0], &c->token[0], NULL) != MEEPLED_OK)
        return close_market(self, err);
    if (status == MEEPLED_OK)
        status = meepled_choice(self, "swap", &c->swap, err);
    if (status == MEEPLED_OK)
        status = meepled_choice(self, "decline", &c->decline, err);
    for (size_t i = 0; i < OFFERS && status == MEEPLED_OK; i++)
        status = meepled_choice(self, offers[i].name, &c->offer[i], err);
    for (size_t i = 0; i < GOODS && status == MEEPLED_OK; i++)
        status = meepled_token(self, goods[i], &c->token[i], err);
    return status;
}

/* The next seat after `seat`, up to the player on turn, that has what offer `i` asks for. */
static uint8_t
next_partner(const struct conf *conf, const meepled_game *g, uint8_t seat, size_t i)
{
    const uint8_t players = meepled_players(g), active = meepled_turn_get(g).player;

    for (seat = (uint8_t)((seat + 1) % players); seat != active;
         seat = (uint8_t)((seat + 1) % players)) {
        if (meepled_tokens(g, seat, conf->token[offers[i].take]) > 0)
            return seat;
    }
    return MEEPLED_NONE8;
}

static bool
is_possible(const struct conf *conf, const meepled_game *g, size_t i)
{
    const uint8_t active = meepled_turn_get(g).player;

    return meepled_tokens(g, active, conf->token[offers[i].give]) > 0 &&
           next_partner(conf, g, active, i) != MEEPLED_NONE8;
}

/* Ask the next partner after `seat` about offer `i`, if there is one. */
static meepled_status
ask_next(const struct conf *conf, meepled_game *g, uint8_t seat, size_t i)
{
    const uint8_t partner = next_partner(conf, g, seat, i);

    return partner == MEEPLED_NONE8 ? MEEPLED_OK
                                    : meepled_ask(g, partner, conf->market, (uint16_t)i);
}

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    const struct conf *conf = meepled_conf(self);
    struct state *state = meepled_state(self, g);
    const uint8_t offer = state->offer;
    const meepled_status status = meepled_below_resolved(self, g);

    state->offer = 0;
    if (status != MEEPLED_OK || offer == 0 || !is_possible(conf, g, offer - 1u))
        return status;
    return ask_next(conf, g, meepled_turn_get(g).player, offer - 1u);
}

static size_t
choices(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap)
{
    const struct conf *conf = meepled_conf(self);
    const struct state *state = meepled_state_read(self, g);
    const meepled_turn turn = meepled_turn_get(g);
    const uint8_t answers[] = { conf->swap, conf->decline };
    size_t own = 0;

    if (turn.decision == conf->market) {
        for (; own < sizeof answers; own++)
            if (own < cap)
                out[own] = answers[own];
        return own;
    }
    for (size_t i = 0; i < OFFERS && turn.phase == MEEPLED_PLACE && state->offer == 0; i++) {
        if (!is_possible(conf, g, i))
            continue;
        if (own < cap)
            out[own] = conf->offer[i];
        own++;
    }
    return own +
           meepled_below_choices(self, g, cap > own ? out + own : NULL, cap > own ? cap - own : 0);
}

static meepled_status
swap(const struct conf *conf, meepled_game *g, uint8_t partner, size_t i)
{
    const uint8_t active = meepled_turn_get(g).player;
    const uint8_t give = conf->token[offers[i].give], take = conf->token[offers[i].take];
    const struct {
        uint8_t player, token;
        int32_t count;
    } moves[] = {
        { active, give, -1 }, { partner, give, 1 }, { partner, take, -1 }, { active, take, 1 }
    };
    meepled_status status = MEEPLED_OK;

    for (size_t m = 0; m < sizeof moves / sizeof *moves && status == MEEPLED_OK; m++)
        status = meepled_tokens_add(g, moves[m].player, moves[m].token, moves[m].count);
    return status;
}

static meepled_status
choose(const meepled_layer *self, meepled_game *g, uint8_t choice)
{
    const struct conf *conf = meepled_conf(self);
    struct state *state = meepled_state(self, g);
    const meepled_turn turn = meepled_turn_get(g);

    if (turn.decision == conf->market)
        return choice == conf->swap ? swap(conf, g, turn.decides, turn.subject)
                                    : ask_next(conf, g, turn.decides, turn.subject);
    for (uint8_t i = 0; i < OFFERS; i++) {
        if (choice != conf->offer[i])
            continue;
        state->offer = (uint8_t)(i + 1);
        return MEEPLED_OK;
    }
    return meepled_below_choose(self, g, choice);
}

/* GM-1: only the one who is asked answers, with yes or no. */
static const char *
rule_against(const meepled_layer *self, const meepled_game *g, meepled_refusal what,
             uint16_t subject)
{
    const struct conf *conf = meepled_conf(self);

    if (meepled_turn_get(g).decision == conf->market)
        return "GM-1";
    return meepled_below_rule_against(self, g, what, subject);
}

static const meepled_decision_word decisions[] = {
    { "market", "Swap goods?", "Vyměnit zboží?" },
    { .name = NULL },
};

static const meepled_choice_word answers[] = {
    { "swap", "Swap", "Vyměnit" },
    { "decline", "Keep the goods", "Nechat si zboží" },
    { "offer-poultry-for-grain", "Offer poultry for grain", "Nabídnout drůbež za obilí" },
    { "offer-poultry-for-cloth", "Offer poultry for cloth", "Nabídnout drůbež za látku" },
    { "offer-grain-for-poultry", "Offer grain for poultry", "Nabídnout obilí za drůbež" },
    { "offer-grain-for-cloth", "Offer grain for cloth", "Nabídnout obilí za látku" },
    { "offer-cloth-for-poultry", "Offer cloth for poultry", "Nabídnout látku za drůbež" },
    { "offer-cloth-for-grain", "Offer cloth for grain", "Nabídnout látku za obilí" },
    { .name = NULL },
};

static const meepled_vocabulary words = { .decisions = decisions, .choices = answers };

static const meepled_hooks hooks = {
    .resolved = resolved,
    .choices = choices,
    .choose = choose,
    .rule_against = rule_against,
};

static const char *const requires[] = { "traders-builders", NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "goods-market",
    .version = "1.0.0",
    .summary = "offer a goods token for one of another kind; whoever is asked may swap",
    .license = "MIT",
    .requires = requires,
    .words = &words,
    .conf_size = sizeof(struct conf),
    .state_size = sizeof(struct state),
    .configure = configure,
    .hooks = &hooks,
};
