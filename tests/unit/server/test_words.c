/* Words of actions: every listed action survives the way through its words, every word that is
 * nobody's is refused by the rule that says what is allowed. */
#include "server/words.h"
#include "tests/support/server_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static meepled_stack *stack;
static meepled_game *g;

static void
setup(void)
{
    meepled_registry *const registry = fixture_registry();
    const meepled_game_params params = { .players = 2, .first = 0, .seed = { 7 } };
    meepled_error err = { "" };

    stack = meepled_variant_stack(registry, meepled_variant_find(registry, "hunters-gatherers"),
                                  NULL, 0, &err);
    ck_assert_msg(stack != NULL, "%s", err.text);
    ck_assert_msg(meepled_game_new(stack, &params, NULL, &g, &err) == MEEPLED_OK, "%s", err.text);
    meepled_registry_unref(registry);
}

static void
teardown(void)
{
    meepled_game_free(g);
    meepled_stack_unref(stack);
}

static void
ck_refused(uint8_t seat, const struct server_action_words *words, meepled_refusal what)
{
    meepled_action action;
    const char *const rule = words_read(g, seat, words, &action);

    ck_assert_ptr_nonnull(rule);
    ck_assert_str_eq(rule, meepled_stack_refusal(stack, what));
}

static void
apply_first(uint8_t type)
{
    meepled_action actions[512];
    const size_t count = meepled_actions(g, actions, 512);

    for (size_t i = 0; i < count; i++)
        if (actions[i].type == type) {
            ck_assert_int_eq(
                meepled_apply(g, meepled_turn_get(g).decides, &actions[i], NULL, NULL, NULL),
                MEEPLED_OK);
            return;
        }
    ck_abort_msg("no action of type %u", type);
}

START_TEST(every_listed_action_comes_back_from_its_words)
{
    const struct server_game view = { .stack = stack, .game = g };
    meepled_action listed[2048], read;
    unsigned seen = 0;

    for (unsigned turn = 0; meepled_turn_get(g).phase != MEEPLED_OVER; turn++) {
        const size_t count = meepled_actions(g, listed, 2048);

        for (unsigned i = 0; i < count; i++) {
            struct fixture_words words;
            char as_listed[MEEPLED_ACTION_TEXT], as_read[MEEPLED_ACTION_TEXT];
            int seat;

            ck_assert(fixture_action(&view, i, &seat, &words));
            ck_assert_ptr_null(words_read(g, (uint8_t)seat, &words.words, &read));
            meepled_action_format(g, &listed[i], as_listed);
            meepled_action_format(g, &read, as_read);
            ck_assert_str_eq(as_listed, as_read);
            seen |= 1u << listed[i].type;
        }
        ck_assert_int_eq(meepled_apply(g, meepled_turn_get(g).decides, &listed[turn * 7 % count],
                                       NULL, NULL, NULL),
                         MEEPLED_OK);
    }
    ck_assert_uint_eq(seen,
                      1u << MEEPLED_PLACE_TILE | 1u << MEEPLED_PLACE_FIGURE | 1u << MEEPLED_PASS);
    ck_refused(0, &(struct server_action_words){ .type = "pass" }, MEEPLED_REFUSE_OVER);
}
END_TEST

START_TEST(a_word_nobody_knows_is_refused_by_the_rule_for_it)
{
    const char *const tile = meepled_tile_id(g, meepled_offered(g, &(size_t){ 0 })[0]);

    ck_refused(1, &(struct server_action_words){ .type = "place-tile", .tile = tile },
               MEEPLED_REFUSE_PLAYER);
    ck_refused(0, &(struct server_action_words){ .type = "fly" }, MEEPLED_REFUSE_PHASE);
    ck_refused(0, &(struct server_action_words){ .type = "place-tile", .tile = "HG-999" },
               MEEPLED_REFUSE_TILE);
    ck_refused(0, &(struct server_action_words){ .type = "place-tile" }, MEEPLED_REFUSE_TILE);
    ck_refused(0,
               &(struct server_action_words){ .type = "place-tile", .tile = tile, .rotation = 45 },
               MEEPLED_REFUSE_SIDES);
    ck_refused(0,
               &(struct server_action_words){ .type = "place-tile", .tile = tile, .rotation = 360 },
               MEEPLED_REFUSE_SIDES);
    ck_refused(0, &(struct server_action_words){ .type = "choose", .choice = "nothing" },
               MEEPLED_REFUSE_CHOICE);
    ck_refused(0,
               &(struct server_action_words){
                   .type = "place-figure", .figure = "member", .zone = "meadow-1" },
               MEEPLED_REFUSE_PHASE);
}
END_TEST

START_TEST(a_figure_goes_on_the_tile_just_placed_unless_a_cell_is_named)
{
    apply_first(MEEPLED_PLACE_TILE);
    const meepled_place place = meepled_board_get(g, meepled_turn_get(g).slot).place;
    struct server_action_words words = { .type = "place-figure", .figure = "member" };
    meepled_action action;

    words.zone = meepled_zone_name(g, meepled_zone_first(g, meepled_turn_get(g).slot));
    ck_assert_ptr_null(words_read(g, 0, &words, &action));
    ck_assert_int_eq(action.x, place.x);
    ck_assert_int_eq(action.y, place.y);
    words.zone = "volcano-1";
    ck_refused(0, &words, MEEPLED_REFUSE_ZONE);
    words.zone = NULL;
    ck_refused(0, &words, MEEPLED_REFUSE_ZONE);
    words.has_cell = true;
    words.x = 99;
    ck_refused(0, &words, MEEPLED_REFUSE_OTHER);
    words.with = "shadow";
    ck_refused(0, &words, MEEPLED_REFUSE_COMPANION);
    words.figure = "dragon";
    ck_refused(0, &words, MEEPLED_REFUSE_SUPPLY);
    words = (struct server_action_words){ .type = "retrieve-figure", .figure = "member" };
    ck_refused(0, &words, MEEPLED_REFUSE_RETRIEVE);
}
END_TEST

static Suite *
words_suite(void)
{
    Suite *const suite = suite_create("words");
    TCase *const tcase = tcase_create("words");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, every_listed_action_comes_back_from_its_words);
    tcase_add_test(tcase, a_word_nobody_knows_is_refused_by_the_rule_for_it);
    tcase_add_test(tcase, a_figure_goes_on_the_tile_just_placed_unless_a_cell_is_named);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(words_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
