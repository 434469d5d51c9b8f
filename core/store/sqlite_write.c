/* Writing a group of changes in one transaction.
 *
 * Each change looks for its conflict before it writes anything, so that it can be left out without
 * undoing; whatever else goes wrong rolls the whole group back. */
#include "store/sqlite_write.h"
#include "store/sqlite_bind.h"
#include "store/sqlite_chain.h"

const char *const sqlite_write_sql[SQLITE_WRITE_COUNT] = {
    [SQLITE_WRITE_BEGIN] = "BEGIN IMMEDIATE",
    [SQLITE_WRITE_COMMIT] = "COMMIT",
    [SQLITE_WRITE_ROLLBACK] = "ROLLBACK",
    [SQLITE_WRITE_GAME_ADD] =
        "INSERT INTO game (id, variant, options, rules, tiles_digest, seed, decks,"
        " host_hash, private, status, reason, created_ms, updated_ms, changes, seat_count,"
        " players, sealed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO NOTHING",
    [SQLITE_WRITE_GAME_UPDATE] =
        "UPDATE game SET status = ?2, reason = ?3, updated_ms = ?4, changes = ?5,"
        " seat_count = ?6, players = ?7, options = ?8, sealed = ?9 WHERE key = ?1 AND changes = ?5 "
        "- 1",
    [SQLITE_WRITE_GAME_FINISH] = "UPDATE game SET status = ?2 WHERE key = ?1",
    [SQLITE_WRITE_GAME_EXISTS] = "SELECT 1 FROM game WHERE key = ?1",
    [SQLITE_WRITE_GAME_DROP] = "DELETE FROM game WHERE key = ?1",
    [SQLITE_WRITE_SEAT_ADD] =
        "INSERT INTO seat (game, number, taken, name, colour, bot, token_hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
    [SQLITE_WRITE_SEATS_DROP] = "DELETE FROM seat WHERE game = ?1",
    [SQLITE_WRITE_HEAD_SET] =
        "INSERT INTO head (game, row, seq, at_ms) VALUES (?1, ?2, ?3, ?4) ON CONFLICT"
        " (game) DO UPDATE SET row = ?2, seq = ?3, at_ms = ?4",
    [SQLITE_WRITE_HEAD_GET] = "SELECT row, seq FROM head WHERE game = ?1",
    [SQLITE_WRITE_ACTION_ADD] =
        "INSERT INTO action (prev, game, seq, seat, text, digest, at_ms, key,"
        " request_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [SQLITE_WRITE_CHAIN] = SQLITE_CHAIN_SQL,
};

/* Rare, and therefore not kept prepared.  Together they remove all that belongs to a game. */
static const char *const drop_sql[] = {
    "WITH RECURSIVE chain (row) AS (SELECT row FROM head WHERE game = ?1 UNION"
    " SELECT prev FROM action JOIN chain USING (row))"
    " DELETE FROM action WHERE row IN chain AND game = ?1",
    "DELETE FROM head WHERE game = ?1",
    "DELETE FROM seat WHERE game = ?1",
};

/* ---- one change each: a result code, and what became of it in `status` ---- */

static int
add_seats(struct sqlite_connection *c, int64_t key, const struct store_game *game)
{
    sqlite3_stmt *s = c->statements[SQLITE_WRITE_SEAT_ADD];
    int rc = SQLITE_OK;

    for (int i = 0; i < game->seat_count && rc == SQLITE_OK; i++) {
        const struct store_seat *seat = &game->seats[i];
        sqlite_bind_int(&rc, s, 1, key);
        sqlite_bind_int(&rc, s, 2, i);
        sqlite_bind_int(&rc, s, 3, seat->taken);
        sqlite_bind_text(&rc, s, 4, seat->name);
        sqlite_bind_text(&rc, s, 5, seat->colour);
        sqlite_bind_text(&rc, s, 6, seat->bot);
        sqlite_bind_blob(&rc, s, 7, seat->has_token ? seat->token_hash : NULL, STORE_HASH);
        rc = sqlite_bind_run(rc, s);
    }
    return rc;
}

