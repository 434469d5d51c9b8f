/* Playing a log again. */
#include "server/replay.h"

#include "server/record.h"
#include "tests/support/server_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { ACTIONS_MAX = 400 };

static meepled_registry *registry;
static meepled_stack *stack;
static struct store_game record;
static struct store_action actions[ACTIONS_MAX];
static size_t count;
static meepled_game *end; /* after all of them */

/* A whole game of Hunters & Gatherers, as the store would have it. */
static void
setup(void)
{
    meepled_action listed[2048], *chosen;
    meepled_error err = { "" };
    unsigned seed = 5;

    registry = fixture_registry();
    stack = meepled_variant_stack(registry, meepled_variant_find(registry, "hunters-gatherers"),
                                  NULL, 0, &err);
    record = (struct store_game){ .players = 5, .seat_count = 5, .changes = 3, .seed = { 9 } };
    record.status = STORE_FINISHED;
    record.variant = strdup("hunters-gatherers");
    record.options = record_options(stack, 2);
    record.rules = record_rules(stack);
    meepled_stack_tiles_digest(stack, record.tiles_digest);
    ck_assert_int_eq(replay_begin(stack, &record, NULL, &end, &err), MEEPLED_OK);
    ck_assert_int_eq(meepled_turn_get(end).player, 2);
    for (count = 0; meepled_turn_get(end).phase != MEEPLED_OVER; count++) {
        struct store_action *const stored = &actions[count];
        char text[MEEPLED_ACTION_TEXT];

        seed = seed * 1103515245u + 12345u;
        chosen = &listed[(seed >> 16) % meepled_actions(end, listed, 2048)];
        meepled_action_format(end, chosen, text);
        *stored = (struct store_action){ .seq = (uint32_t)count + 1,
                                         .seat = meepled_turn_get(end).decides,
                                         .text = strdup(text) };
        ck_assert_int_eq(meepled_apply(end, stored->seat, chosen, NULL, NULL, &err), MEEPLED_OK);
        meepled_digest(end, stored->digest);
    }
}

static void
teardown(void)
{
    for (size_t i = 0; i < count; i++)
        free(actions[i].text);
    store_game_clear(&record);
    meepled_game_free(end);
    meepled_stack_unref(stack);
    meepled_registry_unref(registry);
}

struct heard {
    uint32_t next; /* version expected */
    uint32_t events, most;
};

static void
hear(void *context, uint32_t version, const meepled_game *game, const meepled_events *events)
{
    struct heard *const heard = context;

    ck_assert_uint_eq(version, heard->next++);
    ck_assert_uint_le(events->count, events->cap); /* all of them are here */
    heard->events += (uint32_t)events->count;
    if (events->count > heard->most)
        heard->most = (uint32_t)events->count;
    ck_assert_uint_eq(meepled_event_count(game), heard->events); /* each once */
}

START_TEST(a_replay_gives_the_same_state_and_every_event_once)
{
    struct heard heard = { .next = 3 };
    meepled_game *g;
    meepled_error err = { "" };
    size_t agreed;

    ck_assert_msg(replay_run(stack, &record, actions, count, hear, &heard, &g, &agreed, &err) ==
                      MEEPLED_OK,
                  "%s", err.text);
    ck_assert_uint_eq(agreed, count);
    ck_assert_uint_eq(heard.next, 3 + count + 1);
    ck_assert_uint_gt(heard.most, REPLAY_EVENTS); /* so that growing was needed */
    ck_assert_uint_eq(meepled_game_size(g), meepled_game_size(end));
    uint8_t a[MEEPLED_DIGEST], b[MEEPLED_DIGEST];

    meepled_digest(g, a);
    meepled_digest(end, b);
    ck_assert_mem_eq(a, b, sizeof a);
    meepled_game_free(g);
}
END_TEST

START_TEST(the_first_difference_is_named_and_the_state_before_it_given)
{
    meepled_game *g;
    meepled_error err = { "" };
    uint8_t digest[MEEPLED_DIGEST];
    size_t agreed;

    actions[30].digest[0] ^= 1;
    ck_assert_int_eq(replay_run(stack, &record, actions, count, NULL, NULL, &g, &agreed, &err),
                     MEEPLED_EBROKEN);
    ck_assert_uint_eq(agreed, 30);
    ck_assert_ptr_nonnull(strstr(err.text, "action 31 "));
    meepled_digest(g, digest);
    ck_assert_mem_eq(digest, actions[29].digest, sizeof digest);
    meepled_game_free(g);
}
END_TEST

START_TEST(a_set_up_that_is_not_accepted_any_more_gives_no_state)
{
    meepled_game *g = end;
    meepled_error err = { "" };
    size_t agreed;

    record.decks = strdup("main HG-999\n");
    ck_assert_int_eq(replay_run(stack, &record, actions, count, NULL, NULL, &g, &agreed, &err),
                     MEEPLED_EBROKEN);
    ck_assert_ptr_null(g);
    ck_assert_uint_eq(agreed, 0);
    ck_assert_ptr_nonnull(strstr(err.text, "HG-999"));
}
END_TEST

START_TEST(the_stack_of_a_record_is_found_or_the_reason_why_not)
{
    meepled_error err = { "" };
    meepled_stack *const found = replay_stack(registry, &record, &err);

    ck_assert_ptr_nonnull(found);
    meepled_stack_unref(found);
    record_set(&record.options, "first-player=random\nriver=yes\n");
    ck_assert_ptr_null(replay_stack(registry, &record, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "river"));
}
END_TEST

static Suite *
replay_suite(void)
{
    Suite *const suite = suite_create("replay");
    TCase *const tcase = tcase_create("replay");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_replay_gives_the_same_state_and_every_event_once);
    tcase_add_test(tcase, the_first_difference_is_named_and_the_state_before_it_given);
    tcase_add_test(tcase, a_set_up_that_is_not_accepted_any_more_gives_no_state);
    tcase_add_test(tcase, the_stack_of_a_record_is_found_or_the_reason_why_not);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(replay_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
