/* Says too little about itself. */
#include <meepled/rules.h>

static const meepled_hooks hooks = { .setup = NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "unfinished",
    .version = "1.0.0",
    .hooks = &hooks,
};
