/* Wrong on purpose: it follows a pointer to nowhere. */
#include "../fault.h"

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    const volatile int *const nowhere = NULL;

    return *nowhere + meepled_below_value(self, g, region, final);
}

static const meepled_hooks hooks = { .value = value };

FAULT("fault-null", NULL, 0)
