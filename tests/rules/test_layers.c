/* House rules on top of Hunters and Gatherers: each amends one thing and leaves the rest alone. */
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { FOREST = 0, GAMES = 12 };

/* ---- the house rules ---- */

/* Two-piece forests are worth half. */
static int32_t
value_small(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    const int32_t points = meepled_below_value(self, g, region, final);

    return meepled_region_kind(g, region) == FOREST && meepled_region_zones(g, region) == 2
               ? points / 2
               : points;
}

static int32_t
value_plus_one(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    return meepled_below_value(self, g, region, final) + 1;
}

static int32_t
value_double(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    return 2 * meepled_below_value(self, g, region, final);
}

/* Nobody builds east of the start tile. */
static const char *
veto_west(const meepled_layer *self, const meepled_game *g, const meepled_place *place)
{
    return place->x > 0 ? "WW-1" : meepled_below_veto(self, g, place);
}

/* A bonus part has no tile, so it lapses. */
static meepled_status
offer_no_bonus(const meepled_layer *self, meepled_game *g)
{
    return meepled_turn_get(g).bonus ? MEEPLED_OK : meepled_below_offer(self, g);
}

#define LAYER(plugin, layer_name, ...)                                                             \
    static const meepled_hooks plugin##_hooks = { __VA_ARGS__ };                                   \
    static const meepled_plugin plugin = {                                                         \
        .abi = MEEPLED_ABI,                                                                        \
        .hooks_size = sizeof plugin##_hooks,                                                       \
        .name = layer_name,                                                                        \
        .version = "1.0.0",                                                                        \
        .summary = "a house rule of the tests",                                                    \
        .license = "MIT",                                                                          \
        .hooks = &plugin##_hooks,                                                                  \
    }

LAYER(small, "small-forest", .value = value_small);
LAYER(plus_one, "plus-one", .value = value_plus_one);
LAYER(twice, "double", .value = value_double);
LAYER(west, "westward", .veto = veto_west);
LAYER(no_bonus, "no-bonus", .offer = offer_no_bonus);

/* ---- playing ---- */

static meepled_action actions[RANDOM_ACTIONS_MAX];

static meepled_stack *
stack_of(const meepled_plugin *first, const meepled_plugin *second)
{
    const meepled_plugin *const plugins[] = { &plugin_hunters_gatherers, first, second };

    return position_stack(plugins, second != NULL ? 3 : first != NULL ? 2 : 1, "hunters-gatherers");
}

static meepled_game *
new_game(meepled_stack *stack, struct dice dice)
{
    meepled_game_params params = { .players = 3, .first = 0 };
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
    meepled_error err = { "refused" };

    events->count = 0;
    if (meepled_apply(g, meepled_turn_get(g).decides, action, events, NULL, &err) != MEEPLED_OK)
        ck_abort_msg("%s", err.text);
}

/* Play the same actions on two stacks; `expect` says what the second makes of an event's points. */
static void
compare(meepled_stack *plain, meepled_stack *ruled, int32_t expect(const meepled_event *, int32_t))
{
    static meepled_event list[2][RANDOM_EVENTS_MAX];
    unsigned scored = 0;

    for (unsigned game = 0; game < GAMES; game++) {
        struct dice dice = { game };
        meepled_game *g = new_game(plain, dice), *other = new_game(ruled, dice);

        while (meepled_turn_get(g).phase != MEEPLED_OVER) {
            const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);
            const meepled_action action = actions[random_choice(&dice, g, actions, count, true)];
            meepled_events events[2] = { { list[0], RANDOM_EVENTS_MAX, 0 },
                                         { list[1], RANDOM_EVENTS_MAX, 0 } };

            apply(g, &action, &events[0]);
            apply(other, &action, &events[1]);
            ck_assert_uint_eq(events[0].count, events[1].count);
            for (size_t i = 0; i < events[0].count; i++) {
                const meepled_event *e = &list[0][i];

                if (e->type != list[1][i].type)
                    ck_abort_msg("other events follow");
                for (uint8_t p = 0; p < 3 && e->type == MEEPLED_REGION_SCORED; p++) {
                    if (e->strength[p] == 0 || (e->points[p] == 0 && list[1][i].points[p] == 0))
                        continue;
                    ck_assert_int_eq(list[1][i].points[p], expect(e, e->points[p]));
                    scored++;
                }
            }
        }
        meepled_game_free(g);
        meepled_game_free(other);
    }
    ck_assert_uint_gt(scored, 3 * GAMES);
    meepled_stack_unref(plain);
    meepled_stack_unref(ruled);
}

