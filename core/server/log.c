/* Formats a line on the stack and writes it with one call, so no lock is needed. */
#include "server/log.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const names[] = { "error", "warning", "info", "debug" };

/* The process has one log, so its settings are the process's. */
static atomic_int threshold = LOG_INFO;
static atomic_bool as_json;

struct line {
    char *out;
    size_t size, len; /* len stays below size - 1: the end of line has its place */
};

static void
put_char(struct line *line, char c)
{
    if (line->len + 1 < line->size)
        line->out[line->len++] = c;
}

static void
put(struct line *line, const char *text)
{
    for (; *text; text++)
        put_char(line, *text);
}

static void
put_number(struct line *line, long long number)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%lld", number);
    put(line, digits);
}

/* A JSON string is also a good way to quote in a text line: nothing in it ends the line. */
static void
put_quoted(struct line *line, const char *text)
{
    put_char(line, '"');
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        char escape[8];

        if (c == '"' || c == '\\') {
            put_char(line, '\\');
            put_char(line, *text);
        } else if (c < 0x20 || c == 0x7f) {
            snprintf(escape, sizeof escape, "\\u%04x", c);
            put(line, escape);
        } else {
            put_char(line, *text);
        }
    }
    put_char(line, '"');
}

/* Bare where that is unmistakable. */
static void
put_value(struct line *line, const char *text)
{
    bool bare = *text != '\0';

    for (const char *s = text; *s; s++)
        bare =
            bare && (unsigned char)*s > ' ' && *s != '"' && *s != '=' && *s != '\\' && *s != 0x7f;
    if (bare)
        put(line, text);
    else
        put_quoted(line, text);
}

/* The text of an event is ours, but may carry a message with a name in it. */
static void
put_plain(struct line *line, const char *text)
{
    for (; *text; text++)
        put_char(line, (unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text);
}

static void
put_pair(struct line *line, const char *key, const char *text)
{
    put_char(line, ',');
    put_quoted(line, key);
    put_char(line, ':');
    put_quoted(line, text);
}

static void
format_json(struct line *line, enum log_level level, long long time_ms, const char *area,
            const char *text, const struct log_field *fields, size_t count)
{
    const time_t seconds = (time_t)(time_ms / 1000);
    struct tm tm;
    char when[40];

    gmtime_r(&seconds, &tm);
    const size_t len = strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(when + len, sizeof when - len, ".%03dZ", (int)(time_ms % 1000));
    put(line, "{\"time\":");
    put_quoted(line, when);
    put_pair(line, "level", names[level]);
    put_pair(line, "area", area);
    put_pair(line, "text", text);
    for (size_t i = 0; i < count; i++) {
        if (!fields[i].key)
            continue;
        if (fields[i].text) {
            put_pair(line, fields[i].key, fields[i].text);
        } else {
            put_char(line, ',');
            put_quoted(line, fields[i].key);
            put_char(line, ':');
            put_number(line, fields[i].number);
        }
    }
    put_char(line, '}');
}

static void
format_text(struct line *line, enum log_level level, const char *area, const char *text,
            const struct log_field *fields, size_t count)
{
    put(line, area);
    put(line, ": ");
    put_plain(line, text);
    if (level != LOG_INFO) {
        put(line, " level=");
        put(line, names[level]);
    }
    for (size_t i = 0; i < count; i++) {
        if (!fields[i].key)
            continue;
        put_char(line, ' ');
        put(line, fields[i].key);
        put_char(line, '=');
        if (fields[i].text)
            put_value(line, fields[i].text);
        else
            put_number(line, fields[i].number);
    }
}

size_t
log_format(char *out, size_t size, bool json, enum log_level level, long long time_ms,
           const char *area, const char *text, const struct log_field *fields, size_t count)
{
    struct line line = { .out = out, .size = size };

    if (json)
        format_json(&line, level, time_ms, area, text, fields, count);
    else
        format_text(&line, level, area, text, fields, count);
    if (line.len + 1 == size && json && count > 0) { /* half an object is of no use to a reader */
        line.len = 0;
        format_json(&line, level, time_ms, area, text, NULL, 0);
    }
    out[line.len++] = '\n';
    return line.len;
}

void
log_set(enum log_level level, bool json)
{
    atomic_store(&threshold, level);
    atomic_store(&as_json, json);
}

enum log_level
log_level_named(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return (enum log_level)i;
    return LOG_INFO;
}

void
log_write(enum log_level level, const char *area, const char *text, const struct log_field *fields,
          size_t count)
{
    char out[LOG_LINE];
    struct timespec now;

    if ((int)level > atomic_load_explicit(&threshold, memory_order_relaxed))
        return;
    clock_gettime(CLOCK_REALTIME, &now);

    const size_t len =
        log_format(out, sizeof out, atomic_load(&as_json), level,
                   (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000, area, text, fields, count);

    if (write(STDERR_FILENO, out, len) < 0)
        return; /* nowhere left to say so */
}
