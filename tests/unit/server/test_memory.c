/* Out of memory at every allocation of a call in turn: the answer is "not stored", and the game is
 * as it was. */
#include "tests/support/server_fixture.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED true /* it has the allocator */
#else
#define SANITIZED false
#endif

/* Allocations of this thread until one fails; negative: none does.  The commit thread has its own.
 */
static _Thread_local volatile long left = -1;
static _Thread_local volatile bool struck;

#if !SANITIZED
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *p, size_t size);

static bool
strikes(void)
{
    if (left < 0 || left-- > 0)
        return false;
    struck = true;
    errno = ENOMEM;
    return true;
}

__attribute__((visibility("default"))) void *
malloc(size_t size)
{
    return strikes() ? NULL : __libc_malloc(size);
}

__attribute__((visibility("default"))) void *
calloc(size_t count, size_t size)
{
    return strikes() ? NULL : __libc_calloc(count, size);
}

__attribute__((visibility("default"))) void *
realloc(void *p, size_t size)
{
    return strikes() ? NULL : __libc_realloc(p, size);
}
#endif

static struct fixture f;

static void
setup(void)
{
    fixture_open(&f, &fixture_limits);
}

static void
teardown(void)
{
    fixture_close(&f);
}

/* Run the job with the allocation number `fail` failing; true when there was no such one. */
static bool
run_failing(struct fixture_job *j, long fail)
{
    struck = false;
    left = fail;
    fixture_submit(f.server, j);
    left = -1;

    const enum server_code code = fixture_wait(j);

    ck_assert_msg(code == SERVER_OK || (struck && code == SERVER_STORE_FAILED),
                  "allocation %ld: code %d: %s", fail, (int)code, j->job.error.text);
    return !struck;
}

static void
ck_same(const struct fixture_view *a, const struct fixture_view *b)
{
    ck_assert_int_eq(b->code, SERVER_OK);
    ck_assert_uint_eq(a->version, b->version);
    ck_assert_int_eq(a->status, b->status);
    ck_assert_mem_eq(a->digest, b->digest, sizeof a->digest);
}

START_TEST(an_action_without_memory_is_not_taken)
{
    struct fixture_game g;
    struct fixture_words words;
    struct fixture_job first, j;
    enum server_code code;
    meepled_error err;
    int seat;
    long fail = 0;
    bool over = false;

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    struct server_game *const game = server_acquire(f.server, g.id, &code, &err);

    ck_assert(fixture_action(game, 0, &seat, &words));
    server_release(f.server, game);
    fixture_job_init(&first, SERVER_ACT);
    first.job.id = g.id;
    first.job.token = g.seats[seat];
    first.job.key = "key";
    first.job.action = words.words;
    const struct fixture_view before = fixture_look(f.server, g.id);

    while (!over) {
        fixture_job_again(&j, &first);
        over = run_failing(&j, fail++);
        const struct fixture_view after = fixture_look(f.server, g.id);

        if (j.job.code == SERVER_OK) {
            ck_assert_uint_eq(after.version, before.version + 1);
            break;
        }
        ck_same(&before, &after);
    }
    ck_assert(SANITIZED || fail > 1);

    /* and the repeated key, whose answer takes a replay */
    for (fail = 0, over = false; !over; fail++) {
        fixture_job_again(&j, &first);
        over = run_failing(&j, fail);
        ck_assert_uint_eq(fixture_look(f.server, g.id).version, before.version + 1);
    }
    ck_assert(SANITIZED || fail > 5);
}
END_TEST

START_TEST(a_seat_without_memory_is_not_taken)
{
    struct fixture_game g;
    struct fixture_job first, j;
    long fail = 0;

    fixture_create(&f, "skeleton", 2, false, 1, &g);
    fixture_job_init(&first, SERVER_JOIN);
    first.job.id = g.id;
    first.job.join.seat = -1;
    first.job.join.wish.name = "Ada";
    for (int taken = 0; taken < 2;) {
        const struct fixture_view before = fixture_look(f.server, g.id);

        fixture_job_again(&j, &first);
        run_failing(&j, fail++);
        const struct fixture_view after = fixture_look(f.server, g.id);

        if (j.job.code == SERVER_OK) {
            ck_assert_int_eq(j.job.seat, taken++);
            fail = 0;
        } else {
            ck_same(&before, &after);
            ck_assert_str_eq(j.job.seat_tokens[0], "");
            ck_assert_str_eq(j.job.seat_tokens[1], "");
        }
    }
    ck_assert_int_eq(fixture_look(f.server, g.id).status, STORE_PLAYING);
}
END_TEST

START_TEST(a_game_without_memory_is_not_made)
{
    const struct server_seat_wish seats[] = { { .named = true, .name = "Ada" }, { .named = true } };
    const meepled_setting options[] = { { "first-player", "1" } };
    struct server_stats stats;
    struct fixture_job j;
    unsigned made = 0;
    long fail = 0;
    bool over = false;

    for (; !over; fail++) {
        fixture_job_init(&j, SERVER_CREATE);
        j.job.create.variant = "skeleton";
        j.job.create.options = options;
        j.job.create.option_count = 1;
        j.job.create.seats = seats;
        j.job.create.seat_count = 2;
        over = run_failing(&j, fail);
        made += j.job.code == SERVER_OK;
        server_stats_get(f.server, &stats);
        ck_assert_uint_eq(stats.stored_games, made);
        if (j.job.code != SERVER_OK)
            ck_assert_str_eq(j.job.host_token, "");
    }
    ck_assert(SANITIZED || fail > 10);
}
END_TEST

START_TEST(a_game_that_cannot_be_loaded_for_want_of_memory_is_neither_frozen_nor_lost)
{
    struct fixture_game g;
    meepled_error err;
    enum server_code code;
    long fail = 0;
    struct server_game *game = NULL;

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    fixture_play(f.server, &g, 3, 10);
    const struct fixture_view before = fixture_look(f.server, g.id);

    for (struck = true; struck; fail++) {
        fixture_stop(&f);
        fixture_start(&f);
        struck = false;
        left = fail;
        game = server_acquire(f.server, g.id, &code, &err);
        left = -1;
        ck_assert_msg(game || code == SERVER_STORE_FAILED, "allocation %ld: code %d", fail,
                      (int)code);
        if (game) {
            ck_assert_msg(game->record->status == STORE_PLAYING, "allocation %ld: %s", fail,
                          game->record->reason);
            server_release(f.server, game);
        }
        const struct fixture_view after = fixture_look(f.server, g.id);

        ck_same(&before, &after);
    }
    ck_assert(SANITIZED || fail > 10);
}
END_TEST

static Suite *
memory_suite(void)
{
    Suite *const suite = suite_create("memory");
    TCase *const tcase = tcase_create("memory");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, an_action_without_memory_is_not_taken);
    tcase_add_test(tcase, a_seat_without_memory_is_not_taken);
    tcase_add_test(tcase, a_game_without_memory_is_not_made);
    tcase_add_test(tcase,
                   a_game_that_cannot_be_loaded_for_want_of_memory_is_neither_frozen_nor_lost);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(memory_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
