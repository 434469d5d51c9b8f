/* House rule "catch-up": whoever is alone in last place gets one point more for each completed
 * feature that gives them points. */
#include <meepled/rules.h>

enum { EXTRA = 1 };

/* The only player with the lowest score, MEEPLED_NONE8 if several share it. */
static uint8_t
find_last(const meepled_game *g)
{
    const uint8_t players = meepled_players(g);
    uint8_t last = 0;
    bool alone = true;

    for (uint8_t player = 1; player < players; player++) {
        const int32_t score = meepled_score_get(g, player), lowest = meepled_score_get(g, last);

        if (score <= lowest)
            alone = score < lowest;
        if (score < lowest)
            last = player;
    }
    return alone ? last : MEEPLED_NONE8;
}

static meepled_status
reward(meepled_game *g, uint8_t last, int32_t before)
{
    if (last == MEEPLED_NONE8 || meepled_score_get(g, last) == before)
        return MEEPLED_OK;
    return meepled_score_add(g, last, EXTRA, "CU-1");
}

static meepled_status
completed(const meepled_layer *self, meepled_game *g, uint16_t region)
{
    const uint8_t last = find_last(g);
    const int32_t before = last == MEEPLED_NONE8 ? 0 : meepled_score_get(g, last);
    const meepled_status status = meepled_below_completed(self, g, region);

    return status == MEEPLED_OK ? reward(g, last, before) : status;
}

/* Where a figure scores its region when it is taken back, that is the moment. */
static meepled_status
retrieved(const meepled_layer *self, meepled_game *g, uint16_t figure)
{
    const uint16_t region = meepled_region_of(g, meepled_figure_get(g, figure).zone);
    const uint8_t last = meepled_region_closed(g, region) ? find_last(g) : MEEPLED_NONE8;
    const int32_t before = last == MEEPLED_NONE8 ? 0 : meepled_score_get(g, last);
    const meepled_status status = meepled_below_retrieved(self, g, figure);

    return status == MEEPLED_OK ? reward(g, last, before) : status;
}

static const meepled_hooks hooks = { .completed = completed, .retrieved = retrieved };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "catch-up",
    .version = "1.0.0",
    .summary = "one point more for each feature completed by whoever is alone in last place",
    .license = "MIT",
    .hooks = &hooks,
};
