/* The tile sets in conf/tilesets: read back, bound, and counted against their published totals. */
#include "tileset/bind.h"
#include "tileset/ini.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* Words of the rules these sets are for; only names and reach matter here. */
static const meepled_kind_word kinds[] = {
    { .name = "forest", .reach = MEEPLED_WHOLE },    { .name = "city", .reach = MEEPLED_WHOLE },
    { .name = "sea", .reach = MEEPLED_WHOLE },       { .name = "mountain", .reach = MEEPLED_WHOLE },
    { .name = "grassland", .reach = MEEPLED_WHOLE }, { .name = "river", .reach = MEEPLED_CENTRE },
    { .name = "road", .reach = MEEPLED_CENTRE },     { .name = "meadow", .reach = MEEPLED_HALVES },
    { .name = "field", .reach = MEEPLED_HALVES },    { .name = "lake", .reach = MEEPLED_INSIDE },
    { .name = "monastery", .reach = MEEPLED_INSIDE }
};
static const meepled_attribute_word attributes[] = {
    { .name = "deer" },      { .name = "mammoth" },   { .name = "aurochs" },
    { .name = "tiger" },     { .name = "fish" },      { .name = "gold" },
    { .name = "mushrooms" }, { .name = "spring" },    { .name = "fire" },
    { .name = "monument" },  { .name = "shaman" },    { .name = "raft" },
    { .name = "logboat" },   { .name = "pit-trap" },  { .name = "hunting-trap" },
    { .name = "pennants" },  { .name = "cathedral" }, { .name = "inn" },
    { .name = "poultry" },   { .name = "grain" },     { .name = "cloth" }
};
static const meepled_link_word links[] = { { .name = "flows", .joins = true },
                                           { .name = "touches" },
                                           { .name = "on" },
                                           { .name = "borders", .mutual = true } };
static const meepled_pile_word piles[] = { { .name = "main" },
                                           { .name = "bonus" },
                                           { .name = "river-first" },
                                           { .name = "river" },
                                           { .name = "river-last" } };

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
static const struct bound_words words = { .kinds = kinds,
                                          .kind_count = COUNT(kinds),
                                          .attributes = attributes,
                                          .attribute_count = COUNT(attributes),
                                          .links = links,
                                          .link_count = COUNT(links),
                                          .piles = piles,
                                          .pile_count = COUNT(piles) };

static const char *const shipped[] = {
    "carcassonne-base",    "river",           "river-c3",          "traders-builders-c2",
    "traders-builders-c3", "inns-cathedrals", "hunters-gatherers", "hunters-gatherers-v2",
    "discoverers"
};

/* What is counted; everything but designs once for each copy of a tile. */
enum what {
    DESIGNS,    /* entries of the file */
    TILES,      /* copies */
    STARTS,     /* start tiles */
    ZONES,      /* zones of kind `name` */
    TILES_WITH, /* tiles with a zone of that kind */
    SIDES,      /* sides of that kind */
    SUM,        /* attribute `name`, on zones of kind `on` if given */
    HOLDERS,    /* zones whose attribute `name` is not 0 */
    LINKS,      /* links `name` to zones of kind `on` */
    NOTES       /* notes `name` */
};

