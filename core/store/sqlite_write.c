/* Writing a group of changes in one transaction.
 *
 * Each change looks for its conflict before it writes anything, so that it can be left out without
 * undoing; whatever else goes wrong rolls the whole group back. */
#include "store/sqlite_store.h"

#include <assert.h>
#include <string.h>

enum write_sql {
    BEGIN,
    COMMIT,
    ROLLBACK,
    GAME_ADD,
    GAME_UPDATE,
    GAME_FINISH,
    GAME_EXISTS,
    GAME_DROP,
    SEAT_ADD,
    SEATS_DROP,
    HEAD_SET,
    HEAD_GET,
    ACTION_ADD,
    KEY_ADD,
    STATEMENTS
};
_Static_assert((int)STATEMENTS == (int)SQLITE_WRITE_COUNT, "the count in sqlite_store.h");

const char *const sqlite_write_sql[] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [GAME_ADD] = "INSERT INTO game (id, variant, options, rules, tiles_digest, seed, decks,"
                 " host_hash, private, status, reason, created_ms, updated_ms, changes, seat_count,"
                 " players) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                 " ON CONFLICT (id) DO NOTHING",
    [GAME_UPDATE] =
        "UPDATE game SET status = ?2, reason = ?3, updated_ms = ?4, changes = ?5,"
        " seat_count = ?6, players = ?7, options = ?8 WHERE key = ?1 AND changes = ?5 - 1",
    [GAME_FINISH] = "UPDATE game SET status = ?2 WHERE key = ?1",
    [GAME_EXISTS] = "SELECT 1 FROM game WHERE key = ?1",
    [GAME_DROP] = "DELETE FROM game WHERE key = ?1",
    [SEAT_ADD] = "INSERT INTO seat (game, number, taken, name, colour, bot, token_hash)"
                 " VALUES (?, ?, ?, ?, ?, ?, ?)",
    [SEATS_DROP] = "DELETE FROM seat WHERE game = ?1",
    [HEAD_SET] = "INSERT INTO head (game, row, seq, at_ms) VALUES (?1, ?2, ?3, ?4) ON CONFLICT"
                 " (game) DO UPDATE SET row = ?2, seq = ?3, at_ms = ?4",
    [HEAD_GET] = "SELECT row, seq FROM head WHERE game = ?1",
    [ACTION_ADD] = "INSERT INTO action (prev, game, seq, seat, text, digest, at_ms)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?)",
    [KEY_ADD] = "INSERT INTO used_key (game, seat, key, request_hash, seq) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (game, seat, key) DO NOTHING",
};

/* Rare, and therefore not kept prepared.  Together they remove all that belongs to a game. */
static const char *const drop_sql[] = {
    "WITH RECURSIVE chain (row) AS (SELECT row FROM head WHERE game = ?1 UNION"
    " SELECT prev FROM action JOIN chain USING (row))"
    " DELETE FROM action WHERE row IN chain AND game = ?1",
    "DELETE FROM head WHERE game = ?1",
    "DELETE FROM used_key WHERE game = ?1",
    "DELETE FROM seat WHERE game = ?1",
};

/* ---- binding: the first failure sticks ---- */

static void
bind_int(int *rc, sqlite3_stmt *s, int at, int64_t value)
{
    if (*rc == SQLITE_OK)
        *rc = sqlite3_bind_int64(s, at, value);
}

static void
bind_text(int *rc, sqlite3_stmt *s, int at, const char *text)
{
    if (*rc == SQLITE_OK)
        *rc = sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC); /* NULL binds NULL */
}

static void
bind_blob(int *rc, sqlite3_stmt *s, int at, const uint8_t *bytes, size_t size)
{
    if (*rc == SQLITE_OK)
        *rc = sqlite3_bind_blob64(s, at, bytes, size, SQLITE_STATIC);
}

/* Run a statement to its end, unless binding failed already. */
static int
run(int rc, sqlite3_stmt *s)
{
    if (rc == SQLITE_OK) {
        rc = sqlite3_step(s);
        if (rc == SQLITE_DONE || rc == SQLITE_ROW)
            rc = SQLITE_OK;
    }
    int reset = sqlite3_reset(s);
    return rc == SQLITE_OK ? reset : rc;
}

/* ---- one change each: a result code, and what became of it in `status` ---- */

