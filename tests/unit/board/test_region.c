/* Regions and systems: joining, closing, adding up, links. */
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

static meepled_region
region(int x, int y, const char *zone)
{
    return meepled_region_get(g, meepled_region_of(g, workshop_zone(g, x, y, zone)));
}

static meepled_region
drainage(int x, int y, const char *zone)
{
    return meepled_region_get(g, meepled_system_of(g, workshop_zone(g, x, y, zone)));
}

START_TEST(a_lone_zone_is_a_region_with_its_sides_open)
{
    workshop_lay(g, "bend", 2, 3, 0);
    const meepled_region r = region(2, 3, "path-1");

    ck_assert_uint_eq(r.kind, PATH);
    ck_assert_uint_eq(r.zones, 1);
    ck_assert_uint_eq(r.tiles, 1);
    ck_assert_uint_eq(r.open, 2);
    ck_assert(!r.closed);
    ck_assert(!r.system);
}
END_TEST

START_TEST(sides_join_centre_to_centre_and_left_to_right)
{
    workshop_lay(g, "straight", 0, 0, 0);
    workshop_lay(g, "bend", 1, 0, 0); /* comes from the west, goes south */
    ck_assert_uint_eq(region(0, 0, "path-1").zones, 2);
    ck_assert_uint_eq(meepled_region_of(g, workshop_zone(g, 0, 0, "grass-1")),
                      meepled_region_of(g, workshop_zone(g, 1, 0, "grass-1")));
    ck_assert_uint_eq(meepled_region_of(g, workshop_zone(g, 0, 0, "grass-2")),
                      meepled_region_of(g, workshop_zone(g, 1, 0, "grass-2")));
    ck_assert_uint_ne(meepled_region_of(g, workshop_zone(g, 0, 0, "grass-1")),
                      meepled_region_of(g, workshop_zone(g, 0, 0, "grass-2")));
}
END_TEST

START_TEST(a_path_between_two_ends_is_closed)
{
    workshop_lay(g, "start", 0, 0, 0);
    workshop_lay(g, "straight", 1, 0, 0);
    ck_assert(!region(0, 0, "path-1").closed);
    workshop_lay(g, "end", 2, 0, 0);
    const meepled_region r = region(1, 0, "path-1");

    ck_assert(r.closed);
    ck_assert_uint_eq(r.open, 0);
    ck_assert_uint_eq(r.zones, 3);
    ck_assert_uint_eq(r.lowest, workshop_zone(g, 0, 0, "path-1"));
}
END_TEST

START_TEST(a_loop_is_closed_and_parts_inside_from_outside)
{
    workshop_lay(g, "bend", 0, 0, 270); /* east and south */
    workshop_lay(g, "bend", 1, 0, 0);   /* south and west */
    workshop_lay(g, "bend", 0, 1, 180); /* north and east */
    workshop_lay(g, "bend", 1, 1, 90);  /* west and north */
    ck_assert(region(0, 0, "path-1").closed);
    ck_assert_uint_eq(region(0, 0, "path-1").zones, 4);
    ck_assert(region(0, 0, "grass-2").closed); /* the inside */
    ck_assert_uint_eq(region(0, 0, "grass-2").zones, 4);
    ck_assert_uint_eq(region(0, 0, "grass-1").zones, 4);
    ck_assert_uint_eq(region(0, 0, "grass-1").open, 8);
}
END_TEST

START_TEST(a_tile_with_two_zones_of_one_region_counts_once_as_tile_twice_as_zone)
{
    workshop_lay(g, "corner", 0, 0, 90);  /* wood east and south */
    workshop_lay(g, "twin", 1, 0, 0);     /* wood west, wood east */
    workshop_lay(g, "corner", 2, 0, 180); /* wood south and west */
    workshop_lay(g, "corner", 0, 1, 0);   /* wood north and east */
    workshop_lay(g, "band", 1, 1, 0);
    workshop_lay(g, "corner", 2, 1, 270); /* wood west and north */
    ck_assert_uint_eq(region(1, 0, "wood-1").zones, 7);
    ck_assert_uint_eq(region(1, 0, "wood-1").tiles, 6);
    ck_assert_uint_eq(meepled_region_of(g, workshop_zone(g, 1, 0, "wood-1")),
                      meepled_region_of(g, workshop_zone(g, 1, 0, "wood-2")));
    ck_assert(region(1, 0, "wood-1").closed);
    ck_assert_int_eq(
        meepled_region_sum(g, meepled_region_of(g, workshop_zone(g, 0, 0, "wood-1")), 1), 4);
}
END_TEST

