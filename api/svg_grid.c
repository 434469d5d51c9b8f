#include "svg_grid.h"

#include <math.h>
#include <string.h>

svg_point
svg_grid_point(unsigned cell)
{
    const unsigned column = cell % SVG_GRID, row = cell / SVG_GRID;

    return (svg_point){ ((float)column + 0.5f) * SVG_CELL, ((float)row + 0.5f) * SVG_CELL };
}

static unsigned
clamp(float v)
{
    const int i = (int)floorf(v / SVG_CELL);

    return (unsigned)(i < 0 ? 0 : i >= SVG_GRID ? SVG_GRID - 1 : i);
}

unsigned
svg_grid_cell(svg_point p)
{
    return clamp(p.y) * SVG_GRID + clamp(p.x);
}

/* ---- painting ---- */

/* Fill the outline row by row, by the even-odd rule. */
static void
paint_area(const struct svg_zone *zone, uint8_t label, uint8_t *seen)
{
    svg_point outline[SVG_CURVES * SVG_SAMPLES + 1];
    const size_t count = svg_curve_points(zone, outline);

    for (unsigned row = 0; row < SVG_GRID; row++) {
        const float y = ((float)row + 0.5f) * SVG_CELL;
        bool inside[SVG_GRID] = { false };
        for (size_t i = 0; i < count; i++) {
            const svg_point a = outline[i], b = outline[(i + 1) % count];
            if ((a.y > y) == (b.y > y))
                continue;
            const float x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
            for (unsigned column = 0; column < SVG_GRID; column++)
                if (((float)column + 0.5f) * SVG_CELL > x)
                    inside[column] = !inside[column];
        }
        for (unsigned column = 0; column < SVG_GRID; column++)
            if (inside[column])
                seen[row * SVG_GRID + column] = label;
    }
}

static void
paint_disc(svg_point middle, float radius, uint8_t label, uint8_t *seen)
{
    const unsigned top = clamp(middle.y - radius), bottom = clamp(middle.y + radius);
    const unsigned left = clamp(middle.x - radius), right = clamp(middle.x + radius);

    for (unsigned row = top; row <= bottom; row++)
        for (unsigned column = left; column <= right; column++) {
            const svg_point p = svg_grid_point(row * SVG_GRID + column);
            if (hypotf(p.x - middle.x, p.y - middle.y) <= radius)
                seen[row * SVG_GRID + column] = label;
        }
}

static void
paint_band(const struct svg_zone *zone, uint8_t label, uint8_t *seen)
{
    enum { STEPS = 40 };

    for (unsigned c = 0; c < zone->curves; c++)
        for (unsigned i = 0; i <= STEPS; i++)
            paint_disc(svg_curve_point(&zone->curve[c], (float)i / STEPS), zone->radius, label,
                       seen);
}

/* Where bands meet, unless something else covers that place. */
static void
paint_hub(const struct svg_shapes *shapes, uint8_t *seen)
{
    const svg_point middle = { SVG_MIDDLE, SVG_MIDDLE };
    const uint8_t under = seen[svg_grid_cell(middle)];

    if (shapes->hub && (under == MEEPLED_NONE8 || shapes->zone[under].form == SVG_BAND))
        paint_disc(middle, 8.5f, SVG_RESERVED, seen);
}

void
svg_grid_paint(const struct svg_shapes *shapes, bool spots, uint8_t *seen)
{
    memset(seen, MEEPLED_NONE8, SVG_CELLS);
    for (unsigned layer = 0; layer < 4; layer++)
        for (uint8_t i = 0; i < shapes->zones; i++) {
            const uint8_t z = (uint8_t)(shapes->zones - 1 - i); /* as drawn: the first on top */
            const struct svg_zone *zone = &shapes->zone[z];
            if (zone->form == SVG_BAND && layer == (zone->through ? 2 : 0))
                paint_band(zone, z, seen);
            else if (zone->form == SVG_AREA && layer == 1)
                paint_area(zone, z, seen);
            else if (zone->form == SVG_SPOT && layer == 3 && spots)
                paint_disc(zone->middle, zone->radius, z, seen);
        }
    paint_hub(shapes, seen);
}

/* ---- distances ---- */

static void
nearer(float *out, unsigned cell, unsigned from, float step)
{
    if (out[from] + step < out[cell])
        out[cell] = out[from] + step;
}

