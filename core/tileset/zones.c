/* The zones of one tile.
 *
 *     line-1       = N size=1    zone = sides, half sides, attributes
 *     line-1.leads = spot-1      a link
 *
 * First all zones, then links (which may name any of them), then the twelve ports are dealt out:
 *
 *          N             a whole side beside half sides of others is the centre only;
 *       L  C  R          two half sides of one zone with nothing between are the whole side;
 *     R         L        anything else left over or wanted twice is a mistake
 *   W C         C E
 *     L         R
 *       R  C  L
 *          S                                                                         */
#include "tileset/zones.h"
#include "tileset/name.h"
#include "tileset/suggest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 4, LEFT = 0, CENTRE = 1, RIGHT = 2, TOKEN = 64 };

static const char *const side_names[SIDES] = { "N", "E", "S", "W" };
static const char *const half_names[SIDES][3] = {
    { "NL", "N", "NR" }, { "EL", "E", "ER" }, { "SL", "S", "SR" }, { "WL", "W", "WR" }
};
static const char *const settings[] = { "count", "start", "pile", "note" };
enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* One tile while it is read. */
struct reading {
    const struct ini_document *doc;
    const struct ini_section *section;
    struct tileset_tile *tile;
    meepled_report *report;
    /* what each zone's line asks for: bit 3 * side + {LEFT, RIGHT}, CENTRE for the whole side */
    uint16_t wanted[MEEPLED_ZONES_MAX];
};

bool
zones_is_setting(const char *key)
{
    for (size_t i = 0; i < SETTINGS; i++)
        if (strcmp(key, settings[i]) == 0)
            return true;
    return false;
}

static uint16_t
port(unsigned side, unsigned part)
{
    return (uint16_t)(1u << (3 * side + part));
}

/* Index of the zone with this name, -1 if there is none. */
static int
zone_find(const struct tileset_tile *tile, const char *name)
{
    for (int i = 0; i < tile->zone_count; i++)
        if (strcmp(tile->zones[i].name, name) == 0)
            return i;
    return -1;
}

/* ---- a zone's line ---- */

static void
take_port(struct reading *r, const struct ini_entry *entry, uint16_t *wanted, const char *token)
{
    struct suggest s;

    suggest_begin(&s, token);
    for (unsigned side = 0; side < SIDES; side++) {
        for (unsigned part = LEFT; part <= RIGHT; part++) {
            suggest_offer(&s, half_names[side][part]);
            if (strcmp(token, half_names[side][part]) != 0)
                continue;
            if (*wanted & port(side, part))
                meepled_report_add(r->report, r->doc->file, entry->line, "%s: %s twice",
                                   entry->name, token);
            *wanted |= port(side, part);
            return;
        }
    }
    meepled_report_add(r->report, r->doc->file, entry->line,
                       "%s: \"%s\" is neither a side (N, NL, NR, E, ...) nor attribute=number%s",
                       entry->name, token, suggest_end(&s));
}

/* Take "name=number" apart; `token` is spoiled. */
static void
take_attribute(struct reading *r, const struct ini_entry *entry, struct tileset_zone *zone,
               char *token)
{
    char *const value = strchr(token, '=') + 1;
    char *end;

    errno = 0;
    const long number = strtol(value, &end, 10);
    const bool good = value[0] >= '0' && value[0] <= '9' && end != value && *end == '\0' &&
                      errno == 0 && number >= 0 && number <= INT16_MAX;

    if (!good)
        meepled_report_add(r->report, r->doc->file, entry->line,
                           "%s: \"%s\": no number from %d to %d after '='", entry->name, token, 0,
                           INT16_MAX);
    value[-1] = '\0';
    if (!name_is_word(token)) {
        meepled_report_add(r->report, r->doc->file, entry->line,
                           "%s: \"%s\" is no name of an attribute", entry->name, token);
        return;
    }
    for (size_t i = 0; i < zone->attribute_count; i++)
        if (strcmp(zone->attributes[i].name, token) == 0)
            meepled_report_add(r->report, r->doc->file, entry->line, "%s: %s twice", entry->name,
                               token);

    struct tileset_attribute *const a = &zone->attributes[zone->attribute_count++];

    name_copy(a->name, token);
    a->value = good ? (int16_t)number : 0;
    a->line = entry->line;
}

