/* Any bytes as a tile set: either a set, which then is sound, or complaints. */
#include "tileset/bind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const meepled_kind_word kinds[] = {
    { .name = "forest", .reach = MEEPLED_WHOLE },  { .name = "city", .reach = MEEPLED_WHOLE },
    { .name = "river", .reach = MEEPLED_CENTRE },  { .name = "road", .reach = MEEPLED_CENTRE },
    { .name = "meadow", .reach = MEEPLED_HALVES }, { .name = "field", .reach = MEEPLED_HALVES },
    { .name = "lake", .reach = MEEPLED_INSIDE }
};
static const meepled_attribute_word attributes[] = { { .name = "fish" }, { .name = "gold" } };
static const meepled_link_word links[] = { { .name = "flows", .joins = true },
                                           { .name = "touches", .mutual = true } };
static const meepled_pile_word piles[] = { { .name = "main" }, { .name = "bonus" } };

static const struct bound_words words = { .kinds = kinds,
                                          .kind_count = 7,
                                          .attributes = attributes,
                                          .attribute_count = 2,
                                          .links = links,
                                          .link_count = 2,
                                          .piles = piles,
                                          .pile_count = 2 };

/* Each port of each tile belongs to exactly one zone, links lead to zones. */
static void
check_sound(const struct tileset *set)
{
    assert(set->id[0] && set->title && set->tile_count > 0);
    for (size_t t = 0; t < set->tile_count; t++) {
        const struct tileset_tile *const tile = &set->tiles[t];
        unsigned all = 0;

        assert(tile->id[0] && tile->count > 0 && tile->zone_count <= MEEPLED_ZONES_MAX);
        for (size_t z = 0; z < tile->zone_count; z++) {
            const struct tileset_zone *const zone = &tile->zones[z];

            assert((all & zone->ports) == 0);
            all |= zone->ports;
            for (size_t l = 0; l < zone->link_count; l++)
                assert(zone->links[l].to < tile->zone_count && zone->links[l].to != z);
        }
        assert(all == 0xfff);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    meepled_report *const report = meepled_report_new();
    char *const text = malloc(size + 1);

    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';

    struct tileset *const set = tileset_parse(text, "fuzz", report);

    assert((set != NULL) == (meepled_report_count(report) == 0));
    if (set) {
        const struct tileset *const sets[] = { set };

        check_sound(set);

        struct bound_tiles *const bound = bound_new(sets, 1, &words, report);

        assert((bound != NULL) == (meepled_report_count(report) == 0));
        bound_free(bound);
    }
    tileset_free(set);
    free(text);
    meepled_report_free(report);
    return 0;
}
