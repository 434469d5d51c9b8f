/* Traders and Builders in every combination of modules, with and without the River: what holds in
 * every position of random games besides what holds in any game (test_invariants.c), and that a
 * layer without hooks changes no digest, whether it lies on top or between. */
#include "tests/support/invariant.h"
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMBINATIONS = 16, STACKED = 3, GOODS = 3 };
enum { RIVER = 1, NO_GOODS = 2, NO_BUILDER = 4, NO_PIG = 8 };

/* As it is, with `nothing` on top, with `nothing` between. */
static meepled_stack *stacks[COMBINATIONS][STACKED];

static const struct {
    const char *name;
    int32_t printed;
} goods[GOODS] = { { "poultry", 9 }, { "grain", 6 }, { "cloth", 5 } };

struct words { /* MEEPLED_NONE8: not in this stack */
    uint8_t meeple, builder, pig, field, road, city;
    uint8_t tokens[GOODS], at_piles;
};

static uint8_t
named(const void *words, size_t size, size_t count, const char *name)
{
    for (uint8_t i = 0; i < count; i++) {
        const char *known;

        memcpy(&known, (const char *)words + i * size, sizeof known);
        if (strcmp(known, name) == 0)
            return i;
    }
    return MEEPLED_NONE8;
}

static struct words
words_of(const meepled_stack *stack)
{
    size_t figures, kinds, tokens;
    const meepled_figure_word *f = meepled_stack_figures(stack, &figures);
    const meepled_kind_word *k = meepled_stack_kinds(stack, &kinds);
    const meepled_token_word *t = meepled_stack_tokens(stack, &tokens);
    struct words w = { .meeple = named(f, sizeof *f, figures, "meeple"),
                       .builder = named(f, sizeof *f, figures, "builder"),
                       .pig = named(f, sizeof *f, figures, "pig"),
                       .field = named(k, sizeof *k, kinds, "field"),
                       .road = named(k, sizeof *k, kinds, "road"),
                       .city = named(k, sizeof *k, kinds, "city"),
                       .at_piles = named(t, sizeof *t, tokens, "builder-at-piles") };

    for (size_t i = 0; i < GOODS; i++)
        w.tokens[i] = named(t, sizeof *t, tokens, goods[i].name);
    return w;
}

/* ---- what must hold ---- */

/* Builder and pig stand beside a meeple only, each where it may, at most one of each a player. */
static const char *
companions(const meepled_game *g, const struct words *w)
{
    unsigned builders[MEEPLED_PLAYERS_MAX] = { 0 }, pigs[MEEPLED_PLAYERS_MAX] = { 0 };

    for (uint16_t i = 0; i < meepled_figure_count(g); i++) {
        const meepled_figure f = meepled_figure_get(g, i);
        const uint8_t kind = meepled_zone_get(g, f.zone).kind;

        if (f.kind != w->meeple)
            return "something stands alone that may not";
        if (f.with == MEEPLED_NONE8)
            continue;
        if (f.with != w->builder && f.with != w->pig)
            return "a companion that is neither builder nor pig";
        if (f.with == w->builder && kind != w->road && kind != w->city)
            return "a builder is neither on a road nor in a city";
        if (f.with == w->pig && kind != w->field)
            return "a pig is not on a field";
        builders[f.player] += f.with == w->builder;
        pigs[f.player] += f.with == w->pig;
    }
    for (uint8_t p = 0; p < meepled_players(g); p++) {
        const unsigned builder =
            builders[p] + meepled_supply(g, p, w->builder) + meepled_figures_away(g, p, w->builder);

        if (builder != (w->builder != MEEPLED_NONE8) ||
            pigs[p] + meepled_supply(g, p, w->pig) != (w->pig != MEEPLED_NONE8))
            return "not one builder and one pig a player";
        if (meepled_figures_away(g, p, w->builder) != meepled_tokens(g, p, w->at_piles))
            return "the token does not say whether the builder is at the piles";
    }
    return NULL;
}

/* No more tokens than printed, none lost. */
static const char *
tokens_kept(const meepled_game *before, const meepled_game *g, const struct words *w)
{
    for (size_t i = 0; i < GOODS; i++) {
        int32_t taken = 0;

        for (uint8_t p = 0; p < meepled_players(g); p++) {
            if (meepled_tokens(g, p, w->tokens[i]) < meepled_tokens(before, p, w->tokens[i]))
                return "a token was lost";
            taken += meepled_tokens(g, p, w->tokens[i]);
        }
        if (taken > goods[i].printed)
            return "more tokens than there are";
    }
    return NULL;
}

/* A second part is the same player's and the last; a builder at the piles is the active player's,
 * and only in the first part. */
