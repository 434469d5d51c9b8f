/* Binding values to a statement and running it; the first failure sticks in `*rc`. */
#ifndef STORE_SQLITE_BIND_H
#define STORE_SQLITE_BIND_H

#include <sqlite3.h>

#include <stddef.h>
#include <stdint.h>

void sqlite_bind_int(int *rc, sqlite3_stmt *s, int at, int64_t value);
/* Text and bytes are borrowed until the statement is run; NULL binds NULL. */
void sqlite_bind_text(int *rc, sqlite3_stmt *s, int at, const char *text);
void sqlite_bind_blob(int *rc, sqlite3_stmt *s, int at, const uint8_t *bytes, size_t size);
/* Run a statement that answers no rows of interest, unless binding failed already.  SQLITE_OK or
 * what went wrong. */
int sqlite_bind_run(int rc, sqlite3_stmt *s);

#endif
