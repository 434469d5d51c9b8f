/* Actions: who, when, and once for each idempotency key. */
#include "tests/support/server_fixture.h"

#include <check.h>
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

/* A job for the legal action `pick` of the present state. */
static int
prepare(unsigned pick, struct fixture_job *j, struct fixture_words *words)
{
    enum server_code code;
    meepled_error err;
    int seat = -1;
    struct server_game *const game = server_acquire(f.server, g.id, &code, &err);

    ck_assert(fixture_action(game, pick, &seat, words));
    fixture_job_init(j, SERVER_ACT);
    j->job.id = g.id;
    j->job.token = g.seats[seat];
    j->job.has_if_match = true;
    j->job.if_match = game->version;
    j->job.action = words->words;
    server_release(f.server, game);
    return seat;
}

START_TEST(an_action_raises_the_version_by_one_and_tells_its_events)
{
    struct fixture_words words;
    struct fixture_job j;

    prepare(0, &j, &words);
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_OK);
    ck_assert_uint_eq(j.job.version, 2);
    ck_assert_uint_eq(j.renders, 1);
    ck_assert_uint_eq(j.rendered_version, 2);
    ck_assert(j.rendered_events > 0 && j.rendered_events != SIZE_MAX);
    ck_assert_str_eq(j.job.game_id, g.id);
}
END_TEST

START_TEST(a_stale_version_is_told_the_present_one)
{
    struct fixture_words words;
    struct fixture_job j;

    prepare(0, &j, &words);
    j.job.if_match = 7;
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_STALE);
    ck_assert_uint_eq(j.job.version, 1);
    ck_assert_uint_eq(j.renders, 0);
}
END_TEST

START_TEST(a_repeated_key_gets_the_first_answer_however_far_the_game_has_gone)
{
    struct fixture_words words;
    struct fixture_job first, again;

    fixture_play(f.server, &g, 5, 4);
    prepare(0, &first, &words);
    first.job.key = "key-1";
    memset(first.job.request_hash, 1, STORE_HASH);
    ck_assert_int_eq(fixture_run(f.server, &first), SERVER_OK);
    fixture_play(f.server, &g, 9, 6);
    const struct fixture_view before = fixture_look(f.server, g.id);

    for (int round = 0; round < 3; round++) {
        fixture_job_again(&again, &first);
        ck_assert_int_eq(fixture_run(f.server, &again), SERVER_OK);
        ck_assert_uint_eq(again.renders, 1);
        ck_assert_uint_eq(again.job.version, first.job.version);
        ck_assert_uint_eq(again.rendered_version, first.rendered_version);
        ck_assert_uint_eq(again.rendered_events, first.rendered_events);
        ck_assert_uint_eq(again.rendered_score, first.rendered_score);
        ck_assert_int_eq(again.rendered_status, first.rendered_status);
        if (round == 0) {
            fixture_stop(&f); /* a key outlives the process */
            fixture_start(&f);
        } else {
            fixture_play(f.server, &g, 11, 10000); /* and the game */
        }
        if (round == 0) {
            const struct fixture_view after = fixture_look(f.server, g.id);

            ck_assert_uint_eq(before.version, after.version);
            ck_assert_mem_eq(before.digest, after.digest, sizeof after.digest);
        }
    }
}
END_TEST

START_TEST(a_key_with_another_request_is_refused_and_the_other_seats_keys_are_its_own)
{
    struct fixture_words words;
    struct fixture_job j, other;
    int seat;

    seat = prepare(0, &j, &words);
    j.job.key = "key-1";
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_OK);
    fixture_job_again(&other, &j);
    memset(other.job.request_hash, 9, STORE_HASH);
    ck_assert_int_eq(fixture_run(f.server, &other), SERVER_KEY_REUSED);
    ck_assert_uint_eq(other.renders, 0);

    while (prepare(0, &other, &words) == seat)
        ck_assert_int_eq(fixture_run(f.server, &other), SERVER_OK);
    prepare(0, &other, &words);
    other.job.key = "key-1";
    memset(other.job.request_hash, 9, STORE_HASH);
    ck_assert_int_eq(fixture_run(f.server, &other), SERVER_OK);
}
END_TEST

START_TEST(a_refused_action_uses_up_no_key_and_names_its_rule)
{
    struct fixture_words words;
    struct fixture_job j;
    const struct fixture_view before = fixture_look(f.server, g.id);

    prepare(0, &j, &words);
    j.job.key = "key-1";
    j.job.action.tile = "no-such-tile";
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_REFUSED);
    ck_assert_ptr_nonnull(j.job.rule);
    ck_assert_str_eq(j.job.rule, j.job.rule_text);
    ck_assert_str_ne(j.job.rule_text, "");
    const struct fixture_view after = fixture_look(f.server, g.id);

    ck_assert_uint_eq(before.version, after.version);
    ck_assert_mem_eq(before.digest, after.digest, sizeof after.digest);
    prepare(0, &j, &words);
    j.job.key = "key-1";
    memset(j.job.request_hash, 2, STORE_HASH);
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_OK);
}
END_TEST

START_TEST(a_whole_game_ends_finished_and_takes_no_more)
{
    struct fixture_words words;
    struct fixture_job j;
    unsigned played;

    prepare(0, &j, &words);
    played = fixture_play(f.server, &g, 21, 10000);
    const struct fixture_view view = fixture_look(f.server, g.id);

    ck_assert_int_eq(view.status, STORE_FINISHED);
    ck_assert_uint_eq(view.version, 1 + played);
    j.job.has_if_match = false;
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_NOT_PLAYING);
}
END_TEST

START_TEST(a_game_of_hunters_and_gatherers_for_five_is_played_to_its_end)
{
    struct fixture_game five;

    fixture_create(&f, "hunters-gatherers", 5, true, 4, &five);
    ck_assert_uint_gt(fixture_play(f.server, &five, 33, 10000), 70);
    ck_assert_int_eq(fixture_look(f.server, five.id).status, STORE_FINISHED);
}
END_TEST

static Suite *
act_suite(void)
{
    Suite *const suite = suite_create("act");
    TCase *const tcase = tcase_create("act");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, an_action_raises_the_version_by_one_and_tells_its_events);
    tcase_add_test(tcase, a_stale_version_is_told_the_present_one);
    tcase_add_test(tcase, a_repeated_key_gets_the_first_answer_however_far_the_game_has_gone);
    tcase_add_test(tcase,
                   a_key_with_another_request_is_refused_and_the_other_seats_keys_are_its_own);
    tcase_add_test(tcase, a_refused_action_uses_up_no_key_and_names_its_rule);
    tcase_add_test(tcase, a_whole_game_ends_finished_and_takes_no_more);
    tcase_add_test(tcase, a_game_of_hunters_and_gatherers_for_five_is_played_to_its_end);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(act_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
