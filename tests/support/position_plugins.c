/* Loading the plugins' shared objects. */
#include "tests/support/position_plugins.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

const meepled_plugin *
position_plugin_load(const char *folder, char why[256])
{
    const char *build = getenv("MEEPLED_BUILD");
    char path[512];

    snprintf(path, sizeof path, "%s/plugins/%s.so", build != NULL ? build : "build", folder);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const meepled_plugin *plugin = handle != NULL ? dlsym(handle, "meepled_export") : NULL;
    if (plugin == NULL)
        snprintf(why, 256, "%.240s", dlerror());
    return plugin;
}
