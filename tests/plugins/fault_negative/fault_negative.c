/* Wrong on purpose: a region is worth less than nothing. */
#include "../fault.h"

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    return meepled_below_value(self, g, region, final) - 50;
}

static const meepled_hooks hooks = { .value = value };

FAULT("fault-negative", NULL, 0)
