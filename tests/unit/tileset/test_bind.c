/* Tile sets bound to words: what the engine will see of a tile. */
#include "tileset/bind.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N, E, S, W };
enum { FOREST, MEADOW, RIVER, LAKE };
enum { FISH, DEER };
enum { FLOWS, TOUCHES, BORDERS };

static const meepled_kind_word kinds[] = {
    [FOREST] = { .name = "forest", .reach = MEEPLED_WHOLE },
    [MEADOW] = { .name = "meadow", .reach = MEEPLED_HALVES },
    [RIVER] = { .name = "river", .reach = MEEPLED_CENTRE },
    [LAKE] = { .name = "lake", .reach = MEEPLED_INSIDE },
    { 0 },
};
static const meepled_attribute_word attributes[] = { { .name = "fish" },
                                                     { .name = "deer" },
                                                     { 0 } };
static const meepled_link_word links[] = {
    [FLOWS] = { .name = "flows", .joins = true },
    [TOUCHES] = { .name = "touches" },
    [BORDERS] = { .name = "borders", .mutual = true },
    { 0 },
};
static const meepled_pile_word piles[] = { { .name = "main" }, { .name = "bonus" }, { 0 } };
static const struct bound_words words = { .kinds = kinds,
                                          .kind_count = 4,
                                          .attributes = attributes,
                                          .attribute_count = 2,
                                          .links = links,
                                          .link_count = 3,
                                          .piles = piles,
                                          .pile_count = 2 };

static const char head[] = "[tileset]\nid = t\ntitle = T\n";

static meepled_report *report;

static void
set_up(void)
{
    report = meepled_report_new();
}

static void
tear_down(void)
{
    meepled_report_free(report);
}

static struct tileset *
parse(const char *tiles, const char *name)
{
    char text[4096];

    snprintf(text, sizeof text, "%s%s", head, tiles);

    struct tileset *const set = tileset_parse(text, name, report);

    ck_assert_msg(set != NULL, "%s", meepled_report_get(report, 0));
    return set;
}

/* The tiles bound; NULL when binding refuses. */
static struct bound_tiles *
bind_with(const char *tiles, const struct bound_words *with)
{
    struct tileset *const set = parse(tiles, "f");
    const struct tileset *const sets[] = { set };
    struct bound_tiles *const bound = bound_new(sets, 1, with, report);

    tileset_free(set); /* what is bound needs it no more */
    return bound;
}

static struct bound_tiles *
bind(const char *tiles)
{
    return bind_with(tiles, &words);
}

static const char bank[] =
    "[tile A]\nstart = yes\npile = bonus\nriver-1 = N\nriver-1.flows = lake-1\n"
    "lake-1 = fish=2\nmeadow-1 = NL WL WR\nmeadow-2 = NR EL ER deer=1\n"
    "forest-1 = S\n";

START_TEST(a_tile_keeps_its_settings_zones_attributes_and_links)
{
    struct bound_tiles *const bound = bind(bank);
    const struct bound_tile *const tile = &bound->tiles[0];

    ck_assert_uint_eq(bound->count, 1);
    ck_assert_uint_eq(bound->start, 0);
    ck_assert_str_eq(tile->id, "A");
    ck_assert_str_eq(tile->tileset, "t");
    ck_assert_uint_eq(tile->count, 1);
    ck_assert_uint_eq(tile->pile, 1);
    ck_assert(tile->start);
    ck_assert_uint_eq(tile->zone_count, 5);
    ck_assert_str_eq(tile->zones[1].name, "lake-1");
    ck_assert_uint_eq(tile->zones[1].kind, LAKE);
    ck_assert_uint_eq(tile->zones[1].ports, 0);
    ck_assert_int_eq(tile->zones[1].attributes[FISH], 2);
    ck_assert_int_eq(tile->zones[1].attributes[DEER], 0);
    ck_assert_int_eq(tile->zones[3].attributes[DEER], 1);
    ck_assert_uint_eq(tile->zones[0].link_count, 1);
    ck_assert_uint_eq(tile->zones[0].links[0].to, 1);
    ck_assert_uint_eq(tile->zones[0].links[0].link, FLOWS);
    ck_assert_uint_eq(tile->zones[1].link_count, 0); /* flows is not mutual */
    bound_free(bound);
}
END_TEST

