/* What lies in the crash file, and what it says about the end of the process before. */
#ifndef SERVER_GUARD_BLAME_H
#define SERVER_GUARD_BLAME_H

#include "server/guard.h"

#include <stdatomic.h>

enum {
    GUARD_MAGIC = 8,
    GUARD_SLOTS = 320,  /* threads at once; more are not watched */
    GUARD_ASIDE = 16,   /* variants */
    GUARD_BY_EXIT = -1, /* instead of a signal's number */
    GUARD_BY_WATCHDOG = -2,
    GUARD_BY_WAITING = -3,
};
#define GUARD_VARIANT '+' /* marks the name of a variant; no id of a game begins with it */

/* One thread's, a cache line each. */
struct guard_slot {
    _Alignas(64) char game[STORE_ID];
    atomic_uint busy;
    atomic_uint entries; /* counts up: the watchdog sees whether it is still the same one */
    int end;             /* 0; a signal; BY_... */
    unsigned limit_ms;   /* what it broke */
};

struct guard_file {
    char magic[GUARD_MAGIC];
    struct guard_blame aside[GUARD_ASIDE]; /* variants */
    char suspects[GUARD_BLAMES][STORE_ID]; /* busy when a process exited and nobody knew why */
    struct guard_slot slots[GUARD_SLOTS];
};

/* Whom the slots blame, to blames[0..cap), and variants to file->aside; the slots are empty
 * afterwards.  `exited` as in guard_open.  Returns how many. */
size_t guard_blame_collect(struct guard_file *file, bool exited, struct guard_blame *blames,
                           size_t cap);

#endif
