#include "game_json.h"

#include <stdlib.h>
#include <string.h>

/* ---- parts ---- */

const char *
game_json_phase(const meepled_game *g)
{
    const meepled_turn turn = meepled_turn_get(g);
    size_t count = 0;

    switch (turn.phase) {
    case MEEPLED_PLACE:
        return "place-tile";
    case MEEPLED_FIGURE:
        return "place-figure";
    case MEEPLED_DECISION: {
        const meepled_decision_word *words = meepled_stack_decisions(meepled_game_stack(g), &count);
        return turn.decision < count ? words[turn.decision].name : NULL;
    }
    default:
        return NULL;
    }
}

void
game_json_zone(struct json_out *j, const meepled_game *g, uint16_t zone)
{
    const meepled_place place = meepled_board_get(g, meepled_zone_get(g, zone).slot).place;

    put_int(j, "x", place.x);
    put_int(j, "y", place.y);
    put_string(j, "zone", meepled_zone_name(g, zone));
}

/* What a figure of this kind is called on a zone of that kind. */
static const char *
role_name(const meepled_stack *stack, uint8_t figure, uint8_t kind)
{
    size_t count = 0;
    const char *kind_name = meepled_stack_kinds(stack, &count)[kind].name;
    const meepled_role_word *role = meepled_stack_figures(stack, &count)[figure].roles;

    for (; role && role->kind; role++)
        if (strcmp(role->kind, kind_name) == 0)
            return role->name;
    return NULL;
}

void
game_json_figure(struct json_out *j, const meepled_game *g, const meepled_figure *figure)
{
    const meepled_stack *stack = meepled_game_stack(g);
    size_t count = 0;
    const meepled_figure_word *words = meepled_stack_figures(stack, &count);

    put_string(j, "figure", words[figure->kind].name);
    put_string(j, "role", role_name(stack, figure->kind, meepled_zone_get(g, figure->zone).kind));
    game_json_zone(j, g, figure->zone);
    if (figure->with != MEEPLED_NONE8)
        put_string(j, "with", words[figure->with].name);
}

void
game_json_place(struct json_out *j, const meepled_game *g, const meepled_place *place)
{
    put_string(j, "tile", meepled_tile_id(g, place->tile));
    put_int(j, "x", place->x);
    put_int(j, "y", place->y);
    put_int(j, "rotation", place->turned);
}

static void
seat_or_null(struct json_out *j, const char *key, uint8_t seat)
{
    if (seat == MEEPLED_NONE8)
        put_null(j, key);
    else
        put_int(j, key, seat);
}

/* ---- actions ---- */

static const char *
zone_of_action(const meepled_game *g, const meepled_action *action)
{
    const uint16_t slot = meepled_board_find(g, action->x, action->y);

    return slot == MEEPLED_NONE
               ? NULL
               : meepled_zone_name(g, (uint16_t)(meepled_zone_first(g, slot) + action->zone));
}

static void
action_json(struct json_out *j, const meepled_game *g, const meepled_action *action)
{
    const meepled_stack *stack = meepled_game_stack(g);
    size_t count = 0;
    const meepled_figure_word *figures = meepled_stack_figures(stack, &count);

    put_object(j, NULL);
    switch (action->type) {
    case MEEPLED_PLACE_TILE:
        put_string(j, "type", "place-tile");
        game_json_place(
            j, g,
            &(meepled_place){
                .tile = action->tile, .x = action->x, .y = action->y, .turned = action->turned });
        break;
    case MEEPLED_PLACE_FIGURE:
        put_string(j, "type", "place-figure");
        put_string(j, "figure", figures[action->figure].name);
        put_string(j, "zone", zone_of_action(g, action));
        if (action->with != MEEPLED_NONE8)
            put_string(j, "with", figures[action->with].name);
        break;
    case MEEPLED_RETRIEVE_FIGURE:
        put_string(j, "type", "retrieve-figure");
        put_string(j, "figure", figures[action->figure].name);
        put_int(j, "x", action->x);
        put_int(j, "y", action->y);
        put_string(j, "zone", zone_of_action(g, action));
        break;
    case MEEPLED_CHOOSE:
        put_string(j, "type", "choose");
        put_string(j, "choice", meepled_stack_choices(stack, &count)[action->choice].name);
        break;
    default:
        put_string(j, "type", "pass");
    }
    put_end(j);
}

void
game_json_actions(struct json_out *j, const struct server_game *game)
{
    const bool playing = game->record->status == STORE_PLAYING && game->game;
    const meepled_game *g = game->game;

    put_object(j, NULL);
    put_int(j, "version", game->version);
    seat_or_null(j, "player", playing ? meepled_turn_get(g).decides : MEEPLED_NONE8);
    put_string(j, "phase", playing ? game_json_phase(g) : NULL);
    put_array(j, "actions");
    if (playing) {
        meepled_action some[256];
        meepled_action *list = some;
        const size_t count = meepled_actions(g, some, sizeof some / sizeof some[0]);
        if (count > sizeof some / sizeof some[0]) {
            list = calloc(count, sizeof *list);
            j->failed = j->failed || !list;
            if (list)
                meepled_actions(g, list, count);
        }
        for (size_t i = 0; list && i < count; i++)
            action_json(j, g, &list[i]);
        if (list != some)
            free(list);
    }
    put_end(j);
    put_end(j);
}
