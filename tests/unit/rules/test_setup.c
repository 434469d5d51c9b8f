/* Making a game: parameters, fixed decks, games of every size. */
#include "tests/support/workshop.h"

#include <check.h>
#include <stdlib.h>

START_TEST(random_games_of_every_size_end)
{
    meepled_stack *stack = workshop_new();

    for (uint8_t players = 1; players <= 6; players++)
        for (uint8_t seed = 0; seed < 40; seed++) {
            const meepled_game_params params = { .players = players,
                                                 .first = MEEPLED_NONE8,
                                                 .seed = { seed, players } };
            meepled_game *game = NULL;

            ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &game, NULL), MEEPLED_OK);
            ck_assert_uint_lt(workshop_play(game, seed, 10000), 10000);
            ck_assert_int_eq(meepled_turn_get(game).phase, MEEPLED_OVER);
            meepled_game_free(game);
        }
    meepled_stack_unref(stack);
}
END_TEST

START_TEST(wrong_parameters_are_named)
{
    meepled_stack *stack = workshop_new();
    const uint16_t many[64] = { 0 }, strange[] = { 999 };
    const meepled_deck long_deck = { 1, many, 3 }, strange_deck = { 1, strange, 1 };
    const meepled_deck twice[] = { { 0, many, 1 }, { 0, many, 1 } }, nowhere = { 7, many, 1 };
    const struct {
        meepled_game_params params;
        const char *why;
    } bad[] = {
        { { .players = 0 }, "0 players, this variant is for 1 to 6" },
        { { .players = 7 }, "7 players, this variant is for 1 to 6" },
        { { .players = 2, .first = 2 }, "first player 2 of 2" },
        { { .players = 2, .decks = &long_deck, .deck_count = 1 },
          "deck spare has 3 tiles, the pile has 2" },
        { { .players = 2, .decks = &strange_deck, .deck_count = 1 }, "deck spare: no tile 999" },
        { { .players = 2, .decks = twice, .deck_count = 2 }, "deck main is given twice" },
        { { .players = 2, .decks = &nowhere, .deck_count = 1 }, "no pile 7" },
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        meepled_game *game = NULL;
        meepled_error err;

        ck_assert_int_eq(meepled_game_new(stack, &bad[i].params, NULL, &game, &err),
                         MEEPLED_ECONFIG);
        ck_assert_str_eq(err.text, bad[i].why);
        ck_assert_ptr_null(game);
    }
    meepled_stack_unref(stack);
}
END_TEST

START_TEST(decks_fix_the_order_of_the_piles_they_name)
{
    meepled_stack *stack = workshop_new();
    const uint16_t lawn = workshop_tile(stack, "lawn"), end = workshop_tile(stack, "end");
    const uint16_t main_tiles[] = { lawn, end, lawn, lawn, lawn, lawn, lawn, lawn, lawn };
    const meepled_deck deck = { 0, main_tiles, 9 };
    const meepled_game_params params = {
        .players = 2, .first = 1, .decks = &deck, .deck_count = 1
    };
    meepled_game *game = NULL;
    size_t count;

    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &game, NULL), MEEPLED_OK);
    ck_assert_uint_eq(meepled_turn_get(game).player, 1);
    ck_assert_uint_eq(meepled_offered(game, &count)[0], lawn);
    ck_assert_mem_eq(meepled_pile_secret(game, 0, &count), main_tiles + 1, 8 * sizeof lawn);
    ck_assert_uint_eq(count, 8);
    meepled_game_free(game);
    meepled_stack_unref(stack);
}
END_TEST

START_TEST(without_a_start_tile_the_top_of_the_main_pile_is_laid)
{
    static const char tiles[] = "[tileset]\nid = w\ntitle = W\n[tile lawn]\ncount = 3\n"
                                "grass-1 = N E S W\n";
    const meepled_plugin *const plugins[] = { &workshop_plugin };
    meepled_stack *stack = workshop_stack(plugins, 1, tiles);
    const meepled_game_params params = { .players = 1 };
    meepled_game *game = NULL;

    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &game, NULL), MEEPLED_OK);
    ck_assert_uint_eq(meepled_board_count(game), 1);
    ck_assert_uint_eq(meepled_pile_left(game, 0), 1);
    ck_assert_int_eq(meepled_turn_get(game).phase, MEEPLED_PLACE);
    ck_assert_uint_eq(workshop_play(game, 1, 100) > 0, true);
    ck_assert_uint_eq(meepled_board_count(game), 3);
    meepled_game_free(game);
    meepled_stack_unref(stack);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("setup");
    tcase_add_test(c, random_games_of_every_size_end);
    tcase_add_test(c, wrong_parameters_are_named);
    tcase_add_test(c, decks_fix_the_order_of_the_piles_they_name);
    tcase_add_test(c, without_a_start_tile_the_top_of_the_main_pile_is_laid);
    Suite *s = suite_create("setup");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
