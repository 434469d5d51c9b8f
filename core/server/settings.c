/* Reading settings: collects who said what, the last one counts, then judges each value once. */
#include "server/settings_value.h"

#include "tileset/ini.h"
#include "tileset/suggest.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS_MAX = 64 };

struct loading {
    struct said said[ROWS_MAX]; /* one a row of the table */
    size_t rows;
    meepled_report *report;
    char folder[SETTINGS_PATH]; /* of the file */
    char present[SETTINGS_PATH];
};

/* ---- places ---- */

static bool
join(char *out, const char *a, const char *b)
{
    return snprintf(out, SETTINGS_PATH, "%s%s", a, b) < SETTINGS_PATH;
}

bool
settings_places(const char *program, struct settings_places *places)
{
    const char *const slash = strrchr(program, '/');
    char above[SETTINGS_PATH];

    if (snprintf(above, sizeof above, "%.*s", slash ? (int)(slash - program) : 0, program) >=
            (int)sizeof above ||
        !join(places->file, above, "/conf/meepled.ini"))
        return false;
    if (access(places->file, F_OK) == 0)
        return join(places->lib, program, "") && join(places->share, above, "/conf") &&
               join(places->state, program, "/data");

    const char *const installed = "/etc/meepled/meepled.ini";

    return join(places->file, access(installed, F_OK) == 0 ? installed : "", "") &&
           join(places->lib, above, "/lib/meepled") &&
           join(places->share, above, "/share/meepled") &&
           join(places->state, "/var/lib/meepled", "");
}

/* ---- names ---- */

static const struct setting *
row_find(const char *section, const char *key)
{
    for (const struct setting *row = settings_table; row->section; row++)
        if (strcmp(row->section, section) == 0 && strcmp(row->key, key) == 0)
            return row;
    return NULL;
}

static bool
section_known(const char *section)
{
    for (const struct setting *row = settings_table; row->section; row++)
        if (strcmp(row->section, section) == 0)
            return true;
    return false;
}

static void
unknown_section(const struct loading *l, const char *section, const char *file, unsigned line)
{
    struct suggest near;

    suggest_begin(&near, section);
    for (const struct setting *row = settings_table; row->section; row++)
        suggest_offer(&near, row->section);
    meepled_report_add(l->report, file, line, "unknown section [%s]%s", section,
                       suggest_end(&near));
}

static void
unknown_key(const struct loading *l, const char *section, const char *key, const char *file,
            unsigned line)
{
    struct suggest near;

    suggest_begin(&near, key);
    for (const struct setting *row = settings_table; row->section; row++)
        if (strcmp(row->section, section) == 0)
            suggest_offer(&near, row->key);
    meepled_report_add(l->report, file, line, "unknown key \"%s\" in [%s]%s", key, section,
                       suggest_end(&near));
}

/* ---- who says what ---- */

static void
say(struct loading *l, const struct setting *row, const struct said *said)
{
    struct said *const at = &l->said[row - settings_table];

    *at = *said;
    at->row = row;
}

static void
say_document(struct loading *l, const struct ini_document *doc)
{
    for (size_t s = 0; s < doc->section_count; s++) {
        const struct ini_section *const section = &doc->sections[s];

        if (!section_known(section->name)) {
            unknown_section(l, section->name, doc->file, section->line);
            continue;
        }
        for (size_t i = 0; i < section->entry_count; i++) {
            const struct ini_entry *const entry = &section->entries[i];
            const struct setting *const row = row_find(section->name, entry->name);

            if (row)
                say(l, row,
                    &(struct said){ .value = entry->value,
                                    .file = doc->file,
                                    .line = entry->line,
                                    .folder = l->folder });
            else
                unknown_key(l, section->name, entry->name, doc->file, entry->line);
        }
    }
}

/* "section.key=value" from the command line; `named` is how complaints call it. */
static void
say_override(struct loading *l, const char *text, const char *named)
{
    char section[64], key[64];
    const char *const dot = strchr(text, '.');
    const char *const equals = strchr(text, '=');

    if (!dot || !equals || dot > equals || dot == text || equals == dot + 1 ||
        dot - text >= (ptrdiff_t)sizeof section || equals - dot > (ptrdiff_t)sizeof key) {
        meepled_report_add(l->report, named, 0, "not SECTION.KEY=VALUE");
        return;
    }
    snprintf(section, sizeof section, "%.*s", (int)(dot - text), text);
    snprintf(key, sizeof key, "%.*s", (int)(equals - dot - 1), dot + 1);

    const struct setting *const row = row_find(section, key);

    if (row)
        say(l, row, &(struct said){ .value = equals + 1, .file = named, .folder = l->present });
    else if (section_known(section))
        unknown_key(l, section, key, named, 0);
    else
        unknown_section(l, section, named, 0);
}

/* ---- loading ---- */

/* Names for the overrides, "-o text", all in one block with the table of them. */
static char **
name_overrides(const char *const *overrides, size_t count)
{
    size_t size = (count + 1) * sizeof(char *);

    for (size_t i = 0; i < count; i++)
        size += strlen(overrides[i]) + sizeof "-o ";

    char **const names = malloc(size);

    if (!names)
        return NULL;

    char *to = (char *)(names + count + 1);

    for (size_t i = 0; i < count; i++) {
        names[i] = to;
        to += sprintf(to, "-o %s", overrides[i]) + 1;
    }
    return names;
}

