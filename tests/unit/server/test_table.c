/* The table of live games: found by id, let go by last use. */
#include "server/inner.h"
#include "tests/support/server_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { MANY = 5000 }; /* more than the buckets it begins with */

static struct server *server; /* as much of one as the table needs */
static struct live *games[MANY];

static void
setup(void)
{
    server = calloc(1, sizeof *server);
    atomic_store(&server->games_live, MANY);
    atomic_store(&server->evict_after_s, 3600);
    ck_assert_int_eq(table_open(&server->table), MEEPLED_OK);
}

static void
teardown(void)
{
    table_close(server);
    free(server);
}

static struct live *
pin(int number)
{
    char id[STORE_ID];

    snprintf(id, sizeof id, "game-%d", number);
    return table_pin(server, id);
}

START_TEST(every_game_is_found_again_however_many_there_are)
{
    for (int i = 0; i < MANY; i++) {
        games[i] = pin(i);
        ck_assert_ptr_nonnull(games[i]);
    }
    ck_assert_uint_eq(table_count(server), MANY);
    for (int i = 0; i < MANY; i++) {
        ck_assert_ptr_eq(pin(i), games[i]);
        ck_assert_uint_eq(games[i]->pins, 2);
        table_unpin(server, games[i]);
        table_unpin(server, games[i]);
    }
    ck_assert_uint_eq(table_count(server), MANY);
}
END_TEST

START_TEST(those_used_longest_ago_go_first_and_pinned_ones_stay)
{
    atomic_store(&server->games_live, 4);
    for (int i = 0; i < 4; i++)
        games[i] = pin(i);
    for (int i = 1; i < 4; i++)
        table_unpin(server, games[i]); /* 0 stays pinned */
    table_unpin(server, pin(1));       /* used again */
    table_unpin(server, pin(4));       /* one too many: 2 goes */
    ck_assert_uint_eq(table_count(server), 4);
    ck_assert_ptr_eq(pin(0), games[0]);
    ck_assert_ptr_eq(pin(1), games[1]);
    ck_assert_ptr_eq(pin(3), games[3]);
    table_unpin(server, games[0]);
    table_unpin(server, games[0]);
    table_unpin(server, games[1]);
    table_unpin(server, games[3]);
    atomic_store(&server->games_live, 1);
    table_sweep(server);
    ck_assert_uint_eq(table_count(server), 1);
    ck_assert_ptr_eq(pin(3), games[3]);
    table_unpin(server, games[3]);
}
END_TEST

START_TEST(a_game_taken_out_is_made_anew_while_the_old_one_is_still_held)
{
    struct live *const old = pin(1);

    table_unlist(server, old);
    table_unlist(server, old); /* once is enough, twice does no harm */
    struct live *const fresh = pin(1);

    ck_assert_ptr_ne(old, fresh);
    ck_assert(!table_list(server, old)); /* its place is taken */
    table_unpin(server, old);
    table_unlist(server, fresh);
    ck_assert(table_list(server, fresh));
    table_unpin(server, fresh);
    ck_assert_uint_eq(table_count(server), 1);
}
END_TEST

START_TEST(games_not_used_for_long_leave)
{
    struct live *const old = pin(1);

    table_unpin(server, old);
    table_sweep(server);
    ck_assert_uint_eq(table_count(server), 1);
    old->touched_s -= 3601;
    table_unpin(server, pin(2));
    table_sweep(server);
    ck_assert_uint_eq(table_count(server), 1);
}
END_TEST

static Suite *
table_suite(void)
{
    Suite *const suite = suite_create("table");
    TCase *const tcase = tcase_create("table");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, every_game_is_found_again_however_many_there_are);
    tcase_add_test(tcase, those_used_longest_ago_go_first_and_pinned_ones_stay);
    tcase_add_test(tcase, a_game_taken_out_is_made_anew_while_the_old_one_is_still_held);
    tcase_add_test(tcase, games_not_used_for_long_leave);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(table_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
