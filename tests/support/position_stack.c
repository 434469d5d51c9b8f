/* Stacks made without files of variants. */
#include "tests/support/position_stack.h"

#include <stdio.h>
#include <stdlib.h>

static meepled_stack *
make(const meepled_plugin *const *plugins, size_t count, struct tileset *set,
     meepled_report *report)
{
    const struct tileset *const sets[] = { set };
    const struct stack_spec spec = {
        .plugins = plugins, .plugin_count = count, .tilesets = sets, .tileset_count = 1
    };
    meepled_stack *stack = set != NULL ? stack_new(&spec, report) : NULL;

    if (stack == NULL) {
        for (size_t i = 0; i < meepled_report_count(report); i++)
            fprintf(stderr, "%s\n", meepled_report_get(report, i));
        exit(EXIT_FAILURE);
    }
    tileset_free(set);
    meepled_report_free(report);
    return stack;
}

meepled_stack *
position_stack(const meepled_plugin *const *plugins, size_t count, const char *tileset)
{
    char path[256];
    meepled_report *report = meepled_report_new();

    snprintf(path, sizeof path, "conf/tilesets/%s.ini", tileset);
    return make(plugins, count, tileset_read(path, report), report);
}

meepled_stack *
position_stack_text(const meepled_plugin *const *plugins, size_t count, const char *text)
{
    meepled_report *report = meepled_report_new();

    return make(plugins, count, tileset_parse(text, "text", report), report);
}
