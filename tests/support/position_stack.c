/* Stacks made without files of variants, and those of the shipped variants. */
#include "tests/support/position_stack.h"

#include <stdio.h>
#include <stdlib.h>

static void
complain(const meepled_report *report)
{
    for (size_t i = 0; i < meepled_report_count(report); i++)
        fprintf(stderr, "%s\n", meepled_report_get(report, i));
}

/* Takes the sets (NULL: one that could not be read) and `report`. */
static meepled_stack *
make_take(struct stack_spec spec, struct tileset **sets, size_t count, meepled_report *report)
{
    meepled_stack *stack = NULL;
    bool good = true;

    for (size_t i = 0; i < count; i++)
        good = good && sets[i] != NULL;
    spec.tilesets = (const struct tileset *const *)sets;
    spec.tileset_count = count;
    if (good)
        stack = stack_new(&spec, report);
    if (stack == NULL) {
        complain(report);
        exit(EXIT_FAILURE);
    }
    for (size_t i = 0; i < count; i++)
        tileset_free(sets[i]);
    meepled_report_free(report);
    return stack;
}

meepled_stack *
position_stack(const meepled_plugin *const *plugins, size_t count, const char *tileset)
{
    return position_stack_set(plugins, count, tileset, NULL, 0);
}

meepled_stack *
position_stack_set(const meepled_plugin *const *plugins, size_t count, const char *tileset,
                   const struct stack_setting *settings, size_t setting_count)
{
    return position_stack_sets(plugins, count, &tileset, 1, settings, setting_count);
}

meepled_stack *
position_stack_sets(const meepled_plugin *const *plugins, size_t count, const char *const *tilesets,
                    size_t tileset_count, const struct stack_setting *settings,
                    size_t setting_count)
{
    enum { SETS_MAX = 4 };
    char path[256];
    meepled_report *report = meepled_report_new();
    struct tileset *sets[SETS_MAX];
    size_t set_count = 0;
    const struct stack_spec spec = { .plugins = plugins,
                                     .plugin_count = count,
                                     .settings = settings,
                                     .setting_count = setting_count };

    for (; set_count < tileset_count && set_count < SETS_MAX && tilesets[set_count]; set_count++) {
        snprintf(path, sizeof path, "conf/tilesets/%s.ini", tilesets[set_count]);
        sets[set_count] = tileset_read(path, report);
    }
    return make_take(spec, sets, set_count, report);
}

meepled_stack *
position_stack_text(const meepled_plugin *const *plugins, size_t count, const char *text)
{
    meepled_report *report = meepled_report_new();
    const struct stack_spec spec = { .plugins = plugins, .plugin_count = count };
    struct tileset *set = tileset_parse(text, "text", report);

    return make_take(spec, &set, 1, report);
}

meepled_stack *
position_variant(const char *name, const meepled_setting *settings, size_t count)
{
    const char *build = getenv("MEEPLED_BUILD");
    char plugins[256];
    meepled_report *mistakes = meepled_report_new(), *skipped = meepled_report_new();
    meepled_error err = { "no such variant" };

    snprintf(plugins, sizeof plugins, "%s/plugins", build != NULL ? build : "build");
    const meepled_registry_paths paths = { plugins, "conf/tilesets", "conf/variants" };
    meepled_registry *registry = meepled_registry_open(&paths, mistakes, skipped);
    const meepled_variant *variant = registry != NULL ? meepled_variant_find(registry, name) : NULL;
    meepled_stack *stack =
        variant != NULL ? meepled_variant_stack(registry, variant, settings, count, &err) : NULL;

    if (stack == NULL) {
        complain(mistakes);
        complain(skipped);
        fprintf(stderr, "%s: %s\n", name, err.text);
        exit(EXIT_FAILURE);
    }
    meepled_registry_unref(registry);
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    return stack;
}
