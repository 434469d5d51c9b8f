/* A progress bar on stderr, if that is a terminal. */
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void
progress_begin(struct progress *progress, const char *what, uint64_t total)
{
    *progress = (struct progress){
        .shown = isatty(STDERR_FILENO) != 0,
        .what = what,
        .total = total > 0 ? total : 1,
        .begun = now(),
    };
}

void
progress_draw(struct progress *progress, uint64_t done)
{
    enum { WIDTH = 40 };

    if (!progress->shown)
        return;
    const double t = now();
    if (t - progress->drawn < 0.1)
        return;
    progress->drawn = t;
    const int filled = (int)(done * WIDTH / progress->total);
    const double elapsed = t - progress->begun;
    const double left = done > 0 ? elapsed * (double)(progress->total - done) / (double)done : 0;

    fprintf(stderr, "\r[%.*s%.*s] %3d %% %llu of %llu %s, %.0f s left \x1b[K", filled,
            "########################################", WIDTH - filled,
            "........................................", (int)(done * 100 / progress->total),
            (unsigned long long)done, (unsigned long long)progress->total, progress->what, left);
}

double
progress_end(struct progress *progress)
{
    if (progress->shown && progress->drawn > 0)
        fputs("\r\x1b[K", stderr);
    return now() - progress->begun;
}
