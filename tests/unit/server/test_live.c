/* Games that leave memory and come back, and games whose rules have changed. */
#include "server/inner.h"
#include "tests/support/server_fixture.h"

#include <check.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static struct fixture f;
static struct fixture_game g;

static void
setup(void)
{
    fixture_open(&f, &fixture_limits);
    fixture_create(&f, "skeleton", 2, true, 3, &g);
    fixture_play(f.server, &g, 5, 6);
}

static void
teardown(void)
{
    fixture_close(&f);
}

/* Change the stored games behind the server's back, while it is down. */
static void
tamper(const char *sql)
{
    sqlite3 *db = NULL;
    char *message = NULL;

    fixture_stop(&f);
    ck_assert_int_eq(sqlite3_open(f.store_path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
    fixture_start(&f);
}

static void
ck_same(const struct fixture_view *a, const struct fixture_view *b)
{
    ck_assert_int_eq(a->code, SERVER_OK);
    ck_assert_int_eq(b->code, SERVER_OK);
    ck_assert_uint_eq(a->version, b->version);
    ck_assert_int_eq(a->status, b->status);
    ck_assert_mem_eq(a->digest, b->digest, sizeof a->digest);
}

START_TEST(a_restart_keeps_open_played_and_finished_games_as_they_were)
{
    struct fixture_game open, finished;

    fixture_create(&f, "skeleton", 3, false, 3, &open);
    fixture_create(&f, "hunters-gatherers", 2, true, 3, &finished);
    fixture_play(f.server, &finished, 8, 10000);
    const struct fixture_view before[] = { fixture_look(f.server, g.id),
                                           fixture_look(f.server, open.id),
                                           fixture_look(f.server, finished.id) };

    fixture_stop(&f);
    fixture_start(&f);
    const struct fixture_view after[] = { fixture_look(f.server, g.id),
                                          fixture_look(f.server, open.id),
                                          fixture_look(f.server, finished.id) };

    for (int i = 0; i < 3; i++)
        ck_same(&before[i], &after[i]);
    ck_assert_int_eq(after[0].status, STORE_PLAYING);
    ck_assert_int_eq(after[1].status, STORE_OPEN);
    ck_assert_int_eq(after[2].status, STORE_FINISHED);
    ck_assert_uint_gt(fixture_play(f.server, &g, 9, 3), 0);
}
END_TEST

START_TEST(no_more_games_stay_in_memory_than_allowed)
{
    struct fixture_game more[10];
    struct fixture_view before[10];
    struct server_limits tight = fixture_limits;
    struct server_stats stats;

    tight.games_live = 3;
    server_limits_set(f.server, &tight);
    for (int i = 0; i < 10; i++) {
        fixture_create(&f, "skeleton", 2, true, (uint8_t)i, &more[i]);
        fixture_play(f.server, &more[i], (unsigned)i, 4);
        before[i] = fixture_look(f.server, more[i].id);
        server_stats_get(f.server, &stats);
        ck_assert_uint_le(stats.live_games, 3);
    }
    ck_assert_uint_eq(stats.live_games, 3);
    ck_assert_uint_eq(stats.stored_games, 11);
    for (int i = 0; i < 10; i++) {
        const struct fixture_view after = fixture_look(f.server, more[i].id);

        ck_same(&before[i], &after);
    }
}
END_TEST

START_TEST(a_game_nobody_asks_for_leaves_memory_but_not_while_it_is_held)
{
    struct server_limits now = fixture_limits;
    struct server_stats stats;
    enum server_code code;
    meepled_error err;
    const struct fixture_view before = fixture_look(f.server, g.id);
    struct server_game *const held = server_acquire(f.server, g.id, &code, &err);

    table_sweep(f.server); /* an hour has not passed */
    server_stats_get(f.server, &stats);
    ck_assert_uint_eq(stats.live_games, 1);
    now.games_live = 0;
    server_limits_set(f.server, &now);
    table_sweep(f.server);
    server_stats_get(f.server, &stats);
    ck_assert_uint_eq(stats.live_games, 1);
    ck_assert_uint_gt(stats.live_bytes, 0);
    server_release(f.server, held);
    server_stats_get(f.server, &stats);
    ck_assert_uint_eq(stats.live_games, 0);
    ck_assert_uint_eq(stats.live_bytes, 0);
    const struct fixture_view after = fixture_look(f.server, g.id);

    ck_same(&before, &after);
}
END_TEST

/* ---- frozen ---- */

static void
ck_read_only(struct fixture_game *game)
{
    struct fixture_job j;

    fixture_job_init(&j, SERVER_ACT);
    j.job.id = game->id;
    j.job.token = game->seats[0];
    j.job.action.type = "pass";
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_FROZEN);
    ck_assert_str_ne(j.job.error.text, "");
    fixture_job_init(&j, SERVER_LEAVE);
    j.job.id = game->id;
    j.job.token = game->seats[0];
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_FROZEN);
}

