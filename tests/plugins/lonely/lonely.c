/* Requires something that nobody has. */
#include <meepled/rules.h>

static const char *const below[] = { "nowhere", NULL };

static const meepled_hooks hooks = { .setup = NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "lonely",
    .version = "1.0.0",
    .summary = "only for tests",
    .license = "MIT",
    .requires = below,
    .hooks = &hooks,
};
