/* The grid of svg_layout: painting zones into it, distances, floods. */
#ifndef API_SVG_GRID_H
#define API_SVG_GRID_H

#include "svg_layout.h"

svg_point svg_grid_point(unsigned cell); /* its middle */
unsigned svg_grid_cell(svg_point p);     /* the nearest cell */

/* Paint what of the shapes has a place already, in the order in which it is drawn: bands that end,
 * areas, bands that go through; then spots if `spots`, and the hub. */
void svg_grid_paint(const struct svg_shapes *shapes, bool spots, uint8_t *seen);
/* Share the cells that nobody has among the ground zones of the tile: each goes to the zone one of
 * whose ports is nearest on foot; parts no port leads to go to zones without ports, largest first.
 */
void svg_grid_share(const meepled_stack *stack, uint16_t tile, const struct svg_shapes *shapes,
                    uint8_t *seen);
/* Write to out[0..SVG_CELLS) the distance of each cell to the nearest cell that `far` says counts.
 */
void svg_grid_distances(const bool *counts, float *out);

#endif
