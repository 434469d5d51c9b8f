#include "svg_tile.h"

#include "svg_brush.h"
#include "svg_symbol.h"

#include <math.h>
#include <stdlib.h>

static void
put_bend(const struct svg_brush *b, const svg_curve *c)
{
    svg_brush_at(b, 'C', c->a);
    svg_brush_at(b, ' ', c->b);
    svg_brush_at(b, ' ', c->to);
}

/* ---- ground ---- */

/* The cells of zones of `kind` as strips, a little larger than they are so that none shows between.
 */
static void
draw_strips(const struct svg_brush *b, uint8_t kind)
{
    const struct svg_layout *l = b->layout;

    svg_markup(b->s, "<path class=\"k%u b%u\" stroke-width=\"3\" stroke-linejoin=\"round\" d=\"",
               kind, kind);
    for (unsigned row = 0; row < SVG_GRID; row++)
        for (unsigned x = 0, end; x < SVG_GRID; x = end + 1) {
            end = x;
            while (end < SVG_GRID && l->seen[row * SVG_GRID + end] < l->shapes.zones &&
                   l->shapes.zone[l->seen[row * SVG_GRID + end]].kind == kind)
                end++;
            if (end == x)
                continue;
            const float top = (float)row * SVG_CELL, left = (float)x * SVG_CELL;
            const float right = (float)end * SVG_CELL, bottom = top + SVG_CELL;
            svg_brush_at(b, 'M', (svg_point){ left, top });
            svg_brush_at(b, 'L', (svg_point){ right, top });
            svg_brush_at(b, 'L', (svg_point){ right, bottom });
            svg_brush_at(b, 'L', (svg_point){ left, bottom });
            svg_markup(b->s, "z");
        }
    svg_markup(b->s, "\"/>");
}

static void
draw_ground(const struct svg_brush *b)
{
    const struct svg_shapes *shapes = &b->layout->shapes;
    unsigned kind = MEEPLED_KINDS_MAX;
    bool drawn[MEEPLED_KINDS_MAX] = { false };

    for (uint8_t z = 0; z < shapes->zones; z++) {
        if (shapes->zone[z].form != SVG_GROUND || drawn[shapes->zone[z].kind])
            continue;
        drawn[shapes->zone[z].kind] = true;
        if (kind == MEEPLED_KINDS_MAX) {
            kind = shapes->zone[z].kind;
            svg_markup(b->s, "<rect class=\"k%u\" width=\"100\" height=\"100\"/>", kind);
        } else {
            draw_strips(b, shapes->zone[z].kind);
        }
    }
    if (kind == MEEPLED_KINDS_MAX)
        svg_markup(b->s, "<rect class=\"h\" width=\"100\" height=\"100\"/>");
}

/* ---- areas and bands ---- */

static void
draw_area(const struct svg_brush *b, const struct svg_zone *zone)
{
    const enum svg_texture texture = b->scene->look.texture[zone->kind];

    svg_markup(b->s, "<path class=\"k%u\" d=\"", zone->kind);
    svg_brush_at(b, 'M', zone->curve[0].from);
    for (unsigned c = 0; c < zone->curves; c++)
        if (zone->curve[c].side)
            svg_brush_at(b, 'L', zone->curve[c].to);
        else
            put_bend(b, &zone->curve[c]);
    svg_markup(b->s, "z\"/>");
    for (unsigned c = 0; c < zone->curves; c++) {
        if (zone->curve[c].side)
            continue;
        svg_markup(b->s, "<path class=\"e e%u\"%s d=\"", zone->kind,
                   texture == SVG_ROOFS ? " style=\"stroke-width:3.2\"" : "");
        svg_brush_at(b, 'M', zone->curve[c].from);
        put_bend(b, &zone->curve[c]);
        svg_markup(b->s, "\"/>");
    }
}

static void
draw_way(const struct svg_brush *b, const struct svg_zone *zone)
{
    svg_markup(b->s, " d=\"");
    for (unsigned c = 0; c < zone->curves; c++) {
        svg_brush_at(b, 'M', zone->curve[c].from);
        put_bend(b, &zone->curve[c]);
    }
    svg_markup(b->s, "\"/>");
}

static void
draw_band(const struct svg_brush *b, const struct svg_zone *zone)
{
    const enum svg_texture texture = b->scene->look.texture[zone->kind];
    const double width = 2 * (double)zone->radius;

    svg_markup(b->s, "<path class=\"e o e%u\" style=\"stroke-width:%.3g\"", zone->kind,
               width + 0.4);
    draw_way(b, zone);
    svg_markup(b->s, "<path class=\"b b%u\" stroke-width=\"%.3g\"", zone->kind, width - 2.2);
    draw_way(b, zone);
    if (texture == SVG_WAVES)
        svg_markup(b->s, "<path class=\"l m%u\" stroke-dasharray=\"7 5 3 6\"", zone->kind);
    else
        svg_markup(b->s,
                   "<path class=\"l e%u\" style=\"stroke-width:.9;stroke-opacity:.55\" "
                   "stroke-dasharray=\"%s\"",
                   zone->kind, texture % 2 ? ".1 3.4" : "2.2 3.4");
    draw_way(b, zone);
}

