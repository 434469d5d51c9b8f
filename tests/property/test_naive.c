/* The engine and the plugin against the naive game, at every step of random games. */
#include "tests/support/naive.h"
#include "tests/support/naive_same.h"
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static meepled_stack *stack;
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

/* The printed piles shuffled; every third game piles of any tiles, short, with many misfits and
 * with bonus tiles among the others. */
static void
make_piles(struct dice *dice, struct naive_pile piles[2], bool odd)
{
    uint16_t bonus[NAIVE_TILES_MAX];
    const size_t bonus_count = random_deck(dice, stack, 1, bonus, NAIVE_TILES_MAX);

    for (uint8_t p = 0; p < 2; p++) {
        piles[p].next = 0;
        piles[p].end = random_deck(dice, stack, p, piles[p].tiles, NAIVE_TILES_MAX);
        if (!odd)
            continue;
        const size_t all = piles[p].end;
        piles[p].end = p == 0 ? 1 + dice_throw(dice, (uint32_t)all) : dice_throw(dice, 6);
        for (size_t i = 0; i < piles[p].end; i++)
            piles[p].tiles[i] =
                dice_throw(dice, 2) == 0
                    ? bonus[dice_throw(dice, (uint32_t)bonus_count)]
                    : (uint16_t)dice_throw(dice, (uint32_t)meepled_stack_tiles(stack));
    }
}

static void
play(struct dice *dice, uint8_t players, bool odd, bool compact)
{
    static struct naive n;
    struct naive_pile piles[2];
    meepled_game *g = NULL;
    meepled_error err = { "" };

    make_piles(dice, piles, odd);
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
    meepled_game_free(g);
}

/* HG-20, HG-21, HG-22, HG-23, HG-24, HG-31 and all that follows from them (C-ALL-10). */
START_TEST(engine_agrees_with_a_naive_game_at_every_step)
{
    const unsigned games = (random_games(32) + 3) / 4; /* of each number of players */
    struct dice dice = { (uint64_t)_i };

    for (unsigned i = 0; i < games; i++)
        play(&dice, (uint8_t)_i, i % 3 == 2, i / 3 % 2 == 0);
}
END_TEST

int
main(void)
{
    static const meepled_plugin *const plugins[] = { &plugin_hunters_gatherers };
    Suite *suite = suite_create("naive");
    TCase *games = tcase_create("games");

    stack = position_stack(plugins, 1, "hunters-gatherers");
    tcase_set_timeout(games, 0);
    tcase_add_loop_test(games, engine_agrees_with_a_naive_game_at_every_step, 2, 6);
    suite_add_tcase(suite, games);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    meepled_stack_unref(stack);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
