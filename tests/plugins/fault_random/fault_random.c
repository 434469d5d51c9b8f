/* Wrong on purpose: it has a random generator of its own. */
#include "../fault.h"
#include <stdlib.h>

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    return rand() % 5 + meepled_below_value(self, g, region, final);
}

static const meepled_hooks hooks = { .value = value };

FAULT("fault-random", NULL, 0)
