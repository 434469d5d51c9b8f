/* Actions as text: written and read back, and what is wrong with other text. */
#include "tests/support/workshop.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(actions_survive_being_written_and_read)
{
    meepled_stack *stack = workshop_new();
    static meepled_action actions[1024];

    for (uint8_t seed = 1; seed < 30; seed++) {
        const meepled_game_params params = { .players = 2, .first = 0, .seed = { seed } };
        meepled_game *game = NULL;

        ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &game, NULL), MEEPLED_OK);
        for (size_t count; (count = meepled_actions(game, actions, 1024)) > 0;) {
            for (size_t i = 0; i < count; i++) {
                char line[MEEPLED_ACTION_TEXT];
                meepled_action back;

                ck_assert_uint_eq(meepled_action_format(game, &actions[i], line), strlen(line));
                ck_assert_int_eq(meepled_action_parse(game, line, &back, NULL), MEEPLED_OK);
                if (back.type != MEEPLED_PLACE_TILE)
                    back.tile = actions[i].tile;
                ck_assert_mem_eq(&back, &actions[i], sizeof back);
            }
            ck_assert_uint_eq(workshop_play(game, seed, 1), 1);
        }
        meepled_game_free(game);
    }
    meepled_stack_unref(stack);
}
END_TEST

START_TEST(text_that_is_no_action_is_named)
{
    static const struct {
        const char *text, *why;
    } bad[] = {
        { "", "\"\" is not an action" },
        { "pas", "\"pas\" is not an action" },
        { "pass now", "\"pass now\" is not an action" },
        { "place lawn 1 0", "\"place lawn 1 0\" is not an action" },
        { "place moor 1 0 0", "no tile \"moor\"" },
        { "place lawn x 0 0", "\"x\" is not a number from -32768 to 32767" },
        { "place lawn 99999 0 0", "\"99999\" is not a number from -32768 to 32767" },
        { "place lawn 1 0 999", "\"999\" is not a number from 0 to 270" },
        { "place lawn  0 90", "\"\" is not a number from -32768 to 32767" },
        { "figure bear 0 0 grass-1", "no figure \"bear\"" },
        { "figure scout 5 5 grass-1", "no tile at 5,5" },
        { "figure scout 0 0 wood-1", "no zone \"wood-1\" on tile lawn" },
        { "figure scout 0 0 grass-1 and dog", "\"and\" instead of \"with\"" },
        { "figure scout 0 0 grass-1 with bear", "no figure \"bear\"" },
        { "choose nothing", "no choice \"nothing\"" },
        { "a b c d e f g h", "more than 7 words" },
    };

    meepled_game *g = workshop_position();

    workshop_lay(g, "lawn", 0, 0, 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        meepled_action action;
        meepled_error err;

        ck_assert_int_eq(meepled_action_parse(g, bad[i].text, &action, &err), MEEPLED_ECONFIG);
        ck_assert_str_eq(err.text, bad[i].why);
    }
    workshop_free(g);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("text");
    tcase_add_test(c, actions_survive_being_written_and_read);
    tcase_add_test(c, text_that_is_no_action_is_named);
    Suite *s = suite_create("text");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
