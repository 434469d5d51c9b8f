/* One connection to SQLite with its prepared statements.  Used by one thread at a time. */
#ifndef STORE_SQLITE_CONNECTION_H
#define STORE_SQLITE_CONNECTION_H

#include "store/store.h"

#include <sqlite3.h>

enum { SQLITE_STATEMENTS_MAX = 20, SQLITE_BUSY_MS = 2000 };

struct sqlite_connection {
    sqlite3 *db;
    const char *path; /* for messages; borrowed for the life of the connection */
    sqlite3_stmt *statements[SQLITE_STATEMENTS_MAX];
};

/* Open `name` (a path or, with SQLITE_OPEN_URI among the flags, a URI).  On failure nothing is left
 * open.  A file that turns out to be read-only is a failure unless the flags asked for that. */
enum store_status sqlite_connection_open(struct sqlite_connection *c, const char *path,
                                         const char *name, int flags, meepled_error *err);
/* Close it and finalise its statements; a zeroed connection is allowed. */
void sqlite_connection_close(struct sqlite_connection *c);

/* Prepare texts[0..count) into c->statements. */
enum store_status sqlite_connection_prepare(struct sqlite_connection *c, const char *const *texts,
                                            size_t count, meepled_error *err);
/* Run statements that return nothing of interest. */
enum store_status sqlite_connection_run(struct sqlite_connection *c, const char *sql,
                                        meepled_error *err);
/* The one number a query answers. */
enum store_status sqlite_connection_number(struct sqlite_connection *c, const char *sql,
                                           int64_t *number, meepled_error *err);

/* What the result code `rc` of this connection means, with a message "path: cannot <what>: why". */
enum store_status sqlite_connection_fail(const struct sqlite_connection *c, int rc,
                                         const char *what, meepled_error *err);

#endif