static const struct total {
    const char *set, *pile; /* pile NULL: all */
    enum what what;
    const char *name, *on;
    long total;
} totals[] = {
    { "carcassonne-base", NULL, DESIGNS, NULL, NULL, 33 },
    { "carcassonne-base", "main", TILES, NULL, NULL, 72 },
    { "carcassonne-base", NULL, STARTS, NULL, NULL, 1 },
    { "carcassonne-base", NULL, ZONES, "city", NULL, 49 },
    { "carcassonne-base", NULL, ZONES, "road", NULL, 62 },
    { "carcassonne-base", NULL, ZONES, "field", NULL, 126 },
    { "carcassonne-base", NULL, ZONES, "monastery", NULL, 6 },
    { "carcassonne-base", NULL, TILES_WITH, "city", NULL, 44 },
    { "carcassonne-base", NULL, TILES_WITH, "road", NULL, 45 },
    { "carcassonne-base", NULL, TILES_WITH, "field", NULL, 71 },
    { "carcassonne-base", NULL, SUM, "pennants", NULL, 10 },
    { "carcassonne-base", NULL, NOTES, "garden", NULL, 8 },

    { "river", NULL, DESIGNS, NULL, NULL, 11 },
    { "river", NULL, TILES, NULL, NULL, 12 },
    { "river", "river-first", TILES, NULL, NULL, 1 },
    { "river", "river", TILES, NULL, NULL, 10 },
    { "river", "river-last", TILES, NULL, NULL, 1 },
    { "river", NULL, STARTS, NULL, NULL, 0 },
    { "river", NULL, ZONES, "river", NULL, 12 },
    { "river", NULL, ZONES, "field", NULL, 28 },
    { "river", NULL, ZONES, "road", NULL, 4 },
    { "river", NULL, ZONES, "city", NULL, 4 },
    { "river", NULL, ZONES, "monastery", NULL, 1 },
    { "river", NULL, NOTES, "garden", NULL, 1 },

    { "river-c3", NULL, DESIGNS, NULL, NULL, 11 },
    { "river-c3", "river-first", TILES, NULL, NULL, 1 },
    { "river-c3", "river", TILES, NULL, NULL, 10 },
    { "river-c3", "river-last", TILES, NULL, NULL, 1 },
    { "river-c3", NULL, ZONES, "river", NULL, 12 },
    { "river-c3", NULL, ZONES, "field", NULL, 30 },
    { "river-c3", NULL, ZONES, "road", NULL, 5 },
    { "river-c3", NULL, ZONES, "city", NULL, 4 },
    { "river-c3", NULL, ZONES, "monastery", NULL, 2 },

    { "traders-builders-c2", "main", TILES, NULL, NULL, 24 },
    { "traders-builders-c2", NULL, DESIGNS, NULL, NULL, 24 },
    { "traders-builders-c2", NULL, SUM, "poultry", "city", 9 },
    { "traders-builders-c2", NULL, SUM, "grain", "city", 6 },
    { "traders-builders-c2", NULL, SUM, "cloth", "city", 5 },
    { "traders-builders-c2", NULL, ZONES, "city", NULL, 29 },
    { "traders-builders-c2", NULL, ZONES, "road", NULL, 23 },
    { "traders-builders-c2", NULL, ZONES, "field", NULL, 56 },
    { "traders-builders-c2", NULL, ZONES, "monastery", NULL, 1 },
    { "traders-builders-c2", NULL, NOTES, "garden", NULL, 2 },

    { "traders-builders-c3", "main", TILES, NULL, NULL, 23 },
    { "traders-builders-c3", "river", TILES, NULL, NULL, 1 },
    { "traders-builders-c3", NULL, DESIGNS, NULL, NULL, 24 },
    { "traders-builders-c3", "main", SUM, "poultry", "city", 8 },
    { "traders-builders-c3", "river", SUM, "poultry", "city", 1 },
    { "traders-builders-c3", NULL, SUM, "grain", "city", 6 },
    { "traders-builders-c3", NULL, SUM, "cloth", "city", 5 },
    { "traders-builders-c3", NULL, ZONES, "city", NULL, 29 },
    { "traders-builders-c3", NULL, ZONES, "road", NULL, 22 },
    { "traders-builders-c3", NULL, ZONES, "field", NULL, 54 },
    { "traders-builders-c3", NULL, ZONES, "river", NULL, 1 },
    { "traders-builders-c3", NULL, ZONES, "monastery", NULL, 1 },
    { "traders-builders-c3", NULL, NOTES, "garden", NULL, 2 },

    { "inns-cathedrals", NULL, DESIGNS, NULL, NULL, 17 },
    { "inns-cathedrals", "main", TILES, NULL, NULL, 18 },
    { "inns-cathedrals", NULL, ZONES, "city", NULL, 20 },
    { "inns-cathedrals", NULL, ZONES, "road", NULL, 18 },
    { "inns-cathedrals", NULL, ZONES, "field", NULL, 35 },
    { "inns-cathedrals", NULL, ZONES, "monastery", NULL, 1 },
    { "inns-cathedrals", NULL, SUM, "pennants", NULL, 3 },
    { "inns-cathedrals", NULL, SUM, "cathedral", "city", 2 },
    { "inns-cathedrals", NULL, SUM, "inn", "road", 6 },
    { "inns-cathedrals", NULL, NOTES, "garden", NULL, 2 },

    { "hunters-gatherers", NULL, DESIGNS, NULL, NULL, 91 },
    { "hunters-gatherers", "main", TILES, NULL, NULL, 79 },
    { "hunters-gatherers", "bonus", TILES, NULL, NULL, 12 },
    { "hunters-gatherers", "main", STARTS, NULL, NULL, 1 },
    { "hunters-gatherers", "main", SUM, "deer", "meadow", 30 },
    { "hunters-gatherers", "main", SUM, "mammoth", "meadow", 14 },
    { "hunters-gatherers", "main", SUM, "aurochs", NULL, 0 },
    { "hunters-gatherers", "main", SUM, "tiger", "meadow", 11 },
    { "hunters-gatherers", "bonus", SUM, "deer", "meadow", 3 },
    { "hunters-gatherers", "bonus", SUM, "mammoth", "meadow", 4 },
    { "hunters-gatherers", "bonus", SUM, "aurochs", "meadow", 3 },
    { "hunters-gatherers", "bonus", SUM, "tiger", "meadow", 2 },
    { "hunters-gatherers", "main", ZONES, "lake", NULL, 20 },
    { "hunters-gatherers", "bonus", ZONES, "lake", NULL, 7 },
    { "hunters-gatherers", "main", SUM, "fish", "lake", 27 },
    { "hunters-gatherers", "bonus", SUM, "fish", "lake", 13 },
    { "hunters-gatherers", NULL, SUM, "fish", "river", 0 },
    { "hunters-gatherers", "main", HOLDERS, "gold", NULL, 30 },
    { "hunters-gatherers", "bonus", HOLDERS, "gold", NULL, 0 },
    { "hunters-gatherers", "main", SUM, "mushrooms", NULL, 0 },
    { "hunters-gatherers", "bonus", SUM, "mushrooms", "forest", 2 },
    { "hunters-gatherers", "bonus", SUM, "fire", "meadow", 1 },
    { "hunters-gatherers", "bonus", SUM, "monument", "meadow", 1 },
    { "hunters-gatherers", "main", SUM, "fire", NULL, 0 },
    { "hunters-gatherers", "main", SUM, "monument", NULL, 0 },
    { "hunters-gatherers", "main", NOTES, "volcano", NULL, 1 },

    { "hunters-gatherers-v2", NULL, DESIGNS, NULL, NULL, 95 },
    { "hunters-gatherers-v2", "main", TILES, NULL, NULL, 79 },
    { "hunters-gatherers-v2", "bonus", TILES, NULL, NULL, 16 },
    { "hunters-gatherers-v2", "main", SUM, "deer", "meadow", 30 },
    { "hunters-gatherers-v2", "main", SUM, "mammoth", "meadow", 4 },
    { "hunters-gatherers-v2", "main", SUM, "aurochs", "meadow", 10 },
    { "hunters-gatherers-v2", "main", SUM, "tiger", "meadow", 11 },
    { "hunters-gatherers-v2", "bonus", SUM, "deer", "meadow", 3 },
    { "hunters-gatherers-v2", "bonus", SUM, "mammoth", "meadow", 4 },
    { "hunters-gatherers-v2", "bonus", SUM, "aurochs", "meadow", 3 },
    { "hunters-gatherers-v2", "bonus", SUM, "tiger", "meadow", 2 },
    { "hunters-gatherers-v2", "main", ZONES, "lake", NULL, 20 },
    { "hunters-gatherers-v2", "bonus", ZONES, "lake", NULL, 9 },
    { "hunters-gatherers-v2", "main", SUM, "fish", "lake", 27 },
    { "hunters-gatherers-v2", "bonus", SUM, "fish", "lake", 15 },
    { "hunters-gatherers-v2", "main", SUM, "fish", "river", 7 },
    { "hunters-gatherers-v2", "bonus", SUM, "fish", "river", 1 },
    { "hunters-gatherers-v2", "main", HOLDERS, "gold", NULL, 30 },
    { "hunters-gatherers-v2", "bonus", HOLDERS, "gold", NULL, 1 },
    { "hunters-gatherers-v2", "bonus", SUM, "mushrooms", "forest", 2 },
    { "hunters-gatherers-v2", NULL, SUM, "fire", "meadow", 1 },
    { "hunters-gatherers-v2", NULL, SUM, "shaman", "meadow", 1 },
    { "hunters-gatherers-v2", NULL, SUM, "raft", "lake", 1 },
    { "hunters-gatherers-v2", NULL, SUM, "logboat", "lake", 1 },
    { "hunters-gatherers-v2", NULL, SUM, "pit-trap", "meadow", 1 },
    { "hunters-gatherers-v2", NULL, SUM, "hunting-trap", "meadow", 1 },

    { "discoverers", NULL, DESIGNS, NULL, NULL, 67 },
    { "discoverers", "main", TILES, NULL, NULL, 84 },
    { "discoverers", NULL, STARTS, NULL, NULL, 1 },
    { "discoverers", NULL, ZONES, "sea", NULL, 84 },
    { "discoverers", NULL, ZONES, "grassland", NULL, 85 },
    { "discoverers", NULL, ZONES, "mountain", NULL, 85 },
    { "discoverers", NULL, SIDES, "sea", NULL, 116 },
    { "discoverers", NULL, SIDES, "grassland", NULL, 112 },
    { "discoverers", NULL, SIDES, "mountain", NULL, 108 },
    { "discoverers", NULL, ZONES, "city", NULL, 45 },
    { "discoverers", NULL, LINKS, "on", "grassland", 23 },
    { "discoverers", NULL, LINKS, "on", "mountain", 22 },
    { "discoverers", NULL, LINKS, "touches", "sea", 45 },
};

