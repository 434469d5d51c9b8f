/* Out of memory at every single allocation, one run each: reading tile sets and variants, binding,
 * opening a registry, asking for stacks.  Nothing crashes, nothing pretends to be complete. */
#include "rules/variants.h"
#include "tileset/bind.h"

#include <meepled/registry.h>

#include "tests/support/failing_memory.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MAX = 20000 };

static char plugins[400];
static const meepled_registry_paths paths = { .plugins = plugins,
                                              .tilesets = "tests/cases/registry/small.ini",
                                              .variants = "tests/cases/registry/variants.ini" };
static const char tiles_path[] = "tests/cases/tilesets/good-from-the-guide/input.ini";

/* Fail the allocation `n` from now. */
static void
fail_at(long n)
{
    failing_memory_struck = false;
    failing_memory_left = n;
}

/* Did it fail?  No more do from here. */
static bool
struck(void)
{
    failing_memory_left = -1;
    return failing_memory_struck;
}

START_TEST(a_tile_set_is_whole_or_a_complaint)
{
    for (long n = 0; n < RUNS_MAX; n++) {
        const long held = failing_memory_held;
        meepled_report *const report = meepled_report_new();

        fail_at(n);

        struct tileset *const set = tileset_read(tiles_path, report);
        const bool failed = struck();

        ck_assert_int_eq(set == NULL, meepled_report_count(report) > 0);
        ck_assert(!set || set->tile_count == 1);
        if (meepled_report_count(report) > 0)
            ck_assert_msg(strstr(meepled_report_get(report, 0), "memory") != NULL, "%s",
                          meepled_report_get(report, 0));
        tileset_free(set);
        meepled_report_free(report);
        ck_assert_msg(failing_memory_held == held, "%ld blocks lost at %ld",
                      failing_memory_held - held, n);
        if (!failed)
            return;
    }
    ck_abort_msg("never came to an end");
}
END_TEST

START_TEST(variants_are_whole_or_a_complaint)
{
    static const char text[] = "[variant a : b]\nlayers = +y -x\noption.o = 2\n[variant b]\n"
                               "title = B\nbase = b\ntilesets = t u\nlayers = x\noption.o = 1\n";

    for (long n = 0; n < RUNS_MAX; n++) {
        const long held = failing_memory_held;
        meepled_report *const report = meepled_report_new();
        struct variants *variants;
        size_t good = 0;
        bool failed;

        fail_at(n);
        variants = variants_new();
        if (variants) {
            variants_load_text(variants, text, sizeof text - 1, "f", report);
            variants_resolve(variants, report);
        }
        failed = struck();
        for (size_t i = 0; variants && i < variants_count(variants); i++)
            good += variants_get(variants, i)->good;
        ck_assert(good == 2 || !variants || meepled_report_count(report) > 0);
        variants_free(variants);
        meepled_report_free(report);
        ck_assert_msg(failing_memory_held == held, "%ld blocks lost at %ld",
                      failing_memory_held - held, n);
        if (!failed)
            return;
    }
    ck_abort_msg("never came to an end");
}
END_TEST

/* A registry is NULL, or complete, or says what it lacks. */
START_TEST(a_registry_is_whole_or_says_what_it_lacks)
{
    bool ended = false;

    for (long n = -1; n < RUNS_MAX && !ended; n++) { /* the first fails nowhere: it warms up */
        const long held = failing_memory_held;
        meepled_report *const mistakes = meepled_report_new();
        meepled_report *const skipped = meepled_report_new();
        meepled_registry *registry;

        fail_at(n);
        registry = meepled_registry_open(&paths, mistakes, skipped);
        ended = !struck() && n >= 0;
        ck_assert(!registry || meepled_variant_count(registry) == 2 ||
                  meepled_report_count(mistakes) + meepled_report_count(skipped) > 0);
        ck_assert(!ended || (registry && meepled_variant_count(registry) == 2));
        meepled_registry_unref(registry);
        meepled_report_free(mistakes);
        meepled_report_free(skipped);
        ck_assert_msg(n < 0 || failing_memory_held == held, "%ld blocks lost at %ld",
                      failing_memory_held - held, n);
    }
    ck_assert_msg(ended, "never came to an end");
}
END_TEST

START_TEST(a_stack_is_there_or_an_error_is)
{
    meepled_report *const report = meepled_report_new();
    const meepled_setting setting = { "size", "4" };
    bool ended = false;

    for (long n = 0; n < RUNS_MAX && !ended; n++) {
        meepled_registry *const registry = meepled_registry_open(&paths, report, report);
        const meepled_variant *const variant = meepled_variant_get(registry, 0);
        meepled_error err = { "" };
        meepled_stack *stack;

        fail_at(n);
        stack = meepled_variant_stack(registry, variant, &setting, 1, &err);
        ended = !struck();
        ck_assert_int_eq(stack == NULL, err.text[0] != '\0');
        ck_assert(stack || !ended);
        meepled_stack_unref(stack);
        stack = meepled_variant_stack(registry, variant, &setting, 1, &err);
        ck_assert_msg(stack != NULL, "%s", err.text); /* the failure left nothing behind */
        meepled_stack_unref(stack);
        meepled_registry_unref(registry);
    }
    ck_assert(ended);
    ck_assert_uint_eq(meepled_report_count(report), 0);
    meepled_report_free(report);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("memory");
    TCase *const tests = tcase_create("memory");
    const char *const build = getenv("MEEPLED_BUILD");

    snprintf(plugins, sizeof plugins, "%s/tests/plugins/tiny.so:%s/tests/plugins/shade.so",
             build ? build : "build", build ? build : "build");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_tile_set_is_whole_or_a_complaint);
    tcase_add_test(tests, variants_are_whole_or_a_complaint);
    tcase_add_test(tests, a_registry_is_whole_or_says_what_it_lacks);
    tcase_add_test(tests, a_stack_is_there_or_an_error_is);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
