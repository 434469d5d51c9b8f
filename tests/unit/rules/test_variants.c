/* Variants: every folder of tests/cases/variants says what comes of its *.ini files. */
#include "rules/variants.h"

#include "tests/support/case_folders.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct case_folders folders;

static void
print_names(FILE *out, const char *what, const struct variant_names *names)
{
    fprintf(out, "  %s", what);
    if (names->file)
        fprintf(out, " (%s:%u)", names->file, names->line);
    for (size_t i = 0; i < names->count; i++)
        fprintf(out, " %s", names->list[i]);
    fputc('\n', out);
}

static void
print_variant(FILE *out, const struct variant *v)
{
    fprintf(out, "%s%s%s (%s:%u)%s\n", v->name, v->parent[0] ? " : " : "", v->parent, v->file,
            v->line, v->good ? "" : " not good");
    if (!v->good)
        return;
    fprintf(out, "  %s | %s\n", v->title, v->title_cs ? v->title_cs : "-");
    print_names(out, "base", &v->base);
    print_names(out, "layers", &v->layers);
    print_names(out, "tilesets", &v->tilesets);
    for (size_t i = 0; i < v->extra_count; i++) {
        char what[64];

        snprintf(what, sizeof what, "tilesets.%s", v->extras[i].option);
        print_names(out, what, &v->extras[i].tilesets);
    }
    for (size_t i = 0; i < v->option_count; i++)
        fprintf(out, "  %s = %s (%s:%u)\n", v->options[i].name, v->options[i].value,
                v->options[i].file, v->options[i].line);
}

/* The variants and complaints as text, new. */
static char *
listing(const struct variants *variants, const meepled_report *report)
{
    char *text = NULL, *const complaints = case_complaints(report);
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    for (size_t i = 0; i < variants_count(variants); i++)
        print_variant(out, variants_get(variants, i));
    fputs(complaints, out);
    fclose(out);
    free(complaints);
    return text;
}

START_TEST(the_files_give_the_expected_variants_and_complaints)
{
    static const char *const names[] = { "a.ini", "b.ini" };
    const char *const folder = folders.paths[_i];
    meepled_report *const report = meepled_report_new();
    struct variants *const variants = variants_new();
    bool good = true;

    for (size_t i = 0; i < 2; i++) {
        size_t len;
        char *const input = case_folder_read(folder, names[i], &len);

        ck_assert(input || i > 0);
        if (input)
            variants_load_text(variants, input, len, names[i], report);
        free(input);
    }
    variants_resolve(variants, report);
    for (size_t i = 0; i < variants_count(variants); i++)
        good = good && variants_get(variants, i)->good;
    ck_assert(good || meepled_report_count(report) > 0);

    char *const text = listing(variants, report);

    ck_assert_msg(case_folder_matches(folder, text), "%s", folder);
    free(text);
    variants_free(variants);
    meepled_report_free(report);
}
END_TEST

START_TEST(a_file_that_is_not_there_is_a_complaint)
{
    meepled_report *const report = meepled_report_new();
    struct variants *const variants = variants_new();

    variants_load(variants, "tests/cases/none.ini", report);
    variants_resolve(variants, report);
    ck_assert_uint_eq(variants_count(variants), 0);
    ck_assert_uint_eq(meepled_report_count(report), 1);
    variants_free(variants);
    variants_free(NULL);
    meepled_report_free(report);
}
END_TEST

START_TEST(a_long_line_of_descent_is_resolved_whatever_the_order)
{
    enum { GENERATIONS = 200 };
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    meepled_report *const report = meepled_report_new();
    struct variants *const variants = variants_new();

    for (int i = GENERATIONS; i > 0; i--)
        fprintf(out, "[variant v%d : v%d]\nlayers = +l%d\n", i, i - 1, i);
    fputs("[variant v0]\ntitle = T\nbase = b\ntilesets = t\n", out);
    fclose(out);
    variants_load_text(variants, text, size, "f", report);
    variants_resolve(variants, report);
    ck_assert_uint_eq(meepled_report_count(report), 0);
    for (size_t i = 0; i < variants_count(variants); i++) {
        const struct variant *const v = variants_get(variants, i);

        ck_assert(v->good);
        ck_assert_uint_eq(v->layers.count, (size_t)atoi(v->name + 1));
    }
    variants_free(variants);
    meepled_report_free(report);
    free(text);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("variants");
    TCase *const cases = tcase_create("cases");
    TCase *const tests = tcase_create("variants");

    case_folders_find("tests/cases/variants", &folders);
    tcase_add_loop_test(cases, the_files_give_the_expected_variants_and_complaints, 0,
                        (int)folders.count);
    tcase_add_test(tests, a_file_that_is_not_there_is_a_complaint);
    tcase_add_test(tests, a_long_line_of_descent_is_resolved_whatever_the_order);
    suite_add_tcase(suite, cases);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0 || folders.count == 0;
}
