/* Rules of Carcassonne, the River and Traders and Builders that need the shipped variants as a
 * whole: components, set-up, piles, players. */
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { MAIN = 0, WATER = 1, MEEPLE = 0, PRINTED_MAX = 128 };

static meepled_stack *plain, *river, *traders, *traders_river, *second_edition;

static meepled_status
try_game(meepled_stack *stack, uint8_t players, uint8_t first, uint64_t seed, meepled_game **g)
{
    struct dice dice = { seed };
    meepled_game_params params = { .players = players, .first = first };

    random_seed(&dice, params.seed);
    return meepled_game_new(stack, &params, NULL, g, NULL);
}

static meepled_game *
new_game(meepled_stack *stack, uint8_t players, uint8_t first, uint64_t seed)
{
    meepled_game *g = NULL;

    ck_assert_int_eq(try_game(stack, players, first, seed, &g), MEEPLED_OK);
    return g;
}

/* Tiles of a pile that are not yet placed: left, offered or discarded. */
static size_t
undealt(const meepled_game *g, uint8_t pile)
{
    size_t offered, discarded;

    (void)meepled_offered(g, &offered);
    (void)meepled_discarded(g, &discarded);
    return meepled_pile_left(g, pile) + offered + discarded;
}

/* Copies of the tiles of a set, the start tile included. */
static unsigned
printed(const meepled_stack *stack, const char *tileset)
{
    unsigned count = 0;

    for (uint16_t t = 0; t < meepled_stack_tiles(stack); t++) {
        const meepled_tile_info tile = meepled_stack_tile(stack, t);
        count += strcmp(tile.tileset, tileset) == 0 ? tile.count : 0;
    }
    return count;
}

/* How often an attribute is printed in a set. */
static int32_t
symbols(const meepled_stack *stack, const char *tileset, const char *name)
{
    size_t count;
    const meepled_attribute_word *words = meepled_stack_attributes(stack, &count);
    int32_t sum = 0;
    size_t a = 0;

    while (a < count && strcmp(words[a].name, name) != 0)
        a++;
    ck_assert_uint_lt(a, count);
    for (uint16_t t = 0; t < meepled_stack_tiles(stack); t++) {
        const meepled_tile_info tile = meepled_stack_tile(stack, t);

        for (uint8_t z = 0; strcmp(tile.tileset, tileset) == 0 && z < tile.zones; z++)
            sum += tile.count * meepled_stack_zone(stack, t, z).attributes[a];
    }
    return sum;
}

static bool
has_pile(const meepled_stack *stack, const char *name)
{
    size_t count;
    const meepled_pile_word *words = meepled_stack_piles(stack, &count);
    bool found = false;

    for (size_t i = 0; i < count; i++)
        found = found || strcmp(words[i].name, name) == 0;
    return found;
}

/* ---- Carcassonne ---- */

/* C-CB-34, CB-2, CB-3, CB-7, CB-8, CB-9 */
START_TEST(set_up_lays_the_start_tile_and_fills_pile_and_supplies)
{
    meepled_game *g = new_game(plain, 5, 2, 1);
    const meepled_laid start = meepled_board_get(g, 0);

    ck_assert_uint_eq(meepled_board_count(g), 1);
    ck_assert_uint_eq(start.place.tile, meepled_start_tile(g));
    ck_assert_int_eq(start.place.x, 0);
    ck_assert_int_eq(start.place.y, 0);
    ck_assert_uint_eq(start.player, MEEPLED_NONE8);
    ck_assert_uint_eq(undealt(g, MAIN), 71);
    ck_assert(!has_pile(plain, "river"));
    for (uint8_t p = 0; p < 5; p++) {
        ck_assert_int_eq(meepled_score_get(g, p), 0);
        ck_assert_uint_eq(meepled_supply(g, p, MEEPLE), 7);
    }
    ck_assert_uint_eq(printed(plain, "carcassonne-base"), 72);
    meepled_game_free(g);
}
END_TEST

/* CB-8: another seed, another order */
START_TEST(the_pile_is_shuffled)
{
    meepled_game *a = new_game(plain, 2, 0, 1), *b = new_game(plain, 2, 0, 2),
                 *again = new_game(plain, 2, 0, 1);
    size_t count;
    const uint16_t *one = meepled_pile_dealt(a, MAIN, &count);
    const uint16_t *other = meepled_pile_dealt(b, MAIN, &count);
    const uint16_t *same = meepled_pile_dealt(again, MAIN, &count);

    ck_assert_uint_eq(count, 71);
    ck_assert_int_ne(memcmp(one, other, count * sizeof *one), 0);
    ck_assert_mem_eq(one, same, count * sizeof *one);
    meepled_game_free(a);
    meepled_game_free(b);
    meepled_game_free(again);
}
END_TEST

