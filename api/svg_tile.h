/* A tile as a picture. */
#ifndef API_SVG_TILE_H
#define API_SVG_TILE_H

#include "svg_layout.h"
#include "svg_look.h"

/* Everything a picture of tiles of one stack needs to know. */
struct svg_scene {
    const meepled_stack *stack;
    struct svg_look look;
    bool czech; /* titles */
};

void svg_scene_begin(struct svg_scene *scene, const meepled_stack *stack, bool czech);
/* Style sheet and definitions, which svg_tile_draw refers to: once in a document. */
void svg_tile_defs(struct svg_out *s, const struct svg_scene *scene);
/* The tile turned clockwise by `turned` degrees, in the square 0,0 to 100,100.  Trees and signs
 * stay upright. */
void svg_tile_draw(struct svg_out *s, const struct svg_scene *scene, uint16_t tile,
                   const struct svg_layout *layout, unsigned turned);
/* The whole document of one tile. */
void svg_tile_document(struct svg_out *s, const struct svg_scene *scene, uint16_t tile,
                       unsigned turned);
/* What is on the tile, in words: "Path E W (1 View); Grass". */
void svg_tile_words(struct svg_out *s, const struct svg_scene *scene, uint16_t tile);

#endif
