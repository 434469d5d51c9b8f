/* Reading the variants of INI files.  Inheritance is in variants_inherit.c.
 *
 *     [variant friday-night : evening]
 *     title          = Friday night rules
 *     layers         = +house-rule
 *     tilesets.night = moon                         in the game only while option night is yes
 *     tiles.EX-3     = 4                            so many of a tile, 0: none
 *     start          = EX-3                         one of them lies there at the start
 *     figures.walker = 6                            so many for each player
 *     players.max    = 4                            fewer than the rules allow
 *     option.size    = 6                            */
#include "rules/variants_private.h"

#include "tileset/name.h"
#include "tileset/suggest.h"

#include <stdlib.h>
#include <string.h>

static const char *const keys[] = { "title",    "title.cs", "base",        "layers",
                                    "tilesets", "start",    "players.min", "players.max" };
enum { KEYS = sizeof keys / sizeof keys[0] };

struct variants *
variants_new(void)
{
    return calloc(1, sizeof(struct variants));
}

static void
raw_free(struct raw_variant *raw)
{
    free(raw->v.base.list);
    free(raw->v.layers.list);
    free(raw->v.tilesets.list);
    for (size_t i = 0; i < raw->v.extra_count; i++)
        free(raw->v.extras[i].tilesets.list);
    free(raw->v.extras);
    free(raw->v.options);
    free(raw->v.tiles);
    free(raw->v.figures);
    free(raw);
}

void
variants_free(struct variants *variants)
{
    if (!variants)
        return;
    for (size_t i = 0; i < variants->count; i++)
        raw_free(variants->list[i]);
    for (size_t i = 0; i < variants->document_count; i++)
        ini_free(variants->documents[i]);
    free(variants->list);
    free(variants->documents);
    free(variants);
}

/* Take "name" or "name : parent" apart; false after a complaint. */
static bool
read_names(const struct ini_document *doc, const struct ini_section *section, const char *rest,
           struct variant *v, meepled_report *report)
{
    const char *const colon = strchr(rest, ':');
    const char *after = colon ? colon + 1 : "";
    char words[INI_SECTION_MAX + 1];
    const char *left = words;
    char name[INI_SECTION_MAX + 1], parent[INI_SECTION_MAX + 1] = "", more[2];

    memcpy(words, rest, strlen(rest) + 1); /* fits: part of a section's name */
    if (colon)
        words[colon - rest] = '\0';

    const bool named = ini_word(&left, name, sizeof name) && !ini_word(&left, more, sizeof more);
    const bool child =
        colon && ini_word(&after, parent, sizeof parent) && !ini_word(&after, more, sizeof more);

    if (!named || (colon && !child)) {
        meepled_report_add(report, doc->file, section->line,
                           "[%s] is not [variant NAME] or [variant NAME : PARENT]", section->name);
        return false;
    }
    if (!name_is_word(name) || (child && !name_is_word(parent))) {
        meepled_report_add(report, doc->file, section->line, "\"%s\" is not a name: " NAME_RULE,
                           name_is_word(name) ? parent : name);
        return false;
    }
    name_copy(v->name, name);
    name_copy(v->parent, parent);
    return true;
}

/* What follows `prefix` in the name of the entry; NULL if it has another name. */
static const char *
after(const struct ini_entry *entry, const char *prefix)
{
    const size_t len = strlen(prefix);

    return strncmp(entry->name, prefix, len) == 0 ? entry->name + len : NULL;
}

/* Keys that go on with a name of the author's choice, and the numbers that may follow. */
static const struct prefix {
    const char *text, *what;
    bool (*is_name)(const char *s);
    bool number;
    long max;
} prefixes[] = {
    { TILESETS_PREFIX, "an option", name_is_word, false, 0 },
    { OPTION_PREFIX, "an option", name_is_word, false, 0 },
    { TILES_PREFIX, "a tile", name_is_tile, true, 999 },
    { FIGURES_PREFIX, "a figure", name_is_word, true, MEEPLED_SUPPLY_MAX },
};

/* Whether an option may have this name, but for the prefix it lacks. */
static bool
may_be_option(const char *name)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(prefixes[i].text, name, strlen(name)) == 0)
            return false; /* a prefix without its name: "option" */
    return name_is_word(name);
}

static void
complain_key(const struct ini_document *doc, const struct ini_entry *entry, meepled_report *report)
{
    struct suggest s;
    const char *near;

    suggest_begin(&s, entry->name);
    for (size_t i = 0; i < KEYS; i++)
        suggest_offer(&s, keys[i]);
    near = suggest_end(&s);

    const bool option = !*near && may_be_option(entry->name);

    meepled_report_add(report, doc->file, entry->line,
                       "\"%s\" is neither a setting of a variant nor option.NAME, tiles.TILE or "
                       "figures.NAME%s%s%s",
                       entry->name, near, option ? "; an option is written " OPTION_PREFIX : "",
                       option ? entry->name : "");
}

