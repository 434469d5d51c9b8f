/* The strict INI reader: each habit of inih is refused or allowed on purpose. */
#include "tileset/ini.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A document as "[section:line]" and "name=value:line", one a line, then "! " and each complaint;
 * new. */
static char *
listing_of(const char *text, size_t len)
{
    meepled_report *const report = meepled_report_new();
    struct ini_document *const doc = ini_load_text(text, len, "f", report);
    char *out = NULL;
    size_t size = 0;
    FILE *const stream = open_memstream(&out, &size);

    for (size_t i = 0; doc && i < doc->section_count; i++) {
        const struct ini_section *const section = &doc->sections[i];

        fprintf(stream, "[%s:%u]%s\n", section->name, section->line,
                section->damaged ? " damaged" : "");
        for (size_t j = 0; j < section->entry_count; j++)
            fprintf(stream, "%s=%s:%u\n", section->entries[j].name, section->entries[j].value,
                    section->entries[j].line);
    }
    for (size_t i = 0; i < meepled_report_count(report); i++)
        fprintf(stream, "! %s\n", meepled_report_get(report, i));
    fclose(stream);
    ini_free(doc);
    meepled_report_free(report);
    return out;
}

static const struct {
    const char *what, *text, *listing;
} cases[] = {
    { "nothing", "", "" },
    { "plain", "[a]\nx = 1\ny=2\n[b]\nx =3\n", "[a:1]\nx=1:2\ny=2:3\n[b:4]\nx=3:5\n" },
    { "no line end at the end", "[a]\nx = 1", "[a:1]\nx=1:2\n" },
    { "carriage returns", "[a]\r\nx = 1\r\n", "[a:1]\nx=1:2\n" },
    { "byte order mark", "\xef\xbb\xbf[a]\nx = 1\n", "[a:1]\nx=1:2\n" },
    { "byte order mark later on",
      "[a]\n\xef\xbb\xbf"
      "x = 1\n",
      "[a:1]\n\xef\xbb\xbfx=1:2\n" },
    { "empty sections", "[a]\n[b]\n", "[a:1]\n[b:2]\n" },
    { "empty value", "[a]\nx =\ny = ; nothing\n", "[a:1]\nx=:2\ny=:3\n" },
    { "blanks in names of sections", "[  a \t b  ]\n", "[a b:1]\n" },
    { "blanks around values", "[a]\nx \t=\t 1  2 \t\n", "[a:1]\nx=1  2:2\n" },
    { "more equal signs", "[a]\nx = y=z = w\n", "[a:1]\nx=y=z = w:2\n" },
    { "colon in a value", "[a]\nx = 127.0.0.1:8080\n", "[a:1]\nx=127.0.0.1:8080:2\n" },
    { "remarks", "; r\n# r\n \t; r\n[a] ; r\nx = 1 ; r\ny = 1;2 #3\n",
      "[a:4]\nx=1:5\ny=1;2 #3:6\n" },
    { "remark after a section without a blank", "[a];r\n[b]#r\n", "[a:1]\n[b:2]\n" },
    { "indented value line", "[a]\nx = 1\n  2\n",
      "[a:1] damaged\nx=1:2\n! f:3: indented line (a value cannot go on in the next line)\n" },
    { "indented entry", "[a]\n x = 1\n",
      "[a:1] damaged\n! f:2: indented line (a value cannot go on in the next line)\n" },
    { "indented section", "[a]\n [b]\nx = 1\n",
      "[a:1] damaged\nx=1:3\n! f:2: indented line (a value cannot go on in the next line)\n" },
    { "name: value", "[a]\nx: 1\n", "[a:1] damaged\n! f:2: ':' after \"x\", use '='\n" },
    { "colon before the equal sign", "[a]\nx:y = 1\n",
      "[a:1] damaged\n! f:2: ':' after \"x\", use '='\n" },
    { "no equal sign", "[a]\nx\n",
      "[a:1] damaged\n! f:2: neither \"[section]\" nor \"name = value\"\n" },
    { "equal sign in a remark", "[a]\nx ; = 1\n",
      "[a:1] damaged\n! f:2: neither \"[section]\" nor \"name = value\"\n" },
    { "no name", "[a]\n= 1\n", "[a:1] damaged\n! f:2: name missing before '='\n" },
    { "before any section", "x = 1\n[a]\n", "[a:2]\n! f:1: \"x\" before any [section]\n" },
    { "key twice", "[a]\nx = 1\ny = 1\nx = 2\n",
      "[a:1] damaged\nx=1:2\ny=1:3\n! f:4: \"x\" again, the first is in line 2\n" },
    { "key in two sections", "[a]\nx = 1\n[b]\nx = 2\n", "[a:1]\nx=1:2\n[b:3]\nx=2:4\n" },
    { "section twice: its entries go nowhere", "[a]\nx = 1\n[b]\n[ a ]\ny = 2\n[c]\nz = 3\n",
      "[a:1]\nx=1:2\n[b:3]\n[c:6]\nz=3:7\n! f:4: section [a] again, the first is in line 1\n" },
    { "no ] : entries go nowhere", "[a]\nx = 1\n[b\ny = 2\n",
      "[a:1]\nx=1:2\n! f:3: ']' is missing after the section's name\n" },
    { "words after ]", "[a] b\nx = 1\n", "! f:1: \"b\" after a section's ']'\n" },
    { "section without a name", "[ ]\nx = 1\n", "! f:1: section without a name\n" },
    { "control character", "[a]\nx = \x01\n",
      "[a:1] damaged\n! f:2: control character 0x01 at 5\n" },
    { "carriage return inside", "[a]\nx = 1\ry = 2\n",
      "[a:1] damaged\n! f:2: control character 0x0d at 6\n" },
    { "Latin-1", "[a]\nx = \xe9\n", "[a:1] damaged\n! f:2: byte 0xe9 at 5 is not UTF-8\n" },
    { "overlong UTF-8", "[a]\nx = \xc0\xaf\n",
      "[a:1] damaged\n! f:2: byte 0xc0 at 5 is not UTF-8\n" },
    { "overlong UTF-8 of three", "[a]\nx = \xe0\x80\xaf\n",
      "[a:1] damaged\n! f:2: byte 0xe0 at 5 is not UTF-8\n" },
    { "surrogate", "[a]\nx = \xed\xa0\x80\n",
      "[a:1] damaged\n! f:2: byte 0xed at 5 is not UTF-8\n" },
    { "beyond Unicode", "[a]\nx = \xf4\x90\x80\x80\n",
      "[a:1] damaged\n! f:2: byte 0xf4 at 5 is not UTF-8\n" },
    { "cut UTF-8", "[a]\nx = \xc3", "[a:1] damaged\n! f:2: byte 0xc3 at 5 is not UTF-8\n" },
    { "good UTF-8", "[a]\nx = \xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\xb2\n",
      "[a:1]\nx=\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\xb2:2\n" },
    { "several at once", "x\n[a]\n y\nz: 1\nz = 1\nz = 2\n",
      "[a:2] damaged\nz=1:5\n! f:1: neither \"[section]\" nor \"name = value\"\n! f:3: indented "
      "line "
      "(a value cannot go on in the next line)\n! f:4: ':' after \"z\", use '='\n! f:6: \"z\" "
      "again, the first is in line 5\n" },
};

