/* A stack three layers deep: Carcassonne, Traders and Builders, and a layer of the tests that says
 * when it is called.  Events show that each hook runs from the top down and back up. */
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* ---- the witness: a point to seat 0 before the layers below act and one after ---- */

#define WITNESS(hook, parameters, call)                                                            \
    static meepled_status hook parameters                                                          \
    {                                                                                              \
        meepled_status status = meepled_score_add(g, 0, 1, "above-" #hook);                        \
        if (status == MEEPLED_OK)                                                                  \
            status = meepled_below_##hook call;                                                    \
        return status == MEEPLED_OK ? meepled_score_add(g, 0, 1, "after-" #hook) : status;         \
    }

WITNESS(placed, (const meepled_layer *self, meepled_game *g, uint16_t slot), (self, g, slot))
WITNESS(deployed, (const meepled_layer *self, meepled_game *g, uint16_t figure), (self, g, figure))
WITNESS(completed, (const meepled_layer *self, meepled_game *g, uint16_t region), (self, g, region))
WITNESS(resolved, (const meepled_layer *self, meepled_game *g), (self, g))
WITNESS(choose, (const meepled_layer *self, meepled_game *g, uint8_t choice), (self, g, choice))
WITNESS(offer, (const meepled_layer *self, meepled_game *g), (self, g))
WITNESS(final, (const meepled_layer *self, meepled_game *g), (self, g))

static const meepled_hooks witness_hooks = {
    .offer = offer,
    .placed = placed,
    .deployed = deployed,
    .completed = completed,
    .resolved = resolved,
    .choose = choose,
    .final = final,
};

static const meepled_plugin witness = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof witness_hooks,
    .name = "witness",
    .version = "1.0.0",
    .summary = "says when it is called",
    .license = "MIT",
    .hooks = &witness_hooks,
};

/* ---- a layer below that asks something itself: a choice while a meeple may be deployed ---- */

static const meepled_choice_word waves[] = { { "wave", "Wave", NULL }, { .name = NULL } };
static const meepled_vocabulary waver_words = { .choices = waves };

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    return meepled_choice(self, "wave", conf, err);
}

static size_t
wave_choices(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap)
{
    const bool open = meepled_turn_get(g).phase == MEEPLED_FIGURE;

    if (open && cap > 0)
        out[0] = *(const uint8_t *)meepled_conf(self);
    return open;
}

static meepled_status
wave_choose(const meepled_layer *self, meepled_game *g, uint8_t choice)
{
    return choice == *(const uint8_t *)meepled_conf(self)
               ? meepled_score_add(g, meepled_turn_get(g).player, 1, "waved")
               : MEEPLED_EBROKEN;
}

static const meepled_hooks waver_hooks = { .choices = wave_choices, .choose = wave_choose };

static const meepled_plugin waver = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof waver_hooks,
    .name = "waver",
    .version = "1.0.0",
    .summary = "players may wave",
    .license = "MIT",
    .words = &waver_words,
    .conf_size = 1,
    .configure = configure,
    .hooks = &waver_hooks,
};

static meepled_stack *
stack_of(const meepled_plugin *const *plugins, size_t count)
{
    static const char *const tilesets[] = { "carcassonne-base", "traders-builders-c3" };

    return position_stack_sets(plugins, count, tilesets, 2, NULL, 0);
}

static meepled_stack *
three_deep(void)
{
    const meepled_plugin *const plugins[] = { &plugin_carcassonne, &plugin_traders_builders,
                                              &witness };

    return stack_of(plugins, 3);
}

/* ---- playing a city with goods and a pennant to its end ---- */

static meepled_event list[RANDOM_EVENTS_MAX];
static meepled_events events = { list, RANDOM_EVENTS_MAX, 0 };

static void
act(meepled_game *g, const char *text)
{
    meepled_action action;
    meepled_error err = { "" };
    const char *rule = NULL;

    events.count = 0;
    ck_assert_msg(meepled_action_parse(g, text, &action, &err) == MEEPLED_OK, "%s", err.text);
    if (meepled_apply(g, meepled_turn_get(g).decides, &action, &events, &rule, &err) != MEEPLED_OK)
        ck_abort_msg("%s: %s %s", text, rule != NULL ? rule : "", err.text);
}

