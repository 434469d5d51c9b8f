/* Reading games, lists and keys, each in one read transaction on a connection of the pool.
 *
 * What comes out of the file is not believed: lengths, ranges and the chain of actions are checked,
 * and what is wrong is damage. */
#include "store/sqlite_chain.h"
#include "store/sqlite_store.h"

#include <stdlib.h>
#include <string.h>

enum read_sql {
    BEGIN,
    COMMIT,
    GAME,
    SEATS,
    CHAIN,
    HEAD,
    LIST, /* and three more: + variant, + status, + both */
    LIST_VARIANT,
    LIST_STATUS,
    LIST_BOTH,
    STATEMENTS
};
_Static_assert((int)STATEMENTS == (int)SQLITE_READ_COUNT, "the count in sqlite_store.h");

/* The columns of a game, in the order read_game takes them. */
#define GAME_COLUMNS                                                                               \
    "SELECT g.key, g.id, g.variant, g.options, g.rules, g.tiles_digest, g.seed, g.decks,"          \
    " g.host_hash, g.private, g.status, g.reason, g.created_ms, max(g.updated_ms, h.at_ms),"       \
    " g.changes, g.seat_count, g.players, h.row, h.seq"                                            \
    " FROM game g JOIN head h ON h.game = g.key "
#define LISTED GAME_COLUMNS "WHERE g.private = 0 AND g.key < ?1 "
#define ORDERED "ORDER BY g.key DESC LIMIT ?2"

const char *const sqlite_read_sql[] = {
    [BEGIN] = "BEGIN",
    [COMMIT] = "COMMIT",
    [GAME] = GAME_COLUMNS "WHERE g.id = ?1",
    [SEATS] = "SELECT number, taken, name, colour, bot, token_hash FROM seat WHERE game = ?1",
    [CHAIN] = SQLITE_CHAIN_SQL,
    [HEAD] = "SELECT row, seq FROM head WHERE game = ?1",
    [LIST] = LISTED ORDERED,
    [LIST_VARIANT] = LISTED "AND g.variant = ?3 " ORDERED,
    [LIST_STATUS] = LISTED "AND g.status = ?4 " ORDERED,
    [LIST_BOTH] = LISTED "AND g.variant = ?3 AND g.status = ?4 " ORDERED,
};

/* One call's reader and outcome: after the first failure the rest does nothing. */
struct reading {
    struct sqlite_store *store;
    struct sqlite_connection *c;
    enum store_status status;
    meepled_error *err;
};

static void
fail(struct reading *r, int rc, const char *what)
{
    if (r->status != STORE_OK)
        return;
    r->status = sqlite_connection_fail(r->c, rc, what, r->err);
    if (r->status == STORE_LOCKED)
        r->status = STORE_FAILED;
}

static void
fail_memory(struct reading *r)
{
    if (r->status == STORE_OK)
        r->status = store_fail(r->err, STORE_FAILED, "%s: out of memory", r->store->path);
}

static void
fail_damaged(struct reading *r, const char *what, int64_t where)
{
    if (r->status == STORE_OK)
        r->status = store_fail(r->err, STORE_DAMAGED, "%s: damaged: %s %lld", r->store->path, what,
                               (long long)where);
}

/* Begin a reading: until its end it sees whole groups, and the same ones. */
static struct reading
begin(struct store *store, meepled_error *err)
{
    struct reading r = { .store = (struct sqlite_store *)store, .err = err };

    r.c = sqlite_open_reader_take(r.store);
    int rc = sqlite3_step(r.c->statements[BEGIN]);
    if (rc != SQLITE_DONE)
        fail(&r, rc, "begin to read");
    (void)sqlite3_reset(r.c->statements[BEGIN]);
    return r;
}

static enum store_status
end(struct reading *r)
{
    if (!sqlite3_get_autocommit(r->c->db)) {
        (void)sqlite3_step(
            r->c->statements[COMMIT]); /* of a read transaction: cannot lose a thing */
        (void)sqlite3_reset(r->c->statements[COMMIT]);
    }
    sqlite_open_reader_give(r->store, r->c);
    return r->status;
}

/* The next row of a statement; false at its end and after a failure. */
static bool
next(struct reading *r, sqlite3_stmt *s)
{
    if (r->status != STORE_OK)
        return false;
    int rc = sqlite3_step(s);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        fail(r, rc, "read");
    return rc == SQLITE_ROW;
}

/* ---- columns ---- */

/* A new copy of a text, or NULL for NULL. */
static char *
text_at(struct reading *r, sqlite3_stmt *s, int column)
{
    if (sqlite3_column_type(s, column) == SQLITE_NULL)
        return NULL;
    const char *text = (const char *)sqlite3_column_text(s, column);
    char *copy = text != NULL ? strdup(text) : NULL;
    if (copy == NULL)
        fail_memory(r);
    return copy;
}

static void
blob_at(struct reading *r, sqlite3_stmt *s, int column, uint8_t *out, size_t size)
{
    const void *bytes = sqlite3_column_blob(s, column);

    if (bytes == NULL || (size_t)sqlite3_column_bytes(s, column) != size)
        fail_damaged(r, "length of a hash", sqlite3_column_bytes(s, column));
    else
        memcpy(out, bytes, size);
}

