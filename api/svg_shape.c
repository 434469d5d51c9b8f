#include "svg_shape.h"

#include <string.h>

/* ---- points ---- */

static svg_point
add(svg_point p, svg_point way, float by)
{
    return (svg_point){ p.x + way.x * by, p.y + way.y * by };
}

static svg_point
between(svg_point a, svg_point b, float t)
{
    return (svg_point){ a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };
}

svg_point
svg_corner(unsigned i)
{
    static const svg_point corners[4] = {
        { 0, 0 }, { SVG_SIDE, 0 }, { SVG_SIDE, SVG_SIDE }, { 0, SVG_SIDE }
    };
    return corners[i % 4];
}

svg_point
svg_side_middle(unsigned side)
{
    return between(svg_corner(side), svg_corner(side + 1), 0.5f);
}

svg_point
svg_inwards(unsigned side)
{
    static const svg_point ways[4] = { { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 0 } };
    return ways[side % 4];
}

svg_point
svg_curve_point(const svg_curve *c, float t)
{
    const svg_point ab = between(c->from, c->a, t), bc = between(c->a, c->b, t),
                    cd = between(c->b, c->to, t);

    return between(between(ab, bc, t), between(bc, cd, t), t);
}

size_t
svg_curve_points(const struct svg_zone *zone, svg_point *out)
{
    size_t count = 0;

    for (unsigned c = 0; c < zone->curves; c++)
        for (unsigned i = 0; i < SVG_SAMPLES; i++)
            out[count++] = svg_curve_point(&zone->curve[c], (float)i / SVG_SAMPLES);
    if (zone->curves > 0)
        out[count++] = zone->curve[zone->curves - 1].to;
    return count;
}

/* The part of a curve between two parameters. */
static svg_curve
curve_part(const svg_curve *c, float t0, float t1)
{
    const float third = (t1 - t0) / 3;
    svg_curve out = { .from = svg_curve_point(c, t0), .to = svg_curve_point(c, t1) };
    /* Tangents by the hodograph: a piece of a cubic is the cubic with these ends and tangents. */
    const svg_point d[3] = { { c->a.x - c->from.x, c->a.y - c->from.y },
                             { c->b.x - c->a.x, c->b.y - c->a.y },
                             { c->to.x - c->b.x, c->to.y - c->b.y } };
    const svg_point at0 = between(between(d[0], d[1], t0), between(d[1], d[2], t0), t0);
    const svg_point at1 = between(between(d[0], d[1], t1), between(d[1], d[2], t1), t1);

    out.a = add(out.from, at0, 3 * third);
    out.b = add(out.to, at1, -3 * third);
    return out;
}

/* ---- areas ---- */

static void
put_curve(struct svg_zone *zone, svg_curve curve)
{
    if (zone->curves < SVG_CURVES)
        zone->curve[zone->curves++] = curve;
}

static void
put_side(struct svg_zone *zone, unsigned side)
{
    const svg_point from = svg_corner(side), to = svg_corner(side + 1);

    put_curve(zone, (svg_curve){ from, between(from, to, 1 / 3.f), between(from, to, 2 / 3.f), to,
                                 true });
}

/* What the shapes on a tile have to make room for. */
struct room {
    uint8_t areas; /* sides of all areas that are not the ground */
    uint8_t own;   /* sides of the area (or group) being drawn */
    bool deep;     /* the ground is an area too, so the others may be larger */
};

static bool
crowded(const struct room *room, unsigned side)
{
    return (room->areas & ~room->own) & 1u << side % 4;
}

/* The inner edge from the end of one side to the beginning of the next own one, past `gap` sides of
 * others, the first of which is `side`. */
