/* What the server writes into records, and reads from them. */
#include "server/record.h"
#include "tests/support/server_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static meepled_stack *stack;

static void
setup(void)
{
    meepled_registry *const registry = fixture_registry();
    meepled_error err = { "" };

    stack = meepled_variant_stack(registry, meepled_variant_find(registry, "hunters-gatherers"),
                                  NULL, 0, &err);
    ck_assert_msg(stack != NULL, "%s", err.text);
    meepled_registry_unref(registry);
}

static void
teardown(void)
{
    meepled_stack_unref(stack);
}

START_TEST(options_say_who_begins_and_every_option_of_the_variant)
{
    struct store_game record = { 0 };
    meepled_setting settings[4];
    char text[] = "first-player=random\nriver=yes\nmeeples=7\n";

    record.options = record_options(stack, 3);
    ck_assert_str_eq(record.options,
                     "first-player=3\npoints-forest-piece=2\npoints-mushrooms=2\n"
                     "points-river-piece=1\npoints-fish=1\npoints-hut-fish=1\npoints-animal=2\n");
    ck_assert_uint_eq(record_first_player(&record), 3);
    free(record.options);
    record.options = record_options(stack, MEEPLED_NONE8);
    ck_assert_uint_eq(record_first_player(&record), MEEPLED_NONE8);
    store_game_clear(&record);
    ck_assert_uint_eq(record_first_player(&record), MEEPLED_NONE8);
    ck_assert_uint_eq(record_settings(text, settings, 4), 2);
    ck_assert_str_eq(settings[0].name, "river");
    ck_assert_str_eq(settings[0].value, "yes");
    ck_assert_str_eq(settings[1].name, "meeples");
    ck_assert_str_eq(settings[1].value, "7");
}
END_TEST

START_TEST(layers_are_compared_by_name)
{
    struct store_game record = { .rules = record_rules(stack) };
    meepled_error err = { "" };

    ck_assert_uint_eq(strspn(record.rules, "hunters-gatherers 1.0.0 0123456789abcdef"),
                      strlen("hunters-gatherers 1.0.0 \n") + 2 * MEEPLED_CODE - 1);
    ck_assert(record_layers_same(&record, stack, &err));
    record_set(&record.rules, "hunters-gatherers 9.9\n");
    ck_assert(record_layers_same(&record, stack, &err));
    record_set(&record.rules, "hunters-gatherers 1.0.0\nnothing 1.0\n");
    ck_assert(!record_layers_same(&record, stack, &err));
    ck_assert_str_eq(err.text, "layer 2 was \"nothing\", now it is \"\"");
    record_set(&record.rules, NULL);
    ck_assert(!record_layers_same(&record, stack, &err));
    store_game_clear(&record);
}
END_TEST

START_TEST(codes_come_back_as_they_went)
{
    struct store_game record = { .rules = record_rules(stack) };
    uint8_t codes[2 * MEEPLED_CODE];

    ck_assert_uint_eq(record_codes(&record, codes, 2), 1);
    ck_assert_mem_eq(codes, meepled_stack_layer(stack, 0).code, MEEPLED_CODE);
    ck_assert_uint_eq(record_codes(&record, codes, 0), 0);
    store_game_clear(&record);
}
END_TEST

START_TEST(a_record_without_a_code_for_every_layer_has_none)
{
    static const char *const texts[] = {
        "carcassonne 1.0.0\n", /* as it was written before there were any */
        "carcassonne 1.0.0 0123\n",
        "carcassonne 1.0.0 g123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n",
        "a 1.0 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\nb 1.0\n",
        "",
    };
    struct store_game record = { .rules = NULL };
    uint8_t codes[2 * MEEPLED_CODE];

    ck_assert_uint_eq(record_codes(&record, codes, 2), 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        record_set(&record.rules, texts[i]);
        ck_assert_uint_eq(record_codes(&record, codes, 2), 0);
    }
    store_game_clear(&record);
}
END_TEST

