/* What variants change without C: numbers of tiles, the start tile, figures, players. */
#include <meepled/registry.h>

#include "tests/support/case_folders.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char plugins[400], variants[64];
static meepled_report *mistakes, *skipped;
static meepled_registry *registry;

static void
set_up(void)
{
    const char *const build = getenv("MEEPLED_BUILD");

    snprintf(plugins, sizeof plugins, "%s/plugins", build ? build : "build");
    strcpy(variants, "/tmp/meepled-amend-XXXXXX.ini");
    ck_assert_int_ge(mkstemps(variants, 4), 0);
    mistakes = meepled_report_new();
    skipped = meepled_report_new();
}

static void
tear_down(void)
{
    meepled_registry_unref(registry);
    registry = NULL;
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    unlink(variants);
}

/* Open the shipped variants and those of `text`. */
static void
open_with(const char *text)
{
    char paths[200];
    FILE *const file = fopen(variants, "w");

    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
    snprintf(paths, sizeof paths, "conf/variants:%s", variants);
    registry = meepled_registry_open(&(meepled_registry_paths){ .plugins = plugins,
                                                                .tilesets = "conf/tilesets",
                                                                .variants = paths },
                                     mistakes, skipped);
    ck_assert_ptr_nonnull(registry);
}

static const meepled_stack *
stack_of(const char *name)
{
    char *const all = case_complaints(mistakes);
    const meepled_variant *const v = meepled_variant_find(registry, name);

    ck_assert_msg(v != NULL && meepled_report_count(mistakes) == 0, "%s: %s", name, all);
    free(all);
    return v->stack;
}

/* A game of two players, without events. */
static meepled_game *
game_of(const meepled_stack *stack)
{
    const meepled_game_params params = { .players = 2, .seed = { 1 } };
    meepled_game *g = NULL;
    meepled_error err = { "" };

    ck_assert_msg(meepled_game_new((meepled_stack *)stack, &params, NULL, &g, &err) == MEEPLED_OK,
                  "%s", err.text);
    return g;
}

/* How many of a tile are in pile 0 or offered. */
static size_t
hidden(const meepled_game *g, const char *id)
{
    size_t count, n = 0;
    const uint16_t *list = meepled_pile_secret(g, 0, &count);

    for (size_t i = 0; i < count; i++)
        n += strcmp(meepled_tile_id(g, list[i]), id) == 0;
    list = meepled_offered(g, &count);
    for (size_t i = 0; i < count; i++)
        n += strcmp(meepled_tile_id(g, list[i]), id) == 0;
    return n;
}

static size_t
tiles_in_all(const meepled_stack *stack)
{
    size_t n = 0;

    for (uint16_t t = 0; t < meepled_stack_tiles(stack); t++)
        n += meepled_stack_tile(stack, t).count;
    return n;
}

START_TEST(a_variant_sets_how_many_of_a_tile_there_are)
{
    open_with("[variant a : carcassonne]\ntiles.BA-L = 7\ntiles.BA-LR = 0\n");

    const meepled_stack *const stack = stack_of("a"), *const usual = stack_of("carcassonne");
    const uint16_t tile = meepled_stack_tile_find(stack, "BA-L");
    const meepled_tile_info was =
        meepled_stack_tile(usual, meepled_stack_tile_find(usual, "BA-LR"));
    meepled_game *const g = game_of(stack);

    ck_assert_uint_eq(meepled_stack_tile(stack, tile).count, 7);
    ck_assert_uint_eq(hidden(g, "BA-L"), 7);
    ck_assert_uint_eq(meepled_stack_tile_find(stack, "BA-LR"), MEEPLED_NONE);
    ck_assert_uint_eq(hidden(g, "BA-LR"), 0);
    ck_assert_uint_eq(tiles_in_all(stack),
                      tiles_in_all(usual) - was.count + 7 -
                          meepled_stack_tile(usual, meepled_stack_tile_find(usual, "BA-L")).count);
    meepled_game_free(g);
}
END_TEST

