#include "tests/support/picture_stacks.h"

#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/stranger.h"
#include "tests/support/workshop.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static meepled_stack *
one(const meepled_plugin *plugin, const char *tileset)
{
    return position_stack((const meepled_plugin *const[]){ plugin }, 1, tileset);
}

static meepled_stack *
river(const meepled_plugin *layer, const char *more, const char *last)
{
    const meepled_plugin *const plugins[] = { &plugin_carcassonne, layer };
    const char *const sets[] = { "carcassonne-base", last, more };
    const struct stack_setting settings[] = { { .name = "river", .value = "yes" } };

    return position_stack_sets(plugins, layer ? 2 : 1, sets, COUNT(sets), settings,
                               COUNT(settings));
}

void
picture_stacks_make(meepled_stack *stacks[PICTURE_STACKS])
{
    size_t n = 0;

    stacks[n++] = stranger_new();
    stacks[n++] = workshop_new();
    stacks[n++] = one(&plugin_hunters_gatherers, "hunters-gatherers");
    stacks[n++] = one(&plugin_discoverers, "discoverers");
    stacks[n++] = one(&plugin_skeleton, "skeleton");
    stacks[n++] = river(NULL, NULL, "river");
    stacks[n++] = river(&plugin_traders_builders, "traders-builders-c2", "river-c3");
    stacks[n++] = river(&plugin_traders_builders, "traders-builders-c3", "river-c3");
}