START_TEST(what_a_set_says_of_itself_is_kept)
{
    struct tileset *const one = tileset_parse("[tileset]\nid = one\ntitle = One\n"
                                              "title.cs = Jedna\nedition = 2005\n"
                                              "provenance = a guess\nconfidence = reconstructed\n"
                                              "[tile A]\nforest-1 = N E S W\n",
                                              "one", report);
    struct tileset *const two = tileset_parse(
        "[tileset]\nid = two\ntitle = Two\n[tile B]\nforest-1 = N E S W\n", "two", report);
    const struct tileset *const sets[] = { one, two };
    struct bound_tiles *const bound = bound_new(sets, 2, &words, report);

    tileset_free(one);
    tileset_free(two);
    ck_assert_uint_eq(bound->set_count, 2);
    ck_assert_str_eq(bound->sets[0].id, "one");
    ck_assert_str_eq(bound->sets[0].title_cs, "Jedna");
    ck_assert_str_eq(bound->sets[0].edition, "2005");
    ck_assert_str_eq(bound->sets[0].provenance, "a guess");
    ck_assert_str_eq(bound->sets[0].confidence, "reconstructed");
    ck_assert_str_eq(bound->sets[1].title, "Two");
    ck_assert_ptr_null(bound->sets[1].title_cs);
    ck_assert_ptr_null(bound->sets[1].confidence);
    ck_assert_str_eq(bound->tiles[1].tileset, "two");
    bound_free(bound);
}
END_TEST

START_TEST(a_side_says_which_zones_lie_on_its_ports)
{
    struct bound_tiles *const bound = bind(bank);
    const struct bound_side *const sides = bound->tiles[0].sides;

    ck_assert_uint_eq(sides[N].zone[0], 2);
    ck_assert_uint_eq(sides[N].zone[1], 0);
    ck_assert_uint_eq(sides[N].zone[2], 3);
    ck_assert(sides[N].split);
    ck_assert_uint_eq(sides[E].zone[1], 3);
    ck_assert(!sides[E].split);
    ck_assert_uint_eq(sides[S].zone[0], 4);
    ck_assert(!sides[S].split);
    bound_free(bound);
}
END_TEST

START_TEST(sides_of_the_same_kinds_have_the_same_code)
{
    struct bound_tiles *const bound = bind(bank);
    const struct bound_side *const sides = bound->tiles[0].sides;

    ck_assert_uint_eq(bound->codes, 3); /* river bank, meadow, forest */
    ck_assert_uint_eq(sides[E].code, sides[W].code);
    ck_assert_uint_ne(sides[N].code, sides[E].code);
    ck_assert_uint_ne(sides[S].code, sides[E].code);
    ck_assert_uint_ne(sides[S].code, sides[N].code);
    for (unsigned code = 0; code < bound->codes; code++)
        ck_assert_uint_eq(bound->match[code], code); /* all are their own mirror image */
    bound_free(bound);
}
END_TEST

/* On E of A: forest in the middle of meadow and lake-land, which W of B shows mirrored. */
static const meepled_kind_word lopsided_kinds[] = {
    { .name = "a", .reach = MEEPLED_HALVES },
    { .name = "b", .reach = MEEPLED_HALVES },
    { .name = "c", .reach = MEEPLED_CENTRE },
    { 0 },
};

