/* What bound tiles keep of what their sets say of themselves. */
#ifndef TILESET_BIND_SETS_H
#define TILESET_BIND_SETS_H

#include "tileset/bind.h"

/* Copy to to[0..count), which is zeroed; false when out of memory. */
bool bound_sets_copy(struct bound_set *to, const struct tileset *const *from, size_t count);
void bound_sets_free(struct bound_set *sets, size_t count); /* NULL is allowed */

#endif
