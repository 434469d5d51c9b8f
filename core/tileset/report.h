/* For those who collect complaints of others: where to put what names no file. */
#ifndef TILESET_REPORT_H
#define TILESET_REPORT_H

#include <meepled/base.h>

/* From now on a complaint without a file is about `file` at `line` (NULL, 0: about nothing again).
 * Borrowed until the next call. */
void report_place(meepled_report *report, const char *file, unsigned line);

#endif
