/* Messages and lists of complaints. */
#include "tileset/report.h"

#include <check.h>
#include <string.h>

START_TEST(failing_fills_the_error_and_returns_the_status)
{
    meepled_error err;

    ck_assert_int_eq(meepled_fail(&err, MEEPLED_EREFUSED, "%s: %d", "hg.so", 3), MEEPLED_EREFUSED);
    ck_assert_str_eq(err.text, "hg.so: 3");
}
END_TEST

START_TEST(failing_without_an_error_only_returns_the_status)
{
    ck_assert_int_eq(meepled_fail(NULL, MEEPLED_ENOMEM, "%s", "lost"), MEEPLED_ENOMEM);
}
END_TEST

START_TEST(a_long_error_is_cut_and_still_ends)
{
    meepled_error err;
    char text[600];

    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    meepled_fail(&err, MEEPLED_ECONFIG, "%s", text);
    ck_assert_uint_eq(strlen(err.text), sizeof err.text - 1);
}
END_TEST

START_TEST(complaints_keep_their_order_and_place)
{
    meepled_report *const report = meepled_report_new();

    ck_assert_uint_eq(meepled_report_count(report), 0);
    meepled_report_add(report, "a.ini", 7, "no %s", "city");
    meepled_report_add(report, "a.ini", 0, "cannot be read");
    meepled_report_add(report, NULL, 9, "out of memory");
    ck_assert_uint_eq(meepled_report_count(report), 3);
    ck_assert_str_eq(meepled_report_get(report, 0), "a.ini:7: no city");
    ck_assert_str_eq(meepled_report_get(report, 1), "a.ini: cannot be read");
    ck_assert_str_eq(meepled_report_get(report, 2), "out of memory");
    meepled_report_free(report);
}
END_TEST

START_TEST(any_number_of_complaints_of_any_length_is_kept)
{
    meepled_report *const report = meepled_report_new();
    char text[3000];

    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (unsigned i = 1; i <= 1000; i++)
        meepled_report_add(report, "f", i, "%s", text);
    ck_assert_uint_eq(meepled_report_count(report), 1000);
    ck_assert_uint_eq(strlen(meepled_report_get(report, 999)), strlen("f:1000: ") + 2999);
    ck_assert_int_eq(strncmp(meepled_report_get(report, 999), "f:1000: xxx", 11), 0);
    meepled_report_free(report);
}
END_TEST

START_TEST(a_place_takes_complaints_without_a_file_until_it_is_lifted)
{
    meepled_report *const report = meepled_report_new();

    report_place(report, "v.ini", 3);
    meepled_report_add(report, NULL, 0, "requires carcassonne below it");
    meepled_report_add(report, "t.ini", 5, "no link");
    report_place(report, NULL, 0);
    meepled_report_add(report, NULL, 0, "elsewhere");
    ck_assert_str_eq(meepled_report_get(report, 0), "v.ini:3: requires carcassonne below it");
    ck_assert_str_eq(meepled_report_get(report, 1), "t.ini:5: no link");
    ck_assert_str_eq(meepled_report_get(report, 2), "elsewhere");
    meepled_report_free(report);
}
END_TEST

START_TEST(freeing_nothing_is_allowed)
{
    meepled_report_free(NULL);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("report");
    TCase *const tests = tcase_create("report");

    tcase_add_test(tests, failing_fills_the_error_and_returns_the_status);
    tcase_add_test(tests, failing_without_an_error_only_returns_the_status);
    tcase_add_test(tests, a_long_error_is_cut_and_still_ends);
    tcase_add_test(tests, complaints_keep_their_order_and_place);
    tcase_add_test(tests, any_number_of_complaints_of_any_length_is_kept);
    tcase_add_test(tests, a_place_takes_complaints_without_a_file_until_it_is_lifted);
    tcase_add_test(tests, freeing_nothing_is_allowed);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
