/* Random tile shapes. */
#include "tests/support/random_tiles.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 4, ZONES = 4, FOREST = 0, RIVER = 1, MEADOW = 2 };

struct sheet {
    struct dice *dice;
    char *at;
    size_t left;
};

static void __attribute__((format(printf, 2, 3))) add(struct sheet *sheet, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int n = vsnprintf(sheet->at, sheet->left, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sheet->left)
        abort(); /* RANDOM_TILES_TEXT is too small */
    sheet->at += n;
    sheet->left -= (size_t)n;
}

/* " name=1" once in `odds`. */
static void
perhaps(struct sheet *sheet, const char *name, uint32_t odds)
{
    if (dice_throw(sheet->dice, odds) == 0)
        add(sheet, " %s=%u", name, 1 + dice_throw(sheet->dice, 2));
}

/* The zones of one kind: which parts of the side each has, as text; empty ones are left out. */
struct zones {
    char parts[ZONES][40];
};

static void
part(struct zones *zones, uint32_t zone, char side, const char *half)
{
    char *text = zones->parts[zone];
    const size_t length = strlen(text);

    snprintf(text + length, sizeof zones->parts[0] - length, " %c%s", side, half);
}

/* Rivers: each side its own, or all one; into a lake, from a spring, or just through. */
static void
rivers(struct sheet *sheet, const struct zones *rivers)
{
    unsigned named = 0;
    const uint32_t lakes = dice_throw(sheet->dice, 3);

    for (uint32_t lake = 1; lake <= lakes; lake++) {
        add(sheet, "lake-%u =", lake);
        perhaps(sheet, "fish", 2);
        add(sheet, "\n");
    }
    for (unsigned i = 0; i < ZONES; i++) {
        if (rivers->parts[i][0] == '\0')
            continue;
        add(sheet, "river-%u =%s", ++named, rivers->parts[i]);
        perhaps(sheet, "fish", 8);
        perhaps(sheet, "spring", 4);
        add(sheet, "\n");
        if (lakes > 0 && dice_throw(sheet->dice, 3) > 0)
            add(sheet, "river-%u.flows = lake-%u\n", named, 1 + dice_throw(sheet->dice, lakes));
    }
}

static void
tile(struct sheet *sheet, unsigned number, const char *settings)
{
    static const char sides[SIDES + 1] = "NESW";
    struct zones forest = { { "" } }, river = { { "" } }, meadow = { { "" } };
    const uint32_t forests = 1 + dice_throw(sheet->dice, 2),
                   meadows = 1 + dice_throw(sheet->dice, 3);
    const bool one_river = dice_throw(sheet->dice, 2) == 0;
    /* Half the tiles are the same all around: such ones often fit nowhere. */
    const bool uniform = dice_throw(sheet->dice, 2) == 0;
    uint32_t kind = dice_throw(sheet->dice, 3);
    unsigned named = 0;

    add(sheet, "\n[tile R-%u]\n%s", number, settings);
    for (unsigned s = 0; s < SIDES; s++) {
        kind = uniform ? kind : dice_throw(sheet->dice, 3);
        if (kind == FOREST)
            part(&forest, dice_throw(sheet->dice, forests), sides[s], "");
        if (kind == RIVER) {
            part(&river, one_river ? 0 : s, sides[s], "");
            part(&meadow, dice_throw(sheet->dice, meadows), sides[s], "L");
            part(&meadow, dice_throw(sheet->dice, meadows), sides[s], "R");
        }
        if (kind == MEADOW)
            part(&meadow, dice_throw(sheet->dice, meadows), sides[s], "");
    }
    for (unsigned i = 0; i < ZONES; i++) {
        if (forest.parts[i][0] == '\0')
            continue;
        add(sheet, "forest-%u =%s", ++named, forest.parts[i]);
        perhaps(sheet, "gold", 2);
        perhaps(sheet, "mushrooms", 6);
        add(sheet, "\n");
    }
    rivers(sheet, &river);
    named = 0;
    for (unsigned i = 0; i < ZONES; i++) {
        if (meadow.parts[i][0] == '\0')
            continue;
        add(sheet, "meadow-%u =%s", ++named, meadow.parts[i]);
        perhaps(sheet, "deer", 2);
        perhaps(sheet, "tiger", 4);
        perhaps(sheet, "mammoth", 4);
        perhaps(sheet, "aurochs", 6);
        perhaps(sheet, "fire", 10);
        perhaps(sheet, "monument", 6);
        add(sheet, "\n");
    }
}

void
random_tiles(struct dice *dice, char out[RANDOM_TILES_TEXT])
{
    enum { KINDS = 12 };
    struct sheet sheet = { dice, out, RANDOM_TILES_TEXT };

    add(&sheet, "[tileset]\nid = random\ntitle = Random\n");
    tile(&sheet, 0, "start = yes\n");
    for (unsigned i = 1; i <= KINDS; i++) {
        char settings[48];

        snprintf(settings, sizeof settings, "count = %u\n%s", 1 + dice_throw(dice, 5),
                 i % 4 == 0 ? "pile = bonus\n" : "");
        tile(&sheet, i, settings);
    }
}