static void
set_path(char *out, size_t size, const char *set)
{
    snprintf(out, size, "conf/tilesets/%s.ini", set);
}

static struct tileset *
read_set(const char *name)
{
    meepled_report *const report = meepled_report_new();
    char path[100];

    set_path(path, sizeof path, name);

    struct tileset *const set = tileset_read(path, report);

    ck_assert_msg(set != NULL, "%s", meepled_report_get(report, 0));
    meepled_report_free(report);
    return set;
}

static bool
is(const char *kind, const char *wanted)
{
    return !wanted || strcmp(kind, wanted) == 0;
}

static long
count_zone(const struct tileset_tile *tile, const struct tileset_zone *zone, const struct total *t)
{
    long n = 0;

    switch (t->what) {
    case ZONES:
        return is(zone->kind, t->name);
    case SIDES:
        for (unsigned side = 0; is(zone->kind, t->name) && side < 4; side++)
            n += (zone->ports >> (3 * side) & 7) == 7;
        return n;
    case SUM:
    case HOLDERS:
        for (size_t i = 0; is(zone->kind, t->on) && i < zone->attribute_count; i++)
            if (strcmp(zone->attributes[i].name, t->name) == 0)
                n += t->what == SUM ? zone->attributes[i].value : 1;
        return n;
    case LINKS:
        for (size_t i = 0; i < zone->link_count; i++)
            n += strcmp(zone->links[i].name, t->name) == 0 &&
                 is(tile->zones[zone->links[i].to].kind, t->on);
        return n;
    default:
        return 0;
    }
}

