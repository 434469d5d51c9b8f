/* Wrong on purpose: it remembers earlier games in a static variable. */
#include "../fault.h"

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    static unsigned calls;

    if (++calls % 7 == 0)
        return meepled_score_add(g, 0, 1, "X-1");
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-static", NULL, 0)