/* True if the key has one of the prefixes; complaints about the rest of it are made. */
static bool
prefixed(const struct ini_document *doc, const struct ini_entry *entry, meepled_report *report)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const struct prefix *const p = &prefixes[i];
        const char *const name = after(entry, p->text);
        long number;

        if (!name)
            continue;
        if (!p->is_name(name))
            meepled_report_add(report, doc->file, entry->line, "\"%s\" is no name of %s", name,
                               p->what);
        else if (p->number)
            ini_number(doc, entry, 0, p->max, &number, report);
        return true;
    }
    return false;
}

/* Judge the keys; values that depend on the parent's wait for it. */
static bool
keys_good(const struct ini_document *doc, const struct ini_section *section, meepled_report *report)
{
    const size_t before = meepled_report_count(report);
    long number;

    for (size_t i = 0; i < section->entry_count; i++) {
        const struct ini_entry *const entry = &section->entries[i];
        size_t k = 0;

        if (prefixed(doc, entry, report))
            continue;
        while (k < KEYS && strcmp(entry->name, keys[k]) != 0)
            k++;
        if (k == KEYS)
            complain_key(doc, entry, report);
        else if (after(entry, "title") && !*entry->value)
            meepled_report_add(report, doc->file, entry->line, "%s is empty", entry->name);
        else if (after(entry, "players."))
            ini_number(doc, entry, 1, MEEPLED_PLAYERS_MAX, &number, report);
        else if (strcmp(entry->name, "start") == 0 && !name_is_tile(entry->value))
            meepled_report_add(report, doc->file, entry->line, "\"%s\" is no name of a tile",
                               entry->value);
    }
    return meepled_report_count(report) == before;
}

struct raw_variant *
variants_find(const struct variants *variants, const char *name)
{
    for (size_t i = 0; i < variants->count; i++)
        if (strcmp(variants->list[i]->v.name, name) == 0)
            return variants->list[i];
    return NULL;
}

/* Takes `raw`. */
static bool
list_add_take(struct variants *variants, struct raw_variant *raw)
{
    struct raw_variant **const list = realloc(variants->list, (variants->count + 1) * sizeof *list);

    if (!list) {
        raw_free(raw);
        return false;
    }
    variants->list = list;
    variants->list[variants->count++] = raw;
    return true;
}

static void
read_variant(struct variants *variants, const struct ini_document *doc,
             const struct ini_section *section, const char *rest, meepled_report *report)
{
    struct raw_variant *const raw = calloc(1, sizeof *raw);
    const struct raw_variant *twin;

    if (!raw) {
        meepled_report_add(report, doc->file, section->line, "out of memory");
        return;
    }
    raw->section = section;
    raw->v.file = doc->file;
    raw->v.line = section->line;
    raw->v.good = keys_good(doc, section, report) && !section->damaged;
    if (!read_names(doc, section, rest, &raw->v, report)) {
        raw_free(raw);
        return;
    }
    twin = variants_find(variants, raw->v.name);
    if (twin) {
        meepled_report_add(report, doc->file, section->line, "variant %s again, the first is %s:%u",
                           raw->v.name, twin->v.file, twin->v.line);
        raw_free(raw);
        return;
    }
    if (!list_add_take(variants, raw))
        meepled_report_add(report, doc->file, section->line, "out of memory");
}

/* Takes `doc`, which may be NULL. */
static void
load_document_take(struct variants *variants, struct ini_document *doc, meepled_report *report)
{
    struct ini_document **const documents =
        doc ? realloc(variants->documents, (variants->document_count + 1) * sizeof *documents)
            : NULL;

    if (!documents) {
        if (doc)
            meepled_report_add(report, doc->file, 0, "out of memory");
        ini_free(doc);
        return;
    }
    variants->documents = documents;
    variants->documents[variants->document_count++] = doc;
    variants->damaged = variants->damaged || doc->damaged;
    for (size_t i = 0; i < doc->section_count; i++) {
        const struct ini_section *const section = &doc->sections[i];
        const char *const rest = ini_section_rest(section, "variant");
        const char *left = section->name;
        char word[TILESET_NAME];
        struct suggest s;

        if (rest) {
            read_variant(variants, doc, section, rest, report);
            continue;
        }
        ini_word(&left, word, sizeof word);
        suggest_begin(&s, word);
        suggest_offer(&s, "variant");
        meepled_report_add(report, doc->file, section->line, "section [%s] is not [variant NAME]%s",
                           section->name, suggest_end(&s));
    }
}

void
variants_load(struct variants *variants, const char *file, meepled_report *report)
{
    load_document_take(variants, ini_load(file, report), report);
}

void
variants_load_text(struct variants *variants, const char *text, size_t len, const char *name,
                   meepled_report *report)
{
    load_document_take(variants, ini_load_text(text, len, name, report), report);
}

size_t
variants_count(const struct variants *variants)
{
    return variants->count;
}

const struct variant *
variants_get(const struct variants *variants, size_t i)
{
    return &variants->list[i]->v;
}
