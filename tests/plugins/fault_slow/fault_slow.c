/* Wrong on purpose: it takes its time. */
#include "../fault.h"
#include <time.h>

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    struct timespec t;
    time_t begun;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    begun = t.tv_sec * 1000 + t.tv_nsec / 1000000;
    while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < begun + 60)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-slow", NULL, 0)
