/* Small drawings: motifs that fill terrain, signs of attributes, figures.
 *
 * A sign is looked up in a small picture book by the attribute's own name; a name that is not in it
 * gets a badge whose form goes by its index, with the first letters of the name. */
#ifndef API_SVG_SYMBOL_H
#define API_SVG_SYMBOL_H

#include "svg_look.h"

/* The definitions the pictures of a stack refer to, once in a document: motifs and signs. */
void svg_symbol_defs(struct svg_out *s, const struct svg_look *look, const meepled_stack *stack);
/* A motif of a kind at a point. */
void svg_motif(struct svg_out *s, uint8_t kind, svg_point at);
/* Room a motif needs around it, and the distance from one to the next. */
float svg_motif_room(enum svg_texture texture);
float svg_motif_step(enum svg_texture texture);

/* One copy of the sign of an attribute, SVG_SIGN_WIDTH wide. */
void svg_sign(struct svg_out *s, uint8_t attribute, svg_point at);

/* A house-like drawing for a spot; different for each `index`. */
void svg_building(struct svg_out *s, unsigned index, svg_point at, float radius);

struct svg_figure {
    uint32_t colour;
    unsigned shape; /* svg_figure_shape */
    bool lying;
    uint8_t seat;
    float size; /* 1: 16 units wide */
};
/* The shape for a kind of figure: people, houses for those that claim a system, and companions. */
unsigned svg_figure_shape(const meepled_figure_word *words, size_t index);
void svg_figure(struct svg_out *s, const struct svg_figure *figure, svg_point at);

#endif
