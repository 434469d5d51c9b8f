/* Names of tiles, figures, zones and choices become indices. */
#include "server/words.h"

#include <meepled/rules.h>

#include <string.h>

/* Which phase an action type belongs to; choices may come in any. */
static const struct {
    const char *name;
    meepled_action_type type;
    int phase; /* meepled_phase, -1: any */
} types[] = {
    { "place-tile", MEEPLED_PLACE_TILE, MEEPLED_PLACE },
    { "place-figure", MEEPLED_PLACE_FIGURE, MEEPLED_FIGURE },
    { "retrieve-figure", MEEPLED_RETRIEVE_FIGURE, MEEPLED_FIGURE },
    { "choose", MEEPLED_CHOOSE, -1 },
    { "pass", MEEPLED_PASS, -1 },
};

static uint8_t
figure_find(const meepled_stack *stack, const char *name)
{
    size_t count;
    const meepled_figure_word *const figures = meepled_stack_figures(stack, &count);

    for (size_t i = 0; name && i < count; i++)
        if (strcmp(figures[i].name, name) == 0)
            return (uint8_t)i;
    return MEEPLED_NONE8;
}

static uint8_t
choice_find(const meepled_stack *stack, const char *name)
{
    size_t count;
    const meepled_choice_word *const choices = meepled_stack_choices(stack, &count);

    for (size_t i = 0; name && i < count; i++)
        if (strcmp(choices[i].name, name) == 0)
            return (uint8_t)i;
    return MEEPLED_NONE8;
}

/* Index of the zone among those of the tile in `slot`. */
static uint8_t
zone_find(const meepled_game *g, uint16_t slot, const char *name)
{
    const uint16_t first = meepled_zone_first(g, slot);
    const uint8_t count = meepled_zone_count(g, slot);

    for (uint8_t i = 0; name && i < count; i++)
        if (strcmp(meepled_zone_name(g, (uint16_t)(first + i)), name) == 0)
            return i;
    return MEEPLED_NONE8;
}

static bool
read_tile(meepled_stack *stack, const struct server_action_words *words, meepled_action *action,
          meepled_refusal *refusal)
{
    action->tile = words->tile ? meepled_stack_tile_find(stack, words->tile) : MEEPLED_NONE;
    action->x = words->x;
    action->y = words->y;
    action->turned = words->rotation;
    *refusal = MEEPLED_REFUSE_TILE;
    if (action->tile == MEEPLED_NONE)
        return false;
    *refusal = MEEPLED_REFUSE_SIDES;
    return words->rotation % 90 == 0 && words->rotation < 360;
}

/* A figure on the table or about to be; without a cell it is the tile just placed. */
static bool
read_figure(const meepled_game *g, meepled_stack *stack, const struct server_action_words *words,
            meepled_action *action, meepled_refusal *refusal)
{
    const bool retrieve = action->type == MEEPLED_RETRIEVE_FIGURE;
    const uint16_t slot =
        words->has_cell ? meepled_board_find(g, words->x, words->y) : meepled_turn_get(g).slot;

    action->figure = figure_find(stack, words->figure);
    action->with = words->with ? figure_find(stack, words->with) : MEEPLED_NONE8;
    *refusal = retrieve ? MEEPLED_REFUSE_RETRIEVE : MEEPLED_REFUSE_SUPPLY;
    if (action->figure == MEEPLED_NONE8)
        return false;
    *refusal = MEEPLED_REFUSE_COMPANION;
    if (words->with && action->with == MEEPLED_NONE8)
        return false;
    *refusal = retrieve ? MEEPLED_REFUSE_RETRIEVE : MEEPLED_REFUSE_OTHER;
    if (slot == MEEPLED_NONE)
        return false;

    const meepled_place place = meepled_board_get(g, slot).place;

    action->x = place.x;
    action->y = place.y;
    action->zone = zone_find(g, slot, words->zone);
    *refusal = retrieve ? MEEPLED_REFUSE_RETRIEVE : MEEPLED_REFUSE_ZONE;
    return action->zone != MEEPLED_NONE8;
}

const char *
words_read(const meepled_game *g, uint8_t seat, const struct server_action_words *words,
           meepled_action *action)
{
    meepled_stack *const stack = meepled_game_stack(g);
    const meepled_turn turn = meepled_turn_get(g);
    meepled_refusal refusal = MEEPLED_REFUSE_PHASE;
    size_t t = 0;

    while (t < sizeof types / sizeof *types && strcmp(types[t].name, words->type) != 0)
        t++;
    *action = (meepled_action){ .with = MEEPLED_NONE8 };
    if (turn.phase == MEEPLED_OVER)
        return meepled_rule_against(g, MEEPLED_REFUSE_OVER, MEEPLED_NONE);
    if (turn.decides != seat)
        return meepled_rule_against(g, MEEPLED_REFUSE_PLAYER, MEEPLED_NONE);
    if (t == sizeof types / sizeof *types || (types[t].phase >= 0 && types[t].phase != turn.phase))
        return meepled_rule_against(g, MEEPLED_REFUSE_PHASE, MEEPLED_NONE);

    bool good = true;

    action->type = (uint8_t)types[t].type;
    switch (types[t].type) {
    case MEEPLED_PLACE_TILE:
        good = read_tile(stack, words, action, &refusal);
        break;
    case MEEPLED_PLACE_FIGURE:
    case MEEPLED_RETRIEVE_FIGURE:
        good = read_figure(g, stack, words, action, &refusal);
        break;
    case MEEPLED_CHOOSE:
        action->choice = choice_find(stack, words->choice);
        refusal = MEEPLED_REFUSE_CHOICE;
        good = action->choice != MEEPLED_NONE8;
        break;
    case MEEPLED_PASS:
        break;
    }
    return good ? NULL : meepled_rule_against(g, refusal, MEEPLED_NONE);
}
