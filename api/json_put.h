/* JSON text written value by value into one growing buffer: no tree, no allocation per value, and
 * members stand in the order they were written, so the same state always gives the same bytes.
 *
 *     struct json_out j = { 0 };
 *     put_object(&j, NULL);
 *     put_int(&j, "version", 17);
 *     put_array(&j, "tiles");
 *     put_string(&j, NULL, "HG-31");
 *     put_end(&j);
 *     put_end(&j);                      {"version":17,"tiles":["HG-31"]}
 *     text = put_take(&j, &len);
 */
#ifndef API_JSON_PUT_H
#define API_JSON_PUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH = 12 };

struct json_out {
    char *text; /* not ended by NUL */
    size_t len, cap;
    char closing[JSON_DEPTH];
    unsigned depth;
    bool failed; /* out of memory: nothing is written any more */
};

/* `key` is the member's name inside an object (written as it is: no character of it needs a
 * backslash), NULL inside an array and for the document itself. */
void put_object(struct json_out *j, const char *key);
void put_array(struct json_out *j, const char *key);
void put_end(struct json_out *j); /* of the innermost object or array */
void put_string(struct json_out *j, const char *key, const char *value); /* NULL: null; UTF-8 */
void put_int(struct json_out *j, const char *key, int64_t value);
/* value / 1000: "0.625". */
void put_thousandths(struct json_out *j, const char *key, unsigned value);
void put_bool(struct json_out *j, const char *key, bool value);
void put_null(struct json_out *j, const char *key);
void put_hex(struct json_out *j, const char *key, const uint8_t *bytes, size_t count);
/* Milliseconds since 1970 as an RFC 3339 time. */
void put_time(struct json_out *j, const char *key, int64_t ms);

/* The text and its length: new, free with free().  NULL when memory ran out.  `j` is empty again.
 */
char *put_take(struct json_out *j, size_t *len);
/* Drop what was written. */
void put_drop(struct json_out *j);

#endif
