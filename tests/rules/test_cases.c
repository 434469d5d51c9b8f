/* Every case of tests/cases/rules, with the plugins compiled in from their sources, and once more
 * with the same plugins loaded from their shared objects. */
#include "tests/support/position_plugins.h"
#include "tests/support/position_script.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { CASES_MAX = 1024 };

static struct position_case cases[CASES_MAX];
static size_t case_count;
static const char *const folders[] = { "hunters_gatherers", "discoverers", "carcassonne",
                                       "traders_builders",  "nothing",     "skeleton" };
enum { PLUGINS = sizeof folders / sizeof *folders };
static const meepled_plugin *loaded[PLUGINS];

START_TEST(case_holds_with_the_plugin_as_source)
{
    static const meepled_plugin *const plugins[] = {
        &plugin_hunters_gatherers, &plugin_discoverers, &plugin_carcassonne,
        &plugin_traders_builders,  &plugin_nothing,     &plugin_skeleton
    };
    char why[1024];

    ck_assert_msg(position_case_run(&cases[_i], plugins, PLUGINS, why, sizeof why), "%s", why);
}
END_TEST

START_TEST(case_holds_with_the_plugin_loaded)
{
    char why[1024];

    ck_assert_msg(position_case_run(&cases[_i], loaded, PLUGINS, why, sizeof why), "%s", why);
}
END_TEST

int
main(void)
{
    char why[256] = "";
    Suite *suite = suite_create("cases");
    TCase *source = tcase_create("source"), *shared = tcase_create("loaded");

    case_count = position_cases("tests/cases/rules", cases, CASES_MAX);
    bool all = true;
    for (size_t i = 0; i < PLUGINS; i++) {
        loaded[i] = position_plugin_load(folders[i], why);
        all = all && loaded[i] != NULL;
    }
    if (case_count == 0 || case_count > CASES_MAX || !all) {
        fprintf(stderr, "%zu cases under tests/cases/rules; %s\n", case_count, why);
        return EXIT_FAILURE;
    }
    tcase_add_loop_test(source, case_holds_with_the_plugin_as_source, 0, (int)case_count);
    tcase_add_loop_test(shared, case_holds_with_the_plugin_loaded, 0, (int)case_count);
    suite_add_tcase(suite, source);
    suite_add_tcase(suite, shared);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
