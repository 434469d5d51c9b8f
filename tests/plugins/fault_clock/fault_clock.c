/* Wrong on purpose: it looks at the clock. */
#include "../fault.h"
#include <time.h>

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    if (t.tv_nsec / 1000 % 2 == 0)
        return meepled_score_add(g, 0, 1, "X-1");
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-clock", NULL, 0)