/* A number from 0 to `max`. */
static int64_t
number_at(struct reading *r, sqlite3_stmt *s, int column, int64_t max)
{
    int64_t number = sqlite3_column_int64(s, column);

    if (number >= 0 && number <= max)
        return number;
    fail_damaged(r, "number out of range:", number);
    return 0;
}

/* ---- games ---- */

static void
read_seats(struct reading *r, struct store_game *game)
{
    sqlite3_stmt *s = r->c->statements[SEATS];
    int found = 0;

    (void)sqlite3_bind_int64(s, 1, game->key);
    while (next(r, s)) {
        int64_t number = number_at(r, s, 0, MEEPLED_PLAYERS_MAX - 1);
        struct store_seat *seat = &game->seats[number];
        if (number != found++) {
            fail_damaged(r, "seats of game", game->key);
            break;
        }
        seat->taken = sqlite3_column_int(s, 1) != 0;
        seat->name = text_at(r, s, 2);
        seat->colour = text_at(r, s, 3);
        seat->bot = text_at(r, s, 4);
        seat->has_token = sqlite3_column_type(s, 5) != SQLITE_NULL;
        if (seat->has_token)
            blob_at(r, s, 5, seat->token_hash, STORE_HASH);
    }
    (void)sqlite3_reset(s);
    if (found != game->seat_count)
        fail_damaged(r, "seats of game", game->key);
}

/* The game in the present row, without its seats. */
static void
read_game(struct reading *r, sqlite3_stmt *s, struct store_game *game)
{
    const char *id = (const char *)sqlite3_column_text(s, 1);
    size_t length = id != NULL ? strlen(id) : STORE_ID;

    game->key = sqlite3_column_int64(s, 0);
    if (length >= STORE_ID)
        fail_damaged(r, "id of game", game->key);
    else
        memcpy(game->id, id, length + 1);
    game->variant = text_at(r, s, 2);
    game->options = text_at(r, s, 3);
    game->rules = text_at(r, s, 4);
    blob_at(r, s, 5, game->tiles_digest, sizeof game->tiles_digest);
    blob_at(r, s, 6, game->seed, sizeof game->seed);
    game->decks = text_at(r, s, 7);
    blob_at(r, s, 8, game->host_hash, sizeof game->host_hash);
    game->private_game = sqlite3_column_int(s, 9) != 0;
    game->status = (enum store_game_status)number_at(r, s, 10, STORE_FROZEN);
    game->reason = text_at(r, s, 11);
    game->created_ms = sqlite3_column_int64(s, 12);
    game->updated_ms = sqlite3_column_int64(s, 13);
    game->changes = (uint32_t)number_at(r, s, 14, UINT32_MAX);
    game->seat_count = (uint8_t)number_at(r, s, 15, MEEPLED_PLAYERS_MAX);
    game->players = (uint8_t)number_at(r, s, 16, MEEPLED_PLAYERS_MAX);
}

/* The chain ended or broke: a broken one is damage, with a better message than SQLite's own. */
static void
end_chain(struct reading *r, struct sqlite_chain *chain)
{
    sqlite_chain_stop(chain);
    if ((chain->rc & 0xff) == SQLITE_CORRUPT)
        fail_damaged(r, "actions of game", chain->game);
    else if (chain->rc != SQLITE_OK)
        fail(r, chain->rc, "read actions");
}

/* All actions of a game, a new array filled from its end. */
static struct store_action *
read_actions(struct reading *r, int64_t game, int64_t row, int64_t count)
{
    sqlite3_stmt *s = r->c->statements[CHAIN];
    struct sqlite_chain chain = { .statement = s, .game = game, .row = row, .seq = count };
    struct store_action *actions = calloc(count > 0 ? (size_t)count : 1, sizeof *actions);

    if (actions == NULL) {
        fail_memory(r);
        return NULL;
    }
    while (r->status == STORE_OK && sqlite_chain_next(&chain)) {
        struct store_action *action = &actions[chain.seq];
        action->seq = (uint32_t)chain.seq + 1;
        action->seat = (uint8_t)number_at(r, s, SQLITE_CHAIN_SEAT, UINT8_MAX);
        action->text = text_at(r, s, SQLITE_CHAIN_TEXT);
        blob_at(r, s, SQLITE_CHAIN_DIGEST, action->digest, sizeof action->digest);
        action->at_ms = sqlite3_column_int64(s, SQLITE_CHAIN_AT_MS);
    }
    end_chain(r, &chain);
    return actions;
}

enum store_status
sqlite_read_load(struct store *store, const char *id, struct store_game *game,
                 struct store_action **actions, size_t *action_count, meepled_error *err)
{
    struct reading r = begin(store, err);
    sqlite3_stmt *s = r.c->statements[GAME];
    struct store_game found = { 0 };
    struct store_action *list = NULL;
    int64_t row = 0, count = 0;
    bool exists = false;

