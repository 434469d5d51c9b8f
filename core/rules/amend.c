/* Tile sets as a variant changes them.
 *
 *     tiles.EX-3 = 4      four copies instead of what the set says; 0: the tile is not in the game,
 *                         and if it was the start tile, there is none
 *     start = EX-3        one copy lies there at the start; the set's own start tile is then drawn
 *                         like any other                                                        */
#include "rules/amend.h"

#include "board/board.h"
#include "tileset/suggest.h"

#include <stdlib.h>
#include <string.h>

struct amender {
    const struct variant *v;
    const struct tileset **sets;
    size_t count, always;
    struct tileset *copies;
    meepled_report *report;
};

/* The tile `name` among the sets, as it is now; NULL if there is none. */
static struct tileset_tile *
find(const struct amender *a, const char *name, size_t *set)
{
    for (*set = 0; *set < a->count; ++*set)
        for (size_t t = 0; t < a->sets[*set]->tile_count; t++)
            if (strcmp(a->sets[*set]->tiles[t].id, name) == 0)
                return &a->sets[*set]->tiles[t];
    return NULL;
}

/* A line inherited from a parent may be about a set that this variant does without. */
static void
complain_unknown(const struct amender *a, const struct variant_option *said, const char *name)
{
    struct suggest s;

    if (!said->own)
        return;
    suggest_begin(&s, name);
    for (size_t i = 0; i < a->count; i++)
        if (a->sets[i]->broken) /* the tile may stand where the mistake is */
            return;
    for (size_t i = 0; i < a->count; i++)
        for (size_t t = 0; t < a->sets[i]->tile_count; t++)
            suggest_offer(&s, a->sets[i]->tiles[t].id);
    meepled_report_add(a->report, said->file, said->line, "no tile \"%s\" in the tile sets of %s%s",
                       name, a->v->name, suggest_end(&s));
}

/* The tile of that name, in a copy that may be written; NULL after a complaint if there is none. */
static struct tileset_tile *
writable(struct amender *a, const struct variant_option *said, const char *name, size_t *set)
{
    const struct tileset_tile *const tile = find(a, name, set);

    if (!tile) {
        complain_unknown(a, said, name);
        return NULL;
    }
    const size_t at = (size_t)(tile - a->sets[*set]->tiles);
    struct tileset *const copy = &a->copies[*set];

    if (!copy->tiles) {
        *copy = *a->sets[*set];
        copy->tiles = calloc(copy->tile_count + 1, sizeof *copy->tiles);
        if (!copy->tiles) {
            meepled_report_add(a->report, said->file, said->line, "out of memory");
            return NULL;
        }
        memcpy(copy->tiles, a->sets[*set]->tiles, copy->tile_count * sizeof *copy->tiles);
        a->sets[*set] = copy;
    }
    return &copy->tiles[at];
}

/* The line that says how many of a tile there are; there is one. */
static const struct variant_option *
count_said(const struct variant *v, const char *tile)
{
    size_t i = 0;

    while (i + 1 < v->tile_count && strcmp(v->tiles[i].name, tile) != 0)
        i++;
    return &v->tiles[i];
}

static void
choose_start(struct amender *a)
{
    const struct variant_option *const start = &a->v->start;
    size_t set, other;
    struct tileset_tile *const tile = writable(a, start, start->value, &set);

    if (!tile)
        return;
    if (tile->count == 0) {
        meepled_report_add(a->report, start->file, start->line,
                           "start tile %s: there is none, by %s:%u", start->value,
                           count_said(a->v, start->value)->file,
                           count_said(a->v, start->value)->line);
        return;
    }
    if (set >= a->always) {
        meepled_report_add(a->report, start->file, start->line,
                           "start tile %s is of tile set %s, which is not in every game",
                           start->value, a->sets[set]->id);
        return;
    }
    for (size_t i = 0; i < a->count; i++)
        for (size_t t = 0; t < a->sets[i]->tile_count; t++) {
            const struct tileset_tile *const old = &a->sets[i]->tiles[t];
            struct tileset_tile *const was =
                old->start && old != tile ? writable(a, start, old->id, &other) : NULL;

            if (was)
                was->start = false;
        }
    tile->start = true;
}

/* Drop tiles of which there are none, and see that the rest can be played with. */
static void
drop_absent(struct amender *a)
{
    size_t total = 0;

    for (size_t i = 0; i < a->count; i++) {
        struct tileset *const copy = &a->copies[i];
        size_t kept = 0;

        for (size_t t = 0; copy->tiles && t < copy->tile_count; t++) {
            if (copy->tiles[t].count > 0)
                copy->tiles[kept++] = copy->tiles[t];
        }
        if (copy->tiles)
            copy->tile_count = kept;
        for (size_t t = 0; i < a->always && t < a->sets[i]->tile_count; t++)
            total += a->sets[i]->tiles[t].count;
    }
    if (total > BOARD_SLOTS_MAX)
        meepled_report_add(a->report, a->v->file, a->v->line,
                           "variant %s has %zu tiles, the engine allows %d", a->v->name, total,
                           BOARD_SLOTS_MAX);
}

void
amend_tilesets(const struct variant *v, const struct tileset **sets, size_t count, size_t always,
               struct tileset *copies, meepled_report *report)
{
    struct amender a = {
        .v = v, .sets = sets, .count = count, .always = always, .copies = copies, .report = report
    };

    for (size_t i = 0; i < v->tile_count; i++) {
        size_t set;
        struct tileset_tile *const tile = writable(&a, &v->tiles[i], v->tiles[i].name, &set);

        if (tile)
            tile->count = (uint16_t)strtol(v->tiles[i].value, NULL, 10);
    }
    if (v->start.value)
        choose_start(&a);
    if (v->tile_count > 0 || v->start.value)
        drop_absent(&a);
}

void
amend_free(struct tileset *copies, size_t count)
{
    for (size_t i = 0; copies && i < count; i++)
        free(copies[i].tiles);
    free(copies);
}
