/* A base with the name of another. */
#include <meepled/rules.h>

static const meepled_hooks hooks = { .setup = NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "tiny",
    .version = "1.0.0",
    .summary = "only for tests",
    .license = "MIT",
    .base = true,
    .hooks = &hooks,
};
