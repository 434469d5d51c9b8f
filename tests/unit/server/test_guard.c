/* The crash file: who is blamed for what end of a process, and who is not. */
#include "server/guard.h"

#include <check.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[64];
static struct guard_blame blames[GUARD_BLAMES];
static size_t count;

static void
setup(void)
{
    strcpy(path, "/tmp/meepled-guard-XXXXXX");
    const int fd = mkstemp(path);

    ck_assert_int_ge(fd, 0);
    close(fd);
}

static void
teardown(void)
{
    unlink(path);
}

static struct guard *
open_guard(bool exited)
{
    meepled_error err = { "" };
    struct guard *const guard = guard_open(path, exited, blames, GUARD_BLAMES, &count, &err);

    ck_assert_msg(guard != NULL, "%s", err.text);
    return guard;
}

static bool exited_before; /* what the child knows of the process before it */

/* Run `end` in a process of its own that has a guard; how it ended. */
static int
in_child(void (*end)(struct guard *))
{
    int status;
    const pid_t pid = fork();

    if (pid == 0) {
        const struct rlimit none = { 0, 0 };

        setrlimit(RLIMIT_CORE, &none);
        end(open_guard(exited_before));
        _exit(99);
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return status;
}

/* A sanitizer's own handler, set before ours, makes an exit of some signals. */
static void
ck_ended_by(int status, int number)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    ck_assert_int_ne(status, 0);
    (void)number;
#else
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == number);
#endif
}

static void
ck_blamed(const char *game, const char *why)
{
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(blames[0].game, game);
    ck_assert_str_eq(blames[0].why, why);
}

static void
die_of_segv(struct guard *guard)
{
    volatile uintptr_t nowhere = 64; /* no null pointer: sanitizers would see that first */

    guard_enter(guard, "bad");
    *(volatile int *)nowhere = 1;
}

static void
die_of_abort(struct guard *guard)
{
    guard_enter(guard, "bad");
    abort();
}

static void
die_by_exit(struct guard *guard)
{
    guard_enter(guard, "bad");
    exit(0);
}

static void
die_without_a_word(struct guard *guard)
{
    guard_enter(guard, "bad");
    _exit(3);
}

static void
die_of_looping(struct guard *guard)
{
    volatile bool for_ever = true;

    guard_limit_set(guard, 100);
    guard_enter(guard, "bad");
    while (for_ever)
        continue;
}

static void
die_of_waiting(struct guard *guard)
{
    guard_limit_set(guard, 20);
    guard_enter(guard, "bad");
    for (;;)
        pause();
}

static void
die_outside(struct guard *guard)
{
    guard_enter(guard, "good");
    guard_leave(guard);
    abort();
}

static void
be_killed(struct guard *guard)
{
    guard_enter(guard, "good");
    raise(SIGKILL);
}

/* Another process sends the signal. */
static void
be_sent_segv(struct guard *guard)
{
    const pid_t self = getpid();

    guard_enter(guard, "good");
    if (fork() == 0) {
        kill(self, SIGSEGV);
        _exit(0);
    }
    pause();
}

START_TEST(a_signal_of_its_own_is_blamed_on_the_game_at_hand)
{
    int status = in_child(die_of_segv);

    ck_ended_by(status, SIGSEGV);
    guard_close(open_guard(false));
    ck_blamed("bad", "its rules crashed with SIGSEGV");
    status = in_child(die_of_abort);
    ck_ended_by(status, SIGABRT);
    guard_close(open_guard(false));
    ck_blamed("bad", "its rules crashed with SIGABRT");
}
END_TEST

START_TEST(exit_is_blamed_too)
{
    const int status = in_child(die_by_exit);

    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == GUARD_STATUS);
    guard_close(open_guard(true));
    ck_blamed("bad", "its rules ended the process");
}
END_TEST

START_TEST(an_end_without_a_word_is_blamed_on_the_only_one_at_hand)
{
    const int status = in_child(die_without_a_word);

    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    guard_close(open_guard(true));
    ck_blamed("bad", "its rules ended the process");
}
END_TEST

START_TEST(the_watchdog_ends_what_takes_too_long)
{
    const int status = in_child(die_of_looping);

    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == GUARD_STATUS);
    guard_close(open_guard(true));
    ck_blamed("bad", "its rules took more than 100 ms of processor time");
}
END_TEST

START_TEST(the_watchdog_ends_what_waits_too_long)
{
    const int status = in_child(die_of_waiting);

    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == GUARD_STATUS);
    guard_close(open_guard(true));
    ck_blamed("bad", "its rules did not come back within 200 ms");
}
END_TEST

START_TEST(what_happens_outside_or_from_outside_is_nobodys_fault)
{
    in_child(die_outside);
    guard_close(open_guard(false));
    ck_assert_uint_eq(count, 0);
    in_child(be_killed);
    guard_close(open_guard(false));
    ck_assert_uint_eq(count, 0);
    const int status = in_child(be_sent_segv);

    ck_ended_by(status, SIGSEGV);
    guard_close(open_guard(false));
    ck_assert_uint_eq(count, 0);
}
END_TEST

/* ---- several threads ---- */

struct other {
    struct guard *guard;
    const char *game;
    pthread_barrier_t *ready;
};

