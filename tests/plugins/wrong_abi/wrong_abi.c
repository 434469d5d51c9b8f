/* Made for another ABI. */
#include <meepled/rules.h>

static const meepled_hooks hooks = { .setup = NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI + 1,
    .hooks_size = sizeof hooks,
    .name = "wrong-abi",
    .version = "1.0.0",
    .summary = "only for tests",
    .license = "MIT",
    .hooks = &hooks,
};
