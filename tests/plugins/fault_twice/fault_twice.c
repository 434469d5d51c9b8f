/* Wrong on purpose: it takes one figure off the table twice. */
#include "../fault.h"

static meepled_status
completed(const meepled_layer *self, meepled_game *g, uint16_t region)
{
    const meepled_status status = meepled_below_completed(self, g, region);
    const uint16_t last = (uint16_t)(meepled_figure_count(g) - 1);

    if (status != MEEPLED_OK || last == UINT16_MAX)
        return status;
    meepled_figure_return(g, last);
    return meepled_figure_return(g, last);
}

static const meepled_hooks hooks = { .completed = completed };

FAULT("fault-twice", NULL, 0)
