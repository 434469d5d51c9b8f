/* Kept copies: named by content, whole or made again, found after the file is gone. */
#include "rules/keep.h"
#include "rules/loader.h"

#include <check.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], keep[80], file[80];

static void
write_text(const char *path, const char *text)
{
    FILE *const out = fopen(path, "we");

    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    ck_assert_int_eq(fclose(out), 0);
}

static void
setup(void)
{
    strcpy(folder, "/tmp/meepled-keep-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(keep, sizeof keep, "%s/copies", folder);
    snprintf(file, sizeof file, "%s/a.so", folder);
    write_text(file, "the first content");
}

static void
teardown(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(a_copy_is_named_by_the_digest_of_its_content)
{
    static const char text[] = "the first content";
    uint8_t digest[KEEP_DIGEST], wanted[KEEP_DIGEST];
    char hex[KEEP_HEX], path[300], *copy;
    meepled_error err;
    struct stat about;

    crypto_hash_sha256(wanted, (const unsigned char *)text, strlen(text));
    ck_assert_int_eq(keep_copy(keep, file, digest, &copy, &err), MEEPLED_OK);
    ck_assert_mem_eq(digest, wanted, sizeof wanted);
    snprintf(path, sizeof path, "%s/%s.so", keep,
             sodium_bin2hex(hex, sizeof hex, wanted, sizeof wanted));
    ck_assert_str_eq(copy, path);
    ck_assert_int_eq(stat(copy, &about), 0);
    ck_assert_int_eq(about.st_size, (off_t)strlen(text));
    ck_assert_uint_eq(about.st_mode & 0222u, 0); /* nobody writes into it by mistake */
    free(copy);
}
END_TEST

START_TEST(the_same_content_is_copied_once_and_another_beside_it)
{
    uint8_t digest[KEEP_DIGEST], other[KEEP_DIGEST];
    char *copy, *again;
    meepled_error err;
    struct stat before, after;

    ck_assert_int_eq(keep_copy(keep, file, digest, &copy, &err), MEEPLED_OK);
    ck_assert_int_eq(stat(copy, &before), 0);
    ck_assert_int_eq(keep_copy(keep, file, other, &again, &err), MEEPLED_OK);
    ck_assert_str_eq(copy, again);
    ck_assert_int_eq(stat(copy, &after), 0);
    ck_assert_uint_eq(before.st_ino, after.st_ino);
    free(again);
    write_text(file, "the second content");
    ck_assert_int_eq(keep_copy(keep, file, other, &again, &err), MEEPLED_OK);
    ck_assert_str_ne(copy, again);
    ck_assert_int_eq(access(copy, R_OK), 0);
    free(again);
    free(copy);
}
END_TEST

START_TEST(a_copy_is_found_after_its_file_is_gone)
{
    uint8_t digest[KEEP_DIGEST];
    char *copy, *found;
    meepled_error err;

    ck_assert_int_eq(keep_copy(keep, file, digest, &copy, &err), MEEPLED_OK);
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(keep_find(keep, digest, &found, &err), MEEPLED_OK);
    ck_assert_str_eq(copy, found);
    free(found);
    digest[0] ^= 1;
    ck_assert_int_eq(keep_find(keep, digest, &found, &err), MEEPLED_ECONFIG);
    ck_assert_ptr_null(found);
    ck_assert_ptr_nonnull(strstr(err.text, "not there, or not what it was"));
    free(copy);
}
END_TEST

START_TEST(a_damaged_copy_is_refused_and_made_again_from_the_file)
{
    uint8_t digest[KEEP_DIGEST];
    char *copy, *found;
    meepled_error err;

    ck_assert_int_eq(keep_copy(keep, file, digest, &copy, &err), MEEPLED_OK);
    ck_assert_int_eq(unlink(copy), 0);
    write_text(copy, "half of");
    ck_assert_int_eq(keep_find(keep, digest, &found, &err), MEEPLED_ECONFIG);
    free(copy);
    ck_assert_int_eq(keep_copy(keep, file, digest, &copy, &err), MEEPLED_OK);
    ck_assert_int_eq(keep_find(keep, digest, &found, &err), MEEPLED_OK);
    free(found);
    free(copy);
}
END_TEST

START_TEST(what_cannot_be_copied_is_said)
{
    uint8_t digest[KEEP_DIGEST];
    char *copy;
    meepled_error err;

    ck_assert_int_eq(keep_copy(keep, "/nowhere/a.so", digest, &copy, &err), MEEPLED_ECONFIG);
    ck_assert_str_eq(err.text, "/nowhere/a.so: cannot be read: No such file or directory");
    ck_assert_ptr_null(copy);
    ck_assert_int_eq(keep_copy("/nowhere/at/all", file, digest, &copy, &err), MEEPLED_ECONFIG);
    ck_assert_str_eq(err.text, "/nowhere/at/all: cannot be made: No such file or directory");
    ck_assert_ptr_null(copy);
}
END_TEST

START_TEST(no_half_copy_stays_behind)
{
    uint8_t digest[KEEP_DIGEST];
    char command[128], *copy;
    meepled_error err;

    ck_assert_int_eq(keep_copy(keep, file, digest, &copy, &err), MEEPLED_OK);
    free(copy);
    ck_assert_int_eq(keep_copy(keep, folder, digest, &copy, &err), MEEPLED_ECONFIG);
    snprintf(command, sizeof command, "test $(ls -A '%s' | wc -l) = 1", keep);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

/* Its code comes from the copy, so the file may change under it. */
START_TEST(a_plugin_opened_from_a_copy_is_never_stale_and_found_again)
{
    const char *const build = getenv("MEEPLED_BUILD");
    struct plugin_file *opened, *again;
    char copies[300], command[900];
    meepled_error err;

    /* where the plugin finds the library it was linked with */
    snprintf(copies, sizeof copies, "%s/kept-%d", build ? build : "build", (int)getpid());
    snprintf(command, sizeof command, "cp '%s/plugins/nothing.so' '%s'", build ? build : "build",
             file);
    ck_assert_int_eq(system(command), 0);
    ck_assert_msg(plugin_open_copy(file, copies, &opened, &err) == MEEPLED_OK, "%s", err.text);
    ck_assert_str_eq(opened->path, file);
    ck_assert_str_ne(opened->code, file);
    ck_assert_int_eq(unlink(file), 0);
    write_text(file, "something else");
    ck_assert(!plugin_is_stale(opened));
    ck_assert_msg(plugin_open_kept(copies, opened->digest, &again, &err) == MEEPLED_OK, "%s",
                  err.text);
    ck_assert_ptr_eq(again->plugin, opened->plugin);
    plugin_unref(again);
    plugin_unref(opened);
    snprintf(command, sizeof command, "rm -rf '%s'", copies);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("keep");
    TCase *const tcase = tcase_create("copies");

    if (sodium_init() < 0)
        return EXIT_FAILURE;
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_copy_is_named_by_the_digest_of_its_content);
    tcase_add_test(tcase, the_same_content_is_copied_once_and_another_beside_it);
    tcase_add_test(tcase, a_copy_is_found_after_its_file_is_gone);
    tcase_add_test(tcase, a_damaged_copy_is_refused_and_made_again_from_the_file);
    tcase_add_test(tcase, what_cannot_be_copied_is_said);
    tcase_add_test(tcase, no_half_copy_stays_behind);
    tcase_add_test(tcase, a_plugin_opened_from_a_copy_is_never_stale_and_found_again);
    suite_add_tcase(suite, tcase);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
