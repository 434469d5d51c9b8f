/* Reading a request body: strict, and the first complaint is kept in words.
 *
 * After a complaint every further call returns its "nothing" and changes nothing, so a document is
 * read straight through and judged once at the end:
 *
 *     reading_begin(&in, body, len, &problem);
 *     reading_only(&in, in.root, "", members);
 *     tile = reading_text(&in, in.root, "", "tile", READING_NEEDED, 31);
 *     if (reading_ok(&in)) ...
 *     reading_end(&in);
 *
 * `where` says in messages which object it is: "" is the document, "seats[1]" one inside. */
#ifndef API_JSON_READ_H
#define API_JSON_READ_H

#include "problem.h"

#include <jansson.h>

struct reading {
    json_t *root; /* NULL when malformed */
    struct problem *problem;
};

enum reading_need { READING_NEEDED, READING_OPTIONAL };

/* Parse; the document must be one object.  No bytes at all are an empty object. */
void reading_begin(struct reading *in, const char *body, size_t len, struct problem *problem);
/* Free the document: texts read from it are gone. */
void reading_end(struct reading *in);
bool reading_ok(const struct reading *in);
/* A complaint of the caller's. */
void reading_bad(struct reading *in, int code, const char *where, const char *member,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Complain of members whose name is not among `members`, NULL-ended. */
void reading_only(struct reading *in, const json_t *object, const char *where,
                  const char *const *members);

/* A member by type.  A missing one gives NULL, 0 or false, with a complaint if it is needed.  Null
 * is a value of the wrong type.  Texts are borrowed from the document, not empty, and
 * `max` characters long at most. */
const char *reading_text(struct reading *in, const json_t *object, const char *where,
                         const char *member, enum reading_need need, size_t max);
int64_t reading_int(struct reading *in, const json_t *object, const char *where, const char *member,
                    enum reading_need need, int64_t min, int64_t max);
bool reading_bool(struct reading *in, const json_t *object, const char *where, const char *member,
                  enum reading_need need);
const json_t *reading_object(struct reading *in, const json_t *object, const char *where,
                             const char *member, enum reading_need need);
/* An array of at most `max` elements. */
const json_t *reading_array(struct reading *in, const json_t *object, const char *where,
                            const char *member, enum reading_need need, size_t max);
/* The same for a value already at hand, called `member` in messages. */
const char *reading_text_value(struct reading *in, const json_t *value, const char *where,
                               const char *member, size_t max);

#endif
