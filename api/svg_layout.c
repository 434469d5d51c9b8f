#include "svg_layout.h"

#include "svg_grid.h"

#include <math.h>
#include <string.h>

static float
distance(svg_point a, svg_point b)
{
    return hypotf(a.x - b.x, a.y - b.y);
}

/* To the nearest side of the tile. */
static float
from_border(svg_point p)
{
    return fminf(fminf(p.x, p.y), fminf(SVG_SIDE - p.x, SVG_SIDE - p.y));
}

/* ---- spots ---- */

enum { SPOT_LARGE = 16, SPOT_USUAL = 12, SPOT_ALONE = 15, SPOT_SMALL = 9 };

/* What a place for a spot is judged by. */
struct wish {
    svg_point near;
    float radius;
    bool on_areas; /* it is linked to areas: it may lie on them */
    uint8_t links; /* distances to the zones it is linked to: at most three */
    float to[3][SVG_CELLS];
    float from_areas[SVG_CELLS]; /* to the nearest cell of an area or a band going through */
};

/* Middle of the sides from which bands end in the spot, drawn towards the middle of the tile. */
static svg_point
wished_place(const struct svg_shapes *shapes, uint8_t z, unsigned spots)
{
    svg_point sum = { 0, 0 };
    unsigned count = 0;

    for (uint8_t other = 0; other < shapes->zones; other++)
        for (unsigned side = 0; side < 4 && shapes->zone[other].ends_in == z; side++)
            if (shapes->zone[other].sides & 1u << side) {
                sum.x += svg_side_middle(side).x - SVG_MIDDLE;
                sum.y += svg_side_middle(side).y - SVG_MIDDLE;
                count++;
            }
    const float pull = count == 0 ? 0 : (spots > 1 ? 0.55f : 0.25f) / (float)count;
    return (svg_point){ SVG_MIDDLE + sum.x * pull, SVG_MIDDLE + sum.y * pull };
}

static void
wish_links(const meepled_stack *stack, uint16_t tile, const struct svg_layout *l, uint8_t z,
           struct wish *wish)
{
    const meepled_tile_zone zone = meepled_stack_zone(stack, tile, z);
    uint8_t before[3] = { 0 };
    bool counts[SVG_CELLS];

    for (uint8_t i = 0; i < zone.link_count && wish->links < 3; i++) {
        const uint8_t to = zone.links[i].to;
        bool again = l->shapes.zone[to].form == SVG_SPOT;
        for (uint8_t k = 0; k < wish->links; k++)
            again = again || before[k] == to;
        if (again)
            continue;
        for (unsigned c = 0; c < SVG_CELLS; c++)
            counts[c] = l->seen[c] == to;
        svg_grid_distances(counts, wish->to[wish->links]);
        before[wish->links++] = to;
        wish->on_areas = true;
    }
}

static float
cost_of(const struct wish *wish, const struct svg_layout *l, uint8_t z, unsigned cell)
{
    const svg_point p = svg_grid_point(cell);
    float cost = distance(p, wish->near) * 0.5f;

    cost += fmaxf(0, wish->radius + 4 - from_border(p)) * 9;
    if (!wish->on_areas)
        cost += fmaxf(0, wish->radius + 2 - wish->from_areas[cell]) * 3;
    for (uint8_t k = 0; k < wish->links; k++)
        cost += wish->to[k][cell] * (k == 0 ? 4.f : 2.5f);
    for (uint8_t other = 0; other < z; other++)
        if (l->shapes.zone[other].form == SVG_SPOT)
            cost += fmaxf(0, wish->radius + l->shapes.zone[other].radius + 2 -
                                 distance(p, l->shapes.zone[other].middle)) *
                    5;
    return cost;
}

