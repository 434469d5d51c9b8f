/* One daemon per store: a lock file beside it, `<path>-lock`.
 *
 * SQLite's own locks cannot say this: they let several writers take turns.  The lock is flock(2) on
 * a file of its own, because closing any descriptor of the database file would drop SQLite's locks
 * on it.  The file names the holder and the boot of the machine, and is removed at the end, so one
 * that is found tells that its holder died, and whether the machine died with it. */
#ifndef STORE_SQLITE_LOCK_H
#define STORE_SQLITE_LOCK_H

#include "store/store.h"

#include <limits.h>

struct sqlite_lock {
    int fd; /* -1: not held */
    char path[PATH_MAX];
    bool same_boot; /* the last holder died, but this machine has been up ever since */
};

/* STORE_LOCKED when another process, or this one, has it. */
enum store_status sqlite_lock_take(struct sqlite_lock *lock, const char *store_path,
                                   meepled_error *err);
/* Remove the file and let go; a lock with fd -1 is allowed. */
void sqlite_lock_drop(struct sqlite_lock *lock);

#endif
