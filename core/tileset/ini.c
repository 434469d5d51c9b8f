/* The strict INI reader: judges each line, then lets inih take it apart.
 *
 *     file -> read_line (counts, judges, hands over or withholds) -> inih -> take_entry -> document
 *
 * The packaged inih gives no line numbers and no empty sections, and takes a lot in silence; as it
 * asks for one line at a time, the reader knows where it is and what it never gets to see. */
#include "tileset/ini.h"
#include "tileset/ini_line.h"

#include <ini.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *text; /* what is left */
    size_t left;
    unsigned line;
    struct ini_document *doc;
    meepled_report *report;
    size_t section_cap, entry_cap; /* the latter of the last section */
    char *words;                   /* free space in doc->words */
    bool withheld;                 /* the section was refused: its entries are skipped */
    bool starved;                  /* out of memory */
};

/* ---- building the document ---- */

/* Keep s[0..len): trimmed, each run of blanks as one where `squeeze`. */
static const char *
keep(struct reader *r, const char *s, size_t len, bool squeeze)
{
    char *const out = r->words;
    char *to = out;

    while (len > 0 && ini_line_is_blank(s[0]))
        s++, len--;
    while (len > 0 && ini_line_is_blank(s[len - 1]))
        len--;
    for (size_t i = 0; i < len; i++) {
        if (squeeze && ini_line_is_blank(s[i])) {
            if (!ini_line_is_blank(s[i + 1]))
                *to++ = ' ';
        } else {
            *to++ = s[i];
        }
    }
    *to++ = '\0';
    r->words = to;
    return out;
}

/* Room for one more of `size` bytes in `list`, which holds `count`; NULL when out of memory. */
static void *
grown(void *list, size_t count, size_t *cap, size_t size)
{
    if (list && count < *cap)
        return list;

    const size_t more = list ? 2 * *cap : 8;
    void *const bigger = realloc(list, more * size);

    if (bigger)
        *cap = more;
    return bigger;
}

/* Begin a section: line[0] is '['. */
static void
take_section(struct reader *r, const char *line, size_t len)
{
    struct ini_document *const doc = r->doc;
    const char *const name = keep(r, line + 1, ini_line_scan(line, len, "]") - 1, true);
    const struct ini_section *const before = ini_section_find(doc, name);

    r->withheld = true;
    if (*name == '\0') {
        meepled_report_add(r->report, doc->file, r->line, "section without a name");
        doc->damaged = true;
        return;
    }
    if (before) {
        meepled_report_add(r->report, doc->file, r->line,
                           "section [%s] again, the first is in line %u", name, before->line);
        return;
    }

    struct ini_section *const list =
        grown(doc->sections, doc->section_count, &r->section_cap, sizeof *list);

    if (!list) {
        r->starved = true;
        return;
    }
    doc->sections = list;
    doc->sections[doc->section_count++] = (struct ini_section){ .name = name, .line = r->line };
    r->entry_cap = 0;
    r->withheld = false;
}

/* inih's handler.  It is called while the reader stands on the entry's line. */
static int
take_entry(void *user, const char *inih_section, const char *name, const char *value)
{
    struct reader *const r = user;
    struct ini_document *const doc = r->doc;

    (void)inih_section; /* the reader saw the section's line itself, empty sections included */
    if (r->withheld || r->starved)
        return 1;
    if (doc->section_count == 0) {
        doc->damaged = true;
        meepled_report_add(r->report, doc->file, r->line, "\"%s\" before any [section]", name);
        return 1;
    }

    struct ini_section *const section = &doc->sections[doc->section_count - 1];
    const struct ini_entry *const before = ini_entry_find(section, name);

    if (before) {
        section->damaged = true;
        meepled_report_add(r->report, doc->file, r->line, "\"%s\" again, the first is in line %u",
                           name, before->line);
        return 1;
    }

    struct ini_entry *const list =
        grown(section->entries, section->entry_count, &r->entry_cap, sizeof *list);

    if (!list) {
        r->starved = true;
        return 1;
    }
    section->entries = list;
    section->entries[section->entry_count++] = (struct ini_entry){
        .name = keep(r, name, strlen(name), false),
        .value = keep(r, value, strlen(value), false),
        .line = r->line,
    };
    return 1;
}

/* Note that a line was refused. */
static void
mark_damage(struct reader *r, bool section)
{
    struct ini_document *const doc = r->doc;

    r->withheld = r->withheld || section;
    if (section || doc->section_count == 0)
        doc->damaged = true;
    else if (!r->withheld)
        doc->sections[doc->section_count - 1].damaged = true;
}

