/* One line of an INI file, judged before inih sees it. */
#ifndef TILESET_INI_LINE_H
#define TILESET_INI_LINE_H

#include <meepled/base.h>

struct ini_line {
    const char *text; /* without its end, not ended by NUL */
    size_t len;
    const char *file;
    unsigned number;
    meepled_report *report; /* where complaints go */
};

enum ini_line_kind {
    INI_LINE_EMPTY, /* blanks or a remark */
    INI_LINE_SECTION,
    INI_LINE_ENTRY,
    INI_LINE_BAD, /* after a complaint */
    INI_LINE_BAD_SECTION
};

enum ini_line_kind ini_line_judge(const struct ini_line *line);

bool ini_line_is_blank(char c);
/* Where one of `stops` is found before the end of text[0..len) and before a remark; `len` if
 * nowhere. */
size_t ini_line_scan(const char *text, size_t len, const char *stops);

#endif
