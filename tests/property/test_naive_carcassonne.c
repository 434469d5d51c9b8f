/* The engine, Carcassonne and Traders and Builders against the naive game, at every step of random
 * games: every combination of modules, with and without the River, with and without farmers. */
#include "tests/support/naive_carcassonne.h"
#include "tests/support/naive_same.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Bits of a setting. */
enum { LAYERED = 1, RIVER = 2, NO_FARMERS = 4, NO_GOODS = 8, NO_BUILDER = 16, NO_PIG = 32 };
static const unsigned settings[] = {
    0,
    RIVER,
    NO_FARMERS,
    RIVER | NO_FARMERS,
    LAYERED,
    LAYERED | RIVER,
    LAYERED | NO_FARMERS,
    LAYERED | NO_GOODS,
    LAYERED | NO_BUILDER | RIVER,
    LAYERED | NO_PIG,
    LAYERED | NO_GOODS | NO_BUILDER,
    LAYERED | NO_GOODS | NO_PIG | RIVER,
    LAYERED | NO_BUILDER | NO_PIG,
    LAYERED | NO_GOODS | NO_BUILDER | NO_PIG,
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static meepled_stack *stacks[SETTINGS];
static meepled_action listed[RANDOM_ACTIONS_MAX], expected[RANDOM_ACTIONS_MAX];

static meepled_stack *
stack_of(unsigned setting)
{
    static const struct {
        unsigned bit;
        const char *option;
        bool layered;
    } switches[] = { { NO_FARMERS, "farmers", false },
                     { NO_GOODS, "goods", true },
                     { NO_BUILDER, "builder", true },
                     { NO_PIG, "pig", true } };
    meepled_setting said[1 + sizeof switches / sizeof *switches] = {
        { "river", setting & RIVER ? "yes" : "no" }
    };
    size_t count = 1;

    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        if (!switches[i].layered || (setting & LAYERED))
            said[count++] =
                (meepled_setting){ switches[i].option, setting & switches[i].bit ? "no" : "yes" };
    }
    return position_variant(setting & LAYERED ? "traders-builders" : "carcassonne", said, count);
}

/* ---- the same game ---- */

static bool
same_figures(const meepled_game *g, const struct naive_carcassonne *n)
{
    NAIVE_SAME(meepled_figure_count(g), n->standing);
    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_meeple *f = &n->figures[i];
        const uint16_t zone = (uint16_t)(meepled_zone_first(g, f->at) + f->zone);
        const uint8_t with = f->builder ? n->builder : f->pig ? n->pig : MEEPLED_NONE8;
        bool found = false;

        for (uint16_t j = 0; j < meepled_figure_count(g); j++) {
            const meepled_figure other = meepled_figure_get(g, j);
            found |= other.player == f->player && other.zone == zone && other.with == with &&
                     other.turn == f->turn;
        }
        NAIVE_SAME(found, true);
        for (int final = 0; final < 2; final++)
            NAIVE_SAME(meepled_value(g, meepled_region_of(g, zone), final),
                       naive_carcassonne_worth(n, f->at, f->zone, final));
    }
    return true;
}

static bool
same_players(const meepled_game *g, const struct naive_carcassonne *n)
{
    size_t tokens;
    const meepled_token_word *words = meepled_stack_tokens(n->map.stack, &tokens);

    for (uint8_t p = 0; p < n->players; p++) {
        NAIVE_SAME(meepled_score_get(g, p), n->score[p]);
        NAIVE_SAME(meepled_supply(g, p, 0), naive_carcassonne_meeples(n, p));
        NAIVE_SAME(meepled_supply(g, p, n->builder), naive_carcassonne_has_builder(n, p));
        NAIVE_SAME(meepled_supply(g, p, n->pig), naive_carcassonne_has_pig(n, p));
        NAIVE_SAME(meepled_figures_away(g, p, n->builder), n->at_piles[p]);
        for (uint8_t t = 0; t < tokens; t++) {
            const size_t i = strcmp(words[t].name, "poultry") == 0 ? 0
                             : strcmp(words[t].name, "grain") == 0 ? 1
                                                                   : 2;
            if (strcmp(words[t].name, "builder-at-piles") == 0)
                NAIVE_SAME(meepled_tokens(g, p, t), n->at_piles[p]);
            else
                NAIVE_SAME(meepled_tokens(g, p, t), n->tokens[p][i]);
        }
    }
    return true;
}

static bool
same_all(const meepled_game *g, const struct naive_carcassonne *n)
{
    const meepled_turn turn = meepled_turn_get(g);
    size_t count;
    const uint16_t *discarded = meepled_discarded(g, &count);

    NAIVE_SAME(turn.phase, n->phase);
    NAIVE_SAME(count, n->discarded_count);
    NAIVE_SAME(memcmp(discarded, n->discarded, count * sizeof *discarded), 0);
    NAIVE_SAME(meepled_pile_left(g, 0), n->main.end - n->main.next);
    NAIVE_SAME(meepled_pile_left(g, 1), n->water.end - n->water.next);
    if (!same_players(g, n) || !naive_same_table(g, &n->map) || !same_figures(g, n) ||
        !naive_same_regions(g, &n->map, false))
        return false;
    count = meepled_actions(g, listed, RANDOM_ACTIONS_MAX);
    const size_t wanted = naive_carcassonne_actions(n, expected, RANDOM_ACTIONS_MAX);
    NAIVE_SAME(count <= RANDOM_ACTIONS_MAX, true);
    if (!naive_same_actions(listed, count, expected, wanted))
        return false;
    if (n->phase == MEEPLED_OVER)
        return true;
    NAIVE_SAME(turn.decides, n->decides);
    NAIVE_SAME(turn.player, n->player);
    NAIVE_SAME(turn.number, n->turn);
    NAIVE_SAME(turn.part, n->part);
    if (n->phase == MEEPLED_PLACE)
        NAIVE_SAME(meepled_offered(g, &count)[0], n->offered);
    return true;
}

