/* What lies on disk for variants to use: plugins and tile sets, found by name. */
#ifndef RULES_LIBRARY_H
#define RULES_LIBRARY_H

#include "rules/loader.h"
#include "tileset/tileset.h"

struct library {
    struct plugin_file **plugins; /* usable ones */
    size_t plugin_count;
    struct tileset **tilesets;
    size_t tileset_count;
    /* Names of what is there but unusable: told already, so whoever needs it tells no more. */
    char (*broken_plugins)[TILESET_NAME];
    size_t broken_plugin_count;
    char (*broken_tilesets)[TILESET_NAME];
    size_t broken_tileset_count;
};

/* Read everything.  Unusable plugins go to `skipped`, everything else to `mistakes`, also plugins
 * whose file was changed while their old code runs.  False when out of memory; call library_free
 * either way. */
bool library_open(struct library *library, const char *plugins, const char *tilesets,
                  meepled_report *mistakes, meepled_report *skipped);
void library_free(struct library *library);

/* NULL: none of that name.  A tile set may be broken. */
struct plugin_file *library_plugin(const struct library *library, const char *name);
const struct tileset *library_tileset(const struct library *library, const char *id);
bool library_plugin_is_broken(const struct library *library, const char *name);
bool library_tileset_is_broken(const struct library *library, const char *id);

#endif
