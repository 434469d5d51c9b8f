/* Calls a function the library does not have. */
#include <meepled/rules.h>

int32_t meepled_valeu(const meepled_game *g, uint16_t region, bool final);

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    (void)self;
    return meepled_valeu(g, region, final);
}

static const meepled_hooks hooks = { .value = value };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "misspelt",
    .version = "1.0.0",
    .summary = "only for tests",
    .license = "MIT",
    .hooks = &hooks,
};
