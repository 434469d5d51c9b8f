/* One connection to SQLite with its prepared statements. */
#include "store/sqlite_connection.h"

#include <assert.h>
#include <string.h>

/* A primary result code as the store's status.  Busy is a failure here: sqlite_open knows better.
 */
static enum store_status
status_of(int rc)
{
    switch (rc & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return STORE_OK;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return STORE_DAMAGED;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return STORE_LOCKED;
    default:
        return STORE_FAILED;
    }
}

enum store_status
sqlite_connection_fail(const struct sqlite_connection *c, int rc, const char *what,
                       meepled_error *err)
{
    int system = c->db != NULL ? sqlite3_system_errno(c->db) : 0;
    bool io = (rc & 0xff) == SQLITE_IOERR || (rc & 0xff) == SQLITE_CANTOPEN;
    const char *why = sqlite3_errstr(rc);

    if (c->db != NULL && (sqlite3_extended_errcode(c->db) & 0xff) == (rc & 0xff))
        why = sqlite3_errmsg(c->db);
    if (io && system != 0)
        return store_fail(err, status_of(rc), "%s: cannot %s: %s: %s", c->path, what, why,
                          strerror(system));
    return store_fail(err, status_of(rc), "%s: cannot %s: %s", c->path, what, why);
}

/* Settings every connection has.  The file may come from anywhere: nothing in its schema is trusted
 * to run functions, and a cell that claims a wrong size is damage, not an overrun. */
static int
configure(sqlite3 *db)
{
    int rc = sqlite3_extended_result_codes(db, 1);

    if (rc == SQLITE_OK)
        rc = sqlite3_busy_timeout(db, SQLITE_BUSY_MS);
    if (rc == SQLITE_OK)
        rc = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, "PRAGMA cell_size_check = ON", NULL, NULL, NULL);
    return rc;
}

enum store_status
sqlite_connection_open(struct sqlite_connection *c, const char *path, const char *name, int flags,
                       meepled_error *err)
{
    *c = (struct sqlite_connection){ .path = path };
    int rc = sqlite3_open_v2(name, &c->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    enum store_status status = STORE_OK;

    if (rc == SQLITE_OK)
        rc = configure(c->db);
    if (rc != SQLITE_OK)
        status = sqlite_connection_fail(c, rc, "open it", err);
    else if (!(flags & SQLITE_OPEN_READONLY) && sqlite3_db_readonly(c->db, "main") != 0)
        status = store_fail(err, STORE_FAILED, "%s: cannot open it for writing", path);
    if (status != STORE_OK)
        sqlite_connection_close(c);
    return status;
}

void
sqlite_connection_close(struct sqlite_connection *c)
{
    for (size_t i = 0; i < SQLITE_STATEMENTS_MAX; i++)
        (void)sqlite3_finalize(c->statements[i]);
    (void)sqlite3_close(c->db);
    *c = (struct sqlite_connection){ 0 };
}

enum store_status
sqlite_connection_prepare(struct sqlite_connection *c, const char *const *texts, size_t count,
                          meepled_error *err)
{
    assert(count <= SQLITE_STATEMENTS_MAX);
    for (size_t i = 0; i < count; i++) {
        int rc = sqlite3_prepare_v3(c->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                                    &c->statements[i], NULL);
        /* "no such table" and the like: the file is not what its version says. */
        if (rc == SQLITE_ERROR)
            return store_fail(err, STORE_DAMAGED, "%s: not a whole store: %s", c->path,
                              sqlite3_errmsg(c->db));
        if (rc != SQLITE_OK)
            return sqlite_connection_fail(c, rc, "prepare a statement", err);
    }
    return STORE_OK;
}

enum store_status
sqlite_connection_run(struct sqlite_connection *c, const char *sql, meepled_error *err)
{
    int rc = sqlite3_exec(c->db, sql, NULL, NULL, NULL);

    return rc == SQLITE_OK ? STORE_OK : sqlite_connection_fail(c, rc, sql, err);
}

enum store_status
sqlite_connection_number(struct sqlite_connection *c, const char *sql, int64_t *number,
                         meepled_error *err)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(c->db, sql, -1, &statement, NULL);
    enum store_status status = STORE_OK;

    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW)
        *number = sqlite3_column_int64(statement, 0);
    else
        status = sqlite_connection_fail(c, rc == SQLITE_DONE ? SQLITE_ERROR : rc, sql, err);
    (void)sqlite3_finalize(statement);
    return status;
}
