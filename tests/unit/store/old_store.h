/* A store as version 1 wrote it, to be migrated: as `sqlite3 games.db .dump` gave it, with the
 * settings a dump leaves out.  Never change it; a newer old version gets a text of its own. */
#ifndef TEST_STORE_OLD_STORE_H
#define TEST_STORE_OLD_STORE_H

#define OLD_STORE_TABLES_1                                                                         \
    "PRAGMA page_size = 4096;"                                                                     \
    "PRAGMA journal_mode = WAL;"                                                                   \
    "PRAGMA application_id = 0x6d706c64;"                                                          \
    "PRAGMA user_version = 1;"                                                                     \
    "CREATE TABLE game (key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,"           \
    " variant TEXT NOT NULL, options TEXT, rules TEXT, tiles_digest BLOB NOT NULL,"                \
    " seed BLOB NOT NULL, decks TEXT, host_hash BLOB NOT NULL, status INTEGER NOT NULL,"           \
    " reason TEXT, created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL,"                      \
    " changes INTEGER NOT NULL, seat_count INTEGER NOT NULL, players INTEGER NOT NULL);"           \
    "CREATE TABLE seat (game INTEGER NOT NULL, number INTEGER NOT NULL, taken INTEGER NOT NULL,"   \
    " name TEXT, colour TEXT, bot TEXT, token_hash BLOB, PRIMARY KEY (game, number))"              \
    " WITHOUT ROWID;"                                                                              \
    "CREATE TABLE action (game INTEGER NOT NULL, seq INTEGER NOT NULL, seat INTEGER NOT NULL,"     \
    " text TEXT NOT NULL, digest BLOB NOT NULL, at_ms INTEGER NOT NULL, key TEXT,"                 \
    " request_hash BLOB, PRIMARY KEY (game, seq)) WITHOUT ROWID;"

/* Game 2 was deleted; game 3 has no actions; game 4 was aborted. */
static const char old_store_1[] = OLD_STORE_TABLES_1
    "INSERT INTO game VALUES (1, 'first', 'hunters-gatherers', 'first-player=1',"
    " 'hunters-gatherers 0.9.0', zeroblob(32), randomblob(32), NULL, zeroblob(32), 1, NULL,"
    " 1690000000000, 1690000000500, 3, 2, 2);"
    "INSERT INTO game VALUES (3, 'third', 'hunters-gatherers', NULL, NULL, zeroblob(32),"
    " zeroblob(32), 'main=HG-01 HG-02', zeroblob(32), 0, NULL, 1690000001000, 1690000001000, 1,"
    " 2, 0);"
    "INSERT INTO game VALUES (4, 'fourth', 'carcassonne', NULL, 'carcassonne 0.9.0', zeroblob(32),"
    " zeroblob(32), NULL, zeroblob(32), 3, 'left by all', 1690000002000, 1690000003000, 5, 3, 3);"
    "INSERT INTO seat VALUES (1, 0, 1, 'Ana', 'red', NULL, zeroblob(32));"
    "INSERT INTO seat VALUES (1, 1, 1, 'Božena', 'blue', 'random', NULL);"
    "INSERT INTO seat VALUES (3, 0, 1, NULL, NULL, NULL, zeroblob(32));"
    "INSERT INTO seat VALUES (3, 1, 0, NULL, NULL, NULL, NULL);"
    "INSERT INTO seat VALUES (4, 0, 1, 'a', NULL, NULL, NULL);"
    "INSERT INTO seat VALUES (4, 1, 1, 'b', NULL, NULL, NULL);"
    "INSERT INTO seat VALUES (4, 2, 1, 'c', NULL, NULL, NULL);"
    "INSERT INTO action VALUES (1, 1, 0, 'place HG-31 1 0 90', x'0102030405060708090a0b0c0d0e0f10',"
    " 1690000000600, 'retry-1', "
    "x'1111111111111111111111111111111111111111111111111111111111111111');"
    "INSERT INTO action VALUES (1, 2, 0, 'pass', zeroblob(16), 1690000000700, NULL, NULL);"
    "INSERT INTO action VALUES (1, 3, 1, 'place HG-02 2 0 0', zeroblob(16), 1690000000800,"
    " 'retry-1', zeroblob(32));"
    "INSERT INTO action VALUES (4, 1, 0, 'pass', zeroblob(16), 1690000002100, NULL, NULL);"
    "INSERT INTO action VALUES (4, 2, 1, 'pass', zeroblob(16), 1690000002200, NULL, NULL);";

