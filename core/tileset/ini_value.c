/* Finding entries of an INI document and reading their values. */
#include "tileset/ini.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct ini_section *
ini_section_find(const struct ini_document *doc, const char *name)
{
    for (size_t i = 0; i < doc->section_count; i++)
        if (strcmp(doc->sections[i].name, name) == 0)
            return &doc->sections[i];
    return NULL;
}

const struct ini_entry *
ini_entry_find(const struct ini_section *section, const char *name)
{
    for (size_t i = 0; i < section->entry_count; i++)
        if (strcmp(section->entries[i].name, name) == 0)
            return &section->entries[i];
    return NULL;
}

const char *
ini_section_rest(const struct ini_section *section, const char *word)
{
    const size_t len = strlen(word);

    if (strncmp(section->name, word, len) != 0)
        return NULL;
    if (section->name[len] == '\0')
        return section->name + len;
    return section->name[len] == ' ' ? section->name + len + 1 : NULL;
}

bool
ini_number(const struct ini_document *doc, const struct ini_entry *entry, long min, long max,
           long *out, meepled_report *report)
{
    const char *const s = entry->value;
    char *end;

    errno = 0;
    *out = strtol(s, &end, 10);
    /* strtol would also take blanks and a plus sign */
    if (!((*s >= '0' && *s <= '9') || *s == '-') || end == s || *end != '\0') {
        meepled_report_add(report, doc->file, entry->line, "%s: \"%s\" is not a number",
                           entry->name, s);
        return false;
    }
    if (errno == ERANGE || *out < min || *out > max) {
        meepled_report_add(report, doc->file, entry->line, "%s: %s is not in %ld..%ld", entry->name,
                           s, min, max);
        return false;
    }
    return true;
}

bool
ini_yesno(const struct ini_document *doc, const struct ini_entry *entry, bool *out,
          meepled_report *report)
{
    *out = strcmp(entry->value, "yes") == 0;
    if (*out || strcmp(entry->value, "no") == 0)
        return true;
    meepled_report_add(report, doc->file, entry->line, "%s: \"%s\" is neither yes nor no",
                       entry->name, entry->value);
    return false;
}

bool
ini_word(const char **text, char *out, size_t size)
{
    static const char blanks[] = " \t";
    const char *const word = *text + strspn(*text, blanks);
    const size_t len = strcspn(word, blanks);
    const size_t kept = len < size ? len : size - 1;

    memcpy(out, word, kept);
    out[kept] = '\0';
    *text = word + len;
    return len > 0;
}
