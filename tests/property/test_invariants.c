/* Random games of every shipped base: what must hold in every position, and that the same seed,
 * settings and actions give the same game, also with a layer that changes nothing on top. */
#include "tests/support/invariant.h"
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DISCOVERERS(hand, equal_turns)                                                             \
    {                                                                                              \
        .plugin = &plugin_discoverers, .tileset = "discoverers", .players_max = 5, .settings = {   \
            { .name = "hand", .value = hand },                                                     \
            { .name = "equal-turns", .value = equal_turns }                                        \
        }                                                                                          \
    }
#define CARCASSONNE(on_top, most, river, farmers, second, third)                                   \
    {                                                                                              \
        .plugin = &plugin_carcassonne, .layer = (on_top), .tileset = "carcassonne-base",           \
        .more = { second, third }, .players_max = (most), .settings = {                            \
            { .name = "river", .value = (river) },                                                 \
            { .name = "farmers", .value = (farmers) }                                              \
        }                                                                                          \
    }
/* Every shipped base, with each of its settings. */
static const struct shipped {
    const meepled_plugin *plugin, *layer; /* layer NULL: none */
    const char *tileset, *more[2];        /* tile sets */
    uint8_t players_max;
    struct stack_setting settings[2];
} shipped[] = {
    { .plugin = &plugin_hunters_gatherers, .tileset = "hunters-gatherers", .players_max = 5 },
    { .plugin = &plugin_skeleton, .tileset = "skeleton", .players_max = 4 },
    DISCOVERERS("1", "no"),
    DISCOVERERS("1", "printed"),
    DISCOVERERS("1", "exact"),
    DISCOVERERS("2", "no"),
    DISCOVERERS("2", "printed"),
    DISCOVERERS("2", "exact"),
    CARCASSONNE(NULL, 5, "no", "yes", NULL, NULL),
    CARCASSONNE(NULL, 5, "yes", "no", "river-c3", NULL),
    CARCASSONNE(&plugin_traders_builders, 6, "no", "yes", "traders-builders-c2", NULL),
    CARCASSONNE(&plugin_traders_builders, 6, "yes", "yes", "traders-builders-c3", "river-c3"),
};
enum { STACKS = sizeof shipped / sizeof *shipped, SEATS = 5 }; /* two to six players */

static meepled_stack *stacks[STACKS], *topped[STACKS];

/* One game and its double: the same actions, the double's read from text. */
struct run {
    struct dice dice;
    meepled_game *game, *twin, *before;
    meepled_event list[RANDOM_EVENTS_MAX];
    meepled_events events;
    char why[INVARIANT_WHY];
    char log[RANDOM_STEPS_MAX][MEEPLED_ACTION_TEXT];
    uint8_t seats[RANDOM_STEPS_MAX];
    uint8_t digests[RANDOM_STEPS_MAX][MEEPLED_DIGEST];
    unsigned steps;
};

static bool
same_digest(const meepled_game *a, const meepled_game *b)
{
    uint8_t left[MEEPLED_DIGEST], right[MEEPLED_DIGEST];

    meepled_digest(a, left);
    meepled_digest(b, right);
    return memcmp(left, right, sizeof left) == 0;
}

static bool
says(struct run *r, const char *what)
{
    snprintf(r->why, sizeof r->why, "%s", what);
    return false;
}

static bool
apply_text(meepled_game *g, uint8_t seat, const char *text)
{
    meepled_action action;

    return meepled_action_parse(g, text, &action, NULL) == MEEPLED_OK &&
           meepled_apply(g, seat, &action, NULL, NULL, NULL) == MEEPLED_OK;
}

static bool
step(struct run *r, bool compact)
{
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    const uint8_t seat = meepled_turn_get(r->game).decides;
    meepled_error err = { "" };

    if (!invariant_conserved(r->game, r->why) || !invariant_actions(&r->dice, r->game, r->why) ||
        !invariant_refusal(&r->dice, r->game, r->why) || !invariant_pure(r->game, r->why))
        return false;
    const size_t count = meepled_actions(r->game, actions, RANDOM_ACTIONS_MAX);
    const meepled_action action =
        actions[random_choice(&r->dice, r->game, actions, count, compact)];
    if (!invariant_text(r->game, &action, r->why))
        return false;
    meepled_action_format(r->game, &action, r->log[r->steps]);
    r->seats[r->steps] = seat;
    meepled_game_copy(r->before, r->game);
    r->events.count = 0;
    if (meepled_apply(r->game, seat, &action, &r->events, NULL, &err) != MEEPLED_OK)
        return says(r, err.text[0] != '\0' ? err.text : "a listed action was refused");
    meepled_digest(r->game, r->digests[r->steps]);
    if (!apply_text(r->twin, seat, r->log[r->steps]) || !same_digest(r->game, r->twin))
        return says(r, "a layer that changes nothing changed something");
    r->steps++;
    return invariant_events(r->before, r->game, &r->events, r->why);
}