static int
create(struct sqlite_connection *c, struct store_change *change)
{
    const struct store_game *game = change->create;
    sqlite3_stmt *s = c->statements[SQLITE_WRITE_GAME_ADD];
    int rc = SQLITE_OK;

    sqlite_bind_text(&rc, s, 1, game->id);
    sqlite_bind_text(&rc, s, 2, game->variant);
    sqlite_bind_text(&rc, s, 3, game->options);
    sqlite_bind_text(&rc, s, 4, game->rules);
    sqlite_bind_blob(&rc, s, 5, game->tiles_digest, sizeof game->tiles_digest);
    sqlite_bind_blob(&rc, s, 6, game->seed, sizeof game->seed);
    sqlite_bind_text(&rc, s, 7, game->decks);
    sqlite_bind_blob(&rc, s, 8, game->host_hash, sizeof game->host_hash);
    sqlite_bind_int(&rc, s, 9, game->private_game);
    sqlite_bind_int(&rc, s, 10, game->status);
    sqlite_bind_text(&rc, s, 11, game->reason);
    sqlite_bind_int(&rc, s, 12, game->created_ms);
    sqlite_bind_int(&rc, s, 13, game->updated_ms);
    sqlite_bind_int(&rc, s, 14, game->changes);
    sqlite_bind_int(&rc, s, 15, game->seat_count);
    sqlite_bind_int(&rc, s, 16, game->players);
    sqlite_bind_int(&rc, s, 17, game->sealed);
    rc = sqlite_bind_run(rc, s);
    if (rc != SQLITE_OK)
        return rc;
    if (sqlite3_changes(c->db) == 0) {
        change->status = STORE_CONFLICT;
        return SQLITE_OK;
    }
    change->game = sqlite3_last_insert_rowid(c->db);
    rc = add_seats(c, change->game, game);
    return rc == SQLITE_OK ? sqlite_append_set_head(c, change->game, 0, 0, 0) : rc;
}