static void *
stay(void *context)
{
    struct other *const other = context;

    guard_enter(other->guard, other->game);
    pthread_barrier_wait(other->ready);
    pause();
    return NULL;
}

static const char *companions[2];

/* `bad` ends the process without a word while two others are busy. */
static void
die_in_company(struct guard *guard)
{
    pthread_barrier_t ready;
    struct other others[2];

    pthread_barrier_init(&ready, NULL, 3);
    for (int i = 0; i < 2; i++) {
        pthread_t thread;

        others[i] = (struct other){ guard, companions[i], &ready };
        pthread_create(&thread, NULL, stay, &others[i]);
    }
    pthread_barrier_wait(&ready);
    die_without_a_word(guard);
}

static void
crash_in_company(struct guard *guard)
{
    pthread_barrier_t ready;
    pthread_t thread;
    struct other other = { guard, "good", &ready };

    pthread_barrier_init(&ready, NULL, 2);
    pthread_create(&thread, NULL, stay, &other);
    pthread_barrier_wait(&ready);
    die_of_segv(guard);
}

START_TEST(of_several_threads_the_one_that_crashed_is_blamed)
{
    in_child(crash_in_company);
    guard_close(open_guard(false));
    ck_blamed("bad", "its rules crashed with SIGSEGV");
}
END_TEST

START_TEST(of_several_at_hand_the_one_that_is_there_twice_is_blamed)
{
    companions[0] = "good";
    companions[1] = "fine";
    in_child(die_in_company);
    companions[0] = "well";
    companions[1] = "nice";
    exited_before = true; /* so this one finds suspects, and blames nobody yet */
    in_child(die_in_company);
    guard_close(open_guard(true));
    ck_blamed("bad", "its rules ended the process");
}
END_TEST

START_TEST(a_thread_within_its_limit_is_left_alone_however_often)
{
    struct guard *const guard = open_guard(false);

    guard_limit_set(guard, 50);
    for (int i = 0; i < 40; i++) { /* together much more than the limit */
        guard_enter(guard, "good");
        const clock_t begun = clock();

        while (clock() - begun < CLOCKS_PER_SEC / 100)
            continue;
        guard_leave(guard);
    }
    guard_close(guard);
}
END_TEST

/* ---- variants ---- */

static void
die_making(struct guard *guard)
{
    guard_enter_variant(guard, "wobbly");
    abort();
}

START_TEST(a_variant_is_set_aside_until_it_is_pardoned)
{
    in_child(die_making);
    struct guard *const guard = open_guard(false);

    ck_assert_uint_eq(count, 0);
    ck_assert_str_eq(guard_aside(guard, "wobbly"), "its rules crashed with SIGABRT");
    ck_assert_ptr_null(guard_aside(guard, "wobb"));
    ck_assert_ptr_null(guard_aside(guard, "other"));
    guard_pardon(guard);
    ck_assert_ptr_null(guard_aside(guard, "wobbly"));
    guard_close(guard);
}
END_TEST

/* ---- the file ---- */

START_TEST(a_clean_end_leaves_no_file)
{
    struct guard *const guard = open_guard(false);

    guard_enter(guard, "good");
    guard_leave(guard);
    guard_close(guard);
    ck_assert_int_ne(access(path, F_OK), 0);
    guard_close(NULL);
    guard_enter(NULL, "good");
    guard_leave(NULL);
    ck_assert_ptr_null(guard_aside(NULL, "wobbly"));
}
END_TEST

START_TEST(a_file_of_something_else_is_taken_as_an_empty_one)
{
    FILE *const out = fopen(path, "we");

    fputs("something else", out);
    fclose(out);
    guard_close(open_guard(true));
    ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(a_file_that_cannot_be_made_is_said)
{
    meepled_error err = { "" };

    ck_assert_ptr_null(guard_open("/nowhere/crash", false, blames, GUARD_BLAMES, &count, &err));
    ck_assert_str_eq(err.text, "/nowhere/crash: cannot be mapped: No such file or directory");
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("guard");
    TCase *const tcase = tcase_create("guard");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_signal_of_its_own_is_blamed_on_the_game_at_hand);
    tcase_add_test(tcase, exit_is_blamed_too);
    tcase_add_test(tcase, an_end_without_a_word_is_blamed_on_the_only_one_at_hand);
    tcase_add_test(tcase, the_watchdog_ends_what_takes_too_long);
    tcase_add_test(tcase, the_watchdog_ends_what_waits_too_long);
    tcase_add_test(tcase, what_happens_outside_or_from_outside_is_nobodys_fault);
    tcase_add_test(tcase, of_several_threads_the_one_that_crashed_is_blamed);
    tcase_add_test(tcase, of_several_at_hand_the_one_that_is_there_twice_is_blamed);
    tcase_add_test(tcase, a_thread_within_its_limit_is_left_alone_however_often);
    tcase_add_test(tcase, a_variant_is_set_aside_until_it_is_pardoned);
    tcase_add_test(tcase, a_clean_end_leaves_no_file);
    tcase_add_test(tcase, a_file_of_something_else_is_taken_as_an_empty_one);
    tcase_add_test(tcase, a_file_that_cannot_be_made_is_said);
    suite_add_tcase(suite, tcase);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
