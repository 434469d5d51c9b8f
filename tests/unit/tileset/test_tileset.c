/* Tile sets read from text: every folder of tests/cases/tilesets says what comes of an input, a
 * listing of the set or all complaints about it. */
#include "tileset/tileset.h"

#include "tests/support/case_folders.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct case_folders folders;

static void
print_zone(FILE *out, const struct tileset_tile *tile, const struct tileset_zone *zone)
{
    fprintf(out, "  %s (%s)", zone->name, zone->kind);
    for (unsigned side = 0; side < 4; side++) {
        fputc(' ', out);
        for (unsigned part = 0; part < 3; part++)
            fputc(zone->ports >> (3 * side + part) & 1 ? "LCR"[part] : '.', out);
    }
    for (size_t i = 0; i < zone->attribute_count; i++)
        fprintf(out, " %s=%d", zone->attributes[i].name, zone->attributes[i].value);
    for (size_t i = 0; i < zone->link_count; i++)
        fprintf(out, " %s:%s", zone->links[i].name, tile->zones[zone->links[i].to].name);
    fputc('\n', out);
}

/* The set as text, new. */
static char *
listing(const struct tileset *set)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    fprintf(out, "%s: %s", set->id, set->title);
    fprintf(out, " | %s", set->title_cs ? set->title_cs : "-");
    fprintf(out, " | %s", set->edition ? set->edition : "-");
    fprintf(out, " | %s", set->provenance ? set->provenance : "-");
    fprintf(out, " | %s\n", set->confidence ? set->confidence : "-");
    for (size_t t = 0; t < set->tile_count; t++) {
        const struct tileset_tile *const tile = &set->tiles[t];

        fprintf(out, "%s line %u: %u in %s%s\n", tile->id, tile->line, tile->count, tile->pile,
                tile->start ? ", start" : "");
        for (size_t z = 0; z < tile->zone_count; z++)
            print_zone(out, tile, &tile->zones[z]);
    }
    fclose(out);
    return text;
}

START_TEST(an_input_gives_the_expected_listing_or_complaints)
{
    const char *const folder = folders.paths[_i];
    char *const input = case_folder_read(folder, "input.ini", NULL);
    meepled_report *const report = meepled_report_new();
    struct tileset *set;
    char *text;

    ck_assert_ptr_nonnull(input);
    set = tileset_parse(input, "input.ini", report);
    ck_assert_int_eq(set == NULL, meepled_report_count(report) > 0);
    text = set ? listing(set) : case_complaints(report);
    ck_assert_msg(case_folder_matches(folder, text), "%s", folder);
    tileset_free(set);
    meepled_report_free(report);
    free(text);
    free(input);
}
END_TEST

START_TEST(a_file_that_is_not_there_is_a_complaint)
{
    meepled_report *const report = meepled_report_new();

    ck_assert_ptr_null(tileset_read("tests/cases/none.ini", report));
    ck_assert_uint_eq(meepled_report_count(report), 1);
    ck_assert_str_eq(meepled_report_get(report, 0),
                     "tests/cases/none.ini: cannot be read: No such file or directory");
    meepled_report_free(report);
}
END_TEST

START_TEST(mistakes_of_an_earlier_file_do_not_spoil_a_later_one)
{
    meepled_report *const report = meepled_report_new();
    struct tileset *set;

    meepled_report_add(report, "before.ini", 1, "a mistake");
    set = tileset_read("tests/cases/tilesets/good-design/input.ini", report);
    ck_assert_ptr_nonnull(set);
    ck_assert_str_eq(set->file, "tests/cases/tilesets/good-design/input.ini");
    ck_assert_uint_eq(meepled_report_count(report), 1);
    tileset_free(set);
    meepled_report_free(report);
}
END_TEST

START_TEST(freeing_nothing_is_allowed)
{
    tileset_free(NULL);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("tileset");
    TCase *const cases = tcase_create("cases");
    TCase *const files = tcase_create("files");

    case_folders_find("tests/cases/tilesets", &folders);
    tcase_add_loop_test(cases, an_input_gives_the_expected_listing_or_complaints, 0,
                        (int)folders.count);
    tcase_add_test(files, a_file_that_is_not_there_is_a_complaint);
    tcase_add_test(files, mistakes_of_an_earlier_file_do_not_spoil_a_later_one);
    tcase_add_test(files, freeing_nothing_is_allowed);
    suite_add_tcase(suite, cases);
    suite_add_tcase(suite, files);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0 || folders.count == 0;
}
