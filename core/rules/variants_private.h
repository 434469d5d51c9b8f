/* Shared by variants.c (reading) and variants_inherit.c (inheritance), nobody else. */
#ifndef RULES_VARIANTS_PRIVATE_H
#define RULES_VARIANTS_PRIVATE_H

#include "rules/variants.h"
#include "tileset/ini.h"

#define OPTION_PREFIX "option."
#define TILESETS_PREFIX "tilesets."

/* A variant and the section its differences stand in. */
struct raw_variant {
    struct variant v;
    const struct ini_section *section;
    bool resolved; /* has inherited what there is */
};

struct variants {
    struct raw_variant **list;
    size_t count;
    struct ini_document **documents; /* own all strings */
    size_t document_count;
    bool damaged; /* a section could not be read: a parent that seems missing may stand there */
};

/* NULL: none of that name. */
struct raw_variant *variants_find(const struct variants *variants, const char *name);

#endif
