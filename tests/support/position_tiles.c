/* Statements about tiles that do not lie on the table: hands, and those laid aside. */
#include "rules/stack.h"
#include "tests/support/position_script.h"

#include <string.h>

/* hold red calm odd: in hand, instead of what was there */
static bool
say_hold(struct position *p, char *rest)
{
    uint16_t tiles[MEEPLED_HAND_MAX];
    size_t count = 0;
    uint8_t seat;
    meepled_error err = { "" };

    if (!position_seat(p, &rest, &seat))
        return false;
    for (; rest[strspn(rest, " \t")] != '\0' && count < MEEPLED_HAND_MAX; count++) {
        if (!position_tile_find(p, &rest, &tiles[count]))
            return false;
    }
    return position_hand(p->game, seat, tiles, count, &err) == MEEPLED_OK ||
           position_wrong(p, "%s", err.text);
}

/* The rest of the line names exactly these tiles. */
static bool
same_tiles(struct position *p, char *rest, const uint16_t *tiles, size_t count)
{
    uint16_t tile;

    for (size_t i = 0; i < count; i++) {
        if (rest[strspn(rest, " \t")] == '\0')
            return position_wrong(p, "there is also %s", meepled_tile_id(p->game, tiles[i]));
        if (!position_tile_find(p, &rest, &tile))
            return false;
        if (tile != tiles[i])
            return position_wrong(p, "there is %s", meepled_tile_id(p->game, tiles[i]));
    }
    return rest[strspn(rest, " \t")] == '\0' || position_wrong(p, "there are only %zu", count);
}

/* holds red calm odd; holds red alone: none */
static bool
expect_holds(struct position *p, char *rest)
{
    size_t count;
    uint8_t seat;

    if (!position_seat(p, &rest, &seat))
        return false;
    const uint16_t *hand = meepled_hand(p->game, seat, &count);
    return same_tiles(p, rest, hand, count);
}

/* aside odd; aside alone: none */
static bool
expect_aside(struct position *p, char *rest)
{
    size_t count;
    const uint16_t *aside = meepled_laid_aside(p->game, &count);

    return same_tiles(p, rest, aside, count);
}

const struct position_statement position_tiles_statements[] = {
    { "hold", say_hold, true },
    { "holds", expect_holds, true },
    { "aside", expect_aside, true },
    { .name = NULL },
};
