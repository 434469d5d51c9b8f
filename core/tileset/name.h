/* What names may look like, everywhere. */
#ifndef TILESET_NAME_H
#define TILESET_NAME_H

#include "tileset/tileset.h"

#include <stdbool.h>

/* For messages. */
#define NAME_RULE "small letters, digits and '-', a letter first, at most 31 in all"

/* A word of the vocabulary, a variant, a tile set: [a-z][a-z0-9-]*, at most 31 bytes. */
bool name_is_word(const char *s);
/* A tile: [A-Za-z0-9][A-Za-z0-9._-]*, at most 31 bytes. */
bool name_is_tile(const char *s);
/* A zone: word, '-', a number from 1 without leading zeros; at most 31 bytes. */
bool name_is_zone(const char *s);

/* Copy a name that is one of these, or any text shorter than TILESET_NAME. */
void name_copy(char out[TILESET_NAME], const char *name);

#endif
