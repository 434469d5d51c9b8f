/* Placing tiles: what fits where, the frontier, the hash of cells. */
#include "board/board.h"
#include "game/state.h"
#include "tests/support/workshop.h"

#include <check.h>
#include <stdlib.h>

static meepled_game *g;

static void
setup(void)
{
    g = workshop_position();
}

static void
teardown(void)
{
    workshop_free(g);
}

static bool
takes(const char *id, int x, int y, int turned)
{
    const uint16_t at = board_frontier_find(&g->board, (int16_t)x, (int16_t)y);

    return at != MEEPLED_NONE &&
           board_takes(&g->board, at, workshop_tile(g->stack, id), (uint8_t)(turned / 90));
}

START_TEST(the_first_tile_opens_four_cells_in_reading_order)
{
    const int16_t want[4][2] = { { 0, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 } };

    workshop_lay(g, "lawn", 0, 0, 0);
    ck_assert_uint_eq(g->board.count->frontier, 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(g->board.frontier[i].x, want[i][0]);
        ck_assert_int_eq(g->board.frontier[i].y, want[i][1]);
    }
}
END_TEST

START_TEST(a_side_fits_only_its_mirror)
{
    workshop_lay(g, "straight", 0, 0, 0);
    ck_assert(takes("end", 1, 0, 0));     /* path to the west */
    ck_assert(!takes("end", 1, 0, 90));   /* path to the north */
    ck_assert(!takes("edge", 1, 0, 270)); /* wood to the west */
    ck_assert(takes("lawn", 0, 1, 0));
    ck_assert(!takes("lawn", 1, 0, 0)); /* grass on both halves is not a path between them */
}
END_TEST

START_TEST(all_four_turns_are_judged_each_by_itself)
{
    workshop_lay(g, "corner", 0, 0, 0); /* wood to the north and east */
    for (int turned = 0; turned < 360; turned += 90)
        ck_assert_int_eq(takes("corner", 1, 0, turned), turned == 180 || turned == 270);
}
END_TEST

START_TEST(a_hole_makes_demands_on_all_sides)
{
    workshop_lay(g, "edge", 0, -1, 180); /* wood to the south */
    workshop_lay(g, "edge", -1, 0, 90);  /* wood to the east */
    workshop_lay(g, "lawn", 1, 0, 0);
    workshop_lay(g, "lawn", 0, 1, 0);
    ck_assert(takes("corner", 0, 0, 270)); /* wood to the north and west */
    ck_assert(!takes("corner", 0, 0, 0));
    ck_assert(!takes("lawn", 0, 0, 0));
    ck_assert(!takes("edge", 0, 0, 0));
}
END_TEST

START_TEST(the_frontier_stays_sorted_and_complete)
{
    const int cells[][2] = { { 0, 0 },  { 1, 0 },  { 1, 1 }, { 1, 2 }, { 0, 2 },  { -1, 2 },
                             { -1, 1 }, { -1, 0 }, { 0, 1 }, { 2, 1 }, { -2, 1 }, { 0, 3 } };
    const size_t count = sizeof cells / sizeof *cells;

    for (size_t i = 0; i < count; i++) {
        workshop_lay(g, "lawn", cells[i][0], cells[i][1], 0);
        size_t open = 0;
        for (int y = -5; y <= 6; y++)
            for (int x = -5; x <= 6; x++) {
                const bool filled = board_find(&g->board, (int16_t)x, (int16_t)y) != MEEPLED_NONE;
                bool beside = false;
                const int step[4][2] = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };

                for (int s = 0; s < 4; s++)
                    beside |= board_find(&g->board, (int16_t)(x + step[s][0]),
                                         (int16_t)(y + step[s][1])) != MEEPLED_NONE;
                ck_assert_int_eq(board_frontier_find(&g->board, (int16_t)x, (int16_t)y) !=
                                     MEEPLED_NONE,
                                 !filled && beside);
                open += !filled && beside;
            }
        ck_assert_uint_eq(g->board.count->frontier, open);
        for (uint16_t at = 1; at < g->board.count->frontier; at++)
            ck_assert_uint_lt(g->board.frontier[at - 1].cell, g->board.frontier[at].cell);
    }
}
END_TEST

START_TEST(cells_far_away_sort_and_are_found)
{
    workshop_lay(g, "lawn", -300, -200, 0);
    workshop_lay(g, "lawn", 299, -200, 0);
    workshop_lay(g, "lawn", 0, 150, 0);
    ck_assert_uint_eq(board_find(&g->board, -300, -200), 0);
    ck_assert_uint_eq(board_find(&g->board, 299, -200), 1);
    ck_assert_uint_eq(board_find(&g->board, 0, 150), 2);
    ck_assert_uint_eq(board_find(&g->board, 0, 0), MEEPLED_NONE);
    ck_assert_uint_eq(g->board.count->frontier, 12);
}
END_TEST

START_TEST(ports_turn_with_the_tile)
{
    workshop_lay(g, "bend", 0, 0, 90); /* path south and west, turned: west and north */
    const meepled_zone zone = meepled_zone_get(g, workshop_zone(g, 0, 0, "path-1"));

    ck_assert_uint_eq(zone.ports, 1u << (3 * 3 + 1) | 1u << (3 * 0 + 1));
}
END_TEST

START_TEST(filled_cells_around_a_tile_are_counted)
{
    workshop_lay(g, "shrine", 0, 0, 0);
    ck_assert_uint_eq(board_around(&g->board, 0), 0);
    unsigned laid = 0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            if (x || y) {
                workshop_lay(g, "lawn", x, y, 0);
                ck_assert_uint_eq(board_around(&g->board, 0), ++laid);
            }
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("place");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, the_first_tile_opens_four_cells_in_reading_order);
    tcase_add_test(c, a_side_fits_only_its_mirror);
    tcase_add_test(c, all_four_turns_are_judged_each_by_itself);
    tcase_add_test(c, a_hole_makes_demands_on_all_sides);
    tcase_add_test(c, the_frontier_stays_sorted_and_complete);
    tcase_add_test(c, cells_far_away_sort_and_are_found);
    tcase_add_test(c, ports_turn_with_the_tile);
    tcase_add_test(c, filled_cells_around_a_tile_are_counted);
    Suite *s = suite_create("place");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
