/* The registry: what is left out and why, mistakes in its files, files that change. */
#include "tests/support/case_folders.h"
#include "tests/support/registry_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is left out ---- */

START_TEST(a_broken_plugin_takes_its_variants_out_and_no_others)
{
    registry_serve("tiny wrong_abi",
                   TINY "[variant b : tiny]\nlayers = wrong-abi\n[variant c : b]\n");
    registry_only(fixture.mistakes, NULL);
    ck_assert_uint_eq(meepled_report_count(fixture.skipped), 3);
    ck_assert(registry_complains(fixture.skipped, "wrong_abi.so: rules ABI 3, this program has 2"));
    ck_assert(registry_complains(fixture.skipped,
                                 "variants.ini:5: variant b is left out: plugin wrong-abi cannot "
                                 "be used"));
    ck_assert(registry_complains(fixture.skipped,
                                 "variants.ini:7: variant c is left out: plugin wrong-abi cannot "
                                 "be used"));
    ck_assert_uint_eq(meepled_variant_count(fixture.registry), 1);
}
END_TEST

START_TEST(of_two_plugins_with_one_name_the_first_is_used)
{
    char expected[300];

    registry_serve("tiny twin", TINY);
    snprintf(expected, sizeof expected,
             "twin.so: the name tiny is taken by %s/tests/plugins/tiny.so", fixture.build);
    registry_only(fixture.skipped, expected);
    ck_assert_str_eq(
        meepled_stack_layer(meepled_variant_find(fixture.registry, "tiny")->stack, 0).summary,
        "a base for tests");
}
END_TEST

START_TEST(the_name_of_the_engine_is_taken)
{
    registry_serve("tiny engine_name", TINY);
    registry_only(fixture.skipped, "engine_name.so: the name engine is taken by the engine");
}
END_TEST

START_TEST(the_same_file_twice_is_one_plugin)
{
    registry_serve("tiny tiny", TINY);
    registry_only(fixture.skipped, NULL);
    ck_assert_uint_eq(meepled_variant_count(fixture.registry), 1);
}
END_TEST

START_TEST(a_plugin_whose_requirement_is_nowhere_is_left_out)
{
    registry_serve("tiny lonely", TINY "[variant b : tiny]\nlayers = lonely\n");
    ck_assert_uint_eq(meepled_report_count(fixture.skipped), 2);
    ck_assert(registry_complains(fixture.skipped,
                                 "lonely.so: lonely requires nowhere, which is not among the "
                                 "plugins"));
    ck_assert(
        registry_complains(fixture.skipped, "variant b is left out: plugin lonely cannot be used"));
    ck_assert_uint_eq(meepled_variant_count(fixture.registry), 1);
}
END_TEST

START_TEST(so_are_those_that_require_it_in_turn)
{
    registry_serve("shade_more shade", "");
    ck_assert_uint_eq(meepled_report_count(fixture.skipped), 2);
    ck_assert(
        registry_complains(fixture.skipped, "shade requires tiny, which is not among the plugins"));
    ck_assert(registry_complains(fixture.skipped,
                                 "shade-more requires shade, which is not among the plugins"));
    registry_only(fixture.mistakes, NULL);
}
END_TEST

/* ---- mistakes ---- */

static const struct {
    const char *variants, *mistake;
} mistaken[] = {
    { "[variant a]\ntitle = A\nbase = tinny\ntilesets = small\n",
      "variants.ini:3: no plugin \"tinny\" (did you mean \"tiny\"?)" },
    { TINY "layers = sahde\n", "variants.ini:5: no plugin \"sahde\" (did you mean \"shade\"?)" },
    { TINY "[variant a : tiny]\ntilesets = smal\n",
      "variants.ini:6: no tile set \"smal\" (did you mean \"small\"?)" },
    { TINY "tilesets.extra = smal\n",
      "variants.ini:5: no tile set \"smal\" (did you mean \"small\"?)" },
    { TINY "tilesets.size = more\n", "variants.ini:5: tilesets: no yes/no option \"size\"" },
    { TINY "layers = shade-more\n", "variants.ini:1: shade-more: requires shade below it" },
    { TINY "layers = shade-more shade\n", "variants.ini:1: shade-more: requires shade below it" },
    { "[variant a]\ntitle = A\nbase = choosy\ntilesets = small\n",
      "variants.ini:1: choosy: is a layer and needs a base below it" },
    { TINY "layers = tiny\n", "variants.ini:1: tiny: is a base and cannot lie on another" },
    { TINY "layers = choosy\n", NULL },
    { TINY "option.size = 10\n",
      "variants.ini:5: option size is \"10\", not a number from 1 to 9" },
    { TINY "[variant a : tiny]\noption.siez = 1\n",
      "variants.ini:6: no option \"siez\", there are size, mood, extra" },
    { TINY "option.first-player = 1\n",
      "variants.ini:5: no option \"first-player\", there are size, mood, extra; first-player is "
      "chosen when a game is created" },
    { TINY "option.firstplayer = 1\n",
      "variants.ini:5: no option \"firstplayer\", there are size, mood, extra; first-player is "
      "chosen when a game is created" },
    { "[variant a : tiny]\n" TINY "tielsets = more\n",
      "variants.ini:6: \"tielsets\" is neither a setting of a variant nor option.NAME, tiles.TILE "
      "or figures.NAME (did you "
      "mean \"tilesets\"?)" },
};

