/* The daemon's command line. */
#include "server/command.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct command command;

static bool
read_line(int argc, char **argv)
{
    free(command.overrides);
    return command_read(argc, argv, &command);
}
#define READ(...)                                                                                  \
    read_line((int)(sizeof((char *[]){ "meepled", __VA_ARGS__ }) / sizeof(char *)) - 1,            \
              (char *[]){ "meepled", __VA_ARGS__ })

START_TEST(options_are_understood_in_any_order)
{
    ck_assert(READ("-o", "a.b=c", "--config", "x.ini", "-o", "d.e=f", NULL));
    ck_assert_int_eq(command.what, COMMAND_SERVE);
    ck_assert_str_eq(command.config, "x.ini");
    ck_assert_uint_eq(command.override_count, 2);
    ck_assert_str_eq(command.overrides[0], "a.b=c");
    ck_assert_str_eq(command.overrides[1], "d.e=f");
    ck_assert(READ("--check-config", NULL));
    ck_assert_int_eq(command.what, COMMAND_CHECK);
    ck_assert_ptr_null(command.config);
    ck_assert(READ("--version", NULL));
    ck_assert_int_eq(command.what, COMMAND_VERSION);
    ck_assert(READ("--settings", NULL));
    ck_assert_int_eq(command.what, COMMAND_SETTINGS);
    ck_assert(READ("-h", NULL));
    ck_assert_int_eq(command.what, COMMAND_HELP);
}
END_TEST

START_TEST(what_is_no_option_is_refused)
{
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
    ck_assert(!READ("--confg", "x", NULL));
    ck_assert(!READ("--config", NULL));
    ck_assert(!READ("serve", NULL));
    ck_assert(!READ("-o", NULL));
}
END_TEST

START_TEST(the_help_names_every_option)
{
    static const char *const names[] = { "--config",   "-o",        "--check-config",
                                         "--settings", "--version", "--help" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_ptr_nonnull(strstr(command_help, names[i]));
}
END_TEST

static Suite *
command_suite(void)
{
    Suite *const suite = suite_create("command");
    TCase *const tcase = tcase_create("command");

    tcase_add_test(tcase, options_are_understood_in_any_order);
    tcase_add_test(tcase, what_is_no_option_is_refused);
    tcase_add_test(tcase, the_help_names_every_option);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(command_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
