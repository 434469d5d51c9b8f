/* A layer that changes nothing: the smallest possible one, to copy when starting a house rule.
 *
 * Fill in a hook of meepled_hooks (rules.h) and everything else stays as the layers below have it:
 *
 *     static int32_t
 *     value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
 *     {
 *         return 2 * meepled_below_value(self, g, region, final);
 *     }
 *     static const meepled_hooks hooks = { .value = value };
 *
 * The tests put it on top of every base: no state digest may change. */
#include <meepled/rules.h>

/* Every hook NULL: "as the layer below". */
static const meepled_hooks hooks = { .setup = NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "nothing",
    .version = "1.0.0",
    .summary = "changes nothing; a model for layers",
    .license = "MIT",
    .hooks = &hooks,
};
