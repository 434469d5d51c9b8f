/* What stands on the land: motifs, fences. */
#include "svg_brush.h"
#include "svg_grid.h"
#include "svg_symbol.h"

#include <math.h>
#include <stdlib.h>

void
svg_brush_at(const struct svg_brush *b, char letter, svg_point p)
{
    svg_at(b->s, letter, svg_turn(p, b->turned));
}

/* ---- motifs ---- */

static uint32_t
scatter(uint32_t a, uint32_t b)
{
    uint32_t h = a * 0x9e3779b1u ^ (b + 0x7f4a7c15u) * 0x85ebca77u;

    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return h ^ h >> 13;
}

static bool
motif_fits(const struct svg_layout *l, uint8_t z, svg_point p, float room)
{
    if (p.x < room - 1 || p.y < room - 1 || p.x > SVG_SIDE + 1 - room || p.y > SVG_SIDE + 1 - room)
        return false;
    const unsigned cell = svg_grid_cell(p);
    if (l->seen[cell] != z || l->room[cell] < room)
        return false;
    for (uint8_t i = 0; i < l->signs; i++) {
        const float half = (float)l->sign[i].copies * SVG_SIGN_WIDTH / 2;
        if (fabsf(p.x - l->sign[i].at.x) < half + room - 1 &&
            fabsf(p.y - l->sign[i].at.y) < SVG_SIGN_WIDTH / 2.f + room - 1)
            return false;
    }
    return true;
}

static int
higher_first(const void *a, const void *b)
{
    const svg_point *p = a, *q = b;

    return p->y < q->y ? -1 : p->y > q->y;
}

void
svg_motifs_draw(const struct svg_brush *b, uint8_t z)
{
    enum { MOTIFS = 160 };
    const struct svg_zone *zone = &b->layout->shapes.zone[z];
    const enum svg_texture texture = b->scene->look.texture[zone->kind];
    const float step = svg_motif_step(texture), room = svg_motif_room(texture);
    svg_point at[MOTIFS];
    size_t count = 0;

    for (unsigned row = 0; (float)row * step * 0.86f < SVG_SIDE; row++)
        for (unsigned column = 0; (float)column * step < SVG_SIDE + step; column++) {
            const uint32_t chance = scatter(b->tile * 64u + row, column * 16u + zone->kind);
            const float dx = ((float)(chance & 255) / 255 - 0.5f) * step * 0.34f;
            const float dy = ((float)(chance >> 8 & 255) / 255 - 0.5f) * step * 0.34f;
            const svg_point p = { ((float)column + (row % 2 ? 0.5f : 0)) * step + dx,
                                  ((float)row + 0.5f) * step * 0.86f + dy };
            if (count < MOTIFS && motif_fits(b->layout, z, p, room))
                at[count++] = svg_turn(p, b->turned);
        }
    if (count == 0)
        return;
    qsort(at, count, sizeof at[0], higher_first);
    for (size_t i = 0; i < count; i++)
        svg_motif(b->s, zone->kind, at[i]);
}

/* ---- fences ---- */

enum { STONES = 128 };

struct fence {
    svg_point at[STONES];
    size_t count;
};

/* The kind of ground on both sides if two zones of it meet between these cells, else
 * MEEPLED_NONE8. */
static uint8_t
meeting(const struct svg_layout *l, unsigned cell, unsigned next)
{
    const uint8_t a = l->seen[cell], b = l->seen[next];

    if (a == b || a >= l->shapes.zones || b >= l->shapes.zones ||
        l->shapes.zone[a].form != SVG_GROUND || l->shapes.zone[b].form != SVG_GROUND ||
        l->shapes.zone[a].kind != l->shapes.zone[b].kind)
        return MEEPLED_NONE8;
    return l->shapes.zone[a].kind;
}

static void
add_stone(struct fence *fence, unsigned cell, unsigned next)
{
    const svg_point a = svg_grid_point(cell), b = svg_grid_point(next);
    const svg_point p = { (a.x + b.x) / 2, (a.y + b.y) / 2 };

    for (size_t i = 0; i < fence->count; i++)
        if (hypotf(p.x - fence->at[i].x, p.y - fence->at[i].y) < 4.2f)
            return;
    if (fence->count < STONES)
        fence->at[fence->count++] = p;
}

void
svg_fences_draw(const struct svg_brush *b)
{
    for (uint8_t kind = 0; kind < b->scene->look.kinds; kind++) {
        struct fence fence = { .count = 0 };
        for (unsigned c = 0; c < SVG_CELLS; c++) {
            if (c % SVG_GRID + 1 < SVG_GRID && meeting(b->layout, c, c + 1) == kind)
                add_stone(&fence, c, c + 1);
            if (c + SVG_GRID < SVG_CELLS && meeting(b->layout, c, c + SVG_GRID) == kind)
                add_stone(&fence, c, c + SVG_GRID);
        }
        if (fence.count == 0)
            continue;
        svg_markup(b->s, "<path class=\"r e%u\" d=\"", kind);
        for (size_t i = 0; i < fence.count; i++) {
            svg_brush_at(b, 'M', fence.at[i]);
            svg_markup(b->s, "h0");
        }
        svg_markup(b->s, "\"/>");
    }
}
