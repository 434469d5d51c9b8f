/* SHA-256 over a canonical text of bound tiles:
 *
 *     tile EX-56 example 1 main start
 *     zone spot-1 spot 0 size=1
 *     zone line-1 line 1024 leads:spot-1
 *
 * Words by name, attributes sorted and without zeros: renumbering a vocabulary changes nothing. */
#include "tileset/digest.h"

#include <sodium.h>

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 4 * TILESET_NAME }; /* three names and some numbers */

static void add(crypto_hash_sha256_state *hash, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void
add(crypto_hash_sha256_state *hash, const char *format, ...)
{
    char text[LINE];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args); /* names are bounded: always fits */
    va_end(args);
    crypto_hash_sha256_update(hash, (const unsigned char *)text, strlen(text));
}

/* Indices of the attributes by name. */
static void
sort_attributes(const struct bound_words *words, size_t *order)
{
    for (size_t i = 0; i < words->attribute_count; i++) {
        size_t at = i;

        while (at > 0 &&
               strcmp(words->attributes[order[at - 1]].name, words->attributes[i].name) > 0) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

void
digest_tiles(struct bound_tiles *tiles, const struct bound_words *words)
{
    crypto_hash_sha256_state hash;
    size_t order[MEEPLED_ATTRIBUTES_MAX];
    static const char *const parts[BOUND_PARTS] = {
        [BOUND_TOP] = "-first", [BOUND_MIDDLE] = "", [BOUND_BOTTOM] = "-last"
    };

    assert(words->attribute_count <= MEEPLED_ATTRIBUTES_MAX); /* the stack refuses more */
    sort_attributes(words, order);
    crypto_hash_sha256_init(&hash);
    for (size_t t = 0; t < tiles->count; t++) {
        const struct bound_tile *const tile = &tiles->tiles[t];

        add(&hash, "tile %s %s %u %s%s%s\n", tile->id, tile->tileset, tile->count,
            words->piles[tile->pile].name, parts[tile->part], tile->start ? " start" : "");
        for (size_t z = 0; z < tile->zone_count; z++) {
            const struct bound_zone *const zone = &tile->zones[z];

            add(&hash, "zone %s %s %u", zone->name, words->kinds[zone->kind].name, zone->ports);
            for (size_t i = 0; i < words->attribute_count; i++)
                if (zone->attributes[order[i]] != 0)
                    add(&hash, " %s=%d", words->attributes[order[i]].name,
                        zone->attributes[order[i]]);
            for (size_t i = 0; i < zone->link_count; i++)
                add(&hash, " %s:%s", words->links[zone->links[i].link].name,
                    tile->zones[zone->links[i].to].name);
            add(&hash, "\n");
        }
    }
    crypto_hash_sha256_final(&hash, tiles->digest);
}
