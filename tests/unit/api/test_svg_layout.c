/* Shapes and places on tiles: shipped tile sets, and some nobody would print. */
#include "svg_grid.h"
#include "svg_layout.h"

#include "tests/support/picture_stacks.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static meepled_stack *stacks[PICTURE_STACKS];
static struct svg_layout layout;

/* For every tile of every stack, with its layout. */
static void
each_tile(void (*check)(const meepled_stack *stack, uint16_t tile))
{
    for (size_t s = 0; s < PICTURE_STACKS; s++)
        for (uint16_t tile = 0; tile < meepled_stack_tiles(stacks[s]); tile++) {
            svg_layout_make(stacks[s], tile, &layout);
            check(stacks[s], tile);
        }
}

static const char *
id_of(const meepled_stack *stack, uint16_t tile)
{
    return meepled_stack_tile(stack, tile).id;
}

/* Just inside the tile at port L, C or R of a side. */
static svg_point
port_point(unsigned side, unsigned port)
{
    static const float along[3] = { 0.2f, 0.5f, 0.8f };
    const svg_point a = svg_corner(side), b = svg_corner(side + 1), way = svg_inwards(side);

    return (svg_point){ a.x + (b.x - a.x) * along[port] + way.x,
                        a.y + (b.y - a.y) * along[port] + way.y };
}

static void
check_ports(const meepled_stack *stack, uint16_t tile)
{
    for (uint8_t z = 0; z < layout.shapes.zones; z++)
        for (unsigned p = 0; p < 12; p++)
            if (meepled_stack_zone(stack, tile, z).ports & 1u << p)
                ck_assert_msg(svg_layout_seen(&layout, port_point(p / 3, p % 3)) == z,
                              "%s: port %u shows %u instead of %u", id_of(stack, tile), p,
                              svg_layout_seen(&layout, port_point(p / 3, p % 3)), z);
}

START_TEST(at_each_port_the_zone_that_has_it_is_seen)
{
    each_tile(check_ports);
}
END_TEST

static void
check_seen(const meepled_stack *stack, uint16_t tile)
{
    for (uint8_t z = 0; z < layout.shapes.zones; z++)
        ck_assert_msg(memchr(layout.seen, z, sizeof layout.seen) != NULL, "%s: zone %u",
                      id_of(stack, tile), z);
}

START_TEST(every_zone_is_seen_somewhere)
{
    each_tile(check_seen);
}
END_TEST

static void
check_anchors(const meepled_stack *stack, uint16_t tile)
{
    for (uint8_t z = 0; z < layout.shapes.zones; z++) {
        const svg_point p = layout.shapes.zone[z].anchor;
        ck_assert_msg(p.x >= 3 && p.y >= 3 && p.x <= SVG_SIDE - 3 && p.y <= SVG_SIDE - 3,
                      "%s: anchor %u at %.1f,%.1f", id_of(stack, tile), z, (double)p.x,
                      (double)p.y);
        ck_assert_msg(svg_layout_seen(&layout, p) == z, "%s: anchor %u lies in %u",
                      id_of(stack, tile), z, svg_layout_seen(&layout, p));
        for (uint8_t other = 0; other < z; other++) {
            const svg_point q = layout.shapes.zone[other].anchor;
            ck_assert_msg(hypotf(p.x - q.x, p.y - q.y) > 2, "%s: anchors %u and %u",
                          id_of(stack, tile), z, other);
        }
    }
}

START_TEST(anchors_lie_inside_the_tile_and_their_zone_and_apart)
{
    each_tile(check_anchors);
}
END_TEST

static void
check_signs(const meepled_stack *stack, uint16_t tile)
{
    unsigned expected = 0;
    size_t count = 0;

    meepled_stack_attributes(stack, &count);
    for (uint8_t z = 0; z < layout.shapes.zones; z++)
        for (size_t a = 0; a < count; a++)
            expected += meepled_stack_zone(stack, tile, z).attributes[a] != 0;
    ck_assert_uint_eq(layout.signs, expected);
    for (uint8_t i = 0; i < layout.signs; i++) {
        const struct svg_sign *sign = &layout.sign[i];
        ck_assert_msg(svg_layout_seen(&layout, sign->at) == sign->zone, "%s: sign %u",
                      id_of(stack, tile), i);
        ck_assert_int_eq(sign->value,
                         meepled_stack_zone(stack, tile, sign->zone).attributes[sign->attribute]);
        ck_assert(sign->copies == sign->value || sign->copies == 1);
    }
}

START_TEST(every_attribute_has_a_sign_in_its_zone)
{
    each_tile(check_signs);
}
END_TEST

static void
check_outline(const meepled_stack *stack, uint16_t tile)
{
    for (uint8_t z = 0; z < layout.shapes.zones; z++) {
        const struct svg_zone *zone = &layout.shapes.zone[z];
        uint8_t along = 0;
        int straight = 0;
        if (zone->form != SVG_AREA)
            continue;
        for (unsigned c = 0; c < zone->curves; c++) {
            const svg_curve *next = &zone->curve[(c + 1) % zone->curves];
            ck_assert_msg(hypotf(zone->curve[c].to.x - next->from.x,
                                 zone->curve[c].to.y - next->from.y) < 0.01f,
                          "%s: the outline of zone %u has a gap", id_of(stack, tile), z);
            for (unsigned side = 0; side < 4 && zone->curve[c].side; side++)
                if (memcmp(&zone->curve[c].from,
                           &(svg_point){ svg_corner(side).x, svg_corner(side).y },
                           sizeof(svg_point)) == 0)
                    along |= (uint8_t)(1u << side);
        }
        for (unsigned c = 0; c < zone->curves; c++)
            straight += zone->curve[c].side;
        ck_assert_msg(straight == __builtin_popcount(zone->sides), "%s: zone %u is drawn twice",
                      id_of(stack, tile), z);
        ck_assert_msg(along == zone->sides, "%s: zone %u", id_of(stack, tile), z);
    }
}

