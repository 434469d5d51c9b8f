/* How the kinds of a stack look: colours from the vocabulary, and for each kind a texture, so that
 * a picture can be read without colours.  The colour only suggests the texture: bluish waves, dark
 * green trees, light green tufts, greyish peaks, others roofs; two kinds of one form never get the
 * same one while there are enough. */
#ifndef API_SVG_LOOK_H
#define API_SVG_LOOK_H

#include "svg_put.h"

#include <meepled/play.h>

enum svg_texture {
    SVG_TREES,
    SVG_PEAKS,
    SVG_ROOFS,
    SVG_WAVES,
    SVG_TUFTS,
    SVG_DOTS,
    SVG_STROKES,
    SVG_RINGS,
    SVG_TEXTURES
};

struct svg_look {
    size_t kinds;
    uint32_t colour[MEEPLED_KINDS_MAX]; /* 0xrrggbb */
    enum svg_texture texture[MEEPLED_KINDS_MAX];
};

void svg_look_make(const meepled_stack *stack, struct svg_look *out);

/* The style sheet of a picture, light and dark: class kN fills with kind N, eN draws its edges, mN
 * its motifs. */
void svg_look_style(struct svg_out *s, const struct svg_look *look);

/* 0xrrggbb of a player: his colour's, for an unknown one that of the seat. */
uint32_t svg_look_player(const char *colour, uint8_t seat);
/* Black or white, whichever can be read on `colour`. */
uint32_t svg_look_ink(uint32_t colour);

#endif