/* Why a change of this game found nothing to change. */
static int
conflict_or_missing(struct sqlite_connection *c, struct store_change *change)
{
    sqlite3_stmt *s = c->statements[SQLITE_WRITE_GAME_EXISTS];
    int rc = SQLITE_OK;

    sqlite_bind_int(&rc, s, 1, change->game);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(s);
    change->status = rc == SQLITE_ROW ? STORE_CONFLICT : STORE_NOT_FOUND;
    (void)sqlite3_reset(s);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int
update(struct sqlite_connection *c, struct store_change *change)
{
    const struct store_game *game = change->update;
    sqlite3_stmt *s = c->statements[SQLITE_WRITE_GAME_UPDATE];
    int rc = SQLITE_OK;

    sqlite_bind_int(&rc, s, 1, change->game);
    sqlite_bind_int(&rc, s, 2, game->status);
    sqlite_bind_text(&rc, s, 3, game->reason);
    sqlite_bind_int(&rc, s, 4, game->updated_ms);
    sqlite_bind_int(&rc, s, 5, game->changes);
    sqlite_bind_int(&rc, s, 6, game->seat_count);
    sqlite_bind_int(&rc, s, 7, game->players);
    sqlite_bind_text(&rc, s, 8, game->options);
    sqlite_bind_int(&rc, s, 9, game->sealed);
    rc = sqlite_bind_run(rc, s);
    if (rc != SQLITE_OK)
        return rc;
    if (sqlite3_changes(c->db) == 0)
        return conflict_or_missing(c, change);
    s = c->statements[SQLITE_WRITE_SEATS_DROP];
    sqlite_bind_int(&rc, s, 1, change->game);
    rc = sqlite_bind_run(rc, s);
    return rc == SQLITE_OK ? add_seats(c, change->game, game) : rc;
}

static int
drop(struct sqlite_connection *c, struct store_change *change)
{
    sqlite3_stmt *s = c->statements[SQLITE_WRITE_GAME_DROP];
    int rc = SQLITE_OK;

    sqlite_bind_int(&rc, s, 1, change->game);
    rc = sqlite_bind_run(rc, s);
    if (rc == SQLITE_OK && sqlite3_changes(c->db) == 0)
        change->status = STORE_NOT_FOUND;
    for (size_t i = 0; i < sizeof drop_sql / sizeof drop_sql[0]; i++) {
        if (rc != SQLITE_OK || change->status != STORE_OK)
            break;
        rc = sqlite3_prepare_v2(c->db, drop_sql[i], -1, &s, NULL);
        sqlite_bind_int(&rc, s, 1, change->game);
        rc = sqlite_bind_run(rc, s);
        (void)sqlite3_finalize(s);
    }
    return rc;
}

static int
apply(struct sqlite_store *store, struct store_change *change)
{
    change->status = STORE_OK;
    switch (change->type) {
    case STORE_CREATE:
        return create(&store->writer, change);
    case STORE_UPDATE:
        return update(&store->writer, change);
    case STORE_APPEND:
        return sqlite_append(store, change);
    case STORE_DELETE:
        return drop(&store->writer, change);
    }
    return SQLITE_MISUSE;
}

/* ---- the group ---- */

static const char *
describe(const struct store_change *change)
{
    static const char *const names[] = {
        [STORE_CREATE] = "create a game",
        [STORE_UPDATE] = "change a game",
        [STORE_APPEND] = "append an action",
        [STORE_DELETE] = "delete a game",
    };

    return names[change->type];
}

/* The whole transaction.  `what` is the step it stopped at. */
static int
write_group(struct sqlite_store *store, struct store_change *changes, size_t count,
            const char **what)
{
    struct sqlite_connection *c = &store->writer;

    *what = "begin to write";
    int rc = sqlite_bind_run(SQLITE_OK, c->statements[SQLITE_WRITE_BEGIN]);

    for (size_t i = 0; i < count && rc == SQLITE_OK; i++) {
        *what = describe(&changes[i]);
        rc = apply(store, &changes[i]);
    }
    if (rc == SQLITE_OK) {
        *what = "commit";
        rc = sqlite_bind_run(SQLITE_OK, c->statements[SQLITE_WRITE_COMMIT]);
    }
    return rc;
}

/* Nothing of the group was stored; SQLite may have rolled back by itself already. */
static void
give_up(struct sqlite_store *store, struct store_change *changes, size_t count,
        enum store_status status)
{
    if (!sqlite3_get_autocommit(store->writer.db))
        (void)sqlite_bind_run(SQLITE_OK, store->writer.statements[SQLITE_WRITE_ROLLBACK]);
    for (size_t i = 0; i < count; i++) {
        changes[i].status = status;
        if (changes[i].type == STORE_CREATE)
            changes[i].game = 0;
        else
            sqlite_keys_forget(store->keys, changes[i].game);
    }
}

enum store_status
sqlite_write(struct store *store, struct store_change *changes, size_t count, meepled_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    enum store_status status = STORE_OK;
    const char *what = NULL;

    if (count == 0)
        return STORE_OK;
    (void)pthread_mutex_lock(&s->write_mutex);
    int rc = write_group(s, changes, count, &what);
    if (rc != SQLITE_OK) {
        status = sqlite_connection_fail(&s->writer, rc, what, err);
        if (status == STORE_LOCKED) /* some other program, and only for a while */
            status = STORE_FAILED;
        give_up(s, changes, count, status);
    }
    (void)pthread_mutex_unlock(&s->write_mutex);

    for (size_t i = 0; i < count; i++) {
        if (changes[i].status == STORE_OK && changes[i].type == STORE_CREATE)
            atomic_fetch_add(&s->games, 1);
        else if (changes[i].status == STORE_OK && changes[i].type == STORE_DELETE) {
            atomic_fetch_sub(&s->games, 1);
            sqlite_keys_forget(s->keys, changes[i].game);
        }
    }
    return status;
}