static int32_t
halved_when_small(const meepled_event *e, int32_t points)
{
    return e->word == FOREST && e->zones == 2 ? points / 2 : points;
}

static int32_t
one_more_then_doubled(const meepled_event *e, int32_t points)
{
    (void)e;
    return 2 * (points + 1);
}

static int32_t
doubled_then_one_more(const meepled_event *e, int32_t points)
{
    (void)e;
    return 2 * points + 1;
}

START_TEST(a_layer_on_value_amends_the_base_and_leaves_the_rest)
{
    compare(stack_of(NULL, NULL), stack_of(&small, NULL), halved_when_small);
}
END_TEST

START_TEST(two_layers_on_one_hook_compose_in_the_order_written)
{
    compare(stack_of(NULL, NULL), stack_of(&plus_one, &twice), one_more_then_doubled);
    compare(stack_of(NULL, NULL), stack_of(&twice, &plus_one), doubled_then_one_more);
}
END_TEST

START_TEST(a_veto_takes_places_off_the_list_and_refuses_under_its_own_number)
{
    meepled_stack *stack = stack_of(&west, NULL);
    struct dice dice = { 5 };
    meepled_game *g = new_game(stack, dice);
    static meepled_event list[RANDOM_EVENTS_MAX];
    meepled_events events = { list, RANDOM_EVENTS_MAX, 0 };
    unsigned refused = 0;

    while (meepled_turn_get(g).phase != MEEPLED_OVER) {
        const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);
        size_t offered;
        const uint16_t *offer = meepled_offered(g, &offered);

        for (size_t i = 0; i < count; i++)
            ck_assert(actions[i].type != MEEPLED_PLACE_TILE || actions[i].x <= 0);
        for (uint16_t turned = 0; offered > 0 && turned < 360; turned = (uint16_t)(turned + 90)) {
            const meepled_action east = {
                .type = MEEPLED_PLACE_TILE, .tile = offer[0], .x = 1, .turned = turned
            };
            const char *rule = meepled_refuses(g, meepled_turn_get(g).decides, &east);

            ck_assert_ptr_nonnull(rule);
            refused += strcmp(rule, "WW-1") == 0;
        }
        const meepled_action action = actions[random_choice(&dice, g, actions, count, false)];
        apply(g, &action, &events);
    }
    ck_assert_uint_gt(refused, 0);
    meepled_game_free(g);
    meepled_stack_unref(stack);
}
END_TEST

START_TEST(a_part_without_a_tile_lapses_and_the_game_goes_on)
{
    meepled_stack *stack = stack_of(&no_bonus, NULL);
    static meepled_event list[RANDOM_EVENTS_MAX];
    meepled_events events = { list, RANDOM_EVENTS_MAX, 0 };

    for (unsigned game = 0; game < GAMES; game++) {
        struct dice dice = { game };
        meepled_game *g = new_game(stack, dice);

        while (meepled_turn_get(g).phase != MEEPLED_OVER) {
            const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);
            const meepled_action action = actions[random_choice(&dice, g, actions, count, true)];

            ck_assert(!meepled_turn_get(g).bonus);
            apply(g, &action, &events);
        }
        ck_assert_uint_eq(meepled_pile_left(g, 1), 12);
        ck_assert_uint_eq(meepled_pile_left(g, 0), 0);
        meepled_game_free(g);
    }
    meepled_stack_unref(stack);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("layers");
    TCase *layers = tcase_create("hunters-gatherers");

    tcase_set_timeout(layers, 0);
    tcase_add_test(layers, a_layer_on_value_amends_the_base_and_leaves_the_rest);
    tcase_add_test(layers, two_layers_on_one_hook_compose_in_the_order_written);
    tcase_add_test(layers, a_veto_takes_places_off_the_list_and_refuses_under_its_own_number);
    tcase_add_test(layers, a_part_without_a_tile_lapses_and_the_game_goes_on);
    suite_add_tcase(suite, layers);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
