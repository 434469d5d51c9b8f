/* Where plugins, tile sets and variants are: beside the build, installed, or as the options say. */
#ifndef CLI_PLACES_H
#define CLI_PLACES_H

#include "cli/cli.h"

struct places { /* as given on the command line; NULL: the usual place */
    const char *plugins, *tilesets, *variants;
};

/* Put the usual places where `places` has NULL.  `text` keeps the strings. */
struct places_text {
    char plugins[4096], tilesets[4096], variants[4096];
};
void places_complete(struct places *places, struct places_text *text);

/* Read all of it.  Mistakes are printed and end in NULL; plugins left out are printed as warnings
 * unless `quiet`.  New: meepled_registry_unref. */
meepled_registry *places_open(const struct places *places, bool quiet);

/* The variant of this name; NULL after a complaint that lists those there are and, unless `places`
 * is NULL, what was left out when `registry` was opened from there without a word. */
const meepled_variant *places_variant(const struct places *places, const meepled_registry *registry,
                                      const char *name);

#endif
