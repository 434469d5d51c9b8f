/* Judging a line of an INI file: everything inih would take in silence and a user would not mean.
 */
#include "tileset/ini_line.h"
#include "tileset/ini.h"

#include <string.h>

bool
ini_line_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* How many blanks line[0..len) begins with. */
static size_t
blanks(const char *line, size_t len)
{
    size_t n = 0;

    while (n < len && ini_line_is_blank(line[n]))
        n++;
    return n;
}

/* Length of the UTF-8 character at s[0..len), 0 if it is none. */
static size_t
utf8_len(const unsigned char *s, size_t len)
{
    const size_t n = s[0] < 0x80   ? 1
                     : s[0] < 0xc2 ? 0
                     : s[0] < 0xe0 ? 2
                     : s[0] < 0xf0 ? 3
                     : s[0] < 0xf5 ? 4
                                   : 0;

    if (n > len)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    /* longer than need be, surrogates, beyond the last plane */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

static bool
bytes_good(const struct ini_line *l)
{
    const unsigned char *const s = (const unsigned char *)l->text;

    for (size_t i = 0; i < l->len;) {
        const size_t n = utf8_len(s + i, l->len - i);

        if (n == 0) {
            meepled_report_add(l->report, l->file, l->number, "byte 0x%02x at %zu is not UTF-8",
                               s[i], i + 1);
            return false;
        }
        if ((s[i] < 0x20 && s[i] != '\t') || s[i] == 0x7f) {
            meepled_report_add(l->report, l->file, l->number, "control character 0x%02x at %zu",
                               s[i], i + 1);
            return false;
        }
        i += n;
    }
    return true;
}

size_t
ini_line_scan(const char *line, size_t len, const char *stops)
{
    for (size_t i = 0; i < len; i++) {
        if (line[i] == ';' && i > 0 && ini_line_is_blank(line[i - 1]))
            return len;
        if (strchr(stops, line[i]))
            return i;
    }
    return len;
}

static bool
section_good(const struct ini_line *l)
{
    const char *const line = l->text;
    const size_t len = l->len;
    const size_t end = ini_line_scan(line, len, "]");
    size_t rest = end + 1;

    if (end == len) {
        meepled_report_add(l->report, l->file, l->number,
                           "']' is missing after the section's name");
        return false;
    }
    if (end - 1 > INI_SECTION_MAX) {
        meepled_report_add(l->report, l->file, l->number, "section name of %zu bytes, at most %d",
                           end - 1, INI_SECTION_MAX);
        return false;
    }
    rest += blanks(line + rest, len - rest);
    if (rest < len && line[rest] != ';' && line[rest] != '#') {
        meepled_report_add(l->report, l->file, l->number, "\"%.*s\" after a section's ']'",
                           (int)(len - rest), line + rest);
        return false;
    }
    return true;
}

static bool
entry_good(const struct ini_line *l)
{
    const char *const line = l->text;
    const size_t len = l->len;
    const size_t end = ini_line_scan(line, len, "=:");

    if (ini_line_is_blank(line[0])) {
        meepled_report_add(l->report, l->file, l->number,
                           "indented line (a value cannot go on in the next line)");
        return false;
    }
    if (end == len) {
        meepled_report_add(l->report, l->file, l->number,
                           "neither \"[section]\" nor \"name = value\"");
        return false;
    }
    if (line[end] == ':') {
        meepled_report_add(l->report, l->file, l->number, "':' after \"%.*s\", use '='", (int)end,
                           line);
        return false;
    }
    if (end == 0) {
        meepled_report_add(l->report, l->file, l->number, "name missing before '='");
        return false;
    }
    return true;
}

enum ini_line_kind
ini_line_judge(const struct ini_line *l)
{
    const size_t first = blanks(l->text, l->len);
    const bool section = l->len > 0 && l->text[0] == '[';
    bool good = bytes_good(l);

    if (good && (first == l->len || l->text[first] == ';' || l->text[first] == '#'))
        return INI_LINE_EMPTY;
    good = good && (section ? section_good(l) : entry_good(l));
    if (good && l->len > INI_LINE_MAX) {
        meepled_report_add(l->report, l->file, l->number, "line of %zu bytes, at most %d", l->len,
                           INI_LINE_MAX);
        good = false;
    }
    if (good)
        return section ? INI_LINE_SECTION : INI_LINE_ENTRY;
    return section ? INI_LINE_BAD_SECTION : INI_LINE_BAD;
}