static const char *
parts(const meepled_game *before, const meepled_game *g, const struct words *w)
{
    const meepled_turn was = meepled_turn_get(before), is = meepled_turn_get(g);

    if (is.part > 2)
        return "a third part";
    if (is.phase != MEEPLED_OVER && is.part == 2 && (is.player != was.player || is.bonus))
        return "a second part of somebody else";
    for (uint8_t p = 0; p < meepled_players(g); p++)
        if (meepled_tokens(g, p, w->at_piles) > 0 && (p != is.player || is.part != 1))
            return "a builder at the piles at a wrong time";
    return NULL;
}

/* ---- playing ---- */

struct table {
    struct dice dice;
    meepled_game *games[STACKED], *before;
    const struct words words;
};

static const char *
step(struct table *t)
{
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    static char why[INVARIANT_WHY];
    meepled_game *const g = t->games[0];
    const uint8_t seat = meepled_turn_get(g).decides;
    const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);
    const meepled_action action = actions[random_choice(&t->dice, g, actions, count, true)];
    uint8_t digests[STACKED][MEEPLED_DIGEST];
    meepled_error err = { "" };

    if (!invariant_conserved(g, why))
        return why;
    meepled_game_copy(t->before, g);
    for (size_t i = 0; i < STACKED; i++) {
        if (meepled_apply(t->games[i], seat, &action, NULL, NULL, &err) != MEEPLED_OK)
            return "a listed action was not accepted";
        meepled_digest(t->games[i], digests[i]);
        if (memcmp(digests[0], digests[i], MEEPLED_DIGEST) != 0)
            return "a layer that changes nothing changed something";
    }
    const char *fault = companions(g, &t->words);
    if (fault == NULL)
        fault = tokens_kept(t->before, g, &t->words);
    return fault != NULL ? fault : parts(t->before, g, &t->words);
}

static void
play(unsigned combination, uint8_t players, uint64_t seed)
{
    struct table t = { .dice = { seed }, .words = words_of(stacks[combination][0]) };
    meepled_game_params params = { .players = players, .first = MEEPLED_NONE8 };
    const char *fault = NULL;
    unsigned steps = 0;
    meepled_error err = { "" };

    random_seed(&t.dice, params.seed);
    for (size_t i = 0; i < STACKED; i++)
        if (meepled_game_new(stacks[combination][i], &params, NULL, &t.games[i], &err) !=
            MEEPLED_OK)
            ck_abort_msg("%s", err.text);
    t.before = meepled_game_clone(t.games[0]);
    for (; fault == NULL && meepled_turn_get(t.games[0]).phase != MEEPLED_OVER; steps++)
        fault = steps < RANDOM_STEPS_MAX ? step(&t) : "the game does not end";
    if (fault != NULL)
        ck_abort_msg("combination %u, seed %llu, step %u: %s", combination,
                     (unsigned long long)seed, steps, fault);
    for (size_t i = 0; i < STACKED; i++)
        meepled_game_free(t.games[i]);
    meepled_game_free(t.before);
}

/* TB-3, TB-4, TB-5, TB-17, TB-20, TB-27, TB-30, TB-32, TB-36, TB-41, C-TB-56, C-ALL-07, C-ALL-08.
 */
START_TEST(invariants_hold_in_every_combination_of_modules)
{
    const unsigned games = (random_games(8) + 1) / 2; /* of each combination */

    for (unsigned i = 0; i < games; i++)
        play((unsigned)_i, (uint8_t)(2 + (i + (unsigned)_i) % 5), 1000u * (unsigned)_i + i);
}
END_TEST

static void
make_stacks(unsigned combination)
{
    static const meepled_plugin *const plugins[STACKED][3] = {
        { &plugin_carcassonne, &plugin_traders_builders },
        { &plugin_carcassonne, &plugin_traders_builders, &plugin_nothing },
        { &plugin_carcassonne, &plugin_nothing, &plugin_traders_builders },
    };
    const char *const tilesets[] = { "carcassonne-base", "traders-builders-c3",
                                     combination & RIVER ? "river-c3" : NULL };
    const struct stack_setting settings[] = {
        { .name = "river", .value = combination & RIVER ? "yes" : "no" },
        { .name = "goods", .value = combination & NO_GOODS ? "no" : "yes" },
        { .name = "builder", .value = combination & NO_BUILDER ? "no" : "yes" },
        { .name = "pig", .value = combination & NO_PIG ? "no" : "yes" },
    };

    for (size_t i = 0; i < STACKED; i++)
        stacks[combination][i] =
            position_stack_sets(plugins[i], i == 0 ? 2 : 3, tilesets, 3, settings, 4);
}

int
main(void)
{
    Suite *suite = suite_create("traders and builders");
    TCase *games = tcase_create("games");

    for (unsigned i = 0; i < COMBINATIONS; i++)
        make_stacks(i);
    tcase_set_timeout(games, 0);
    tcase_add_loop_test(games, invariants_hold_in_every_combination_of_modules, 0, COMBINATIONS);
    suite_add_tcase(suite, games);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    for (unsigned i = 0; i < COMBINATIONS; i++)
        for (size_t k = 0; k < STACKED; k++)
            meepled_stack_unref(stacks[i][k]);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