/* Two sweeps with steps to the eight neighbours: within a few hundredths of the true distance. */
void
svg_grid_distances(const bool *counts, float *out)
{
    const float straight = SVG_CELL, slant = SVG_CELL * 1.4142f;

    for (unsigned c = 0; c < SVG_CELLS; c++)
        out[c] = counts[c] ? 0 : 4 * SVG_SIDE;
    for (unsigned c = 0; c < SVG_CELLS; c++) {
        const unsigned x = c % SVG_GRID, y = c / SVG_GRID;
        if (x > 0)
            nearer(out, c, c - 1, straight);
        if (y > 0)
            nearer(out, c, c - SVG_GRID, straight);
        if (x > 0 && y > 0)
            nearer(out, c, c - SVG_GRID - 1, slant);
        if (x + 1 < SVG_GRID && y > 0)
            nearer(out, c, c - SVG_GRID + 1, slant);
    }
    for (unsigned c = SVG_CELLS; c-- > 0;) {
        const unsigned x = c % SVG_GRID, y = c / SVG_GRID;
        if (x + 1 < SVG_GRID)
            nearer(out, c, c + 1, straight);
        if (y + 1 < SVG_GRID)
            nearer(out, c, c + SVG_GRID, straight);
        if (x + 1 < SVG_GRID && y + 1 < SVG_GRID)
            nearer(out, c, c + SVG_GRID + 1, slant);
        if (x > 0 && y + 1 < SVG_GRID)
            nearer(out, c, c + SVG_GRID - 1, slant);
    }
}

/* ---- sharing the ground ---- */

struct flood {
    uint16_t queue[SVG_CELLS];
    size_t head, tail;
};

static void
reach(struct flood *flood, uint8_t *seen, unsigned cell, uint8_t label)
{
    if (seen[cell] != MEEPLED_NONE8)
        return;
    seen[cell] = label;
    flood->queue[flood->tail++] = (uint16_t)cell;
}

/* By turns to the four and to all eight neighbours, so that the front is nearly round. */
static void
spread(struct flood *flood, uint8_t *seen)
{
    for (bool slant = false; flood->head < flood->tail; slant = !slant) {
        for (const size_t end = flood->tail; flood->head < end; flood->head++) {
            const unsigned c = flood->queue[flood->head];
            const int x = (int)(c % SVG_GRID), y = (int)(c / SVG_GRID);
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if ((slant || dx == 0 || dy == 0) && x + dx >= 0 && x + dx < SVG_GRID &&
                        y + dy >= 0 && y + dy < SVG_GRID)
                        reach(flood, seen, (unsigned)((y + dy) * SVG_GRID + x + dx), seen[c]);
        }
    }
}

/* Where port L, C or R of a side begins, just inside the tile. */
static svg_point
port_point(unsigned side, unsigned port)
{
    static const float along[3] = { 0.2f, 0.5f, 0.8f };
    const svg_point from = svg_corner(side), to = svg_corner(side + 1), way = svg_inwards(side);

    return (svg_point){ from.x + (to.x - from.x) * along[port] + way.x * SVG_CELL / 2,
                        from.y + (to.y - from.y) * along[port] + way.y * SVG_CELL / 2 };
}

/* Give the largest part that nobody has to `label`; false when there is none worth it. */
static bool
take_largest(uint8_t *seen, uint8_t label)
{
    uint8_t marked[SVG_CELLS];
    struct flood flood = { .tail = 0 };
    unsigned best = SVG_CELLS;
    size_t most = 5;

    memcpy(marked, seen, sizeof marked);
    for (unsigned c = 0; c < SVG_CELLS; c++) {
        flood.head = flood.tail = 0;
        reach(&flood, marked, c, label);
        spread(&flood, marked);
        if (flood.tail > most) {
            most = flood.tail;
            best = c;
        }
    }
    if (best == SVG_CELLS)
        return false;
    flood.head = flood.tail = 0;
    reach(&flood, seen, best, label);
    spread(&flood, seen);
    return true;
}

void
svg_grid_share(const meepled_stack *stack, uint16_t tile, const struct svg_shapes *shapes,
               uint8_t *seen)
{
    struct flood flood = { .tail = 0 };

    for (uint8_t z = 0; z < shapes->zones; z++) {
        if (shapes->zone[z].form != SVG_GROUND)
            continue;
        const uint16_t ports = meepled_stack_zone(stack, tile, z).ports;
        for (unsigned p = 0; p < 12; p++)
            if (ports & 1u << p)
                reach(&flood, seen, svg_grid_cell(port_point(p / 3, p % 3)), z);
    }
    spread(&flood, seen);
    for (uint8_t z = 0; z < shapes->zones; z++)
        if (shapes->zone[z].form == SVG_GROUND && shapes->zone[z].sides == 0)
            take_largest(seen, z);
    if (!shapes->whole_ground)
        return;
    for (unsigned c = 0; c < SVG_CELLS; c++) /* the ground lies under everything */
        for (uint8_t z = 0; z < shapes->zones && seen[c] == MEEPLED_NONE8; z++)
            if (shapes->zone[z].form == SVG_GROUND)
                seen[c] = z;
}
