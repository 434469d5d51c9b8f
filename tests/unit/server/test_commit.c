/* Commits that fail, that wait, that are many: what is answered and what is shown meanwhile. */
#include "tests/support/failing_store.h"
#include "tests/support/server_fixture.h"

#include <check.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct fixture f;
static struct store *store; /* the real one */

static void
setup(void)
{
    meepled_error err = { "" };

    fixture_open(&f, &fixture_limits);
    fixture_stop(&f);
    ck_assert_int_eq(store_sqlite_open(f.store_path, &store, &err), STORE_OK);
    f.server = server_new_take(failing_store_new_take(store), f.registry, &f.limits, NULL,
                               FIXTURE_ADMIN, &err);
    ck_assert_msg(f.server != NULL, "%s", err.text);
}

static void
teardown(void)
{
    failing_store_hold(false);
    failing_store_set(FAILING_NOT);
    fixture_close(&f);
}

static void
ck_same(const struct fixture_view *a, const struct fixture_view *b)
{
    ck_assert_int_eq(a->code, b->code);
    ck_assert_uint_eq(a->version, b->version);
    ck_assert_int_eq(a->status, b->status);
    ck_assert_mem_eq(a->digest, b->digest, sizeof a->digest);
}

START_TEST(a_write_that_fails_leaves_the_game_as_it_was)
{
    struct fixture_game g;
    struct fixture_job j;

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    fixture_play(f.server, &g, 7, 5);
    const struct fixture_view before = fixture_look(f.server, g.id);

    failing_store_set(FAILING_BEFORE);
    ck_assert_int_eq(fixture_act(f.server, &g, 0, &j, NULL), SERVER_STORE_FAILED);
    ck_assert_uint_eq(j.renders, 1);
    const struct fixture_view during = fixture_look(f.server, g.id);

    ck_same(&before, &during);
    failing_store_set(FAILING_NOT);
    ck_assert_int_eq(fixture_act(f.server, &g, 0, &j, NULL), SERVER_OK);
    ck_assert_uint_eq(j.job.version, before.version + 1);
}
END_TEST

START_TEST(a_write_whose_outcome_was_lost_is_found_in_the_log_again)
{
    struct fixture_game g;
    struct fixture_job j, again;

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    fixture_play(f.server, &g, 7, 5);
    const uint32_t version = g.version;

    failing_store_set(FAILING_AFTER);
    ck_assert_int_eq(fixture_act(f.server, &g, 0, &j, "k1"), SERVER_STORE_FAILED);
    failing_store_set(FAILING_NOT);

    /* the client tries the same request again, as it was told to */
    fixture_job_again(&again, &j);
    again.job.if_match = version;
    ck_assert_int_eq(fixture_run(f.server, &again), SERVER_OK);
    ck_assert_uint_eq(again.job.version, version + 1);
    ck_assert_uint_eq(fixture_look(f.server, g.id).version, version + 1);
}
END_TEST

START_TEST(a_game_whose_creation_fails_is_not_there_and_not_counted)
{
    struct server_seat_wish two[] = { { .named = true }, { .named = true } };
    struct server_stats before, after;
    struct fixture_job j;

    server_stats_get(f.server, &before);
    failing_store_set(FAILING_BEFORE);
    fixture_job_init(&j, SERVER_CREATE);
    j.job.create.variant = "skeleton";
    j.job.create.seats = two;
    j.job.create.seat_count = 2;
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_STORE_FAILED);
    failing_store_set(FAILING_NOT);
    ck_assert_int_eq(fixture_look(f.server, j.job.game_id).code, SERVER_UNKNOWN_GAME);
    server_stats_get(f.server, &after);
    ck_assert_uint_eq(before.stored_games, after.stored_games);
    ck_assert_uint_eq(after.live_games, 0);
    ck_assert_uint_eq(after.live_bytes, 0);
    ck_assert_uint_eq(after.commit_failures, 1);
}
END_TEST

