/* Plugin files: what is refused, in which words, and how long code stays. */
#include "rules/loader.h"

#include <meepled/registry.h>

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[200]; /* of the test plugins */

static void
plugin_path(char out[300], const char *name)
{
    snprintf(out, 300, "%s/%s.so", folder, name);
}

/* Copy `from` to `to`, at most `limit` bytes. */
static void
copy_file(const char *from, const char *to, size_t limit)
{
    FILE *const in = fopen(from, "rb"), *const out = fopen(to, "wb");

    ck_assert_msg(in && out, "%s to %s", from, to);
    for (int c; limit > 0 && (c = fgetc(in)) != EOF; limit--)
        fputc(c, out);
    fclose(in);
    fclose(out);
}

static const struct {
    const char *name, *why; /* what the message says after the path */
} refused[] = {
    { "wrong_abi", "rules ABI 3, this program has 2" },
    { "newer_hooks", "from newer headers, this program has" },
    { "cut_hooks", "is cut in a hook" },
    { "bad_name", "\"Bad Name\" is not a plugin name" },
    { "unfinished", "name, version, summary, license and hooks must be given" },
    { "no_symbol", "no symbol meepled_export in it, is this a plugin?" },
    { "no_data", "meepled_export is not a constant descriptor" },
    { "short_descriptor", "meepled_export has 8 bytes, this program wants " },
    { "misspelt", "cannot be loaded: undefined symbol: meepled_valeu" },
    { "not_there", "cannot be read: No such file or directory" },
};

START_TEST(a_plugin_that_cannot_be_used_is_refused_with_the_reason)
{
    struct plugin_file *file = (struct plugin_file *)folder; /* must be overwritten */
    meepled_error err;
    char path[300];

    plugin_path(path, refused[_i].name);
    ck_assert_int_eq(plugin_open(path, &file, &err), MEEPLED_ECONFIG);
    ck_assert_ptr_null(file);
    ck_assert_msg(strncmp(err.text, path, strlen(path)) == 0, "%s", err.text);
    ck_assert_msg(strstr(err.text, refused[_i].why) != NULL, "%s", err.text);
    ck_assert_int_eq(meepled_plugin_probe(path, &err), MEEPLED_ECONFIG);
}
END_TEST

static const char *const accepted[] = { "tiny", "shade", "lonely", "older_hooks", "choosy" };

START_TEST(a_plugin_is_judged_without_those_it_needs)
{
    struct plugin_file *file;
    meepled_error err;
    char path[300];

    plugin_path(path, accepted[_i]);
    ck_assert_int_eq(meepled_plugin_probe(path, &err), MEEPLED_OK);
    ck_assert_msg(plugin_open(path, &file, &err) == MEEPLED_OK, "%s", err.text);
    ck_assert_uint_eq(file->plugin->abi, MEEPLED_ABI);
    ck_assert_str_eq(file->path, path);
    plugin_unref(file);
}
END_TEST

START_TEST(what_is_no_shared_object_is_refused)
{
    char path[] = "/tmp/meepled-loader-XXXXXX";
    meepled_error err;

    ck_assert_int_ge(mkstemp(path), 0);
    ck_assert_int_eq(meepled_plugin_probe(path, &err), MEEPLED_ECONFIG);
    ck_assert_msg(strstr(err.text, ": not a shared object") != NULL, "%s", err.text);

    FILE *const text = fopen(path, "w");

    for (int i = 0; i < 100; i++)
        fputs("[variant no-plugin]\n", text);
    fclose(text);
    ck_assert_int_eq(meepled_plugin_probe(path, &err), MEEPLED_ECONFIG);
    ck_assert_msg(strstr(err.text, ": not a shared object") != NULL, "%s", err.text);
    unlink(path);
    ck_assert_int_eq(meepled_plugin_probe("/tmp", &err), MEEPLED_ECONFIG);
    ck_assert_str_eq(err.text, "/tmp: not a file");
}
END_TEST