static void
read_zone(struct reading *r, const struct ini_entry *entry)
{
    struct tileset_tile *const tile = r->tile;
    struct tileset_zone *const zone = &tile->zones[tile->zone_count];
    const char *rest = entry->value;
    char token[TOKEN];
    size_t attributes = 0;

    for (const char *c = entry->value; *c; c++)
        attributes += *c == '=';
    if (attributes > 0) {
        zone->attributes = calloc(attributes, sizeof *zone->attributes);
        if (!zone->attributes) {
            meepled_report_add(r->report, r->doc->file, entry->line, "out of memory");
            return;
        }
    }
    name_copy(zone->name, entry->name);
    name_copy(zone->kind, entry->name);
    *strrchr(zone->kind, '-') = '\0';
    zone->line = entry->line;

    while (ini_word(&rest, token, sizeof token)) {
        if (strchr(token, '='))
            take_attribute(r, entry, zone, token);
        else
            take_port(r, entry, &r->wanted[tile->zone_count], token);
    }
    tile->zone_count++;
}

/* A key that is neither setting, zone nor link. */
static void
complain_key(struct reading *r, const struct ini_entry *entry)
{
    struct suggest s;

    if (strlen(entry->name) >= TILESET_NAME) {
        meepled_report_add(r->report, r->doc->file, entry->line, "\"%s\" is longer than %d bytes",
                           entry->name, TILESET_NAME - 1);
        return;
    }
    suggest_begin(&s, entry->name);
    for (size_t i = 0; i < SETTINGS; i++)
        suggest_offer(&s, settings[i]);
    meepled_report_add(r->report, r->doc->file, entry->line,
                       "\"%s\" is neither a setting of a tile nor a zone (kind-number)%s",
                       entry->name, suggest_end(&s));
}

static void
read_zones(struct reading *r)
{
    size_t wanted = 0;

    r->tile->zones = calloc(MEEPLED_ZONES_MAX, sizeof *r->tile->zones);
    if (!r->tile->zones) {
        meepled_report_add(r->report, r->doc->file, r->section->line, "out of memory");
        return;
    }
    for (size_t i = 0; i < r->section->entry_count; i++) {
        const struct ini_entry *const entry = &r->section->entries[i];

        if (zones_is_setting(entry->name) || strchr(entry->name, '.'))
            continue;
        if (!name_is_zone(entry->name))
            complain_key(r, entry);
        else if (wanted++ < MEEPLED_ZONES_MAX)
            read_zone(r, entry);
    }
    if (wanted > MEEPLED_ZONES_MAX)
        meepled_report_add(r->report, r->doc->file, r->section->line,
                           "tile %s has %zu zones, at most %d", r->tile->id, wanted,
                           MEEPLED_ZONES_MAX);
}

/* ---- links ---- */

static void
complain_zone(struct reading *r, const struct ini_entry *entry, const char *name)
{
    struct suggest s;

    suggest_begin(&s, name);
    for (size_t i = 0; i < r->tile->zone_count; i++)
        suggest_offer(&s, r->tile->zones[i].name);
    meepled_report_add(r->report, r->doc->file, entry->line, "%s: no zone \"%s\" on tile %s%s",
                       entry->name, name, r->tile->id, suggest_end(&s));
}

static void
take_link(struct reading *r, const struct ini_entry *entry, struct tileset_zone *zone,
          const char *link, const char *target)
{
    const int to = zone_find(r->tile, target);

    if (to < 0) {
        complain_zone(r, entry, target);
        return;
    }
    if (&r->tile->zones[to] == zone) {
        meepled_report_add(r->report, r->doc->file, entry->line, "%s: links a zone to itself",
                           entry->name);
        return;
    }
    for (size_t i = 0; i < zone->link_count; i++) {
        if (zone->links[i].to == to && strcmp(zone->links[i].name, link) == 0) {
            meepled_report_add(r->report, r->doc->file, entry->line, "%s: %s twice", entry->name,
                               target);
            return;
        }
    }

    struct tileset_link *const new = &zone->links[zone->link_count++];

    name_copy(new->name, link);
    new->to = (uint8_t)to;
    new->line = entry->line;
}

/* Read "zone.link = zones". */
static void
read_links(struct reading *r, const struct ini_entry *entry)
{
    char token[TOKEN];
    const char *const dot = strchr(entry->name, '.');
    const char *rest = entry->value;
    const size_t name_len = (size_t)(dot - entry->name);
    size_t targets = 0;

    memcpy(token, entry->name, name_len < sizeof token ? name_len : sizeof token - 1);
    token[name_len < sizeof token ? name_len : sizeof token - 1] = '\0';

    const int from = zone_find(r->tile, token);

    if (from < 0) {
        complain_zone(r, entry, token);
        return;
    }
    if (!name_is_word(dot + 1)) {
        meepled_report_add(r->report, r->doc->file, entry->line, "%s: \"%s\" is no name of a link",
                           entry->name, dot + 1);
        return;
    }
    while (ini_word(&rest, token, sizeof token))
        targets++;
    if (targets == 0) {
        meepled_report_add(r->report, r->doc->file, entry->line, "%s: names no zone", entry->name);
        return;
    }

    struct tileset_zone *const zone = &r->tile->zones[from];
    struct tileset_link *const links =
        realloc(zone->links, (zone->link_count + targets) * sizeof *links);

    if (!links) {
        meepled_report_add(r->report, r->doc->file, entry->line, "out of memory");
        return;
    }
    zone->links = links;
    rest = entry->value;
    while (ini_word(&rest, token, sizeof token))
        take_link(r, entry, zone, dot + 1, token);
}