START_TEST(each_habit_is_refused_or_allowed_on_purpose)
{
    char *const listing = listing_of(cases[_i].text, strlen(cases[_i].text));

    ck_assert_msg(strcmp(listing, cases[_i].listing) == 0, "%s: expected\n%sfound\n%s",
                  cases[_i].what, cases[_i].listing, listing);
    free(listing);
}
END_TEST

START_TEST(a_nul_byte_is_refused_and_ends_nothing)
{
    static const char text[] = "[a]\nx = 1\0 2\ny = 3\n";
    char *const listing = listing_of(text, sizeof text - 1);

    ck_assert_str_eq(listing, "[a:1] damaged\ny=3:3\n! f:2: control character 0x00 at 6\n");
    free(listing);
}
END_TEST

/* "[xxx]" with a name of `len` bytes and an entry. */
static char *
with_section(int len)
{
    char text[200];

    snprintf(text, sizeof text, "[%0*d]\ny = 1\n", len, 7);
    return listing_of(text, strlen(text));
}

START_TEST(a_section_name_is_whole_or_refused)
{
    char *const longest = with_section(INI_SECTION_MAX);
    char *const longer = with_section(INI_SECTION_MAX + 1);

    ck_assert_int_eq(strncmp(longest, "[0000000", 8), 0);
    ck_assert_uint_eq(strlen(longest), strlen("[:1]\ny=1:2\n") + INI_SECTION_MAX);
    ck_assert_str_eq(longer, "! f:1: section name of 50 bytes, at most 49\n");
    free(longest);
    free(longer);
}
END_TEST

