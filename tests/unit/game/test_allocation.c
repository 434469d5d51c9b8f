/* The hot path allocates nothing and asks nothing of the system: enumerate, ask, apply, value,
 * copy, digest, of every shipped variant, once a game is made. */
#include <meepled/play.h>
#include <meepled/registry.h>
#include <meepled/rules.h>

#include <check.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* volatile: compilers assume that malloc touches no variable of the program */
static volatile bool counting;
static volatile unsigned long counted;

static void
count(void)
{
    counted = counted + counting;
}

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED true
/* A sanitizer has the allocator; it tells us of every call. */
extern int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t),
                                                     void (*)(const volatile void *));
static void
on_malloc(const volatile void *p, size_t size)
{
    (void)p;
    (void)size;
    count();
}

static void
on_free(const volatile void *p)
{
    (void)p;
    count();
}

static void
counting_install(void)
{
    ck_assert_int_ne(__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free), 0);
}
#else
#define SANITIZED false
/* These take the C library's place in the whole program; it keeps its own under other names. */
extern void *__libc_malloc(size_t size), *__libc_calloc(size_t n, size_t size),
    *__libc_realloc(void *p, size_t size);
extern void __libc_free(void *p);
void *
malloc(size_t size)
{
    count();
    return __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
    count();
    return __libc_calloc(n, size);
}

void *
realloc(void *p, size_t size)
{
    count();
    return __libc_realloc(p, size);
}

void
free(void *p)
{
    count();
    __libc_free(p);
}

static void
counting_install(void)
{
}
#endif

enum { ACTIONS_MAX = 2048, EVENTS_MAX = 512 };
static meepled_action actions[ACTIONS_MAX];
static meepled_event event_list[EVENTS_MAX];

/* Play `g` to its end with everything a server or a bot does meanwhile. */
static unsigned
play(meepled_game *g, meepled_game *copy, uint32_t choice)
{
    unsigned steps = 0;
    uint8_t digest[MEEPLED_DIGEST];
    char text[MEEPLED_ACTION_TEXT];

    for (;; steps++) {
        meepled_events events = { event_list, EVENTS_MAX, 0 };
        meepled_action parsed;
        const size_t count_now = meepled_actions(g, actions, ACTIONS_MAX);
        if (count_now == 0)
            return steps;
        const uint8_t seat = meepled_turn_get(g).decides;
        choice = choice * 1664525u + 1013904223u;
        const meepled_action *action = &actions[(choice >> 16) % count_now];
        if (meepled_refuses(g, seat, action) != NULL)
            return 0;
        meepled_action_format(g, action, text);
        if (meepled_action_parse(g, text, &parsed, NULL) != MEEPLED_OK)
            return 0;
        meepled_game_copy(copy, g);
        if (meepled_apply(g, seat, &parsed, &events, NULL, NULL) != MEEPLED_OK)
            return 0;
        const uint16_t slots = meepled_board_count(g);
        for (uint8_t z = 0; z < meepled_zone_count(g, (uint16_t)(slots - 1)); z++) {
            const uint16_t zone = (uint16_t)(meepled_zone_first(g, (uint16_t)(slots - 1)) + z);
            (void)meepled_value(g, meepled_region_of(g, zone), true);
        }
        meepled_digest(g, digest);
        /* A refusal is as hot as the rest. */
        meepled_apply(copy, (uint8_t)((seat + 1) % meepled_players(g)), action, NULL, NULL, NULL);
    }
}

static meepled_registry *
registry_open(void)
{
    const char *build = getenv("MEEPLED_BUILD");
    char plugins[512];
    meepled_report *mistakes = meepled_report_new(), *skipped = meepled_report_new();

    snprintf(plugins, sizeof plugins, "%s/plugins", build != NULL ? build : "build");
    const meepled_registry_paths paths = { plugins, "conf/tilesets", "conf/variants" };
    meepled_registry *registry = meepled_registry_open(&paths, mistakes, skipped);
    for (size_t i = 0; i < meepled_report_count(mistakes); i++)
        fprintf(stderr, "%s\n", meepled_report_get(mistakes, i));
    ck_assert_uint_eq(meepled_report_count(mistakes), 0);
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    return registry;
}

static void
each_game(void (*with)(meepled_game *g, meepled_game *copy, uint32_t choice))
{
    meepled_registry *registry = registry_open();

    ck_assert_uint_gt(meepled_variant_count(registry), 0);
    for (size_t i = 0; i < meepled_variant_count(registry); i++) {
        meepled_error err = { "" };
        meepled_stack *stack =
            meepled_variant_stack(registry, meepled_variant_get(registry, i), NULL, 0, &err);
        uint8_t min, max;

        ck_assert_msg(stack != NULL, "%s", err.text);
        meepled_stack_players(stack, &min, &max);
        for (uint8_t players = min; players <= max; players++) {
            const meepled_game_params params = { .players = players,
                                                 .first = MEEPLED_NONE8,
                                                 .seed = { players, (uint8_t)i } };
            meepled_game *g = NULL;

            ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, &err), MEEPLED_OK);
            meepled_game *copy = meepled_game_clone(g);
            ck_assert_ptr_nonnull(copy);
            with(g, copy, players);
            meepled_game_free(copy);
            meepled_game_free(g);
        }
        meepled_stack_unref(stack);
    }
    meepled_registry_unref(registry);
}

static void
play_counting(meepled_game *g, meepled_game *copy, uint32_t choice)
{
    counted = 0;
    counting = true;
    const unsigned steps = play(g, copy, choice);
    counting = false;
    ck_assert_uint_gt(steps, 10);
    ck_assert_msg(counted == 0, "%lu allocations in %u actions", counted, steps);
}

/* In a child that the kernel kills at any system call but read, write and exit. */
static void
play_sealed(meepled_game *g, meepled_game *copy, uint32_t choice)
{
    int status;
    const pid_t pid = fork();

    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
            _exit(2);
        const unsigned steps = play(g, copy, choice);
        syscall(SYS_exit, steps > 10 ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_msg(!WIFSIGNALED(status), "killed by signal %d: it made a system call",
                  WTERMSIG(status));
    ck_assert_int_eq(WEXITSTATUS(status), 0);
}

START_TEST(the_counter_sees_an_allocation)
{
    counting_install();
    counted = 0;
    counting = true;
    void *volatile p = malloc(1);
    free(p);
    counting = false;
    ck_assert_uint_eq(counted, 2);
}
END_TEST

START_TEST(whole_games_are_played_without_an_allocation)
{
    counting_install();
    each_game(play_counting);
}
END_TEST

START_TEST(whole_games_are_played_without_a_system_call)
{
    if (!SANITIZED) /* a sanitizer makes some of its own */
        each_game(play_sealed);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("allocation");
    Suite *suite = suite_create("allocation");

    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, the_counter_sees_an_allocation);
    tcase_add_test(tcase, whole_games_are_played_without_an_allocation);
    tcase_add_test(tcase, whole_games_are_played_without_a_system_call);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