START_TEST(with_a_dead_store_games_in_memory_can_be_read_and_not_changed)
{
    struct fixture_game g;
    struct fixture_job j;

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    fixture_play(f.server, &g, 7, 5);
    const struct fixture_view before = fixture_look(f.server, g.id);

    failing_store_set(FAILING_ALL);
    ck_assert(!server_ready(f.server));
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(fixture_act(f.server, &g, 0, &j, NULL), SERVER_STORE_FAILED);
        const struct fixture_view during = fixture_look(f.server, g.id);

        ck_same(&before, &during);
    }
    ck_assert_int_eq(fixture_look(f.server, "unknown").code, SERVER_STORE_FAILED);
    failing_store_set(FAILING_NOT);
    ck_assert(server_ready(f.server));
    ck_assert_int_eq(fixture_look(f.server, "unknown").code, SERVER_UNKNOWN_GAME);
    ck_assert_int_eq(fixture_act(f.server, &g, 0, &j, NULL), SERVER_OK);
}
END_TEST

/* Write the first legal action of the game past the server. */
static void
act_behind_its_back(const char *id)
{
    enum server_code code;
    meepled_error err = { "" };
    meepled_action action;
    char text[MEEPLED_ACTION_TEXT];
    struct server_game *const game = server_acquire(f.server, id, &code, &err);
    meepled_game *const copy = meepled_game_clone(game->game);
    struct store_change change = { .type = STORE_APPEND, .game = game->record->key };
    struct store_action *const stored = &change.append.action;

    ck_assert_uint_gt(meepled_actions(copy, &action, 1), 0);
    meepled_action_format(copy, &action, text);
    stored->seq = game->version;
    stored->seat = meepled_turn_get(copy).decides;
    stored->text = text;
    ck_assert_int_eq(meepled_apply(copy, stored->seat, &action, NULL, NULL, NULL), MEEPLED_OK);
    meepled_digest(copy, stored->digest);
    server_release(f.server, game);
    meepled_game_free(copy);
    ck_assert_int_eq(store_write(store, &change, 1, &err), STORE_OK);
    ck_assert_int_eq(change.status, STORE_OK);
}

START_TEST(a_game_somebody_else_has_changed_is_read_again)
{
    struct fixture_game g;
    struct fixture_job j;

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    act_behind_its_back(g.id);
    ck_assert_int_eq(fixture_act(f.server, &g, 0, &j, NULL), SERVER_STORE_FAILED);
    ck_assert_uint_eq(fixture_look(f.server, g.id).version, 2);
    ck_assert_int_eq(fixture_act(f.server, &g, 0, &j, NULL), SERVER_OK);
    ck_assert_uint_eq(j.job.version, 3);
}
END_TEST

START_TEST(a_game_somebody_else_has_deleted_is_gone)
{
    struct fixture_game g;
    struct fixture_job j;
    enum server_code code;
    meepled_error err = { "" };

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    struct server_game *const game = server_acquire(f.server, g.id, &code, &err);
    struct store_change change = { .type = STORE_DELETE, .game = game->record->key };

    server_release(f.server, game);
    ck_assert_int_eq(store_write(store, &change, 1, &err), STORE_OK);
    ck_assert_int_eq(fixture_act(f.server, &g, 0, &j, NULL), SERVER_UNKNOWN_GAME);
    ck_assert_int_eq(fixture_look(f.server, g.id).code, SERVER_UNKNOWN_GAME);
}
END_TEST

