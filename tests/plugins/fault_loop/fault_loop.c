/* Wrong on purpose: it never comes back. */
#include "../fault.h"

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    volatile bool waiting = meepled_turn_get(g).number > 4;

    while (waiting)
        continue;
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-loop", NULL, 0)
