/* Binding tile sets to the words of a stack.
 *
 * Everything lies in five blocks, so that a tile's data are close together:
 *
 *     tiles [t0 t1 ...]   zones [t0's ... | t1's ... ]   attributes [zone x word]
 *     links [zone's own, then those that lead back to it]   ids [of the sets]           */
#include "tileset/bind.h"
#include "tileset/digest.h"
#include "tileset/pile.h"
#include "tileset/ports.h"
#include "tileset/suggest.h"

#include <stdlib.h>
#include <string.h>

static const char *const side_names[SIDES] = { "N", "E", "S", "W" };

struct owner {
    struct bound_tiles tiles; /* first: what callers hold */
    struct bound_zone *zones;
    int16_t *attributes;
    meepled_tile_link *links;
};

struct binder {
    struct owner *owner;
    const struct bound_words *words;
    meepled_report *report;
    const struct tileset *set; /* the one being bound */
    const struct tileset *const *sets;
    struct bound_zone *zones; /* what is free of each block */
    int16_t *attributes;
    meepled_tile_link *links;
    uint8_t kinds_of[BOUND_CODES_MAX][3]; /* side code -> kinds on L, C, R */
    bool codes_full;
};

/* ---- words to indices ---- */

/* Index of `name` among `count` words, each `size` bytes and beginning with its name; -1 after a
 * complaint. */
static int
word_index(struct binder *b, const char *what, const char *name, unsigned line, const void *words,
           size_t count, size_t size)
{
    struct suggest s;

    suggest_begin(&s, name);
    for (size_t i = 0; i < count; i++) {
        const char *word;

        memcpy(&word, (const char *)words + i * size, sizeof word);
        if (strcmp(word, name) == 0)
            return (int)i;
        suggest_offer(&s, word);
    }
    meepled_report_add(b->report, b->set->file, line, "no %s \"%s\" in these rules%s", what, name,
                       suggest_end(&s));
    return -1;
}

#define WORD(b, what, name, line, words, count)                                                    \
    word_index(b, what, name, line, words, count, sizeof *(words))

_Static_assert(offsetof(meepled_kind_word, name) == 0 &&
                   offsetof(meepled_attribute_word, name) == 0 &&
                   offsetof(meepled_link_word, name) == 0 && offsetof(meepled_pile_word, name) == 0,
               "word_index wants names first");

/* ---- sides ---- */

static void
check_reach(struct binder *b, const struct tileset_zone *zone, meepled_reach reach)
{
    static const char *const wants[] = { [MEEPLED_WHOLE] = "takes whole sides",
                                         [MEEPLED_CENTRE] = "runs between half sides of others",
                                         [MEEPLED_HALVES] = "takes half sides, or whole ones",
                                         [MEEPLED_INSIDE] = "has no sides" };

    for (unsigned side = 0; side < SIDES; side++) {
        const unsigned ports = ports_on_side(zone->ports, side);
        bool good = ports == 0;

        switch (reach) {
        case MEEPLED_WHOLE:
            good = good || ports == SIDE_ALL;
            break;
        case MEEPLED_CENTRE:
            good = good || ports == SIDE_CENTRE;
            break;
        case MEEPLED_HALVES:
            good = good || ports == SIDE_ALL || !(ports & SIDE_CENTRE);
            break;
        case MEEPLED_INSIDE:
            break;
        }
        if (!good)
            meepled_report_add(b->report, b->set->file, zone->line, "%s on side %s: a %s %s",
                               zone->name, side_names[side], zone->kind, wants[reach]);
    }
}

/* The code for these kinds on a side, a new one if need be. */
static uint8_t
side_code(struct binder *b, uint8_t left, uint8_t centre, uint8_t right)
{
    struct bound_tiles *const tiles = &b->owner->tiles;
    const uint8_t kinds[3] = { left, centre, right };

    for (uint8_t code = 0; code < tiles->codes; code++)
        if (memcmp(b->kinds_of[code], kinds, sizeof kinds) == 0)
            return code;
    if (tiles->codes == BOUND_CODES_MAX) {
        if (!b->codes_full)
            meepled_report_add(b->report, b->set->file, 0,
                               "more than %d different kinds of sides in these tile sets",
                               BOUND_CODES_MAX);
        b->codes_full = true;
        return 0;
    }
    memcpy(b->kinds_of[tiles->codes], kinds, sizeof kinds);
    return tiles->codes++;
}

