/* Wrong on purpose: it ends the program it lives in as if all were well. */
#include "../fault.h"
#include <unistd.h>

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    if (meepled_turn_get(g).number > 4)
        _exit(0);
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-quit", NULL, 0)
