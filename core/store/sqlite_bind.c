/* Binding values to a statement and running it. */
#include "store/sqlite_bind.h"

void
sqlite_bind_int(int *rc, sqlite3_stmt *s, int at, int64_t value)
{
    if (*rc == SQLITE_OK)
        *rc = sqlite3_bind_int64(s, at, value);
}

void
sqlite_bind_text(int *rc, sqlite3_stmt *s, int at, const char *text)
{
    if (*rc == SQLITE_OK)
        *rc = sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC); /* NULL binds NULL */
}

void
sqlite_bind_blob(int *rc, sqlite3_stmt *s, int at, const uint8_t *bytes, size_t size)
{
    if (*rc == SQLITE_OK)
        *rc = sqlite3_bind_blob64(s, at, bytes, size, SQLITE_STATIC);
}

int
sqlite_bind_run(int rc, sqlite3_stmt *s)
{
    if (rc == SQLITE_OK) {
        rc = sqlite3_step(s);
        if (rc == SQLITE_DONE || rc == SQLITE_ROW)
            rc = SQLITE_OK;
    }
    int reset = sqlite3_reset(s);
    return rc == SQLITE_OK ? reset : rc;
}
