/* The two variants for experienced players as options of the shipped variant: tiles laid aside,
 * hands. */
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char *const equal_words[] = { "no", "printed", "exact" };
enum { NO, PRINTED, EXACT, EQUALS, HANDS = 2, MAIN = 0, TILES_MAX = 128 };

static meepled_stack *stacks[HANDS][EQUALS]; /* of the variant, by option */

static meepled_game *
new_game(meepled_stack *stack, uint8_t players, uint8_t first, uint64_t seed)
{
    struct dice dice = { seed };
    meepled_game_params params = { .players = players, .first = first };
    meepled_game *g = NULL;
    meepled_error err = { "" };

    random_seed(&dice, params.seed);
    if (meepled_game_new(stack, &params, NULL, &g, &err) != MEEPLED_OK)
        ck_abort_msg("%s", err.text);
    return g;
}

static void
apply(meepled_game *g, const meepled_action *action, meepled_events *events)
{
    const char *rule = NULL;
    meepled_error err = { "" };

    if (meepled_apply(g, meepled_turn_get(g).decides, action, events, &rule, &err) != MEEPLED_OK)
        ck_abort_msg("refused by %s %s", rule != NULL ? rule : "nothing", err.text);
}

static meepled_action
choose(struct dice *dice, const meepled_game *g, bool compact)
{
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);

    return actions[random_choice(dice, g, actions, count, compact)];
}

static void
play_to_the_end(struct dice *dice, meepled_game *g, bool compact)
{
    while (meepled_turn_get(g).phase != MEEPLED_OVER) {
        const meepled_action action = choose(dice, g, compact);
        apply(g, &action, NULL);
    }
}

/* DI-53, DI-60 */
START_TEST(options_are_a_number_of_tiles_and_a_way_to_equal_turns)
{
    size_t count;
    const meepled_option_word *options = meepled_stack_options(stacks[0][NO], &count);

    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(options[0].name, "hand");
    ck_assert_int_eq(options[0].type, MEEPLED_NUMBER);
    ck_assert_int_eq(options[0].min, 1);
    ck_assert_int_eq(options[0].max, 2);
    ck_assert_str_eq(options[1].name, "equal-turns");
    ck_assert_int_eq(options[1].type, MEEPLED_WORD);
    for (size_t i = 0; i < EQUALS; i++)
        ck_assert_str_eq(options[1].words[i], equal_words[i]);
    ck_assert_ptr_null(options[1].words[EQUALS]);
    ck_assert_int_eq(meepled_stack_option(stacks[0][NO], 0), 1);
    ck_assert_int_eq(meepled_stack_option(stacks[1][EXACT], 0), 2);
    ck_assert_int_eq(meepled_stack_option(stacks[1][EXACT], 1), EXACT);
}
END_TEST

/* Tiles besides the start tile that are in play. */
static size_t
in_play(const meepled_game *g)
{
    size_t all = meepled_pile_left(g, MAIN), count;

    (void)meepled_offered(g, &count);
    all += meepled_turn_get(g).phase == MEEPLED_PLACE ? count : 0;
    (void)meepled_discarded(g, &count);
    return all + count;
}

/* C-DI-59, C-DI-60, DI-60, DI-62 */
START_TEST(equal_turns_lay_aside_the_end_of_the_pile_face_up)
{
    static const size_t left[EQUALS][6] = { { 0, 0, 83, 83, 83, 83 },
                                            { 0, 0, 82, 81, 80, 82 },
                                            { 0, 0, 82, 81, 80, 80 } };

    for (uint8_t players = 2; players <= 5; players++) {
        meepled_game *whole = new_game(stacks[0][NO], players, 0, players);
        size_t all, count;
        const uint16_t *order = meepled_pile_dealt(whole, MAIN, &all);

        for (size_t equal = 0; equal < EQUALS; equal++) {
            meepled_game *g = new_game(stacks[0][equal], players, 0, players);
            const uint16_t *aside = meepled_laid_aside(g, &count);

            ck_assert_uint_eq(in_play(g), left[equal][players]);
            ck_assert_uint_eq(count, 83 - left[equal][players]);
            for (size_t i = 0; i < count; i++)
                ck_assert_uint_eq(aside[i], order[all - 1 - i]);
            /* The pile can be dealt again as it was, those aside included. */
            const uint16_t *dealt = meepled_pile_dealt(g, MAIN, &count);
            ck_assert_uint_eq(count, all);
            ck_assert_int_eq(memcmp(dealt, order, all * sizeof *order), 0);
            meepled_game_free(g);
        }
        meepled_game_free(whole);
    }
}
END_TEST

/* DI-60, DI-62: without misfits everybody has as many turns as the others (five: only `exact`) */
START_TEST(equal_turns_are_equal)
{
    for (uint8_t players = 2; players <= 5; players++) {
        unsigned games = 0;

        for (uint64_t seed = 0; games < 3; seed++) {
            struct dice dice = { seed };
            meepled_game *g = new_game(stacks[0][EXACT], players, (uint8_t)(seed % players), seed);
            unsigned turns[MEEPLED_PLAYERS_MAX] = { 0 };
            size_t misfits;

            play_to_the_end(&dice, g, false);
            (void)meepled_discarded(g, &misfits);
            for (uint16_t slot = 1; slot < meepled_board_count(g); slot++)
                turns[meepled_board_get(g, slot).player]++;
            for (uint8_t p = 0; misfits == 0 && p < players; p++)
                ck_assert_uint_eq(turns[p], 83u / players);
            games += misfits == 0;
            meepled_game_free(g);
        }
    }
}
END_TEST