static long
count_tile(const struct tileset_tile *tile, const struct ini_document *doc, const struct total *t)
{
    char section[64];
    const struct ini_entry *note;
    long n = 0;

    switch (t->what) {
    case DESIGNS:
    case TILES:
        return 1;
    case STARTS:
        return tile->start;
    case NOTES:
        snprintf(section, sizeof section, "tile %s", tile->id);
        note = ini_entry_find(ini_section_find(doc, section), "note");
        return note && strcmp(note->value, t->name) == 0;
    case TILES_WITH:
        for (size_t z = 0; z < tile->zone_count; z++)
            n = n || is(tile->zones[z].kind, t->name);
        return n;
    default:
        for (size_t z = 0; z < tile->zone_count; z++)
            n += count_zone(tile, &tile->zones[z], t);
        return n;
    }
}

START_TEST(the_totals_are_the_published_ones)
{
    const struct total *const t = &totals[_i];
    struct tileset *const set = read_set(t->set);
    meepled_report *const report = meepled_report_new();
    char path[100];
    long found = 0;

    set_path(path, sizeof path, t->set);

    struct ini_document *const doc = ini_load(path, report);

    for (size_t i = 0; i < set->tile_count; i++)
        if (is(set->tiles[i].pile, t->pile))
            found +=
                count_tile(&set->tiles[i], doc, t) * (t->what == DESIGNS ? 1 : set->tiles[i].count);
    ck_assert_msg(found == t->total, "%s, pile %s, %s on %s: %ld instead of %ld", t->set,
                  t->pile ? t->pile : "any", t->name ? t->name : "tiles", t->on ? t->on : "any",
                  found, t->total);
    ini_free(doc);
    meepled_report_free(report);
    tileset_free(set);
}
END_TEST

