/* Events: what followed from an action, the same in every place they are sent. */
#include "game_json.h"

#include <stdio.h>

/* {"0":12,"2":5}: the seats with something. */
static void
by_seat(struct json_out *j, const char *key, const meepled_game *g, const int32_t *numbers,
        bool all)
{
    char seat[4];

    put_object(j, key);
    for (uint8_t p = 0; p < meepled_players(g); p++)
        if (all || numbers[p] != 0) {
            snprintf(seat, sizeof seat, "%u", p);
            put_int(j, seat, numbers[p]);
        }
    put_end(j);
}

/* A scored region: where, how large, all its zones, who stood there, who got what, by which rule.
 * Its zones are read from the game after the event: nothing joins a region once it is scored
 * before somebody decides again. */
static void
region_json(struct json_out *j, const meepled_game *g, const meepled_event *e)
{
    size_t count = 0;
    const uint16_t region =
        e->system ? meepled_system_of(g, e->zone) : meepled_region_of(g, e->zone);
    int32_t strength[MEEPLED_PLAYERS_MAX];

    put_string(j, "kind", meepled_stack_kinds(meepled_game_stack(g), &count)[e->word].name);
    put_bool(j, "system", e->system);
    game_json_zone(j, g, e->zone);
    put_int(j, "tiles", e->tiles);
    put_array(j, "zones");
    for (uint16_t zone = meepled_region_next(g, region, MEEPLED_NONE); zone != MEEPLED_NONE;
         zone = meepled_region_next(g, region, zone)) {
        put_object(j, NULL);
        game_json_zone(j, g, zone);
        put_end(j);
    }
    put_end(j);
    by_seat(j, "points", g, e->points, false);
    for (size_t p = 0; p < MEEPLED_PLAYERS_MAX; p++)
        strength[p] = e->strength[p];
    by_seat(j, "figures", g, strength, false);
    put_string(j, "rule", e->rule);
    put_bool(j, "final", e->final);
}

static void
figures_json(struct json_out *j, const meepled_game *g, const meepled_event *e)
{
    put_array(j, "figures");
    for (uint8_t f = 0; f < e->figure_count; f++) {
        put_object(j, NULL);
        put_int(j, "player", e->figures[f].player);
        game_json_figure(j, g, &e->figures[f]);
        put_end(j);
    }
    put_end(j);
}

/* The members that only this type has. */
static void
details_json(struct json_out *j, const meepled_game *g, const meepled_event *e)
{
    const meepled_stack *stack = meepled_game_stack(g);
    size_t count = 0;

    switch (e->type) {
    case MEEPLED_TURN_STARTED:
    case MEEPLED_TURN_LAPSED:
        put_int(j, "turn", e->count);
        put_int(j, "part", e->zones);
        put_bool(j, "bonus", e->final);
        break;
    case MEEPLED_TILE_LAID:
    case MEEPLED_TILE_PLACED:
        game_json_place(j, g, &e->place);
        break;
    case MEEPLED_TILE_DISCARDED:
    case MEEPLED_TILE_ASIDE:
    case MEEPLED_TILE_TAKEN:
        put_string(j, "tile", meepled_tile_id(g, e->place.tile));
        break;
    case MEEPLED_FIGURE_PLACED:
    case MEEPLED_FIGURE_RETRIEVED:
        game_json_figure(j, g, &e->figures[0]);
        break;
    case MEEPLED_REGION_SCORED:
        region_json(j, g, e);
        break;
    case MEEPLED_POINTS_SCORED:
        by_seat(j, "points", g, e->points, false);
        put_string(j, "rule", e->rule);
        put_bool(j, "final", e->final);
        break;
    case MEEPLED_FIGURES_RETURNED:
        figures_json(j, g, e);
        break;
    case MEEPLED_TOKENS_TAKEN:
        put_string(j, "token", meepled_stack_tokens(stack, &count)[e->word].name);
        put_int(j, "count", e->count);
        break;
    case MEEPLED_DECISION_OPENED:
        put_string(j, "decision", meepled_stack_decisions(stack, &count)[e->word].name);
        break;
    case MEEPLED_CHOICE_MADE:
        put_string(j, "choice", meepled_stack_choices(stack, &count)[e->word].name);
        break;
    case MEEPLED_GAME_FINISHED:
        by_seat(j, "scores", g, e->points, true);
        break;
    default:
        break;
    }
}

void
game_json_events(struct json_out *j, uint32_t version, const meepled_game *g,
                 const meepled_events *events, uint32_t since)
{
    for (size_t i = 0; i < events->count && i < events->cap; i++) {
        const meepled_event *e = &events->list[i];
        if (e->seq <= since)
            continue;
        put_object(j, NULL);
        put_int(j, "seq", e->seq);
        put_int(j, "version", version);
        put_string(j, "type", meepled_event_name(e->type));
        if (e->player != MEEPLED_NONE8)
            put_int(j, "player", e->player);
        details_json(j, g, e);
        put_end(j);
    }
}