static svg_curve
inner_edge(const struct room *room, unsigned side, unsigned gap)
{
    const svg_point from = svg_corner(side), to = svg_corner(side + gap);
    svg_curve c = { .from = from, .to = to };

    if (gap == 1) { /* make way for what lies on that one side */
        const float high = crowded(room, side) ? 40 : room->deep ? 40 : 36;
        c.a = add(between(from, to, 0.28f), svg_inwards(side), high);
        c.b = add(between(from, to, 0.72f), svg_inwards(side), high);
    } else if (gap == 2) { /* from corner to corner, a little on the own side */
        const svg_point own = svg_corner(side + 3), other = svg_corner(side + 1);
        const svg_point way = { own.x - other.x, own.y - other.y };
        const float by = room->deep ? 0.04f : 0.13f;
        c.a = add(between(from, to, 0.35f), way, by);
        c.b = add(between(from, to, 0.65f), way, by);
    } else { /* a cap on the one own side; flat at a corner where another area begins */
        const unsigned own = side + 3;
        const float high = room->deep ? 42 : 33;
        const bool flat_from = crowded(room, side), flat_to = crowded(room, own + 3);
        c.a = add(between(from, to, flat_from ? 0.34f : 0.24f), svg_inwards(own),
                  flat_from ? 27 : high);
        c.b =
            add(between(from, to, flat_to ? 0.66f : 0.76f), svg_inwards(own), flat_to ? 27 : high);
    }
    return c;
}

static void
make_area(struct svg_zone *zone, const struct room *room)
{
    const uint8_t sides = zone->sides;
    unsigned first = 0;

    while (first < 3 && (!(sides & 1u << first) || sides & 1u << (first + 3) % 4))
        first++;
    if (sides == 15)
        first = 0;
    for (unsigned i = 0; i < 4;) {
        const unsigned side = first + i;
        unsigned gap = 0;
        while (i + gap < 4 && !(sides & 1u << (side + gap) % 4))
            gap++;
        if (gap == 0) {
            put_side(zone, side % 4);
            i++;
        } else {
            put_curve(zone, inner_edge(room, side, gap));
            i += gap;
        }
    }
}

/* A chain of areas that share borders, on consecutive sides: one shape, cut from the corners
 * between them to its inner edge.
 *
 *      +-----------+ <- the corner between the two
 *      |     A   / |
 *       \      /   |
 *         \  /  B  |      the inner edge is theirs together
 *            \     |
 *              \---+                                                                        */
static void
make_chain(struct svg_shapes *shapes, const struct room *room, unsigned first, unsigned length,
           const uint8_t owner[4])
{
    const svg_curve inner = inner_edge(room, first + length, 4 - length);

    for (unsigned i = 0; i < length;) {
        struct svg_zone *zone = &shapes->zone[owner[(first + i) % 4]];
        unsigned end = i;
        while (end < length && owner[(first + end) % 4] == owner[(first + i) % 4])
            put_side(zone, (first + end++) % 4);
        /* The inner edge runs the other way round. */
        const float t0 = 1 - (float)end / (float)length, t1 = 1 - (float)i / (float)length;
        svg_curve part = curve_part(&inner, t0, t1);
        const svg_point here = svg_corner(first + end), there = svg_corner(first + i);
        if (end < length)
            put_curve(zone, (svg_curve){ here, between(here, part.from, 0.35f),
                                         between(here, part.from, 0.7f), part.from, false });
        put_curve(zone, part);
        if (i > 0)
            put_curve(zone, (svg_curve){ part.to, between(part.to, there, 0.3f),
                                         between(part.to, there, 0.65f), there, false });
        i = end;
    }
}

/* ---- links between areas ---- */

static bool
links_to(const meepled_tile_zone *zone, uint8_t to, const meepled_link_word *links)
{
    for (uint8_t i = 0; i < zone->link_count; i++)
        if (zone->links[i].to == to && links[zone->links[i].link].mutual)
            return true;
    return false;
}

/* Whether a link that leads both ways joins the two: they share a border on the tile. */
static bool
bordering(const meepled_stack *stack, uint16_t tile, uint8_t a, uint8_t b)
{
    size_t count = 0;
    const meepled_link_word *links = meepled_stack_links(stack, &count);
    const meepled_tile_zone one = meepled_stack_zone(stack, tile, a);
    const meepled_tile_zone two = meepled_stack_zone(stack, tile, b);

    return links_to(&one, b, links) || links_to(&two, a, links);
}