/* The position of the first event of a type with that rule (NULL: any). */
static size_t
where(meepled_event_type type, const char *rule)
{
    for (size_t i = 0; i < events.count; i++)
        if (list[i].type == type &&
            (rule == NULL || (list[i].rule != NULL && strcmp(list[i].rule, rule) == 0)))
            return i;
    ck_abort_msg("no event %s %s", meepled_event_name((uint8_t)type), rule != NULL ? rule : "");
}

/* These tiles, in this order. */
static meepled_game *
game_with(meepled_stack *stack, const char *const *ids, size_t count)
{
    enum { DECK_MAX = 8 };
    uint16_t tiles[DECK_MAX];
    const meepled_deck deck = { 0, tiles, count };
    const meepled_game_params params = { .players = 2, .decks = &deck, .deck_count = 1 };
    meepled_game *g = NULL;

    for (size_t i = 0; i < count; i++) {
        tiles[i] = meepled_stack_tile_find(stack, ids[i]);
        ck_assert_uint_ne(tiles[i], MEEPLED_NONE);
    }
    ck_assert_int_eq(meepled_game_new(stack, &params, &events, &g, NULL), MEEPLED_OK);
    return g;
}

/* The start tile's city to the north, made longer by a tile with grain and closed by one without.
 */
START_TEST(completed_runs_from_the_top_down_and_back)
{
    static const char *const tiles[] = { "TB-CFc.w", "BA-C", "BA-L" };
    meepled_stack *stack = three_deep();
    meepled_game *g = game_with(stack, tiles, 3);

    act(g, "place TB-CFc.w 0 -1 90");
    ck_assert_uint_lt(where(MEEPLED_POINTS_SCORED, "above-placed"),
                      where(MEEPLED_POINTS_SCORED, "after-placed"));
    act(g, "figure meeple 0 -1 city-1 with builder");
    ck_assert_uint_lt(where(MEEPLED_FIGURE_PLACED, NULL),
                      where(MEEPLED_POINTS_SCORED, "above-deployed"));
    ck_assert_uint_lt(where(MEEPLED_POINTS_SCORED, "after-resolved"),
                      where(MEEPLED_POINTS_SCORED, "above-offer"));
    act(g, "place BA-C 0 -2 180");
    act(g, "pass");
    const size_t above = where(MEEPLED_POINTS_SCORED, "above-completed");
    const size_t base = where(MEEPLED_REGION_SCORED, "CB-30");
    const size_t layer = where(MEEPLED_TOKENS_TAKEN, NULL);
    const size_t after = where(MEEPLED_POINTS_SCORED, "after-completed");
    const size_t resolved_at = where(MEEPLED_POINTS_SCORED, "above-resolved");
    ck_assert_uint_lt(above, base);
    ck_assert_uint_lt(base, layer);
    ck_assert_uint_lt(layer, after);
    ck_assert_uint_lt(after, resolved_at);
    meepled_game_free(g);
    meepled_stack_unref(stack);
}
END_TEST

/* A pig is scored by the layer between, its owner's answer passes the layer above. */
START_TEST(a_decision_of_the_layer_between_passes_the_layer_on_top)
{
    static const char *const tiles[] = { "BA-CFc.p", "BA-C", "BA-L" };
    meepled_stack *stack = three_deep();
    meepled_game *g = game_with(stack, tiles, 3);

    act(g, "place BA-CFc.p 0 -1 90");
    act(g, "figure meeple 0 -1 field-1 with pig");
    act(g, "place BA-C 0 -2 180");
    act(g, "pass");
    ck_assert_uint_lt(where(MEEPLED_POINTS_SCORED, "above-resolved"),
                      where(MEEPLED_POINTS_SCORED, "TB-44"));
    ck_assert_uint_lt(where(MEEPLED_POINTS_SCORED, "TB-44"),
                      where(MEEPLED_POINTS_SCORED, "after-resolved"));
    ck_assert_uint_eq(meepled_turn_get(g).phase, MEEPLED_DECISION);
    ck_assert_uint_eq(meepled_turn_get(g).decides, 0);
    act(g, "choose return-farmer");
    ck_assert_uint_lt(where(MEEPLED_POINTS_SCORED, "above-choose"),
                      where(MEEPLED_FIGURES_RETURNED, NULL));
    ck_assert_uint_lt(where(MEEPLED_FIGURES_RETURNED, NULL),
                      where(MEEPLED_POINTS_SCORED, "after-choose"));
    meepled_game_free(g);
    meepled_stack_unref(stack);
}
END_TEST

