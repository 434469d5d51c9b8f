/* INI files, read strictly: one rule for every file a user writes (tile sets, variants, settings).
 *
 *     [section name]          names are trimmed, inner blanks count as one
 *     name = value  ; remark  a blank and a semicolon begin a remark
 *     # or ; first            a remark of any length
 *
 * What inih would take silently is refused with file and line, or allowed on purpose: docs/
 * tile-sets.md lists both.  A document keeps the line of everything, in the order of the file. */
#ifndef TILESET_INI_H
#define TILESET_INI_H

#include <meepled/base.h>

enum {
    INI_SECTION_MAX = 49,      /* bytes of a section's name: inih cuts longer ones */
    INI_LINE_MAX = 198,        /* bytes of a line that is not a remark: inih splits longer ones */
    INI_FILE_MAX = 4 * 1048576 /* bytes of a file: more is a mistake, not a configuration */
};

struct ini_entry {
    const char *name, *value; /* trimmed; the value may be empty */
    unsigned line;
};

struct ini_section {
    const char *name;
    unsigned line;
    struct ini_entry *entries;
    size_t entry_count;
    bool damaged; /* a line of it was refused: what seems missing may stand there */
};

struct ini_document {
    char *file; /* as given, for messages */
    struct ini_section *sections;
    size_t section_count;
    bool damaged; /* so was the line of a section, or one before the first */
    char *words;  /* all names and values */
};

/* Read a file.  Every complaint goes to `report`; what could be understood is returned all the
 * same, so that the caller can add its own complaints (compare meepled_report_count before and
 * after).  New, free with ini_free; NULL when the file cannot be read or memory is short. */
struct ini_document *ini_load(const char *file, meepled_report *report);
/* The same from text[0..len); `name` stands for the file in messages. */
struct ini_document *ini_load_text(const char *text, size_t len, const char *name,
                                   meepled_report *report);
void ini_free(struct ini_document *doc); /* NULL is allowed */

/* Borrowed from the document; NULL: none of that name. */
const struct ini_section *ini_section_find(const struct ini_document *doc, const char *name);
const struct ini_entry *ini_entry_find(const struct ini_section *section, const char *name);
/* For sections "word rest": the rest ("" if there is none), NULL if the first word differs. */
const char *ini_section_rest(const struct ini_section *section, const char *word);

/* The value as a number min..max, or as yes or no.  False after a complaint to `report`. */
bool ini_number(const struct ini_document *doc, const struct ini_entry *entry, long min, long max,
                long *out, meepled_report *report);
bool ini_yesno(const struct ini_document *doc, const struct ini_entry *entry, bool *out,
               meepled_report *report);

/* Lists are words between blanks.  Copy the next word of `*text` to out[0..size) and move on; false
 * at the end.  A longer word is cut to size - 1 bytes. */
bool ini_word(const char **text, char *out, size_t size);

#endif
