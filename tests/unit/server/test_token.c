/* Tokens. */
#include "server/token.h"

#include <check.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

START_TEST(a_token_is_128_bits_in_hexadecimal_and_never_the_same)
{
    char a[SERVER_TOKEN], b[SERVER_TOKEN];
    uint8_t hash[STORE_HASH], again[STORE_HASH];

    token_new(a, hash);
    token_hash(a, again);
    ck_assert_mem_eq(hash, again, sizeof hash);
    ck_assert_uint_eq(strlen(a), 32);
    ck_assert_uint_eq(strspn(a, "0123456789abcdef"), 32);
    token_new(b, again);
    ck_assert_str_ne(a, b);
    ck_assert_mem_ne(hash, again, sizeof hash);
}
END_TEST

START_TEST(a_token_belongs_to_its_seat_to_the_host_or_to_nobody)
{
    struct store_game record = { .seat_count = 3 };
    char host[SERVER_TOKEN], seats[3][SERVER_TOKEN];

    token_new(host, record.host_hash);
    for (int i = 0; i < 3; i++) {
        token_new(seats[i], record.seats[i].token_hash);
        record.seats[i].has_token = true;
    }
    ck_assert_int_eq(token_owner(&record, host), SERVER_HOST);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(token_owner(&record, seats[i]), i);
    seats[0][31] ^= 1;
    ck_assert_int_eq(token_owner(&record, seats[0]), SERVER_NOBODY);
    ck_assert_int_eq(token_owner(&record, ""), SERVER_NOBODY);
    record.seats[1].has_token = false;
    ck_assert_int_eq(token_owner(&record, seats[1]), SERVER_NOBODY);
    record.seat_count = 2; /* a seat that was closed up */
    ck_assert_int_eq(token_owner(&record, seats[2]), SERVER_NOBODY);
}
END_TEST

static Suite *
token_suite(void)
{
    Suite *const suite = suite_create("token");
    TCase *const tcase = tcase_create("token");

    if (sodium_init() < 0)
        abort();
    tcase_add_test(tcase, a_token_is_128_bits_in_hexadecimal_and_never_the_same);
    tcase_add_test(tcase, a_token_belongs_to_its_seat_to_the_host_or_to_nobody);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(token_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
