#include "svg_symbol.h"

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

/* The picture book: words a tile set may use for its attributes (a final s does not matter), drawn
 * in a square of nine units around 0,0. */
static const struct {
    const char *word, *path;
    uint32_t colour;
} book[] = {
    { "fish", "M-4.3 0C-2.2-3.2 1.2-3 2.5-.4L4.3-2.4V2.4L2.5.4C1.2 3-2.2 3.2-4.3 0Z", 0x1f5f96 },
    { "gold", "M-3.7.8-1.7-2.5 1.7-2.9 3.8-.1 2 2.9-2.2 2.8Z", 0xc98a00 },
    { "mushroom", "M-4 .2C-4-4.8 4-4.8 4 .2H1.3V3.5Q0 4.1-1.3 3.5V.2Z", 0xa8452c },
    { "deer",
      "M-.7-.5C-1-1.4-1.4-1.7-1.7-2L-1.4-4-2-4.2-2.5-2.6C-2.9-2.9-3.2-3.5-3.3-4.5H-4C-3.8-1.9-2-1."
      "4-"
      "1.6-.5ZM.7-.5C1-1.4 1.4-1.7 1.7-2L1.4-4 2-4.2 2.5-2.6C2.9-2.9 3.2-3.5 3.3-4.5H4C3.8-1.9 "
      "2-1.4 "
      "1.6-.5ZM-2.2-.7H2.2L1.2 2.9Q0 4.5-1.2 2.9Z",
      0x8a4f1d },
    { "mammoth",
      "M-4.3 3.6V.2C-4.3-2.7-2.3-3.6-.2-3.3 1.2-4.4 3.6-3.9 4-1.6 4.4.6 4.5 2 3.7 3.6 3.1 2.8 3 "
      "1.6 2.4 1.1V3.6H.9V1.7H-1.9V3.6Z",
      0x6a4a35 },
    { "tiger",
      "M-3.7-3.7-1.8-2.9Q0-3.4 1.8-2.9L3.7-3.7Q4.1.6 2.1 2L1.5 4.4.8 2.4H-.8L-1.5 4.4-2.1 2Q-4.1"
      ".6-3.7-3.7Z",
      0xd0660f },
    { "aurochs",
      "M-4.4-3.7Q-3.8-1.6-2-1.9H2Q3.8-1.6 4.4-3.7 4.9-.4 2.3-.2L1.4 3.3Q0 4.4-1.4 3.3L-2.3-.2Q-"
      "4.9-.4-4.4-3.7Z",
      0x3f2a20 },
    { "fire",
      "M.3-4.6C.7-2.4 3.4-1.1 3.3 1.3 3.2 3.4 1.6 4.3 0 4.3-1.8 4.3-3.3 3.2-3.3 "
      "1.2-3.3-.2-2.1-.9-1.9"
      "-2.3-.8-1.6-.4-.8-.4.2.7-1 .8-2.8.3-4.6Z",
      0xd63a1f },
    { "monument", "M-4.1-3.5H4.1V-1.6H3.2V3.8H1.1V-1.6H-1.1V3.8H-3.2V-1.6H-4.1Z", 0x59616b },
    { "spring", "M0-4.5C2.2-1.5 3.3-.1 3.3 1.3A3.3 3 0 0 1-3.3 1.3C-3.3-.1-2.2-1.5 0-4.5Z",
      0x2a86c8 },
    { "pennant", "M-3.5-3.8H3.5V-.2C3.5 2.2 1.7 3.6 0 4.4-1.7 3.6-3.5 2.2-3.5-.2Z", 0x2d5bb5 },
    { "poultry",
      "M-4.2-1.5-2.5-2.6Q-1.2-4.2.2-2.5.7-.7 2.2-1.1L4.3-2.8Q4.6 2.3.9 2.9V4.4H-.4V2.9Q-3 2.3-2.8"
      "-1.1Z",
      0xb0641c },
    { "grain",
      "M0-4.6Q1.5-3.2 0-1.9-1.5-3.2 0-4.6ZM.4-1Q2.9-3.2 2.9-.8 1.6.7.4.5ZM-.4-1Q-2.9-3.2-2.9-.8-1.6"
      ".7-.4.5ZM.4 1.6Q2.9-.6 2.9 1.8 1.6 3.3.4 3.1ZM-.4 1.6Q-2.9-.6-2.9 1.8-1.6 3.3-.4 3.1ZM-.4-2H"
      ".4V4.4H-.4Z",
      0xb98405 },
    { "cloth", "M-4.1-2.7Q-2-4.2 0-2.7T4.1-2.7V2.5Q2 4 0 2.5T-4.1 2.5Z", 0x9c2f6a },
    { "view", "M-4.5 0Q0-5.2 4.5 0 0 5.2-4.5 0ZM-1.5 0A1.5 1.5 0 1 0 1.5 0 1.5 1.5 0 1 0-1.5 0Z",
      0x2f6f5f },
    { "inn", "M-3.8 3.9V-.6L0-4.1 3.8-.6V3.9H1.3V.9H-1.3V3.9Z", 0x8f3b2a },
    { "cathedral",
      "M-.5-4.6H.5V-3.5H1.6V-2.5H.5V-1.6L3.7 1.3V4H1V2Q0 .8-1 2V4H-3.7V1.3L-.5-1.6V-2.5H-1.6V"
      "-3.5H-.5Z",
      0x5a4b8a },
    { "garden",
      "M0-1.2C-1.4-5.4 2.8-5.2 1.1-1 4.6-3.2 5.2 1.2 1.3.4 3.4 4.2-1 5 0 1.3-2.8 "
      "4.6-5.2.9-1.2.3-5.2"
      "-.6-3.6-4.4 0-1.2Z",
      0xb0397a },
    { "stone", "M-4 2.8-2.6-1.6.2-3.4 3.2-1.2 4 2.8Z", 0x6b6b70 },
    { "tree", "M0-4.5 3.3 1.6H.9V4.2H-.9V1.6H-3.3Z", 0x2f6b35 },
    { "boat", "M-4.3.9H4.3L2.7 3.7H-2.7ZM-.3.2V-4.4L3.4.2Z", 0x2b5f8f },
    { "star", "M0-4.5 1.3-1.4 4.5-1.2 2-.9 2.8 3.9 0 2.2-2.8 3.9-2-.9-4.5-1.2-1.3-1.4Z", 0xc08a00 },
};

