/* A layer on the base "tiny". */
#include <meepled/rules.h>

static const char *const below[] = { "tiny", NULL };

static const meepled_hooks hooks = { .setup = NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "shade",
    .version = "1.0.0",
    .summary = "only for tests",
    .license = "MIT",
    .requires = below,
    .hooks = &hooks,
};
