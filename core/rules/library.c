/* Plugins and tile sets on disk. */
#include "rules/library.h"
#include "rules/files.h"
#include "rules/stack.h"

#include <stdlib.h>
#include <string.h>

/* ---- lists of names ---- */

static bool
name_listed(char (*const *list)[TILESET_NAME], size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp((*list)[i], name) == 0)
            return true;
    return false;
}

static bool
name_note(char (**list)[TILESET_NAME], size_t *count, const char *name)
{
    char(*const bigger)[TILESET_NAME] = realloc(*list, (*count + 1) * sizeof *bigger);
    const size_t len = strnlen(name, TILESET_NAME - 1);

    if (!bigger)
        return false;
    *list = bigger;
    memcpy(bigger[*count], name, len);
    bigger[*count][len] = '\0';
    ++*count;
    return true;
}

/* The name to expect in a file that cannot tell: its own, without folder and ending, '-' for '_'.
 */
static void
presumed_name(const char *path, char out[TILESET_NAME])
{
    const char *const slash = strrchr(path, '/');
    const char *const base = slash ? slash + 1 : path;
    size_t len = strcspn(base, ".");

    if (len > TILESET_NAME - 1)
        len = TILESET_NAME - 1;
    for (size_t i = 0; i < len; i++)
        out[i] = (char)(base[i] == '_' ? '-' : base[i]);
    out[len] = '\0';
}

/* ---- plugins ---- */

struct plugin_file *
library_plugin(const struct library *library, const char *name)
{
    for (size_t i = 0; i < library->plugin_count; i++)
        if (strcmp(library->plugins[i]->plugin->name, name) == 0)
            return library->plugins[i];
    return NULL;
}

bool
library_plugin_is_broken(const struct library *library, const char *name)
{
    return name_listed(&library->broken_plugins, library->broken_plugin_count, name);
}

/* Put an opened plugin in its place.  Takes `file`; false when out of memory. */
static bool
keep_plugin_take(struct library *l, struct plugin_file *file, meepled_report *skipped)
{
    const char *const name = file->plugin->name;
    const struct plugin_file *const twin = library_plugin(l, name);
    struct plugin_file **plugins = NULL;

    if (twin && twin->plugin == file->plugin) { /* the same file by another way */
        plugin_unref(file);
        return true;
    }
    if (twin || strcmp(name, engine_plugin.name) == 0) {
        meepled_report_add(skipped, file->path, 0, "the name %s is taken by %s", name,
                           twin ? twin->path : "the engine");
        plugin_unref(file);
        return true;
    }
    plugins = realloc(l->plugins, (l->plugin_count + 1) * sizeof *plugins);
    if (!plugins) {
        plugin_unref(file);
        return false;
    }
    l->plugins = plugins;
    l->plugins[l->plugin_count++] = file;
    return true;
}

static bool
add_plugin(struct library *l, const char *path, meepled_report *mistakes, meepled_report *skipped)
{
    struct plugin_file *file;
    char name[TILESET_NAME];
    meepled_error err;

    switch (plugin_open(path, &file, &err)) {
    case MEEPLED_OK:
        break;
    case MEEPLED_ENOMEM:
        return false;
    default:
        meepled_report_add(skipped, NULL, 0, "%s", err.text);
        presumed_name(path, name);
        return name_note(&l->broken_plugins, &l->broken_plugin_count, name);
    }
    if (plugin_is_stale(file))
        meepled_report_add(mistakes, path, 0,
                           "has changed since it was loaded, new code takes a restart");
    return keep_plugin_take(l, file, skipped);
}

/* The first requirement of a plugin that is not here, NULL if all are. */
static const char *
unmet(const struct library *l, const meepled_plugin *plugin)
{
    for (const char *const *need = plugin->requires; need && *need; need++)
        if (!library_plugin(l, *need))
            return *need;
    return NULL;
}

/* Drop plugins whose requirements are nowhere, until all that are left can be used. */
static bool
check_requirements(struct library *l, meepled_report *skipped)
{
    for (size_t i = 0; i < l->plugin_count;) {
        struct plugin_file *const file = l->plugins[i];
        const char *const need = unmet(l, file->plugin);

        if (!need) {
            i++;
            continue;
        }
        meepled_report_add(skipped, file->path, 0, "%s requires %s, which is not among the plugins",
                           file->plugin->name, need);
        if (!name_note(&l->broken_plugins, &l->broken_plugin_count, file->plugin->name))
            return false;
        memmove(&l->plugins[i], &l->plugins[i + 1], (l->plugin_count - i - 1) * sizeof *l->plugins);
        l->plugin_count--;
        plugin_unref(file);
        i = 0; /* others may have required this one */
    }
    return true;
}

/* ---- tile sets ---- */

const struct tileset *
library_tileset(const struct library *library, const char *id)
{
    for (size_t i = 0; i < library->tileset_count; i++)
        if (strcmp(library->tilesets[i]->id, id) == 0)
            return library->tilesets[i];
    return NULL;
}

bool
library_tileset_is_broken(const struct library *library, const char *id)
{
    const struct tileset *const set = library_tileset(library, id);

    return set ? set->broken
               : name_listed(&library->broken_tilesets, library->broken_tileset_count, id);
}

static bool
add_tileset(struct library *l, const char *path, meepled_report *mistakes)
{
    struct tileset *const set = tileset_read_any(path, mistakes);
    struct tileset **sets = NULL;
    char name[TILESET_NAME];

    if (!set) {
        presumed_name(path, name);
        return name_note(&l->broken_tilesets, &l->broken_tileset_count, name);
    }
    if (!set->id[0])
        presumed_name(path, set->id);
    const struct tileset *const twin = library_tileset(l, set->id);
    if (twin) {
        if (strcmp(twin->file, set->file) != 0)
            meepled_report_add(mistakes, path, 0, "the id %s is taken by %s", set->id, twin->file);
        tileset_free(set);
        return true;
    }
    sets = realloc(l->tilesets, (l->tileset_count + 1) * sizeof *sets);
    if (!sets) {
        tileset_free(set);
        return false;
    }
    l->tilesets = sets;
    l->tilesets[l->tileset_count++] = set;
    return true;
}

bool
library_open(struct library *library, const char *plugins, const char *tilesets,
             meepled_report *mistakes, meepled_report *skipped)
{
    struct file_list plugin_files, tileset_files = { 0 };

    *library = (struct library){ 0 };

    bool enough = files_find(plugins, ".so", &plugin_files, mistakes) &&
                  files_find(tilesets, ".ini", &tileset_files, mistakes);

    for (size_t i = 0; enough && i < plugin_files.count; i++)
        enough = add_plugin(library, plugin_files.paths[i], mistakes, skipped);
    for (size_t i = 0; enough && i < tileset_files.count; i++)
        enough = add_tileset(library, tileset_files.paths[i], mistakes);
    enough = enough && check_requirements(library, skipped);
    files_free(&plugin_files);
    files_free(&tileset_files);
    return enough;
}

void
library_free(struct library *library)
{
    for (size_t i = 0; i < library->plugin_count; i++)
        plugin_unref(library->plugins[i]);
    for (size_t i = 0; i < library->tileset_count; i++)
        tileset_free(library->tilesets[i]);
    free(library->plugins);
    free(library->tilesets);
    free(library->broken_plugins);
    free(library->broken_tilesets);
    *library = (struct library){ 0 };
}