/* CB-1, TB-1, TB-4 */
START_TEST(two_to_five_play_and_with_traders_and_builders_six)
{
    meepled_game *g = NULL;

    for (uint8_t players = 1; players <= 7; players++) {
        const bool five = players >= 2 && players <= 5, six = players >= 2 && players <= 6;

        ck_assert_int_eq(try_game(plain, players, 0, 1, &g), five ? MEEPLED_OK : MEEPLED_ECONFIG);
        if (five)
            meepled_game_free(g);
        ck_assert_int_eq(try_game(traders, players, 0, 1, &g), six ? MEEPLED_OK : MEEPLED_ECONFIG);
        if (six)
            meepled_game_free(g);
    }
}
END_TEST

static void
place_and_pass(meepled_game *g)
{
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    const meepled_action pass = { .type = MEEPLED_PASS };
    const uint8_t seat = meepled_turn_get(g).decides;

    ck_assert_uint_gt(meepled_actions(g, actions, RANDOM_ACTIONS_MAX), 0);
    ck_assert_int_eq(meepled_apply(g, seat, &actions[0], NULL, NULL, NULL), MEEPLED_OK);
    if (meepled_turn_get(g).phase == MEEPLED_FIGURE)
        ck_assert_int_eq(meepled_apply(g, seat, &pass, NULL, NULL, NULL), MEEPLED_OK);
}

/* CB-10 */
START_TEST(the_first_player_is_set_and_turns_pass_clockwise)
{
    meepled_game *g = new_game(plain, 3, 2, 1);

    for (unsigned turn = 0; turn < 7; turn++) {
        ck_assert_uint_eq(meepled_turn_get(g).player, (2 + turn) % 3);
        ck_assert_uint_eq(meepled_turn_get(g).number, 1 + turn);
        place_and_pass(g);
    }
    meepled_game_free(g);
}
END_TEST

/* CB-10: or drawn */
START_TEST(every_seat_may_be_drawn_to_begin)
{
    unsigned begun = 0;

    for (uint64_t seed = 0; seed < 40; seed++) {
        meepled_game *g = new_game(plain, 4, MEEPLED_NONE8, seed);
        begun |= 1u << meepled_turn_get(g).player;
        meepled_game_free(g);
    }
    ck_assert_uint_eq(begun, 15);
}
END_TEST

/* C-CB-28, CB-18, CB-30: the start tile has a city to the north */
START_TEST(the_start_tile_counts_as_a_tile_of_its_features)
{
    const uint16_t cap[] = { meepled_stack_tile_find(plain, "BA-C") };
    const meepled_deck deck = { MAIN, cap, 1 };
    const meepled_game_params params = { .players = 2, .decks = &deck, .deck_count = 1 };
    const meepled_action place = {
        .type = MEEPLED_PLACE_TILE, .tile = cap[0], .y = -1, .turned = 180
    };
    meepled_game *g = NULL;

    ck_assert_int_eq(meepled_game_new(plain, &params, NULL, &g, NULL), MEEPLED_OK);
    ck_assert_int_eq(meepled_apply(g, 0, &place, NULL, NULL, NULL), MEEPLED_OK);
    meepled_action knight = { .type = MEEPLED_PLACE_FIGURE, .with = MEEPLED_NONE8, .y = -1 };
    while (meepled_zone_get(g, (uint16_t)(meepled_zone_first(g, 1) + knight.zone)).kind != 0)
        knight.zone++;
    ck_assert_int_eq(meepled_apply(g, 0, &knight, NULL, NULL, NULL), MEEPLED_OK);
    ck_assert_int_eq(meepled_score_get(g, 0), 4);
    meepled_game_free(g);
}
END_TEST

/* ---- the River ---- */

/* C-RI-01, RI-1, RI-4, RI-5 */
START_TEST(the_river_begins_with_the_spring_instead_of_the_start_tile)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        meepled_game *g = new_game(river, 2, 0, seed);
        const meepled_laid spring = meepled_board_get(g, 0);

        ck_assert_str_eq(meepled_tile_id(g, spring.place.tile), "RI.3-s");
        ck_assert_int_eq(spring.place.x, 0);
        ck_assert_int_eq(spring.place.y, 0);
        ck_assert_uint_eq(spring.place.turned, 0);
        ck_assert_uint_eq(spring.player, MEEPLED_NONE8);
        ck_assert_uint_eq(meepled_board_count(g), 1);
        ck_assert_uint_eq(undealt(g, WATER), 11);
        ck_assert_uint_eq(meepled_pile_left(g, MAIN), 71);
        meepled_game_free(g);
    }
    ck_assert_uint_eq(printed(river, "river-c3"), 12);
}
END_TEST

