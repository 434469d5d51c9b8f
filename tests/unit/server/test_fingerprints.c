/* Fingerprints of plugin files. */
#include "server/fingerprints.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64], a[96], b[96];
static unsigned changes;
static char last[96];

static void
changed(const char *file)
{
    changes++;
    snprintf(last, sizeof last, "%s", file);
}

static void
write_file(const char *path, const char *text)
{
    FILE *const out = fopen(path, "w");

    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
}

START_TEST(a_file_that_changes_is_told_until_it_is_as_it_was)
{
    struct fingerprints *const prints = fingerprints_new();

    strcpy(folder, "/tmp/meepled-prints-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(a, sizeof a, "%s/a.so", folder);
    snprintf(b, sizeof b, "%s/b.so", folder);
    write_file(a, "first");
    fingerprints_note(prints, folder, changed);
    ck_assert_uint_eq(changes, 0);
    write_file(b, "new"); /* a new file is no change */
    fingerprints_note(prints, folder, changed);
    ck_assert_uint_eq(changes, 0);
    write_file(a, "other");
    fingerprints_note(prints, folder, changed);
    fingerprints_note(prints, folder, changed);
    ck_assert_uint_eq(changes, 2);
    ck_assert_str_eq(last, a);
    write_file(a, "first");
    fingerprints_note(prints, folder, changed);
    ck_assert_uint_eq(changes, 2);
    unlink(a);
    fingerprints_note(prints, folder, changed);
    fingerprints_note(prints, "/no/such/folder", changed);
    ck_assert_uint_eq(changes, 2);
    unlink(b);
    rmdir(folder);
    fingerprints_free(prints);
}
END_TEST

static Suite *
fingerprints_suite(void)
{
    Suite *const suite = suite_create("fingerprints");
    TCase *const tcase = tcase_create("fingerprints");

    tcase_add_test(tcase, a_file_that_changes_is_told_until_it_is_as_it_was);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(fingerprints_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