/* Judge a line; true if inih shall see it. */
static bool
take_line(struct reader *r, const char *text, size_t len)
{
    const struct ini_line line = {
        .text = text, .len = len, .file = r->doc->file, .number = r->line, .report = r->report
    };

    switch (ini_line_judge(&line)) {
    case INI_LINE_SECTION:
        take_section(r, text, len);
        return true;
    case INI_LINE_ENTRY:
        return true;
    case INI_LINE_BAD:
        mark_damage(r, false);
        return false;
    case INI_LINE_BAD_SECTION:
        mark_damage(r, true);
        return false;
    case INI_LINE_EMPTY: /* inih gets an empty line instead: remarks may be long */
        break;
    }
    return false;
}

/* inih's reader: like fgets, but of whole lines only. */
static char *
read_line(char *out, int size, void *user)
{
    struct reader *const r = user;

    if (r->left == 0 || r->starved)
        return NULL;

    const char *const line = r->text;
    const char *const newline = memchr(line, '\n', r->left);
    size_t len = newline ? (size_t)(newline - line) : r->left;

    r->text += len + (newline != NULL);
    r->left -= len + (newline != NULL);
    r->line++;
    if (len > 0 && line[len - 1] == '\r')
        len--;
    if (!take_line(r, line, len))
        len = 0;
    if (len + 2 > (size_t)size) { /* only if this inih was built with a shorter line */
        meepled_report_add(r->report, r->doc->file, r->line, "line of %zu bytes, at most %d", len,
                           size - 2);
        len = 0;
    }
    memcpy(out, line, len);
    memcpy(out + len, "\n", 2);
    return out;
}

struct ini_document *
ini_load_text(const char *text, size_t len, const char *name, meepled_report *report)
{
    static const char bom[] = { '\xef', '\xbb', '\xbf' };
    struct ini_document *const doc = calloc(1, sizeof *doc);
    struct reader r = { .text = text, .left = len, .doc = doc, .report = report };

    if (!doc)
        goto starved;
    doc->file = strdup(name);
    /* "a=" and its line end give "a" and "" with their NULs: never more than what was read. */
    doc->words = r.words = malloc(len + 4);
    if (!doc->file || !doc->words)
        goto starved;
    if (len >= sizeof bom && memcmp(text, bom, sizeof bom) == 0) {
        r.text += sizeof bom;
        r.left -= sizeof bom;
    }

    const int result = ini_parse_stream(read_line, &r, take_entry, &r);

    if (r.starved)
        goto starved;
    if (result != 0) /* nothing that could fail was handed over: a newer inih is stricter */
        meepled_report_add(report, name, result > 0 ? (unsigned)result : 0, "inih refuses this");
    return doc;

starved:
    meepled_report_add(report, name, 0, "out of memory");
    ini_free(doc);
    return NULL;
}

/* The whole file in a new buffer; NULL after a complaint. */
static char *
slurp(const char *file, size_t *len, meepled_report *report)
{
    FILE *const stream = fopen(file, "rbe");
    char *const text = stream ? malloc(INI_FILE_MAX + 1) : NULL;

    *len = 0;
    if (!stream || !text) {
        meepled_report_add(report, file, 0, "cannot be read: %s", strerror(errno));
    } else {
        *len = fread(text, 1, INI_FILE_MAX + 1, stream);
        if (!ferror(stream) && *len <= INI_FILE_MAX) {
            fclose(stream);
            return text;
        }
        if (ferror(stream))
            meepled_report_add(report, file, 0, "cannot be read: %s", strerror(errno));
        else
            meepled_report_add(report, file, 0, "larger than %d bytes", INI_FILE_MAX);
    }
    if (stream)
        fclose(stream);
    free(text);
    return NULL;
}

struct ini_document *
ini_load(const char *file, meepled_report *report)
{
    size_t len;
    char *const text = slurp(file, &len, report);
    struct ini_document *const doc = text ? ini_load_text(text, len, file, report) : NULL;

    free(text);
    return doc;
}

void
ini_free(struct ini_document *doc)
{
    if (!doc)
        return;
    for (size_t i = 0; i < doc->section_count; i++)
        free(doc->sections[i].entries);
    free(doc->sections);
    free(doc->words);
    free(doc->file);
    free(doc);
}