START_TEST(systems_go_through_ponds_where_regions_end)
{
    workshop_lay(g, "start", 0, 0, 0);
    workshop_lay(g, "lake", 1, 0, 0);
    workshop_lay(g, "end", 2, 0, 0);
    ck_assert_uint_ne(meepled_region_of(g, workshop_zone(g, 1, 0, "path-1")),
                      meepled_region_of(g, workshop_zone(g, 1, 0, "path-2")));
    ck_assert_uint_eq(meepled_system_of(g, workshop_zone(g, 0, 0, "pond-1")),
                      meepled_system_of(g, workshop_zone(g, 2, 0, "pond-1")));
    const meepled_region all = drainage(0, 0, "path-1");

    ck_assert(all.system);
    ck_assert(all.closed);
    ck_assert_uint_eq(all.zones, 7);
    ck_assert_uint_eq(all.tiles, 3);
    ck_assert_int_eq(
        meepled_region_sum(g, meepled_system_of(g, workshop_zone(g, 0, 0, "path-1")), 0), 6);
}
END_TEST

START_TEST(a_system_is_open_when_one_of_its_regions_is)
{
    workshop_lay(g, "lake", 0, 0, 0);
    workshop_lay(g, "end", 1, 0, 0);
    ck_assert(region(0, 0, "path-1").closed);
    ck_assert(!drainage(0, 0, "path-1").closed);
    ck_assert_uint_eq(drainage(0, 0, "path-1").open, 1);
}
END_TEST

START_TEST(a_kind_without_joining_links_has_systems_equal_to_its_regions)
{
    workshop_lay(g, "edge", 0, 0, 0);
    workshop_lay(g, "edge", 0, -1, 180);
    const uint16_t zone = workshop_zone(g, 0, 0, "wood-1");

    ck_assert_uint_eq(meepled_system_of(g, zone), meepled_region_of(g, zone) | MEEPLED_SYSTEM);
    ck_assert_uint_eq(drainage(0, 0, "wood-1").zones, 2);
}
END_TEST

START_TEST(links_name_each_region_once)
{
    uint16_t out[4];

    workshop_lay(g, "lake", 0, 0, 0);
    workshop_lay(g, "bend", 1, 0, 0);
    workshop_lay(g, "bend", 1, 1, 90);
    workshop_lay(g, "straight", 0, 1, 0);
    workshop_lay(g, "bend", -1, 1, 180);
    workshop_lay(g, "bend", -1, 0, 270);
    const uint16_t path = meepled_region_of(g, workshop_zone(g, 0, 0, "path-1"));
    ck_assert_uint_eq(meepled_region_links(g, path, 0, out, 4), 1);
    ck_assert_uint_eq(out[0], meepled_region_of(g, workshop_zone(g, 0, 0, "pond-1")));
}
END_TEST

START_TEST(mutual_links_lead_both_ways_others_one_way)
{
    uint16_t out[4];

    workshop_lay(g, "twin", 0, 0, 0);
    workshop_lay(g, "start", 0, 1, 90);
    const uint16_t grass = meepled_region_of(g, workshop_zone(g, 0, 0, "grass-1"));
    const uint16_t wood = meepled_region_of(g, workshop_zone(g, 0, 0, "wood-2"));
    const uint16_t pond = meepled_region_of(g, workshop_zone(g, 0, 1, "pond-1"));

    ck_assert_uint_eq(meepled_region_links(g, grass, 1, out, 4), 2);
    ck_assert_uint_eq(meepled_region_links(g, wood, 1, out, 4), 1);
    ck_assert_uint_eq(out[0], grass);
    ck_assert_uint_eq(meepled_region_links(g, pond, 0, out, 4), 0);
}
END_TEST

