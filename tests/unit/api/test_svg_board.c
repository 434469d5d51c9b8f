/* Pictures of the table, at every stage of random games and in made-up positions. */
#include "svg_board.h"

#include "rules/position.h"

#include "tests/support/failing_memory.h"
#include "tests/support/picture_stacks.h"
#include "tests/support/random_game.h"
#include "tests/support/stranger.h"
#include "tests/support/workshop.h"
#include "tests/support/xml_check.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct svg_player players[8] = {
    { "Anna", "red" },
    { "<script>alert(1)</script> & \"co\"", "#00ff7f" },
    { NULL, NULL },
    { "", "blue" },
    { "\x01", "\"/><script>" },
    { "Emil", "black" },
    { "Fany", "white" },
    { "G", "purple" },
};

/* The document as text ended by NUL, new; well-formed. */
static char *
document(const meepled_game *g, bool legal, bool czech)
{
    const struct svg_board board = { .game = g,
                                     .title = "A & B",
                                     .players = players,
                                     .player_count = g ? meepled_players(g) : 8,
                                     .legal = legal,
                                     .czech = czech };
    struct svg_out s = { 0 };
    size_t len = 0;

    svg_board_document(&s, &board);
    char *text = svg_take(&s, &len);
    ck_assert_ptr_nonnull(text);
    text = realloc(text, len + 1);
    text[len] = '\0';
    const char *fault = xml_fault(text, len);
    ck_assert_msg(!fault, "%s", fault);
    return text;
}

static size_t
count(const char *text, const char *part)
{
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        n++;
    return n;
}

static void
draws(const meepled_game *g, bool legal, const char *part, size_t times)
{
    char *text = document(g, legal, false);

    ck_assert_msg(count(text, part) == times, "%zu times \"%s\" instead of %zu", count(text, part),
                  part, times);
    free(text);
}

START_TEST(every_position_of_random_games_is_drawn)
{
    meepled_stack *stacks[PICTURE_STACKS];
    struct dice dice = { 11 };
    static meepled_action actions[RANDOM_ACTIONS_MAX];

    picture_stacks_make(stacks);
    for (size_t i = 1; i < PICTURE_STACKS; i++) { /* the stranger has nothing to lay */
        meepled_game *g;
        meepled_game_params params = { .players = 2, .first = 0 };
        random_seed(&dice, params.seed);
        ck_assert_int_eq(meepled_game_new(stacks[i], &params, NULL, &g, NULL), MEEPLED_OK);
        size_t n;
        for (unsigned step = 0; (n = meepled_actions(g, actions, RANDOM_ACTIONS_MAX)) > 0; step++) {
            if (step % 9 == 0)
                free(document(g, true, step % 2 == 0));
            const size_t chosen = random_choice(&dice, g, actions, n, true);
            ck_assert_int_eq(
                meepled_apply(g, meepled_turn_get(g).decides, &actions[chosen], NULL, NULL, NULL),
                MEEPLED_OK);
        }
        char *text = document(g, true, false);
        ck_assert_uint_eq(count(text, "<g clip-path="), meepled_board_count(g));
        ck_assert_uint_eq(count(text, "class=\"q\""), 0);
        ck_assert_uint_lt(strlen(text), 300000);
        free(text);
        meepled_game_free(g);
    }
    for (size_t i = 0; i < PICTURE_STACKS; i++)
        meepled_stack_unref(stacks[i]);
}
END_TEST

/* Two tiles with all sorts of figures:
 *
 *      +--wood--+--------+
 *      | scout, |  pond  |     a scout with a dog in the wood, one on the grass,
 *      |  dog   |  raft  |     a raft on the pond
 *      | grass: scout    |
 *      +--------+--------+                                                             */
static meepled_game *
position_with_figures(void)
{
    meepled_game *g = workshop_position();

    workshop_lay(g, "edge", 0, 0, 0);
    workshop_lay(g, "end", 1, 0, 180);
    ck_assert_int_eq(position_figure(g, 0, 0, 2, 0, 0, 0, NULL), MEEPLED_OK);
    ck_assert_int_eq(position_figure(g, 1, 0, MEEPLED_NONE8, 0, 0, 1, NULL), MEEPLED_OK);
    ck_assert_int_eq(position_figure(g, 1, 1, MEEPLED_NONE8, 1, 0, 1, NULL), MEEPLED_OK);
    return g;
}

START_TEST(figures_stand_lie_and_bring_companions)
{
    meepled_game *g = position_with_figures();

    draws(g, false, "<title>Ranger: Anna</title>", 1);
    draws(g, false, "<title>Dog: Anna</title>", 1);
    draws(g, false, "<title>Shepherd: &lt;script&gt;", 1);
    draws(g, false, "<title>Raft: &lt;script&gt;", 1);
    draws(g, false, "rotate(-90)", 1);
    char *text = document(g, false, false);
    const char *lying = strstr(text, "rotate(-90)"), *shepherd = strstr(text, "<title>Shepherd");
    const char *next = strstr(shepherd + 1, "<title>");
    ck_assert(shepherd < lying && lying < next); /* the one on the ground */
    free(text);
    draws(g, false, "fill=\"#00ff7f\"", 3);
    workshop_free(g);
}
END_TEST

