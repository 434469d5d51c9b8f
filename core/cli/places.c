/* Where plugins, tile sets and variants are. */
#include "cli/places.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Folder of this executable, without a slash at the end. */
static bool
own_folder(char *out, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", out, size - 1);

    if (length <= 0 || (size_t)length >= size - 1)
        return false;
    out[length] = '\0';
    char *slash = strrchr(out, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    return true;
}

static bool
is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

void
places_complete(struct places *places, struct places_text *text)
{
    char folder[PATH_MAX] = ".", beside[PATH_MAX + 16];

    own_folder(folder, sizeof folder);
    snprintf(beside, sizeof beside, "%s/plugins", folder);
    const bool built = is_folder(beside);
    const struct {
        const char **place;
        char *to;
        const char *built, *installed;
    } rows[] = {
        { &places->plugins, text->plugins, "plugins", "../lib/meepled/plugins" },
        { &places->tilesets, text->tilesets, "../conf/tilesets", "../share/meepled/tilesets" },
        { &places->variants, text->variants, "../conf/variants", "../share/meepled/variants" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (*rows[i].place != NULL)
            continue;
        snprintf(rows[i].to, sizeof text->plugins, "%.4000s/%s", folder,
                 built ? rows[i].built : rows[i].installed);
        *rows[i].place = rows[i].to;
    }
}

static void
print(const meepled_report *report, const char *what)
{
    for (size_t i = 0; i < meepled_report_count(report); i++)
        fprintf(stderr, "meeplectl: %s%s\n", what, meepled_report_get(report, i));
}

meepled_registry *
places_open(const struct places *places, bool quiet)
{
    const meepled_registry_paths paths = {
        .plugins = places->plugins,
        .tilesets = places->tilesets,
        .variants = places->variants,
    };
    meepled_report *mistakes = meepled_report_new(), *skipped = meepled_report_new();
    meepled_registry *registry = NULL;

    if (mistakes == NULL || skipped == NULL)
        goto done;
    registry = meepled_registry_open(&paths, mistakes, skipped);
    print(mistakes, "");
    if (!quiet)
        print(skipped, "left out: ");
    if (meepled_report_count(mistakes) > 0) {
        meepled_registry_unref(registry);
        registry = NULL;
    } else if (registry == NULL) {
        cli_fail(0, "out of memory");
    }
done:
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    return registry;
}

const meepled_variant *
places_variant(const struct places *places, const meepled_registry *registry, const char *name)
{
    const meepled_variant *found = meepled_variant_find(registry, name);

    if (found != NULL)
        return found;
    /* It may be among those left out: read again, to say which and why. */
    if (places != NULL)
        meepled_registry_unref(places_open(places, false));
    fprintf(stderr, "meeplectl: unknown variant %s, there are:", name);
    for (size_t i = 0; i < meepled_variant_count(registry); i++)
        fprintf(stderr, " %s", meepled_variant_get(registry, i)->name);
    fputc('\n', stderr);
    return NULL;
}
