/* The generator: libsodium's stream, continued exactly; unbiased; shuffles as documented. */
#include "game/state.h"
#include "tests/support/workshop.h"

#include <check.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static meepled_game *g;

static void
setup(void)
{
    g = workshop_position();
    for (uint8_t i = 0; i < MEEPLED_SEED; i++)
        g->s->seed[i] = i;
}

static void
teardown(void)
{
    workshop_free(g);
}

START_TEST(the_stream_is_libsodiums_deterministic_generator)
{
    unsigned char want[4000];
    uint32_t got[1000];

    randombytes_buf_deterministic(want, sizeof want, g->s->seed);
    random_words(g->s, got, 1000);
    for (size_t i = 0; i < 1000; i++)
        ck_assert_uint_eq(got[i], (uint32_t)want[4 * i] | (uint32_t)want[4 * i + 1] << 8 |
                                      (uint32_t)want[4 * i + 2] << 16 |
                                      (uint32_t)want[4 * i + 3] << 24);
}
END_TEST

START_TEST(the_stream_goes_on_where_it_stopped)
{
    uint32_t whole[300], parts[300];

    random_words(g->s, whole, 300);
    g->s->random_at = 0;
    for (size_t at = 0, step = 1; at < 300; at += step, step = step % 37 + 1)
        random_words(g->s, parts + at, at + step > 300 ? 300 - at : step);
    ck_assert_mem_eq(whole, parts, sizeof whole);
}
END_TEST

START_TEST(numbers_stay_below_their_bound_and_reach_all)
{
    for (uint32_t bound = 1; bound < 20; bound++) {
        bool seen[20] = { false };

        for (int i = 0; i < 2000; i++) {
            const uint32_t n = meepled_random(g, bound);

            ck_assert_uint_lt(n, bound);
            seen[n] = true;
        }
        for (uint32_t n = 0; n < bound; n++)
            ck_assert(seen[n]);
    }
}
END_TEST

START_TEST(a_bound_of_one_costs_nothing)
{
    ck_assert_uint_eq(meepled_random(g, 1), 0);
    ck_assert_uint_eq(g->s->random_at, 0);
}
END_TEST

/* The documented procedure, word by word, against the bulk one. */
START_TEST(a_shuffle_is_fisher_yates_over_the_stream)
{
    uint16_t want[24], tiles[24];

    for (uint16_t i = 0; i < 24; i++)
        want[i] = tiles[i] = (uint16_t)(i % 10);
    pile_fill(g, 0, tiles, 24);
    pile_shuffle(g, 0);
    const uint32_t used = g->s->random_at;
    g->s->random_at = 0;
    for (uint32_t i = 24; i > 1;) {
        const uint32_t with = meepled_random(g, i);
        const uint16_t swap = want[--i];

        want[i] = want[with];
        want[with] = swap;
    }
    ck_assert_uint_eq(g->s->random_at, used);
    ck_assert_mem_eq(pile_order(g, 0), want, sizeof want);
}
END_TEST

START_TEST(every_order_of_four_tiles_comes_equally_often)
{
    enum { ROUNDS = 24000 };
    unsigned counts[256] = { 0 };
    double chi = 0;

    for (int i = 0; i < ROUNDS; i++) {
        const uint16_t tiles[4] = { 0, 1, 2, 3 };

        pile_fill(g, 0, tiles, 4);
        pile_shuffle(g, 0);
        const uint16_t *o = pile_order(g, 0);
        counts[o[0] | o[1] << 2 | o[2] << 4 | o[3] << 6]++;
    }
    for (int i = 0; i < 256; i++)
        if (counts[i] > 0)
            chi += (counts[i] - 1000.0) * (counts[i] - 1000.0) / 1000.0;
    /* 23 degrees of freedom: beyond 60 once in 30,000 seeds; this seed is fixed. */
    ck_assert_double_lt(chi, 60);
}
END_TEST

START_TEST(the_commitment_is_sha256_of_the_seed)
{
    uint8_t want[32], got[32];

    crypto_hash_sha256(want, g->s->seed, MEEPLED_SEED);
    meepled_commitment(g->s->seed, got);
    ck_assert_mem_eq(want, got, 32);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("random");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, the_stream_is_libsodiums_deterministic_generator);
    tcase_add_test(c, the_stream_goes_on_where_it_stopped);
    tcase_add_test(c, numbers_stay_below_their_bound_and_reach_all);
    tcase_add_test(c, a_bound_of_one_costs_nothing);
    tcase_add_test(c, a_shuffle_is_fisher_yates_over_the_stream);
    tcase_add_test(c, every_order_of_four_tiles_comes_equally_often);
    tcase_add_test(c, the_commitment_is_sha256_of_the_seed);
    Suite *s = suite_create("random");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
