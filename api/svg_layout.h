/* Where things go on a tile: which zone is seen at each point, where figures stand, where the signs
 * of attributes are drawn.
 *
 * The tile is looked at through a grid.  Each cell carries the zone seen there; how far a cell is
 * from the nearest cell of another zone says where there is room. */
#ifndef API_SVG_LAYOUT_H
#define API_SVG_LAYOUT_H

#include "svg_shape.h"

enum { SVG_GRID = 40, SVG_CELLS = SVG_GRID * SVG_GRID, SVG_SIGNS = 24 };
#define SVG_CELL ((float)SVG_SIDE / SVG_GRID)
#define SVG_RESERVED 0xfeu /* in `seen`: the hub, nobody's */

struct svg_sign {
    uint8_t zone, attribute;
    int16_t value;
    uint8_t copies; /* drawn side by side; fewer than `value` where that is large */
    svg_point at;   /* middle of the copies */
};

struct svg_layout {
    struct svg_shapes shapes;
    uint8_t seen[SVG_CELLS]; /* zone; MEEPLED_NONE8: ground of none; SVG_RESERVED */
    float room[SVG_CELLS];   /* units to the nearest cell of another zone; the border is none */
    uint8_t signs;
    struct svg_sign sign[SVG_SIGNS];
};

enum { SVG_SIGN_WIDTH = 13 }; /* of one copy */

/* Everything about a tile type.  A pure function of the stack; allocates nothing. */
void svg_layout_make(const meepled_stack *stack, uint16_t tile, struct svg_layout *out);

/* The zone seen at a point of the tile. */
uint8_t svg_layout_seen(const struct svg_layout *layout, svg_point p);

#endif
