#include "svg_symbol.h"

#include "svg_book.h"

#include <math.h>
#include <string.h>

/* ---- motifs ---- */

static const struct {
    const char *path; /* relative to where it begins */
    svg_point begin;  /* from the middle */
    float room, step;
    bool line;
} motifs[SVG_TEXTURES] = {
    [SVG_TREES] = { "l3.6 6h-1.9l2.4 3.4h-3.3v2h-1.6v-2h-3.3l2.4-3.4h-1.9z",
                    { 0, -6.2f },
                    5.4f,
                    10.5f,
                    false },
    [SVG_PEAKS] = { "l4.6-8.4 2.1 3.6 1.2-1.6 3.5 6.4zm3-5.5 1.6-2.9 1.6 2.8-1.2.8-.9-.8z",
                    { -5.6f, 4 },
                    5.6f,
                    13,
                    false },
    [SVG_ROOFS] = { "v-4.2l3.4-3.4 3.4 3.4v4.2zm-.9-3.3 4.3-4.3 4.3 4.3",
                    { -3.4f, 4.2f },
                    5.6f,
                    12,
                    false },
    [SVG_WAVES] = { "q1.9-2.3 3.8 0t3.8 0", { -3.8f, 0 }, 4.6f, 12.5f, true },
    [SVG_TUFTS] = { "q-.3-1.8-1.5-2.6m1.5 2.6q0-2.2.3-3.8m-.3 3.8q.5-1.9 1.8-2.7",
                    { 0, 1.5f },
                    3.6f,
                    15.5f,
                    true },
    [SVG_DOTS] = { "a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0z", { -1.3f, 0 }, 2.6f, 8.5f, false },
    [SVG_STROKES] = { "l4.4-4.4m-1.2 5l3.2-3.2", { -2.6f, 2 }, 3.6f, 10, true },
    [SVG_RINGS] = { "a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0z", { -2.3f, 0 }, 3.6f, 11, true },
};

static void
define_motif(struct svg_out *s, size_t kind, enum svg_texture texture)
{
    svg_markup(s, "<path id=\"m%zu\" class=\"%c m%zu\" d=\"", kind,
               motifs[texture].line ? 'l' : 'm', kind);
    svg_at(s, 'M', motifs[texture].begin);
    svg_markup(s, "%s\"/>", motifs[texture].path);
}

/* A definition drawn at a point. */
static void
use(struct svg_out *s, char id, unsigned number, svg_point at)
{
    svg_markup(s, "<use href=\"#%c%u\" x=\"", id, number);
    svg_number(s, at.x);
    svg_markup(s, "\" y=\"");
    svg_number(s, at.y);
    svg_markup(s, "\"/>");
}

void
svg_motif(struct svg_out *s, uint8_t kind, svg_point at)
{
    use(s, 'm', kind, (svg_point){ roundf(at.x), roundf(at.y) }); /* many: a digit less of each */
}

float
svg_motif_room(enum svg_texture texture)
{
    return motifs[texture].room;
}

float
svg_motif_step(enum svg_texture texture)
{
    return motifs[texture].step;
}

/* ---- signs ---- */

/* Badges for words that are not in the book. */
static const char *const badges[] = {
    "M-5 0A5 5 0 1 0 5 0 5 5 0 1 0-5 0Z", "M-4.6-4.6H4.6V4.6H-4.6Z", "M0-6.4 6.4 0 0 6.4-6.4 0Z",
    "M-3-5.2H3L6 0 3 5.2H-3L-6 0Z",       "M-6-4.2H6L0 6.6Z",
};

static void
define_sign(struct svg_out *s, size_t attribute, const char *name)
{
    struct svg_drawing drawing;

    svg_markup(s, "<g id=\"s%zu\" transform=\"scale(1.25)\">", attribute);
    if (svg_book_find(name, &drawing))
        svg_markup(s,
                   "<path class=\"d\" d=\"%s\"/><path fill=\"#%06x\" stroke=\"#%06x\" "
                   "stroke-width=\".4\" fill-rule=\"evenodd\" d=\"%.*s\"/>",
                   badges[0], drawing.colour, drawing.colour, (int)drawing.path_len, drawing.path);
    else
        svg_markup(s, "<path class=\"d\" d=\"%s\"/><text class=\"x\" y=\"2.1\">%c%.1s</text>",
                   badges[attribute % (sizeof badges / sizeof badges[0])], name[0] - 'a' + 'A',
                   name + 1);
    svg_markup(s, "</g>");
}

void
svg_sign(struct svg_out *s, uint8_t attribute, svg_point at)
{
    use(s, 's', attribute, at);
}

void
svg_symbol_defs(struct svg_out *s, const struct svg_look *look, const meepled_stack *stack)
{
    size_t count = 0;
    const meepled_attribute_word *words = meepled_stack_attributes(stack, &count);

    for (size_t k = 0; k < look->kinds; k++)
        define_motif(s, k, look->texture[k]);
    for (size_t a = 0; a < count; a++)
        define_sign(s, a, words[a].name);
}

