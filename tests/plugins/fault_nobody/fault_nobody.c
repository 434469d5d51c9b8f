/* Wrong on purpose: it gives points to players without a figure there. */
#include "../fault.h"

static void
claim(const meepled_layer *self, const meepled_game *g, uint16_t region, bool *claims)
{
    (void)self, (void)region;
    for (uint8_t p = 0; p < meepled_players(g); p++)
        claims[p] = true;
}

static const meepled_hooks hooks = { .claim = claim };

FAULT("fault-nobody", NULL, 0)
