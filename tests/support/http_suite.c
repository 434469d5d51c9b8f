#include "http_suite.h"

#include <stdio.h>
#include <stdlib.h>

enum { TIMEOUT_S = 300 }; /* also under sanitizers */

struct child suite_child;
struct client *suite_client;

static void
begin_test(void)
{
    suite_client = client_new(suite_child.url);
}

static void
end_test(void)
{
    client_free(suite_client);
}

static int
run(const char *name, const TTest *const *tests, size_t count, bool with_client)
{
    Suite *suite = suite_create(name);
    TCase *cases = tcase_create(name);

    tcase_set_timeout(cases, TIMEOUT_S);
    if (with_client)
        tcase_add_checked_fixture(cases, begin_test, end_test);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(cases, tests[i]);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed;
}

int
suite_run(const char *name, const char *const *settings, const TTest *const *tests, size_t count)
{
    child_start(&suite_child, settings);
    int failed = run(name, tests, count, true);
    if (!child_stop(&suite_child)) {
        fprintf(stderr, "the daemon did not stop with status 0\n");
        failed++;
    }
    if (failed) {
        char *log = child_log(&suite_child);
        fprintf(stderr, "%s", log ? log : "");
        free(log);
    }
    child_clean(&suite_child);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int
suite_run_alone(const char *name, const TTest *const *tests, size_t count)
{
    return run(name, tests, count, false) ? EXIT_FAILURE : EXIT_SUCCESS;
}