START_TEST(outlines_are_closed_and_run_along_their_own_sides_only)
{
    each_tile(check_outline);
}
END_TEST

static void
check_bands(const meepled_stack *stack, uint16_t tile)
{
    for (uint8_t z = 0; z < layout.shapes.zones; z++) {
        const struct svg_zone *zone = &layout.shapes.zone[z];
        uint8_t met = 0;
        for (unsigned c = 0; zone->form == SVG_BAND && c < zone->curves; c++)
            for (unsigned side = 0; side < 4; side++) {
                const svg_point m = svg_side_middle(side);
                const svg_curve *curve = &zone->curve[c];
                if ((curve->from.x == m.x && curve->from.y == m.y) ||
                    (curve->to.x == m.x && curve->to.y == m.y))
                    met |= (uint8_t)(1u << side);
            }
        if (zone->form == SVG_BAND)
            ck_assert_msg(met == zone->sides, "%s: zone %u", id_of(stack, tile), z);
        if (zone->form == SVG_BAND && zone->ends_in != MEEPLED_NONE8) {
            const struct svg_zone *spot = &layout.shapes.zone[zone->ends_in];
            ck_assert(spot->form == SVG_SPOT);
            ck_assert(zone->curve[0].to.x == spot->middle.x);
        }
    }
}

START_TEST(bands_lead_from_the_middles_of_their_sides_into_the_spot_they_are_linked_to)
{
    each_tile(check_bands);
}
END_TEST

static void
check_same(const meepled_stack *stack, uint16_t tile)
{
    static struct svg_layout again;

    memset(&again, 0xaa, sizeof again);
    svg_layout_make(stack, tile, &again);
    ck_assert_mem_eq(again.seen, layout.seen, sizeof again.seen);
    for (uint8_t z = 0; z < layout.shapes.zones; z++)
        ck_assert(again.shapes.zone[z].anchor.x == layout.shapes.zone[z].anchor.x &&
                  again.shapes.zone[z].anchor.y == layout.shapes.zone[z].anchor.y);
}

START_TEST(the_same_tile_is_always_laid_out_the_same)
{
    each_tile(check_same);
}
END_TEST

/* How many cells of one zone have one of the other on their right or below. */
static unsigned
contact(uint8_t z, uint8_t to)
{
    unsigned pairs = 0;

    for (unsigned c = 0; c + SVG_GRID < SVG_CELLS; c++) {
        const uint8_t a = layout.seen[c],
                      near[2] = { layout.seen[c + 1], layout.seen[c + SVG_GRID] };
        for (unsigned i = 0; i < 2; i++)
            pairs += (a == z && near[i] == to) || (a == to && near[i] == z);
    }
    return pairs;
}

static unsigned borders_checked;

static void
check_borders(const meepled_stack *stack, uint16_t tile)
{
    size_t count = 0;
    const meepled_link_word *links = meepled_stack_links(stack, &count);

    for (uint8_t z = 0; z < layout.shapes.zones; z++) {
        const meepled_tile_zone zone = meepled_stack_zone(stack, tile, z);
        for (uint8_t i = 0; i < zone.link_count && layout.shapes.whole_ground; i++) {
            const uint8_t to = zone.links[i].to;
            if (!links[zone.links[i].link].mutual || layout.shapes.zone[to].sides == 0 ||
                zone.ports == 0)
                continue;
            ck_assert_msg(contact(z, to) >= 6, "%s: zones %u and %u", id_of(stack, tile), z, to);
            borders_checked++;
        }
    }
}

START_TEST(zones_with_a_mutual_link_share_a_border_where_no_ground_is)
{
    borders_checked = 0;
    each_tile(check_borders);
    ck_assert_uint_gt(borders_checked, 100);
}
END_TEST

START_TEST(distances_are_nearly_true)
{
    static bool counts[SVG_CELLS];
    static float out[SVG_CELLS];

    counts[0] = true;
    svg_grid_distances(counts, out);
    for (unsigned c = 0; c < SVG_CELLS; c++) {
        const float x = (float)(c % SVG_GRID), y = (float)(c / SVG_GRID);
        const float truth = hypotf(x, y) * SVG_CELL;
        ck_assert_float_ge(out[c], truth - 0.01f);
        ck_assert_float_le(out[c], truth * 1.09f + 0.01f);
    }
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("layout");
    Suite *s = suite_create("api/svg_layout");

    picture_stacks_make(stacks);
    tcase_set_timeout(c, 60);
    tcase_add_test(c, at_each_port_the_zone_that_has_it_is_seen);
    tcase_add_test(c, every_zone_is_seen_somewhere);
    tcase_add_test(c, anchors_lie_inside_the_tile_and_their_zone_and_apart);
    tcase_add_test(c, every_attribute_has_a_sign_in_its_zone);
    tcase_add_test(c, outlines_are_closed_and_run_along_their_own_sides_only);
    tcase_add_test(c, bands_lead_from_the_middles_of_their_sides_into_the_spot_they_are_linked_to);
    tcase_add_test(c, the_same_tile_is_always_laid_out_the_same);
    tcase_add_test(c, zones_with_a_mutual_link_share_a_border_where_no_ground_is);
    tcase_add_test(c, distances_are_nearly_true);
    suite_add_tcase(s, c);
    SRunner *runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