START_TEST(a_change_is_not_shown_before_it_is_stored)
{
    struct fixture_game g;
    struct fixture_words words;
    struct fixture_job j, second;
    enum server_code code;
    meepled_error err;
    int seat;

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    const struct fixture_view before = fixture_look(f.server, g.id);
    struct server_game *const game = server_acquire(f.server, g.id, &code, &err);

    ck_assert(fixture_action(game, 0, &seat, &words));
    server_release(f.server, game);
    fixture_job_init(&j, SERVER_ACT);
    j.job.id = g.id;
    j.job.token = g.seats[seat];
    j.job.action = words.words;
    j.job.has_if_match = true;
    j.job.if_match = g.version;
    fixture_job_again(&second, &j);

    failing_store_hold(true);
    fixture_submit(f.server, &j);
    failing_store_held();
    fixture_submit(f.server, &second); /* in line behind the first */
    const struct fixture_view during = fixture_look(f.server, g.id);

    ck_same(&before, &during);
    ck_assert(!j.is_done && !second.is_done);
    failing_store_hold(false);
    ck_assert_int_eq(fixture_wait(&j), SERVER_OK);
    ck_assert_int_eq(fixture_wait(&second), SERVER_STALE);
    ck_assert_uint_eq(second.job.version, g.version + 1);
    ck_assert_uint_eq(fixture_look(f.server, g.id).version, g.version + 1);
}
END_TEST

START_TEST(changes_that_wait_are_written_as_one_group)
{
    enum { GAMES = 20 };
    struct fixture_game g[GAMES];
    struct fixture_job j[GAMES], held;
    struct server_stats before, after;

    for (int i = 0; i < GAMES; i++)
        fixture_create(&f, "skeleton", 3, false, 1, &g[i]);
    server_stats_get(f.server, &before);
    failing_store_hold(true);
    fixture_job_init(&held, SERVER_DELETE);
    held.job.id = g[0].id;
    held.job.token = g[0].host;
    fixture_submit(f.server, &held);
    failing_store_held();
    for (int i = 1; i < GAMES; i++) {
        fixture_job_init(&j[i], SERVER_JOIN);
        j[i].job.id = g[i].id;
        j[i].job.join.seat = -1;
        fixture_submit(f.server, &j[i]);
    }
    failing_store_hold(false);
    ck_assert_int_eq(fixture_wait(&held), SERVER_OK);
    for (int i = 1; i < GAMES; i++)
        ck_assert_int_eq(fixture_wait(&j[i]), SERVER_OK);
    server_stats_get(f.server, &after);
    ck_assert_uint_eq(failing_store_group(), GAMES - 1);
    ck_assert_uint_eq(after.commits - before.commits, 2);
}
END_TEST

START_TEST(jobs_in_line_behind_a_deletion_find_no_game)
{
    struct fixture_game g;
    struct fixture_job gone, late;

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    failing_store_hold(true);
    fixture_job_init(&gone, SERVER_DELETE);
    gone.job.id = g.id;
    gone.job.token = g.host;
    fixture_job_again(&late, &gone);
    fixture_submit(f.server, &gone);
    failing_store_held();
    fixture_submit(f.server, &late);
    failing_store_hold(false);
    ck_assert_int_eq(fixture_wait(&gone), SERVER_OK);
    ck_assert_int_eq(fixture_wait(&late), SERVER_UNKNOWN_GAME);
}
END_TEST

START_TEST(a_stopping_server_finishes_what_it_took_and_takes_no_more)
{
    struct fixture_game g;
    struct fixture_job first, more;

    fixture_create(&f, "skeleton", 2, false, 1, &g);
    fixture_job_init(&first, SERVER_JOIN);
    first.job.id = g.id;
    first.job.join.seat = -1;
    fixture_job_again(&more, &first);
    fixture_submit(f.server, &first);
    server_drain(f.server);
    ck_assert(first.is_done);
    ck_assert_int_eq(first.job.code, SERVER_OK);
    ck_assert_int_eq(fixture_run(f.server, &more), SERVER_STOPPING);
    ck_assert(!server_ready(f.server));
    ck_assert_uint_eq(fixture_look(f.server, g.id).version, 2);
}
END_TEST

/* ---- many at once ---- */

enum { PLAYERS = 4, OWN_GAMES = 3 };
static struct fixture_game shared;
static atomic_bool over;