static void
place_spot(const meepled_stack *stack, uint16_t tile, struct svg_layout *l, uint8_t z,
           unsigned spots)
{
    struct svg_zone *zone = &l->shapes.zone[z];
    struct wish wish = { .near = wished_place(&l->shapes, z, spots),
                         .radius = zone->into > 0 ? SPOT_LARGE : SPOT_USUAL };
    bool counts[SVG_CELLS];
    unsigned best = 0;
    float least = INFINITY;

    for (unsigned c = 0; c < SVG_CELLS; c++) {
        const uint8_t other = l->seen[c];
        counts[c] = other < l->shapes.zones &&
                    (l->shapes.zone[other].form == SVG_AREA || l->shapes.zone[other].through);
    }
    svg_grid_distances(counts, wish.from_areas);
    wish_links(stack, tile, l, z, &wish);
    if (zone->into == 0 && wish.links == 0)
        wish.radius = SPOT_ALONE;
    for (unsigned c = 0; c < SVG_CELLS; c++) {
        const float cost = cost_of(&wish, l, z, c);
        if (cost < least) {
            least = cost;
            best = c;
        }
    }
    zone->middle = svg_grid_point(best);
    if (fabsf(zone->middle.x - SVG_MIDDLE) < SVG_CELL &&
        fabsf(zone->middle.y - SVG_MIDDLE) < SVG_CELL)
        zone->middle = (svg_point){ SVG_MIDDLE, SVG_MIDDLE };
    zone->radius = wish.radius;
    if (!wish.on_areas)
        zone->radius = fmaxf(SPOT_SMALL, fminf(wish.radius, wish.from_areas[best] - 1));
}

static void
place_spots(const meepled_stack *stack, uint16_t tile, struct svg_layout *l)
{
    unsigned spots = 0;

    for (uint8_t z = 0; z < l->shapes.zones; z++)
        spots += l->shapes.zone[z].form == SVG_SPOT;
    for (uint8_t z = 0; z < l->shapes.zones; z++)
        if (l->shapes.zone[z].form == SVG_SPOT)
            place_spot(stack, tile, l, z, spots);
    svg_shapes_join(&l->shapes);
}

/* ---- what is seen ---- */

static bool
is_seen(const struct svg_layout *l, uint8_t z)
{
    return memchr(l->seen, z, sizeof l->seen) != NULL;
}

static void
look(const meepled_stack *stack, uint16_t tile, struct svg_layout *l)
{
    svg_grid_paint(&l->shapes, true, l->seen);
    svg_grid_share(stack, tile, &l->shapes, l->seen);
}

/* A zone for which there was no place at all becomes a small spot of its own. */
static void
show_hidden(const meepled_stack *stack, uint16_t tile, struct svg_layout *l)
{
    for (uint8_t z = 0; z < l->shapes.zones; z++) {
        struct svg_zone *zone = &l->shapes.zone[z];
        if (is_seen(l, z))
            continue;
        zone->form = SVG_SPOT;
        zone->curves = 0;
        place_spot(stack, tile, l, z, 1);
        zone->radius = SPOT_SMALL;
        look(stack, tile, l);
    }
}

static void
measure_room(struct svg_layout *l)
{
    bool counts[SVG_CELLS];
    float distances[SVG_CELLS];

    for (unsigned c = 0; c < SVG_CELLS; c++)
        l->room[c] = 0;
    for (uint8_t z = 0; z < l->shapes.zones; z++) {
        for (unsigned c = 0; c < SVG_CELLS; c++)
            counts[c] = l->seen[c] != z;
        svg_grid_distances(counts, distances);
        for (unsigned c = 0; c < SVG_CELLS; c++)
            if (l->seen[c] == z)
                l->room[c] = distances[c];
    }
}

/* ---- anchors and signs ---- */

/* The cell of the zone with most room, of equal ones the one nearest to the middle; `away` from
 * points already taken and `half` its width from the sides of the tile, in whatever way it lies. */
static svg_point
roomiest(const struct svg_layout *l, uint8_t z, const svg_point *taken, size_t count, float away,
         float half)
{
    const svg_point middle = { SVG_MIDDLE, SVG_MIDDLE };
    svg_point best = middle;
    float most = -INFINITY;

    for (unsigned c = 0; c < SVG_CELLS; c++) {
        if (l->seen[c] != z)
            continue;
        const svg_point p = svg_grid_point(c);
        float room = fminf(fminf(l->room[c], from_border(p) - half), 13);
        for (size_t i = 0; i < count; i++)
            room = fminf(room, distance(p, taken[i]) - away);
        room -= distance(p, middle) * 0.03f;
        if (room > most) {
            most = room;
            best = p;
        }
    }
    return best;
}

