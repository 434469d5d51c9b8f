/* Reading regions and systems: what they consist of, add up to and are linked with. */
#include "board/board.h"

#include <string.h>

bool
board_id_valid(const struct board *b, uint16_t id)
{
    const uint16_t zone = (uint16_t)(id & ~MEEPLED_SYSTEM);

    return id != MEEPLED_NONE && zone < b->count->zones &&
           board_id(b, zone, (id & MEEPLED_SYSTEM) != 0) == id;
}

bool
board_closed(const struct board *b, uint16_t id)
{
    const uint16_t root = (uint16_t)(id & ~MEEPLED_SYSTEM);

    if (!board_is_system(b, id))
        return b->zones[root].open == 0;
    uint16_t zone = root;
    do {
        if (b->zones[b->zones[zone].region].open > 0)
            return false;
        zone = b->zones[zone].system_ring;
    } while (zone != root);
    return true;
}

/* Sides of a zone that face an empty cell. */
static uint16_t
open_sides(const struct board *b, uint16_t zone)
{
    static const int8_t step_x[4] = { 0, 1, 0, -1 }, step_y[4] = { -1, 0, 1, 0 };
    const struct board_slot *slot = &b->slots[b->zones[zone].slot];
    const uint16_t ports = board_ports(b, zone);
    uint16_t open = 0;

    for (int side = 0; side < 4; side++)
        if (((ports >> (3 * side)) & 7u) &&
            board_find(b, (int16_t)(slot->x + step_x[side]), (int16_t)(slot->y + step_y[side])) ==
                MEEPLED_NONE)
            open++;
    return open;
}

static bool
lower(const struct board *b, uint16_t zone, uint16_t than)
{
    const struct board_slot *a = &b->slots[b->zones[zone].slot];
    const struct board_slot *c = &b->slots[b->zones[than].slot];
    const uint32_t cell_a = board_cell(a->x, a->y), cell_c = board_cell(c->x, c->y);

    return cell_a != cell_c ? cell_a < cell_c : zone < than;
}

uint16_t
board_lowest(const struct board *b, uint16_t id)
{
    const uint16_t root = (uint16_t)(id & ~MEEPLED_SYSTEM);
    uint16_t lowest = root;

    for (uint16_t zone = board_ring_next(b, id, root); zone != root;
         zone = board_ring_next(b, id, zone))
        if (lower(b, zone, lowest))
            lowest = zone;
    return lowest;
}

meepled_region
board_region(const struct board *b, uint16_t id)
{
    const uint16_t root = (uint16_t)(id & ~MEEPLED_SYSTEM);
    meepled_region r = { .kind = b->zones[root].kind,
                         .system = (id & MEEPLED_SYSTEM) != 0,
                         .lowest = root,
                         .closed = true,
                         .figures = (id & MEEPLED_SYSTEM) ? b->zones[root].system_figures
                                                          : b->zones[root].figures };
    uint64_t seen[BOARD_SLOTS_MAX / 64];
    uint16_t zone = root;

    memset(seen, 0, ((size_t)b->count->slots + 63) / 64 * sizeof *seen);
    do {
        const uint16_t slot = b->zones[zone].slot;
        const uint64_t bit = UINT64_C(1) << (slot & 63);

        r.zones++;
        if (!(seen[slot >> 6] & bit))
            r.tiles++;
        seen[slot >> 6] |= bit;
        if (b->zones[b->zones[zone].region].open > 0) {
            r.closed = false;
            r.open = (uint16_t)(r.open + open_sides(b, zone));
        }
        if (lower(b, zone, r.lowest))
            r.lowest = zone;
        zone = board_ring_next(b, id, zone);
    } while (zone != root);
    return r;
}

int32_t
board_sum(const struct board *b, uint16_t id, uint8_t attribute)
{
    const uint16_t root = (uint16_t)(id & ~MEEPLED_SYSTEM);
    uint16_t zone = root;
    int32_t sum = 0;

    do {
        sum += board_zone_bound(b, zone)->attributes[attribute];
        zone = board_ring_next(b, id, zone);
    } while (zone != root);
    return sum;
}

/* A list of distinct regions.  Those beyond `cap` are counted too, so what was seen is kept apart
 * from `out`. */
struct found {
    uint64_t seen[BOARD_ZONES_MAX / 64];
    uint16_t *out;
    size_t cap, count;
};

static void
found_begin(struct found *f, const struct board *b, uint16_t *out, size_t cap)
{
    memset(f->seen, 0, ((size_t)b->count->zones + 63) / 64 * sizeof *f->seen);
    f->out = out;
    f->cap = cap;
    f->count = 0;
}

static inline void
found_add(struct found *f, uint16_t region)
{
    const uint64_t bit = UINT64_C(1) << (region & 63);

    if (f->seen[region >> 6] & bit)
        return;
    f->seen[region >> 6] |= bit;
    if (f->count < f->cap)
        f->out[f->count] = region;
    f->count++;
}

size_t
board_links(const struct board *b, uint16_t id, uint8_t link, uint16_t *out, size_t cap)
{
    const uint16_t root = (uint16_t)(id & ~MEEPLED_SYSTEM);
    struct found found;
    uint16_t zone = root;

    found_begin(&found, b, out, cap);
    do {
        const struct board_slot *slot = &b->slots[b->zones[zone].slot];
        const struct bound_zone *bound = board_zone_bound(b, zone);

        for (uint8_t l = 0; l < bound->link_count; l++) {
            if (bound->links[l].link == link)
                found_add(&found, b->zones[slot->zone_first + bound->links[l].to].region);
        }
        zone = board_ring_next(b, id, zone);
    } while (zone != root);
    return found.count;
}

static bool
leads_to(const struct bound_zone *from, uint8_t link, uint16_t to)
{
    for (uint8_t l = 0; l < from->link_count; l++) {
        if (from->links[l].link == link && from->links[l].to == to)
            return true;
    }
    return false;
}

size_t
board_linked_from(const struct board *b, uint16_t id, uint8_t link, uint16_t *out, size_t cap)
{
    const uint16_t root = (uint16_t)(id & ~MEEPLED_SYSTEM);
    struct found found;
    uint16_t zone = root;

    found_begin(&found, b, out, cap);
    do {
        const struct board_slot *slot = &b->slots[b->zones[zone].slot];
        const struct bound_tile *tile = &b->tiles->tiles[slot->tile];

        for (uint8_t other = 0; other < tile->zone_count; other++) {
            if (leads_to(&tile->zones[other], link, (uint16_t)(zone - slot->zone_first)))
                found_add(&found, b->zones[slot->zone_first + other].region);
        }
        zone = board_ring_next(b, id, zone);
    } while (zone != root);
    return found.count;
}