static void
bind_sides(struct binder *b, struct bound_tile *tile)
{
    struct bound_tiles *const tiles = &b->owner->tiles;

    for (unsigned side = 0; side < SIDES; side++) {
        struct bound_side *const to = &tile->sides[side];
        uint8_t kinds[3] = { 0, 0, 0 };

        for (uint8_t z = 0; z < tile->zone_count; z++) {
            const unsigned ports = ports_on_side(tile->zones[z].ports, side);

            for (unsigned part = 0; part < 3; part++) {
                if (ports & (1u << part)) {
                    to->zone[part] = z;
                    kinds[part] = tile->zones[z].kind;
                }
            }
        }
        to->split = to->zone[0] != to->zone[1] || to->zone[1] != to->zone[2];
        to->code = side_code(b, kinds[0], kinds[1], kinds[2]);

        /* The mirror image gets a code even if no tile shows it: then nothing fits here. */
        const uint8_t mirror = side_code(b, kinds[2], kinds[1], kinds[0]);

        tiles->match[to->code] = mirror;
        tiles->match[mirror] = to->code;
    }
    for (unsigned turns = 0; turns < SIDES; turns++)
        for (unsigned side = 0; side < SIDES; side++)
            tile->lanes |= (uint64_t)tile->sides[(side + SIDES - turns) % SIDES].code
                           << (16 * turns + 4 * side);
}

/* ---- zones and links ---- */

static void
bind_zone(struct binder *b, const struct tileset_zone *from, struct bound_zone *to)
{
    const struct bound_words *const words = b->words;
    int16_t *const attributes = b->attributes;
    const int kind =
        WORD(b, "kind of zone", from->kind, from->line, words->kinds, words->kind_count);

    b->attributes += words->attribute_count;
    memcpy(to->name, from->name, sizeof to->name);
    to->ports = from->ports;
    to->attributes = attributes;
    if (kind >= 0) {
        to->kind = (uint8_t)kind;
        check_reach(b, from, words->kinds[kind].reach);
    }
    for (size_t i = 0; i < from->attribute_count; i++) {
        const struct tileset_attribute *const a = &from->attributes[i];
        const int word =
            WORD(b, "attribute", a->name, a->line, words->attributes, words->attribute_count);

        if (word >= 0)
            attributes[word] = a->value;
    }
}

static void
add_link(struct bound_zone *zone, meepled_tile_link *links, meepled_tile_link link)
{
    for (uint8_t i = 0; i < zone->link_count; i++)
        if (links[i].to == link.to && links[i].link == link.link)
            return; /* a mutual link written from both ends is one link */
    links[zone->link_count++] = link;
}

/* The zone's own links, with a complaint for each unknown one. */
static void
own_links(struct binder *b, const struct tileset_zone *from, struct bound_tile *tile,
          struct bound_zone *zone)
{
    const struct bound_words *const words = b->words;

    for (size_t i = 0; i < from->link_count; i++) {
        const struct tileset_link *const l = &from->links[i];
        const int word = WORD(b, "link", l->name, l->line, words->links, words->link_count);

        if (word < 0)
            continue;
        add_link(zone, b->links, (meepled_tile_link){ .to = l->to, .link = (uint8_t)word });
        if (words->links[word].joins) {
            b->owner->tiles.joining_kinds |= 1u << zone->kind | 1u << tile->zones[l->to].kind;
            tile->joins = true;
        }
    }
}