START_TEST(every_set_says_what_it_is_and_binds)
{
    struct tileset *const set = read_set(shipped[_i]);
    const struct tileset *const sets[] = { set };
    meepled_report *const report = meepled_report_new();
    struct bound_tiles *const bound = bound_new(sets, 1, &words, report);

    ck_assert_msg(bound != NULL, "%s", meepled_report_get(report, 0));
    ck_assert_str_eq(set->id, shipped[_i]);
    ck_assert_ptr_nonnull(set->title_cs);
    ck_assert_ptr_nonnull(set->edition);
    ck_assert_ptr_nonnull(set->provenance);
    ck_assert_ptr_nonnull(set->confidence);
    for (unsigned code = 0; code < bound->codes; code++) /* printed tiles have no lopsided sides */
        ck_assert_uint_eq(bound->match[code], code);
    bound_free(bound);
    tileset_free(set);
    meepled_report_free(report);
}
END_TEST

START_TEST(the_river_and_the_third_edition_tiles_go_with_the_base)
{
    static const char *const names[] = { "carcassonne-base", "river-c3", "traders-builders-c3" };
    struct tileset *sets[3];
    meepled_report *const report = meepled_report_new();

    for (size_t i = 0; i < 3; i++)
        sets[i] = read_set(names[i]);

    struct bound_tiles *const bound =
        bound_new((const struct tileset *const *)sets, 3, &words, report);

    ck_assert_msg(bound != NULL, "%s", meepled_report_get(report, 0));
    ck_assert_uint_eq(bound->count, 33 + 11 + 24);
    ck_assert_str_eq(bound->tiles[bound->start].id, "BA-RCr.start");
    bound_free(bound);
    for (size_t i = 0; i < 3; i++)
        tileset_free(sets[i]);
    meepled_report_free(report);
}
END_TEST

START_TEST(gold_lies_on_the_forests_with_two_sides_or_more)
{
    struct tileset *const set = read_set("hunters-gatherers");

    for (size_t t = 0; t < set->tile_count; t++) {
        for (size_t z = 0; z < set->tiles[t].zone_count; z++) {
            const struct tileset_zone *const zone = &set->tiles[t].zones[z];
            const struct total gold = { .what = HOLDERS, .name = "gold" };
            const int sides = __builtin_popcount(zone->ports) / 3;

            if (strcmp(zone->kind, "forest") == 0 && strcmp(set->tiles[t].pile, "main") == 0)
                ck_assert_msg((sides >= 2) == count_zone(&set->tiles[t], zone, &gold), "%s %s",
                              set->tiles[t].id, zone->name);
        }
    }
    tileset_free(set);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("shipped sets");
    TCase *const tests = tcase_create("sets");

    tcase_add_loop_test(tests, the_totals_are_the_published_ones, 0, (int)COUNT(totals));
    tcase_add_loop_test(tests, every_set_says_what_it_is_and_binds, 0, (int)COUNT(shipped));
    tcase_add_test(tests, the_river_and_the_third_edition_tiles_go_with_the_base);
    tcase_add_test(tests, gold_lies_on_the_forests_with_two_sides_or_more);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
