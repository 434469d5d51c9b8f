#include "fixture.h"

START_TEST(every_status_has_its_name)
{
    static const char *const names[] = { "open", "playing", "finished", "aborted", "frozen" };

    for (int i = STORE_OPEN; i <= STORE_FROZEN; i++)
        ck_assert_str_eq(store_status_name((enum store_game_status)i), names[i]);
}
END_TEST

START_TEST(closing_and_freeing_nothing_is_allowed)
{
    store_close(NULL);
    store_actions_free(NULL, 0);
}
END_TEST

START_TEST(a_cleared_game_is_all_zero)
{
    struct store_game game = { .key = 7, .id = "x", .changes = 3, .seat_count = 1 };
    static const struct store_game zero;

    game.variant = strdup("v");
    game.options = strdup("o");
    game.rules = strdup("r");
    game.decks = strdup("d");
    game.reason = strdup("why");
    game.seats[MEEPLED_PLAYERS_MAX - 1].name = strdup("n");
    game.seats[0].colour = strdup("c");
    game.seats[0].bot = strdup("b");
    store_game_clear(&game);
    ck_assert_ptr_null(game.variant);
    ck_assert_ptr_null(game.seats[0].bot);
    ck_assert_int_eq(game.key, zero.key);
    ck_assert_uint_eq(game.changes, 0);
    store_game_clear(&game); /* once more does no harm */
}
END_TEST

START_TEST(a_failure_says_why_and_returns_its_status)
{
    ck_assert_int_eq(store_fail(&error, STORE_NEWER, "schema %d, %s", 3, "two"), STORE_NEWER);
    ck_assert_str_eq(error.text, "schema 3, two");
    ck_assert_int_eq(store_fail(NULL, STORE_FAILED, "nobody listens"), STORE_FAILED);
}
END_TEST

START_TEST(a_message_too_long_is_cut)
{
    char text[3 * sizeof error.text];

    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    ck_assert_int_eq(store_fail(&error, STORE_FAILED, "%s", text), STORE_FAILED);
    ck_assert_uint_eq(strlen(error.text), sizeof error.text - 1);
}
END_TEST

int
main(void)
{
    return RUN_CASE("store", 10, every_status_has_its_name, closing_and_freeing_nothing_is_allowed,
                    a_cleared_game_is_all_zero, a_failure_says_why_and_returns_its_status,
                    a_message_too_long_is_cut);
}