/* The area the others lie on, where there is no ground: most borders, then most sides. */
static uint8_t
choose_ground(const meepled_stack *stack, uint16_t tile, const struct svg_shapes *shapes)
{
    uint8_t best = MEEPLED_NONE8;
    int most = -1;

    for (uint8_t z = 0; z < shapes->zones; z++) {
        int score = __builtin_popcount(shapes->zone[z].sides);
        if (shapes->zone[z].form != SVG_AREA)
            continue;
        for (uint8_t other = 0; other < shapes->zones; other++)
            if (other != z && shapes->zone[other].form == SVG_AREA &&
                bordering(stack, tile, z, other))
                score += 8;
        if (score > most) {
            most = score;
            best = z;
        }
    }
    return best;
}

static void
make_areas(const meepled_stack *stack, uint16_t tile, struct svg_shapes *shapes)
{
    uint8_t owner[4];
    struct room room = { .deep = shapes->whole_ground };

    memset(owner, MEEPLED_NONE8, sizeof owner);
    for (uint8_t z = 0; z < shapes->zones; z++)
        for (unsigned side = 0; side < 4; side++)
            if (shapes->zone[z].form == SVG_AREA && shapes->zone[z].sides & 1u << side) {
                owner[side] = z;
                room.areas |= (uint8_t)(1u << side);
            }
    for (unsigned side = 0; side < 4; side++) {
        if (owner[side] == MEEPLED_NONE8 || shapes->zone[owner[side]].curves > 0)
            continue;
        /* Back to where a chain of bordering zones begins, then along it. */
        unsigned first = side, length = 1;
        uint8_t own = shapes->zone[owner[side]].sides;
        const uint8_t *at = owner;
        while (length < 4 && at[(first + 3) % 4] != MEEPLED_NONE8 &&
               (at[(first + 3) % 4] == at[first % 4] ||
                bordering(stack, tile, at[(first + 3) % 4], at[first % 4]))) {
            first += 3;
            length++;
            own |= shapes->zone[at[first % 4]].sides;
        }
        while (length < 4 && at[(first + length) % 4] != MEEPLED_NONE8 &&
               (at[(first + length) % 4] == at[(first + length + 3) % 4] ||
                bordering(stack, tile, at[(first + length) % 4], at[(first + length + 3) % 4]))) {
            own |= shapes->zone[at[(first + length) % 4]].sides;
            length++;
        }
        room.own = own;
        if (own != shapes->zone[owner[side]].sides && length < 4 &&
            __builtin_popcount(own) == (int)length) {
            make_chain(shapes, &room, first, length, owner);
        } else {
            room.own = shapes->zone[owner[side]].sides;
            make_area(&shapes->zone[owner[side]], &room);
        }
    }
}

/* ---- bands ---- */

float
svg_band_half(const meepled_stack *stack, uint8_t kind)
{
    size_t count = 0;
    const meepled_kind_word *kinds = meepled_stack_kinds(stack, &count);
    static const float halves[] = { 5, 7, 4, 6 };
    unsigned earlier = 0;

    for (uint8_t k = 0; k < kind; k++)
        earlier += kinds[k].reach == MEEPLED_CENTRE;
    return halves[earlier % 4];
}

static void
make_band(struct svg_zone *zone)
{
    const svg_point middle = { SVG_MIDDLE, SVG_MIDDLE };
    unsigned at[4], count = 0;

    for (unsigned side = 0; side < 4; side++)
        if (zone->sides & 1u << side)
            at[count++] = side;
    zone->through = count > 1 && zone->ends_in == MEEPLED_NONE8;
    if (zone->through && count == 2) {
        const svg_point from = svg_side_middle(at[0]), to = svg_side_middle(at[1]);
        svg_curve c = { .from = from, .to = to };
        const bool straight = at[1] - at[0] == 2;
        const float reach = straight ? 33 : 27;
        c.a = add(from, svg_inwards(at[0]), reach);
        c.b = add(to, svg_inwards(at[1]), reach);
        if (straight) { /* not quite: a way through land */
            c.a = add(c.a, svg_inwards(at[0] + 1), 7);
            c.b = add(c.b, svg_inwards(at[0] + 3), 7);
        }
        put_curve(zone, c);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        const svg_point from = svg_side_middle(at[i]);
        const float stop = count == 1 ? 10 : 0;
        const svg_point to = add(middle, svg_inwards(at[i]), -stop);
        put_curve(zone, (svg_curve){ from, add(from, svg_inwards(at[i]), 15),
                                     add(to, svg_inwards(at[i]), -12), to, false });
    }
}

