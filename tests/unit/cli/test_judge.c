/* The judge of `meeplectl check`: a sound game passes, each broken promise is found and named. */
#include "cli/judge.c"
#include "cli/judge_actions.c"
#include "cli/judge_state.c"
#include "cli/playout.c"

#include "rules/stack.h"
#include "tests/support/position_plugins.h"

#include <check.h>

/* A layer on the skeleton with the hooks of one fault. */
static meepled_stack *
stack_with(const meepled_hooks *hooks, size_t state_size)
{
    static meepled_plugin layer; /* outlives the stack; each test runs in a process of its own */
    meepled_report *report = meepled_report_new();
    struct tileset *set = tileset_read("conf/tilesets/skeleton.ini", report);

    layer = plugin_nothing;
    layer.hooks = hooks;
    layer.state_size = state_size;
    layer.name = "faulty";
    const meepled_plugin *plugins[] = { &plugin_skeleton, &layer };
    const struct tileset *sets[] = { set };
    const struct stack_spec spec = {
        .plugins = plugins,
        .plugin_count = 2,
        .tilesets = sets,
        .tileset_count = 1,
    };
    meepled_stack *stack = set != NULL ? stack_new(&spec, report) : NULL;
    for (size_t i = 0; i < meepled_report_count(report); i++)
        fprintf(stderr, "%s\n", meepled_report_get(report, i));
    ck_assert_ptr_nonnull(stack);
    tileset_free(set);
    meepled_report_free(report);
    return stack;
}

/* The fault found in up to 40 games, "" when there is none. */
static void
verdict(const meepled_hooks *hooks, size_t state_size, meepled_stack *twin, char out[JUDGE_FAULT])
{
    meepled_stack *stack = stack_with(hooks, state_size);
    struct judge *judge = judge_new();
    bool good = true;

    for (uint64_t number = 1; number <= 40 && good; number++) {
        meepled_game_params params = { .players = (uint8_t)(2 + number % 3), .first = 0 };
        struct playout_random random;

        playout_seed(number, params.seed, &random);
        good = judge_game(judge, stack, twin, &params, random);
        ck_assert_int_eq(good, judge->fault[0] == '\0');
    }
    memcpy(out, judge->fault, JUDGE_FAULT);
    judge_free(judge);
    meepled_stack_unref(stack);
}

static void
found(const meepled_hooks *hooks, size_t state_size, const char *words)
{
    char fault[JUDGE_FAULT];

    verdict(hooks, state_size, NULL, fault);
    ck_assert_msg(strstr(fault, words) != NULL, "\"%s\" is not in \"%s\"", words, fault);
}

START_TEST(a_sound_stack_is_good)
{
    static const meepled_hooks hooks = { .setup = NULL };
    meepled_stack *twin = stack_with(&hooks, 0);
    char fault[JUDGE_FAULT];

    verdict(&hooks, 0, twin, fault);
    ck_assert_str_eq(fault, "");
    meepled_stack_unref(twin);
}
END_TEST

static int32_t
value_that_writes(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    unsigned char *state = (unsigned char *)(uintptr_t)meepled_state_read(self, g);

    state[0]++;
    return meepled_below_value(self, g, region, final);
}

START_TEST(a_value_that_changes_the_game_is_found)
{
    static const meepled_hooks hooks = { .value = value_that_writes };

    found(&hooks, 16, "changed the game");
}
END_TEST

static const char *
veto_that_writes(const meepled_layer *self, const meepled_game *g, const meepled_place *place)
{
    unsigned char *state = (unsigned char *)(uintptr_t)meepled_state_read(self, g);

    state[0]++;
    return meepled_below_veto(self, g, place);
}

START_TEST(a_veto_that_changes_the_game_is_found)
{
    static const meepled_hooks hooks = { .veto = veto_that_writes };

    found(&hooks, 16, "changed the game");
}
END_TEST

static void
claim_for_all(const meepled_layer *self, const meepled_game *g, uint16_t region, bool *claims)
{
    (void)self;
    (void)region;
    for (uint8_t p = 0; p < meepled_players(g); p++)
        claims[p] = true;
}

START_TEST(points_without_a_figure_are_found)
{
    static const meepled_hooks hooks = { .claim = claim_for_all };

    found(&hooks, 0, "without a figure there");
}
END_TEST