/* ---- spots ---- */

/* A pond: a closed curve with a slightly uneven shore. */
static void
draw_pond(const struct svg_brush *b, const struct svg_zone *zone)
{
    static const float uneven[8] = { 1, 1.04f, 0.95f, 0.98f, 1.05f, 0.98f, 1.01f, 0.94f };
    enum { POINTS = 8 };
    svg_point ring[POINTS], way[POINTS];

    for (unsigned i = 0; i < POINTS; i++) {
        const float angle = (float)i * 2 * (float)M_PI / POINTS;
        const float r = zone->radius * uneven[i];
        ring[i] = (svg_point){ zone->middle.x + r * cosf(angle), zone->middle.y + r * sinf(angle) };
        way[i] = (svg_point){ -sinf(angle) * r * 0.27f, cosf(angle) * r * 0.27f };
    }
    svg_markup(b->s, "<path class=\"k%u\" d=\"", zone->kind);
    for (unsigned pass = 0; pass < 2; pass++) {
        svg_brush_at(b, 'M', ring[0]);
        for (unsigned i = 0; i < POINTS; i++) {
            const svg_point from = ring[i], to = ring[(i + 1) % POINTS];
            const svg_point out = way[i], in = way[(i + 1) % POINTS];
            put_bend(b, &(svg_curve){ .a = { from.x + out.x, from.y + out.y },
                                      .b = { to.x - in.x, to.y - in.y },
                                      .to = to });
        }
        svg_markup(b->s, "z\"/>");
        if (pass == 0)
            svg_markup(b->s, "<path class=\"e e%u\" d=\"", zone->kind);
    }
}

/* How many kinds before this one have zones inside tiles: each gets a building of its own. */
static unsigned
earlier_inside(const meepled_stack *stack, uint8_t kind)
{
    size_t count = 0;
    const meepled_kind_word *kinds = meepled_stack_kinds(stack, &count);
    unsigned earlier = 0;

    for (uint8_t k = 0; k < kind; k++)
        earlier += kinds[k].reach == MEEPLED_INSIDE;
    return earlier;
}

static bool
is_pond(const struct svg_brush *b, const struct svg_zone *zone)
{
    size_t count = 0;
    const meepled_kind_word *kinds = meepled_stack_kinds(b->scene->stack, &count);

    return zone->into > 0 || kinds[zone->kind].reach != MEEPLED_INSIDE ||
           b->scene->look.texture[zone->kind] == SVG_WAVES ||
           b->scene->look.texture[zone->kind] == SVG_TUFTS;
}

static void
draw_spot(const struct svg_brush *b, const struct svg_zone *zone)
{
    if (is_pond(b, zone)) {
        draw_pond(b, zone);
        return;
    }
    const svg_point at = svg_turn(zone->middle, b->turned);
    svg_markup(b->s,
               "<path class=\"k%u e%u\" stroke-width=\"1.3\" stroke-linejoin=\"round\" "
               "fill-rule=\"evenodd\"",
               zone->kind, zone->kind);
    svg_building(b->s, earlier_inside(b->scene->stack, zone->kind), at, zone->radius);
    svg_markup(b->s, "/>");
}

static void
draw_hub(const struct svg_brush *b)
{
    if (b->layout->shapes.hub && svg_layout_seen(b->layout, (svg_point){ 50, 50 }) == SVG_RESERVED)
        svg_markup(b->s,
                   "<circle class=\"d\" cx=\"50\" cy=\"50\" r=\"8.5\"/>"
                   "<path class=\"h\" d=\"M43.6 54V49.2L46.2 46.6 48.8 49.2V54ZM51 50V46L53.4 "
                   "43.6 55.8 46V50ZM51 56.6V53L53 51 55 53V56.6Z\"/>");
}

/* ---- signs ---- */

static const char *
title_of(const struct svg_scene *scene, const char *title, const char *title_cs)
{
    return scene->czech && title_cs ? title_cs : title;
}

