/* Variants: what the sections [variant name : parent] of INI files say, inheritance resolved.
 *
 * Names of plugins, tile sets and options are only names here; the registry finds them. */
#ifndef RULES_VARIANTS_H
#define RULES_VARIANTS_H

#include "tileset/tileset.h"

#include <meepled/base.h>

/* A list of names and where it was said last. */
struct variant_names {
    char (*list)[TILESET_NAME];
    size_t count;
    const char *file; /* NULL: never said */
    unsigned line;
};

struct variant_option {
    const char *name, *value, *file;
    unsigned line;
};

/* Tile sets that are in the game only while a yes/no option is yes: "tilesets.OPTION = a b". */
struct variant_extra {
    const char *option;
    struct variant_names tilesets;
};

/* All strings are borrowed from the struct variants. */
struct variant {
    char name[TILESET_NAME], parent[TILESET_NAME]; /* parent "": none */
    const char *title, *title_cs;                  /* title_cs NULL: none */
    const char *file;
    unsigned line;
    struct variant_names base, layers, tilesets; /* of `base` the first name */
    struct variant_extra *extras;                /* each option once */
    size_t extra_count;
    struct variant_option *options; /* each name once */
    size_t option_count;
    bool good; /* nothing was wrong with it or its ancestors; else it must not be used */
};

struct variants;

/* Empty, or NULL when out of memory; free with variants_free. */
struct variants *variants_new(void);
void variants_free(struct variants *variants); /* NULL is allowed */
/* Add the sections of a file, or of text[0..len).  Complaints go to `report`. */
void variants_load(struct variants *variants, const char *file, meepled_report *report);
void variants_load_text(struct variants *variants, const char *text, size_t len, const char *name,
                        meepled_report *report);
/* After all files: let children inherit.  A child may stand before its parent. */
void variants_resolve(struct variants *variants, meepled_report *report);

/* Sorted by name once resolved. */
size_t variants_count(const struct variants *variants);
const struct variant *variants_get(const struct variants *variants, size_t i);

#endif