static void *
play_own_games(void *context)
{
    const unsigned seed = *(const unsigned *)context;

    for (unsigned i = 0; i < OWN_GAMES; i++) {
        struct fixture_game g;

        fixture_create(&f, "skeleton", 2, true, (uint8_t)(seed + i), &g);
        fixture_play(f.server, &g, seed + i, 10000);
        ck_assert_int_eq(fixture_look(f.server, g.id).status, STORE_FINISHED);
    }
    return NULL;
}

/* All want to play the same game: of those who know the same version, one at most may. */
static void *
play_shared_game(void *context)
{
    struct fixture_game g = shared;
    unsigned *const accepted = context;

    for (unsigned i = 0;; i++) {
        struct fixture_job j;
        const enum server_code code = fixture_act(f.server, &g, i, &j, NULL);

        if (code == SERVER_OK)
            (*accepted)++;
        else if (code == SERVER_NOT_PLAYING)
            return NULL;
        else
            ck_assert_int_eq(code, SERVER_STALE);
    }
}

static void *
watch(void *context)
{
    uint32_t seen = 0;

    (void)context;
    while (!atomic_load(&over)) {
        const struct fixture_view view = fixture_look(f.server, shared.id);
        struct server_stats stats;

        ck_assert_uint_ge(view.version, seen); /* never back */
        seen = view.version;
        server_stats_get(f.server, &stats);
        server_registry_swap(f.server, f.registry);
        nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
    }
    return NULL;
}

START_TEST(many_threads_play_many_games_and_one_together)
{
    pthread_t own[PLAYERS], together[PLAYERS], watcher;
    unsigned seeds[PLAYERS], accepted[PLAYERS] = { 0 }, sum = 0;
    struct server_limits tight = fixture_limits;

    tight.games_live = 2; /* so that games are evicted and replayed all the time */
    server_limits_set(f.server, &tight);
    fixture_create(&f, "skeleton", 2, true, 200, &shared);
    atomic_store(&over, false);
    pthread_create(&watcher, NULL, watch, NULL);
    for (unsigned i = 0; i < PLAYERS; i++) {
        seeds[i] = 1 + i * OWN_GAMES;
        pthread_create(&own[i], NULL, play_own_games, &seeds[i]);
        pthread_create(&together[i], NULL, play_shared_game, &accepted[i]);
    }
    for (unsigned i = 0; i < PLAYERS; i++) {
        pthread_join(own[i], NULL);
        pthread_join(together[i], NULL);
        sum += accepted[i];
    }
    atomic_store(&over, true);
    pthread_join(watcher, NULL);

    const struct fixture_view end = fixture_look(f.server, shared.id);
    struct server_stats stats;

    ck_assert_int_eq(end.status, STORE_FINISHED);
    ck_assert_uint_eq(end.version, 1 + sum); /* each accepted action once */
    server_stats_get(f.server, &stats);
    ck_assert_uint_eq(stats.commit_failures, 0);
}
END_TEST

static Suite *
commit_suite(void)
{
    Suite *const suite = suite_create("commit");
    TCase *const tcase = tcase_create("commit");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, a_write_that_fails_leaves_the_game_as_it_was);
    tcase_add_test(tcase, a_write_whose_outcome_was_lost_is_found_in_the_log_again);
    tcase_add_test(tcase, a_game_whose_creation_fails_is_not_there_and_not_counted);
    tcase_add_test(tcase, with_a_dead_store_games_in_memory_can_be_read_and_not_changed);
    tcase_add_test(tcase, a_game_somebody_else_has_changed_is_read_again);
    tcase_add_test(tcase, a_game_somebody_else_has_deleted_is_gone);
    tcase_add_test(tcase, a_change_is_not_shown_before_it_is_stored);
    tcase_add_test(tcase, changes_that_wait_are_written_as_one_group);
    tcase_add_test(tcase, jobs_in_line_behind_a_deletion_find_no_game);
    tcase_add_test(tcase, a_stopping_server_finishes_what_it_took_and_takes_no_more);
    tcase_add_test(tcase, many_threads_play_many_games_and_one_together);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(commit_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