void
svg_shapes_join(struct svg_shapes *shapes)
{
    for (uint8_t z = 0; z < shapes->zones; z++) {
        struct svg_zone *zone = &shapes->zone[z];
        if (zone->form != SVG_BAND || zone->ends_in == MEEPLED_NONE8)
            continue;
        for (unsigned c = 0; c < zone->curves; c++) {
            svg_curve *curve = &zone->curve[c];
            const svg_point way = { curve->a.x - curve->from.x, curve->a.y - curve->from.y };
            curve->to = shapes->zone[zone->ends_in].middle;
            curve->b = between(curve->to, add(curve->from, way, 1.6f), 0.35f);
        }
    }
}

/* The first spot a band is linked to. */
static void
find_end(const meepled_stack *stack, uint16_t tile, struct svg_shapes *shapes, uint8_t z)
{
    const meepled_tile_zone zone = meepled_stack_zone(stack, tile, z);

    for (uint8_t i = 0; i < zone.link_count; i++) {
        struct svg_zone *to = &shapes->zone[zone.links[i].to];
        if (to->form != SVG_SPOT)
            continue;
        shapes->zone[z].ends_in = zone.links[i].to;
        to->into++;
        return;
    }
}

static bool
has_attribute(const meepled_stack *stack, const meepled_tile_zone *zone)
{
    size_t count = 0;

    meepled_stack_attributes(stack, &count);
    for (size_t a = 0; a < count; a++)
        if (zone->attributes[a] != 0)
            return true;
    return false;
}

static void
make_bands(const meepled_stack *stack, uint16_t tile, struct svg_shapes *shapes)
{
    unsigned ends = 0;

    for (uint8_t z = 0; z < shapes->zones; z++) {
        struct svg_zone *zone = &shapes->zone[z];
        if (zone->form != SVG_BAND)
            continue;
        find_end(stack, tile, shapes, z);
        make_band(zone);
        const meepled_tile_zone facts = meepled_stack_zone(stack, tile, z);
        ends += !zone->through && zone->ends_in == MEEPLED_NONE8 && !has_attribute(stack, &facts);
    }
    shapes->hub = ends > 1;
}

/* ---- all ---- */

static enum svg_form
form_of(meepled_reach reach, uint8_t sides)
{
    if (reach == MEEPLED_HALVES)
        return SVG_GROUND;
    if (sides == 0 || reach == MEEPLED_INSIDE)
        return SVG_SPOT;
    return reach == MEEPLED_WHOLE ? SVG_AREA : SVG_BAND;
}

void
svg_shapes_make(const meepled_stack *stack, uint16_t tile, struct svg_shapes *out)
{
    size_t count = 0;
    const meepled_kind_word *kinds = meepled_stack_kinds(stack, &count);
    bool ground = false;

    memset(out, 0, sizeof *out);
    out->zones = meepled_stack_tile(stack, tile).zones;
    for (uint8_t z = 0; z < out->zones; z++) {
        struct svg_zone *zone = &out->zone[z];
        const meepled_tile_zone facts = meepled_stack_zone(stack, tile, z);
        for (unsigned side = 0; side < 4; side++)
            if (facts.ports & 7u << 3 * side)
                zone->sides |= (uint8_t)(1u << side);
        zone->kind = facts.kind;
        zone->ends_in = MEEPLED_NONE8;
        zone->form = form_of(kinds[facts.kind].reach, zone->sides);
        if (zone->form == SVG_BAND)
            zone->radius = svg_band_half(stack, facts.kind);
        ground = ground || zone->form == SVG_GROUND;
    }
    const uint8_t under = ground ? MEEPLED_NONE8 : choose_ground(stack, tile, out);
    if (under != MEEPLED_NONE8) {
        out->zone[under].form = SVG_GROUND;
        out->whole_ground = true;
    }
    make_areas(stack, tile, out);
    make_bands(stack, tile, out);
}