/* The point of a band that is seen and nearest to the wished part of its way. */
static svg_point
along_band(const struct svg_layout *l, uint8_t z, float wish)
{
    const struct svg_zone *zone = &l->shapes.zone[z];
    svg_point best = roomiest(l, z, NULL, 0, 0, 0);
    float least = INFINITY;

    for (unsigned c = 0; c < zone->curves; c++)
        for (unsigned i = 2; i <= 38; i++) {
            const float t = (float)i / 40;
            const svg_point p = svg_curve_point(&zone->curve[c], t);
            if (svg_layout_seen(l, p) == z && fabsf(t - wish) + (float)c * 0.01f < least) {
                least = fabsf(t - wish) + (float)c * 0.01f;
                best = p;
            }
        }
    return best;
}

static void
set_anchor(struct svg_layout *l, uint8_t z)
{
    struct svg_zone *zone = &l->shapes.zone[z];

    if (zone->form == SVG_SPOT)
        zone->anchor = (svg_point){ zone->middle.x, zone->middle.y - zone->radius * 0.25f };
    else if (zone->form == SVG_BAND)
        zone->anchor = along_band(l, z, zone->through && zone->curves > 1 ? 0.6f : 0.5f);
    else
        zone->anchor = roomiest(l, z, NULL, 0, 0, 0);
}

static void
add_sign(struct svg_layout *l, uint8_t z, uint8_t attribute, int16_t value, svg_point *taken,
         size_t *count)
{
    const struct svg_zone *zone = &l->shapes.zone[z];
    struct svg_sign *sign = &l->sign[l->signs++];

    *sign = (struct svg_sign){ .zone = z, .attribute = attribute, .value = value, .copies = 1 };
    if (value > 1 && value <= 3)
        sign->copies = (uint8_t)value;
    if (zone->form == SVG_BAND)
        sign->at = along_band(l, z, zone->through ? 0.2f : 0.95f);
    else if (zone->form == SVG_SPOT && *count == l->shapes.zones)
        sign->at = (svg_point){ zone->middle.x, zone->middle.y + zone->radius * 0.35f };
    else
        sign->at =
            roomiest(l, z, taken, *count, 12, (float)(sign->copies - 1) * SVG_SIGN_WIDTH / 2);
    taken[(*count)++] = sign->at;
}

static void
set_signs(const meepled_stack *stack, uint16_t tile, struct svg_layout *l)
{
    svg_point taken[MEEPLED_ZONES_MAX + SVG_SIGNS];
    size_t attributes = 0;

    meepled_stack_attributes(stack, &attributes);
    for (uint8_t z = 0; z < l->shapes.zones; z++) {
        const meepled_tile_zone zone = meepled_stack_zone(stack, tile, z);
        size_t count = 0;
        for (uint8_t other = 0; other < l->shapes.zones; other++)
            taken[count++] = l->shapes.zone[other].anchor;
        for (size_t a = 0; a < attributes && l->signs < SVG_SIGNS; a++)
            if (zone.attributes[a] != 0)
                add_sign(l, z, (uint8_t)a, zone.attributes[a], taken, &count);
    }
}

/* ---- all ---- */

void
svg_layout_make(const meepled_stack *stack, uint16_t tile, struct svg_layout *out)
{
    memset(out, 0, sizeof *out);
    svg_shapes_make(stack, tile, &out->shapes);
    svg_grid_paint(&out->shapes, false, out->seen);
    svg_grid_share(stack, tile, &out->shapes, out->seen);
    place_spots(stack, tile, out);
    look(stack, tile, out);
    show_hidden(stack, tile, out);
    measure_room(out);
    for (uint8_t z = 0; z < out->shapes.zones; z++)
        set_anchor(out, z);
    set_signs(stack, tile, out);
}

uint8_t
svg_layout_seen(const struct svg_layout *layout, svg_point p)
{
    return layout->seen[svg_grid_cell(p)];
}
