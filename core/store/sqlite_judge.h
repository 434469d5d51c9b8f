/* Judging a file before it is opened for use: is it a store, whole, and of a version we know? */
#ifndef STORE_SQLITE_JUDGE_H
#define STORE_SQLITE_JUDGE_H

#include "store/store.h"

/* Files up to this size are checked in full at every start: some 100 ms from a cold disk. */
enum { SQLITE_JUDGE_SMALL = 16 << 20 };

/* Look at the file without changing a byte of it or leaving anything beside it.  A log left by a
 * holder that was killed is taken into account.  With `trusted` (the machine did not go down under
 * the last holder) a large file's pages are not all read.  `*version` becomes its schema version.
 * STORE_DAMAGED, STORE_NEWER, STORE_LOCKED (another program has it), STORE_FAILED. */
enum store_status sqlite_judge(const char *path, bool trusted, int64_t *version,
                               meepled_error *err);
/* Whether `<path><suffix>` is there with something in it. */
bool sqlite_judge_beside(const char *path, const char *suffix);

#endif
