/* Tile sets nobody would print: random shapes for Hunters and Gatherers, so that forks, tiles that
 * fit nowhere, several zones of one region on a tile and lakes with many rivers are common. */
#ifndef RANDOM_TILES_H
#define RANDOM_TILES_H

#include "tests/support/random_game.h"

enum { RANDOM_TILES_TEXT = 16384 };

/* Write the text of a tile set: a start tile, some tiles for each pile, 60 copies at most. */
void random_tiles(struct dice *dice, char out[RANDOM_TILES_TEXT]);

#endif
