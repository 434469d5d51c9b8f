/* The tables, their version, and the way from older versions to this one.
 *
 *   game 1 --- n seat          head.row -> action -> action -> ... -> 0
 *     \--- 1 head                            prev      prev
 *
 * Actions of all games are appended to one table in the order of their arrival and each names the
 * one before it of the same game; `head` has the last.  A group of actions then fills a page or two
 * instead of touching one page per game: see docs/store.md for what that was measured to be worth.
 */
#include "store/sqlite_schema.h"

#include <assert.h>
#include <stdio.h>

#define ACTION_TABLES                                                                              \
    "CREATE TABLE action ("                                                                        \
    "row INTEGER PRIMARY KEY," /* in order of arrival, over all games */                           \
    " prev INTEGER NOT NULL,"  /* row of the same game's action before it, 0: the first */         \
    " game INTEGER NOT NULL,"                                                                      \
    " seq INTEGER NOT NULL,"                                                                       \
    " seat INTEGER NOT NULL,"                                                                      \
    " text TEXT NOT NULL,"                                                                         \
    " digest BLOB NOT NULL,"                                                                       \
    " at_ms INTEGER NOT NULL,"                                                                     \
    " key TEXT,"                                                                                   \
    " request_hash BLOB);"                                                                         \
    "CREATE TABLE head ("                                                                          \
    "game INTEGER PRIMARY KEY,"                                                                    \
    " row INTEGER NOT NULL," /* of the last action, 0: none yet */                                 \
    " seq INTEGER NOT NULL,"                                                                       \
    " at_ms INTEGER NOT NULL);"

/* Lists go from the newest game to the oldest, with or without a variant and a status. */
#define LIST_INDICES                                                                               \
    "CREATE INDEX game_public ON game (key) WHERE private = 0;"                                    \
    "CREATE INDEX game_public_status ON game (status, key) WHERE private = 0;"                     \
    "CREATE INDEX game_public_variant ON game (variant, key) WHERE private = 0;"                   \
    "CREATE INDEX game_public_both ON game (variant, status, key) WHERE private = 0;"

static const char schema[] =
    "CREATE TABLE game ("
    "key INTEGER PRIMARY KEY AUTOINCREMENT," /* never used again after a deletion */
    " id TEXT NOT NULL UNIQUE,"
    " variant TEXT NOT NULL,"
    " options TEXT,"
    " rules TEXT,"
    " tiles_digest BLOB NOT NULL,"
    " seed BLOB NOT NULL,"
    " decks TEXT,"
    " host_hash BLOB NOT NULL,"
    " status INTEGER NOT NULL,"
    " reason TEXT,"
    " created_ms INTEGER NOT NULL,"
    " updated_ms INTEGER NOT NULL,"
    " changes INTEGER NOT NULL,"
    " seat_count INTEGER NOT NULL,"
    " players INTEGER NOT NULL,"
    " private INTEGER NOT NULL DEFAULT 0, sealed INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE seat ("
    "game INTEGER NOT NULL,"
    " number INTEGER NOT NULL,"
    " taken INTEGER NOT NULL,"
    " name TEXT,"
    " colour TEXT,"
    " bot TEXT,"
    " token_hash BLOB,"
    " PRIMARY KEY (game, number)) WITHOUT ROWID;" ACTION_TABLES LIST_INDICES;

/* Version 1 kept the actions clustered by game, PRIMARY KEY (game, seq), and had no private games.
 * Rows are numbered game by game, so the action before has the number before. */
static const char from_1[] =
    "ALTER TABLE game ADD COLUMN private INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE action RENAME TO action_1;" ACTION_TABLES LIST_INDICES
    "INSERT INTO action (row, prev, game, seq, seat, text, digest, at_ms, key, request_hash)"
    " SELECT n, CASE seq WHEN 1 THEN 0 ELSE n - 1 END, game, seq, seat, text, digest, at_ms, key,"
    " request_hash FROM (SELECT row_number() OVER (ORDER BY game, seq) AS n, * FROM action_1)"
    " ORDER BY n;"
    "INSERT INTO head (game, row, seq, at_ms)"
    " SELECT g.key, coalesce(max(a.row), 0), coalesce(max(a.seq), 0), coalesce(max(a.at_ms), 0)"
    " FROM game g LEFT JOIN action a ON g.key = a.game GROUP BY g.key;"
    "DROP TABLE action_1;";

/* Version 2 had no sealed games. */
static const char from_2[] = "ALTER TABLE game ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;";

/* steps[v - 1] leads from version v to v + 1. */
static const char *const steps[] = { from_1, from_2 };
_Static_assert(sizeof steps / sizeof steps[0] == SQLITE_SCHEMA_VERSION - 1, "a step per version");

static enum store_status
set_version(struct sqlite_connection *c, meepled_error *err)
{
    char sql[64];

    (void)snprintf(sql, sizeof sql, "PRAGMA user_version = %d", SQLITE_SCHEMA_VERSION);
    return sqlite_connection_run(c, sql, err);
}

/* Lead from `version` to the next.  What SQL finds wrong here is not what that version wrote. */
static enum store_status
take_step(struct sqlite_connection *c, int64_t version, meepled_error *err)
{
    int rc = sqlite3_exec(c->db, steps[version - 1], NULL, NULL, NULL);

    if ((rc & 0xff) == SQLITE_ERROR || (rc & 0xff) == SQLITE_CONSTRAINT)
        return store_fail(err, STORE_DAMAGED, "%s: not a whole store of schema %lld: %s", c->path,
                          (long long)version, sqlite3_errmsg(c->db));
    return rc == SQLITE_OK ? STORE_OK : sqlite_connection_fail(c, rc, "migrate it", err);
}

enum store_status
sqlite_schema_create(struct sqlite_connection *c, meepled_error *err)
{
    char sql[64];

    (void)snprintf(sql, sizeof sql, "PRAGMA application_id = %d", SQLITE_SCHEMA_APPLICATION);
    enum store_status status = sqlite_connection_run(c, "BEGIN IMMEDIATE", err);
    if (status == STORE_OK)
        status = sqlite_connection_run(c, sql, err);
    if (status == STORE_OK)
        status = sqlite_connection_run(c, schema, err);
    if (status == STORE_OK)
        status = set_version(c, err);
    if (status == STORE_OK)
        status = sqlite_connection_run(c, "COMMIT", err);
    return status;
}

enum store_status
sqlite_schema_migrate(struct sqlite_connection *c, int64_t version, meepled_error *err)
{
    assert(version >= 1 && version <= SQLITE_SCHEMA_VERSION);
    if (version == SQLITE_SCHEMA_VERSION)
        return STORE_OK;

    enum store_status status = sqlite_connection_run(c, "BEGIN IMMEDIATE", err);
    if (status != STORE_OK)
        return status;
    for (; status == STORE_OK && version < SQLITE_SCHEMA_VERSION; version++)
        status = take_step(c, version, err);
    if (status == STORE_OK)
        status = set_version(c, err);
    if (status == STORE_OK)
        status = sqlite_connection_run(c, "COMMIT", err);
    if (status != STORE_OK)
        (void)sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