    (void)sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    if (next(&r, s)) {
        exists = true;
        read_game(&r, s, &found);
        row = sqlite3_column_int64(s, 17);
        count = number_at(&r, s, 18, UINT32_MAX);
        if (count > row) /* every action has a row of its own: never an absurd allocation */
            fail_damaged(&r, "count of actions:", count);
    }
    (void)sqlite3_reset(s);
    if (exists)
        read_seats(&r, &found);
    if (exists && actions != NULL && r.status == STORE_OK)
        list = read_actions(&r, found.key, row, count);

    enum store_status status = end(&r);
    if (status == STORE_OK && !exists)
        return STORE_NOT_FOUND;
    if (status != STORE_OK) {
        store_game_clear(&found);
        store_actions_free(list, list != NULL ? (size_t)count : 0);
        return status;
    }
    *game = found;
    if (actions != NULL) {
        *actions = list;
        *action_count = (size_t)count;
    }
    return STORE_OK;
}

/* ---- keys ---- */

enum store_status
sqlite_read_key_find(struct store *store, int64_t game, uint8_t seat, const char *key,
                     uint8_t *request_hash, uint32_t *seq, meepled_error *err)
{
    uint8_t hash[STORE_HASH];
    uint32_t number = 0;
    bool found = false;

    if (sqlite_keys_ask(((struct sqlite_store *)store)->keys, game, seat, key) == SQLITE_KEYS_NEW)
        return STORE_NOT_FOUND;
    struct reading r = begin(store, err);
    sqlite3_stmt *head = r.c->statements[HEAD], *s = r.c->statements[CHAIN];
    struct sqlite_chain chain = { .statement = s, .game = game };
    (void)sqlite3_bind_int64(head, 1, game);
    if (next(&r, head)) {
        chain.row = sqlite3_column_int64(head, 0);
        chain.seq = sqlite3_column_int64(head, 1);
    }
    (void)sqlite3_reset(head);
    while (r.status == STORE_OK && !found && sqlite_chain_next(&chain)) {
        const char *used = sqlite_chain_key(&chain);
        found = used != NULL && strcmp(used, key) == 0 &&
                sqlite3_column_int64(s, SQLITE_CHAIN_SEAT) == seat;
        if (found) {
            blob_at(&r, s, SQLITE_CHAIN_HASH, hash, sizeof hash);
            number = (uint32_t)sqlite3_column_int64(s, SQLITE_CHAIN_SEQ);
        }
    }
    end_chain(&r, &chain);

    enum store_status status = end(&r);
    if (status != STORE_OK || !found)
        return status != STORE_OK ? status : STORE_NOT_FOUND;
    memcpy(request_hash, hash, sizeof hash);
    *seq = number;
    return STORE_OK;
}

/* ---- lists ---- */

/* Up to `limit` games of a bound list statement into list[0..); whether there is another. */
static bool
read_list(struct reading *r, sqlite3_stmt *s, struct store_game *list, size_t limit, size_t *count)
{
    bool another = false;

    while (next(r, s)) {
        another = *count == limit;
        if (another)
            break;
        read_game(r, s, &list[*count]);
        ++*count;
    }
    (void)sqlite3_reset(s);
    for (size_t i = 0; i < *count && r->status == STORE_OK; i++)
        read_seats(r, &list[i]);
    return another;
}

enum store_status
sqlite_read_list(struct store *store, const struct store_filter *filter, struct store_game **games,
                 size_t *count, bool *more, meepled_error *err)
{
    struct store_game *list = calloc(filter->limit + 1, sizeof *list);
    size_t found = 0;

    if (list == NULL)
        return store_fail(err, STORE_FAILED, "out of memory");
    struct reading r = begin(store, err);
    int which = LIST + (filter->variant != NULL ? 1 : 0) + (filter->status >= 0 ? 2 : 0);
    sqlite3_stmt *s = r.c->statements[which];

    (void)sqlite3_bind_int64(s, 1, filter->before > 0 ? filter->before : INT64_MAX);
    (void)sqlite3_bind_int64(s, 2, (int64_t)filter->limit + 1);
    if (filter->variant != NULL)
        (void)sqlite3_bind_text(s, 3, filter->variant, -1, SQLITE_STATIC);
    if (filter->status >= 0)
        (void)sqlite3_bind_int64(s, 4, filter->status);
    bool another = read_list(&r, s, list, filter->limit, &found);

    enum store_status status = end(&r);
    if (status != STORE_OK) {
        for (size_t i = 0; i < found; i++)
            store_game_clear(&list[i]);
        free(list);
        return status;
    }
    *games = list;
    *count = found;
    *more = another;
    return STORE_OK;
}

enum store_status
sqlite_read_count(struct store *store, uint64_t *games, meepled_error *err)
{
    (void)err;
    *games = atomic_load(&((struct sqlite_store *)store)->games);
    return STORE_OK;
}

bool
sqlite_read_healthy(struct store *store)
{
    struct reading r = begin(store, NULL);
    sqlite3_stmt *s = r.c->statements[SEATS];

    (void)sqlite3_bind_int64(s, 1, 1);
    (void)next(&r, s);
    (void)sqlite3_reset(s);
    return end(&r) == STORE_OK;
}
