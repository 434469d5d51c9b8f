/* The registry: variants made of plugins and tile sets, each with the stacks asked for so far.
 *
 *     registry -- library: plugins, tile sets
 *              -- variants: what the INI files say
 *              -- entries, sorted by name: a variant that can be played, its stock of stacks
 *
 * A stack holds references to its plugins and to nothing else here, so it outlives the registry. */
#include "rules/files.h"
#include "rules/library.h"
#include "rules/stock.h"
#include "rules/variants.h"
#include "tileset/report.h"
#include "tileset/suggest.h"

#include <meepled/registry.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    meepled_variant shown; /* first: what callers hold */
    struct stock stock;
};

struct meepled_registry {
    atomic_uint refs;
    struct library library;
    struct variants *variants;
    struct entry **entries;
    size_t entry_count;
};

/* ---- opening ---- */

static void
complain_plugin(const struct library *library, const struct variant_names *names, const char *name,
                meepled_report *mistakes)
{
    struct suggest s;

    suggest_begin(&s, name);
    for (size_t i = 0; i < library->plugin_count; i++)
        suggest_offer(&s, library->plugins[i]->plugin->name);
    meepled_report_add(mistakes, names->file, names->line, "no plugin \"%s\"%s", name,
                       suggest_end(&s));
}

/* Are these plugins there?  Unusable ones go to `skipped`, unknown ones to `mistakes`. */
static bool
plugins_there(const struct library *library, const struct variant *v,
              const struct variant_names *names, meepled_report *mistakes, meepled_report *skipped)
{
    bool good = true;

    for (size_t i = 0; i < names->count; i++) {
        const char *const name = names->list[i];

        if (library_plugin(library, name))
            continue;
        good = false;
        if (library_plugin_is_broken(library, name))
            meepled_report_add(skipped, v->file, v->line,
                               "variant %s is left out: plugin %s cannot be used", v->name, name);
        else
            complain_plugin(library, names, name, mistakes);
    }
    return good;
}

static bool
tilesets_there(const struct library *library, const struct variant_names *names,
               meepled_report *mistakes)
{
    bool good = true;

    for (size_t i = 0; i < names->count; i++) {
        const char *const id = names->list[i];
        struct suggest s;

        if (library_tileset(library, id))
            continue;
        good = false;
        if (library_tileset_is_broken(library, id))
            continue;
        suggest_begin(&s, id);
        for (size_t j = 0; j < library->tileset_count; j++)
            suggest_offer(&s, library->tilesets[j]->id);
        meepled_report_add(mistakes, names->file, names->line, "no tile set \"%s\"%s", id,
                           suggest_end(&s));
    }
    return good;
}

/* The stack of a variant's own options; NULL after a complaint.  It is built of broken tile sets
 * too, to hear at once whether their words are right. */
static meepled_stack *
default_stack(const struct library *library, const struct variant *v, meepled_report *mistakes,
              meepled_report *skipped)
{
    bool good = plugins_there(library, v, &v->base, mistakes, skipped);
    meepled_stack *stack = NULL;

    good = plugins_there(library, v, &v->layers, mistakes, skipped) && good;
    good = tilesets_there(library, &v->tilesets, mistakes) && good;
    for (size_t i = 0; i < v->extra_count; i++)
        good = tilesets_there(library, &v->extras[i].tilesets, mistakes) && good;
    if (!good)
        return NULL;
    report_place(mistakes, v->file, v->line); /* for what names no file: layers that do not agree */
    stack = stock_build(library, v, NULL, 0, mistakes);
    report_place(mistakes, NULL, 0);
    return stack;
}

/* Takes `stack`; false when out of memory. */
static bool
entry_add_take(meepled_registry *registry, const struct variant *v, meepled_stack *stack)
{
    struct entry *const entry = calloc(1, sizeof *entry);

    if (!entry || !stock_init(&entry->stock, &registry->library, v, stack)) {
        free(entry);
        meepled_stack_unref(stack);
        return false;
    }
    entry->shown = (meepled_variant){ .name = v->name,
                                      .title = v->title,
                                      .title_cs = v->title_cs,
                                      .parent = v->parent[0] ? v->parent : NULL,
                                      .file = v->file,
                                      .line = v->line,
                                      .stack = stack };
    registry->entries[registry->entry_count++] = entry;
    return true;
}

static bool
read_variants(meepled_registry *registry, const char *paths, meepled_report *mistakes,
              meepled_report *skipped)
{
    struct file_list files;
    bool enough = files_find(paths, ".ini", &files, mistakes);

    registry->variants = variants_new();
    enough = enough && registry->variants;
    for (size_t i = 0; enough && i < files.count; i++)
        variants_load(registry->variants, files.paths[i], mistakes);
    files_free(&files);
    if (!enough)
        return false;
    variants_resolve(registry->variants, mistakes);

    const size_t count = variants_count(registry->variants);

    registry->entries = calloc(count + 1, sizeof *registry->entries);
    enough = registry->entries != NULL;
    for (size_t i = 0; enough && i < count; i++) {
        const struct variant *const v = variants_get(registry->variants, i);
        meepled_stack *const stack =
            v->good ? default_stack(&registry->library, v, mistakes, skipped) : NULL;

        if (stack)
            enough = entry_add_take(registry, v, stack);
    }
    return enough;
}

meepled_registry *
meepled_registry_open(const meepled_registry_paths *paths, meepled_report *mistakes,
                      meepled_report *skipped)
{
    meepled_registry *const registry = calloc(1, sizeof *registry);

    if (!registry)
        return NULL;
    atomic_init(&registry->refs, 1);
    if (library_open(&registry->library, paths->plugins, paths->tilesets, mistakes, skipped) &&
        read_variants(registry, paths->variants, mistakes, skipped))
        return registry;
    meepled_registry_unref(registry);
    return NULL;
}

meepled_registry *
meepled_registry_ref(meepled_registry *registry)
{
    atomic_fetch_add_explicit(&registry->refs, 1, memory_order_relaxed);
    return registry;
}

void
meepled_registry_unref(meepled_registry *registry)
{
    if (!registry || atomic_fetch_sub_explicit(&registry->refs, 1, memory_order_acq_rel) != 1)
        return;
    for (size_t i = 0; i < registry->entry_count; i++) {
        stock_clear(&registry->entries[i]->stock);
        free(registry->entries[i]);
    }
    free(registry->entries);
    variants_free(registry->variants);
    library_free(&registry->library);
    free(registry);
}

/* ---- reading ---- */

size_t
meepled_variant_count(const meepled_registry *registry)
{
    return registry->entry_count;
}

const meepled_variant *
meepled_variant_get(const meepled_registry *registry, size_t i)
{
    return &registry->entries[i]->shown;
}

const meepled_variant *
meepled_variant_find(const meepled_registry *registry, const char *name)
{
    for (size_t i = 0; i < registry->entry_count; i++)
        if (strcmp(registry->entries[i]->shown.name, name) == 0)
            return &registry->entries[i]->shown;
    return NULL;
}

meepled_stack *
meepled_variant_stack(meepled_registry *registry, const meepled_variant *variant,
                      const meepled_setting *settings, size_t count, meepled_error *err)
{
    struct entry *const entry = (struct entry *)variant;

    (void)registry; /* says whose variant it is and that it must still be there */
    return stock_get(&entry->stock, settings, count, err);
}
