/* House rule "draw-three": whoever draws from the main pile draws three tiles, places one of them
 * and puts the others back under the pile. */
#include <meepled/rules.h>

enum { MAIN_PILE = 0, DRAWN = 3 };

/* Another tile from the pile; one that fits nowhere goes straight back under it. */
static meepled_status
draw_one_more(meepled_game *g)
{
    const uint16_t tile = meepled_draw(g, MAIN_PILE);

    if (tile == MEEPLED_NONE)
        return MEEPLED_OK;
    return meepled_fits(g, tile) ? meepled_offer_tile(g, tile)
                                 : meepled_pile_return(g, MAIN_PILE, tile);
}

/* The first tile as ever.  Bonus tiles, river tiles and hands are chosen as the layers below say.
 */
static meepled_status
offer(const meepled_layer *self, meepled_game *g)
{
    const uint16_t before = meepled_pile_left(g, MAIN_PILE);
    meepled_status status = meepled_below_offer(self, g);
    size_t offered, held;

    (void)meepled_offered(g, &offered);
    (void)meepled_hand(g, meepled_turn_get(g).player, &held);
    if (offered == 0 || held > 0 || meepled_pile_left(g, MAIN_PILE) == before)
        return status;
    for (int i = 1; i < DRAWN && status == MEEPLED_OK; i++)
        status = draw_one_more(g);
    return status;
}

static meepled_status
placed(const meepled_layer *self, meepled_game *g, uint16_t slot)
{
    meepled_status status = meepled_below_placed(self, g, slot);
    size_t offered, held;
    const uint16_t *offer;

    (void)meepled_hand(g, meepled_turn_get(g).player, &held);
    while (offer = meepled_offered(g, &offered), held == 0 && offered > 0 && status == MEEPLED_OK) {
        const uint16_t tile = offer[0];

        status = meepled_offer_withdraw(g, tile);
        if (status == MEEPLED_OK)
            status = meepled_pile_return(g, MAIN_PILE, tile);
    }
    return status;
}

static const meepled_hooks hooks = { .offer = offer, .placed = placed };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "draw-three",
    .version = "1.0.0",
    .summary = "draw three tiles, place one, put the others back under the pile",
    .license = "MIT",
    .hooks = &hooks,
};
