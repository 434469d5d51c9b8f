/* Reading a tile set: the sections of its INI file.  The zones of a tile are in zones.c. */
#include "tileset/tileset.h"
#include "tileset/ini.h"
#include "tileset/name.h"
#include "tileset/suggest.h"
#include "tileset/zones.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = 999 }; /* copies of a tile: more is a slip of the keyboard */

static const char *const confidences[] = { "verified", "single-source", "reconstructed" };
enum { CONFIDENCES = sizeof confidences / sizeof confidences[0] };

/* A copy, or NULL after a complaint. */
static char *
copy(const struct ini_document *doc, const struct ini_entry *entry, meepled_report *report)
{
    char *const text = strdup(entry->value);

    if (!text)
        meepled_report_add(report, doc->file, entry->line, "out of memory");
    else if (!*text)
        meepled_report_add(report, doc->file, entry->line, "%s is empty", entry->name);
    return text;
}

/* ---- [tileset] ---- */

static void
check_confidence(const struct ini_document *doc, const struct ini_entry *entry,
                 meepled_report *report)
{
    struct suggest s;

    suggest_begin(&s, entry->value);
    for (size_t i = 0; i < CONFIDENCES; i++) {
        if (strcmp(entry->value, confidences[i]) == 0)
            return;
        suggest_offer(&s, confidences[i]);
    }
    meepled_report_add(report, doc->file, entry->line,
                       "confidence: \"%s\" is not verified, single-source or reconstructed%s",
                       entry->value, suggest_end(&s));
}

static void
read_id(const struct ini_document *doc, const struct ini_entry *entry, struct tileset *set,
        meepled_report *report)
{
    if (name_is_word(entry->value))
        name_copy(set->id, entry->value);
    else
        meepled_report_add(report, doc->file, entry->line, "id: \"%s\" is not a name: " NAME_RULE,
                           entry->value);
}

static void
read_head(const struct ini_document *doc, const struct ini_section *section, struct tileset *set,
          meepled_report *report)
{
    const struct {
        const char *name;
        char **text;
    } texts[] = { { "title", &set->title },
                  { "title.cs", &set->title_cs },
                  { "edition", &set->edition },
                  { "provenance", &set->provenance },
                  { "confidence", &set->confidence } };
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    const size_t before = meepled_report_count(report);

    for (size_t i = 0; i < section->entry_count; i++) {
        const struct ini_entry *const entry = &section->entries[i];
        struct suggest s;
        size_t t = 0;

        while (t < TEXTS && strcmp(entry->name, texts[t].name) != 0)
            t++;
        if (t < TEXTS) {
            *texts[t].text = copy(doc, entry, report);
            if (strcmp(entry->name, "confidence") == 0)
                check_confidence(doc, entry, report);
        } else if (strcmp(entry->name, "id") == 0) {
            read_id(doc, entry, set, report);
        } else {
            suggest_begin(&s, entry->name);
            suggest_offer(&s, "id");
            for (t = 0; t < TEXTS; t++)
                suggest_offer(&s, texts[t].name);
            meepled_report_add(report, doc->file, entry->line,
                               "\"%s\" is no setting of a tile set%s", entry->name,
                               suggest_end(&s));
        }
    }
    if (section->damaged || meepled_report_count(report) > before)
        return; /* what is missing may be what is wrong */
    if (!ini_entry_find(section, "id"))
        meepled_report_add(report, doc->file, section->line, "id of the tile set is missing");
    if (!ini_entry_find(section, "title"))
        meepled_report_add(report, doc->file, section->line, "title of the tile set is missing");
}

/* ---- [tile ...] ---- */

static void
read_pile(const struct ini_document *doc, const struct ini_entry *entry, struct tileset_tile *tile,
          meepled_report *report)
{
    if (name_is_word(entry->value))
        name_copy(tile->pile, entry->value);
    else
        meepled_report_add(report, doc->file, entry->line, "pile: \"%s\" is no name of a pile",
                           entry->value);
}

static void
read_settings(const struct ini_document *doc, const struct ini_section *section,
              struct tileset_tile *tile, meepled_report *report)
{
    long count = 1;

    name_copy(tile->pile, "main");
    for (size_t i = 0; i < section->entry_count; i++) {
        const struct ini_entry *const entry = &section->entries[i];

        if (strcmp(entry->name, "count") == 0) {
            if (!ini_number(doc, entry, 1, COUNT_MAX, &count, report))
                count = 1;
        } else if (strcmp(entry->name, "start") == 0) {
            ini_yesno(doc, entry, &tile->start, report);
        } else if (strcmp(entry->name, "pile") == 0) {
            read_pile(doc, entry, tile, report);
        }
    }
    tile->count = (uint16_t)count;
    if (tile->start && count != 1)
        meepled_report_add(report, doc->file, section->line,
                           "start tile %s with count %ld: there is one, write its twins as another "
                           "tile",
                           tile->id, count);
}

