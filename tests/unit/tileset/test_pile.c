/* Piles as tile sets name them: parts of a pile, piles that are not in the game. */
#include "tileset/pile.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const meepled_pile_word piles[] = {
    { .name = "main" }, { .name = "river" }, { .name = "odd-last" }, { .name = "odd" }, { 0 }
};

START_TEST(an_ending_names_a_part_of_a_pile_that_is_there)
{
    static const struct {
        const char *name, *pile;
        enum bound_part part;
    } wanted[] = {
        { "main", "main", BOUND_MIDDLE },
        { "river-first", "river", BOUND_TOP },
        { "river", "river", BOUND_MIDDLE },
        { "river-last", "river", BOUND_BOTTOM },
        { "sea-last", "sea-last", BOUND_MIDDLE }, /* no such pile: left as it is */
        { "odd-last", "odd-last", BOUND_MIDDLE }, /* a pile that is called so */
        { "odd-first", "odd", BOUND_TOP },
        { "-first", "-first", BOUND_MIDDLE },
        { "rive-first", "rive-first", BOUND_MIDDLE },
    };

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        char name[TILESET_NAME];

        snprintf(name, sizeof name, "%s", wanted[i].name);
        ck_assert_int_eq(pile_part(name, piles, 4), wanted[i].part);
        ck_assert_str_eq(name, wanted[i].pile);
    }
}
END_TEST

START_TEST(all_parts_of_a_pile_are_absent_with_it)
{
    const struct bound_words words = { .absent = &piles[1], .absent_count = 1 };

    ck_assert(pile_is_absent("river", &words));
    ck_assert(pile_is_absent("river-first", &words));
    ck_assert(pile_is_absent("river-last", &words));
    ck_assert(!pile_is_absent("main", &words));
    ck_assert(!pile_is_absent("main-last", &words));
}
END_TEST

/* ---- bound ---- */

static const meepled_kind_word kinds[] = { { .name = "grass", .reach = MEEPLED_HALVES }, { 0 } };

static struct bound_tiles *
bind(const struct bound_words *words)
{
    static const char text[] = "[tileset]\nid = t\ntitle = T\n"
                               "[tile A]\ngrass-1 = N E S W\n"
                               "[tile B]\npile = river\ngrass-1 = N E S W\n"
                               "[tile C]\npile = river-last\ncount = 2\ngrass-1 = N E S W\n";
    meepled_report *report = meepled_report_new();
    struct tileset *set = tileset_parse(text, "t", report);
    const struct tileset *const sets[] = { set };
    struct bound_tiles *tiles = bound_new(sets, 1, words, report);

    ck_assert_msg(tiles != NULL, "%s", meepled_report_get(report, 0));
    tileset_free(set);
    meepled_report_free(report);
    return tiles;
}

START_TEST(tiles_know_their_part_and_their_kinds)
{
    const struct bound_words words = {
        .kinds = kinds, .kind_count = 1, .piles = piles, .pile_count = 2
    };
    struct bound_words apart = words;
    const meepled_pile_word others[] = { { .name = "main" },
                                         { .name = "river" },
                                         { .name = "river-last" } };
    struct bound_tiles *tiles = bind(&words);

    ck_assert_uint_eq(tiles->count, 3);
    ck_assert(tiles->parted);
    ck_assert_uint_eq(tiles->tiles[1].pile, 1);
    ck_assert_uint_eq(tiles->tiles[1].part, BOUND_MIDDLE);
    ck_assert_uint_eq(tiles->tiles[2].pile, 1);
    ck_assert_uint_eq(tiles->tiles[2].part, BOUND_BOTTOM);
    ck_assert_uint_eq(tiles->tiles[0].kinds, 1);
    apart.piles = others;
    apart.pile_count = 3;
    struct bound_tiles *separate = bind(&apart);
    ck_assert(!separate->parted);
    ck_assert_uint_eq(separate->tiles[2].pile, 2);
    bound_free(separate);
    bound_free(tiles);
}
END_TEST

START_TEST(tiles_of_an_absent_pile_are_left_out)
{
    const struct bound_words words = { .kinds = kinds,
                                       .kind_count = 1,
                                       .piles = piles,
                                       .pile_count = 1,
                                       .absent = &piles[1],
                                       .absent_count = 1 };
    struct bound_tiles *tiles = bind(&words);

    ck_assert_uint_eq(tiles->count, 1);
    ck_assert_str_eq(tiles->tiles[0].id, "A");
    ck_assert(!tiles->parted);
    bound_free(tiles);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("pile");
    TCase *all = tcase_create("all");

    tcase_add_test(all, an_ending_names_a_part_of_a_pile_that_is_there);
    tcase_add_test(all, all_parts_of_a_pile_are_absent_with_it);
    tcase_add_test(all, tiles_know_their_part_and_their_kinds);
    tcase_add_test(all, tiles_of_an_absent_pile_are_left_out);
    suite_add_tcase(suite, all);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