START_TEST(a_lopsided_side_fits_its_mirror_image_only)
{
    struct bound_words lopsided = words;

    lopsided.kinds = lopsided_kinds;
    lopsided.kind_count = 3;

    struct bound_tiles *const bound = bind_with("[tile A]\na-1 = N S W EL\nb-1 = ER\nc-1 = E\n"
                                                "[tile B]\na-1 = N S E WR\nb-1 = WL\nc-1 = W\n",
                                                &lopsided);
    const uint8_t east = bound->tiles[0].sides[E].code, west = bound->tiles[1].sides[W].code;

    ck_assert_uint_ne(east, west);
    ck_assert_uint_eq(bound->match[east], west);
    ck_assert_uint_eq(bound->match[west], east);
    bound_free(bound);
}
END_TEST

START_TEST(a_mirror_image_that_no_tile_shows_still_has_a_code)
{
    struct bound_words lopsided = words;

    lopsided.kinds = lopsided_kinds;
    lopsided.kind_count = 3;

    struct bound_tiles *const bound =
        bind_with("[tile A]\na-1 = N S W EL\nb-1 = ER\nc-1 = E\n", &lopsided);
    const uint8_t east = bound->tiles[0].sides[E].code;

    ck_assert_uint_eq(bound->codes, 3);
    for (unsigned side = 0; side < 4; side++)
        ck_assert_uint_ne(bound->match[east], bound->tiles[0].sides[side].code);
    bound_free(bound);
}
END_TEST

START_TEST(lanes_move_the_codes_clockwise_with_the_turns)
{
    struct bound_tiles *const bound = bind(bank);
    const struct bound_tile *const tile = &bound->tiles[0];

    for (unsigned turns = 0; turns < 4; turns++)
        for (unsigned side = 0; side < 4; side++)
            ck_assert_uint_eq(tile->lanes >> (16 * turns + 4 * ((side + turns) % 4)) & 0xf,
                              tile->sides[side].code);
    bound_free(bound);
}
END_TEST

START_TEST(borders_count_what_must_be_joined)
{
    struct bound_tiles *const bound =
        bind("[tile A]\nriver-1 = N\nriver-2 = E S\nmeadow-1 = NL NR\nmeadow-2 = EL\n"
             "meadow-3 = ER SL\nmeadow-4 = SR\nforest-1 = W\n");
    const struct bound_zone *const zones = bound->tiles[0].zones;

    ck_assert_uint_eq(zones[0].borders, 1);
    ck_assert_uint_eq(zones[1].borders, 2);
    ck_assert_uint_eq(zones[2].borders, 2); /* both banks of the stream that ends in it */
    ck_assert_uint_eq(zones[3].borders, 1);
    ck_assert_uint_eq(zones[4].borders, 2);
    ck_assert_uint_eq(zones[6].borders, 1); /* a whole side is one border */
    bound_free(bound);
}
END_TEST

START_TEST(a_mutual_link_is_on_both_zones_once)
{
    struct bound_tiles *const bound =
        bind("[tile A]\nmeadow-1 = N\nforest-1 = E S W\nlake-1 =\nmeadow-1.borders = forest-1\n"
             "forest-1.borders = meadow-1\nlake-1.borders = meadow-1\nlake-1.touches = meadow-1\n");
    const struct bound_zone *const zones = bound->tiles[0].zones;

    ck_assert_uint_eq(zones[0].link_count, 2);
    ck_assert_uint_eq(zones[0].links[0].to, 1);
    ck_assert_uint_eq(zones[0].links[0].link, BORDERS);
    ck_assert_uint_eq(zones[0].links[1].to, 2);
    ck_assert_uint_eq(zones[0].links[1].link, BORDERS);
    ck_assert_uint_eq(zones[1].link_count, 1);
    ck_assert_uint_eq(zones[1].links[0].to, 0);
    ck_assert_uint_eq(zones[2].link_count, 2);
    bound_free(bound);
}
END_TEST