static int
add_seats(struct sqlite_connection *c, int64_t key, const struct store_game *game)
{
    sqlite3_stmt *s = c->statements[SEAT_ADD];
    int rc = SQLITE_OK;

    for (int i = 0; i < game->seat_count && rc == SQLITE_OK; i++) {
        const struct store_seat *seat = &game->seats[i];
        bind_int(&rc, s, 1, key);
        bind_int(&rc, s, 2, i);
        bind_int(&rc, s, 3, seat->taken);
        bind_text(&rc, s, 4, seat->name);
        bind_text(&rc, s, 5, seat->colour);
        bind_text(&rc, s, 6, seat->bot);
        bind_blob(&rc, s, 7, seat->has_token ? seat->token_hash : NULL, STORE_HASH);
        rc = run(rc, s);
    }
    return rc;
}

static int
set_head(struct sqlite_connection *c, int64_t game, int64_t row, uint32_t seq, int64_t at_ms)
{
    sqlite3_stmt *s = c->statements[HEAD_SET];
    int rc = SQLITE_OK;

    bind_int(&rc, s, 1, game);
    bind_int(&rc, s, 2, row);
    bind_int(&rc, s, 3, seq);
    bind_int(&rc, s, 4, at_ms);
    return run(rc, s);
}

static int
create(struct sqlite_connection *c, struct store_change *change)
{
    const struct store_game *game = change->create;
    sqlite3_stmt *s = c->statements[GAME_ADD];
    int rc = SQLITE_OK;

    bind_text(&rc, s, 1, game->id);
    bind_text(&rc, s, 2, game->variant);
    bind_text(&rc, s, 3, game->options);
    bind_text(&rc, s, 4, game->rules);
    bind_blob(&rc, s, 5, game->tiles_digest, sizeof game->tiles_digest);
    bind_blob(&rc, s, 6, game->seed, sizeof game->seed);
    bind_text(&rc, s, 7, game->decks);
    bind_blob(&rc, s, 8, game->host_hash, sizeof game->host_hash);
    bind_int(&rc, s, 9, game->private_game);
    bind_int(&rc, s, 10, game->status);
    bind_text(&rc, s, 11, game->reason);
    bind_int(&rc, s, 12, game->created_ms);
    bind_int(&rc, s, 13, game->updated_ms);
    bind_int(&rc, s, 14, game->changes);
    bind_int(&rc, s, 15, game->seat_count);
    bind_int(&rc, s, 16, game->players);
    rc = run(rc, s);
    if (rc != SQLITE_OK)
        return rc;
    if (sqlite3_changes(c->db) == 0) {
        change->status = STORE_CONFLICT;
        return SQLITE_OK;
    }
    change->game = sqlite3_last_insert_rowid(c->db);
    rc = add_seats(c, change->game, game);
    return rc == SQLITE_OK ? set_head(c, change->game, 0, 0, 0) : rc;
}

/* Why a change of this game found nothing to change. */
static int
conflict_or_missing(struct sqlite_connection *c, struct store_change *change)
{
    sqlite3_stmt *s = c->statements[GAME_EXISTS];
    int rc = SQLITE_OK;

    bind_int(&rc, s, 1, change->game);
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
    sqlite3_stmt *s = c->statements[GAME_UPDATE];
    int rc = SQLITE_OK;

    bind_int(&rc, s, 1, change->game);
    bind_int(&rc, s, 2, game->status);
    bind_text(&rc, s, 3, game->reason);
    bind_int(&rc, s, 4, game->updated_ms);
    bind_int(&rc, s, 5, game->changes);
    bind_int(&rc, s, 6, game->seat_count);
    bind_int(&rc, s, 7, game->players);
    bind_text(&rc, s, 8, game->options);
    rc = run(rc, s);
    if (rc != SQLITE_OK)
        return rc;
    if (sqlite3_changes(c->db) == 0)
        return conflict_or_missing(c, change);
    s = c->statements[SEATS_DROP];
    bind_int(&rc, s, 1, change->game);
    rc = run(rc, s);
    return rc == SQLITE_OK ? add_seats(c, change->game, game) : rc;
}