/* ---- playing ---- */

struct tally {
    unsigned second_parts, decisions, discarded, closed_fields;
};

/* A short pile of few designs, whose last tiles often fit nowhere. */
static struct naive_pile
short_pile(struct dice *dice, const meepled_stack *stack)
{
    struct naive_pile pile = { .next = 0 };
    const size_t designs = 1 + dice_throw(dice, 6);

    random_deck(dice, stack, 0, pile.tiles, NAIVE_TILES_MAX);
    pile.end = 1 + dice_throw(dice, 40);
    for (size_t i = designs; i < pile.end; i++)
        pile.tiles[i] = pile.tiles[dice_throw(dice, (uint32_t)designs)];
    return pile;
}

static struct naive_pile
dealt(const meepled_game *g, uint8_t pile)
{
    struct naive_pile copy = { .next = 0 };
    const uint16_t *tiles = meepled_pile_dealt(g, pile, &copy.end);

    if (copy.end > 0)
        memcpy(copy.tiles, tiles, copy.end * sizeof *tiles);
    return copy;
}

static void
count_step(const meepled_game *g, const meepled_action *action, struct tally *tally)
{
    const meepled_turn turn = meepled_turn_get(g);

    tally->second_parts += turn.part == 2 && action->type == MEEPLED_PLACE_TILE;
    tally->decisions += turn.phase == MEEPLED_DECISION;
}

static void
play(struct dice *dice, meepled_stack *stack, uint8_t players, bool odd, bool compact,
     struct tally *tally)
{
    static struct naive_carcassonne n;
    const struct naive_pile pile = short_pile(dice, stack);
    const meepled_deck deck = { 0, pile.tiles, pile.end };
    meepled_game_params params = { .players = players,
                                   .first = (uint8_t)dice_throw(dice, players),
                                   .decks = &deck,
                                   .deck_count = odd ? 1 : 0 };
    meepled_game *g = NULL;
    meepled_error err = { "" };

    random_seed(dice, params.seed);
    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, &err), MEEPLED_OK);
    const struct naive_pile main = dealt(g, 0), water = dealt(g, 1);
    naive_carcassonne_start(&n, stack, players, params.first, &main, &water);
    ck_assert_msg(same_all(g, &n), "at the start: %s", naive_difference);
    for (unsigned step = 0; n.phase != MEEPLED_OVER; step++) {
        if (step == RANDOM_STEPS_MAX)
            ck_abort_msg("the game does not end");
        const size_t count = meepled_actions(g, listed, RANDOM_ACTIONS_MAX);
        const meepled_action action = listed[random_choice(dice, g, listed, count, compact)];

        count_step(g, &action, tally);
        if (meepled_apply(g, n.decides, &action, NULL, NULL, &err) != MEEPLED_OK)
            ck_abort_msg("step %u: %s", step, err.text);
        naive_carcassonne_apply(&n, &action);
        if (!same_all(g, &n))
            ck_abort_msg("step %u: %s", step, naive_difference);
    }
    for (size_t at = 0; at < n.map.laid; at++) {
        for (uint8_t z = 0; z < naive_zones(&n.map, at); z++)
            tally->closed_fields += naive_kind(&n.map, at, z) == n.field &&
                                    naive_region_of(&n.map, n.map.region[at][z], false).open == 0;
    }
    tally->discarded += (unsigned)n.discarded_count;
    meepled_game_free(g);
}

/* CB-13, CB-17 to CB-24, CB-26, CB-33, CB-41, RI-9 to RI-12, TB-13, TB-25, TB-30, TB-42 to TB-47
 * and all that follows from them (C-ALL-10). */
START_TEST(engine_agrees_with_a_naive_game_at_every_step)
{
    const unsigned games = (random_games(2 * SETTINGS) + SETTINGS - 1) / SETTINGS;
    const uint8_t seats = settings[_i] & LAYERED ? 5 : 4; /* numbers of players from two on */
    struct dice dice = { (uint64_t)_i };
    struct tally tally = { 0 };

    for (unsigned i = 0; i < games; i++)
        play(&dice, stacks[_i], (uint8_t)(2 + (i + (unsigned)_i) % seats), i % 4 == 3, i % 3 != 0,
             &tally);
}
END_TEST

/* TB-30, TB-47, RI-12, CB-S6: nothing of it is left to chance */
START_TEST(random_games_reach_second_parts_decisions_misfits_and_closed_fields)
{
    struct dice dice = { 41 };
    struct tally tally = { 0 };

    for (unsigned i = 0; i < 6 || (tally.discarded == 0 && i < 200); i++)
        play(&dice, stacks[4 + i % 2], (uint8_t)(2 + i % 2), i >= 6 || i % 2 == 1, true, &tally);
    ck_assert_uint_gt(tally.second_parts, 0);
    ck_assert_uint_gt(tally.decisions, 0);
    ck_assert_uint_gt(tally.discarded, 0);
    ck_assert_uint_gt(tally.closed_fields, 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("naive carcassonne");
    TCase *games = tcase_create("games");

    for (size_t i = 0; i < SETTINGS; i++)
        stacks[i] = stack_of(settings[i]);
    tcase_set_timeout(games, 0);
    tcase_add_loop_test(games, engine_agrees_with_a_naive_game_at_every_step, 0, SETTINGS);
    tcase_add_test(games, random_games_reach_second_parts_decisions_misfits_and_closed_fields);
    suite_add_tcase(suite, games);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    for (size_t i = 0; i < SETTINGS; i++)
        meepled_stack_unref(stacks[i]);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