/* ---- ports ---- */

/* The zone that wants this part of a side, -1 if none; a second one is a mistake. */
static int
claimant(struct reading *r, unsigned side, unsigned part)
{
    int first = -1;

    for (int i = 0; i < r->tile->zone_count; i++) {
        if (!(r->wanted[i] & port(side, part)))
            continue;
        if (first < 0)
            first = i;
        else
            meepled_report_add(r->report, r->doc->file, r->tile->zones[i].line,
                               "tile %s: %s belongs to %s and to %s", r->tile->id,
                               half_names[side][part], r->tile->zones[first].name,
                               r->tile->zones[i].name);
    }
    return first;
}

/* `whole` has the side, `left` or `right` (or both) a half of it. */
static void
deal_centre(struct reading *r, unsigned side, int whole, int left, int right)
{
    struct tileset_zone *const zones = r->tile->zones;

    if (left == whole || right == whole) {
        meepled_report_add(r->report, r->doc->file, zones[whole].line, "%s: %s already holds %s",
                           zones[whole].name, side_names[side],
                           half_names[side][left == whole ? LEFT : RIGHT]);
    } else if (left < 0 || right < 0) {
        meepled_report_add(r->report, r->doc->file, zones[whole].line,
                           "tile %s: %s belongs to %s, but nothing is said of %s (%s would run "
                           "between %s and %s)",
                           r->tile->id, half_names[side][left < 0 ? RIGHT : LEFT],
                           zones[left < 0 ? right : left].name,
                           half_names[side][left < 0 ? LEFT : RIGHT], zones[whole].name,
                           half_names[side][LEFT], half_names[side][RIGHT]);
    } else {
        zones[whole].ports |= port(side, CENTRE);
        zones[left].ports |= port(side, LEFT);
        zones[right].ports |= port(side, RIGHT);
    }
}

static void
deal_side(struct reading *r, unsigned side)
{
    struct tileset_zone *const zones = r->tile->zones;
    const uint16_t all = port(side, LEFT) | port(side, CENTRE) | port(side, RIGHT);
    const int whole = claimant(r, side, CENTRE);
    const int left = claimant(r, side, LEFT);
    const int right = claimant(r, side, RIGHT);

    if (whole >= 0 && (left >= 0 || right >= 0)) {
        deal_centre(r, side, whole, left, right);
    } else if (whole >= 0) {
        zones[whole].ports |= all;
    } else if (left >= 0 && left == right) {
        zones[left].ports |= all;
    } else if (left >= 0 && right >= 0) {
        meepled_report_add(r->report, r->doc->file, zones[right].line,
                           "tile %s: nothing lies between %s of %s and %s of %s", r->tile->id,
                           half_names[side][LEFT], zones[left].name, half_names[side][RIGHT],
                           zones[right].name);
    } else {
        meepled_report_add(r->report, r->doc->file, r->section->line,
                           "tile %s: %s belongs to no zone", r->tile->id,
                           left >= 0    ? half_names[side][RIGHT]
                           : right >= 0 ? half_names[side][LEFT]
                                        : side_names[side]);
    }
}

void
zones_read(const struct ini_document *doc, const struct ini_section *section,
           struct tileset_tile *tile, meepled_report *report)
{
    struct reading r = { .doc = doc, .section = section, .tile = tile, .report = report };
    const size_t before = meepled_report_count(report);

    read_zones(&r);
    if (!tile->zones)
        return;
    for (size_t i = 0; i < section->entry_count; i++)
        if (strchr(section->entries[i].name, '.'))
            read_links(&r, &section->entries[i]);
    if (section->damaged || meepled_report_count(report) > before)
        return; /* sides left over would only be the echo of a mistake above */
    for (unsigned side = 0; side < SIDES; side++)
        deal_side(&r, side);
}

void
zones_free(struct tileset_tile *tile)
{
    for (size_t i = 0; tile->zones && i < MEEPLED_ZONES_MAX; i++) {
        free(tile->zones[i].attributes);
        free(tile->zones[i].links);
    }
    free(tile->zones);
}
