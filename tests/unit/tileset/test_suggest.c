/* "did you mean". */
#include "tileset/suggest.h"

#include <check.h>

static const char *const kinds[] = { "forest", "meadow", "river", "lake", "road" };

static const char *
suggested(struct suggest *s, const char *word)
{
    suggest_begin(s, word);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        suggest_offer(s, kinds[i]);
    return suggest_end(s);
}

static const struct {
    const char *word, *text;
} slips[] = {
    { "forrest", " (did you mean \"forest\"?)" }, /* a letter too many */
    { "meadw", " (did you mean \"meadow\"?)" },   /* one missing */
    { "rivet", " (did you mean \"river\"?)" },    /* another one */
    { "laek", " (did you mean \"lake\"?)" },      /* two swapped */
    { "ROAD", " (did you mean \"road\"?)" },      /* capitals */
    { "raod", " (did you mean \"road\"?)" },
    { "castle", "" },
    { "", "" },
    { "river", "" }, /* nothing to suggest to who is right */
    { "a-word-much-longer-than-any-name-of-this-house-could-be", "" },
};

START_TEST(a_slip_suggests_the_nearest_name_and_nothing_far)
{
    struct suggest s;

    ck_assert_str_eq(suggested(&s, slips[_i].word), slips[_i].text);
}
END_TEST

START_TEST(without_candidates_nothing_is_suggested)
{
    struct suggest s;

    suggest_begin(&s, "forest");
    ck_assert_str_eq(suggest_end(&s), "");
}
END_TEST

START_TEST(of_equals_the_first_is_suggested)
{
    struct suggest s;

    suggest_begin(&s, "cat-1");
    suggest_offer(&s, "hat-1");
    suggest_offer(&s, "bat-1");
    ck_assert_str_eq(suggest_end(&s), " (did you mean \"hat-1\"?)");
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("suggest");
    TCase *const tests = tcase_create("suggest");

    tcase_add_loop_test(tests, a_slip_suggests_the_nearest_name_and_nothing_far, 0,
                        (int)(sizeof slips / sizeof slips[0]));
    tcase_add_test(tests, without_candidates_nothing_is_suggested);
    tcase_add_test(tests, of_equals_the_first_is_suggested);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