/* The mutual links of other zones that lead to the zone `z`. */
static void
mutual_links(struct binder *b, const struct tileset_tile *from, struct bound_zone *zone, uint8_t z)
{
    const struct bound_words *const words = b->words;

    for (uint8_t other = 0; other < from->zone_count; other++) {
        for (size_t i = 0; i < from->zones[other].link_count; i++) {
            const struct tileset_link *const l = &from->zones[other].links[i];

            for (uint8_t word = 0; l->to == z && word < words->link_count; word++)
                if (words->links[word].mutual && strcmp(words->links[word].name, l->name) == 0)
                    add_link(zone, b->links, (meepled_tile_link){ .to = other, .link = word });
        }
    }
}

/* ---- tiles ---- */

static void
check_id(struct binder *b, const struct tileset_tile *tile)
{
    for (size_t s = 0;; s++) {
        const struct tileset *const set = b->sets[s];

        for (size_t i = 0; i < set->tile_count; i++) {
            if (&set->tiles[i] == tile)
                return;
            if (strcmp(set->tiles[i].id, tile->id) == 0) {
                meepled_report_add(b->report, b->set->file, tile->line,
                                   "tile %s is also in %s, line %u", tile->id, set->file,
                                   set->tiles[i].line);
                return;
            }
        }
    }
}

static void
bind_tile(struct binder *b, const struct tileset_tile *from, struct bound_tile *tile)
{
    struct bound_tiles *const tiles = &b->owner->tiles;
    char name[TILESET_NAME];

    memcpy(name, from->pile, sizeof name);
    tile->part = (uint8_t)pile_part(name, b->words->piles, b->words->pile_count);
    tiles->parted |= tile->part != BOUND_MIDDLE;
    const int pile = WORD(b, "pile", name, from->line, b->words->piles, b->words->pile_count);

    if (!b->set->broken)
        check_id(b, from);
    memcpy(tile->id, from->id, sizeof tile->id);
    tile->count = from->count;
    tile->pile = (uint8_t)(pile < 0 ? 0 : pile);
    tile->start = from->start;
    tile->zones = b->zones;
    tile->zone_count = from->zone_count;
    b->zones += from->zone_count;

    for (uint8_t z = 0; z < from->zone_count; z++)
        bind_zone(b, &from->zones[z], &tile->zones[z]);
    for (uint8_t z = 0; z < from->zone_count; z++)
        tile->kinds |= (uint16_t)(1u << tile->zones[z].kind);
    for (uint8_t z = 0; z < from->zone_count; z++) {
        struct bound_zone *const zone = &tile->zones[z];

        zone->links = b->links;
        own_links(b, &from->zones[z], tile, zone);
        mutual_links(b, from, zone, z);
        b->links += zone->link_count;
    }
    if (b->set->broken)
        return; /* its words have been looked at; the rest would be the echo of its mistakes */
    bind_sides(b, tile);
    for (uint8_t z = 0; z < from->zone_count; z++)
        tile->zones[z].borders = ports_borders(tile, &tile->zones[z]);

    if (tile->start && tiles->start != MEEPLED_NONE)
        meepled_report_add(b->report, b->set->file, from->line,
                           "start tile %s, but %s of tile set %s is one already", from->id,
                           tiles->tiles[tiles->start].id, tiles->tiles[tiles->start].tileset);
    else if (tile->start)
        tiles->start = (uint16_t)(tile - tiles->tiles);
}

/* `*to` = a copy of `from`, NULL of NULL; false when out of memory. */
static bool
text_copy(char **to, const char *from)
{
    *to = from ? strdup(from) : NULL;
    return !from || *to;
}

static bool
sets_copy(struct bound_set *to, const struct tileset *const *from, size_t count)
{
    for (size_t s = 0; s < count; s++) {
        memcpy(to[s].id, from[s]->id, sizeof to[s].id);
        if (!text_copy(&to[s].title, from[s]->title) ||
            !text_copy(&to[s].title_cs, from[s]->title_cs) ||
            !text_copy(&to[s].edition, from[s]->edition) ||
            !text_copy(&to[s].provenance, from[s]->provenance) ||
            !text_copy(&to[s].confidence, from[s]->confidence))
            return false;
    }
    return true;
}