START_TEST(one_of_the_chosen_start_tile_lies_on_the_table_and_the_old_one_is_drawn)
{
    open_with("[variant a : carcassonne]\nstart = BA-CRRR\n");

    const meepled_stack *const stack = stack_of("a");
    const size_t copies =
        meepled_stack_tile(stack, meepled_stack_tile_find(stack, "BA-CRRR")).count;
    meepled_game *const g = game_of(stack);

    ck_assert_uint_gt(copies, 1);
    ck_assert_uint_eq(meepled_board_count(g), 1);
    ck_assert_str_eq(meepled_tile_id(g, meepled_board_get(g, 0).place.tile), "BA-CRRR");
    ck_assert_uint_eq(hidden(g, "BA-CRRR"), copies - 1);
    ck_assert_uint_eq(hidden(g, "BA-RCr.start"), 1);
    ck_assert_uint_eq(tiles_in_all(stack), tiles_in_all(stack_of("carcassonne")));
    meepled_game_free(g);
}
END_TEST

START_TEST(more_of_the_printed_start_tile_go_into_the_pile)
{
    open_with("[variant a : carcassonne]\ntiles.BA-RCr.start = 3\n");

    meepled_game *const g = game_of(stack_of("a"));

    ck_assert_str_eq(meepled_tile_id(g, meepled_board_get(g, 0).place.tile), "BA-RCr.start");
    ck_assert_uint_eq(hidden(g, "BA-RCr.start"), 2);
    meepled_game_free(g);
}
END_TEST

START_TEST(without_its_start_tile_a_game_begins_with_the_top_of_the_pile)
{
    open_with("[variant a : carcassonne]\ntiles.BA-RCr.start = 0\n");

    meepled_game *const g = game_of(stack_of("a"));

    ck_assert_uint_eq(meepled_start_tile(g), MEEPLED_NONE);
    ck_assert_uint_eq(meepled_board_count(g), 1);
    ck_assert_uint_eq(tiles_in_all(stack_of("a")) + 1, tiles_in_all(stack_of("carcassonne")));
    meepled_game_free(g);
}
END_TEST

START_TEST(a_variant_sets_figures_and_narrows_players)
{
    const meepled_game_params six = { .players = 6, .seed = { 1 } };
    meepled_game *g = NULL;
    meepled_error err = { "" };
    uint8_t min, max;

    open_with("[variant a : traders-builders]\nfigures.meeple = 3\nfigures.pig = 2\n"
              "players.min = 2\nplayers.max = 4\n[variant b : a]\nplayers.min = 4\n");
    const meepled_stack *const stack = stack_of("a");

    meepled_stack_players(stack, &min, &max);
    ck_assert_uint_eq(min, 2);
    ck_assert_uint_eq(max, 4);
    ck_assert_int_eq(meepled_game_new((meepled_stack *)stack, &six, NULL, &g, &err),
                     MEEPLED_ECONFIG);
    ck_assert_str_eq(err.text, "6 players, this variant is for 2 to 4");
    g = game_of(stack);
    ck_assert_uint_eq(meepled_supply(g, 0, 0), 3);
    ck_assert_uint_eq(meepled_supply(g, 1, 2), 2);
    meepled_game_free(g);
    meepled_stack_players(stack_of("b"), &min, &max);
    ck_assert_uint_eq(min, 4);
}
END_TEST

START_TEST(an_inherited_line_about_what_the_child_lacks_says_nothing)
{
    open_with("[variant a : traders-builders]\ntiles.BA-L = 1\ntiles.TB-Cc.g = 2\n"
              "figures.pig = 2\n[variant b : a]\nlayers =\ntilesets = carcassonne-base\n");

    const meepled_stack *const a = stack_of("a"), *const b = stack_of("b");

    ck_assert_uint_eq(meepled_stack_tile(a, meepled_stack_tile_find(a, "TB-Cc.g")).count, 2);
    ck_assert_uint_eq(meepled_stack_tile_find(b, "TB-Cc.g"), MEEPLED_NONE);
    ck_assert_uint_eq(meepled_stack_tile(b, meepled_stack_tile_find(b, "BA-L")).count, 1);
}
END_TEST

START_TEST(nothing_changes_when_the_lines_say_what_is_printed)
{
    uint8_t usual[32], said[32];

    open_with("[variant a : carcassonne]\nstart = BA-RCr.start\ntiles.BA-RCr.start = 1\n"
              "figures.meeple = 7\nplayers.max = 5\n");
    meepled_stack_tiles_digest(stack_of("carcassonne"), usual);
    meepled_stack_tiles_digest(stack_of("a"), said);
    ck_assert_mem_eq(usual, said, sizeof usual);

    meepled_game *const a = game_of(stack_of("a")), *const b = game_of(stack_of("carcassonne"));

    meepled_digest(a, said);
    meepled_digest(b, usual);
    ck_assert_mem_eq(usual, said, sizeof usual);
    meepled_game_free(a);
    meepled_game_free(b);
}
END_TEST