/* Begin with many seeds: spring first, lake last, `middle` tiles between that come in many orders.
 */
static void
check_river(meepled_stack *stack, size_t middle)
{
    uint16_t firsts[PRINTED_MAX] = { 0 };
    size_t different = 0;

    for (uint64_t seed = 0; seed < 60; seed++) {
        meepled_game *g = new_game(stack, 3, 0, seed);
        size_t count;
        const uint16_t *order = meepled_pile_dealt(g, WATER, &count);

        ck_assert_uint_eq(count, middle + 2);
        ck_assert_str_eq(meepled_tile_id(g, order[0]), "RI.3-s");
        ck_assert_str_eq(meepled_tile_id(g, order[count - 1]), "RI.3-LI.e");
        different += firsts[order[1]]++ == 0;
        meepled_game_free(g);
    }
    ck_assert_uint_gt(different, middle / 2);
}

/* C-RI-14, C-RI-20, RI-2, RI-6, RI-7, TB-8 */
START_TEST(ten_tiles_are_shuffled_between_spring_and_lake_and_eleven_with_traders)
{
    check_river(river, 10);
    check_river(traders_river, 11);
}
END_TEST

/* C-TB-59, TB-7, TB-8, RI-4, RI-6 */
START_TEST(set_up_with_the_river_has_both_piles)
{
    meepled_game *g = new_game(traders_river, 6, 0, 3);

    ck_assert_uint_eq(undealt(g, WATER), 12);
    ck_assert_uint_eq(meepled_pile_left(g, MAIN), 94);
    ck_assert_uint_eq(printed(traders_river, "traders-builders-c3"), 24);
    ck_assert_uint_eq(meepled_board_count(g), 1);
    meepled_game_free(g);
}
END_TEST

/* RI-4: a deck names the whole pile, spring first; an empty one is no river at all */
START_TEST(a_deck_may_order_the_river_or_leave_it_out)
{
    const uint16_t water[] = { meepled_stack_tile_find(river, "RI.3-s"),
                               meepled_stack_tile_find(river, "RI.1-IFI"),
                               meepled_stack_tile_find(river, "RI.3-LI.e") };
    meepled_deck deck = { WATER, water, 3 };
    const meepled_game_params params = { .players = 2, .decks = &deck, .deck_count = 1 };
    meepled_game *g = NULL;
    size_t count;

    ck_assert_int_eq(meepled_game_new(river, &params, NULL, &g, NULL), MEEPLED_OK);
    ck_assert_uint_eq(meepled_board_get(g, 0).place.tile, water[0]);
    ck_assert_uint_eq(meepled_offered(g, &count)[0], water[1]);
    ck_assert_uint_eq(meepled_pile_left(g, WATER), 1);
    meepled_game_free(g);
    deck.count = 0;
    ck_assert_int_eq(meepled_game_new(river, &params, NULL, &g, NULL), MEEPLED_OK);
    ck_assert_uint_eq(meepled_board_get(g, 0).place.tile, meepled_start_tile(g));
    ck_assert_uint_eq(undealt(g, MAIN), 71);
    meepled_game_free(g);
}
END_TEST

/* ---- Traders and Builders ---- */

/* C-TB-58, TB-1, TB-6, TB-7, TB-8 */
START_TEST(without_the_river_its_tile_is_not_in_the_game)
{
    meepled_game *g = new_game(traders, 6, 0, 3);

    ck_assert_uint_eq(undealt(g, MAIN), 94);
    ck_assert_uint_eq(meepled_board_get(g, 0).place.tile, meepled_start_tile(g));
    ck_assert_uint_eq(printed(traders, "traders-builders-c3"), 23);
    ck_assert(!has_pile(traders, "river"));
    for (uint8_t p = 0; p < 6; p++)
        for (uint8_t companion = 1; companion <= 2; companion++)
            ck_assert_uint_eq(meepled_supply(g, p, companion), 1);
    meepled_game_free(g);
}
END_TEST

