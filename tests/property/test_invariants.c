/* Random games of every shipped base: what must hold in every position, and that the same seed,
 * settings and actions give the same game, also with a layer that changes nothing on top. */
#include "tests/support/invariant_game.h"
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"

#include <check.h>
#include <stdlib.h>

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

/* C-ALL-04, C-ALL-05, C-ALL-07, C-ALL-08, C-ALL-09, HG-2, HG-3, HG-4, HG-5, HG-13. */
START_TEST(invariants_hold_in_random_games)
{
    const unsigned which = (unsigned)_i / SEATS, players = 2 + (unsigned)_i % SEATS;
    const unsigned games = (random_games(40) + SEATS - 1) / SEATS; /* of each stack together */
    struct dice dice = { (uint64_t)_i + 100 };
    char why[INVARIANT_WHY];

    for (unsigned i = 0; i < games && players <= shipped[which].players_max; i++)
        if (!invariant_game(&dice, stacks[which], topped[which], (uint8_t)players, i % 2 == 1, why))
            ck_abort_msg("%s (%u), %s", shipped[which].tileset, which, why);
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
