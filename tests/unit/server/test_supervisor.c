/* Lives of a child: which end makes another one, and what the next is told. */
#include "server/supervisor.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Shared with the children. */
static struct {
    int lives;
    struct supervisor_life seen[16];
    int signals;
} * shared;

static void
setup(void)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert(shared != MAP_FAILED);
}

static void
teardown(void)
{
    munmap(shared, sizeof *shared);
}

static int
next_life(const struct supervisor_life *life)
{
    shared->seen[shared->lives] = *life;
    return ++shared->lives;
}

static int
end_well(void *context, const struct supervisor_life *life)
{
    next_life(life);
    return *(const int *)context;
}

static int
crash_twice(void *context, const struct supervisor_life *life)
{
    (void)context;
    const int number = next_life(life);

    supervisor_listening(life, "127.0.0.1:4711");
    if (number == 1)
        raise(SIGKILL);
    if (number == 2)
        _exit(0);
    return 5;
}

static int
never_serve(void *context, const struct supervisor_life *life)
{
    (void)context;
    next_life(life);
    raise(SIGKILL);
    return 0;
}

static int
wait_for_signals(void *context, const struct supervisor_life *life)
{
    sigset_t set;
    int number;

    (void)context;
    next_life(life);
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGTERM);
    supervisor_listening(life, "[::1]:80");
    while (sigwait(&set, &number) == 0 && number == SIGHUP)
        shared->signals++;
    return 0;
}

static void
pause_ms(long ms)
{
    nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000 }, NULL);
}

START_TEST(the_status_of_a_child_that_ends_well_is_the_status)
{
    int status = 78;

    ck_assert_int_eq(supervisor_run(end_well, &status), 78);
    ck_assert_int_eq(shared->lives, 1);
    ck_assert_str_eq(shared->seen[0].address, "");
    ck_assert_str_eq(shared->seen[0].end, "");
    status = 0;
    ck_assert_int_eq(supervisor_run(end_well, &status), 0);
    ck_assert_int_eq(shared->lives, 2);
}
END_TEST

START_TEST(after_an_unwanted_end_there_is_another_life_that_knows_of_it)
{
    ck_assert_int_eq(supervisor_run(crash_twice, NULL), 5);
    ck_assert_int_eq(shared->lives, 3);
    ck_assert_str_eq(shared->seen[1].address, "127.0.0.1:4711");
    ck_assert_str_eq(shared->seen[1].end, "SIGKILL");
    ck_assert(!shared->seen[1].exited);
    ck_assert_str_eq(shared->seen[2].end, "exit with status 0");
    ck_assert(shared->seen[2].exited);
}
END_TEST

START_TEST(a_child_that_never_serves_is_given_up)
{
    ck_assert_int_eq(supervisor_run(never_serve, NULL), 1);
    ck_assert_int_eq(shared->lives, 8);
}
END_TEST

/* Start a supervisor in a process of its own and wait until its child lives. */
static pid_t
start(int (*live)(void *, const struct supervisor_life *))
{
    const pid_t pid = fork();

    if (pid == 0)
        _exit(supervisor_run(live, NULL));
    for (int i = 0; i < 1000 && shared->lives == 0; i++)
        pause_ms(5);
    ck_assert_int_eq(shared->lives, 1);
    return pid;
}

START_TEST(signals_go_to_the_child)
{
    const pid_t pid = start(wait_for_signals);
    int status;

    kill(pid, SIGHUP);
    for (int i = 0; i < 1000 && shared->signals == 0; i++)
        pause_ms(5);
    ck_assert_int_eq(shared->signals, 1);
    kill(pid, SIGTERM);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ck_assert_int_eq(shared->lives, 1);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("supervisor");
    TCase *const tcase = tcase_create("supervisor");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, the_status_of_a_child_that_ends_well_is_the_status);
    tcase_add_test(tcase, after_an_unwanted_end_there_is_another_life_that_knows_of_it);
    tcase_add_test(tcase, a_child_that_never_serves_is_given_up);
    tcase_add_test(tcase, signals_go_to_the_child);
    suite_add_tcase(suite, tcase);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
