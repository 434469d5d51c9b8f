/* The digest of bound tiles changes with everything that matters and with nothing else. */
#include "tileset/digest.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static const meepled_kind_word kinds[] = { { .name = "a", .reach = MEEPLED_HALVES },
                                           { .name = "b", .reach = MEEPLED_HALVES },
                                           { .name = "in", .reach = MEEPLED_INSIDE } };
static const meepled_kind_word kinds_other_way[] = { { .name = "in", .reach = MEEPLED_INSIDE },
                                                     { .name = "b", .reach = MEEPLED_HALVES },
                                                     { .name = "a", .reach = MEEPLED_HALVES } };
static const meepled_attribute_word attributes[] = { { .name = "x" }, { .name = "y" } };
static const meepled_attribute_word attributes_other_way[] = { { .name = "z" },
                                                               { .name = "y" },
                                                               { .name = "x" } };
static const meepled_link_word links[] = { { .name = "l" }, { .name = "m" } };
static const meepled_pile_word piles[] = { { .name = "main" }, { .name = "bonus" } };

static const struct bound_words words = { .kinds = kinds,
                                          .kind_count = 3,
                                          .attributes = attributes,
                                          .attribute_count = 2,
                                          .links = links,
                                          .link_count = 2,
                                          .piles = piles,
                                          .pile_count = 2 };

struct digest {
    uint8_t bytes[32];
};

static struct digest
digest_of(const char *text, const struct bound_words *with)
{
    meepled_report *const report = meepled_report_new();
    struct tileset *const set = tileset_parse(text, "f", report);
    const struct tileset *const sets[] = { set };
    struct digest out;

    ck_assert_msg(set != NULL, "%s", meepled_report_get(report, 0));

    struct bound_tiles *const bound = bound_new(sets, 1, with, report);

    ck_assert_msg(bound != NULL, "%s", meepled_report_get(report, 0));
    memcpy(out.bytes, bound->digest, sizeof out.bytes);
    bound_free(bound);
    tileset_free(set);
    meepled_report_free(report);
    return out;
}

#define HEAD "[tileset]\nid = t\ntitle = T\n"
#define PLAIN "[tile A]\ncount = 2\na-1 = N E x=1 y=2\nb-1 = S W\nin-1 =\na-1.l = in-1\n"

static bool
differs(const char *text)
{
    const struct digest plain = digest_of(HEAD PLAIN, &words), other = digest_of(text, &words);

    return memcmp(&plain, &other, sizeof plain) != 0;
}

static const char *const different[] = {
    "[tileset]\nid = u\ntitle = T\n" PLAIN,
    HEAD "[tile B]\ncount = 2\na-1 = N E x=1 y=2\nb-1 = S W\nin-1 =\na-1.l = in-1\n",
    HEAD "[tile A]\ncount = 1\na-1 = N E x=1 y=2\nb-1 = S W\nin-1 =\na-1.l = in-1\n",
    HEAD "[tile A]\nstart = yes\na-1 = N E x=1 y=2\nb-1 = S W\nin-1 =\na-1.l = in-1\n",
    HEAD "[tile A]\ncount = 2\npile = bonus\na-1 = N E x=1 y=2\nb-1 = S W\nin-1 =\na-1.l = in-1\n",
    HEAD "[tile A]\ncount = 2\na-1 = N S x=1 y=2\nb-1 = E W\nin-1 =\na-1.l = in-1\n",
    HEAD "[tile A]\ncount = 2\na-1 = N E x=2 y=1\nb-1 = S W\nin-1 =\na-1.l = in-1\n",
    HEAD "[tile A]\ncount = 2\na-1 = N E x=1\nb-1 = S W y=2\nin-1 =\na-1.l = in-1\n",
    HEAD "[tile A]\ncount = 2\na-1 = N E x=1 y=2\nb-1 = S W\nin-1 =\na-1.m = in-1\n",
    HEAD "[tile A]\ncount = 2\na-1 = N E x=1 y=2\nb-1 = S W\nin-1 =\na-1.l = b-1\n",
    HEAD "[tile A]\ncount = 2\na-1 = N E x=1 y=2\nb-1 = S W\nin-1 =\n",
    HEAD "[tile A]\ncount = 2\na-2 = N E x=1 y=2\nb-1 = S W\nin-1 =\na-2.l = in-1\n",
    HEAD PLAIN "[tile B]\na-1 = N E S W\n",
};

START_TEST(whatever_matters_changes_the_digest)
{
    ck_assert_msg(differs(different[_i]), "%s", different[_i]);
}
END_TEST

static const char *const same[] = {
    HEAD PLAIN,
    "; a remark\n[tileset]\nid = t\ntitle = Another\nedition = second\n" PLAIN,
    HEAD "[tile A]\nnote = x\na-1 = E y=2 N x=1 ; turned about\ncount = 2\nb-1 = W SL SR\n"
         "a-1.l = in-1\nin-1 = x=0\n",
};

START_TEST(remarks_titles_and_ways_of_writing_do_not)
{
    ck_assert_msg(!differs(same[_i]), "%s", same[_i]);
}
END_TEST

START_TEST(renumbered_words_leave_the_digest_alone)
{
    struct bound_words other = words;

    other.kinds = kinds_other_way;
    other.attributes = attributes_other_way;
    other.attribute_count = 3;

    const struct digest a = digest_of(HEAD PLAIN, &words), b = digest_of(HEAD PLAIN, &other);

    ck_assert_mem_eq(&a, &b, sizeof a);
}
END_TEST

START_TEST(the_digest_is_the_sha_256_of_the_text_described)
{
    /* printf 'tile A t 2 main\nzone a-1 a 63 x=1 y=2 l:in-1\nzone b-1 b 4032\nzone in-1 in 0\n'
     * piped into sha256sum */
    static const char expected[] =
        "f9120fd888bb09b439acea96daaf9459ed14d6f7a568a526316030b1412a9f99";
    const struct digest d = digest_of(HEAD PLAIN, &words);
    char found[65];

    for (size_t i = 0; i < sizeof d.bytes; i++)
        sprintf(found + 2 * i, "%02x", d.bytes[i]);
    ck_assert_str_eq(found, expected);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("digest");
    TCase *const tests = tcase_create("digest");

    tcase_add_loop_test(tests, whatever_matters_changes_the_digest, 0,
                        (int)(sizeof different / sizeof different[0]));
    tcase_add_loop_test(tests, remarks_titles_and_ways_of_writing_do_not, 0,
                        (int)(sizeof same / sizeof same[0]));
    tcase_add_test(tests, renumbered_words_leave_the_digest_alone);
    tcase_add_test(tests, the_digest_is_the_sha_256_of_the_text_described);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
