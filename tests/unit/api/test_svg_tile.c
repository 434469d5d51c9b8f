/* Pictures of tiles: well-formed, safe, telling in words and textures what they show. */
#include "svg_book.h"
#include "svg_symbol.h"
#include "svg_tile.h"

#include "tests/support/picture_stacks.h"
#include "tests/support/xml_check.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static meepled_stack *stacks[PICTURE_STACKS];

/* The document as text ended by NUL, new. */
static char *
document(const meepled_stack *stack, uint16_t tile, unsigned turned, bool czech)
{
    struct svg_scene scene;
    struct svg_out s = { 0 };
    size_t len = 0;

    svg_scene_begin(&scene, stack, czech);
    svg_tile_document(&s, &scene, tile, turned);
    char *text = svg_take(&s, &len);
    ck_assert_ptr_nonnull(text);
    text = realloc(text, len + 1);
    text[len] = '\0';
    ck_assert_uint_eq(strlen(text), len);
    return text;
}

static void
shows(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in %.3000s", part, text);
}

START_TEST(every_tile_is_well_formed_however_it_lies)
{
    for (size_t i = 0; i < PICTURE_STACKS; i++)
        for (uint16_t tile = 0; tile < meepled_stack_tiles(stacks[i]); tile++)
            for (unsigned turned = 0; turned < 360; turned += 90) {
                char *text = document(stacks[i], tile, turned, turned == 90);
                const char *fault = xml_fault(text, strlen(text));
                ck_assert_msg(!fault, "%s: %s", meepled_stack_tile(stacks[i], tile).id, fault);
                ck_assert_uint_lt(strlen(text), 24000);
                free(text);
            }
}
END_TEST

START_TEST(words_say_what_is_on_the_tile)
{
    const meepled_stack *stack = stacks[2];
    const uint16_t tile = meepled_stack_tile_find(stack, "HG-56");
    char *text = document(stack, tile, 0, false), *czech = document(stack, tile, 0, true);

    shows(text, "<title>HG-56</title>");
    shows(text, "Forest E S (1 Gold nuggets); River W; Lake (1 Fish); Meadow N W (1 Mammoths)");
    shows(text, "<title>Fish: 1</title>");
    shows(czech, "Les E S (1 Zlaté nugety)");
    free(text);
    free(czech);
}
END_TEST

START_TEST(words_from_outside_are_escaped)
{
    const uint16_t tile = meepled_stack_tile_find(stacks[0], "four");
    char *text = document(stacks[0], tile, 0, false);

    shows(text, "Wa &amp; &lt;co&gt; N");
    ck_assert_ptr_null(strstr(text, "<co>"));
    free(text);
}
END_TEST

START_TEST(a_turned_tile_is_drawn_turned)
{
    const uint16_t tile = meepled_stack_tile_find(stacks[1], "edge");
    char *north = document(stacks[1], tile, 0, false), *east = document(stacks[1], tile, 90, false);

    shows(north, "d=\"M0 0L100 0C");
    shows(east, "d=\"M100 0L100 100C");
    free(north);
    free(east);
}
END_TEST

START_TEST(signs_that_have_no_drawing_get_letters_and_larger_numbers_are_written)
{
    const uint16_t tile = meepled_stack_tile_find(stacks[0], "one");
    char *text = document(stacks[0], tile, 0, false);

    shows(text, ">Ze</text>");
    shows(text, ">Q</text>");
    shows(text, ">4</text>"); /* stars */
    shows(text, ">9</text>");
    ck_assert_ptr_null(strstr(text, ">Fi</text>"));
    free(text);
}
END_TEST

/* The guide lists the words; the book has these and their plurals. */
START_TEST(the_picture_book_has_the_words_of_the_guide)
{
    static char text[65536];
    FILE *file = fopen("docs/api.md", "re");

    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char *at = strstr(text, "have a drawing: ");
    ck_assert_ptr_nonnull(at);
    at += strlen("have a drawing: ");
    at[strcspn(at, ".")] = '\0';
    size_t words = 0;
    for (char *word = strtok(at, ", \n"); word; word = strtok(NULL, ", \n"), words++) {
        struct svg_drawing drawing = { 0 };
        char plural[64];
        ck_assert_msg(svg_book_find(word, &drawing), "%s", word);
        ck_assert_uint_gt(drawing.path_len, 10);
        ck_assert_int_eq(drawing.path[0], 'M');
        ck_assert_int_eq(drawing.path[drawing.path_len - 1], 'Z');
        ck_assert_uint_lt(drawing.colour, 0x1000000);
        snprintf(plural, sizeof plural, "%ss", word);
        ck_assert(svg_book_find(plural, &drawing));
        snprintf(plural, sizeof plural, "%sx", word);
        ck_assert(!svg_book_find(plural, &drawing));
    }
    ck_assert_uint_eq(words, 22);
}
END_TEST

START_TEST(kinds_of_one_reach_differ_in_texture)
{
    for (size_t i = 0; i < PICTURE_STACKS; i++) {
        struct svg_look look;
        size_t count = 0;
        const meepled_kind_word *kinds = meepled_stack_kinds(stacks[i], &count);
        svg_look_make(stacks[i], &look);
        ck_assert_uint_eq(look.kinds, count);
        for (size_t a = 0; a < count; a++)
            for (size_t b = 0; b < a; b++)
                if (kinds[a].reach == kinds[b].reach)
                    ck_assert_msg(look.texture[a] != look.texture[b], "%s and %s", kinds[a].name,
                                  kinds[b].name);
    }
}
END_TEST

