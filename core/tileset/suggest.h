/* "did you mean": the nearest of the names that would have been right. */
#ifndef TILESET_SUGGEST_H
#define TILESET_SUGGEST_H

#include <stddef.h>

struct suggest {
    const char *word;
    const char *best; /* borrowed from the caller of suggest_offer */
    size_t distance;
    char text[96];
};

/* suggest_begin(&s, word); suggest_offer(&s, each right name); then "%s" of suggest_end(&s):
 * ` (did you mean "name"?)`, or "" when none is near. */
void suggest_begin(struct suggest *s, const char *word);
void suggest_offer(struct suggest *s, const char *candidate);
const char *suggest_end(struct suggest *s); /* borrowed until `s` is used again */

#endif
