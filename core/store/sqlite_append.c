/* Appending an action: its number must be the next one, its idempotency key a new one. */
#include "store/sqlite_bind.h"
#include "store/sqlite_chain.h"
#include "store/sqlite_write.h"

#include <string.h>

int
sqlite_append_set_head(struct sqlite_connection *c, int64_t game, int64_t row, uint32_t seq,
                       int64_t at_ms)
{
    sqlite3_stmt *s = c->statements[SQLITE_WRITE_HEAD_SET];
    int rc = SQLITE_OK;

    sqlite_bind_int(&rc, s, 1, game);
    sqlite_bind_int(&rc, s, 2, row);
    sqlite_bind_int(&rc, s, 3, seq);
    sqlite_bind_int(&rc, s, 4, at_ms);
    return sqlite_bind_run(rc, s);
}

/* The last action of the change's game; STORE_NOT_FOUND without such a game. */
static int
get_head(struct sqlite_connection *c, struct store_change *change, int64_t *row, int64_t *seq)
{
    sqlite3_stmt *s = c->statements[SQLITE_WRITE_HEAD_GET];
    int rc = SQLITE_OK;

    sqlite_bind_int(&rc, s, 1, change->game);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(s);
    if (rc == SQLITE_ROW) {
        *row = sqlite3_column_int64(s, 0);
        *seq = sqlite3_column_int64(s, 1);
    } else if (rc == SQLITE_DONE) {
        change->status = STORE_NOT_FOUND;
    }
    (void)sqlite3_reset(s);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Look through the keys the game has used, and put them into memory if they are not there: whether
 * seat and key of the change are among them. */
static int
look_for_key(struct sqlite_store *store, const struct store_change *change, int64_t row,
             int64_t seq, bool fill, bool *used)
{
    struct sqlite_chain chain = { .statement = store->writer.statements[SQLITE_WRITE_CHAIN],
                                  .game = change->game,
                                  .row = row,
                                  .seq = seq };

    if (fill)
        sqlite_keys_begin(store->keys, change->game);
    while (sqlite_chain_next(&chain)) {
        const char *key = sqlite_chain_key(&chain);
        int seat = sqlite3_column_int(chain.statement, SQLITE_CHAIN_SEAT);
        if (key == NULL)
            continue;
        if (fill)
            sqlite_keys_add(store->keys, change->game, (uint8_t)seat, key);
        if (seat == change->append.action.seat && strcmp(key, change->append.key) == 0)
            *used = true;
    }
    if (fill && chain.rc == SQLITE_OK)
        sqlite_keys_end(store->keys, change->game);
    return chain.rc;
}

/* Conflict when the seat has used the key before, else remember it. */
static int
use_key(struct sqlite_store *store, struct store_change *change, int64_t row, int64_t seq)
{
    uint8_t seat = change->append.action.seat;
    const char *key = change->append.key;
    bool used = false;
    int rc = SQLITE_OK;

    enum sqlite_keys_answer answer = sqlite_keys_ask(store->keys, change->game, seat, key);
    if (answer != SQLITE_KEYS_NEW)
        rc = look_for_key(store, change, row, seq, answer == SQLITE_KEYS_UNKNOWN, &used);
    if (rc == SQLITE_OK && used)
        change->status = STORE_CONFLICT;
    else if (rc == SQLITE_OK)
        sqlite_keys_add(store->keys, change->game, seat, key);
    return rc;
}

int
sqlite_append(struct sqlite_store *store, struct store_change *change)
{
    const struct store_action *action = &change->append.action;
    const char *key = change->append.key;
    struct sqlite_connection *c = &store->writer;
    sqlite3_stmt *s = c->statements[SQLITE_WRITE_ACTION_ADD];
    int64_t row = 0, seq = 0;

    int rc = get_head(c, change, &row, &seq);
    if (rc == SQLITE_OK && change->status == STORE_OK && seq + 1 != action->seq)
        change->status = STORE_CONFLICT;
    if (rc == SQLITE_OK && change->status == STORE_OK && key != NULL)
        rc = use_key(store, change, row, seq);
    if (rc != SQLITE_OK || change->status != STORE_OK)
        return rc;

    sqlite_bind_int(&rc, s, 1, row);
    sqlite_bind_int(&rc, s, 2, change->game);
    sqlite_bind_int(&rc, s, 3, action->seq);
    sqlite_bind_int(&rc, s, 4, action->seat);
    sqlite_bind_text(&rc, s, 5, action->text);
    sqlite_bind_blob(&rc, s, 6, action->digest, sizeof action->digest);
    sqlite_bind_int(&rc, s, 7, action->at_ms);
    sqlite_bind_text(&rc, s, 8, key);
    sqlite_bind_blob(&rc, s, 9, key != NULL ? change->append.request_hash : NULL, STORE_HASH);
    rc = sqlite_bind_run(rc, s);
    if (rc == SQLITE_OK)
        rc = sqlite_append_set_head(c, change->game, sqlite3_last_insert_rowid(c->db), action->seq,
                                    action->at_ms);
    if (rc == SQLITE_OK && change->append.finishes) {
        s = c->statements[SQLITE_WRITE_GAME_FINISH];
        sqlite_bind_int(&rc, s, 1, change->game);
        sqlite_bind_int(&rc, s, 2, STORE_FINISHED);
        rc = sqlite_bind_run(rc, s);
    }
    return rc;
}
