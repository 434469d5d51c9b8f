/* Wrong on purpose: it ends itself. */
#include "../fault.h"
#include <stdlib.h>

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    if (meepled_turn_get(g).number > 4)
        abort();
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-abort", NULL, 0)
