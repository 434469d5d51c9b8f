/* Wrong on purpose: looking at a value changes the game. */
#include "../fault.h"

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    unsigned char *const state = (unsigned char *)(uintptr_t)meepled_state_read(self, g);

    state[0]++;
    return meepled_below_value(self, g, region, final);
}

static const meepled_hooks hooks = { .value = value };

FAULT("fault-value-writes", NULL, 1)