static void
count_steps(void *context, uint32_t version, const meepled_game *game, const meepled_events *events)
{
    uint32_t *const last = context;

    ck_assert_ptr_nonnull(game);
    ck_assert_uint_le(events->count, events->cap);
    ck_assert(*last == 0 ? version == 1 : version == *last + 1);
    *last = version;
}

START_TEST(a_log_that_comes_out_otherwise_freezes_the_game_at_the_last_step_that_does_not)
{
    enum server_code code;
    meepled_error err;
    uint32_t last = 0;
    struct store_game *list;
    size_t count;
    bool more;

    tamper("UPDATE action SET digest = zeroblob(16) WHERE seq = 4");
    struct server_game *const game = server_acquire(f.server, g.id, &code, &err);

    ck_assert_ptr_nonnull(game);
    ck_assert_int_eq(game->record->status, STORE_FROZEN);
    ck_assert_ptr_nonnull(strstr(game->record->reason, "action 4"));
    ck_assert_ptr_nonnull(game->game);
    ck_assert_uint_eq(game->version, 1 + 3);
    ck_assert_uint_eq(game->start_version, 1);
    ck_assert_int_eq(server_replay(f.server, game, count_steps, &last, &err), SERVER_OK);
    ck_assert_uint_eq(last, 1 + 3);
    server_release(f.server, game);
    ck_read_only(&g);

    const struct store_filter all = { .status = -1, .limit = 10 };

    ck_assert_int_eq(server_list(f.server, &all, &list, &count, &more, &err), SERVER_OK);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(list[0].status, STORE_PLAYING); /* the store has not been touched */
    store_game_clear(&list[0]);
    free(list);
}
END_TEST

START_TEST(an_action_the_rules_do_not_know_any_more_freezes_the_game)
{
    enum server_code code;
    meepled_error err;

    tamper("UPDATE action SET text = 'place NO-SUCH-TILE 0 0 0' WHERE seq = 1");
    struct server_game *const game = server_acquire(f.server, g.id, &code, &err);

    ck_assert_int_eq(game->record->status, STORE_FROZEN);
    ck_assert_ptr_nonnull(game->game);
    ck_assert_uint_eq(game->version, 1);
    server_release(f.server, game);
    ck_read_only(&g);
}
END_TEST

static void
ck_frozen_without_state(const char *sql, const char *reason)
{
    enum server_code code;
    meepled_error err;
    uint32_t last = 0;

    tamper(sql);
    struct server_game *const game = server_acquire(f.server, g.id, &code, &err);

    ck_assert_ptr_nonnull(game);
    ck_assert_int_eq(game->record->status, STORE_FROZEN);
    ck_assert_msg(strstr(game->record->reason, reason) != NULL, "%s", game->record->reason);
    ck_assert_ptr_null(game->game);
    ck_assert_int_eq(server_replay(f.server, game, count_steps, &last, &err), SERVER_FROZEN);
    server_release(f.server, game);
    ck_read_only(&g);
}

