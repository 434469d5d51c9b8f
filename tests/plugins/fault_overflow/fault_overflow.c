/* Wrong on purpose: a region is worth more than a score can hold. */
#include "../fault.h"

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    (void)self, (void)g, (void)region, (void) final;
    return INT32_MAX;
}

static const meepled_hooks hooks = { .value = value };

FAULT("fault-overflow", NULL, 0)
