/* Messages: one failure in a fixed buffer, or a growing list of complaints. */
#include "tileset/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A list that lost a complaint to a failed allocation must not look empty or complete: the count
 * goes on and this stands for what is missing. */
static const char lost[] = "out of memory while collecting complaints";

struct meepled_report {
    char **lines; /* an entry may be NULL: lost */
    size_t count, cap;
    size_t lost; /* complaints that did not even get an entry */
    const char *place_file;
    unsigned place_line;
};

meepled_status
meepled_fail(meepled_error *err, meepled_status status, const char *format, ...)
{
    if (err) {
        va_list args;

        va_start(args, format);
        if (vsnprintf(err->text, sizeof err->text, format, args) < 0)
            err->text[0] = '\0';
        va_end(args);
    }
    return status;
}

meepled_report *
meepled_report_new(void)
{
    return calloc(1, sizeof(meepled_report));
}

void
meepled_report_free(meepled_report *report)
{
    if (!report)
        return;
    for (size_t i = 0; i < report->count; i++)
        free(report->lines[i]);
    free(report->lines);
    free(report);
}

/* Make room for one more; false when out of memory. */
static bool
report_grow(meepled_report *report)
{
    if (report->count < report->cap)
        return true;

    const size_t cap = report->cap ? 2 * report->cap : 16;
    char **const lines = realloc(report->lines, cap * sizeof *lines);

    if (!lines)
        return false;
    report->lines = lines;
    report->cap = cap;
    return true;
}

/* "file:line: " and the text in one new string; NULL when out of memory. */
static char *
compose(const char *file, unsigned line, const char *format, va_list args)
{
    char place[32] = "";
    va_list again;

    if (file && line)
        snprintf(place, sizeof place, ":%u", line);

    va_copy(again, args);
    const int text = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (text < 0)
        return NULL;

    const size_t head = file ? strlen(file) + strlen(place) + 2 : 0;
    char *const out = malloc(head + (size_t)text + 1);

    if (!out)
        return NULL;
    if (file)
        snprintf(out, head + 1, "%s%s: ", file, place);
    vsnprintf(out + head, (size_t)text + 1, format, args);
    return out;
}

void
meepled_report_add(meepled_report *report, const char *file, unsigned line, const char *format, ...)
{
    va_list args;

    if (!report_grow(report)) {
        report->lost++;
        return;
    }
    if (!file) {
        file = report->place_file;
        line = report->place_line;
    }
    va_start(args, format);
    report->lines[report->count++] = compose(file, line, format, args);
    va_end(args);
}

size_t
meepled_report_count(const meepled_report *report)
{
    return report->count + report->lost;
}

const char *
meepled_report_get(const meepled_report *report, size_t i)
{
    return i < report->count && report->lines[i] ? report->lines[i] : lost;
}

void
report_place(meepled_report *report, const char *file, unsigned line)
{
    report->place_file = file;
    report->place_line = line;
}