/* The last action of the change's game; STORE_NOT_FOUND without such a game. */
static int
get_head(struct sqlite_connection *c, struct store_change *change, int64_t *row, int64_t *seq)
{
    sqlite3_stmt *s = c->statements[HEAD_GET];
    int rc = SQLITE_OK;

    bind_int(&rc, s, 1, change->game);
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

static int
add_key(struct sqlite_connection *c, struct store_change *change)
{
    sqlite3_stmt *s = c->statements[KEY_ADD];
    int rc = SQLITE_OK;

    bind_int(&rc, s, 1, change->game);
    bind_int(&rc, s, 2, change->append.action.seat);
    bind_text(&rc, s, 3, change->append.key);
    bind_blob(&rc, s, 4, change->append.request_hash, STORE_HASH);
    bind_int(&rc, s, 5, change->append.action.seq);
    rc = run(rc, s);
    if (rc == SQLITE_OK && sqlite3_changes(c->db) == 0)
        change->status = STORE_CONFLICT;
    return rc;
}

static int
append(struct sqlite_connection *c, struct store_change *change)
{
    const struct store_action *action = &change->append.action;
    sqlite3_stmt *s = c->statements[ACTION_ADD];
    int64_t row = 0, seq = 0;

    int rc = get_head(c, change, &row, &seq);
    if (rc == SQLITE_OK && change->status == STORE_OK && seq + 1 != action->seq)
        change->status = STORE_CONFLICT;
    if (rc == SQLITE_OK && change->status == STORE_OK && change->append.key != NULL)
        rc = add_key(c, change);
    if (rc != SQLITE_OK || change->status != STORE_OK)
        return rc;

    bind_int(&rc, s, 1, row);
    bind_int(&rc, s, 2, change->game);
    bind_int(&rc, s, 3, action->seq);
    bind_int(&rc, s, 4, action->seat);
    bind_text(&rc, s, 5, action->text);
    bind_blob(&rc, s, 6, action->digest, sizeof action->digest);
    bind_int(&rc, s, 7, action->at_ms);
    rc = run(rc, s);
    if (rc == SQLITE_OK)
        rc =
            set_head(c, change->game, sqlite3_last_insert_rowid(c->db), action->seq, action->at_ms);
    if (rc == SQLITE_OK && change->append.finishes) {
        s = c->statements[GAME_FINISH];
        bind_int(&rc, s, 1, change->game);
        bind_int(&rc, s, 2, STORE_FINISHED);
        rc = run(rc, s);
    }
    return rc;
}

static int
drop(struct sqlite_connection *c, struct store_change *change)
{
    sqlite3_stmt *s = c->statements[GAME_DROP];
    int rc = SQLITE_OK;

    bind_int(&rc, s, 1, change->game);
    rc = run(rc, s);
    if (rc == SQLITE_OK && sqlite3_changes(c->db) == 0)
        change->status = STORE_NOT_FOUND;
    for (size_t i = 0; i < sizeof drop_sql / sizeof drop_sql[0]; i++) {
        if (rc != SQLITE_OK || change->status != STORE_OK)
            break;
        rc = sqlite3_prepare_v2(c->db, drop_sql[i], -1, &s, NULL);
        bind_int(&rc, s, 1, change->game);
        rc = run(rc, s);
        (void)sqlite3_finalize(s);
    }
    return rc;
}

static int
apply(struct sqlite_connection *c, struct store_change *change)
{
    change->status = STORE_OK;
    switch (change->type) {
    case STORE_CREATE:
        return create(c, change);
    case STORE_UPDATE:
        return update(c, change);
    case STORE_APPEND:
        return append(c, change);
    case STORE_DELETE:
        return drop(c, change);
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
write_group(struct sqlite_connection *c, struct store_change *changes, size_t count,
            const char **what)
{
    *what = "begin to write";
    int rc = run(SQLITE_OK, c->statements[BEGIN]);

    for (size_t i = 0; i < count && rc == SQLITE_OK; i++) {
        *what = describe(&changes[i]);
        rc = apply(c, &changes[i]);
    }
    if (rc == SQLITE_OK) {
        *what = "commit";
        rc = run(SQLITE_OK, c->statements[COMMIT]);
    }
    return rc;
}

/* Nothing of the group was stored; SQLite may have rolled back by itself already. */
static void
give_up(struct sqlite_connection *c, struct store_change *changes, size_t count,
        enum store_status status)
{
    if (!sqlite3_get_autocommit(c->db))
        (void)run(SQLITE_OK, c->statements[ROLLBACK]);
    for (size_t i = 0; i < count; i++) {
        changes[i].status = status;
        if (changes[i].type == STORE_CREATE)
            changes[i].game = 0;
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
    int rc = write_group(&s->writer, changes, count, &what);
    if (rc != SQLITE_OK) {
        status = sqlite_connection_fail(&s->writer, rc, what, err);
        if (status == STORE_LOCKED) /* some other program, and only for a while */
            status = STORE_FAILED;
        give_up(&s->writer, changes, count, status);
    }
    (void)pthread_mutex_unlock(&s->write_mutex);

    for (size_t i = 0; i < count; i++) {
        if (changes[i].status == STORE_OK && changes[i].type == STORE_CREATE)
            atomic_fetch_add(&s->games, 1);
        else if (changes[i].status == STORE_OK && changes[i].type == STORE_DELETE)
            atomic_fetch_sub(&s->games, 1);
    }
    return status;
}
