/* The engine and the plugin discoverers against the naive game, at every step of random games: all
 * options, each with two to five players. */
#include "tests/support/naive_discoverers.h"
#include "tests/support/naive_same.h"
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char *const equal_turns[] = {
    [NAIVE_EQUAL_NO] = "no", [NAIVE_EQUAL_PRINTED] = "printed", [NAIVE_EQUAL_EXACT] = "exact"
};
enum { EQUALS = 3, HANDS = 2, SEATS = 4, SETTINGS = EQUALS * HANDS * SEATS };

static meepled_stack *stacks[HANDS][EQUALS];
static meepled_action listed[RANDOM_ACTIONS_MAX], expected[RANDOM_ACTIONS_MAX];

/* ---- the same game ---- */

static bool
same_tiles(const uint16_t *tiles, size_t count, const struct naive_tiles *wanted)
{
    NAIVE_SAME(count, wanted->count);
    for (size_t i = 0; i < count; i++)
        NAIVE_SAME(tiles[i], wanted->tiles[i]);
    return true;
}

static bool
same_figures(const meepled_game *g, const struct naive_discoverers *n)
{
    NAIVE_SAME(meepled_figure_count(g), n->standing);
    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_follower *f = &n->figures[i];
        const uint16_t zone = (uint16_t)(meepled_zone_first(g, f->at) + f->zone);
        const int label = n->map.region[f->at][f->zone];
        bool found = false;

        for (uint16_t j = 0; j < meepled_figure_count(g); j++) {
            const meepled_figure other = meepled_figure_get(g, j);
            found |= other.player == f->player && other.zone == zone;
        }
        NAIVE_SAME(found, true);
        for (int final = 0; final < 2; final++)
            NAIVE_SAME(meepled_value(g, meepled_region_of(g, zone), final),
                       naive_discoverers_worth(n, label, final));
    }
    return true;
}

static bool
same_turn(const meepled_game *g, const struct naive_discoverers *n)
{
    const meepled_turn turn = meepled_turn_get(g);
    size_t count;
    const uint16_t *offered = meepled_offered(g, &count);

    NAIVE_SAME(turn.phase, n->phase);
    NAIVE_SAME(turn.number, n->turn);
    if (!same_tiles(offered, count, &n->offered))
        return false;
    if (n->phase == MEEPLED_OVER)
        return true;
    NAIVE_SAME(turn.decides, n->player);
    NAIVE_SAME(turn.player, n->player);
    return true;
}

static bool
same_all(const meepled_game *g, const struct naive_discoverers *n)
{
    size_t count;
    const uint16_t *tiles;

    for (uint8_t p = 0; p < n->players; p++) {
        NAIVE_SAME(meepled_score_get(g, p), n->score[p]);
        NAIVE_SAME(meepled_supply(g, p, 0), naive_discoverers_supply(n, p));
        tiles = meepled_hand(g, p, &count);
        if (!same_tiles(tiles, count, &n->hands[p]))
            return false;
    }
    NAIVE_SAME(meepled_pile_left(g, 0), n->pile.end - n->pile.next);
    tiles = meepled_discarded(g, &count);
    if (!same_tiles(tiles, count, &n->discarded))
        return false;
    tiles = meepled_laid_aside(g, &count);
    if (!same_tiles(tiles, count, &n->aside))
        return false;
    if (!same_turn(g, n) || !naive_same_table(g, &n->map) || !same_figures(g, n) ||
        !naive_same_regions(g, &n->map, false))
        return false;
    count = meepled_actions(g, listed, RANDOM_ACTIONS_MAX);
    const size_t wanted = naive_discoverers_actions(n, expected, RANDOM_ACTIONS_MAX);
    NAIVE_SAME(count <= RANDOM_ACTIONS_MAX, true);
    return naive_same_actions(listed, count, expected, wanted);
}

/* ---- playing ---- */

/* The printed pile shuffled; `odd`: a short pile of few designs, whose last tiles often fit
 * nowhere.
 */
static struct naive_pile
make_pile(struct dice *dice, const meepled_stack *stack, bool odd)
{
    struct naive_pile pile = { .next = 0 };

    pile.end = random_deck(dice, stack, 0, pile.tiles, NAIVE_TILES_MAX);
    if (!odd)
        return pile;
    const size_t designs = 1 + dice_throw(dice, 4);
    pile.end = 1 + dice_throw(dice, 30);
    for (size_t i = designs; i < pile.end; i++)
        pile.tiles[i] = pile.tiles[dice_throw(dice, (uint32_t)designs)];
    return pile;
}