START_TEST(a_file_cut_short_anywhere_is_refused_and_kills_nobody)
{
    char path[] = "/tmp/meepled-loader-XXXXXX";
    char real[300];
    struct stat what;
    meepled_error err;
    bool before = false;

    plugin_path(real, "tiny");
    ck_assert_int_eq(stat(real, &what), 0);
    ck_assert_int_ge(mkstemp(path), 0);
    for (size_t size = 0; size <= (size_t)what.st_size; size += 37) {
        copy_file(real, path, size);

        const bool good = meepled_plugin_probe(path, &err) == MEEPLED_OK;

        ck_assert(good || strncmp(err.text, path, strlen(path)) == 0);
        /* what is behind the last segment is not needed to run it */
        ck_assert(good || !before);
        before = good;
    }
    ck_assert(before);
    copy_file(real, path, 1000);
    meepled_plugin_probe(path, &err);
    ck_assert_msg(strstr(err.text, ": cut short: 1000 bytes of ") != NULL, "%s", err.text);
    unlink(path);
}
END_TEST

START_TEST(a_name_without_folder_is_looked_for_here_only)
{
    meepled_error err;

    ck_assert_int_eq(meepled_plugin_probe("libm.so.6", &err), MEEPLED_ECONFIG);
    ck_assert_msg(strstr(err.text, "No such file") != NULL, "%s", err.text);
}
END_TEST

START_TEST(the_code_stays_as_long_as_somebody_holds_it)
{
    struct plugin_file *file;
    meepled_error err;
    char path[300];

    plugin_path(path, "tiny");
    ck_assert_int_eq(plugin_open(path, &file, &err), MEEPLED_OK);
    ck_assert_ptr_eq(plugin_ref(file), file);
    plugin_unref(file);
    ck_assert_str_eq(file->plugin->name, "tiny");
    plugin_unref(file);
    plugin_unref(NULL);
}
END_TEST

START_TEST(a_file_replaced_under_running_code_is_noticed)
{
    struct plugin_file *old, *again, *new;
    meepled_error err;
    char original[300], path[] = "/tmp/meepled-loader-XXXXXX", fresh[60];

    plugin_path(original, "tiny");
    ck_assert_int_ge(mkstemp(path), 0);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    copy_file(original, path, SIZE_MAX);
    ck_assert_int_eq(plugin_open(path, &old, &err), MEEPLED_OK);
    ck_assert(!plugin_is_stale(old));

    copy_file(original, fresh, SIZE_MAX);
    ck_assert_int_eq(rename(fresh, path), 0);
    ck_assert_int_eq(plugin_open(path, &again, &err), MEEPLED_OK);
    ck_assert(plugin_is_stale(old));
    ck_assert_ptr_eq(again->plugin, old->plugin); /* dlopen gives the old code */
    ck_assert(plugin_is_stale(again));
    plugin_unref(old);
    plugin_unref(again);

    ck_assert_int_eq(plugin_open(path, &new, &err), MEEPLED_OK);
    ck_assert(!plugin_is_stale(new));
    unlink(path);
    ck_assert(plugin_is_stale(new));
    plugin_unref(new);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("loader");
    TCase *const tests = tcase_create("loader");
    const char *const build = getenv("MEEPLED_BUILD");
    const char *const preload = getenv("LD_PRELOAD");

    snprintf(folder, sizeof folder, "%s/tests/plugins", build ? build : "build");
    tcase_add_loop_test(tests, a_plugin_that_cannot_be_used_is_refused_with_the_reason, 0,
                        (int)(sizeof refused / sizeof refused[0]));
    tcase_add_loop_test(tests, a_plugin_is_judged_without_those_it_needs, 0,
                        (int)(sizeof accepted / sizeof accepted[0]));
    tcase_add_test(tests, what_is_no_shared_object_is_refused);
    /* valgrind itself stumbles over what is behind the last segment */
    if (!preload || !strstr(preload, "vgpreload"))
        tcase_add_test(tests, a_file_cut_short_anywhere_is_refused_and_kills_nobody);
    tcase_add_test(tests, a_name_without_folder_is_looked_for_here_only);
    tcase_add_test(tests, the_code_stays_as_long_as_somebody_holds_it);
    tcase_add_test(tests, a_file_replaced_under_running_code_is_noticed);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