static meepled_game *
game_new(meepled_stack *stack, const meepled_game_params *params)
{
    meepled_game *g = NULL;
    meepled_error err = { "" };

    if (meepled_game_new(stack, params, NULL, &g, &err) != MEEPLED_OK)
        ck_abort_msg("%s", err.text);
    return g;
}

/* The log once more from the beginning: the same digest after every action. */
static bool
replays(struct run *r, meepled_stack *stack, const meepled_game_params *params)
{
    meepled_game *again = game_new(stack, params);
    uint8_t digest[MEEPLED_DIGEST];
    bool good = true;

    for (unsigned i = 0; i < r->steps && good; i++) {
        good = apply_text(again, r->seats[i], r->log[i]);
        meepled_digest(again, digest);
        good = good && memcmp(digest, r->digests[i], sizeof digest) == 0;
    }
    meepled_game_free(again);
    return good || says(r, "a replay gives another state");
}

static void
play(struct run *r, unsigned which, uint8_t players, bool compact)
{
    meepled_game_params params = { .players = players, .first = MEEPLED_NONE8 };
    bool good = true;

    random_seed(&r->dice, params.seed);
    r->game = game_new(stacks[which], &params);
    r->twin = game_new(topped[which], &params);
    r->before = meepled_game_clone(r->game);
    r->events = (meepled_events){ .list = r->list, .cap = RANDOM_EVENTS_MAX };
    r->steps = 0;
    while (good && meepled_turn_get(r->game).phase != MEEPLED_OVER) {
        good = r->steps < RANDOM_STEPS_MAX ? step(r, compact) : says(r, "the game does not end");
    }
    good = good && invariant_conserved(r->game, r->why) && invariant_over(r->game, r->why) &&
           replays(r, stacks[which], &params);
    if (!good)
        ck_abort_msg("%s (%u), %u players, seed %02x%02x%02x%02x..., step %u: %s",
                     shipped[which].tileset, which, players, params.seed[0], params.seed[1],
                     params.seed[2], params.seed[3], r->steps, r->why);
    meepled_game_free(r->game);
    meepled_game_free(r->twin);
    meepled_game_free(r->before);
}

/* C-ALL-04, C-ALL-05, C-ALL-07, C-ALL-08, C-ALL-09, HG-2, HG-3, HG-4, HG-5, HG-13. */
START_TEST(invariants_hold_in_random_games)
{
    const unsigned which = (unsigned)_i / SEATS, players = 2 + (unsigned)_i % SEATS;
    const unsigned games = (random_games(40) + SEATS - 1) / SEATS; /* of each stack together */
    struct run *r = calloc(1, sizeof *r);

    ck_assert_ptr_nonnull(r);
    r->dice.state = (uint64_t)_i + 100;
    for (unsigned i = 0; i < games && players <= shipped[which].players_max; i++)
        play(r, which, (uint8_t)players, i % 2 == 1);
    free(r);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("invariants");
    TCase *games = tcase_create("games");

    for (unsigned i = 0; i < STACKS; i++) {
        const struct shipped *s = &shipped[i];
        const meepled_plugin *const plugins[] = { s->plugin, s->layer ? s->layer : &plugin_nothing,
                                                  &plugin_nothing };
        const char *const tilesets[] = { s->tileset, s->more[0], s->more[1] };
        const size_t layers = s->layer ? 2 : 1, settings = s->settings[0].name != NULL ? 2 : 0;

        stacks[i] = position_stack_sets(plugins, layers, tilesets, 3, s->settings, settings);
        topped[i] = position_stack_sets(plugins, layers + 1, tilesets, 3, s->settings, settings);
    }
    tcase_set_timeout(games, 0);
    tcase_add_loop_test(games, invariants_hold_in_random_games, 0, STACKS * SEATS);
    suite_add_tcase(suite, games);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    for (unsigned i = 0; i < STACKS; i++) {
        meepled_stack_unref(stacks[i]);
        meepled_stack_unref(topped[i]);
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