START_TEST(colours_suggest_textures)
{
    struct svg_look look;

    svg_look_make(stacks[2], &look); /* forest, river, lake, meadow */
    ck_assert_int_eq(look.texture[0], SVG_TREES);
    ck_assert_int_eq(look.texture[1], SVG_WAVES);
    ck_assert_int_eq(look.texture[2], SVG_WAVES);
    ck_assert_int_eq(look.texture[3], SVG_TUFTS);
    svg_look_make(stacks[3], &look); /* grassland, mountain, sea, city */
    ck_assert_int_eq(look.texture[0], SVG_TUFTS);
    ck_assert_int_eq(look.texture[1], SVG_PEAKS);
    ck_assert_int_eq(look.texture[2], SVG_WAVES);
    ck_assert_int_eq(look.texture[3], SVG_ROOFS);
}
END_TEST

START_TEST(zones_of_one_ground_with_nothing_between_are_fenced_off)
{
    const meepled_stack *stack = stacks[2];
    char *two = document(stack, meepled_stack_tile_find(stack, "HG-42"), 0, false);
    char *one = document(stack, meepled_stack_tile_find(stack, "HG-30"), 0, false);

    shows(two, "class=\"r e3\"");
    ck_assert_ptr_null(strstr(one, "class=\"r e3\""));
    free(two);
    free(one);
}
END_TEST

START_TEST(text_and_numbers_are_written_as_xml_wants_them)
{
    struct svg_out s = { 0 };
    size_t len = 0;

    svg_text(&s, "<a b=\"c\">&\x01\xef\xbf\xbf\xc5\x99");
    svg_text(&s, NULL);
    svg_markup(&s, "|");
    svg_number(&s, 3.04f);
    svg_markup(&s, "|");
    svg_number(&s, -0.26f);
    svg_markup(&s, "|");
    svg_at(&s, 'M', (svg_point){ 1.5f, -2 });
    svg_at(&s, 'L', (svg_point){ -0.01f, -0.01f });
    char *text = svg_take(&s, &len);
    static const char expected[] =
        "&lt;a b=&quot;c&quot;&gt;&amp;\xef\xbf\xbd\xef\xbf\xbd\xc5\x99|3|-0.3|"
        "M1.5-2L0 0";
    ck_assert_uint_eq(len, sizeof expected - 1);
    ck_assert_mem_eq(text, expected, len);
    free(text);
}
END_TEST

START_TEST(points_turn_clockwise)
{
    const svg_point p = { 10, 20 };

    ck_assert(svg_turn(p, 0).x == 10 && svg_turn(p, 0).y == 20);
    ck_assert(svg_turn(p, 90).x == 80 && svg_turn(p, 90).y == 10);
    ck_assert(svg_turn(p, 180).x == 90 && svg_turn(p, 180).y == 80);
    ck_assert(svg_turn(p, 270).x == 20 && svg_turn(p, 270).y == 90);
}
END_TEST

START_TEST(the_checker_of_documents_finds_faults)
{
    static const char *const bad[] = {
        "",
        "<a>",
        "</a>",
        "<a></b>",
        "<a/><b/>",
        "<a x=1/>",
        "<a x=\"1\" x=\"2\"/>",
        "<a x=\"<\"/>",
        "<a>&nbsp;</a>",
        "<a>&</a>",
        "<a onload=\"x\"/>",
        "<a href=\"https://x\"/>",
        "<a href=\"#b\"/>",
        "<a f=\"url(#b)\"/>",
        "<script/>",
        "<a>\x80</a>",
        "text",
    };

    static const char good[] = "<a id=\"b\"><c href=\"#b\"/>&amp;\xc5\x99</a>\n";

    ck_assert_ptr_null(xml_fault(good, sizeof good - 1));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(xml_fault(bad[i], strlen(bad[i])) != NULL, "%s", bad[i]);
}
END_TEST

START_TEST(players_have_their_colours)
{
    ck_assert_uint_eq(svg_look_player("red", 5), svg_look_player(NULL, 0));
    ck_assert_uint_eq(svg_look_player("#12ab9f", 0), 0x12ab9f);
    ck_assert_uint_eq(svg_look_player("no such colour", 1), svg_look_player("blue", 0));
    ck_assert_uint_eq(svg_look_player("#12ab9", 1), svg_look_player("blue", 0));
    ck_assert_uint_eq(svg_look_ink(0x000000), 0xffffff);
    ck_assert_uint_ne(svg_look_ink(0xffffff), 0xffffff);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("tile");
    Suite *s = suite_create("api/svg_tile");

    picture_stacks_make(stacks);
    tcase_set_timeout(c, 60);
    tcase_add_test(c, every_tile_is_well_formed_however_it_lies);
    tcase_add_test(c, words_say_what_is_on_the_tile);
    tcase_add_test(c, words_from_outside_are_escaped);
    tcase_add_test(c, a_turned_tile_is_drawn_turned);
    tcase_add_test(c, signs_that_have_no_drawing_get_letters_and_larger_numbers_are_written);
    tcase_add_test(c, the_picture_book_has_the_words_of_the_guide);
    tcase_add_test(c, kinds_of_one_reach_differ_in_texture);
    tcase_add_test(c, colours_suggest_textures);
    tcase_add_test(c, zones_of_one_ground_with_nothing_between_are_fenced_off);
    tcase_add_test(c, text_and_numbers_are_written_as_xml_wants_them);
    tcase_add_test(c, points_turn_clockwise);
    tcase_add_test(c, the_checker_of_documents_finds_faults);
    tcase_add_test(c, players_have_their_colours);
    suite_add_tcase(s, c);
    SRunner *runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