START_TEST(links_are_found_from_their_other_end_each_region_once)
{
    uint16_t out[4];

    workshop_lay(g, "lake", 0, 0, 0);
    workshop_lay(g, "end", 1, 0, 0);
    const uint16_t pond = meepled_region_of(g, workshop_zone(g, 0, 0, "pond-1"));
    const uint16_t other = meepled_region_of(g, workshop_zone(g, 1, 0, "pond-1"));
    const uint16_t east = meepled_region_of(g, workshop_zone(g, 0, 0, "path-1"));
    const uint16_t west = meepled_region_of(g, workshop_zone(g, 0, 0, "path-2"));

    ck_assert_uint_eq(meepled_region_linked_from(g, pond, 0, out, 4), 2);
    ck_assert_uint_eq(out[0], east);
    ck_assert_uint_eq(out[1], west);
    ck_assert_uint_eq(meepled_region_linked_from(g, other, 0, out, 4), 1);
    ck_assert_uint_eq(out[0], east);
    ck_assert_uint_eq(meepled_region_linked_from(g, east, 0, out, 4), 0);
    ck_assert_uint_eq(meepled_region_linked_from(g, pond, 1, out, 4), 0);
}
END_TEST

START_TEST(mutual_links_are_found_from_both_ends)
{
    uint16_t out[4];

    workshop_lay(g, "twin", 0, 0, 0);
    const uint16_t grass = meepled_region_of(g, workshop_zone(g, 0, 0, "grass-1"));
    const uint16_t wood = meepled_region_of(g, workshop_zone(g, 0, 0, "wood-2"));

    ck_assert_uint_eq(meepled_region_linked_from(g, grass, 1, NULL, 0), 2);
    ck_assert_uint_eq(meepled_region_linked_from(g, wood, 1, out, 4), 1);
    ck_assert_uint_eq(out[0], grass);
}
END_TEST

START_TEST(links_beyond_the_buffer_are_counted_not_written)
{
    uint16_t out[2] = { 7, 7 };

    workshop_lay(g, "twin", 0, 0, 0);
    const uint16_t grass = meepled_region_of(g, workshop_zone(g, 0, 0, "grass-1"));
    ck_assert_uint_eq(meepled_region_links(g, grass, 1, out, 1), 2);
    ck_assert_uint_eq(out[1], 7);
}
END_TEST

START_TEST(the_ring_visits_every_zone_once)
{
    bool seen[64] = { false };
    unsigned visited = 0;

    for (int x = 0; x < 6; x++)
        workshop_lay(g, "lawn", x, 0, 0);
    const uint16_t id = meepled_region_of(g, 0);
    for (uint16_t z = meepled_region_next(g, id, MEEPLED_NONE); z != MEEPLED_NONE;
         z = meepled_region_next(g, id, z)) {
        ck_assert(!seen[z]);
        seen[z] = true;
        visited++;
    }
    ck_assert_uint_eq(visited, 6);
}
END_TEST

START_TEST(only_present_ids_are_valid)
{
    workshop_lay(g, "lawn", 0, 0, 0);
    workshop_lay(g, "lawn", 1, 0, 0);
    const uint16_t id = meepled_region_of(g, 0), other = (uint16_t)(1 - id);

    ck_assert(board_id_valid(&g->board, id));
    ck_assert(!board_id_valid(&g->board, other));
    ck_assert(!board_id_valid(&g->board, MEEPLED_NONE));
    ck_assert(!board_id_valid(&g->board, 500));
    ck_assert(board_id_valid(&g->board, id | MEEPLED_SYSTEM));
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("region");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_lone_zone_is_a_region_with_its_sides_open);
    tcase_add_test(c, sides_join_centre_to_centre_and_left_to_right);
    tcase_add_test(c, a_path_between_two_ends_is_closed);
    tcase_add_test(c, a_loop_is_closed_and_parts_inside_from_outside);
    tcase_add_test(c, a_tile_with_two_zones_of_one_region_counts_once_as_tile_twice_as_zone);
    tcase_add_test(c, systems_go_through_ponds_where_regions_end);
    tcase_add_test(c, a_system_is_open_when_one_of_its_regions_is);
    tcase_add_test(c, a_kind_without_joining_links_has_systems_equal_to_its_regions);
    tcase_add_test(c, links_name_each_region_once);
    tcase_add_test(c, mutual_links_lead_both_ways_others_one_way);
    tcase_add_test(c, links_are_found_from_their_other_end_each_region_once);
    tcase_add_test(c, mutual_links_are_found_from_both_ends);
    tcase_add_test(c, links_beyond_the_buffer_are_counted_not_written);
    tcase_add_test(c, the_ring_visits_every_zone_once);
    tcase_add_test(c, only_present_ids_are_valid);
    Suite *s = suite_create("region");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