void
svg_building(struct svg_out *s, unsigned index, svg_point at, float radius)
{
    static const char *const plans[] = {
        /* a church with a tower, a gate between towers, a tent, a mill */
        "M-10 8V-1L-6-5.5-2-1V-8L1.5-12 5-8V0H10V8ZM-1 8V4.5A2.4 2.4 0 0 1 3.8 4.5V8Z",
        "M-10 8V-9H-7V-7H-5V-9H-2V-2H2V-9H5V-7H7V-9H10V8ZM-2.5 8V4A2.5 2.5 0 0 1 2.5 4V8Z",
        "M0-10 10 8H-10ZM0-1 3 8H-3Z",
        "M-6 8-3.5-5H3.5L6 8ZM-9-11-1-6 9-10 1-5 8 2 0-4-9 1-1-6Z",
    };

    svg_markup(s, " transform=\"translate(");
    svg_at(s, 0, at);
    svg_markup(s, ")scale(%.2f)\" d=\"%s\"", (double)radius / 12.5,
               plans[index % (sizeof plans / sizeof plans[0])]);
}

/* ---- figures ---- */

enum { SHAPE_PERSON, SHAPE_HOUSE, SHAPE_TALL, SHAPE_HAT, SHAPE_ANIMAL, SHAPE_PAWN };

static const char *const shapes[] = {
    [SHAPE_PERSON] =
        ("M0-9C2-9 3.4-7.6 3.4-5.7 3.4-4.9 3.2-4.2 2.8-3.6 5.6-3 8-1.7 8-.3 8 .9 6 1.3 4.3 1.2L6.7 "
         "7.4C6.9 8 6.6 8.4 6 8.4H2C1.4 8.4 1.2 8 1 7.4L0 4.8-1 7.4C-1.2 8-1.4 8.4-2 8.4H-6C-6.6 "
         "8.4-6.9 8-6.7 7.4L-4.3 1.2C-6 1.3-8 .9-8-.3-8-1.7-5.6-3-2.8-3.6-3.2-4.2-3.4-4.9-3.4-5.7"
         "-3.4-7.6-2-9 0-9Z"),
    [SHAPE_HOUSE] = ("M0-8.5 8.6-1H6.4V7.6H-6.4V-1H-8.6ZM-1.9 7.6V2.6H1.9V7.6Z"),
    [SHAPE_TALL] = ("M0-10 3-5H1.5L4.5 8.4H-4.5L-1.5-5H-3Z"),
    [SHAPE_HAT] = ("M-6-6.4H-3L-2-11H2L3-6.4H6V-5H3.2C3.2-4.4 3-4 2.8-3.6 5.6-3 8-1.7 8-.3 8 .9 6 "
                   "1.3 4.3 1.2L6.7 "
                   "8.4H1.4L0 4.8-1.4 8.4H-6.7L-4.3 1.2C-6 1.3-8 "
                   ".9-8-.3-8-1.7-5.6-3-2.8-3.6-3-4-3.2-4.4-3.2-5H-6Z"),
    [SHAPE_ANIMAL] = ("M-8.4-1.5C-8.4-5-5.4-6-2.4-6H3L5.2-8.4 6.2-5.8C8-5 8.8-3.6 9-1.8L7.2-.8C7 1 "
                      "6.2 2.2 5 2.8V"
                      "7H2.4V3.4H-3V7H-5.6V2.4C-7.4 1.8-8.4.4-8.4-1.5Z"),
    [SHAPE_PAWN] = ("M0-9A4 4 0 0 1 2.4-2L5.8 8.4H-5.8L-2.4-2A4 4 0 0 1 0-9Z"),
};

unsigned
svg_figure_shape(const meepled_figure_word *words, size_t index)
{
    static const unsigned plain[] = { SHAPE_PERSON, SHAPE_PAWN, SHAPE_TALL };
    static const unsigned companions[] = { SHAPE_HAT, SHAPE_ANIMAL, SHAPE_TALL };
    size_t earlier = 0;

    if (words[index].scope == MEEPLED_IN_SYSTEM)
        return SHAPE_HOUSE;
    for (size_t i = 0; i < index; i++)
        earlier +=
            words[i].companion == words[index].companion && words[i].scope != MEEPLED_IN_SYSTEM;
    return words[index].companion ? companions[earlier % 3] : plain[earlier % 3];
}

void
svg_figure(struct svg_out *s, const struct svg_figure *figure, svg_point at)
{
    const uint32_t ink = svg_look_ink(figure->colour);
    const bool house = figure->shape == SHAPE_HOUSE;

    svg_markup(s, "<g transform=\"translate(");
    svg_at(s, 0, at);
    svg_markup(s, ")scale(%.2g)\">", (double)figure->size);
    svg_markup(s, "<path%s class=\"f\" fill=\"#%06x\" stroke=\"#%06x\" d=\"%s\"/>",
               figure->lying ? " transform=\"rotate(-90)\"" : "", figure->colour,
               ink == 0xffffff ? 0xfffdf5u : 0x1c1c1cu, shapes[figure->shape]);
    svg_markup(s, "<text class=\"n\" fill=\"#%06x\" x=\"%s\" y=\"%s\">%u</text></g>", ink,
               figure->lying ? "-.6" : "0",
               house           ? "1.6"
               : figure->lying ? "2.3"
                               : "2.6",
               figure->seat + 1u);
}
