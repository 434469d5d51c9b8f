#include "svg_put.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for `more` bytes, or false. */
static bool
reserve(struct svg_out *s, size_t more)
{
    if (s->failed)
        return false;
    if (s->cap - s->len >= more)
        return true;
    size_t cap = s->cap ? s->cap : 4096;
    while (cap - s->len < more)
        cap *= 2;
    char *text = realloc(s->text, cap);
    if (!text) {
        s->failed = true;
        return false;
    }
    s->text = text;
    s->cap = cap;
    return true;
}

static void
add(struct svg_out *s, const char *bytes, size_t len)
{
    if (!reserve(s, len))
        return;
    memcpy(s->text + s->len, bytes, len);
    s->len += len;
}

void
svg_markup(struct svg_out *s, const char *format, ...)
{
    va_list args, again;

    va_start(args, format);
    va_copy(again, args);
    const int len = vsnprintf(NULL, 0, format, args);
    if (len > 0 && reserve(s, (size_t)len + 1)) {
        vsnprintf(s->text + s->len, (size_t)len + 1, format, again);
        s->len += (size_t)len;
    }
    va_end(again);
    va_end(args);
}

void
svg_text(struct svg_out *s, const char *text)
{
    for (; text && *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '<')
            add(s, "&lt;", 4);
        else if (c == '>')
            add(s, "&gt;", 4);
        else if (c == '&')
            add(s, "&amp;", 5);
        else if (c == '"')
            add(s, "&quot;", 6);
        else if (c < 0x20 && c != '\t' && c != '\n')
            add(s, "\xef\xbf\xbd", 3);
        else if (strncmp(text, "\xef\xbf\xbe", 3) == 0 || strncmp(text, "\xef\xbf\xbf", 3) == 0) {
            add(s, "\xef\xbf\xbd", 3); /* U+FFFE and U+FFFF: not characters of XML */
            text += 2;
        } else
            add(s, text, 1);
    }
}

void
svg_number(struct svg_out *s, float value)
{
    const long tenths = lroundf(value * 10);
    const long whole = labs(tenths) / 10, rest = labs(tenths) % 10;

    if (rest)
        svg_markup(s, "%s%ld.%ld", tenths < 0 ? "-" : "", whole, rest);
    else
        svg_markup(s, "%s%ld", tenths < 0 ? "-" : "", whole);
}

void
svg_at(struct svg_out *s, char letter, svg_point p)
{
    if (letter)
        add(s, &letter, 1);
    svg_number(s, p.x);
    if (lroundf(p.y * 10) >= 0) /* a minus sign separates as well as a space */
        add(s, " ", 1);
    svg_number(s, p.y);
}

char *
svg_take(struct svg_out *s, size_t *len)
{
    char *text = s->text;

    *len = s->len;
    if (s->failed) {
        free(text);
        text = NULL;
    }
    *s = (struct svg_out){ 0 };
    return text;
}

void
svg_drop(struct svg_out *s)
{
    free(s->text);
    *s = (struct svg_out){ 0 };
}

svg_point
svg_turn(svg_point p, unsigned turned)
{
    switch (turned) {
    case 90:
        return (svg_point){ SVG_SIDE - p.y, p.x };
    case 180:
        return (svg_point){ SVG_SIDE - p.x, SVG_SIDE - p.y };
    case 270:
        return (svg_point){ p.y, SVG_SIDE - p.x };
    default:
        return p;
    }
}
