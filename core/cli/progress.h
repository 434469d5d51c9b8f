/* A progress bar on stderr, if that is a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool shown;
    const char *what; /* "games" */
    uint64_t total;
    double begun, drawn; /* seconds */
};

void progress_begin(struct progress *progress, const char *what, uint64_t total);
/* Draws at most ten times a second. */
void progress_draw(struct progress *progress, uint64_t done);
/* Wipe the bar out.  Returns the seconds since progress_begin. */
double progress_end(struct progress *progress);

#endif
