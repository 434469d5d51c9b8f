#include "json_put.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Room for `more` bytes, or false. */
static bool
reserve(struct json_out *j, size_t more)
{
    if (j->failed)
        return false;
    if (j->cap - j->len >= more)
        return true;
    size_t cap = j->cap ? j->cap : 512;
    while (cap - j->len < more)
        cap *= 2;
    char *text = realloc(j->text, cap);
    if (!text) {
        j->failed = true;
        return false;
    }
    j->text = text;
    j->cap = cap;
    return true;
}

static void
add(struct json_out *j, const char *bytes, size_t len)
{
    if (!reserve(j, len))
        return;
    memcpy(j->text + j->len, bytes, len);
    j->len += len;
}

/* The comma before a value, unless it is the first, and its name. */
static void
begin(struct json_out *j, const char *key)
{
    if (j->len > 0 && j->depth > 0) {
        const char last = j->text[j->len - 1];
        /* A string ends with its quotation mark, so a bracket here is never part of a value. */
        if (last != '{' && last != '[')
            add(j, ",", 1);
    }
    if (!key)
        return;
    add(j, "\"", 1);
    add(j, key, strlen(key));
    add(j, "\":", 2);
}

static void
open_bracket(struct json_out *j, const char *key, const char *bracket, char closing)
{
    begin(j, key);
    add(j, bracket, 1);
    assert(j->depth < JSON_DEPTH);
    j->closing[j->depth++] = closing;
}

void
put_object(struct json_out *j, const char *key)
{
    open_bracket(j, key, "{", '}');
}

void
put_array(struct json_out *j, const char *key)
{
    open_bracket(j, key, "[", ']');
}

void
put_end(struct json_out *j)
{
    assert(j->depth > 0);
    add(j, &j->closing[--j->depth], 1);
}

/* One character that may not stand for itself. */
static void
add_escaped(struct json_out *j, unsigned char c)
{
    char escape[8];
    int len;

    switch (c) {
    case '"':
    case '\\':
        len = snprintf(escape, sizeof escape, "\\%c", c);
        break;
    case '\n':
        len = snprintf(escape, sizeof escape, "\\n");
        break;
    case '\t':
        len = snprintf(escape, sizeof escape, "\\t");
        break;
    default:
        len = snprintf(escape, sizeof escape, "\\u%04x", c);
    }
    add(j, escape, (size_t)len);
}

void
put_string(struct json_out *j, const char *key, const char *value)
{
    if (!value) {
        put_null(j, key);
        return;
    }
    begin(j, key);
    add(j, "\"", 1);
    const char *from = value;
    for (const char *at = value;; at++) {
        const unsigned char c = (unsigned char)*at;
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        add(j, from, (size_t)(at - from));
        if (c == '\0')
            break;
        add_escaped(j, c);
        from = at + 1;
    }
    add(j, "\"", 1);
}

void
put_int(struct json_out *j, const char *key, int64_t value)
{
    char digits[24];
    const int len = snprintf(digits, sizeof digits, "%" PRId64, value);

    begin(j, key);
    add(j, digits, (size_t)len);
}

void
put_thousandths(struct json_out *j, const char *key, unsigned value)
{
    char digits[24];
    const int len = snprintf(digits, sizeof digits, "%u.%03u", value / 1000, value % 1000);

    begin(j, key);
    add(j, digits, (size_t)len);
}

void
put_bool(struct json_out *j, const char *key, bool value)
{
    begin(j, key);
    if (value)
        add(j, "true", 4);
    else
        add(j, "false", 5);
}

void
put_null(struct json_out *j, const char *key)
{
    begin(j, key);
    add(j, "null", 4);
}

void
put_hex(struct json_out *j, const char *key, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";

    begin(j, key);
    add(j, "\"", 1);
    for (size_t i = 0; i < count; i++)
        add(j, (const char[]){ digits[bytes[i] >> 4], digits[bytes[i] & 15] }, 2);
    add(j, "\"", 1);
}

void
put_time(struct json_out *j, const char *key, int64_t ms)
{
    const time_t seconds = (time_t)(ms / 1000);
    struct tm tm;
    char day[32], text[48];

    if (!gmtime_r(&seconds, &tm) || strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &tm) == 0) {
        put_null(j, key);
        return;
    }
    snprintf(text, sizeof text, "%s.%03dZ", day, (int)(ms % 1000));
    put_string(j, key, text);
}

char *
put_take(struct json_out *j, size_t *len)
{
    if (j->failed || j->depth != 0) {
        put_drop(j);
        return NULL;
    }
    char *text = j->text;
    *len = j->len;
    *j = (struct json_out){ 0 };
    return text;
}

void
put_drop(struct json_out *j)
{
    free(j->text);
    *j = (struct json_out){ 0 };
}
