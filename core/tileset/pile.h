/* Which pile a tile set means: "NAME-first" is the top part of a pile NAME. */
#ifndef TILESET_PILE_H
#define TILESET_PILE_H

#include "tileset/bind.h"

/* The part of its pile that name[0..TILESET_NAME) stands for; cuts the ending off the name.  A pile
 * that has such a name itself goes first. */
enum bound_part pile_part(char *name, const meepled_pile_word *piles, size_t count);
/* Whether tiles of this pile are left out: it is known, but not in the game. */
bool pile_is_absent(const char *name, const struct bound_words *words);

#endif