START_TEST(a_mistake_in_a_variant_names_its_place)
{
    registry_serve("tiny shade shade_more choosy", mistaken[_i].variants);
    registry_only(fixture.skipped, NULL);
    if (mistaken[_i].mistake)
        registry_only(fixture.mistakes, mistaken[_i].mistake);
    else /* what the plugin itself says */
        ck_assert_msg(strstr(meepled_report_get(fixture.mistakes, 0), "variants.ini:1: choosy: ") !=
                          NULL,
                      "%s", meepled_report_get(fixture.mistakes, 0));
}
END_TEST

START_TEST(mistakes_of_all_files_come_in_one_go)
{
    char set[300], bad[300], sets[700], ini[300], plugins[300];

    registry_put(set, "small.ini", "[tileset]\nid = small\n");
    registry_put(bad, "more.ini", "[tileset]\nid = more\ntitle = M\n[tile A]\ngrass-1 = N\n");
    registry_put(ini, "variants.ini", TINY "layers = none\n[varian x]\n");
    snprintf(sets, sizeof sets, "%s:%s", set, bad);
    snprintf(plugins, sizeof plugins, "%s/tests/plugins/tiny.so", fixture.build);
    fixture.registry = meepled_registry_open(
        &(meepled_registry_paths){ .plugins = plugins, .tilesets = sets, .variants = ini },
        fixture.mistakes, fixture.skipped);
    ck_assert_ptr_nonnull(fixture.registry);
    ck_assert(
        registry_complains(fixture.mistakes, "small.ini:1: title of the tile set is missing"));
    ck_assert(registry_complains(fixture.mistakes, "more.ini:4: tile A: E belongs to no zone"));
    ck_assert(registry_complains(fixture.mistakes, "variants.ini:5: no plugin \"none\""));
    ck_assert(registry_complains(fixture.mistakes,
                                 "variants.ini:6: section [varian x] is not [variant NAME] (did "
                                 "you mean \"variant\"?)"));
    /* "small" is there but broken: that it cannot be used need not be said again */
    ck_assert(!registry_complains(fixture.mistakes, "no tile set \"small\""));
    ck_assert_uint_eq(meepled_variant_count(fixture.registry), 0);
}
END_TEST

START_TEST(a_broken_tile_set_has_its_words_looked_at_in_the_same_go)
{
    char set[300], ini[300], plugins[300];

    registry_put(set, "small-too.ini",
                 "[tileset]\nid = small\ntitle = S\n[tile A]\ncount = x\ngrass-1 = N E S W shne=1\n"
                 "[tile B]\npile = nowhere\ngras-1 = N\n");
    registry_put(ini, "variants.ini", TINY);
    snprintf(plugins, sizeof plugins, "%s/tests/plugins/tiny.so", fixture.build);
    fixture.registry = meepled_registry_open(
        &(meepled_registry_paths){ .plugins = plugins, .tilesets = set, .variants = ini },
        fixture.mistakes, fixture.skipped);
    ck_assert_ptr_nonnull(fixture.registry);
    ck_assert(
        registry_complains(fixture.mistakes, "small-too.ini:5: count: \"x\" is not a number"));
    ck_assert(
        registry_complains(fixture.mistakes, "small-too.ini:7: tile B: E belongs to no zone"));
    char *const all = case_complaints(fixture.mistakes);
    ck_assert_msg(strstr(all, "small-too.ini:6: no attribute \"shne\" in these rules") != NULL,
                  "%s", all);
    ck_assert_msg(strstr(all, "small-too.ini:7: no pile \"nowhere\" in these rules") != NULL, "%s",
                  all);
    ck_assert_msg(strstr(all, "small-too.ini:9: no kind of zone \"gras\" in these rules") != NULL,
                  "%s", all);
    ck_assert_msg(strstr(all, "no tile set") == NULL, "%s", all);
    free(all);
    ck_assert_uint_eq(meepled_variant_count(fixture.registry), 0);
}
END_TEST

