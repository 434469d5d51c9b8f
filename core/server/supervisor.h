/* A process that starts the daemon as its child, and again when rules end that. */
#ifndef SERVER_SUPERVISOR_H
#define SERVER_SUPERVISOR_H

#include <stdbool.h>

enum { SUPERVISOR_ADDRESS = 96 };

/* One life of the daemon: what its parent knows. */
struct supervisor_life {
    char address[SUPERVISOR_ADDRESS]; /* where the life before listened, "": it is the first */
    char end[64];                     /* how that ended, "": it is the first */
    bool exited;                      /* by exit, and not because it was to */
    int tell;                         /* for supervisor_listening */
};

/* Run `live` in a child until it returns, and return what it does.  If the child ends otherwise
 * while it listens, there is another one at once; if it never listened, that is given up after a
 * few tries.  SIGTERM, SIGINT and SIGHUP go to the child, which inherits them blocked.  The child
 * dies with its parent.  To be called before any thread is made. */
int supervisor_run(int (*live)(void *context, const struct supervisor_life *life), void *context);
/* The child's word that it serves, at "HOST:PORT". */
void supervisor_listening(const struct supervisor_life *life, const char *address);

#endif