/* The blocks, large enough for `sets`; false when out of memory. */
static bool
allocate(struct owner *owner, const struct tileset *const *sets, size_t set_count,
         const struct bound_words *words)
{
    size_t tiles = 0, zones = 0, links = 0;

    for (size_t s = 0; s < set_count; s++) {
        tiles += sets[s]->tile_count;
        for (size_t t = 0; t < sets[s]->tile_count; t++) {
            zones += sets[s]->tiles[t].zone_count;
            for (size_t z = 0; z < sets[s]->tiles[t].zone_count; z++)
                links += 2 * sets[s]->tiles[t].zones[z].link_count;
        }
    }
    owner->tiles.tiles = calloc(tiles + 1, sizeof *owner->tiles.tiles);
    owner->zones = calloc(zones + 1, sizeof *owner->zones);
    owner->attributes = calloc(zones * words->attribute_count + 1, sizeof *owner->attributes);
    owner->links = calloc(links + 1, sizeof *owner->links);
    owner->tiles.sets = calloc(set_count + 1, sizeof *owner->tiles.sets);
    owner->tiles.set_count = set_count;
    owner->tiles.count = tiles;
    owner->tiles.start = MEEPLED_NONE;
    return owner->tiles.tiles && owner->zones && owner->attributes && owner->links &&
           owner->tiles.sets && sets_copy(owner->tiles.sets, sets, set_count);
}

static bool
any_is_broken(const struct tileset *const *sets, size_t set_count)
{
    for (size_t s = 0; s < set_count; s++)
        if (sets[s]->broken)
            return true;
    return false;
}

static void
bind_sets(struct binder *b, size_t set_count)
{
    struct owner *const owner = b->owner;
    struct bound_tile *tile = owner->tiles.tiles;

    for (size_t l = 0; l < b->words->link_count; l++)
        if (b->words->links[l].joins)
            owner->tiles.joining_links |= 1u << l;
    for (size_t s = 0; s < set_count; s++) {
        b->set = b->sets[s];
        for (size_t t = 0; t < b->set->tile_count; t++) {
            if (pile_is_absent(b->set->tiles[t].pile, b->words))
                continue;
            tile->tileset = owner->tiles.sets[s].id;
            bind_tile(b, &b->set->tiles[t], tile++);
        }
    }
    owner->tiles.count = (size_t)(tile - owner->tiles.tiles);
}

struct bound_tiles *
bound_new(const struct tileset *const *sets, size_t set_count, const struct bound_words *words,
          meepled_report *report)
{
    const size_t before = meepled_report_count(report);
    struct owner *const owner = calloc(1, sizeof *owner);
    bool good = false;

    if (!owner || !allocate(owner, sets, set_count, words)) {
        meepled_report_add(report, NULL, 0, "out of memory");
    } else if (owner->tiles.count >= MEEPLED_NONE) {
        meepled_report_add(report, NULL, 0, "%zu different tiles, at most %u", owner->tiles.count,
                           MEEPLED_NONE - 1);
    } else {
        struct binder b = { .owner = owner,
                            .words = words,
                            .report = report,
                            .sets = sets,
                            .zones = owner->zones,
                            .attributes = owner->attributes,
                            .links = owner->links };

        bind_sets(&b, set_count);
        good = meepled_report_count(report) == before && !any_is_broken(sets, set_count);
        if (good)
            digest_tiles(&owner->tiles, words);
    }
    if (good)
        return &owner->tiles;
    bound_free(owner ? &owner->tiles : NULL);
    return NULL;
}

void
bound_free(struct bound_tiles *tiles)
{
    struct owner *const owner = (struct owner *)tiles;

    if (!owner)
        return;
    free(owner->tiles.tiles);
    free(owner->zones);
    free(owner->attributes);
    free(owner->links);
    for (size_t s = 0; tiles->sets && s < tiles->set_count; s++) {
        free(tiles->sets[s].title);
        free(tiles->sets[s].title_cs);
        free(tiles->sets[s].edition);
        free(tiles->sets[s].provenance);
        free(tiles->sets[s].confidence);
    }
    free(tiles->sets);
    free(owner);
}
