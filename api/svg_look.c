#include "svg_look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLACK = 0x000000, WHITE = 0xffffff };

static unsigned
channel(uint32_t colour, unsigned i)
{
    return colour >> 8 * (2 - i) & 0xff;
}

/* `colour` with a share of another. */
static uint32_t
mix(uint32_t colour, uint32_t other, float share)
{
    uint32_t out = 0;

    for (unsigned i = 0; i < 3; i++) {
        const float v = (float)channel(colour, i) * (1 - share) + (float)channel(other, i) * share;
        out = out << 8 | (uint32_t)lroundf(v);
    }
    return out;
}

static float
lightness(uint32_t colour)
{
    return (0.3f * (float)channel(colour, 0) + 0.59f * (float)channel(colour, 1) +
            0.11f * (float)channel(colour, 2)) /
           255;
}

static uint32_t
read_colour(const char *text)
{
    return text && text[0] == '#' && strlen(text) == 7 ? (uint32_t)strtoul(text + 1, NULL, 16)
                                                       : 0x999999;
}

static enum svg_texture
suggested(uint32_t colour)
{
    const int r = (int)channel(colour, 0), g = (int)channel(colour, 1), b = (int)channel(colour, 2);
    const int most = r > g ? (r > b ? r : b) : g > b ? g : b;
    const int least = r < g ? (r < b ? r : b) : g < b ? g : b;

    if (most - least < 48)
        return SVG_PEAKS;
    if (b == most && r <= g)
        return SVG_WAVES;
    if (g >= r - 16)
        return lightness(colour) < 0.42f ? SVG_TREES : SVG_TUFTS;
    return SVG_ROOFS;
}

void
svg_look_make(const meepled_stack *stack, struct svg_look *out)
{
    const meepled_kind_word *words = meepled_stack_kinds(stack, &out->kinds);

    for (size_t k = 0; k < out->kinds; k++) {
        bool used[SVG_TEXTURES] = { false };
        size_t others = 0;
        out->colour[k] = read_colour(words[k].colour);
        for (size_t earlier = 0; earlier < k; earlier++)
            if (words[earlier].reach == words[k].reach ||
                (words[k].reach == MEEPLED_HALVES && words[earlier].reach == MEEPLED_WHOLE) ||
                (words[k].reach == MEEPLED_WHOLE && words[earlier].reach == MEEPLED_HALVES)) {
                others += !used[out->texture[earlier]];
                used[out->texture[earlier]] = true;
            }
        enum svg_texture texture = suggested(out->colour[k]);
        while (others < SVG_TEXTURES && used[texture])
            texture = (texture + 3) % SVG_TEXTURES;
        out->texture[k] = texture;
    }
}

/* ---- style sheet ---- */

struct shade {
    uint32_t fill, edge, motif, motif_line;
};

static struct shade
shade_of(uint32_t colour, enum svg_texture texture, bool dark)
{
    const uint32_t fill = dark ? mix(colour, 0x10141a, 0.32f) : colour;
    struct shade s = { .fill = fill, .edge = mix(fill, BLACK, 0.45f) };

    s.motif = s.motif_line = mix(fill, BLACK, 0.28f);
    if (texture == SVG_WAVES) {
        s.motif = s.motif_line = mix(fill, WHITE, 0.42f);
        s.edge = mix(fill, BLACK, 0.3f);
    } else if (texture == SVG_ROOFS) {
        s.motif = mix(fill, WHITE, dark ? 0.35f : 0.55f);
        s.motif_line = s.edge;
    } else if (texture == SVG_PEAKS) {
        s.motif = mix(fill, BLACK, 0.24f);
        s.motif_line = mix(fill, BLACK, 0.5f);
    } else if (texture == SVG_TREES) {
        s.motif = mix(fill, BLACK, 0.3f);
        s.motif_line = mix(fill, BLACK, 0.5f);
    } else if (texture == SVG_TUFTS) {
        s.motif = s.motif_line = mix(fill, 0x2f4a10, 0.38f);
    }
    return s;
}

static void
kind_style(struct svg_out *s, const struct svg_look *look, bool dark)
{
    for (size_t k = 0; k < look->kinds; k++) {
        const struct shade shade = shade_of(look->colour[k], look->texture[k], dark);
        svg_markup(s, ".k%zu{fill:#%06x}.b%zu{stroke:#%06x}.e%zu{stroke:#%06x}", k, shade.fill, k,
                   shade.fill, k, shade.edge);
        svg_markup(s, ".m%zu{fill:#%06x;stroke:#%06x}", k, shade.motif, shade.motif_line);
    }
}

void
svg_look_style(struct svg_out *s, const struct svg_look *look)
{
    svg_markup(s, "<style>"
                  "text{font-family:system-ui,sans-serif}"
                  ".b{stroke-linecap:round}.e{stroke-width:1.8}"
                  ".o{stroke-linecap:round}.m{stroke-width:.6;stroke-linejoin:round}"
                  ".l{stroke-width:1.1;stroke-linecap:round}"
                  ".r{stroke-width:3;stroke-linecap:round}"
                  ".t{fill:#ece6d8}.g{fill:none;stroke:#000;stroke-opacity:.22;stroke-width:.8}"
                  ".d{fill:#fffaf0;stroke:#3a3128;stroke-width:.7}.h{fill:#8d8579}"
                  ".x{font-size:6px;font-weight:700;text-anchor:middle;fill:#3a3128;"
                  "paint-order:stroke;stroke:#fffaf0;stroke-width:1.6px}"
                  ".f{stroke-width:1.3;stroke-linejoin:round}"
                  ".n{font-size:6.5px;font-weight:700;text-anchor:middle}"
                  ".c{fill:#2c2620}.q{fill:#3a3128;fill-opacity:.1;stroke:#3a3128}"
                  ".y{fill:none;stroke:#fff3b0;stroke-width:5}"
                  ".z{fill:none;stroke:#d4570c;stroke-width:2.6}");
    kind_style(s, look, false);
    svg_markup(s, "@media(prefers-color-scheme:dark){"
                  ".t{fill:#1d2126}.c{fill:#e8e2d6}.q{fill:#e8e2d6;fill-opacity:.1;stroke:#e8e2d6}"
                  ".d{fill:#e6dfcf}");
    kind_style(s, look, true);
    svg_markup(s, "}.b,.e,.l{fill:none}</style>");
}

/* ---- players ---- */

uint32_t
svg_look_player(const char *colour, uint8_t seat)
{
    static const struct {
        const char *name;
        uint32_t colour;
    } known[] = {
        { "red", 0xd8342c },   { "blue", 0x2b5fc7 },   { "yellow", 0xf4c91f },
        { "green", 0x2c9a41 }, { "black", 0x2a2a2c },  { "grey", 0x9b9b9b },
        { "white", 0xf6f4ee }, { "orange", 0xe9801d }, { "purple", 0x7b3fa8 },
        { "pink", 0xe579ab },  { "brown", 0x7a4b28 },  { "gray", 0x9b9b9b },
    };
    enum { COUNT = sizeof known / sizeof known[0] };

    if (colour && colour[0] == '#' && strlen(colour) == 7 &&
        strspn(colour + 1, "0123456789abcdef") == 6)
        return read_colour(colour);
    for (size_t i = 0; colour && i < COUNT; i++)
        if (strcmp(known[i].name, colour) == 0)
            return known[i].colour;
    return known[seat % COUNT].colour;
}

uint32_t
svg_look_ink(uint32_t colour)
{
    return lightness(colour) < 0.55f ? WHITE : 0x1c1c1c;
}