struct tally {
    unsigned passed_over, double_misfits, to_the_last_tile;
};

static void
play(struct dice *dice, unsigned setting, bool odd, bool compact, struct tally *tally)
{
    static struct naive_discoverers n;
    const uint8_t players = (uint8_t)(2 + setting % SEATS);
    const unsigned equal = setting / SEATS % EQUALS, hand = setting / SEATS / EQUALS;
    meepled_stack *stack = stacks[hand][equal];
    const struct naive_pile pile = make_pile(dice, stack, odd);
    const meepled_deck deck = { 0, pile.tiles, pile.end };
    const meepled_game_params params = { .players = players,
                                         .first = (uint8_t)dice_throw(dice, players),
                                         .decks = &deck,
                                         .deck_count = 1 };
    meepled_game *g = NULL;
    meepled_error err = { "" };

    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, &err), MEEPLED_OK);
    naive_discoverers_start(&n, stack, players, params.first, hand + 1, (enum naive_equal)equal,
                            &pile);
    ck_assert_msg(same_all(g, &n), "at the start: %s", naive_difference);
    for (unsigned step = 0; n.phase != MEEPLED_OVER; step++) {
        if (step == RANDOM_STEPS_MAX)
            ck_abort_msg("the game does not end");
        const size_t count = meepled_actions(g, listed, RANDOM_ACTIONS_MAX);
        const meepled_action action = listed[random_choice(dice, g, listed, count, compact)];

        if (meepled_apply(g, n.player, &action, NULL, NULL, &err) != MEEPLED_OK)
            ck_abort_msg("step %u: %s", step, err.text);
        naive_discoverers_apply(&n, &action);
        if (!same_all(g, &n))
            ck_abort_msg("step %u: %s", step, naive_difference);
    }
    bool empty = true;
    for (uint8_t p = 0; p < players; p++)
        empty = empty && n.hands[p].count == 0;
    tally->to_the_last_tile += empty && hand == 1;
    tally->passed_over += n.passed_over;
    tally->double_misfits += n.double_misfits;
    meepled_game_free(g);
}

/* DI-13, DI-19, DI-20, DI-21, DI-26, DI-30, DI-33, DI-36 to DI-62 (C-ALL-10). */
START_TEST(engine_agrees_with_a_naive_game_at_every_step)
{
    const unsigned setting = (unsigned)_i;
    const unsigned games = (random_games(3 * SETTINGS) + SETTINGS - 1) / SETTINGS;
    struct dice dice = { setting };
    struct tally tally = { 0 };

    for (unsigned i = 0; i < games; i++)
        play(&dice, setting, i % 3 == 2, i / 3 % 2 == 0, &tally);
}
END_TEST

/* DI-57, DI-58, DI-59: nothing of it is left to chance */
START_TEST(random_games_with_hands_reach_misfits_passing_over_and_the_last_tile)
{
    struct dice dice = { 57 };
    struct tally tally = { 0 };

    for (unsigned i = 0; i < 48; i++)
        play(&dice, SETTINGS / HANDS + i % (SETTINGS / HANDS), true, i % 2 == 0, &tally);
    ck_assert_uint_gt(tally.double_misfits, 0);
    ck_assert_uint_gt(tally.passed_over, 0);
    ck_assert_uint_gt(tally.to_the_last_tile, 0);
}
END_TEST

int
main(void)
{
    static const meepled_plugin *const plugins[] = { &plugin_discoverers };
    Suite *suite = suite_create("naive discoverers");
    TCase *games = tcase_create("games");

    for (unsigned hand = 0; hand < HANDS; hand++) {
        for (unsigned equal = 0; equal < EQUALS; equal++) {
            const struct stack_setting settings[] = {
                { .name = "hand", .value = hand == 0 ? "1" : "2" },
                { .name = "equal-turns", .value = equal_turns[equal] },
            };

            stacks[hand][equal] = position_stack_set(plugins, 1, "discoverers", settings, 2);
        }
    }
    tcase_set_timeout(games, 0);
    tcase_add_loop_test(games, engine_agrees_with_a_naive_game_at_every_step, 0, SETTINGS);
    tcase_add_test(games, random_games_with_hands_reach_misfits_passing_over_and_the_last_tile);
    suite_add_tcase(suite, games);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    for (unsigned hand = 0; hand < HANDS; hand++) {
        for (unsigned equal = 0; equal < EQUALS; equal++)
            meepled_stack_unref(stacks[hand][equal]);
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
