/* What names may look like; ASCII only, whatever the locale. */
#include "tileset/name.h"

#include <assert.h>
#include <string.h>

static const char small[] = "abcdefghijklmnopqrstuvwxyz";
static const char word_rest[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
static const char tile_first[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
static const char tile_rest[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
static const char digits[] = "0123456789";

static bool
is_made_of(const char *s, const char *first, const char *rest)
{
    return *s && strchr(first, *s) && s[strspn(s, rest)] == '\0' && strlen(s) < TILESET_NAME;
}

bool
name_is_word(const char *s)
{
    return is_made_of(s, small, word_rest);
}

bool
name_is_tile(const char *s)
{
    return is_made_of(s, tile_first, tile_rest);
}

bool
name_is_zone(const char *s)
{
    const char *const dash = strrchr(s, '-');

    return name_is_word(s) && dash && dash[1] >= '1' && dash[1] <= '9' &&
           dash[1 + strspn(dash + 1, digits)] == '\0';
}

void
name_copy(char out[TILESET_NAME], const char *name)
{
    const size_t len = strlen(name);

    assert(len < TILESET_NAME);
    memcpy(out, name, len + 1);
}