/* Version 2: one game that was given up, and one that goes on. */
static const char old_store_2[] =
    "PRAGMA page_size = 4096;"
    "PRAGMA journal_mode = WAL;"
    "PRAGMA application_id = 0x6d706c64;"
    "PRAGMA user_version = 2;"
    "CREATE TABLE game (key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,"
    " variant TEXT NOT NULL, options TEXT, rules TEXT, tiles_digest BLOB NOT NULL, seed BLOB NOT"
    " NULL, decks TEXT, host_hash BLOB NOT NULL, status INTEGER NOT NULL, reason TEXT,"
    " created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL, changes INTEGER NOT NULL,"
    " seat_count INTEGER NOT NULL, players INTEGER NOT NULL, private INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE seat (game INTEGER NOT NULL, number INTEGER NOT NULL, taken INTEGER NOT NULL,"
    " name TEXT, colour TEXT, bot TEXT, token_hash BLOB, PRIMARY KEY (game, number))"
    " WITHOUT ROWID;"
    "CREATE TABLE action (row INTEGER PRIMARY KEY, prev INTEGER NOT NULL, game INTEGER NOT NULL,"
    " seq INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, digest BLOB NOT NULL,"
    " at_ms INTEGER NOT NULL, key TEXT, request_hash BLOB);"
    "CREATE TABLE head (game INTEGER PRIMARY KEY, row INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " at_ms INTEGER NOT NULL);"
    "CREATE INDEX game_public ON game (key) WHERE private = 0;"
    "CREATE INDEX game_public_status ON game (status, key) WHERE private = 0;"
    "CREATE INDEX game_public_variant ON game (variant, key) WHERE private = 0;"
    "CREATE INDEX game_public_both ON game (variant, status, key) WHERE private = 0;"
    "INSERT INTO game VALUES (1, 'first', 'hunters-gatherers', 'first-player=1',"
    " 'hunters-gatherers 1.0.0', zeroblob(32), randomblob(32), NULL, zeroblob(32), 1, NULL,"
    " 1690000000000, 1690000000500, 3, 2, 2, 1);"
    "INSERT INTO game VALUES (2, 'second', 'carcassonne', NULL, 'carcassonne 1.0.0', zeroblob(32),"
    " zeroblob(32), NULL, zeroblob(32), 3, 'left by all', 1690000002000, 1690000003000, 5, 2, 2,"
    " 0);"
    "INSERT INTO seat VALUES (1, 0, 1, 'Ana', 'red', NULL, zeroblob(32));"
    "INSERT INTO seat VALUES (1, 1, 1, 'Bo', 'blue', NULL, NULL);"
    "INSERT INTO seat VALUES (2, 0, 1, 'a', NULL, NULL, NULL);"
    "INSERT INTO seat VALUES (2, 1, 1, 'b', NULL, NULL, NULL);"
    "INSERT INTO action VALUES (1, 0, 1, 1, 0, 'place HG-31 1 0 90', zeroblob(16), 1690000000600,"
    " NULL, NULL);"
    "INSERT INTO action VALUES (2, 1, 1, 2, 0, 'pass', zeroblob(16), 1690000000700, NULL, NULL);"
    "INSERT INTO head VALUES (1, 2, 2, 1690000000700);"
    "INSERT INTO head VALUES (2, 0, 0, 0);";

#endif
