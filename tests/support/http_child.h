/* The real daemon as a child process: on a free port, with a store of its own in a temporary
 * folder, for as long as a test program runs. */
#ifndef HTTP_CHILD_H
#define HTTP_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct child {
    pid_t pid;
    char folder[64]; /* temporary: store and log */
    char url[96];    /* "http://127.0.0.1:PORT" */
    int port;
};

/* Start build/meepled (build: MEEPLED_BUILD) with `settings`, "SECTION.KEY=VALUE" each, NULL-ended,
 * NULL: none; fixed decks are allowed.  Ends the test program with a message if it does not say
 * that it listens. */
void child_start(struct child *child, const char *const *settings);
/* SIGTERM; true if it ended with status 0. */
bool child_stop(struct child *child);
/* SIGKILL, as at a power failure; the folder stays for child_restart. */
void child_kill(struct child *child);
/* Start it again on the same folder. */
void child_restart(struct child *child, const char *const *settings);
/* SIGHUP; true once it has logged that it reloaded, false when it refuses. */
bool child_reload(struct child *child);
/* Remove the folder. */
void child_clean(struct child *child);
/* All it has logged so far, new. */
char *child_log(const struct child *child);

#endif