static void
draw_signs(const struct svg_brush *b)
{
    size_t count = 0;
    const meepled_attribute_word *words = meepled_stack_attributes(b->scene->stack, &count);

    for (uint8_t i = 0; i < b->layout->signs; i++) {
        const struct svg_sign *sign = &b->layout->sign[i];
        const meepled_attribute_word *word = &words[sign->attribute];
        const svg_point middle = svg_turn(sign->at, b->turned);
        const float step = SVG_SIGN_WIDTH - (sign->copies > 2 ? 3 : 2);
        svg_markup(b->s, "<g><title>");
        svg_text(b->s, title_of(b->scene, word->title, word->title_cs));
        svg_markup(b->s, ": %d</title>", sign->value);
        for (uint8_t c = 0; c < sign->copies; c++)
            svg_sign(b->s, sign->attribute,
                     (svg_point){ middle.x + ((float)c - (float)(sign->copies - 1) / 2) * step,
                                  middle.y });
        if (sign->value != sign->copies)
            svg_markup(b->s, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">%d</text>",
                       (double)middle.x + 8, (double)middle.y + 6, sign->value);
        svg_markup(b->s, "</g>");
    }
}

/* ---- all ---- */

void
svg_scene_begin(struct svg_scene *scene, const meepled_stack *stack, bool czech)
{
    scene->stack = stack;
    scene->czech = czech;
    svg_look_make(stack, &scene->look);
}

void
svg_tile_defs(struct svg_out *s, const struct svg_scene *scene)
{
    svg_look_style(s, &scene->look);
    svg_markup(s, "<defs><clipPath id=\"c\"><rect width=\"100\" height=\"100\"/></clipPath>");
    svg_symbol_defs(s, &scene->look, scene->stack);
    svg_markup(s, "</defs>");
}

void
svg_tile_draw(struct svg_out *s, const struct svg_scene *scene, uint16_t tile,
              const struct svg_layout *layout, unsigned turned)
{
    const struct svg_brush b = {
        .s = s, .scene = scene, .layout = layout, .tile = tile, .turned = turned
    };
    const struct svg_shapes *shapes = &layout->shapes;

    svg_markup(s, "<g clip-path=\"url(#c)\">");
    draw_ground(&b);
    svg_fences_draw(&b);
    /* As svg_grid_paint sees it. */
    for (unsigned layer = 0; layer < 4; layer++) {
        if (layer == 3)
            draw_hub(&b);
        for (uint8_t i = 0; i < shapes->zones; i++) {
            const struct svg_zone *zone = &shapes->zone[shapes->zones - 1 - i];
            if (zone->form == SVG_BAND && layer == (zone->through ? 2 : 0))
                draw_band(&b, zone);
            else if (zone->form == SVG_AREA && layer == 1)
                draw_area(&b, zone);
            else if (zone->form == SVG_SPOT && layer == 3)
                draw_spot(&b, zone);
        }
    }
    for (uint8_t z = 0; z < shapes->zones; z++)
        if (shapes->zone[z].form != SVG_BAND &&
            (shapes->zone[z].form != SVG_SPOT || is_pond(&b, &shapes->zone[z])))
            svg_motifs_draw(&b, z);
    draw_signs(&b);
    svg_markup(s, "</g><rect class=\"g\" width=\"100\" height=\"100\"/>");
}

void
svg_tile_words(struct svg_out *s, const struct svg_scene *scene, uint16_t tile)
{
    size_t count = 0, attributes = 0;
    const meepled_kind_word *kinds = meepled_stack_kinds(scene->stack, &count);
    const meepled_attribute_word *words = meepled_stack_attributes(scene->stack, &attributes);

    for (uint8_t z = 0; z < meepled_stack_tile(scene->stack, tile).zones; z++) {
        const meepled_tile_zone zone = meepled_stack_zone(scene->stack, tile, z);
        bool any = false;
        svg_markup(s, "%s", z == 0 ? "" : "; ");
        svg_text(s, title_of(scene, kinds[zone.kind].title, kinds[zone.kind].title_cs));
        for (unsigned side = 0; side < 4; side++)
            if (zone.ports & 7u << 3 * side)
                svg_markup(s, " %c", "NESW"[side]);
        for (size_t a = 0; a < attributes; a++) {
            if (zone.attributes[a] == 0)
                continue;
            svg_markup(s, "%s%d ", any ? ", " : " (", zone.attributes[a]);
            svg_text(s, title_of(scene, words[a].title, words[a].title_cs));
            any = true;
        }
        svg_markup(s, "%s", any ? ")" : "");
    }
}

void
svg_tile_document(struct svg_out *s, const struct svg_scene *scene, uint16_t tile, unsigned turned)
{
    struct svg_layout layout;

    svg_layout_make(scene->stack, tile, &layout);
    svg_markup(s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" width=\"200\" "
                  "height=\"200\" role=\"img\"><title>");
    svg_text(s, meepled_stack_tile(scene->stack, tile).id);
    svg_markup(s, "</title><desc>");
    svg_tile_words(s, scene, tile);
    svg_markup(s, "</desc>");
    svg_tile_defs(s, scene);
    svg_tile_draw(s, scene, tile, &layout, turned);
    svg_markup(s, "</svg>\n");
}
