/* Wrong on purpose: what was listed is refused. */
#include "../fault.h"

static meepled_status
deployed(const meepled_layer *self, meepled_game *g, uint16_t figure)
{
    (void)self, (void)g, (void)figure;
    return MEEPLED_EREFUSED;
}

static const meepled_hooks hooks = { .deployed = deployed };

FAULT("fault-refuses", NULL, 0)
