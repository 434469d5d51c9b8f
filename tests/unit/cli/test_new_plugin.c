/* meeplectl new-plugin, from an installed meepled, outside its source tree, in an empty
 * environment. */
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static char folder[64], output[1 << 16];

static const char *
build(void)
{
    const char *named = getenv("MEEPLED_BUILD");

    return named != NULL ? named : "build";
}

/* Run a command line; its output to `output`; the exit status. */
static int shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

static int
shell(const char *format, ...)
{
    char command[2048];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The same in the test's folder, with nothing in the environment but where meepled is. */
static int
clean_shell(const char *commands)
{
    return shell("cd %s && env -i PATH=%s/prefix/bin:/usr/bin:/bin "
                 "PKG_CONFIG_PATH=%s/prefix/lib/pkgconfig ASAN_OPTIONS=detect_leaks=0 "
                 "sh -ec '%s' 2>&1",
                 folder, folder, folder, commands);
}

static void
says(const char *words)
{
    ck_assert_msg(strstr(output, words) != NULL, "\"%s\" is not in:\n%s", words, output);
}

static void
set_up(void)
{
    strcpy(folder, "/tmp/meepled-plugin-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_msg(shell("env -i PATH=\"$PATH\" make -s --no-print-directory install-files BUILD=%s "
                        "PREFIX=%s/prefix SYSCONFDIR=%s/prefix/etc 2>&1",
                        build(), folder, folder) == 0,
                  "%s", output);
}

static void
tear_down(void)
{
    ck_assert_int_eq(shell("rm -rf %s", folder), 0);
}

START_TEST(a_new_plugin_builds_without_warnings_and_passes_its_test)
{
    ck_assert_msg(clean_shell("meeplectl new-plugin big-things --on hunters-gatherers\n"
                              "make -C big-things CFLAGS=\"-O2 -Werror\"\n"
                              "make -C big-things test explain GAMES=5") == 0,
                  "%s", output);
    says("big-things: good.  5 games");
    says("big-things on hunters-gatherers: good.");
    says("value                big-things, hunters-gatherers, the plain game");
    says("option.big-things = 2");
    ck_assert_ptr_null(strstr(output, "big-things on carcassonne"));
}
END_TEST

START_TEST(a_plugin_that_requires_nothing_goes_on_everything)
{
    ck_assert_msg(clean_shell("meeplectl new-plugin on-all --to there\n"
                              "make -C there test compare GAMES=5") == 0,
                  "%s", output);
    says("there/on-all.c is the rule");
    says("on-all on hunters-gatherers: good.");
    says("on-all on discoverers: good.");
    says("on-all on skeleton: good.");
    says("a score changes by ");
}
END_TEST

START_TEST(an_expansion_can_be_what_it_goes_on)
{
    ck_assert_msg(clean_shell("meeplectl new-plugin more-trade --on traders-builders\n"
                              "make -C more-trade test GAMES=3\n"
                              "grep requires more-trade/more-trade.c") == 0,
                  "%s", output);
    says("requires[] = { \"traders-builders\", NULL };");
    ck_assert_ptr_null(strstr(output, "more-trade on carcassonne:"));
}
END_TEST

START_TEST(an_installed_plugin_is_there_for_all)
{
    ck_assert_msg(clean_shell("meeplectl new-plugin shared-rule\nmake -C shared-rule install\n"
                              "meeplectl variants\nmeeplectl simulate shared-rule --games 5\n"
                              "meepled --check-config -o store.path=games.db") == 0,
                  "%s", output);
    says("shared-rule ");
}
END_TEST

START_TEST(what_cannot_be_made_is_told)
{
    static const struct {
        const char *arguments, *words;
    } rows[] = {
        { "", "one name, please" },
        { "Big", "is not a name" },
        { "a-name-that-is-much-too-long-to-be-one", "is not a name" },
        { "carcassonne", "the name carcassonne is taken" },
        { "nothing-new --on nowhere", "unknown variant nowhere, there are: carcassonne" },
        { "nothing-new --to /none/of/it", "/none/of/it: No such file or directory" },
    };
    char commands[200];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(commands, sizeof commands, "meeplectl new-plugin %s", rows[i].arguments);
        ck_assert_int_eq(clean_shell(commands), 64);
        says(rows[i].words);
    }
    ck_assert_int_eq(clean_shell("meeplectl new-plugin twice; meeplectl new-plugin twice"), 64);
    says("twice: File exists");
}
END_TEST

START_TEST(what_was_installed_can_be_removed)
{
    ck_assert_int_eq(shell("make -s uninstall BUILD=%s PREFIX=%s/prefix 2>&1", build(), folder), 0);
    ck_assert_int_eq(shell("find %s/prefix -type f | grep -v /etc/", folder), 1);
    ck_assert_str_eq(output, "");
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("new-plugin");
    Suite *suite = suite_create("new-plugin");

    tcase_set_timeout(tcase, 300);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_new_plugin_builds_without_warnings_and_passes_its_test);
    tcase_add_test(tcase, a_plugin_that_requires_nothing_goes_on_everything);
    tcase_add_test(tcase, an_expansion_can_be_what_it_goes_on);
    tcase_add_test(tcase, an_installed_plugin_is_there_for_all);
    tcase_add_test(tcase, what_cannot_be_made_is_told);
    tcase_add_test(tcase, what_was_installed_can_be_removed);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
