/* One of two plugins of the same name: this gives 100 points for every tile placed. */
#include <meepled/rules.h>

static meepled_status
placed(const meepled_layer *self, meepled_game *g, uint16_t slot)
{
    const meepled_status status = meepled_below_placed(self, g, slot);

    return status == MEEPLED_OK ? meepled_score_add(g, meepled_turn_get(g).player, 100, "SW-1")
                                : status;
}

static const meepled_hooks hooks = { .placed = placed };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "swap",
    .version = "1.0.0",
    .summary = "only for tests",
    .license = "MIT",
    .hooks = &hooks,
};
