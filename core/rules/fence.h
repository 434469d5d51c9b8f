/* Fences around the layers' states: bytes nobody may write.
 *
 *     layers' share | fence | state | fence | state | fence |      the last part of the block
 *
 * A layer that writes beyond its state is found at the end of the action it did it in, by name,
 * before anything but its own game has come to harm.  A stack without states has none. */
#ifndef RULES_FENCE_H
#define RULES_FENCE_H

#include "rules/stack.h"

enum { FENCE = 256 }; /* bytes, beside those that round a state up */

/* Give the layer its place in the share of all; `size` is that share so far. */
size_t fence_place(struct meepled_layer *layer, size_t size);
/* Put them up in a new game. */
void fence_build(meepled_game *g);
/* MEEPLED_EBROKEN when one was written to. */
meepled_status fence_check(const meepled_game *g);

#endif
