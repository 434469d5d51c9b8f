/* Inheritance of variants: a child says only what differs.
 *
 *     layers = a b      replaces the parent's list
 *     layers = +c -a    amends it: b c
 *     layers =          empties it                                                         */
#include "rules/variants_private.h"

#include "tileset/name.h"
#include "tileset/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 64 };

/* One variant being resolved. */
struct heir {
    struct raw_variant *raw;
    const struct raw_variant *parent; /* NULL: none */
    meepled_report *report;
};

static size_t
names_find(const struct variant_names *names, const char *name)
{
    size_t i = 0;

    while (i < names->count && strcmp(names->list[i], name) != 0)
        i++;
    return i;
}

/* Make `to` a copy of `from` with room for `more` names; false after a complaint. */
static bool
names_copy(struct heir *h, struct variant_names *to, const struct variant_names *from, size_t more)
{
    to->list = calloc(from->count + more + 1, sizeof *to->list);
    if (!to->list) {
        meepled_report_add(h->report, h->raw->v.file, h->raw->v.line, "out of memory");
        return false;
    }
    if (from->count > 0)
        memcpy(to->list, from->list, from->count * sizeof *to->list);
    to->count = from->count;
    to->file = from->file;
    to->line = from->line;
    return true;
}

static void
names_remove(struct heir *h, const struct ini_entry *entry, struct variant_names *names,
             const char *name)
{
    const size_t at = names_find(names, name);
    struct suggest s;

    if (at < names->count) {
        memmove(&names->list[at], &names->list[at + 1],
                (names->count - at - 1) * sizeof *names->list);
        names->count--;
        return;
    }
    suggest_begin(&s, name);
    for (size_t i = 0; i < names->count; i++)
        suggest_offer(&s, names->list[i]);
    meepled_report_add(h->report, h->raw->v.file, entry->line,
                       "%s: -%s, but %s is not in the list of %s%s", entry->name, name, name,
                       h->raw->v.parent, suggest_end(&s));
}

static void
names_add(struct heir *h, const struct ini_entry *entry, struct variant_names *names,
          const char *name)
{
    if (!name_is_word(name))
        meepled_report_add(h->report, h->raw->v.file, entry->line, "%s: \"%s\" is not a name",
                           entry->name, name);
    else if (names_find(names, name) < names->count)
        meepled_report_add(h->report, h->raw->v.file, entry->line, "%s: %s twice", entry->name,
                           name);
    else
        name_copy(names->list[names->count++], name);
}

/* Words in all, and those that amend. */
static void
count_words(const char *value, size_t *words, size_t *amending)
{
    char word[WORD];

    *words = *amending = 0;
    while (ini_word(&value, word, sizeof word)) {
        ++*words;
        *amending += word[0] == '+' || word[0] == '-';
    }
}

static const struct variant_names no_names = { 0 };

/* A list as `entry` says it: names that replace `inherited` (NULL: no parent) or amend it. */
static void
read_names(struct heir *h, const struct ini_entry *entry, struct variant_names *names,
           const struct variant_names *inherited)
{
    const char *rest = entry->value;
    size_t words, amending;
    char word[WORD];

    count_words(rest, &words, &amending);
    if (amending > 0 && amending < words) {
        meepled_report_add(h->report, h->raw->v.file, entry->line,
                           "%s: either names, or +name and -name to amend the parent's list",
                           entry->name);
        return;
    }
    if (amending > 0 && !inherited) {
        meepled_report_add(h->report, h->raw->v.file, entry->line,
                           "%s: variant %s has no parent whose list could be amended", entry->name,
                           h->raw->v.name);
        return;
    }
    if (!names_copy(h, names, amending > 0 ? inherited : &no_names, words))
        return;
    names->file = h->raw->v.file;
    names->line = entry->line;
    while (ini_word(&rest, word, sizeof word)) {
        if (word[0] == '-')
            names_remove(h, entry, names, word + 1);
        else
            names_add(h, entry, names, word + (word[0] == '+'));
    }
}