static void
read_tile(const struct ini_document *doc, const struct ini_section *section, const char *id,
          struct tileset_tile *tile, meepled_report *report)
{
    tile->line = section->line;
    if (name_is_tile(id))
        name_copy(tile->id, id);
    else
        meepled_report_add(report, doc->file, section->line,
                           "tile id \"%s\" is not 1 to %d letters, digits, '.', '_' and '-'", id,
                           TILESET_NAME - 1);
    read_settings(doc, section, tile, report);
    zones_read(doc, section, tile, report);
}

/* ---- the file ---- */

static void
complain_section(const struct ini_document *doc, const struct ini_section *section,
                 meepled_report *report)
{
    char word[TILESET_NAME];
    const char *rest = section->name;
    struct suggest s;

    ini_word(&rest, word, sizeof word);
    suggest_begin(&s, word);
    suggest_offer(&s, "tileset");
    suggest_offer(&s, "tile");
    meepled_report_add(report, doc->file, section->line,
                       "section [%s] is neither [tileset] nor [tile ID]%s", section->name,
                       suggest_end(&s));
}

static void
check_starts(const struct tileset *set, meepled_report *report)
{
    const struct tileset_tile *first = NULL;

    for (size_t i = 0; i < set->tile_count; i++) {
        const struct tileset_tile *const tile = &set->tiles[i];

        if (tile->start && first)
            meepled_report_add(report, set->file, tile->line,
                               "start tile %s, but %s in line %u is one already", tile->id,
                               first->id, first->line);
        else if (tile->start)
            first = tile;
    }
}

static void
read_sections(const struct ini_document *doc, struct tileset *set, meepled_report *report)
{
    bool headed = false, strange = doc->damaged;

    for (size_t i = 0; i < doc->section_count; i++) {
        const struct ini_section *const section = &doc->sections[i];
        const char *const id = ini_section_rest(section, "tile");

        if (id) {
            read_tile(doc, section, id, &set->tiles[set->tile_count++], report);
        } else if (strcmp(section->name, "tileset") == 0) {
            headed = true;
            read_head(doc, section, set, report);
        } else {
            strange = true;
            complain_section(doc, section, report);
        }
    }
    if (!headed && !strange)
        meepled_report_add(report, doc->file, 0, "section [tileset] is missing");
    if (set->tile_count == 0 && !strange)
        meepled_report_add(report, doc->file, 0, "no [tile ID] in this tile set");
    check_starts(set, report);
}

/* Takes `doc`, which may be NULL; a set with mistakes is marked. */
static struct tileset *
from_document_take(struct ini_document *doc, size_t complaints_before, meepled_report *report)
{
    struct tileset *set = NULL;

    if (!doc)
        return NULL;
    set = calloc(1, sizeof *set);
    if (set) {
        set->file = strdup(doc->file);
        set->tiles = calloc(doc->section_count + 1, sizeof *set->tiles);
    }
    if (set && set->file && set->tiles) {
        read_sections(doc, set, report);
        set->broken = meepled_report_count(report) != complaints_before;
    } else {
        meepled_report_add(report, doc->file, 0, "out of memory");
        tileset_free(set);
        set = NULL;
    }
    ini_free(doc);
    return set;
}

/* Takes `set`, which may be NULL; NULL if it is broken. */
static struct tileset *
whole_take(struct tileset *set)
{
    if (!set || !set->broken)
        return set;
    tileset_free(set);
    return NULL;
}

struct tileset *
tileset_read_any(const char *file, meepled_report *report)
{
    const size_t before = meepled_report_count(report);

    return from_document_take(ini_load(file, report), before, report);
}

struct tileset *
tileset_read(const char *file, meepled_report *report)
{
    return whole_take(tileset_read_any(file, report));
}

struct tileset *
tileset_parse(const char *text, const char *name, meepled_report *report)
{
    const size_t before = meepled_report_count(report);

    return whole_take(
        from_document_take(ini_load_text(text, strlen(text), name, report), before, report));
}

void
tileset_free(struct tileset *set)
{
    if (!set)
        return;
    for (size_t i = 0; set->tiles && i < set->tile_count; i++)
        zones_free(&set->tiles[i]);
    free(set->tiles);
    free(set->title);
    free(set->title_cs);
    free(set->edition);
    free(set->provenance);
    free(set->confidence);
    free(set->file);
    free(set);
}