/* What is not the layer's to answer goes on to the one below it. */
START_TEST(a_choice_of_a_layer_below_is_passed_on)
{
    static const char *const tiles[] = { "BA-C", "BA-L" };
    const meepled_plugin *const plugins[] = { &plugin_carcassonne, &waver,
                                              &plugin_traders_builders };
    meepled_stack *stack = stack_of(plugins, 3);
    meepled_game *g = game_with(stack, tiles, 2);

    act(g, "place BA-C 0 -1 180");
    act(g, "choose wave");
    ck_assert_int_eq(meepled_score_get(g, 0), 1);
    ck_assert_uint_eq(meepled_turn_get(g).phase, MEEPLED_FIGURE);
    act(g, "pass");
    ck_assert_uint_eq(meepled_turn_get(g).player, 1);
    meepled_game_free(g);
    meepled_stack_unref(stack);
}
END_TEST

/* Features, fields, goods, and the witness around them. */
START_TEST(final_runs_from_the_top_down_and_back)
{
    static const char *const tiles[] = { "TB-CFc.w", "BA-C" };
    meepled_stack *stack = three_deep();
    meepled_game *g = game_with(stack, tiles, 2);

    act(g, "place TB-CFc.w 0 -1 90");
    act(g, "figure meeple 0 -1 field-1");
    act(g, "place BA-C 0 -2 180");
    act(g, "pass");
    ck_assert_uint_lt(where(MEEPLED_POINTS_SCORED, "above-final"),
                      where(MEEPLED_REGION_SCORED, "CB-41"));
    ck_assert_uint_lt(where(MEEPLED_REGION_SCORED, "CB-41"), where(MEEPLED_POINTS_SCORED, "TB-18"));
    ck_assert_uint_lt(where(MEEPLED_POINTS_SCORED, "TB-18"),
                      where(MEEPLED_POINTS_SCORED, "after-final"));
    ck_assert_int_eq(meepled_turn_get(g).phase, MEEPLED_OVER);
    meepled_game_free(g);
    meepled_stack_unref(stack);
}
END_TEST

static const char *
owner_of(const meepled_stack *stack, const char *hook)
{
    for (size_t i = 0; i < meepled_hook_count(); i++)
        if (strcmp(meepled_hook_name(i), hook) == 0)
            return meepled_stack_owner(stack, i);
    ck_abort_msg("no hook %s", hook);
}

START_TEST(the_report_says_who_answers_first)
{
    meepled_stack *stack = three_deep();

    ck_assert_str_eq(owner_of(stack, "completed"), "witness");
    ck_assert_str_eq(owner_of(stack, "choices"), "traders-builders");
    ck_assert_str_eq(owner_of(stack, "value"), "carcassonne");
    ck_assert_str_eq(owner_of(stack, "claim"), "engine");
    /* What an option has switched off has no hook: no River, farmers allowed. */
    ck_assert_str_eq(owner_of(stack, "veto"), "engine");
    meepled_stack_unref(stack);
}
END_TEST

/* The layer asks for what lies below it by name. */
START_TEST(the_layer_needs_carcassonne_below_it)
{
    const meepled_plugin *const wrong[] = { &plugin_skeleton, &plugin_traders_builders };
    meepled_report *report = meepled_report_new();
    const struct stack_spec spec = { .plugins = wrong, .plugin_count = 2 };
    bool said = false;

    ck_assert_ptr_null(stack_new(&spec, report));
    for (size_t i = 0; i < meepled_report_count(report); i++)
        said = said || strcmp(meepled_report_get(report, i),
                              "traders-builders: requires carcassonne below it") == 0;
    ck_assert(said);
    meepled_report_free(report);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("three layers");
    TCase *all = tcase_create("all");

    tcase_add_test(all, completed_runs_from_the_top_down_and_back);
    tcase_add_test(all, a_decision_of_the_layer_between_passes_the_layer_on_top);
    tcase_add_test(all, a_choice_of_a_layer_below_is_passed_on);
    tcase_add_test(all, final_runs_from_the_top_down_and_back);
    tcase_add_test(all, the_report_says_who_answers_first);
    tcase_add_test(all, the_layer_needs_carcassonne_below_it);
    suite_add_tcase(suite, all);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
