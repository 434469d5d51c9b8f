/* What bound tiles keep of what their sets say of themselves. */
#include "tileset/bind_sets.h"

#include <stdlib.h>
#include <string.h>

/* `*to` = a copy of `from`, NULL of NULL; false when out of memory. */
static bool
text_copy(char **to, const char *from)
{
    *to = from ? strdup(from) : NULL;
    return !from || *to;
}

bool
bound_sets_copy(struct bound_set *to, const struct tileset *const *from, size_t count)
{
    for (size_t s = 0; s < count; s++) {
        memcpy(to[s].id, from[s]->id, sizeof to[s].id);
        if (!text_copy(&to[s].title, from[s]->title) ||
            !text_copy(&to[s].title_cs, from[s]->title_cs) ||
            !text_copy(&to[s].edition, from[s]->edition) ||
            !text_copy(&to[s].provenance, from[s]->provenance) ||
            !text_copy(&to[s].confidence, from[s]->confidence))
            return false;
    }
    return true;
}

void
bound_sets_free(struct bound_set *sets, size_t count)
{
    for (size_t s = 0; sets && s < count; s++) {
        free(sets[s].title);
        free(sets[s].title_cs);
        free(sets[s].edition);
        free(sets[s].provenance);
        free(sets[s].confidence);
    }
    free(sets);
}
