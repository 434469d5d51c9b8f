#include "tests/support/xml_check.h"

#include "utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 32, NAME = 32 };

struct reader {
    const char *text; /* ended by NUL */
    const char *at;
    char open[DEPTH][NAME];
    unsigned depth, roots;
    const char *fault;
};

static bool
wrong(struct reader *r, const char *fault)
{
    if (!r->fault)
        r->fault = fault;
    return false;
}

static size_t
name_len(const char *at)
{
    return strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-:0123456789");
}

/* Characters and references up to one of `ends`. */
static bool
skip_text(struct reader *r, const char *ends)
{
    static const char *const entities[] = { "&lt;", "&gt;", "&amp;", "&quot;" };

    while (*r->at && !strchr(ends, *r->at)) {
        const size_t len = utf8_len(r->at);
        bool known = *r->at != '&';
        for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++)
            known = known || strncmp(r->at, entities[i], strlen(entities[i])) == 0;
        if (!known)
            return wrong(r, "an ampersand that begins no entity");
        if (*r->at == '<')
            return wrong(r, "a bracket in a value");
        if (len == 0 || ((unsigned char)*r->at < 0x20 && *r->at != '\n' && *r->at != '\t'))
            return wrong(r, "a byte that is no character");
        r->at += len;
    }
    return true;
}

static bool
has_id(const struct reader *r, const char *id, size_t len)
{
    char wanted[64];

    snprintf(wanted, sizeof wanted, " id=\"%.*s\"", (int)len, id);
    return strstr(r->text, wanted) != NULL;
}

/* A value may only refer to something in this document. */
static bool
check_value(struct reader *r, const char *name, size_t name_length, const char *value)
{
    if (strncmp(name, "on", 2) == 0)
        return wrong(r, "a handler");
    if (name_length == 4 && strncmp(name, "href", 4) == 0 &&
        (value[0] != '#' || !has_id(r, value + 1, strcspn(value + 1, "\""))))
        return wrong(r, "a reference that leads nowhere");
    if (strncmp(value, "url(", 4) == 0 &&
        (value[4] != '#' || !has_id(r, value + 5, strcspn(value + 5, ")"))))
        return wrong(r, "an address that leads nowhere");
    return true;
}

static bool
read_attributes(struct reader *r)
{
    const char *names[24];
    size_t lens[24], count = 0;

    while (*r->at == ' ') {
        const char *name = ++r->at;
        const size_t len = name_len(name);
        if (len == 0 || strncmp(name + len, "=\"", 2) != 0)
            return wrong(r, "no attribute where one must be");
        for (size_t i = 0; i < count; i++)
            if (lens[i] == len && memcmp(names[i], name, len) == 0)
                return wrong(r, "an attribute given twice");
        if (count == 24)
            return wrong(r, "more attributes than anything has");
        names[count] = name;
        lens[count++] = len;
        r->at = name + len + 2;
        if (!check_value(r, name, len, r->at) || !skip_text(r, "\""))
            return false;
        if (*r->at++ != '"')
            return wrong(r, "a value without an end");
    }
    return true;
}

static bool
read_tag(struct reader *r)
{
    const bool closing = r->at[1] == '/';
    const char *name = r->at + 1 + closing;
    const size_t len = name_len(name);

    if (len == 0 || len >= NAME)
        return wrong(r, "no name in a tag");
    r->at = name + len;
    if (closing) {
        if (r->depth == 0 || strlen(r->open[r->depth - 1]) != len ||
            memcmp(r->open[r->depth - 1], name, len) != 0)
            return wrong(r, "an end without its beginning");
        r->depth--;
        return *r->at++ == '>' || wrong(r, "a tag without an end");
    }
    if (len == 6 && memcmp(name, "script", 6) == 0)
        return wrong(r, "a script");
    if (r->depth == 0 && r->roots++ > 0)
        return wrong(r, "a second root");
    if (!read_attributes(r))
        return false;
    if (strncmp(r->at, "/>", 2) == 0) {
        r->at += 2;
        return true;
    }
    if (r->depth == DEPTH)
        return wrong(r, "tags too deep");
    snprintf(r->open[r->depth++], NAME, "%.*s", (int)len, name);
    return *r->at++ == '>' || wrong(r, "a tag without an end");
}

const char *
xml_fault(const char *text, size_t len)
{
    static char message[160];
    char *copy = malloc(len + 1);
    struct reader r = { .text = copy, .at = copy };

    memcpy(copy, text, len);
    copy[len] = '\0';
    while (*r.at && !r.fault) {
        if (*r.at == '<')
            read_tag(&r);
        else if (r.depth == 0 && *r.at != '\n')
            wrong(&r, "text outside the root");
        else
            skip_text(&r, "<");
    }
    if (r.depth > 0)
        wrong(&r, "a beginning without its end");
    if (r.roots == 0 || strlen(copy) != len)
        wrong(&r, "no document");
    snprintf(message, sizeof message, "%s at byte %td: %.60s", r.fault ? r.fault : "", r.at - copy,
             r.at);
    free(copy);
    return r.fault ? message : NULL;
}