static bool
folder_of(const char *file, const char *present, char *out)
{
    const char *const slash = strrchr(file, '/');
    const int len = slash ? (int)(slash - file) : 0;
    const int size = file[0] == '/' ? snprintf(out, SETTINGS_PATH, "%.*s", len, file)
                                    : snprintf(out, SETTINGS_PATH, "%s%s%.*s", present,
                                               slash ? "/" : "", len, file);

    return size < SETTINGS_PATH;
}

/* What no single row can see. */
static void
check_together(const struct loading *l)
{
    const struct said *const cert = &l->said[row_find("server", "tls_cert") - settings_table];
    const struct said *const key = &l->said[row_find("server", "tls_key") - settings_table];
    const struct said *const alone = *cert->value ? cert : key;

    if ((*cert->value != '\0') != (*key->value != '\0'))
        meepled_report_add(l->report, alone->file, alone->line, "%s without %s", alone->row->key,
                           alone == cert ? "tls_key" : "tls_cert");
}

static struct settings *
settings_new(size_t rows, const char *file, meepled_report *report)
{
    struct settings *const settings = calloc(1, sizeof *settings);

    if (settings) {
        settings->kept = calloc(rows, sizeof *settings->kept);
        settings->file = file ? strdup(file) : NULL;
    }
    if (!settings || !settings->kept || (file && !settings->file)) {
        meepled_report_add(report, NULL, 0, "out of memory");
        settings_free(settings);
        return NULL;
    }
    return settings;
}

static void
begin(struct loading *l, const char *file)
{
    if (!getcwd(l->present, sizeof l->present))
        strcpy(l->present, ".");
    if (!folder_of(file ? file : "", l->present, l->folder))
        meepled_report_add(l->report, file, 0, "path longer than %d bytes", SETTINGS_PATH - 1);
    for (const struct setting *row = settings_table; row->section; row++, l->rows++) {
        assert(l->rows < ROWS_MAX);
        say(l, row, &(struct said){ .value = row->standard, .folder = l->folder });
    }
}

struct settings *
settings_load(const char *file, const char *const *overrides, size_t count,
              const struct settings_places *places, meepled_report *report)
{
    const size_t before = meepled_report_count(report);
    struct loading l = { .report = report };

    begin(&l, file);

    struct ini_document *const doc = file ? ini_load(file, report) : NULL;
    char **const names = name_overrides(overrides, count);
    struct settings *settings = settings_new(l.rows, file, report);

    if (!settings || !names)
        goto done;
    if (doc)
        say_document(&l, doc);
    for (size_t i = 0; i < count; i++)
        say_override(&l, overrides[i], names[i]);

    for (size_t i = 0; i < l.rows; i++)
        (void)settings_value_take(settings, places, &l.said[i], report);
    check_together(&l);
done:
    if (!names)
        meepled_report_add(report, NULL, 0, "out of memory");
    free(names);
    ini_free(doc);
    if (settings && meepled_report_count(report) > before) {
        settings_free(settings);
        settings = NULL;
    }
    return settings;
}

void
settings_free(struct settings *settings)
{
    if (!settings)
        return;
    if (settings->kept)
        for (const struct setting *row = settings_table; row->section; row++)
            free(settings->kept[row - settings_table]);
    free(settings->kept);
    free(settings->file);
    free(settings);
}

/* ---- comparing, showing ---- */

bool
settings_same(const struct setting *row, const struct settings *a, const struct settings *b)
{
    const void *const x = settings_value_at(a, row), *const y = settings_value_at(b, row);

    switch (row->type) {
    case SETTING_NUMBER:
        return *(const long *)x == *(const long *)y;
    case SETTING_FLAG:
        return *(const bool *)x == *(const bool *)y;
    default:
        return strcmp(*(const char *const *)x, *(const char *const *)y) == 0;
    }
}

/* A remark of one or more lines. */
static void
remark(FILE *out, const char *text)
{
    for (;;) {
        const size_t len = strcspn(text, "\n");

        fprintf(out, "#%s%.*s\n", len ? " " : "", (int)len, text);
        if (text[len] == '\0')
            return;
        text += len + 1;
    }
}

void
settings_sample(FILE *out)
{
    const char *section = "";

    remark(out,
           "Settings of meepled.  Every key is shown with its default, as a remark: remove the\n"
           "semicolon to change it.  `meepled --check-config` tells what is wrong in here;\n"
           "SIGHUP makes the daemon read it again.  docs/operations.md says more.\n"
           "\n"
           "Paths start from the folder of this file, or from a place:\n"
           "  {lib}    the folder of plugins/: the build, or PREFIX/lib/meepled\n"
           "  {share}  the folder of tilesets/ and variants/: conf/, or PREFIX/share/meepled\n"
           "  {state}  what the daemon writes: data/ in the build, or /var/lib/meepled");
    for (const struct setting *row = settings_table; row->section; row++) {
        if (strcmp(section, row->section) != 0)
            fprintf(out, "\n[%s]\n", row->section);
        else
            fputc('\n', out);
        section = row->section;
        remark(out, row->help);
        if (row->type == SETTING_NUMBER)
            fprintf(out, "# %ld to %ld.%s\n", row->min, row->max,
                    row->restart ? "  A change takes a restart." : "");
        else if (row->restart)
            fprintf(out, "# A change takes a restart.\n");
        fprintf(out, ";%s =%s%s\n", row->key, row->standard[0] ? " " : "", row->standard);
    }
}