START_TEST(decks_come_back_as_they_went)
{
    const uint16_t tiles[] = { 5, 3, 5, 0 };
    const meepled_deck decks[] = { { .pile = 1, .tiles = tiles, .count = 4 }, { .pile = 0 } };
    meepled_deck out[MEEPLED_PILES_MAX];
    meepled_error err = { "" };
    uint16_t *read;
    size_t count;
    char *const text = record_decks(stack, decks, 2);

    ck_assert_int_eq(record_read_decks(text, stack, out, &count, &read, &err), MEEPLED_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(out[0].pile, 1);
    ck_assert_uint_eq(out[0].count, 4);
    ck_assert_mem_eq(out[0].tiles, tiles, sizeof tiles);
    ck_assert_uint_eq(out[1].pile, 0);
    ck_assert_uint_eq(out[1].count, 0);
    free(read);
    ck_assert_int_eq(record_read_decks(NULL, stack, out, &count, &read, &err), MEEPLED_OK);
    ck_assert_uint_eq(count, 0);
    ck_assert_int_eq(record_read_decks("cellar\n", stack, out, &count, &read, &err),
                     MEEPLED_ECONFIG);
    free(read);
    ck_assert_int_eq(record_read_decks("main X-1\n", stack, out, &count, &read, &err),
                     MEEPLED_ECONFIG);
    free(read);
    ck_assert_int_eq(record_read_decks("main\nmain\nmain\nmain\nmain\nmain\nmain\nmain\nmain\n",
                                       stack, out, &count, &read, &err),
                     MEEPLED_ECONFIG);
    free(read);
    free(text);
}
END_TEST

static void
seat(struct store_game *record, int i, const char *name)
{
    record->seats[i].taken = record->seats[i].has_token = true;
    record_set(&record->seats[i].name, name);
    memset(record->seats[i].token_hash, i + 1, STORE_HASH);
}

START_TEST(closing_up_keeps_the_order_and_follows_the_first_player)
{
    /* taken seats of five, wished first player, first player then */
    static const struct {
        const char *taken;
        uint8_t wished, then;
    } cases[] = { { "13", 0, 0 }, { "13", 1, 0 },    { "13", 2, 1 },
                  { "13", 4, 0 }, { "01234", 4, 4 }, { "24", MEEPLED_NONE8, MEEPLED_NONE8 } };

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct store_game record = { .seat_count = 5 };
        struct store_game copy;

        record.options = record_options(stack, cases[c].wished);
        for (const char *t = cases[c].taken; *t; t++)
            seat(&record, *t - '0', t);
        ck_assert(record_copy(&copy, &record));
        ck_assert_uint_eq(record_taken(&copy), strlen(cases[c].taken));
        ck_assert(record_close_up(&copy, stack));
        ck_assert_uint_eq(copy.seat_count, strlen(cases[c].taken));
        for (size_t i = 0; cases[c].taken[i]; i++) {
            ck_assert_str_eq(copy.seats[i].name, cases[c].taken + i);
            ck_assert_int_eq(copy.seats[i].token_hash[0], cases[c].taken[i] - '0' + 1);
        }
        ck_assert_uint_eq(record_first_player(&copy), cases[c].then);
        store_game_clear(&copy);
        ck_assert_uint_eq(record.seat_count, 5); /* the copy was one */
        store_game_clear(&record);
    }
}
END_TEST

START_TEST(a_game_begins_in_the_version_of_its_last_change_but_a_resignation)
{
    struct store_game record = { .changes = 4, .status = STORE_OPEN };

    ck_assert_uint_eq(record_start_version(&record), 0);
    record.players = 2;
    record.status = STORE_PLAYING;
    ck_assert_uint_eq(record_start_version(&record), 4);
    record.status = STORE_FINISHED;
    ck_assert_uint_eq(record_start_version(&record), 4);
    record.status = STORE_ABORTED;
    ck_assert_uint_eq(record_start_version(&record), 3);
}
END_TEST

static Suite *
record_suite(void)
{
    Suite *const suite = suite_create("record");
    TCase *const tcase = tcase_create("record");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, options_say_who_begins_and_every_option_of_the_variant);
    tcase_add_test(tcase, layers_are_compared_by_name);
    tcase_add_test(tcase, codes_come_back_as_they_went);
    tcase_add_test(tcase, a_record_without_a_code_for_every_layer_has_none);
    tcase_add_test(tcase, decks_come_back_as_they_went);
    tcase_add_test(tcase, closing_up_keeps_the_order_and_follows_the_first_player);
    tcase_add_test(tcase, a_game_begins_in_the_version_of_its_last_change_but_a_resignation);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(record_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
