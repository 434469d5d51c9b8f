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

/* Takes `set` (NULL: it could not be read) and `report`. */
static meepled_stack *
make_take(struct stack_spec spec, struct tileset *set, meepled_report *report)
{
    const struct tileset *const sets[] = { set };
    meepled_stack *stack = NULL;

    spec.tilesets = sets;
    spec.tileset_count = 1;
    if (set != NULL)
        stack = stack_new(&spec, report);
    if (stack == NULL) {
        complain(report);
        exit(EXIT_FAILURE);
    }
    tileset_free(set);
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
    char path[256];
    meepled_report *report = meepled_report_new();
    const struct stack_spec spec = { .plugins = plugins,
                                     .plugin_count = count,
                                     .settings = settings,
                                     .setting_count = setting_count };

    snprintf(path, sizeof path, "conf/tilesets/%s.ini", tileset);
    return make_take(spec, tileset_read(path, report), report);
}

meepled_stack *
position_stack_text(const meepled_plugin *const *plugins, size_t count, const char *text)
{
    meepled_report *report = meepled_report_new();
    const struct stack_spec spec = { .plugins = plugins, .plugin_count = count };

    return make_take(spec, tileset_parse(text, "text", report), report);
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
