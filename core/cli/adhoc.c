/* Variants made up for the checker. */
#include "cli/adhoc.h"

#include <meepled/rules.h>

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool
adhoc_probe(const char *file, struct adhoc_plugin *plugin)
{
    meepled_error err = { "" };
    char path[PATH_MAX];

    *plugin = (struct adhoc_plugin){ .base = false };
    if (meepled_plugin_probe(file, &err) != MEEPLED_OK) {
        cli_fail(0, "%s", err.text);
        return false;
    }
    /* Judged good: now its descriptor may be read.  A path without slash would be searched for. */
    void *handle = realpath(file, path) != NULL ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const meepled_plugin *export = handle != NULL ? dlsym(handle, "meepled_export") : NULL;
    if (export == NULL) {
        cli_fail(0, "%s: cannot be loaded", file);
        return false;
    }
    snprintf(plugin->name, sizeof plugin->name, "%s", export->name);
    plugin->base = export->base;
    for (const char *const *name = export->requires;
         name != NULL && *name != NULL && plugin->require_count < MEEPLED_LAYERS_MAX; name++)
        snprintf(plugin->requires[plugin->require_count++], ADHOC_NAME, "%s", *name);
    dlclose(handle);
    return true;
}

bool
adhoc_has_layer(const meepled_variant *variant, const char *name)
{
    for (size_t i = 0; i < meepled_stack_layers(variant->stack); i++)
        if (strcmp(meepled_stack_layer(variant->stack, i).name, name) == 0)
            return true;
    return false;
}

bool
adhoc_fits(const meepled_variant *variant, const struct adhoc_plugin *plugin)
{
    if (plugin->base || adhoc_has_layer(variant, plugin->name) ||
        meepled_stack_layers(variant->stack) + 1 >= MEEPLED_LAYERS_MAX)
        return false;
    for (size_t i = 0; i < plugin->require_count; i++)
        if (!adhoc_has_layer(variant, plugin->requires[i]))
            return false;
    return true;
}

/* Call `each` with every element of a colon-separated list until it returns true. */
static bool
any(const char *list, bool (*each)(const char *element, const char *wanted, char *out),
    const char *wanted, char *out)
{
    char element[ADHOC_PATH];

    while (*list != '\0') {
        const size_t length = strcspn(list, ":");

        snprintf(element, sizeof element, "%.*s", (int)length, list);
        if (length > 0 && each(element, wanted, out))
            return true;
        list += length + (list[length] == ':');
    }
    return false;
}

static bool
holds(const char *element, const char *wanted, char *out)
{
    char place[PATH_MAX], file[PATH_MAX];

    (void)out;
    if (realpath(element, place) == NULL || realpath(wanted, file) == NULL)
        return false;
    const size_t length = strlen(place);
    return strncmp(place, file, length) == 0 &&
           (file[length] == '\0' ||
            (file[length] == '/' && strchr(file + length + 1, '/') == NULL));
}

void
adhoc_add_path(const char *paths, const char *file, char *out)
{
    if (any(paths, holds, file, NULL))
        snprintf(out, ADHOC_PATH, "%s", paths);
    else
        snprintf(out, ADHOC_PATH, "%s:%s", file, paths);
}

static bool
has_plugin(const char *element, const char *wanted, char *out)
{
    snprintf(out, ADHOC_PATH, "%s/%s.so", element, wanted);
    return access(out, R_OK) == 0;
}

bool
adhoc_find_plugin(const char *plugins, const char *name, char *out)
{
    return any(plugins, has_plugin, name, out);
}

struct adhoc_file
adhoc_file_new(void)
{
    struct adhoc_file file = { "/tmp/meeplectl-XXXXXX.ini", NULL, 0 };
    const int descriptor = mkstemps(file.path, 4);

    file.file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (file.file == NULL) {
        cli_fail(0, "%s: %s", file.path, strerror(errno));
        file.path[0] = '\0';
    }
    return file;
}

void
adhoc_file_layer(struct adhoc_file *file, const char *parent, const char *layer, char *out)
{
    snprintf(out, ADHOC_NAME, "checked-%u", ++file->count);
    fprintf(file->file, "[variant %s : %s]\nlayers = +%s\n\n", out, parent, layer);
}

bool
adhoc_file_base(struct adhoc_file *file, const char *base, const char *tileset, char *out)
{
    FILE *in = fopen(tileset, "r");
    char line[256], id[64] = "";

    while (in != NULL && id[0] == '\0' && fgets(line, sizeof line, in) != NULL)
        if (sscanf(line, "id = %63s", id) != 1 && sscanf(line, "id=%63s", id) != 1)
            id[0] = '\0';
    if (in != NULL)
        fclose(in);
    if (id[0] == '\0')
        return false;
    snprintf(out, ADHOC_NAME, "checked-%u", ++file->count);
    fprintf(file->file, "[variant %s]\ntitle = %s with %s\nbase = %s\ntilesets = %s\n\n", out, base,
            id, base, id);
    return true;
}

bool
adhoc_file_done(struct adhoc_file *file)
{
    const bool good = fflush(file->file) == 0;

    if (!good)
        cli_fail(0, "%s: %s", file->path, strerror(errno));
    return good;
}

void
adhoc_file_remove(struct adhoc_file *file)
{
    if (file->file != NULL)
        fclose(file->file);
    if (file->path[0] != '\0')
        unlink(file->path);
    *file = (struct adhoc_file){ "", NULL, 0 };
}
