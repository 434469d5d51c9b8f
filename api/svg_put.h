/* SVG text written piece by piece into one growing buffer.  Coordinates are of a tile of 100 by 100
 * units, north up. */
#ifndef API_SVG_PUT_H
#define API_SVG_PUT_H

#include <stdbool.h>
#include <stddef.h>

struct svg_out {
    char *text; /* not ended by NUL */
    size_t len, cap;
    bool failed; /* out of memory: nothing is written any more */
};

typedef struct {
    float x, y;
} svg_point;

enum { SVG_SIDE = 100, SVG_MIDDLE = SVG_SIDE / 2 }; /* units of a tile's side */

/* Markup, as printf; no text from outside goes this way. */
void svg_markup(struct svg_out *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Text between tags or in an attribute; what XML does not allow is written as U+FFFD. */
void svg_text(struct svg_out *s, const char *text);
/* A number with one decimal at most and no needless digit: "12", "-3.5". */
void svg_number(struct svg_out *s, float value);
/* `letter` (0: none), x, y. */
void svg_at(struct svg_out *s, char letter, svg_point p);

/* The text and its length: new, free with free().  NULL when memory ran out.  `s` is empty again.
 */
char *svg_take(struct svg_out *s, size_t *len);

/* Drop what was written. */
void svg_drop(struct svg_out *s);

/* A point of a tile turned clockwise by `turned` degrees about its middle. */
svg_point svg_turn(svg_point p, unsigned turned);

#endif
