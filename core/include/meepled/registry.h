/* <meepled/registry.h> - finding plugins, tile sets and variants on disk and making stacks of them.
 *
 * A registry is read once and does not change; to reload, open another and let go of the first:
 * stacks, and so running games, keep what they need of it.  Safe from any thread. */
#ifndef MEEPLED_REGISTRY_H
#define MEEPLED_REGISTRY_H

#include <meepled/base.h>
#include <meepled/play.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct meepled_registry meepled_registry;

/* Colon-separated lists of folders (every *.so, every *.ini in them, by name) or files. */
typedef struct {
    const char *plugins, *tilesets, *variants;
} meepled_registry_paths;

/* Read everything.  Mistakes in INI files go to `mistakes`, all of them; plugins that cannot be
 * used, and variants that need one of those, go to `skipped` and are left out.  NULL only when out
 * of memory.  Free with meepled_registry_unref. */
MEEPLED_API meepled_registry *meepled_registry_open(const meepled_registry_paths *paths,
                                                    meepled_report *mistakes,
                                                    meepled_report *skipped);
/* The same with copies: every plugin is copied to the folder `keep` under the SHA-256 of its
 * content and loaded from there.  Then a file that was replaced is new code for the next registry
 * at once, and meepled_variant_stack_with finds the code that was there before. */
MEEPLED_API meepled_registry *meepled_registry_open_copies(const meepled_registry_paths *paths,
                                                           const char *keep,
                                                           meepled_report *mistakes,
                                                           meepled_report *skipped);
MEEPLED_API meepled_registry *meepled_registry_ref(meepled_registry *registry);
MEEPLED_API void meepled_registry_unref(meepled_registry *registry); /* NULL is allowed */

/* A variant as its INI section says, inheritance resolved; borrowed as long as the registry. */
typedef struct {
    const char *name;
    const char *title, *title_cs; /* title_cs NULL: as title */
    const char *parent;           /* NULL: none */
    const char *file;
    unsigned line;
    const meepled_stack
        *stack; /* with the options' defaults in this variant: words, tiles, layers */
} meepled_variant;

MEEPLED_API size_t meepled_variant_count(const meepled_registry *registry); /* sorted by name */
MEEPLED_API const meepled_variant *meepled_variant_get(const meepled_registry *registry, size_t i);
MEEPLED_API const meepled_variant *meepled_variant_find(const meepled_registry *registry,
                                                        const char *name); /* NULL: none */

/* One thing that makes up a variant, and where it was said: by the variant or by an ancestor. */
typedef struct {
    char key[48];     /* as in the INI file: "title", "layers", "tiles.EX-1", "option.hand" */
    char value[600];  /* inheritance resolved: all layers, not "+one" */
    const char *file; /* NULL: nowhere, the list is empty */
    unsigned line;
} meepled_said;

/* Write everything said about the variant to out[0..cap), as a section without parent would say it.
 * Returns how many there are; options not said have the rules' defaults. */
MEEPLED_API size_t meepled_variant_said(const meepled_variant *variant, meepled_said *out,
                                        size_t cap);

typedef struct {
    const char *name, *value; /* "yes"/"no", a decimal number, a word */
} meepled_setting;

/* The stack of a variant with some options set otherwise: a new reference (equal settings share one
 * stack).  NULL and `err` when an option or value is not allowed. */
MEEPLED_API meepled_stack *meepled_variant_stack(meepled_registry *registry,
                                                 const meepled_variant *variant,
                                                 const meepled_setting *settings, size_t count,
                                                 meepled_error *err);

/* The same with the code its layers had once: MEEPLED_CODE bytes of digest a layer, base first, one
 * for each layer of the variant (meepled_stack_layer).  NULL and `err` also when a copy of that
 * code is not at hand. */
MEEPLED_API meepled_stack *meepled_variant_stack_with(meepled_registry *registry,
                                                      const meepled_variant *variant,
                                                      const meepled_setting *settings, size_t count,
                                                      const uint8_t *codes, meepled_error *err);

/* Judge one plugin file without using it: MEEPLED_OK, or why it is refused. */
MEEPLED_API meepled_status meepled_plugin_probe(const char *file, meepled_error *err);

#ifdef __cplusplus
}
#endif
#endif
