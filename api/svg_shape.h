/* From the zones of a tile type to shapes: what each zone looks like on the unturned tile.
 *
 *      ground  what is left when all else is drawn          HALVES
 *      area    from its whole sides inwards, by curves      WHOLE
 *      band    from the middles of its sides                CENTRE
 *      spot    somewhere inside                             INSIDE, and others without a side
 *
 * Only the vocabulary's reach and links and the zone's ports say so; no word is known here.  On a
 * tile without HALVES the WHOLE zone best connected by links is the ground the others lie on. */
#ifndef API_SVG_SHAPE_H
#define API_SVG_SHAPE_H

#include "svg_put.h"

#include <meepled/play.h>

enum svg_form { SVG_GROUND, SVG_AREA, SVG_BAND, SVG_SPOT };

typedef struct {
    svg_point from, a, b, to; /* a cubic Bezier curve */
    bool side;                /* straight along a side of the tile */
} svg_curve;

enum { SVG_CURVES = 8, SVG_SAMPLES = 10 }; /* curves of a zone, samples of a curve */

struct svg_zone {
    enum svg_form form;
    uint8_t kind;
    uint8_t sides;   /* bit s: reaches side s, N E S W = 0..3 */
    uint8_t curves;  /* area: the closed outline; band: one from each side inwards, or through */
    uint8_t into;    /* spot: how many bands end in it */
    uint8_t ends_in; /* band: the spot it ends in, MEEPLED_NONE8: none */
    bool through;    /* band: has two sides or more */
    svg_curve curve[SVG_CURVES];
    svg_point middle; /* spot */
    float radius;     /* spot; band: half its width */
    svg_point anchor; /* where a figure stands */
};

struct svg_shapes {
    uint8_t zones;
    bool whole_ground; /* the ground is a WHOLE zone and reaches under all */
    bool hub;          /* bands meet in the middle without being one */
    struct svg_zone zone[MEEPLED_ZONES_MAX];
};

/* Half the width of the band of a kind: each CENTRE kind has its own. */
float svg_band_half(const meepled_stack *stack, uint8_t kind);

/* Everything but the places of spots and the anchors, which svg_layout (svg_layout.h) finds. */
void svg_shapes_make(const meepled_stack *stack, uint16_t tile, struct svg_shapes *out);
/* The way of a band into the middle of its spot, once that is known. */
void svg_shapes_join(struct svg_shapes *shapes);

svg_point svg_curve_point(const svg_curve *curve, float t);
/* Write points of the zone's curves, in order, to out[0..SVG_CURVES * SVG_SAMPLES + 1). */
size_t svg_curve_points(const struct svg_zone *zone, svg_point *out);

/* Corner `i` (mod 4) clockwise from NW, the middle of a side, and the way inwards from it. */
svg_point svg_corner(unsigned i);
svg_point svg_side_middle(unsigned side);
svg_point svg_inwards(unsigned side);

#endif