static bool
same_word(const char *name, const char *word)
{
    const size_t len = strlen(word);

    return strncmp(name, word, len) == 0 &&
           (name[len] == '\0' || (name[len] == 's' && name[len + 1] == '\0'));
}

/* Badges for words that are not in the book. */
static const char *const badges[] = {
    "M-5 0A5 5 0 1 0 5 0 5 5 0 1 0-5 0Z", "M-4.6-4.6H4.6V4.6H-4.6Z", "M0-6.4 6.4 0 0 6.4-6.4 0Z",
    "M-3-5.2H3L6 0 3 5.2H-3L-6 0Z",       "M-6-4.2H6L0 6.6Z",
};

static void
define_sign(struct svg_out *s, size_t attribute, const char *name)
{
    size_t entry = 0;

    while (entry < sizeof book / sizeof book[0] && !same_word(name, book[entry].word))
        entry++;
    svg_markup(s, "<g id=\"s%zu\" transform=\"scale(1.25)\">", attribute);
    if (entry < sizeof book / sizeof book[0])
        svg_markup(s,
                   "<path class=\"d\" d=\"%s\"/><path fill=\"#%06x\" stroke=\"#%06x\" "
                   "stroke-width=\".4\" fill-rule=\"evenodd\" d=\"%s\"/>",
                   badges[0], book[entry].colour, book[entry].colour, book[entry].path);
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
        "M0-9C2-9 3.4-7.6 3.4-5.7 3.4-4.9 3.2-4.2 2.8-3.6 5.6-3 8-1.7 8-.3 8 .9 6 1.3 4.3 1.2L6.7 "
        "7.4C6.9 8 6.6 8.4 6 8.4H2C1.4 8.4 1.2 8 1 7.4L0 4.8-1 7.4C-1.2 8-1.4 8.4-2 8.4H-6C-6.6 "
        "8.4-6.9 8-6.7 7.4L-4.3 1.2C-6 1.3-8 .9-8-.3-8-1.7-5.6-3-2.8-3.6-3.2-4.2-3.4-4.9-3.4-5.7"
        "-3.4-7.6-2-9 0-9Z",
    [SHAPE_HOUSE] = "M0-8.5 8.6-1H6.4V7.6H-6.4V-1H-8.6ZM-1.9 7.6V2.6H1.9V7.6Z",
    [SHAPE_TALL] = "M0-10 3-5H1.5L4.5 8.4H-4.5L-1.5-5H-3Z",
    [SHAPE_HAT] = "M-6-6.4H-3L-2-11H2L3-6.4H6V-5H3.2C3.2-4.4 3-4 2.8-3.6 5.6-3 8-1.7 8-.3 8 .9 6 "
                  "1.3 4.3 1.2L6.7 "
                  "8.4H1.4L0 4.8-1.4 8.4H-6.7L-4.3 1.2C-6 1.3-8 "
                  ".9-8-.3-8-1.7-5.6-3-2.8-3.6-3-4-3.2-4.4-3.2-5H-6Z",
    [SHAPE_ANIMAL] =
        "M-8.4-1.5C-8.4-5-5.4-6-2.4-6H3L5.2-8.4 6.2-5.8C8-5 8.8-3.6 9-1.8L7.2-.8C7 1 6.2 2.2 5 2.8V"
        "7H2.4V3.4H-3V7H-5.6V2.4C-7.4 1.8-8.4.4-8.4-1.5Z",
    [SHAPE_PAWN] = "M0-9A4 4 0 0 1 2.4-2L5.8 8.4H-5.8L-2.4-2A4 4 0 0 1 0-9Z",
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
