#include "json_read.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *
type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
        return "a whole number";
    case JSON_REAL:
        return "a number with a fraction or exponent";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    case JSON_NULL:
        break;
    }
    return "null";
}

/* "seats[1].name" */
static void
path(char *out, size_t size, const char *where, const char *member)
{
    snprintf(out, size, "%.60s%s%.40s", where, where[0] && member[0] ? "." : "", member);
}

void
reading_begin(struct reading *in, const char *body, size_t len, struct problem *problem)
{
    json_error_t error;

    *in = (struct reading){ .problem = problem };
    /* Whatever is no object is let through here only to be refused with the better message. */
    in->root = len ? json_loadb(body, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error)
                   : json_object();
    if (!in->root && len)
        problem_set(problem, PROBLEM_JSON_MALFORMED, "line %d, column %d: %s", error.line,
                    error.column, error.text);
    else if (!in->root)
        problem_set(problem, PROBLEM_MEMORY, "out of memory");
    else if (!json_is_object(in->root))
        problem_set(problem, PROBLEM_MEMBER_TYPE, "the body is %s, it must be an object",
                    type_name(in->root));
}

void
reading_end(struct reading *in)
{
    json_decref(in->root);
    in->root = NULL;
}

bool
reading_ok(const struct reading *in)
{
    return in->problem->code == 0;
}

void
reading_bad(struct reading *in, int code, const char *where, const char *member, const char *format,
            ...)
{
    char name[112], text[160];
    va_list args;

    path(name, sizeof name, where, member);
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    problem_set(in->problem, code, "%s: %s", name, text);
}

void
reading_only(struct reading *in, const json_t *object, const char *where,
             const char *const *members)
{
    const char *key;
    json_t *value;

    if (!reading_ok(in))
        return;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        size_t m = 0;
        while (members[m] && strcmp(members[m], key) != 0)
            m++;
        if (members[m])
            continue;
        char known[160];
        size_t at = 0;
        known[0] = '\0';
        for (m = 0; members[m] && at < sizeof known; m++)
            at +=
                (size_t)snprintf(known + at, sizeof known - at, "%s%s", m ? ", " : "", members[m]);
        reading_bad(in, PROBLEM_MEMBER_UNKNOWN, where, key, "no such member, known here: %s",
                    known[0] ? known : "none");
        return;
    }
}

/* The member if it is there and of this type; else NULL and perhaps a complaint. */
static const json_t *
member_get(struct reading *in, const json_t *object, const char *where, const char *member,
           enum reading_need need, json_type type, const char *wanted)
{
    if (!reading_ok(in))
        return NULL;
    const json_t *value = json_object_get(object, member);
    if (!value) {
        if (need == READING_NEEDED)
            reading_bad(in, PROBLEM_MEMBER_MISSING, where, member, "missing");
        return NULL;
    }
    const json_type found = json_is_boolean(value) ? JSON_TRUE : json_typeof(value);
    if (found != type) {
        reading_bad(in, PROBLEM_MEMBER_TYPE, where, member, "%s expected, not %s", wanted,
                    type_name(value));
        return NULL;
    }
    return value;
}

const char *
reading_text_value(struct reading *in, const json_t *value, const char *where, const char *member,
                   size_t max)
{
    if (!reading_ok(in))
        return NULL;
    if (!json_is_string(value)) {
        reading_bad(in, PROBLEM_MEMBER_TYPE, where, member, "a string expected, not %s",
                    type_name(value));
        return NULL;
    }
    const char *text = json_string_value(value);
    const size_t count = utf8_count(text);
    if (count == 0 || count > max) {
        reading_bad(in, PROBLEM_MEMBER_VALUE, where, member,
                    "%zu characters long, 1 to %zu are allowed", count, max);
        return NULL;
    }
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f) {
            reading_bad(in, PROBLEM_MEMBER_VALUE, where, member, "contains a control character");
            return NULL;
        }
    return text;
}

const char *
reading_text(struct reading *in, const json_t *object, const char *where, const char *member,
             enum reading_need need, size_t max)
{
    const json_t *value = member_get(in, object, where, member, need, JSON_STRING, "a string");

    return value ? reading_text_value(in, value, where, member, max) : NULL;
}

int64_t
reading_int(struct reading *in, const json_t *object, const char *where, const char *member,
            enum reading_need need, int64_t min, int64_t max)
{
    const json_t *value =
        member_get(in, object, where, member, need, JSON_INTEGER, "a whole number");

    if (!value)
        return 0;
    const int64_t number = json_integer_value(value);
    if (number < min || number > max) {
        reading_bad(in, PROBLEM_MEMBER_VALUE, where, member,
                    "%" PRId64 " is not from %" PRId64 " to %" PRId64, number, min, max);
        return 0;
    }
    return number;
}

bool
reading_bool(struct reading *in, const json_t *object, const char *where, const char *member,
             enum reading_need need)
{
    return json_is_true(member_get(in, object, where, member, need, JSON_TRUE, "true or false"));
}

const json_t *
reading_object(struct reading *in, const json_t *object, const char *where, const char *member,
               enum reading_need need)
{
    return member_get(in, object, where, member, need, JSON_OBJECT, "an object");
}

const json_t *
reading_array(struct reading *in, const json_t *object, const char *where, const char *member,
              enum reading_need need, size_t max)
{
    const json_t *value = member_get(in, object, where, member, need, JSON_ARRAY, "an array");

    if (value && json_array_size(value) > max) {
        reading_bad(in, PROBLEM_MEMBER_VALUE, where, member,
                    "%zu elements, at most %zu are allowed", json_array_size(value), max);
        return NULL;
    }
    return value;
}