/* C-DI-61, DI-61 */
START_TEST(a_misfit_is_not_made_up_for_from_the_tiles_laid_aside)
{
    unsigned misfit_games = 0;

    for (uint64_t seed = 0; seed < 400 && misfit_games < 3; seed++) {
        struct dice dice = { seed };
        meepled_game *g = new_game(stacks[0][PRINTED], 4, 0, seed);
        size_t misfits, aside;
        uint16_t before[3];

        memcpy(before, meepled_laid_aside(g, &aside), sizeof before);
        play_to_the_end(&dice, g, true);
        (void)meepled_discarded(g, &misfits);
        misfit_games += misfits > 0;
        ck_assert_int_eq(memcmp(before, meepled_laid_aside(g, &aside), sizeof before), 0);
        ck_assert_uint_eq(aside, 3);
        ck_assert_uint_eq(meepled_board_count(g) - 1 + misfits, 80);
        meepled_game_free(g);
    }
    ck_assert_uint_eq(misfit_games, 3);
}
END_TEST

/* DI-53, DI-54, DI-60: first the tiles aside, then two for each in turn order */
START_TEST(hands_are_dealt_in_turn_order_two_at_a_time_after_laying_aside)
{
    for (size_t equal = 0; equal < EQUALS; equal++) {
        static meepled_event list[RANDOM_EVENTS_MAX];
        meepled_events events = { .list = list, .cap = RANDOM_EVENTS_MAX };
        struct dice dice = { equal };
        uint16_t tiles[TILES_MAX];
        const size_t all = random_deck(&dice, stacks[1][equal], MAIN, tiles, TILES_MAX);
        const meepled_deck deck = { MAIN, tiles, all };
        const meepled_game_params params = {
            .players = 4, .first = 3, .decks = &deck, .deck_count = 1
        };
        meepled_game *g = NULL;
        size_t held, at = 1;

        ck_assert_int_eq(meepled_game_new(stacks[1][equal], &params, &events, &g, NULL),
                         MEEPLED_OK);
        for (size_t aside = equal == NO ? 0 : 3; aside > 0; aside--)
            ck_assert_uint_eq(list[at++].type, MEEPLED_TILE_ASIDE);
        for (uint8_t i = 0; i < 4; i++) {
            const uint8_t player = (uint8_t)((3 + i) % 4);
            const uint16_t *hand = meepled_hand(g, player, &held);

            ck_assert_uint_eq(held, 2);
            for (size_t k = 0; k < 2; k++, at++) {
                ck_assert_uint_eq(hand[k], tiles[2 * i + k]);
                ck_assert_uint_eq(list[at].type, MEEPLED_TILE_TAKEN);
                ck_assert_uint_eq(list[at].player, player);
                ck_assert_uint_eq(list[at].place.tile, hand[k]);
            }
        }
        ck_assert_uint_eq(list[at].type, MEEPLED_TURN_STARTED);
        ck_assert_uint_eq(meepled_turn_get(g).player, 3);
        meepled_game_free(g);
    }
}
END_TEST

/* DI-55, DI-58: whatever is not discarded is placed, to the last tile of the last hand */
START_TEST(a_game_with_hands_goes_on_to_the_last_tile)
{
    unsigned whole = 0;

    for (uint64_t seed = 0; seed < 20; seed++) {
        struct dice dice = { seed };
        const uint8_t players = (uint8_t)(2 + seed % 4);
        meepled_game *g = new_game(stacks[1][NO], players, 0, seed);
        size_t gone, held = 0, left = 0;

        play_to_the_end(&dice, g, false);
        (void)meepled_discarded(g, &gone);
        for (uint8_t p = 0; p < players; p++) {
            const uint16_t *hand = meepled_hand(g, p, &held);

            for (size_t i = 0; i < held; i++)
                ck_assert(!meepled_fits(g, hand[i]));
            left += held;
        }
        ck_assert_uint_eq(meepled_pile_left(g, MAIN), 0);
        ck_assert_uint_eq(meepled_board_count(g) - 1 + gone + left, 83);
        whole += left == 0;
        meepled_game_free(g);
    }
    ck_assert_uint_gt(whole, 10);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("discoverers options");
    TCase *options = tcase_create("options");

    for (size_t hand = 0; hand < HANDS; hand++) {
        for (size_t equal = 0; equal < EQUALS; equal++) {
            const meepled_setting settings[] = { { "hand", hand == 0 ? "1" : "2" },
                                                 { "equal-turns", equal_words[equal] } };
            stacks[hand][equal] = position_variant("discoverers", settings, 2);
        }
    }
    tcase_add_test(options, options_are_a_number_of_tiles_and_a_way_to_equal_turns);
    tcase_add_test(options, equal_turns_lay_aside_the_end_of_the_pile_face_up);
    tcase_add_test(options, equal_turns_are_equal);
    tcase_add_test(options, a_misfit_is_not_made_up_for_from_the_tiles_laid_aside);
    tcase_add_test(options, hands_are_dealt_in_turn_order_two_at_a_time_after_laying_aside);
    tcase_add_test(options, a_game_with_hands_goes_on_to_the_last_tile);
    suite_add_tcase(suite, options);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    for (size_t hand = 0; hand < HANDS; hand++) {
        for (size_t equal = 0; equal < EQUALS; equal++)
            meepled_stack_unref(stacks[hand][equal]);
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
