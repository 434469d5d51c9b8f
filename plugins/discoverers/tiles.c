/* Tiles laid aside, hands, and what may be placed: the two variants for experienced players. */
#include "discoverers.h"

/* ---- set-up ---- */

/* DI-60, DI-62: how many tiles are left out so that all have equally many turns. */
static unsigned
tiles_aside(const struct di_conf *conf, const meepled_game *g)
{
    static const uint8_t printed[] = { [2] = 1, [3] = 2, [4] = 3, [5] = 1 };
    const uint8_t players = meepled_players(g);

    switch (conf->equal_turns) {
    case EQUAL_TURNS_PRINTED:
        return players < sizeof printed ? printed[players] : 0;
    case EQUAL_TURNS_EXACT:
        return (unsigned)meepled_pile_left(g, MAIN_PILE) % players;
    default:
        return 0;
    }
}

static meepled_status
lay_aside(const struct di_conf *conf, meepled_game *g)
{
    meepled_status status = MEEPLED_OK;

    for (unsigned left = tiles_aside(conf, g); left > 0 && status == MEEPLED_OK; left--) {
        const uint16_t tile = meepled_draw_last(g, MAIN_PILE);

        if (tile == MEEPLED_NONE)
            break;
        status = meepled_aside(g, tile);
    }
    return status;
}

/* Draw until the hand is full or the pile empty. */
static meepled_status
hand_fill(const struct di_conf *conf, meepled_game *g, uint8_t player)
{
    meepled_status status = MEEPLED_OK;
    size_t held;

    while (meepled_hand(g, player, &held), held < conf->hand && status == MEEPLED_OK) {
        const uint16_t tile = meepled_draw(g, MAIN_PILE);

        if (tile == MEEPLED_NONE)
            break;
        status = meepled_hand_add(g, player, tile);
    }
    return status;
}

/* First the tiles left out, then the hands in turn order (DI-54). */
meepled_status
di_setup(const meepled_layer *self, meepled_game *g)
{
    const struct di_conf *conf = meepled_conf(self);
    const uint8_t players = meepled_players(g), first = meepled_first_player(g);
    meepled_status status = meepled_below_setup(self, g);

    if (status == MEEPLED_OK)
        status = lay_aside(conf, g);
    for (uint8_t i = 0; conf->hand > 1 && i < players && status == MEEPLED_OK; i++)
        status = hand_fill(conf, g, (uint8_t)((first + i) % players));
    return status;
}

/* ---- turns ---- */

/* Offer what fits of a hand; false in `any` when nothing does. */
static meepled_status
hand_offer(meepled_game *g, uint8_t player, bool *any)
{
    size_t held;
    const uint16_t *hand = meepled_hand(g, player, &held);
    meepled_status status = MEEPLED_OK;

    *any = false;
    for (size_t i = 0; i < held && status == MEEPLED_OK; i++) {
        if (!meepled_fits(g, hand[i]))
            continue;
        *any = true;
        status = meepled_offer_held(g, hand[i]);
    }
    return status;
}

static meepled_status
hand_discard(meepled_game *g, uint8_t player)
{
    meepled_status status = MEEPLED_OK;
    const uint16_t *hand;
    size_t held;

    while (hand = meepled_hand(g, player, &held), held > 0 && status == MEEPLED_OK) {
        const uint16_t tile = hand[0];

        status = meepled_hand_remove(g, player, tile);
        if (status == MEEPLED_OK)
            status = meepled_discard(g, tile);
    }
    return status;
}

/* DI-57, DI-59: a hand that fits nowhere is changed for another as long as there is a pile. */
meepled_status
di_offer(const meepled_layer *self, meepled_game *g)
{
    const struct di_conf *conf = meepled_conf(self);
    const uint8_t player = meepled_turn_get(g).player;
    bool any = false;

    if (conf->hand == 1)
        return meepled_below_offer(self, g);
    for (;;) {
        meepled_status status = hand_offer(g, player, &any);

        if (status != MEEPLED_OK || any || meepled_pile_left(g, MAIN_PILE) == 0)
            return status;
        status = hand_discard(g, player);
        if (status == MEEPLED_OK)
            status = hand_fill(conf, g, player);
        if (status != MEEPLED_OK)
            return status;
    }
}

/* DI-56: the replacement comes before ACTION. */
meepled_status
di_placed(const meepled_layer *self, meepled_game *g, uint16_t slot)
{
    const struct di_conf *conf = meepled_conf(self);
    const meepled_status status = meepled_below_placed(self, g, slot);

    if (status != MEEPLED_OK || conf->hand == 1)
        return status;
    return hand_fill(conf, g, meepled_turn_get(g).player);
}

static bool
anybody_can_place(const meepled_game *g)
{
    for (uint8_t player = 0; player < meepled_players(g); player++) {
        size_t held;
        const uint16_t *hand = meepled_hand(g, player, &held);

        for (size_t i = 0; i < held; i++) {
            if (meepled_fits(g, hand[i]))
                return true;
        }
    }
    return false;
}

/* DI-58, DI-59: with hands the game goes on beyond the end of the pile. */
meepled_next_turn
di_next(const meepled_layer *self, const meepled_game *g)
{
    const struct di_conf *conf = meepled_conf(self);
    meepled_next_turn next = meepled_below_next(self, g);

    if (conf->hand > 1 && next.over)
        next.over = !anybody_can_place(g);
    return next;
}

/* ---- refusals ---- */

/* With hands it is another rule that decides what may be placed. */
const char *
di_rule_against(const meepled_layer *self, const meepled_game *g, meepled_refusal what,
                uint16_t subject)
{
    const struct di_conf *conf = meepled_conf(self);
    size_t held;
    const uint16_t *hand = meepled_hand(g, meepled_turn_get(g).player, &held);

    if (conf->hand == 1 || what != MEEPLED_REFUSE_TILE)
        return meepled_below_rule_against(self, g, what, subject);
    for (size_t i = 0; i < held; i++) {
        if (hand[i] == subject)
            return "DI-57"; /* a misfit that stays in hand */
    }
    return "DI-55";
}
