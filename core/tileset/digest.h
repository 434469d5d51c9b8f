/* The digest of bound tiles: what a game is made of, in one number. */
#ifndef TILESET_DIGEST_H
#define TILESET_DIGEST_H

#include "tileset/bind.h"

/* Fill tiles->digest.  `words` are those the tiles were bound to. */
void digest_tiles(struct bound_tiles *tiles, const struct bound_words *words);

#endif
