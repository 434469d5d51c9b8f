/* Wrong on purpose: it writes past its share of the game. */
#include "../fault.h"
#include <string.h>

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    unsigned char *const state = meepled_state(self, g);

    memset(state, 0xff, 256);
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-past-state", NULL, 16)