START_TEST(the_last_move_of_a_player_is_framed)
{
    meepled_game *g = workshop_position();

    draws(g, false, "class=\"z\"", 0);
    const meepled_place start = { .tile = workshop_tile(meepled_game_stack(g), "lawn") };
    ck_assert_int_eq(position_lay(g, &start, MEEPLED_NONE8, NULL), MEEPLED_OK);
    draws(g, false, "class=\"z\"", 0); /* nobody laid it */
    const meepled_place second = { .tile = start.tile, .x = -3, .y = 5 };
    ck_assert_int_eq(position_lay(g, &second, 1, NULL), MEEPLED_OK);
    draws(g, false, "class=\"z\" x=\"-300\" y=\"500\"", 1);
    draws(g, false, "viewBox=\"-", 1);
    workshop_free(g);
}
END_TEST

START_TEST(legal_places_are_shown_when_asked_for)
{
    meepled_game *g = workshop_position();
    meepled_action actions[64];
    size_t cells = 0;

    workshop_lay(g, "edge", 0, 0, 0);
    ck_assert_int_eq(position_turn(g, 0, workshop_tile(meepled_game_stack(g), "edge"), false, NULL),
                     MEEPLED_OK);
    const size_t n = meepled_actions(g, actions, 64);
    for (size_t i = 0; i < n; i++)
        cells += i == 0 || actions[i].x != actions[i - 1].x || actions[i].y != actions[i - 1].y;
    ck_assert_uint_eq(cells, 4);
    draws(g, true, "class=\"q\"", cells);
    draws(g, true, "M50 14 57 26H43Z", n);
    draws(g, false, "class=\"q\"", 0);
    ck_assert_int_eq(workshop_act(g, "place edge 0 1 0", NULL, NULL), MEEPLED_EREFUSED);
    ck_assert_int_eq(workshop_act(g, "place edge 0 -1 180", NULL, NULL), MEEPLED_OK);
    const size_t ways = meepled_actions(g, actions, 64) - 1; /* and pass */
    ck_assert_uint_ge(ways, 2);
    draws(g, true, "<circle class=\"z\"", ways);
    workshop_free(g);
}
END_TEST

START_TEST(a_table_without_a_game_shows_who_sits_there)
{
    char *text = document(NULL, true, false);

    ck_assert_uint_eq(count(text, "<text class=\"n\""), 8);
    ck_assert_uint_eq(count(text, "A &amp; B"), 1);
    free(text);
}
END_TEST

START_TEST(the_tiles_of_a_stranger_can_lie_on_a_table)
{
    meepled_stack *stack = stranger_new();

    for (uint16_t tile = 0; tile < meepled_stack_tiles(stack); tile++) {
        const meepled_place place = { .tile = tile, .turned = (uint16_t)(tile % 4 * 90) };
        meepled_game *g = NULL;
        ck_assert_int_eq(position_new(stack, 8, &g, NULL), MEEPLED_OK);
        ck_assert_int_eq(position_lay(g, &place, tile % 8, NULL), MEEPLED_OK);
        for (uint8_t z = 0; z < meepled_stack_tile(stack, tile).zones; z++)
            (void)position_figure(g, z % 8, z % 2, MEEPLED_NONE8, 0, 0, z, NULL);
        char *text = document(g, true, true);
        ck_assert_uint_eq(count(text, "<g clip-path="), 1);
        free(text);
        meepled_game_free(g);
    }
    meepled_stack_unref(stack);
}
END_TEST

START_TEST(out_of_memory_is_said_and_nothing_is_lost)
{
    meepled_game *g = position_with_figures();
    const struct svg_board board = {
        .game = g, .title = "", .players = players, .player_count = 2, .legal = true
    };
    bool struck = FAILING_MEMORY;

    for (long n = 0; struck; n++) {
        struct svg_out s = { 0 };
        size_t len = 0;
        const long held = failing_memory_held;
        failing_memory_struck = false;
        failing_memory_left = n;
        svg_board_document(&s, &board);
        failing_memory_left = -1;
        struck = failing_memory_struck;
        char *text = svg_take(&s, &len);
        ck_assert_int_eq(text == NULL, struck);
        free(text);
        ck_assert_int_eq(failing_memory_held, held);
        ck_assert_int_lt(n, 100);
    }
    workshop_free(g);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("board");
    Suite *s = suite_create("api/svg_board");

    tcase_set_timeout(c, 120);
    tcase_add_test(c, every_position_of_random_games_is_drawn);
    tcase_add_test(c, figures_stand_lie_and_bring_companions);
    tcase_add_test(c, the_last_move_of_a_player_is_framed);
    tcase_add_test(c, legal_places_are_shown_when_asked_for);
    tcase_add_test(c, a_table_without_a_game_shows_who_sits_there);
    tcase_add_test(c, the_tiles_of_a_stranger_can_lie_on_a_table);
    tcase_add_test(c, out_of_memory_is_said_and_nothing_is_lost);
    suite_add_tcase(s, c);
    SRunner *runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