/* The list `key` of the section, or the inherited one. */
static void
inherit_names(struct heir *h, const char *key, struct variant_names *names,
              const struct variant_names *inherited)
{
    const struct ini_entry *const entry = ini_entry_find(h->raw->section, key);

    if (entry)
        read_names(h, entry, names, inherited);
    else
        names_copy(h, names, inherited ? inherited : &no_names, 0);
}

static void
inherit_title(struct heir *h)
{
    struct variant *const v = &h->raw->v;
    const struct ini_entry *const title = ini_entry_find(h->raw->section, "title");
    const struct ini_entry *const title_cs = ini_entry_find(h->raw->section, "title.cs");

    /* With a title of its own, the parent's Czech one would name another game. */
    if (title)
        v->title = title->value;
    else if (h->parent) {
        v->title = h->parent->v.title;
        v->title_cs = h->parent->v.title_cs;
    } else
        meepled_report_add(h->report, v->file, v->line, "title of variant %s is missing", v->name);
    if (title_cs)
        v->title_cs = title_cs->value;
}

static void
inherit_options(struct heir *h)
{
    struct variant *const v = &h->raw->v;
    const struct ini_section *const section = h->raw->section;
    const size_t inherited = h->parent ? h->parent->v.option_count : 0;

    v->options = calloc(inherited + section->entry_count + 1, sizeof *v->options);
    if (!v->options) {
        meepled_report_add(h->report, v->file, v->line, "out of memory");
        return;
    }
    if (inherited > 0)
        memcpy(v->options, h->parent->v.options, inherited * sizeof *v->options);
    v->option_count = inherited;
    for (size_t i = 0; i < section->entry_count; i++) {
        const struct ini_entry *const entry = &section->entries[i];
        const char *const name = entry->name + strlen(OPTION_PREFIX);
        size_t at = 0;

        if (strncmp(entry->name, OPTION_PREFIX, strlen(OPTION_PREFIX)) != 0)
            continue;
        while (at < v->option_count && strcmp(v->options[at].name, name) != 0)
            at++;
        v->options[at] = (struct variant_option){
            .name = name, .value = entry->value, .file = v->file, .line = entry->line
        };
        v->option_count += at == v->option_count;
    }
}

/* The parent's tile sets of each option, amended or replaced by our own, then those of options it
 * does not have. */
static void
inherit_extras(struct heir *h)
{
    struct variant *const v = &h->raw->v;
    const struct ini_section *const section = h->raw->section;
    const struct variant *const p = h->parent ? &h->parent->v : NULL;
    const size_t inherited = p ? p->extra_count : 0;
    char key[sizeof TILESETS_PREFIX + TILESET_NAME];

    v->extras = calloc(inherited + section->entry_count + 1, sizeof *v->extras);
    if (!v->extras) {
        meepled_report_add(h->report, v->file, v->line, "out of memory");
        return;
    }
    for (; v->extra_count < inherited; v->extra_count++) {
        const struct variant_extra *const from = &p->extras[v->extra_count];
        struct variant_extra *const to = &v->extras[v->extra_count];

        snprintf(key, sizeof key, TILESETS_PREFIX "%s", from->option);
        to->option = from->option;
        inherit_names(h, key, &to->tilesets, &from->tilesets);
    }
    for (size_t i = 0; i < section->entry_count; i++) {
        const char *const name = section->entries[i].name;
        const char *const option = name + strlen(TILESETS_PREFIX);
        size_t at = 0;

        if (strncmp(name, TILESETS_PREFIX, strlen(TILESETS_PREFIX)) != 0 || !name_is_word(option))
            continue;
        while (at < inherited && strcmp(p->extras[at].option, option) != 0)
            at++;
        if (at < inherited)
            continue;
        struct variant_extra *const to = &v->extras[v->extra_count++];
        to->option = option;
        inherit_names(h, name, &to->tilesets, NULL);
    }
}

