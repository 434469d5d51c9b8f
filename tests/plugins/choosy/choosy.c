/* A layer that refuses stacks without a kind called "sea". */
#include <meepled/rules.h>

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    uint8_t sea;

    (void)conf;
    return meepled_kind(self, "sea", &sea, err);
}

static const meepled_hooks hooks = { .setup = NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "choosy",
    .version = "1.0.0",
    .summary = "only for tests",
    .license = "MIT",
    .configure = configure,
    .hooks = &hooks,
};
