/* Wrong on purpose: it draws a tile and forgets it. */
#include "../fault.h"

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    if (meepled_turn_get(g).number == 3)
        meepled_draw(g, 0);
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-tile", NULL, 0)
