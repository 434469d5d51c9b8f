/* Wrong on purpose: it asks the whole stack from within the same hook, and so itself, for ever. */
#include "../fault.h"

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    return 1 + meepled_value(g, region, final) + meepled_below_value(self, g, region, final);
}

static const meepled_hooks hooks = { .value = value };

FAULT("fault-recursion", NULL, 0)
