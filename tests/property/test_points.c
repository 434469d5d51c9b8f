/* Points that are options: said as printed they change nothing, and every game's scores grow with
 * them while its course stays the same. */
#include <meepled/registry.h>

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTIONS_MAX = 2048, FACTOR = 2, TEXT = 16 };

static meepled_registry *registry;
static meepled_report *mistakes, *skipped;
static meepled_action actions[ACTIONS_MAX];

static const char *const names[] = { "hunters-gatherers", "carcassonne", "carcassonne-river",
                                     "traders-builders", "discoverers" };

static void
set_up(void)
{
    const char *const build = getenv("MEEPLED_BUILD");
    char plugins[400];

    snprintf(plugins, sizeof plugins, "%s/plugins", build ? build : "build");
    mistakes = meepled_report_new();
    skipped = meepled_report_new();
    registry = meepled_registry_open(&(meepled_registry_paths){ .plugins = plugins,
                                                                .tilesets = "conf/tilesets",
                                                                .variants = "conf/variants" },
                                     mistakes, skipped);
    ck_assert_ptr_nonnull(registry);
    ck_assert_uint_eq(meepled_report_count(mistakes), 0);
}

static void
tear_down(void)
{
    meepled_registry_unref(registry);
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
}

/* The stack of a variant with all its points multiplied; how many there are goes to `*found`. */
static meepled_stack *
stack_times(const char *name, int32_t factor, size_t *found)
{
    static char texts[MEEPLED_OPTIONS_MAX][TEXT];
    const meepled_variant *const v = meepled_variant_find(registry, name);
    meepled_setting settings[MEEPLED_OPTIONS_MAX];
    meepled_error err = { "" };
    size_t count;
    const meepled_option_word *const options = meepled_stack_options(v->stack, &count);

    *found = 0;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(options[i].name, "points-", 7) != 0)
            continue;
        snprintf(texts[i], TEXT, "%d", (int)(factor * meepled_stack_option(v->stack, i)));
        settings[(*found)++] = (meepled_setting){ options[i].name, texts[i] };
    }

    meepled_stack *const stack = meepled_variant_stack(registry, v, settings, *found, &err);

    ck_assert_msg(stack != NULL, "%s", err.text);
    return stack;
}

static uint32_t
next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Play a whole game by `number`; its scores to scores[], a digest of all states when `digest`. */
static size_t
play(meepled_stack *stack, uint32_t number, int32_t *scores, uint8_t digest[MEEPLED_DIGEST])
{
    const meepled_game_params params = { .players = 3,
                                         .first = 0,
                                         .seed = { (uint8_t)number, (uint8_t)(number >> 8) } };
    meepled_game *g = NULL;
    meepled_error err = { "" };
    uint32_t random = number;
    size_t made = 0, count;

    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, &err), MEEPLED_OK);
    memset(digest, 0, MEEPLED_DIGEST);
    while ((count = meepled_actions(g, actions, ACTIONS_MAX)) > 0) {
        const meepled_action action = actions[next_random(&random) % count];
        uint8_t now[MEEPLED_DIGEST];
        const char *rule = NULL;

        ck_assert_int_eq(meepled_apply(g, meepled_turn_get(g).decides, &action, NULL, &rule, &err),
                         MEEPLED_OK);
        meepled_digest(g, now);
        for (size_t i = 0; i < MEEPLED_DIGEST; i++)
            digest[i] = (uint8_t)(digest[i] * 31u + now[i]);
        made++;
    }
    for (uint8_t p = 0; p < 3; p++)
        scores[p] = meepled_score_get(g, p);
    meepled_game_free(g);
    return made;
}

START_TEST(points_said_as_printed_change_no_state)
{
    const meepled_variant *const v = meepled_variant_find(registry, names[_i]);
    size_t found;
    meepled_stack *const said = stack_times(names[_i], 1, &found);

    ck_assert_uint_ge(found, 5);
    for (uint32_t number = 1; number <= 20; number++) {
        int32_t scores[3], usual[3];
        uint8_t a[MEEPLED_DIGEST], b[MEEPLED_DIGEST];

        play(said, number, scores, a);
        play((meepled_stack *)v->stack, number, usual, b);
        ck_assert_mem_eq(a, b, sizeof a);
        ck_assert_mem_eq(scores, usual, sizeof scores);
    }
    meepled_stack_unref(said);
}
END_TEST

START_TEST(scores_grow_with_the_points_and_nothing_else_does)
{
    size_t found;
    int32_t most = 0;
    meepled_stack *const usual = stack_times(names[_i], 1, &found);
    meepled_stack *const doubled = stack_times(names[_i], FACTOR, &found);
    meepled_stack *const none = stack_times(names[_i], 0, &found);

    for (uint32_t number = 1; number <= 20; number++) {
        int32_t once[3], twice[3], zero[3];
        uint8_t digest[MEEPLED_DIGEST];
        const size_t made = play(usual, number, once, digest);

        ck_assert_uint_eq(play(doubled, number, twice, digest), made);
        ck_assert_uint_eq(play(none, number, zero, digest), made);
        for (uint8_t p = 0; p < 3; p++) {
            ck_assert_int_eq(twice[p], FACTOR * once[p]);
            ck_assert_int_eq(zero[p], 0);
            most = once[p] > most ? once[p] : most;
        }
    }
    ck_assert_int_gt(most, 0);
    meepled_stack_unref(usual);
    meepled_stack_unref(doubled);
    meepled_stack_unref(none);
}
END_TEST

/* Each number by itself is somebody's points: set to nothing, some game is worth less. */
START_TEST(every_number_counts_for_something)
{
    const meepled_variant *const v = meepled_variant_find(registry, names[_i]);
    size_t count;
    const meepled_option_word *const options = meepled_stack_options(v->stack, &count);

    for (size_t i = 0; i < count; i++) {
        const meepled_setting off = { options[i].name,
                                      options[i].type == MEEPLED_WORD ? "none" : "0" };
        meepled_error err = { "" };
        bool less = false;

        if (strncmp(off.name, "points-", 7) != 0 && strcmp(off.name, "two-tile-city") != 0)
            continue;
        meepled_stack *const stack = meepled_variant_stack(registry, v, &off, 1, &err);
        ck_assert_msg(stack != NULL, "%s", err.text);
        for (uint32_t number = 1; number <= 200 && !less; number++) {
            int32_t with[3], without[3];
            uint8_t digest[MEEPLED_DIGEST];

            play((meepled_stack *)v->stack, number, with, digest);
            play(stack, number, without, digest);
            for (uint8_t p = 0; p < 3; p++) {
                ck_assert_int_le(without[p], with[p]);
                less = less || without[p] < with[p];
            }
        }
        ck_assert_msg(less, "%s: %s", v->name, off.name);
        meepled_stack_unref(stack);
    }
}
END_TEST

int
main(void)
{
    const int count = (int)(sizeof names / sizeof names[0]);
    Suite *const suite = suite_create("points");
    TCase *const tests = tcase_create("points");

    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, points_said_as_printed_change_no_state, 0, count);
    tcase_add_loop_test(tests, scores_grow_with_the_points_and_nothing_else_does, 0, count);
    tcase_add_loop_test(tests, every_number_counts_for_something, 0, count);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