START_TEST(other_tiles_layers_or_no_variant_at_all_freeze_the_game)
{
    ck_frozen_without_state("UPDATE game SET rules = 'skeleton 1.0.0' || char(10) || 'more 1.0.0'",
                            "layer");
    ck_frozen_without_state("UPDATE game SET rules = 'bones 1.0.0'", "bones");
    ck_frozen_without_state("UPDATE game SET tiles_digest = zeroblob(32)", "tiles of skeleton");
    ck_frozen_without_state("UPDATE game SET variant = 'forgotten'", "forgotten");
}
END_TEST

START_TEST(another_version_of_the_same_rules_that_agrees_is_no_reason_to_freeze)
{
    const struct fixture_view before = fixture_look(f.server, g.id);

    tamper("UPDATE game SET rules = 'skeleton 0.0.1'");
    const struct fixture_view after = fixture_look(f.server, g.id);

    ck_same(&before, &after);
}
END_TEST

START_TEST(a_frozen_game_is_looked_at_again_after_a_reload_and_can_be_deleted)
{
    struct fixture_job j;
    sqlite3 *db;

    tamper("UPDATE game SET variant = 'forgotten'");
    ck_assert_int_eq(fixture_look(f.server, g.id).status, STORE_FROZEN);
    ck_assert_int_eq(sqlite3_open(f.store_path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 2000);
    ck_assert_int_eq(sqlite3_exec(db, "UPDATE game SET variant = 'skeleton'", NULL, NULL, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(fixture_look(f.server, g.id).status, STORE_FROZEN);
    server_registry_swap(f.server, f.registry);
    ck_assert_int_eq(fixture_look(f.server, g.id).status, STORE_PLAYING);
    sqlite3_close(db);
    fixture_job_init(&j, SERVER_DELETE);
    j.job.id = g.id;
    j.job.token = g.host;
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_OK);
    ck_assert_int_eq(fixture_look(f.server, g.id).code, SERVER_UNKNOWN_GAME);
}
END_TEST

START_TEST(a_replay_tells_every_version_in_order)
{
    enum server_code code;
    meepled_error err;
    uint32_t last = 0;
    struct server_game *game = server_acquire(f.server, g.id, &code, &err);

    ck_assert_int_eq(server_replay(f.server, game, count_steps, &last, &err), SERVER_OK);
    ck_assert_uint_eq(last, game->version);
    server_release(f.server, game);

    struct fixture_game open;

    fixture_create(&f, "skeleton", 2, false, 1, &open);
    game = server_acquire(f.server, open.id, &code, &err);
    ck_assert_int_eq(server_replay(f.server, game, count_steps, &last, &err), SERVER_NOT_PLAYING);
    server_release(f.server, game);
}
END_TEST

static Suite *
live_suite(void)
{
    Suite *const suite = suite_create("live");
    TCase *const tcase = tcase_create("live");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_restart_keeps_open_played_and_finished_games_as_they_were);
    tcase_add_test(tcase, no_more_games_stay_in_memory_than_allowed);
    tcase_add_test(tcase, a_game_nobody_asks_for_leaves_memory_but_not_while_it_is_held);
    tcase_add_test(tcase,
                   a_log_that_comes_out_otherwise_freezes_the_game_at_the_last_step_that_does_not);
    tcase_add_test(tcase, an_action_the_rules_do_not_know_any_more_freezes_the_game);
    tcase_add_test(tcase, other_tiles_layers_or_no_variant_at_all_freeze_the_game);
    tcase_add_test(tcase, another_version_of_the_same_rules_that_agrees_is_no_reason_to_freeze);
    tcase_add_test(tcase, a_frozen_game_is_looked_at_again_after_a_reload_and_can_be_deleted);
    tcase_add_test(tcase, a_replay_tells_every_version_in_order);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(live_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
