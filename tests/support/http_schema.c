#include "http_schema.h"

#include <check.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- the document ---- */

json_t *
schema_document(void)
{
    static json_t *document;

    if (!document) {
        json_error_t error;
        document = json_load_file("api/openapi.json", JSON_REJECT_DUPLICATES, &error);
        ck_assert_msg(document != NULL, "api/openapi.json:%d: %s", error.line, error.text);
    }
    return document;
}

json_t *
schema_ref(const char *ref)
{
    json_t *at = schema_document();
    char part[128];

    if (strncmp(ref, "#/", 2) != 0)
        return NULL;
    for (ref++; at && *ref == '/'; ref += strlen(part)) {
        ref++;
        snprintf(part, sizeof part, "%.*s", (int)strcspn(ref, "/"), ref);
        at = json_object_get(at, part);
    }
    return at;
}

/* ---- values ---- */

static bool
has_type(const char *type, const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return strcmp(type, "object") == 0;
    case JSON_ARRAY:
        return strcmp(type, "array") == 0;
    case JSON_STRING:
        return strcmp(type, "string") == 0;
    case JSON_INTEGER:
        return strcmp(type, "integer") == 0 || strcmp(type, "number") == 0;
    case JSON_REAL:
        return strcmp(type, "number") == 0;
    case JSON_TRUE:
    case JSON_FALSE:
        return strcmp(type, "boolean") == 0;
    default:
        return strcmp(type, "null") == 0;
    }
}

static bool
type_accepts(const json_t *type, const json_t *value)
{
    bool good = !type;
    size_t i;
    const json_t *one;

    if (json_is_string(type))
        return has_type(json_string_value(type), value);
    json_array_foreach(type, i, one)
    {
        good = good || has_type(json_string_value(one), value);
    }
    return good;
}

static bool
matches(const char *pattern, const char *text)
{
    regex_t regex;

    ck_assert_int_eq(regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB), 0);
    const bool good = regexec(&regex, text, 0, NULL, 0) == 0;
    regfree(&regex);
    return good;
}

/* Note why it is refused; the innermost place is named first. */
static bool
refuse(char *why, size_t size, const char *what, const json_t *value)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);

    snprintf(why, size, "%s: %.200s", what, text ? text : "?");
    free(text);
    return false;
}

static bool
object_accepts(const json_t *schema, const json_t *value, char *why, size_t size)
{
    const json_t *properties = json_object_get(schema, "properties");
    const json_t *others = json_object_get(schema, "additionalProperties");
    const json_t *names = json_object_get(json_object_get(schema, "propertyNames"), "pattern");
    const char *key;
    json_t *member;
    size_t i;
    const json_t *name;

    json_array_foreach(json_object_get(schema, "required"), i, name)
    {
        if (!json_object_get(value, json_string_value(name)))
            return refuse(why, size, json_string_value(name), value);
    }
    json_object_foreach((json_t *)(size_t)value, key, member)
    {
        const json_t *known = json_object_get(properties, key);
        const json_t *wanted = known ? known : others;
        if (names && !matches(json_string_value(names), key))
            return refuse(why, size, "member name", value);
        if (json_is_false(wanted))
            return refuse(why, size, "unknown member", value);
        if (json_is_object(wanted) && !schema_accepts(wanted, member, why, size))
            return false;
    }
    return true;
}

static bool
number_accepts(const json_t *schema, const json_t *value)
{
    const json_t *min = json_object_get(schema, "minimum"),
                 *max = json_object_get(schema, "maximum");

    return (!min || json_number_value(value) >= json_number_value(min)) &&
           (!max || json_number_value(value) <= json_number_value(max));
}

/* How many of a list of schemas accept the value. */
static size_t
count_accepting(const json_t *list, const json_t *value, char *why, size_t size)
{
    size_t count = 0, i;
    const json_t *one;

    json_array_foreach(list, i, one)
    {
        count += schema_accepts(one, value, why, size);
    }
    return count;
}