static const struct {
    const char *lines, *place, *why;
} wrong[] = {
    { "tiles.BA-CccR.P = 1", ":2:",
      "no tile \"BA-CccR.P\" in the tile sets of a (did you mean "
      "\"BA-CccR.p\"?)" },
    { "start = BA-XYZQW", ":2:", "no tile \"BA-XYZQW\" in the tile sets of a" },
    { "tiles.BA-L = 0\nstart = BA-L", ":3:", "start tile BA-L: there is none, by " },
    { "start = RI.3-s",
      ":2:", "start tile RI.3-s is of tile set river-c3, which is not in every game" },
    { "tiles.BA-L = 999\ntiles.BA-LR = 999", ":1:", "the engine allows 1024" },
    { "figures.meepel = 3",
      ":2:", "no figure \"meepel\" in these rules (did you mean \"meeple\"?)" },
    { "players.max = 7", ":2:", "players.max is 7, these rules are for 2 to 5" },
    { "players.min = 1", ":2:", "players.min is 1, these rules are for 2 to 5" },
    { "players.min = 5\nplayers.max = 3", ":2:", "players.min is 5, players.max 3" },
};

START_TEST(a_mistake_is_told_with_its_place)
{
    char text[200], place[100];

    snprintf(text, sizeof text, "[variant a : carcassonne]\n%s\n", wrong[_i].lines);
    open_with(text);

    char *const all = case_complaints(mistakes);

    snprintf(place, sizeof place, "%s%s", variants, wrong[_i].place);
    ck_assert_msg(meepled_report_count(mistakes) == 1 && strstr(all, wrong[_i].why) &&
                      strstr(all, place),
                  "%s", all);
    ck_assert_ptr_null(meepled_variant_find(registry, "a"));
    free(all);
}
END_TEST

START_TEST(all_mistakes_come_in_one_go)
{
    open_with("[variant a : carcassonne]\ntiles.NO = 1\nfigures.no = 1\nplayers.max = 8\n"
              "option.no = 1\n");
    ck_assert_uint_eq(meepled_report_count(mistakes), 4);
}
END_TEST

START_TEST(what_is_said_of_a_variant_can_be_said_in_one_section)
{
    meepled_said said[40];
    char *text = NULL;
    size_t size = 0;
    uint8_t before[32], after[32];

    open_with("[variant a : traders-builders-river]\ntiles.BA-L = 7\nstart = BA-CRRR\n"
              "figures.pig = 2\nplayers.max = 4\noption.goods = no\n");
    stack_of("a");
    const meepled_variant *const v = meepled_variant_find(registry, "a");
    const size_t count = meepled_variant_said(v, said, 40);
    FILE *const out = open_memstream(&text, &size);

    ck_assert_uint_eq(meepled_variant_said(v, NULL, 0), count);
    ck_assert_uint_eq(meepled_variant_said(v, said, 2), count);
    fputs("[variant alone]\n", out);
    for (size_t i = 0; i < count; i++)
        if (said[i].file)
            fprintf(out, "%s = %s\n", said[i].key, said[i].value);
    fclose(out);
    meepled_stack_tiles_digest(v->stack, before);
    meepled_registry_unref(registry);
    open_with(text);
    meepled_stack_tiles_digest(stack_of("alone"), after);
    ck_assert_mem_eq(before, after, sizeof before);
    ck_assert_ptr_null(meepled_variant_find(registry, "alone")->parent);
    free(text);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("amend");
    TCase *const tests = tcase_create("variants");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_variant_sets_how_many_of_a_tile_there_are);
    tcase_add_test(tests, one_of_the_chosen_start_tile_lies_on_the_table_and_the_old_one_is_drawn);
    tcase_add_test(tests, more_of_the_printed_start_tile_go_into_the_pile);
    tcase_add_test(tests, without_its_start_tile_a_game_begins_with_the_top_of_the_pile);
    tcase_add_test(tests, a_variant_sets_figures_and_narrows_players);
    tcase_add_test(tests, an_inherited_line_about_what_the_child_lacks_says_nothing);
    tcase_add_test(tests, nothing_changes_when_the_lines_say_what_is_printed);
    tcase_add_loop_test(tests, a_mistake_is_told_with_its_place, 0,
                        (int)(sizeof wrong / sizeof wrong[0]));
    tcase_add_test(tests, all_mistakes_come_in_one_go);
    tcase_add_test(tests, what_is_said_of_a_variant_can_be_said_in_one_section);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
