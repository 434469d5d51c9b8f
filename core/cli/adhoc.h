/* Variants made up for the checker: a plugin file on everything it can go on, and a layer that
 * changes nothing on top of each variant. */
#ifndef CLI_ADHOC_H
#define CLI_ADHOC_H

#include "cli/places.h"

enum { ADHOC_NAME = 32, ADHOC_PATH = 4096 };

struct adhoc_plugin { /* what is needed of a plugin file before any of its code runs */
    char name[ADHOC_NAME];
    bool base;
    char requires[MEEPLED_LAYERS_MAX][ADHOC_NAME];
    size_t require_count;
};

/* Judge the file and read its descriptor.  False after a complaint. */
bool adhoc_probe(const char *file, struct adhoc_plugin *plugin);

/* True when `variant` has a layer of this name. */
bool adhoc_has_layer(const meepled_variant *variant, const char *name);
/* True when a layer as `plugin` can go on top of `variant`, and is not there. */
bool adhoc_fits(const meepled_variant *variant, const struct adhoc_plugin *plugin);

/* Add `file` in front of the list `paths`, unless it lies there; out[0..ADHOC_PATH). */
void adhoc_add_path(const char *paths, const char *file, char *out);
/* The path of NAME.so in the list `plugins`; false if there is none. */
bool adhoc_find_plugin(const char *plugins, const char *name, char *out);

/* A temporary INI file for variants; path "" when it could not be made (after a complaint). */
struct adhoc_file {
    char path[64];
    FILE *file;
    unsigned count;
};
struct adhoc_file adhoc_file_new(void);
/* A section for `layer` on top of `parent`; its name goes to out[0..ADHOC_NAME). */
void adhoc_file_layer(struct adhoc_file *file, const char *parent, const char *layer, char *out);
/* A section for the base `base` with the tile set in the INI file `tileset`; false when that file
 * names no set. */
bool adhoc_file_base(struct adhoc_file *file, const char *base, const char *tileset, char *out);
/* Write it all out, so that it can be read by its path. */
bool adhoc_file_done(struct adhoc_file *file);
void adhoc_file_remove(struct adhoc_file *file);

#endif
