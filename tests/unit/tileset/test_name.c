/* What names may look like. */
#include "tileset/name.h"

#include <check.h>

static const struct {
    const char *name;
    bool word, tile, zone;
} names[] = {
    { "", false, false, false },
    { "a", true, true, false },
    { "road", true, true, false },
    { "road-1", true, true, true },
    { "port-city-12", true, true, true },
    { "road-", true, true, false },
    { "road-0", true, true, false },
    { "road-01", true, true, false },
    { "road-1a", true, true, false },
    { "-1", false, false, false },
    { "1-1", false, true, false },
    { "Road-1", false, true, false },
    { "HG-07", false, true, false },
    { "BA-RCr.start", false, true, false },
    { "TB.3_x", false, true, false },
    { ".hidden", false, false, false },
    { "a b", false, false, false },
    { "a/b", false, false, false },
    { "a=b", false, false, false },
    { "\xc5\x99"
      "eka-1",
      false, false, false },
    { "abcdefghijklmnopqrstuvwxyzabc-1", true, true, true },     /* 31 bytes */
    { "abcdefghijklmnopqrstuvwxyzabcd-1", false, false, false }, /* 32 */
};

START_TEST(a_name_is_what_it_looks_like)
{
    ck_assert_msg(name_is_word(names[_i].name) == names[_i].word, "word: %s", names[_i].name);
    ck_assert_msg(name_is_tile(names[_i].name) == names[_i].tile, "tile: %s", names[_i].name);
    ck_assert_msg(name_is_zone(names[_i].name) == names[_i].zone, "zone: %s", names[_i].name);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("name");
    TCase *const tests = tcase_create("name");

    tcase_add_loop_test(tests, a_name_is_what_it_looks_like, 0,
                        (int)(sizeof names / sizeof names[0]));
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
