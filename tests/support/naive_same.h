/* Comparing the engine with a naive game.  An assertion of Check costs a system call, so everything
 * is compared first and asserted once. */
#ifndef NAIVE_SAME_H
#define NAIVE_SAME_H

#include "tests/support/naive_map.h"

extern char naive_difference[128]; /* what the last false was about */

/* Note it and return false. */
bool naive_differs(const char *file, unsigned line, long found, long wanted);

/* Return false from the function this stands in unless both numbers are equal. */
#define NAIVE_SAME(found, wanted)                                                                  \
    do {                                                                                           \
        if ((long)(found) != (long)(wanted))                                                       \
            return naive_differs(__FILE__, __LINE__, (long)(found), (long)(wanted));               \
    } while (0)

/* The same actions in any order; both lists are sorted by it. */
bool naive_same_actions(meepled_action *listed, size_t count, meepled_action *expected,
                        size_t wanted);
/* The same tiles at the same places. */
bool naive_same_table(const meepled_game *g, const struct naive_map *n);
/* Regions (systems) of the engine and labels of the fill name the same sets, and these have the
 * same size, open sides and sums of attributes (C-ALL-10). */
bool naive_same_regions(const meepled_game *g, const struct naive_map *n, bool system);

#endif
