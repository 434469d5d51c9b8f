#include "fixture.h"

#include "store/sqlite_chain.h"

static sqlite3 *db;
static sqlite3_stmt *statement;

/* Rows 2, 5 and 9 are actions 1 to 3 of game 4. */
static void
with_chain(void)
{
    setup();
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(db,
                     "CREATE TABLE action (row INTEGER PRIMARY KEY, prev, game, seq, seat, text,"
                     " digest, at_ms, key, request_hash);"
                     "INSERT INTO action (row, prev, game, seq, key) VALUES (2, 0, 4, 1, 'k'),"
                     " (5, 2, 4, 2, NULL), (9, 5, 4, 3, ''), (3, 0, 6, 1, NULL)",
                     NULL, NULL, NULL),
        SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, SQLITE_CHAIN_SQL, -1, &statement, NULL), SQLITE_OK);
}

static void
without_chain(void)
{
    sqlite3_finalize(statement);
    sqlite3_close(db);
    teardown();
}

/* Walk from a head: the numbers met, in one word, and the result in `rc`. */
static const char *
walk(int64_t row, int64_t seq, int *rc)
{
    static char met[16];
    struct sqlite_chain chain = { .statement = statement, .game = 4, .row = row, .seq = seq };
    size_t count = 0;

    while (count < sizeof met - 1 && sqlite_chain_next(&chain))
        met[count++] = (char)('0' + sqlite3_column_int(statement, SQLITE_CHAIN_SEQ));
    met[count] = '\0';
    *rc = chain.rc;
    ck_assert(!sqlite_chain_next(&chain)); /* the end stays the end */
    return met;
}

START_TEST(a_chain_leads_from_the_last_action_to_the_first)
{
    int rc;

    ck_assert_str_eq(walk(9, 3, &rc), "321");
    ck_assert_int_eq(rc, SQLITE_OK);
    ck_assert_str_eq(walk(2, 1, &rc), "1");
    ck_assert_int_eq(rc, SQLITE_OK);
    ck_assert_str_eq(walk(0, 0, &rc), "");
    ck_assert_int_eq(rc, SQLITE_OK);
}
END_TEST

START_TEST(a_chain_that_cannot_be_is_corrupt)
{
    static const int64_t heads[][2] = { { 9, 2 }, { 9, 4 }, { 5, 3 }, { 7, 1 },
                                        { 3, 1 }, { 0, 1 }, { 9, 0 }, { -2, 1 } };
    int rc;

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        (void)walk(heads[i][0], heads[i][1], &rc);
        ck_assert_int_eq(rc, SQLITE_CORRUPT);
    }
}
END_TEST

START_TEST(a_chain_may_be_left_early_and_shows_keys)
{
    struct sqlite_chain chain = { .statement = statement, .game = 4, .row = 9, .seq = 3 };

    ck_assert(sqlite_chain_next(&chain));
    ck_assert_str_eq(sqlite_chain_key(&chain), "");
    ck_assert(sqlite_chain_next(&chain));
    ck_assert_ptr_null(sqlite_chain_key(&chain));
    sqlite_chain_stop(&chain);
    ck_assert(!sqlite3_stmt_busy(statement));
}
END_TEST

int
main(void)
{
    return RUN_CASE_WITH("sqlite_chain", 10, with_chain, without_chain,
                         a_chain_leads_from_the_last_action_to_the_first,
                         a_chain_that_cannot_be_is_corrupt,
                         a_chain_may_be_left_early_and_shows_keys);
}
