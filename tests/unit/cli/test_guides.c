/* What the guides tell their readers to do works, and what is generated is up to date. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

/* Run a command of the source tree; its output is in the test's log. */
static int
run(const char *command)
{
    fflush(stdout);
    return system(command);
}

START_TEST(every_block_of_the_guide_to_house_rules_does_what_it_says)
{
    ck_assert_int_eq(run("tests/tutorial docs/house-rules.md \"${MEEPLED_BUILD:-build}\" 2>&1"), 0);
}
END_TEST

START_TEST(a_guide_that_says_what_does_not_happen_is_found)
{
    static const char guide[] = "/tmp/meepled-guide.md";
    static const char *const bodies[] = {
        "```sh\\necho one two\\n```\\n```text\\none ...three\\n```\\n",
        "```sh\\nfalse\\n```\\n```text\\n...\\n```\\n",
        "no block at all\\n",
        "```sh\\necho one\\n```\\n",
    };
    char command[400];

    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        snprintf(command, sizeof command,
                 "printf '%s' >%s.$$; tests/tutorial %s.$$ \"${MEEPLED_BUILD:-build}\" >/dev/null "
                 "2>&1; s=$?; rm -f %s.$$; exit $s",
                 bodies[i], guide, guide, guide);
        ck_assert_int_ne(run(command), 0);
    }
    snprintf(command, sizeof command,
             "printf '```sh\\necho one two\\n```\\n```text\\none ...\\n```\\n' >%s.$$; "
             "tests/tutorial %s.$$ \"${MEEPLED_BUILD:-build}\" 2>&1; s=$?; rm -f %s.$$; exit $s",
             guide, guide, guide);
    ck_assert_int_eq(run(command), 0);
}
END_TEST

START_TEST(the_page_of_hooks_is_what_the_header_says)
{
    ck_assert_int_eq(run(".ci/hooks --check"), 0);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("guides");
    Suite *suite = suite_create("guides");

    tcase_set_timeout(tcase, 600);
    tcase_add_test(tcase, every_block_of_the_guide_to_house_rules_does_what_it_says);
    tcase_add_test(tcase, a_guide_that_says_what_does_not_happen_is_found);
    tcase_add_test(tcase, the_page_of_hooks_is_what_the_header_says);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
