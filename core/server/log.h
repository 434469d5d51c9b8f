/* The log: stderr, one line an event.
 *
 *     area: text key=value                          level info, format text
 *     area: text level=error key="a value"          the other levels are named
 *     {"time":"...","level":"info","area":"...","text":"...","key":"value"}      format json
 *
 * Never hand it a secret: tokens, seeds, the order of tiles.  Safe from any thread; a line is
 * written in one piece.  One longer than LOG_LINE is cut; as JSON it loses its fields instead. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum { LOG_LINE = 2048 };

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG };

struct log_field {
    const char *key;
    const char *text; /* NULL: number */
    long long number;
};
#define LOG_TEXT(name, value) ((struct log_field){ .key = (name), .text = (value) })
#define LOG_NUMBER(name, value) ((struct log_field){ .key = (name), .number = (value) })
#define LOG_NOTHING ((struct log_field){ .key = NULL }) /* where there is nothing to add */

/* From now on: the least level that is written, and how. */
void log_set(enum log_level level, bool json);
/* The level of this name ("warning"), LOG_INFO if there is none. */
enum log_level log_level_named(const char *name);

/* log_event(LOG_INFO, "http", "listening", LOG_TEXT("url", url), LOG_NUMBER("threads", 4)); */
#define log_event(level, area, text, ...)                                                          \
    log_write((level), (area), (text), (const struct log_field[]){ __VA_ARGS__ },                  \
              sizeof((const struct log_field[]){ __VA_ARGS__ }) / sizeof(struct log_field))
void log_write(enum log_level level, const char *area, const char *text,
               const struct log_field *fields, size_t count);

/* The line log_write would write, its end of line included, to out[0..size); returns its length. */
size_t log_format(char *out, size_t size, bool json, enum log_level level, long long time_ms,
                  const char *area, const char *text, const struct log_field *fields, size_t count);

#endif
