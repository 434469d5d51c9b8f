/* Games whose rules ended the process before: frozen in the store, sealed the second time. */
#include "server/inner.h"
#include "tests/support/server_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fixture f;
static struct fixture_game g;

static void
setup(void)
{
    fixture_open(&f, &fixture_limits);
    fixture_create(&f, "skeleton", 2, true, 3, &g);
}

static void
teardown(void)
{
    fixture_close(&f);
}

/* The process ends, the next one blames the game. */
static void
blame(const char *id, const char *why)
{
    struct guard_blame blamed;

    fixture_stop(&f);
    fixture_start(&f);
    snprintf(blamed.game, sizeof blamed.game, "%s", id);
    snprintf(blamed.why, sizeof blamed.why, "%s", why);
    server_blame(f.server, &blamed);
}

static void
ck_reason(const char *reason, bool playable)
{
    enum server_code code;
    meepled_error err;
    struct server_game *const game = server_acquire(f.server, g.id, &code, &err);

    ck_assert_ptr_nonnull(game);
    ck_assert_int_eq(game->record->status, STORE_FROZEN);
    ck_assert_str_eq(game->record->reason, reason);
    ck_assert_int_eq(game->game != NULL, playable);
    server_release(f.server, game);
}

static unsigned replayed;
static uint32_t first_version;

static void
count(void *context, uint32_t version, const meepled_game *game, const meepled_events *events)
{
    (void)context, (void)game, (void)events;
    if (replayed++ == 0)
        first_version = version;
}

START_TEST(a_blamed_game_is_frozen_as_it_was_one_version_further)
{
    fixture_play(f.server, &g, 1, 5);
    const struct fixture_view before = fixture_look(f.server, g.id);

    blame(g.id, "its rules crashed");
    const struct fixture_view after = fixture_look(f.server, g.id);
    ck_assert_uint_eq(after.version, before.version + 1);
    ck_assert_mem_eq(after.digest, before.digest, sizeof after.digest);
    ck_reason("its rules crashed", true);
}
END_TEST

START_TEST(a_frozen_game_takes_nothing_and_tells_its_events)
{
    struct fixture_job j;
    enum server_code code;
    meepled_error err;

    fixture_play(f.server, &g, 1, 5);
    blame(g.id, "its rules crashed");
    ck_assert_int_eq(fixture_act(f.server, &g, 0, &j, NULL), SERVER_FROZEN);
    struct server_game *const game = server_acquire(f.server, g.id, &code, &err);
    ck_assert_uint_eq(game->start_version, 1);
    replayed = 0;
    ck_assert_int_eq(server_replay(f.server, game, count, NULL, &err), SERVER_OK);
    ck_assert_uint_eq(replayed, 6);
    ck_assert_uint_eq(first_version, 1);
    server_release(f.server, game);
}
END_TEST

START_TEST(a_reload_thaws_nothing_that_is_frozen_in_the_store)
{
    meepled_registry *const registry = fixture_registry();

    blame(g.id, "its rules crashed");
    ck_reason("its rules crashed", true);
    server_registry_swap(f.server, registry);
    meepled_registry_unref(registry);
    ck_reason("its rules crashed", true);
    fixture_stop(&f);
    fixture_start(&f);
    ck_reason("its rules crashed", true);
}
END_TEST

START_TEST(blamed_again_it_is_not_even_replayed)
{
    blame(g.id, "its rules crashed");
    const struct fixture_view before = fixture_look(f.server, g.id);

    blame(g.id, "its rules took too long");
    ck_reason("its rules took too long", false);
    ck_assert_uint_eq(fixture_look(f.server, g.id).version, before.version + 1);
    blame(g.id, "once more"); /* changes nothing any more */
    ck_reason("its rules took too long", false);
}
END_TEST

START_TEST(a_game_that_is_over_is_not_replayed_after_that)
{
    fixture_play(f.server, &g, 1, 1000);
    ck_assert_int_eq(fixture_look(f.server, g.id).status, STORE_FINISHED);
    blame(g.id, "its rules crashed");
    ck_reason("its rules crashed", false);
}
END_TEST

START_TEST(an_open_game_is_frozen_too_and_a_stranger_is_nobody)
{
    fixture_create(&f, "skeleton", 2, false, 3, &g);
    blame("nobody-knows-it", "its rules crashed");
    ck_assert_int_eq(fixture_look(f.server, g.id).status, STORE_OPEN);
    blame(g.id, "its rules crashed");
    ck_assert_int_eq(fixture_look(f.server, g.id).status, STORE_FROZEN);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("freeze");
    TCase *const tcase = tcase_create("freeze");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_blamed_game_is_frozen_as_it_was_one_version_further);
    tcase_add_test(tcase, a_frozen_game_takes_nothing_and_tells_its_events);
    tcase_add_test(tcase, a_reload_thaws_nothing_that_is_frozen_in_the_store);
    tcase_add_test(tcase, blamed_again_it_is_not_even_replayed);
    tcase_add_test(tcase, a_game_that_is_over_is_not_replayed_after_that);
    tcase_add_test(tcase, an_open_game_is_frozen_too_and_a_stranger_is_nobody);
    suite_add_tcase(suite, tcase);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
