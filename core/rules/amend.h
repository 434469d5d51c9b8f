/* Tile sets as a variant changes them: other numbers of tiles, another start tile. */
#ifndef RULES_AMEND_H
#define RULES_AMEND_H

#include "rules/variants.h"

/* Put changed copies in the place of the `count` sets the variant changes; the first `always` of
 * them are in every game.  copies[0..count) is zeroed; it keeps what amend_free gives back, and
 * borrows from the sets.  Complaints go to `report`. */
void amend_tilesets(const struct variant *v, const struct tileset **sets, size_t count,
                    size_t always, struct tileset *copies, meepled_report *report);
void amend_free(struct tileset *copies, size_t count);

#endif