START_TEST(joining_links_and_the_kinds_they_touch_are_known)
{
    struct bound_tiles *const with = bind(bank);
    struct bound_tiles *const without =
        bind("[tile A]\nmeadow-1 = N E S W\nlake-1 =\nmeadow-1.touches = lake-1\n");

    ck_assert_uint_eq(with->joining_links, 1u << FLOWS);
    ck_assert_uint_eq(with->joining_kinds, 1u << RIVER | 1u << LAKE);
    ck_assert_uint_eq(without->joining_links, 1u << FLOWS);
    ck_assert_uint_eq(without->joining_kinds, 0);
    ck_assert(with->tiles[0].joins);
    ck_assert(!without->tiles[0].joins);
    bound_free(with);
    bound_free(without);
}
END_TEST

START_TEST(several_sets_follow_each_other)
{
    struct tileset *const first = parse("[tile A]\nmeadow-1 = N E S W\n", "f");
    struct tileset *const second = parse("[tile B]\nstart = yes\nforest-1 = N E S W\n", "g");
    const struct tileset *const sets[] = { first, second };
    struct bound_tiles *bound;

    strcpy(second->id, "u");
    bound = bound_new(sets, 2, &words, report);
    ck_assert_uint_eq(bound->count, 2);
    ck_assert_uint_eq(bound->start, 1);
    ck_assert_str_eq(bound->tiles[0].tileset, "t");
    ck_assert_str_eq(bound->tiles[1].tileset, "u");
    bound_free(bound);
    tileset_free(first);
    tileset_free(second);
}
END_TEST

START_TEST(tiles_and_starts_of_two_sets_must_not_clash)
{
    struct tileset *const first = parse("[tile A]\nstart = yes\nmeadow-1 = N E S W\n", "f");
    struct tileset *const second =
        parse("[tile B]\nstart = yes\nforest-1 = N E S W\n[tile A]\nforest-1 = N E S W\n", "g");
    const struct tileset *const sets[] = { first, second };

    ck_assert_ptr_null(bound_new(sets, 2, &words, report));
    ck_assert_uint_eq(meepled_report_count(report), 2);
    ck_assert_str_eq(meepled_report_get(report, 0),
                     "g:4: start tile B, but A of tile set t is one already");
    ck_assert_str_eq(meepled_report_get(report, 1), "g:7: tile A is also in f, line 4");
    tileset_free(first);
    tileset_free(second);
}
END_TEST

START_TEST(no_sets_make_no_tiles)
{
    struct bound_tiles *const bound = bound_new(NULL, 0, &words, report);

    ck_assert_uint_eq(bound->count, 0);
    ck_assert_uint_eq(bound->start, MEEPLED_NONE);
    bound_free(bound);
    bound_free(NULL);
}
END_TEST

static const struct {
    const char *tiles, *complaint;
} mistakes[] = {
    { "[tile A]\nforrest-1 = N E S W\n",
      "f:5: no kind of zone \"forrest\" in these rules (did you mean \"forest\"?)" },
    { "[tile A]\nforest-1 = N E S W gold=1\n", "f:5: no attribute \"gold\" in these rules" },
    { "[tile A]\nforest-1 = N E S W\nlake-1 =\nforest-1.flow = lake-1\n",
      "f:7: no link \"flow\" in these rules (did you mean \"flows\"?)" },
    { "[tile A]\npile = bonsu\nforest-1 = N E S W\n",
      "f:4: no pile \"bonsu\" in these rules (did you mean \"bonus\"?)" },
    { "[tile A]\nmeadow-1 = N E S WL\nriver-1 = W\nforest-1 = WR\n",
      "f:7: forest-1 on side W: a forest takes whole sides" },
    { "[tile A]\nmeadow-1 = NL NR E S W\nforest-1 = N\n",
      "f:6: forest-1 on side N: a forest takes whole sides" },
    { "[tile A]\nmeadow-1 = E S W\nriver-1 = N\n",
      "f:6: river-1 on side N: a river runs between half sides of others" },
    { "[tile A]\nmeadow-1 = E S W NL\nriver-1 = NR\nmeadow-2 = N\n",
      "f:6: river-1 on side N: a river runs between half sides of others" },
    { "[tile A]\nriver-1 = NL NR\nmeadow-2 = N E S W\n",
      "f:5: river-1 on side N: a river runs between half sides of others" },
    { "[tile A]\nmeadow-1 = N E S\nlake-1 = W\n", "f:6: lake-1 on side W: a lake has no sides" },
};

