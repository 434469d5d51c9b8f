/* The engine and the plugin against the naive game, at every step of random games. */
#include "tests/support/naive.h"
#include "tests/support/naive_same.h"
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"
#include "tests/support/random_tiles.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const meepled_plugin *const plugins[] = { &plugin_hunters_gatherers };
static size_t misfits; /* in all games */
static meepled_action listed[RANDOM_ACTIONS_MAX], expected[RANDOM_ACTIONS_MAX];

static bool
same_actions(const meepled_game *g, struct naive *n)
{
    const size_t count = meepled_actions(g, listed, RANDOM_ACTIONS_MAX);
    const size_t wanted = naive_actions(n, expected, RANDOM_ACTIONS_MAX);

    NAIVE_SAME(count <= RANDOM_ACTIONS_MAX, true);
    return naive_same_actions(listed, count, expected, wanted);
}

static bool
same_figures(const meepled_game *g, const struct naive *n)
{
    NAIVE_SAME(meepled_figure_count(g), n->standing);
    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_figure *f = &n->figures[i];
        const uint16_t zone = (uint16_t)(meepled_zone_first(g, f->at) + f->zone);
        bool found = false;

        for (uint16_t j = 0; j < meepled_figure_count(g); j++) {
            const meepled_figure other = meepled_figure_get(g, j);
            found |= other.player == f->player && other.kind == f->kind && other.zone == zone;
        }
        NAIVE_SAME(found, true);
    }
    return true;
}

static bool
same_all(const meepled_game *g, struct naive *n)
{
    const meepled_turn turn = meepled_turn_get(g);
    size_t count;

    NAIVE_SAME(turn.phase, n->phase);
    for (uint8_t p = 0; p < n->players; p++) {
        NAIVE_SAME(meepled_score_get(g, p), n->score[p]);
        NAIVE_SAME(meepled_supply(g, p, NAIVE_MEMBER), n->supply[p][NAIVE_MEMBER]);
        NAIVE_SAME(meepled_supply(g, p, NAIVE_HUT), n->supply[p][NAIVE_HUT]);
    }
    for (uint8_t pile = 0; pile < 2; pile++)
        NAIVE_SAME(meepled_pile_left(g, pile), n->piles[pile].end - n->piles[pile].next);
    const uint16_t *discarded = meepled_discarded(g, &count);
    NAIVE_SAME(count, n->discarded_count);
    NAIVE_SAME(memcmp(discarded, n->discarded, count * sizeof *discarded), 0);
    if (!naive_same_table(g, &n->map) || !same_figures(g, n) ||
        !naive_same_regions(g, &n->map, false) || !naive_same_regions(g, &n->map, true) ||
        !same_actions(g, n))
        return false;
    if (n->phase == MEEPLED_OVER)
        return true;
    NAIVE_SAME(turn.decides, n->player);
    NAIVE_SAME(turn.player, n->player);
    NAIVE_SAME(turn.bonus, n->bonus);
    if (n->phase == MEEPLED_PLACE) {
        NAIVE_SAME(meepled_offered(g, &count)[0], n->offered);
        NAIVE_SAME(count, 1);
    }
    return true;
}

/* ---- playing ---- */

static void
play(meepled_stack *stack, struct dice *dice, uint8_t players, bool compact)
{
    static struct naive n;
    struct naive_pile piles[2];
    meepled_game *g = NULL;
    meepled_error err = { "" };

    for (uint8_t p = 0; p < 2; p++) {
        piles[p].next = 0;
        piles[p].end = random_deck(dice, stack, p, piles[p].tiles, NAIVE_TILES_MAX);
    }
    const meepled_deck decks[] = { { 0, piles[0].tiles, piles[0].end },
                                   { 1, piles[1].tiles, piles[1].end } };
    meepled_game_params params = { .players = players,
                                   .first = (uint8_t)dice_throw(dice, players),
                                   .decks = decks,
                                   .deck_count = 2 };
    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, &err), MEEPLED_OK);
    naive_start(&n, stack, players, params.first, piles);
    ck_assert_msg(same_all(g, &n), "at the start: %s", naive_difference);
    for (unsigned step = 0; n.phase != MEEPLED_OVER; step++) {
        if (step == RANDOM_STEPS_MAX)
            ck_abort_msg("the game does not end");
        const size_t count = meepled_actions(g, listed, RANDOM_ACTIONS_MAX);
        const meepled_action action = listed[random_choice(dice, g, listed, count, compact)];

        if (meepled_apply(g, n.player, &action, NULL, NULL, &err) != MEEPLED_OK)
            ck_abort_msg("step %u: %s", step, err.text);
        naive_apply(&n, &action);
        if (!same_all(g, &n))
            ck_abort_msg("step %u: %s", step, naive_difference);
    }
    misfits += n.discarded_count;
    meepled_game_free(g);
}

/* HG-20, HG-21, HG-22, HG-23, HG-24, HG-31 and all that follows from them (C-ALL-10). */
START_TEST(engine_agrees_with_a_naive_game_at_every_step)
{
    const unsigned games = (random_games(24) + 3) / 4; /* of each number of players */
    meepled_stack *stack = position_stack(plugins, 1, "hunters-gatherers");
    struct dice dice = { (uint64_t)_i };

    for (unsigned i = 0; i < games; i++)
        play(stack, &dice, (uint8_t)_i, i % 2 == 1);
    meepled_stack_unref(stack);
}
END_TEST

/* HG-15, HG-16, HG-26, HG-37, HG-42, HG-47, HG-50, HG-65: what printed tiles hardly ever bring. */
START_TEST(engine_agrees_with_a_naive_game_on_random_shapes)
{
    const unsigned games = (random_games(80) + 3) / 4;
    struct dice dice = { (uint64_t)_i + 1000 };

    for (unsigned i = 0; i < games; i++) {
        char text[RANDOM_TILES_TEXT];

        random_tiles(&dice, text);
        meepled_stack *stack = position_stack_text(plugins, 1, text);
        play(stack, &dice, (uint8_t)_i, i % 2 == 1);
        meepled_stack_unref(stack);
    }
    ck_assert_uint_gt(misfits, 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("naive");
    TCase *games = tcase_create("games");

    tcase_set_timeout(games, 0);
    tcase_add_loop_test(games, engine_agrees_with_a_naive_game_at_every_step, 2, 6);
    tcase_add_loop_test(games, engine_agrees_with_a_naive_game_on_random_shapes, 2, 6);
    suite_add_tcase(suite, games);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