/* TB-2, TB-3 */
START_TEST(the_symbols_on_the_tiles_are_as_many_as_the_tokens)
{
    const char *set = "traders-builders-c3";

    ck_assert_int_eq(symbols(traders, set, "poultry"), 8);
    ck_assert_int_eq(symbols(traders, set, "grain"), 6);
    ck_assert_int_eq(symbols(traders, set, "cloth"), 5);
    ck_assert_int_eq(symbols(traders_river, set, "poultry"), 9);
}
END_TEST

/* TB-1: the second edition's list, by inheritance alone */
START_TEST(the_second_editions_tiles_are_a_variant_of_their_own)
{
    meepled_game *g = new_game(second_edition, 2, 0, 3);

    ck_assert_uint_eq(undealt(g, MAIN), 71 + 24);
    ck_assert_uint_eq(printed(second_edition, "traders-builders-c2"), 24);
    ck_assert_uint_eq(printed(second_edition, "traders-builders-c3"), 0);
    meepled_game_free(g);
}
END_TEST

/* C-TB-26, C-ALL-05, TB-27, TB-30: from the record, with builders at the piles on the way */
START_TEST(a_game_with_second_parts_replays_from_its_actions)
{
    static char log[RANDOM_STEPS_MAX][MEEPLED_ACTION_TEXT];
    static uint8_t seats[RANDOM_STEPS_MAX], digests[RANDOM_STEPS_MAX][MEEPLED_DIGEST];
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    meepled_game *g = new_game(traders_river, 4, 1, 9), *again = new_game(traders_river, 4, 1, 9);
    struct dice dice = { 9 };
    unsigned steps = 0, second_parts = 0;

    for (; meepled_turn_get(g).phase != MEEPLED_OVER && steps < RANDOM_STEPS_MAX; steps++) {
        const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);
        const meepled_action action = actions[random_choice(&dice, g, actions, count, true)];

        second_parts += meepled_turn_get(g).part == 2;
        seats[steps] = meepled_turn_get(g).decides;
        meepled_action_format(g, &action, log[steps]);
        ck_assert_int_eq(meepled_apply(g, seats[steps], &action, NULL, NULL, NULL), MEEPLED_OK);
        meepled_digest(g, digests[steps]);
    }
    ck_assert_uint_gt(second_parts, 0);
    for (unsigned i = 0; i < steps; i++) {
        uint8_t digest[MEEPLED_DIGEST];
        meepled_action action;

        ck_assert_int_eq(meepled_action_parse(again, log[i], &action, NULL), MEEPLED_OK);
        ck_assert_int_eq(meepled_apply(again, seats[i], &action, NULL, NULL, NULL), MEEPLED_OK);
        meepled_digest(again, digest);
        ck_assert_mem_eq(digest, digests[i], MEEPLED_DIGEST);
    }
    meepled_game_free(g);
    meepled_game_free(again);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("carcassonne");
    TCase *all = tcase_create("all");

    plain = position_variant("carcassonne", NULL, 0);
    river = position_variant("carcassonne-river", NULL, 0);
    traders = position_variant("traders-builders", NULL, 0);
    traders_river = position_variant("traders-builders-river", NULL, 0);
    second_edition = position_variant("traders-builders-c2", NULL, 0);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, set_up_lays_the_start_tile_and_fills_pile_and_supplies);
    tcase_add_test(all, the_pile_is_shuffled);
    tcase_add_test(all, two_to_five_play_and_with_traders_and_builders_six);
    tcase_add_test(all, the_first_player_is_set_and_turns_pass_clockwise);
    tcase_add_test(all, every_seat_may_be_drawn_to_begin);
    tcase_add_test(all, the_start_tile_counts_as_a_tile_of_its_features);
    tcase_add_test(all, the_river_begins_with_the_spring_instead_of_the_start_tile);
    tcase_add_test(all, ten_tiles_are_shuffled_between_spring_and_lake_and_eleven_with_traders);
    tcase_add_test(all, set_up_with_the_river_has_both_piles);
    tcase_add_test(all, a_deck_may_order_the_river_or_leave_it_out);
    tcase_add_test(all, without_the_river_its_tile_is_not_in_the_game);
    tcase_add_test(all, the_symbols_on_the_tiles_are_as_many_as_the_tokens);
    tcase_add_test(all, the_second_editions_tiles_are_a_variant_of_their_own);
    tcase_add_test(all, a_game_with_second_parts_replays_from_its_actions);
    suite_add_tcase(suite, all);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    meepled_stack_unref(plain);
    meepled_stack_unref(river);
    meepled_stack_unref(traders);
    meepled_stack_unref(traders_river);
    meepled_stack_unref(second_edition);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
