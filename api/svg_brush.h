/* One tile being drawn: what svg_tile.c and svg_cover.c share. */
#ifndef API_SVG_BRUSH_H
#define API_SVG_BRUSH_H

#include "svg_tile.h"

struct svg_brush {
    struct svg_out *s;
    const struct svg_scene *scene;
    const struct svg_layout *layout;
    uint16_t tile;
    unsigned turned;
};

/* As svg_at, for a point of the unturned tile. */
void svg_brush_at(const struct svg_brush *b, char letter, svg_point p);
/* Rows of stones where two zones of one kind of ground meet with nothing between. */
void svg_fences_draw(const struct svg_brush *b);
/* Motifs on a loose grid wherever they have room in zone `z`, those behind first. */
void svg_motifs_draw(const struct svg_brush *b, uint8_t z);

#endif
