/* The notation of positions: one tile a line, as it lies on the table (tests/cases/README.md).
 *
 *     new (1,0) river-1 W to=lake-1 ; lake-1 fish=1 ; meadow-1 NL NR EL ER SL SR WL WR
 *
 * Shapes are made up for one rule at a time, so every position brings its own tile set: the lines
 * are turned into the text of an INI file and read as any other set. */
#ifndef POSITION_NOTATION_H
#define POSITION_NOTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct position_tile {
    char id[24];     /* "new", a given name, or "at-x-y" */
    char zones[400]; /* the part after the cell */
    bool has_cell;
    bool start; /* laid by nobody; else by the first seat in an earlier turn */
    int16_t x, y;
    unsigned count; /* copies in the set */
};

/* Read a line of a `tiles` block.  False when it is not one. */
bool position_tile_line(const char *line, struct position_tile *tile);
/* Read "name zone ; zone ...": a tile that lies nowhere yet. */
bool position_tile_named(const char *text, struct position_tile *tile);
/* Write the tiles as the text of a tile set to out[0..size).  False when it does not fit or a zone
 * cannot be understood; `why` then says which. */
bool position_tileset_text(const struct position_tile *tiles, size_t count, char *out, size_t size,
                           char why[128]);

#endif