bool
schema_accepts(const json_t *schema, const json_t *value, char *why, size_t size)
{
    const json_t *ref = json_object_get(schema, "$ref"), *all, *part;
    size_t i;

    if (ref) {
        schema = schema_ref(json_string_value(ref));
        ck_assert_msg(schema != NULL, "%s leads nowhere", json_string_value(ref));
        return schema_accepts(schema, value, why, size);
    }
    if (!type_accepts(json_object_get(schema, "type"), value))
        return refuse(why, size, "type", value);
    if ((all = json_object_get(schema, "const")) && !json_equal(all, value))
        return refuse(why, size, "const", value);
    if ((all = json_object_get(schema, "enum"))) {
        bool found = false;
        json_array_foreach(all, i, part)
        {
            found = found || json_equal(part, value);
        }
        if (!found)
            return refuse(why, size, "enum", value);
    }
    if ((all = json_object_get(schema, "anyOf")) && count_accepting(all, value, why, size) == 0)
        return false;
    if ((all = json_object_get(schema, "oneOf")) && count_accepting(all, value, why, size) != 1)
        return refuse(why, size, "oneOf", value);
    if ((all = json_object_get(schema, "allOf")) &&
        count_accepting(all, value, why, size) != json_array_size(all))
        return false;
    if (json_is_string(value) && (part = json_object_get(schema, "pattern")) &&
        !matches(json_string_value(part), json_string_value(value)))
        return refuse(why, size, "pattern", value);
    if (json_is_number(value) && !number_accepts(schema, value))
        return refuse(why, size, "range", value);
    all = json_is_array(value) ? json_object_get(schema, "items") : NULL;
    json_array_foreach(all ? value : NULL, i, part)
    {
        if (!schema_accepts(all, part, why, size))
            return false;
    }
    return !json_is_object(value) || object_accepts(schema, value, why, size);
}

/* ---- answers ---- */

static bool
path_fits(const char *pattern, const char *path)
{
    const size_t len = strcspn(path, "?");
    const char *end = path + len;

    while (*pattern) {
        if (*pattern != '{') {
            if (path == end || *pattern++ != *path++)
                return false;
            continue;
        }
        pattern = strchr(pattern, '}') + 1;
        const char *segment = path;
        while (path != end && *path != '/')
            path++;
        const size_t rest = strcspn(pattern, "/"); /* ".svg" */
        if ((size_t)(path - segment) < rest)
            return false;
        path -= rest;
    }
    return path == end;
}

static const json_t *
find_operation(const char *method, const char *path)
{
    const char *pattern;
    json_t *item;
    char name[16];

    snprintf(name, sizeof name, "%s", strcmp(method, "HEAD") == 0 ? "get" : method);
    for (char *c = name; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
    json_object_foreach(json_object_get(schema_document(), "paths"), pattern, item)
    {
        if (path_fits(pattern, path))
            return json_object_get(item, name);
    }
    return NULL;
}

void
schema_check_reply(const char *method, const char *path, const struct reply *reply)
{
    const json_t *operation = find_operation(method, path);
    char status[8], type[128], why[512] = "";

    ck_assert_msg(operation != NULL, "%s %s is not in openapi.json", method, path);
    snprintf(status, sizeof status, "%d", reply->status);
    const json_t *response = json_object_get(json_object_get(operation, "responses"), status);
    ck_assert_msg(response != NULL, "%s %s: openapi.json has no status %s: %s", method, path,
                  status, reply->text);
    const char *header;
    json_t *unused;
    json_object_foreach(json_object_get(response, "headers"), header, unused)
    {
        (void)unused;
        ck_assert_msg(reply_header(reply, header)[0], "%s %s: no header %s", method, path, header);
    }
    const json_t *content = json_object_get(response, "content");
    if (!content) {
        ck_assert_uint_eq(reply->len, 0);
        return;
    }
    if (strcmp(method, "HEAD") == 0)
        return;
    snprintf(type, sizeof type, "%s", reply_header(reply, "Content-Type"));
    type[strcspn(type, ";")] = '\0';
    const json_t *media = json_object_get(content, type);
    ck_assert_msg(media != NULL, "%s %s: openapi.json has no %s for %s", method, path, type,
                  status);
    if (!strstr(type, "json"))
        return;
    ck_assert_msg(reply->json != NULL, "%s %s: not JSON: %s", method, path, reply->text);
    ck_assert_msg(schema_accepts(json_object_get(media, "schema"), reply->json, why, sizeof why),
                  "%s %s: %s is not as openapi.json says: %s", method, path, status, why);
}
