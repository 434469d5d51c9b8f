/* Scoring one figure for itself. */
#include "rules/position.h"
#include "tests/support/workshop.h"

#include <check.h>
#include <stdlib.h>

enum { EVENTS = 16 };

static meepled_game *g;
static meepled_event list[EVENTS];
static meepled_events events;

static void
setup(void)
{
    g = workshop_position();
    events = (meepled_events){ .list = list, .cap = EVENTS };
    g->events = &events;
    workshop_lay(g, "start", 0, 0, 0);
    workshop_lay(g, "straight", 1, 0, 0);
    workshop_lay(g, "end", 2, 0, 0);
}

static void
teardown(void)
{
    g->events = NULL;
    workshop_free(g);
}

static void
put(uint8_t player, uint8_t kind, int16_t x, const char *zone)
{
    const uint8_t index = (uint8_t)(workshop_zone(g, x, 0, zone) -
                                    meepled_zone_first(g, meepled_board_find(g, x, 0)));

    ck_assert_int_eq(position_figure(g, player, kind, MEEPLED_NONE8, x, 0, index, NULL),
                     MEEPLED_OK);
}

START_TEST(a_figure_scores_its_region_for_its_owner_alone)
{
    const uint16_t path = meepled_region_of(g, workshop_zone(g, 1, 0, "path-1"));

    put(0, SCOUT, 0, "path-1");
    put(1, SCOUT, 2, "path-1"); /* level, so both claim it */
    const int32_t value = meepled_value(g, path, false);
    ck_assert_int_gt(value, 0);
    ck_assert_int_eq(meepled_score_figure(g, 1, false, "R-1"), MEEPLED_OK);
    ck_assert_int_eq(meepled_score_get(g, 0), 0);
    ck_assert_int_eq(meepled_score_get(g, 1), value);
    ck_assert_uint_eq(events.count, 1);
    ck_assert_uint_eq(list[0].type, MEEPLED_REGION_SCORED);
    ck_assert_str_eq(list[0].rule, "R-1");
    ck_assert_uint_eq(list[0].tiles, 3);
    ck_assert_int_eq(list[0].points[1], value);
    ck_assert_int_eq(list[0].points[0], 0);
    ck_assert_uint_eq(list[0].strength[0], 1);
    ck_assert_uint_eq(list[0].figure_count, 1);
    ck_assert_uint_eq(list[0].figures[0].player, 1);
    ck_assert_uint_eq(meepled_figure_count(g), 2);
}
END_TEST

START_TEST(an_owner_without_a_claim_gets_nothing)
{
    put(0, SCOUT, 0, "path-1");
    put(0, SCOUT, 1, "path-1"); /* the majority */
    put(1, SCOUT, 2, "path-1");
    ck_assert_int_eq(meepled_score_figure(g, 2, false, "R-1"), MEEPLED_OK);
    ck_assert_int_eq(meepled_score_get(g, 1), 0);
    ck_assert_int_eq(meepled_score_get(g, 0), 0);
    ck_assert_int_eq(list[0].points[1], 0);
}
END_TEST

START_TEST(a_figure_of_the_system_scores_the_system)
{
    put(0, RAFT, 0, "path-1");
    ck_assert_int_eq(meepled_score_figure(g, 0, true, "R-2"), MEEPLED_OK);
    ck_assert(list[0].system);
    ck_assert(list[0].final);
    ck_assert_int_eq(
        list[0].points[0],
        meepled_value(g, meepled_system_of(g, workshop_zone(g, 0, 0, "path-1")), true));
}
END_TEST

START_TEST(a_figure_that_is_not_there_is_broken)
{
    ck_assert_int_eq(meepled_score_figure(g, 0, false, "R-1"), MEEPLED_EBROKEN);
    ck_assert_uint_eq(events.count, 0);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("score");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_figure_scores_its_region_for_its_owner_alone);
    tcase_add_test(c, an_owner_without_a_claim_gets_nothing);
    tcase_add_test(c, a_figure_of_the_system_scores_the_system);
    tcase_add_test(c, a_figure_that_is_not_there_is_broken);
    Suite *s = suite_create("score");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