/* "x = 0007" of `len` bytes. */
static char *
with_line(int len, const char *end)
{
    char text[300];

    snprintf(text, sizeof text, "[a]\nx = %0*d%sy = 1\n", len - 4, 7, end);
    return listing_of(text, strlen(text));
}

START_TEST(a_line_is_whole_or_refused)
{
    char *const longest = with_line(INI_LINE_MAX, "\n");
    char *const longest_with_return = with_line(INI_LINE_MAX, "\r\n");
    char *const longer = with_line(INI_LINE_MAX + 1, "\n");

    ck_assert_uint_eq(strlen(longest), strlen("[a:1]\nx=:2\ny=1:3\n") + INI_LINE_MAX - 4);
    ck_assert_str_eq(longest, longest_with_return);
    ck_assert_str_eq(longer, "[a:1] damaged\ny=1:3\n! f:2: line of 199 bytes, at most 198\n");
    free(longest);
    free(longest_with_return);
    free(longer);
}
END_TEST

START_TEST(a_remark_may_be_of_any_length)
{
    char text[1000];
    char *listing;

    snprintf(text, sizeof text, "; %0*d = [\n[a]\n", 800, 7);
    listing = listing_of(text, strlen(text));
    ck_assert_str_eq(listing, "[a:2]\n");
    free(listing);
}
END_TEST

START_TEST(a_file_that_cannot_be_read_is_one_complaint)
{
    meepled_report *const report = meepled_report_new();

    ck_assert_ptr_null(ini_load("tests/cases/none.ini", report));
    ck_assert_ptr_null(ini_load("tests/cases", report));
    ck_assert_uint_eq(meepled_report_count(report), 2);
    ck_assert_str_eq(meepled_report_get(report, 0),
                     "tests/cases/none.ini: cannot be read: No such file or directory");
    ck_assert_str_eq(meepled_report_get(report, 1), "tests/cases: cannot be read: Is a directory");
    meepled_report_free(report);
}
END_TEST

START_TEST(a_file_beyond_all_measure_is_refused)
{
    char path[] = "/tmp/meepled-ini-XXXXXX";
    const int fd = mkstemp(path);
    meepled_report *const report = meepled_report_new();
    char expected[100];

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(ftruncate(fd, INI_FILE_MAX + 1), 0);
    close(fd);
    ck_assert_ptr_null(ini_load(path, report));
    snprintf(expected, sizeof expected, "%s: larger than %d bytes", path, INI_FILE_MAX);
    ck_assert_str_eq(meepled_report_get(report, 0), expected);
    unlink(path);
    meepled_report_free(report);
}
END_TEST

START_TEST(a_file_says_the_same_as_its_text)
{
    meepled_report *const report = meepled_report_new();
    struct ini_document *const doc = ini_load("tests/cases/tilesets/good-design/input.ini", report);

    ck_assert_ptr_nonnull(doc);
    ck_assert_str_eq(doc->file, "tests/cases/tilesets/good-design/input.ini");
    ck_assert_uint_eq(doc->section_count, 4);
    ck_assert_uint_eq(meepled_report_count(report), 0);
    ini_free(doc);
    meepled_report_free(report);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("ini");
    TCase *const tests = tcase_create("ini");

    tcase_add_loop_test(tests, each_habit_is_refused_or_allowed_on_purpose, 0,
                        (int)(sizeof cases / sizeof cases[0]));
    tcase_add_test(tests, a_nul_byte_is_refused_and_ends_nothing);
    tcase_add_test(tests, a_section_name_is_whole_or_refused);
    tcase_add_test(tests, a_line_is_whole_or_refused);
    tcase_add_test(tests, a_remark_may_be_of_any_length);
    tcase_add_test(tests, a_file_that_cannot_be_read_is_one_complaint);
    tcase_add_test(tests, a_file_beyond_all_measure_is_refused);
    tcase_add_test(tests, a_file_says_the_same_as_its_text);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
