#include "fixture.h"

#include "store/sqlite_keys.h"

START_TEST(a_game_is_unknown_until_all_its_keys_are_there)
{
    struct sqlite_keys *keys = sqlite_keys_new();

    ck_assert_int_eq(sqlite_keys_ask(keys, 1, 0, "k"), SQLITE_KEYS_UNKNOWN);
    sqlite_keys_add(keys, 1, 0, "k"); /* of an unknown game: nothing */
    sqlite_keys_begin(keys, 1);
    sqlite_keys_add(keys, 1, 0, "k");
    ck_assert_int_eq(sqlite_keys_ask(keys, 1, 0, "k"), SQLITE_KEYS_UNKNOWN);
    sqlite_keys_end(keys, 1);
    ck_assert_int_eq(sqlite_keys_ask(keys, 1, 0, "k"), SQLITE_KEYS_PERHAPS);
    ck_assert_int_eq(sqlite_keys_ask(keys, 1, 1, "k"), SQLITE_KEYS_NEW);
    ck_assert_int_eq(sqlite_keys_ask(keys, 1, 0, "K"), SQLITE_KEYS_NEW);
    ck_assert_int_eq(sqlite_keys_ask(keys, 2, 0, "k"), SQLITE_KEYS_UNKNOWN);
    sqlite_keys_forget(keys, 2);
    sqlite_keys_forget(keys, 1);
    ck_assert_int_eq(sqlite_keys_ask(keys, 1, 0, "k"), SQLITE_KEYS_UNKNOWN);
    sqlite_keys_free(keys);
    sqlite_keys_free(NULL);
}
END_TEST

START_TEST(many_keys_of_a_game_are_all_remembered)
{
    struct sqlite_keys *keys = sqlite_keys_new();
    char key[32];

    sqlite_keys_begin(keys, 9);
    sqlite_keys_end(keys, 9);
    for (int i = 0; i < 1000; i++) {
        (void)snprintf(key, sizeof key, "request-%d", i);
        ck_assert_int_eq(sqlite_keys_ask(keys, 9, 3, key), SQLITE_KEYS_NEW);
        sqlite_keys_add(keys, 9, 3, key);
        ck_assert_int_eq(sqlite_keys_ask(keys, 9, 3, key), SQLITE_KEYS_PERHAPS);
    }
    sqlite_keys_free(keys);
}
END_TEST

START_TEST(a_game_gives_way_to_one_that_needs_its_slot)
{
    struct sqlite_keys *keys = sqlite_keys_new();
    const int64_t other = 5 + 8192;

    sqlite_keys_begin(keys, 5);
    sqlite_keys_add(keys, 5, 0, "k");
    sqlite_keys_end(keys, 5);
    sqlite_keys_begin(keys, other);
    sqlite_keys_end(keys, other);
    ck_assert_int_eq(sqlite_keys_ask(keys, 5, 0, "k"), SQLITE_KEYS_UNKNOWN);
    ck_assert_int_eq(sqlite_keys_ask(keys, other, 0, "k"), SQLITE_KEYS_NEW);
    sqlite_keys_end(keys, 5); /* too late: it is not its slot any more */
    ck_assert_int_eq(sqlite_keys_ask(keys, 5, 0, "k"), SQLITE_KEYS_UNKNOWN);
    ck_assert_int_eq(sqlite_keys_ask(keys, other, 0, "k"), SQLITE_KEYS_NEW);
    sqlite_keys_free(keys);
}
END_TEST

int
main(void)
{
    return RUN_CASE("sqlite_keys", 10, a_game_is_unknown_until_all_its_keys_are_there,
                    many_keys_of_a_game_are_all_remembered,
                    a_game_gives_way_to_one_that_needs_its_slot);
}
