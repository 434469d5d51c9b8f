/* Wrong on purpose: it names seats that are not there. */
#include "../fault.h"

static void
claim(const meepled_layer *self, const meepled_game *g, uint16_t region, bool *claims)
{
    meepled_below_claim(self, g, region, claims);
    claims[meepled_players(g)] = true;
}

static const meepled_hooks hooks = { .claim = claim };

FAULT("fault-seats", NULL, 0)
