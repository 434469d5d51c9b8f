/* Wrong on purpose: it ends the program it lives in. */
#include "../fault.h"
#include <stdlib.h>

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    if (meepled_turn_get(g).number > 4)
        exit(3);
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-exit", NULL, 0)
