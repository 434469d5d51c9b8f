/* Finding entries and reading their values. */
#include "tileset/ini.h"

#include <check.h>
#include <string.h>

static const char text[] = "[tile EX-1]\n"
                           "[tile]\n"
                           "[tileset]\n"
                           "[numbers]\n"
                           "good = 42\n"
                           "low = -5\n"
                           "max = 100\n"
                           "above = 101\n"
                           "below = -6\n"
                           "huge = 99999999999999999999\n"
                           "word = many\n"
                           "tail = 4x\n"
                           "plus = +4\n"
                           "empty =\n"
                           "[yesno]\n"
                           "y = yes\n"
                           "n = no\n"
                           "m = maybe\n"
                           "c = Yes\n"
                           "e =\n";

static meepled_report *report;
static struct ini_document *doc;

static void
set_up(void)
{
    report = meepled_report_new();
    doc = ini_load_text(text, sizeof text - 1, "f", report);
    ck_assert_uint_eq(meepled_report_count(report), 0);
}

static void
tear_down(void)
{
    ini_free(doc);
    meepled_report_free(report);
}

static const struct ini_entry *
entry(const char *section, const char *name)
{
    return ini_entry_find(ini_section_find(doc, section), name);
}

START_TEST(sections_and_entries_are_found_by_name)
{
    ck_assert_uint_eq(ini_section_find(doc, "yesno")->line, 15);
    ck_assert_uint_eq(entry("yesno", "y")->line, 16);
    ck_assert_ptr_null(ini_section_find(doc, "none"));
    ck_assert_ptr_null(entry("yesno", "good"));
}
END_TEST

START_TEST(the_rest_of_a_section_name_follows_its_first_word)
{
    ck_assert_str_eq(ini_section_rest(&doc->sections[0], "tile"), "EX-1");
    ck_assert_str_eq(ini_section_rest(&doc->sections[1], "tile"), "");
    ck_assert_ptr_null(ini_section_rest(&doc->sections[2], "tile"));
    ck_assert_ptr_null(ini_section_rest(&doc->sections[0], "tileset"));
}
END_TEST

static const struct {
    const char *name;
    bool good;
    long value;
    const char *complaint;
} numbers[] = {
    { "good", true, 42, NULL },
    { "low", true, -5, NULL },
    { "max", true, 100, NULL },
    { "above", false, 0, "f:8: above: 101 is not in -5..100" },
    { "below", false, 0, "f:9: below: -6 is not in -5..100" },
    { "huge", false, 0, "f:10: huge: 99999999999999999999 is not in -5..100" },
    { "word", false, 0, "f:11: word: \"many\" is not a number" },
    { "tail", false, 0, "f:12: tail: \"4x\" is not a number" },
    { "plus", false, 0, "f:13: plus: \"+4\" is not a number" },
    { "empty", false, 0, "f:14: empty: \"\" is not a number" },
};

START_TEST(a_number_is_whole_and_in_range)
{
    long value = 0;

    ck_assert_int_eq(ini_number(doc, entry("numbers", numbers[_i].name), -5, 100, &value, report),
                     numbers[_i].good);
    if (numbers[_i].good)
        ck_assert_int_eq(value, numbers[_i].value);
    else
        ck_assert_str_eq(meepled_report_get(report, 0), numbers[_i].complaint);
}
END_TEST

START_TEST(yes_and_no_are_written_just_so)
{
    bool value = false;

    ck_assert(ini_yesno(doc, entry("yesno", "y"), &value, report) && value);
    ck_assert(ini_yesno(doc, entry("yesno", "n"), &value, report) && !value);
    ck_assert_uint_eq(meepled_report_count(report), 0);
    ck_assert(!ini_yesno(doc, entry("yesno", "m"), &value, report));
    ck_assert(!ini_yesno(doc, entry("yesno", "c"), &value, report));
    ck_assert(!ini_yesno(doc, entry("yesno", "e"), &value, report));
    ck_assert_str_eq(meepled_report_get(report, 0), "f:18: m: \"maybe\" is neither yes nor no");
    ck_assert_str_eq(meepled_report_get(report, 1), "f:19: c: \"Yes\" is neither yes nor no");
    ck_assert_uint_eq(meepled_report_count(report), 3);
}
END_TEST

START_TEST(words_are_taken_one_by_one_and_cut_to_size)
{
    const char *rest = " \tone two\t\tthree-and-more ";
    char word[6];

    ck_assert(ini_word(&rest, word, sizeof word));
    ck_assert_str_eq(word, "one");
    ck_assert(ini_word(&rest, word, sizeof word));
    ck_assert_str_eq(word, "two");
    ck_assert(ini_word(&rest, word, sizeof word));
    ck_assert_str_eq(word, "three");
    ck_assert(!ini_word(&rest, word, sizeof word));
    ck_assert_str_eq(word, "");
    ck_assert(!ini_word(&rest, word, sizeof word));
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("ini_value");
    TCase *const tests = tcase_create("values");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, sections_and_entries_are_found_by_name);
    tcase_add_test(tests, the_rest_of_a_section_name_follows_its_first_word);
    tcase_add_loop_test(tests, a_number_is_whole_and_in_range, 0,
                        (int)(sizeof numbers / sizeof numbers[0]));
    tcase_add_test(tests, yes_and_no_are_written_just_so);
    tcase_add_test(tests, words_are_taken_one_by_one_and_cut_to_size);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
