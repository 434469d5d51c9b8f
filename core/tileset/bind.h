/* Tile sets bound to the words of a stack: names become small numbers, sides become bit patterns
 * that can be compared in one operation.  This is all the engine knows of a tile. */
#ifndef TILESET_BIND_H
#define TILESET_BIND_H

#include "tileset/tileset.h"

#include <meepled/play.h>
#include <meepled/vocabulary.h>

enum { BOUND_CODES_MAX = 16 }; /* different kinds of side in one stack */

/* One side of a tile: the zones on its ports and what they match.
 *
 *      L   C   R      clockwise; two sides fit when L meets R, C meets C, R meets L:
 *    +---+---+---+    one is the mirror of the other.
 *    | m | r | m |    code: a number for (kind L, kind C, kind R)                    */
struct bound_side {
    uint8_t zone[3]; /* on L, C, R */
    uint8_t code;
    bool split; /* three borders to join (L, C, R apart), not one */
};

struct bound_zone {
    char name[TILESET_NAME];
    uint8_t kind;
    uint8_t borders;           /* port groups it has: what must be joined before it is closed */
    uint16_t ports;            /* unturned */
    const int16_t *attributes; /* one a word, borrowed from the bound set */
    const meepled_tile_link *links; /* mutual links appear on both zones */
    uint8_t link_count;
};

/* Where in its pile a tile lies before the game: each part is shuffled by itself. */
enum bound_part { BOUND_TOP, BOUND_MIDDLE, BOUND_BOTTOM, BOUND_PARTS };

struct bound_tile {
    char id[TILESET_NAME];
    const char *tileset; /* id of its set, borrowed from `sets` */
    uint16_t count;
    uint8_t pile;
    uint8_t part; /* enum bound_part */
    bool start;
    uint8_t zone_count;
    bool joins;                 /* has a link that joins */
    uint16_t kinds;             /* bit k: has a zone of kind k */
    struct bound_side sides[4]; /* unturned, N E S W */
    /* All four turns in one number: bits 16 t + 4 s .. + 3 are the code that side s (N E S W) shows
     * when the tile is turned by t * 90 degrees. */
    uint64_t lanes;
    struct bound_zone *zones;
};

/* What a set says of itself; NULL: not said. */
struct bound_set {
    char id[TILESET_NAME];
    char *title, *title_cs, *edition, *provenance, *confidence;
};

struct bound_tiles {
    struct bound_tile *tiles; /* in the order of the sets */
    size_t count;
    struct bound_set *sets;
    size_t set_count;
    uint16_t start;                 /* the start tile, MEEPLED_NONE if none */
    bool parted;                    /* a tile is not of the middle part of its pile */
    uint8_t codes;                  /* how many side codes there are */
    uint8_t match[BOUND_CODES_MAX]; /* the code that fits on this one */
    uint32_t joining_kinds;         /* bit k: a joining link touches kind k */
    uint32_t joining_links;         /* bit l: link l joins */
    uint8_t digest[32];             /* SHA-256 of a canonical text of all of it */
};

/* The words tile sets may use, merged for a stack. */
struct bound_words {
    const meepled_kind_word *kinds;
    size_t kind_count;
    const meepled_attribute_word *attributes;
    size_t attribute_count;
    const meepled_link_word *links;
    size_t link_count;
    const meepled_pile_word *piles;
    size_t pile_count;
    const meepled_pile_word *absent; /* piles that are known but not in the game: tiles for them */
    size_t absent_count;             /* are left out */
};

/* Bind `sets` in order.  Every unknown word, wrong reach, doubled id or second start tile goes to
 * `report` with file and line.  Returns new, free with bound_free, or NULL when there was a
 * mistake, told here or when a broken set was read.  Attributes or kinds of a set that the stack
 * does not know are mistakes; a set none of whose words are missing binds in any stack. */
struct bound_tiles *bound_new(const struct tileset *const *sets, size_t set_count,
                              const struct bound_words *words, meepled_report *report);
void bound_free(struct bound_tiles *tiles); /* NULL is allowed */

#endif
