/* The parts of writing: the writer's statements, and appending an action. */
#ifndef STORE_SQLITE_WRITE_H
#define STORE_SQLITE_WRITE_H

#include "store/sqlite_store.h"

/* Indices into sqlite_write_sql and the writer's statements. */
enum {
    SQLITE_WRITE_BEGIN,
    SQLITE_WRITE_COMMIT,
    SQLITE_WRITE_ROLLBACK,
    SQLITE_WRITE_GAME_ADD,
    SQLITE_WRITE_GAME_UPDATE,
    SQLITE_WRITE_GAME_FINISH,
    SQLITE_WRITE_GAME_EXISTS,
    SQLITE_WRITE_GAME_DROP,
    SQLITE_WRITE_SEAT_ADD,
    SQLITE_WRITE_SEATS_DROP,
    SQLITE_WRITE_HEAD_SET,
    SQLITE_WRITE_HEAD_GET,
    SQLITE_WRITE_ACTION_ADD,
    SQLITE_WRITE_CHAIN,
    SQLITE_WRITE_COUNT
};

extern const char *const sqlite_write_sql[SQLITE_WRITE_COUNT];

/* One STORE_APPEND within the writer's transaction: a result code of SQLite, and what became of the
 * change in its status. */
int sqlite_append(struct sqlite_store *store, struct store_change *change);
/* Where the actions of a game end: the row of the last one and its number, 0 and 0 for none. */
int sqlite_append_set_head(struct sqlite_connection *c, int64_t game, int64_t row, uint32_t seq,
                           int64_t at_ms);

#endif