static meepled_status
resolved_that_loses_a_tile(const meepled_layer *self, meepled_game *g)
{
    meepled_draw(g, 0);
    return meepled_below_resolved(self, g);
}

START_TEST(a_lost_tile_is_found)
{
    static const meepled_hooks hooks = { .resolved = resolved_that_loses_a_tile };
    char fault[JUDGE_FAULT];

    verdict(&hooks, 0, NULL, fault);
    ck_assert_str_ne(fault, "");
}
END_TEST

static unsigned memory_of_its_own;

static meepled_status
resolved_that_remembers(const meepled_layer *self, meepled_game *g)
{
    const meepled_status status = meepled_below_resolved(self, g);

    return status != MEEPLED_OK || ++memory_of_its_own % 7 != 0 ? status
                                                                : meepled_score_add(g, 0, 1, "X-1");
}

START_TEST(memory_outside_the_game_is_found_by_the_replay)
{
    static const meepled_hooks hooks = { .resolved = resolved_that_remembers };

    found(&hooks, 0, "played again: another state after action");
}
END_TEST

static meepled_next_turn
next_for_ever(const meepled_layer *self, const meepled_game *g)
{
    (void)self;
    return (meepled_next_turn){ .player = meepled_turn_get(g).player };
}

static size_t
choices_for_ever(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap)
{
    static unsigned turn;

    (void)self;
    (void)g;
    (void)out;
    (void)cap;
    return turn++ % 2;
}

START_TEST(a_game_without_an_end_is_found)
{
    static const meepled_hooks hooks = { .next = next_for_ever };
    char fault[JUDGE_FAULT];

    verdict(&hooks, 0, NULL, fault);
    ck_assert_str_ne(fault, "");
}
END_TEST

START_TEST(choices_that_change_their_number_are_found)
{
    static const meepled_hooks hooks = { .choices = choices_for_ever };
    char fault[JUDGE_FAULT];

    verdict(&hooks, 0, NULL, fault);
    ck_assert_str_ne(fault, "");
}
END_TEST

static int32_t
value_of_two(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    return meepled_below_value(self, g, region, final) + 2;
}

START_TEST(a_twin_that_behaves_otherwise_is_found)
{
    static const meepled_hooks nothing = { .setup = NULL }, hooks = { .value = value_of_two };
    meepled_stack *twin = stack_with(&nothing, 0);
    char fault[JUDGE_FAULT];

    /* stack_with has one layer for all: the twin was completed before it changes. */
    verdict(&hooks, 0, twin, fault);
    ck_assert_ptr_nonnull(strstr(fault, "with a layer that changes nothing: another state"));
    meepled_stack_unref(twin);
}
END_TEST

START_TEST(random_numbers_are_the_same_everywhere)
{
    struct playout_random random;
    uint8_t seed[MEEPLED_SEED];
    unsigned counts[6] = { 0 };

    random.state = 0;
    ck_assert_uint_eq(playout_next(&random), 0xe220a8397b1dcdafu); /* splitmix64's first from 0 */
    playout_seed(1, seed, &random);
    for (int i = 0; i < 6000; i++)
        counts[playout_below(&random, 6)]++;
    for (int i = 0; i < 6; i++)
        ck_assert(counts[i] > 850 && counts[i] < 1150);
    ck_assert_uint_eq(playout_below(&random, 1), 0);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("judge");
    Suite *suite = suite_create("judge");

    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_sound_stack_is_good);
    tcase_add_test(tcase, a_value_that_changes_the_game_is_found);
    tcase_add_test(tcase, a_veto_that_changes_the_game_is_found);
    tcase_add_test(tcase, points_without_a_figure_are_found);
    tcase_add_test(tcase, a_lost_tile_is_found);
    tcase_add_test(tcase, memory_outside_the_game_is_found_by_the_replay);
    tcase_add_test(tcase, a_game_without_an_end_is_found);
    tcase_add_test(tcase, choices_that_change_their_number_are_found);
    tcase_add_test(tcase, a_twin_that_behaves_otherwise_is_found);
    tcase_add_test(tcase, random_numbers_are_the_same_everywhere);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
