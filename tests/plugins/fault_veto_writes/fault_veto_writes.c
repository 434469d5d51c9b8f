/* Wrong on purpose: looking at a place changes the game. */
#include "../fault.h"

static const char *
veto(const meepled_layer *self, const meepled_game *g, const meepled_place *place)
{
    unsigned char *const state = (unsigned char *)(uintptr_t)meepled_state_read(self, g);

    state[0]++;
    return meepled_below_veto(self, g, place);
}

static const meepled_hooks hooks = { .veto = veto };

FAULT("fault-veto-writes", NULL, 1)