START_TEST(what_does_not_agree_with_the_words_is_a_mistake)
{
    ck_assert_ptr_null(bind(mistakes[_i].tiles));
    ck_assert_str_eq(meepled_report_get(report, 0), mistakes[_i].complaint);
}
END_TEST

START_TEST(all_mistakes_come_in_one_go)
{
    ck_assert_ptr_null(bind("[tile A]\nforrest-1 = N E S W\n[tile B]\nforest-1 = N E S W gold=1\n"
                            "[tile C]\npile = none\nforest-1 = N E S W\n"));
    ck_assert_uint_eq(meepled_report_count(report), 3);
}
END_TEST

START_TEST(more_side_codes_than_fit_are_a_mistake)
{
    /* 5 whole kinds and 3 * 4 lopsided sides with their mirror images: 17 and more */
    char tiles[4096] = "", *to = tiles;
    meepled_kind_word many[] = {
        { .name = "a", .reach = MEEPLED_HALVES }, { .name = "b", .reach = MEEPLED_HALVES },
        { .name = "c", .reach = MEEPLED_HALVES }, { .name = "d", .reach = MEEPLED_HALVES },
        { .name = "e", .reach = MEEPLED_CENTRE }, { 0 }
    };
    struct bound_words with = words;

    with.kinds = many;
    with.kind_count = 5;
    for (char left = 'a'; left <= 'd'; left++)
        for (char right = 'a'; right <= 'd'; right++)
            to += sprintf(to, "[tile %c%c]\n%c-1 = NL E S W\n%c-2 = NR\ne-1 = N\n", left, right,
                          left, right);
    ck_assert_ptr_null(bind_with(tiles, &with));
    ck_assert_uint_eq(meepled_report_count(report), 1);
    ck_assert_str_eq(meepled_report_get(report, 0),
                     "f: more than 16 different kinds of sides in these tile sets");
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("bind");
    TCase *const tests = tcase_create("bind");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_tile_keeps_its_settings_zones_attributes_and_links);
    tcase_add_test(tests, what_a_set_says_of_itself_is_kept);
    tcase_add_test(tests, a_side_says_which_zones_lie_on_its_ports);
    tcase_add_test(tests, sides_of_the_same_kinds_have_the_same_code);
    tcase_add_test(tests, a_lopsided_side_fits_its_mirror_image_only);
    tcase_add_test(tests, a_mirror_image_that_no_tile_shows_still_has_a_code);
    tcase_add_test(tests, lanes_move_the_codes_clockwise_with_the_turns);
    tcase_add_test(tests, borders_count_what_must_be_joined);
    tcase_add_test(tests, a_mutual_link_is_on_both_zones_once);
    tcase_add_test(tests, joining_links_and_the_kinds_they_touch_are_known);
    tcase_add_test(tests, several_sets_follow_each_other);
    tcase_add_test(tests, tiles_and_starts_of_two_sets_must_not_clash);
    tcase_add_test(tests, no_sets_make_no_tiles);
    tcase_add_loop_test(tests, what_does_not_agree_with_the_words_is_a_mistake, 0,
                        (int)(sizeof mistakes / sizeof mistakes[0]));
    tcase_add_test(tests, all_mistakes_come_in_one_go);
    tcase_add_test(tests, more_side_codes_than_fit_are_a_mistake);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
