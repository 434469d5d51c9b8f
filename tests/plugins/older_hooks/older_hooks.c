/* Made with headers that have a hook less: allowed. */
#include <meepled/rules.h>

static const meepled_hooks hooks = { .setup = NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks - sizeof(void (*)(void)),
    .name = "older-hooks",
    .version = "1.0.0",
    .summary = "only for tests",
    .license = "MIT",
    .hooks = &hooks,
};