START_TEST(folders_are_read_by_name_and_other_files_left_alone)
{
    char path[300], plugins[300];

    registry_put(path, "small.ini", registry_tiles);
    registry_put(path, "more.ini", registry_more_tiles);
    registry_put(path, "small-too.ini", registry_tiles);
    registry_put(path, "notes.txt", "not INI at all");
    snprintf(plugins, sizeof plugins, "%s/tests/plugins/tiny.so", fixture.build);
    fixture.registry = meepled_registry_open(&(meepled_registry_paths){ .plugins = plugins,
                                                                        .tilesets = fixture.folder,
                                                                        .variants = NULL },
                                             fixture.mistakes, fixture.skipped);
    ck_assert_ptr_nonnull(fixture.registry);
    snprintf(path, sizeof path, "small.ini: the id small is taken by %s/small-too.ini",
             fixture.folder);
    registry_only(fixture.mistakes, path);
}
END_TEST

START_TEST(a_folder_that_is_not_there_is_a_mistake)
{
    fixture.registry = meepled_registry_open(
        &(meepled_registry_paths){ .plugins = "/nowhere/plugins", .tilesets = "", .variants = ":" },
        fixture.mistakes, fixture.skipped);
    registry_only(fixture.mistakes, "/nowhere/plugins: cannot be read: No such file or directory");
    ck_assert_uint_eq(meepled_variant_count(fixture.registry), 0);
}
END_TEST

/* ---- reload ---- */

START_TEST(a_changed_plugin_file_takes_a_restart)
{
    char from[300], path[300], fresh[300];
    size_t len;
    meepled_registry *again;

    snprintf(path, sizeof path, "%s/tests/plugins", fixture.build);

    char *const code = case_folder_read(path, "tiny.so", &len);

    for (int i = 0; i < 2; i++) {
        snprintf(from, sizeof from, "%s/%s", fixture.folder, i ? "new.so" : "tiny.so");

        FILE *const file = fopen(from, "wb");

        ck_assert_uint_eq(fwrite(code, 1, len, file), len);
        fclose(file);
    }
    free(code);
    snprintf(path, sizeof path, "%s/tiny.so", fixture.folder);
    snprintf(fresh, sizeof fresh, "%s/new.so", fixture.folder);

    const meepled_registry_paths paths = { .plugins = path };

    fixture.registry = meepled_registry_open(&paths, fixture.mistakes, fixture.skipped);
    again = meepled_registry_open(&paths, fixture.mistakes, fixture.skipped);
    registry_only(fixture.mistakes, NULL);
    meepled_registry_unref(again);
    ck_assert_int_eq(rename(fresh, path), 0);
    again = meepled_registry_open(&paths, fixture.mistakes, fixture.skipped);
    registry_only(fixture.mistakes,
                  "tiny.so: has changed since it was loaded, new code takes a restart");
    registry_only(fixture.skipped, NULL);
    meepled_registry_unref(again);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("registry_mistakes");
    TCase *const tests = tcase_create("registry_mistakes");

    tcase_add_checked_fixture(tests, registry_set_up, registry_tear_down);
    tcase_add_test(tests, a_broken_plugin_takes_its_variants_out_and_no_others);
    tcase_add_test(tests, of_two_plugins_with_one_name_the_first_is_used);
    tcase_add_test(tests, the_name_of_the_engine_is_taken);
    tcase_add_test(tests, the_same_file_twice_is_one_plugin);
    tcase_add_test(tests, a_plugin_whose_requirement_is_nowhere_is_left_out);
    tcase_add_test(tests, so_are_those_that_require_it_in_turn);
    tcase_add_loop_test(tests, a_mistake_in_a_variant_names_its_place, 0,
                        (int)(sizeof mistaken / sizeof mistaken[0]));
    tcase_add_test(tests, mistakes_of_all_files_come_in_one_go);
    tcase_add_test(tests, a_broken_tile_set_has_its_words_looked_at_in_the_same_go);
    tcase_add_test(tests, folders_are_read_by_name_and_other_files_left_alone);
    tcase_add_test(tests, a_folder_that_is_not_there_is_a_mistake);
    tcase_add_test(tests, a_changed_plugin_file_takes_a_restart);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