/* A base and tile sets must have been named by somebody. */
static void
check_complete(struct heir *h)
{
    const struct variant *const v = &h->raw->v;

    if (v->base.count != 1)
        meepled_report_add(h->report, v->base.file ? v->base.file : v->file,
                           v->base.file ? v->base.line : v->line,
                           "variant %s has %zu bases, it needs one", v->name, v->base.count);
    if (v->tilesets.count == 0)
        meepled_report_add(h->report, v->tilesets.file ? v->tilesets.file : v->file,
                           v->tilesets.file ? v->tilesets.line : v->line,
                           "variant %s has no tilesets", v->name);
}

static void
inherit(struct heir *h)
{
    struct variant *const v = &h->raw->v;
    const struct variant *const p = h->parent ? &h->parent->v : NULL;
    const size_t before = meepled_report_count(h->report);

    inherit_names(h, "base", &v->base, p ? &p->base : NULL);
    inherit_names(h, "layers", &v->layers, p ? &p->layers : NULL);
    inherit_names(h, "tilesets", &v->tilesets, p ? &p->tilesets : NULL);
    inherit_extras(h);
    inherit_options(h);
    v->good = v->good && (!p || p->good) && meepled_report_count(h->report) == before;
    if (v->good) { /* else what is missing may be the echo of a mistake already told */
        inherit_title(h);
        check_complete(h);
        v->good = meepled_report_count(h->report) == before;
    }
}

/* ---- the order of resolving ---- */

static void
complain_parent(const struct variants *variants, const struct variant *v, meepled_report *report)
{
    struct suggest s;

    suggest_begin(&s, v->parent);
    for (size_t i = 0; i < variants->count; i++)
        if (strcmp(variants->list[i]->v.name, v->name) != 0)
            suggest_offer(&s, variants->list[i]->v.name);
    meepled_report_add(report, v->file, v->line, "no variant \"%s\" for %s to inherit from%s",
                       v->parent, v->name, suggest_end(&s));
}

/* True if going up from `raw` leads back to it. */
static bool
is_in_circle(const struct variants *variants, const struct raw_variant *raw)
{
    const struct raw_variant *at = raw;

    for (size_t steps = 0; at && steps < variants->count; steps++) {
        at = at->v.parent[0] ? variants_find(variants, at->v.parent) : NULL;
        if (at == raw)
            return true;
    }
    return false;
}

static void
check_ancestors(const struct variants *variants, meepled_report *report)
{
    for (size_t i = 0; i < variants->count; i++) {
        struct variant *const v = &variants->list[i]->v;

        if (v->parent[0] && !variants_find(variants, v->parent)) {
            if (!variants->damaged)
                complain_parent(variants, v, report);
        } else if (is_in_circle(variants, variants->list[i]))
            meepled_report_add(report, v->file, v->line,
                               "variant %s inherits from itself by way of %s", v->name, v->parent);
        else
            continue;
        v->good = false;
    }
}

/* Let `raw` inherit if its parent is ready; true if something was done. */
static bool
resolve(const struct variants *variants, struct raw_variant *raw, meepled_report *report)
{
    struct heir h = { .raw = raw, .report = report };

    if (raw->resolved)
        return false;
    if (raw->v.parent[0]) {
        h.parent = variants_find(variants, raw->v.parent);
        if (!h.parent || !h.parent->resolved)
            return false;
    }
    inherit(&h);
    raw->resolved = true;
    return true;
}

static int
by_name(const void *a, const void *b)
{
    return strcmp((*(struct raw_variant *const *)a)->v.name,
                  (*(struct raw_variant *const *)b)->v.name);
}

void
variants_resolve(struct variants *variants, meepled_report *report)
{
    check_ancestors(variants, report);
    for (bool progress = true; progress;) {
        progress = false;
        for (size_t i = 0; i < variants->count; i++)
            progress |= resolve(variants, variants->list[i], report);
    }
    for (size_t i = 0; i < variants->count; i++) /* below an unknown parent or a circle */
        variants->list[i]->v.good &= variants->list[i]->resolved;
    if (variants->count > 0)
        qsort(variants->list, variants->count, sizeof(struct raw_variant *), by_name);
}
