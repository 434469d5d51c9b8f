/* `meeplectl check` on plugins that are wrong in one way each (tests/plugins): every fault is
 * named, with the seed that shows it again. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

static char output[1 << 16];

static const char *
build(void)
{
    const char *named = getenv("MEEPLED_BUILD");

    return named != NULL ? named : "build";
}

/* `meeplectl check` of a test plugin on the teaching game; the exit status. */
static int
check(const char *plugin, const char *options)
{
    char command[1024];

    snprintf(command, sizeof command,
             "%s/meeplectl check --variants conf/variants/skeleton.ini --patience 2 %s "
             "%s/tests/plugins/%s.so 2>&1",
             build(), options, build(), plugin);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static const struct row {
    const char *plugin, *words;
} playing[] = {
    { "fault_abort", "the rules crashed (Aborted) in action " },
    { "fault_null", "the rules " }, /* crashed; with a sanitizer: ended the process */
    { "fault_recursion", "the rules " },
    { "fault_exit", "the rules ended the process (status 3) in action " },
    { "fault_quit", "the rules ended the process (status 0) in action " },
    { "fault_loop", "one action takes more than 2 seconds in action " },
    { "fault_slow", "ms of processor time, at most 30 are allowed" },
    { "fault_static", "played again: another state after action" },
    { "fault_random", "played again: another state after action" },
    { "fault_clock", "played again: another state after action" },
    { "fault_pointer", "played again: another state after action" },
    { "fault_nobody", "without a figure there" },
    { "fault_seats", "claim names seat " },
    { "fault_negative", "a score never falls" },
    { "fault_overflow", "overflows" },
    { "fault_tile", "tiles drawn and lost in a hook" },
    { "fault_twice", "no figure " },
    { "fault_no_choices", "decision 0 has no choices" },
    { "fault_endless", "no end in sight" },
    { "fault_past_cap", "wrote past the " },
    { "fault_many", "choices says there are 200, at most 32 are possible" },
    { "fault_veto_writes", "enumerating the actions changed the game" },
    { "fault_value_writes", "changed the game" },
    { "fault_refuses", "a hook failed with status -1" },
    { "fault_moody", "" }, /* whatever is noticed first */
    { "fault_forever", "parts in a row lapsed" },
    { "fault_next", "next player " },
    { "fault_memory", "at most 49152 are allowed" },
    { "fault_past_state", "memory beside the state of fault-past-state was written to" },
};

START_TEST(a_fault_in_play_is_named_with_its_seed)
{
    const struct row *row = &playing[_i];
    char call[200];

    ck_assert_msg(check(row->plugin, "--games 60 --slow 30") == 1, "%.2000s", output);
    ck_assert_msg(strstr(output, ": BROKEN in the game of seed ") != NULL, "%.2000s", output);
    ck_assert_msg(strstr(output, row->words) != NULL, "\"%s\" is not in:\n%.2000s", row->words,
                  output);
    snprintf(call, sizeof call, "again: meeplectl check %s/tests/plugins/%s.so --seed ", build(),
             row->plugin);
    ck_assert_msg(strstr(output, call) != NULL, "\"%s\" is not in:\n%.2000s", call, output);
}
END_TEST

static const struct row loading[] = {
    { "wrong_abi", "rules ABI " },
    { "newer_hooks", "from newer headers" },
    { "cut_hooks", "is cut in a hook" },
    { "misspelt", "undefined symbol" },
    { "no_symbol", "meepled_export" },
    { "bad_name", "is not a plugin name" },
    { "lonely", "no variant has what lonely requires" },
    { "unfinished", "must be given" },
};

START_TEST(a_plugin_that_cannot_be_used_is_refused_with_the_reason)
{
    const struct row *row = &loading[_i];
    const int status = check(row->plugin, "--games 5");

    ck_assert_msg(status == 1 || status == 78, "status %d: %.2000s", status, output);
    ck_assert_msg(strstr(output, row->words) != NULL, "\"%s\" is not in:\n%.2000s", row->words,
                  output);
    ck_assert_ptr_nonnull(strstr(output, row->plugin));
}
END_TEST

START_TEST(the_call_that_is_printed_shows_the_fault_again)
{
    char first[400], options[64];
    unsigned long long seed;

    ck_assert_int_eq(check("fault_nobody", "--games 60"), 1);
    const char *const at = strstr(output, "of seed ");
    ck_assert_ptr_nonnull(at);
    ck_assert_int_eq(sscanf(at, "of seed %llu", &seed), 1);
    snprintf(first, sizeof first, "%.399s", at);
    snprintf(options, sizeof options, "--games 1 --seed %llu", seed);
    ck_assert_int_eq(check("fault_nobody", options), 1);
    ck_assert_int_eq(strncmp(first, strstr(output, "of seed "), 100), 0);
}
END_TEST

START_TEST(the_number_of_processes_changes_nothing)
{
    char one[1000];

    ck_assert_int_eq(check("fault_value_writes", "--games 60 --processes 1"), 1);
    snprintf(one, sizeof one, "%.999s", output);
    ck_assert_int_eq(check("fault_value_writes", "--games 60 --processes 3"), 1);
    ck_assert_str_eq(one, output);
}
END_TEST

START_TEST(a_limit_ends_the_check_of_what_is_good)
{
    const time_t begun = time(NULL);
    char command[600];

    snprintf(
        command, sizeof command,
        "%s/meeplectl check --games 100000000 --limit 1 --processes 1 skeleton >/dev/null 2>&1",
        build());
    ck_assert_int_eq(system(command), 0);
    ck_assert_int_le(time(NULL) - begun, 60);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("check");
    Suite *suite = suite_create("check");

    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, a_fault_in_play_is_named_with_its_seed, 0,
                        (int)(sizeof playing / sizeof *playing));
    tcase_add_loop_test(tcase, a_plugin_that_cannot_be_used_is_refused_with_the_reason, 0,
                        (int)(sizeof loading / sizeof *loading));
    tcase_add_test(tcase, the_call_that_is_printed_shows_the_fault_again);
    tcase_add_test(tcase, the_number_of_processes_changes_nothing);
    tcase_add_test(tcase, a_limit_ends_the_check_of_what_is_good);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
