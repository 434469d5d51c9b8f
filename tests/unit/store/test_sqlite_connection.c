#include "fixture.h"

#include "store/sqlite_connection.h"

static struct sqlite_connection c;

static enum store_status
open_file(int flags)
{
    return sqlite_connection_open(&c, path, path, flags, &error);
}

START_TEST(a_connection_opens_runs_and_closes)
{
    int64_t number = 0;

    ck_assert_int_eq(open_file(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE), STORE_OK);
    ck_assert_int_eq(
        sqlite_connection_run(&c, "CREATE TABLE t (x); INSERT INTO t VALUES (42)", &error),
        STORE_OK);
    ck_assert_int_eq(sqlite_connection_number(&c, "SELECT x FROM t", &number, &error), STORE_OK);
    ck_assert_int_eq(number, 42);
    sqlite_connection_close(&c);
    sqlite_connection_close(&c); /* zeroed by now */
}
END_TEST

START_TEST(a_missing_file_is_a_failure_that_names_it)
{
    ck_assert_int_eq(open_file(SQLITE_OPEN_READWRITE), STORE_FAILED);
    ck_assert_ptr_null(c.db);
    ck_assert_ptr_nonnull(strstr(error.text, path));
    ck_assert_ptr_nonnull(strstr(error.text, "No such file"));
}
END_TEST

START_TEST(a_statement_about_a_missing_table_is_damage)
{
    static const char *const texts[] = { "SELECT 1", "SELECT x FROM missing" };

    ck_assert_int_eq(open_file(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE), STORE_OK);
    ck_assert_int_eq(sqlite_connection_prepare(&c, texts, 2, &error), STORE_DAMAGED);
    ck_assert_ptr_nonnull(strstr(error.text, "missing"));
    sqlite_connection_close(&c);
}
END_TEST

START_TEST(a_query_without_an_answer_is_a_failure)
{
    int64_t number = 7;

    ck_assert_int_eq(open_file(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE), STORE_OK);
    ck_assert_int_eq(sqlite_connection_number(&c, "SELECT 1 WHERE 0", &number, &error),
                     STORE_FAILED);
    ck_assert_int_eq(sqlite_connection_number(&c, "nonsense", &number, &error), STORE_FAILED);
    ck_assert_int_eq(number, 7);
    sqlite_connection_close(&c);
}
END_TEST

START_TEST(a_result_code_becomes_a_status)
{
    static const struct {
        int rc;
        enum store_status status;
    } pairs[] = {
        { SQLITE_OK, STORE_OK },          { SQLITE_CORRUPT_INDEX, STORE_DAMAGED },
        { SQLITE_NOTADB, STORE_DAMAGED }, { SQLITE_BUSY_SNAPSHOT, STORE_LOCKED },
        { SQLITE_FULL, STORE_FAILED },    { SQLITE_IOERR_FSYNC, STORE_FAILED },
        { SQLITE_NOMEM, STORE_FAILED },   { SQLITE_CONSTRAINT_UNIQUE, STORE_FAILED },
    };

    c.path = "some.db";
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        ck_assert_int_eq(sqlite_connection_fail(&c, pairs[i].rc, "try", &error), pairs[i].status);
        ck_assert_ptr_nonnull(strstr(error.text, "some.db: cannot try: "));
    }
}
END_TEST

int
main(void)
{
    return RUN_CASE("sqlite_connection", 10, a_connection_opens_runs_and_closes,
                    a_missing_file_is_a_failure_that_names_it,
                    a_statement_about_a_missing_table_is_damage,
                    a_query_without_an_answer_is_a_failure, a_result_code_becomes_a_status);
}
