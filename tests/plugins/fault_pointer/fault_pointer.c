/* Wrong on purpose: it keeps a pointer in the state of the game. */
#include "../fault.h"

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    const void **const state = meepled_state(self, g);

    *state = g;
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-pointer", NULL, sizeof(void *))
