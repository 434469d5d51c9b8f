/* Making, laying out and copying the flat block. */
#include "game/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct layout {
    struct board_caps board;
    uint16_t pile_cap, figure_cap, out_cap;
    size_t board_at, figures_at, order_at, discarded_at, aside_at, layers_at, size;
};

static size_t
take(size_t *at, size_t bytes)
{
    const size_t here = (*at + 15u) & ~(size_t)15u;

    *at = here + bytes;
    return here;
}

static bool
layout_make(struct layout *l, const struct game_rules *rules, const struct state_room *room)
{
    size_t at = sizeof(struct state), figures = 0;

    if (room->slots == 0 || room->slots > BOARD_SLOTS_MAX || room->zones > BOARD_ZONES_MAX ||
        room->players == 0 || room->players > MEEPLED_PLAYERS_MAX)
        return false;
    for (uint8_t f = 0; f < rules->figure_count; f++)
        if (!((rules->companions >> f) & 1))
            figures += rules->figures[f].supply;
    l->board = board_caps_for(room->slots, room->zones);
    l->pile_cap = (uint16_t)room->piled;
    l->figure_cap = (uint16_t)(figures * room->players);
    l->out_cap = (uint16_t)room->slots;
    l->board_at = take(&at, board_size(&l->board));
    l->figures_at = take(&at, l->figure_cap * sizeof(meepled_figure));
    l->order_at = take(&at, (size_t)l->pile_cap * rules->pile_count * sizeof(uint16_t));
    l->discarded_at = take(&at, l->out_cap * sizeof(uint16_t));
    l->aside_at = take(&at, l->out_cap * sizeof(uint16_t));
    l->layers_at = take(&at, rules->layers_size);
    l->size = take(&at, 0);
    return true;
}

static meepled_game *
handle_new(const struct game_rules *rules, const struct layout *l)
{
    meepled_game *g = calloc(1, sizeof *g + l->size);

    if (!g)
        return NULL;
    g->rules = rules;
    g->size = l->size;
    g->pile_cap = l->pile_cap;
    g->figure_cap = l->figure_cap;
    g->out_cap = l->out_cap;
    g->s = (void *)g->block;
    board_attach(&g->board, rules->tiles, &l->board, &g->s->board, g->block + l->board_at);
    g->figures = (void *)(g->block + l->figures_at);
    g->order = (void *)(g->block + l->order_at);
    g->discarded = (void *)(g->block + l->discarded_at);
    g->aside = (void *)(g->block + l->aside_at);
    g->layers = g->block + l->layers_at;
    return g;
}

meepled_game *
state_new(const struct game_rules *rules, const struct state_room *room)
{
    struct layout l;
    meepled_game *g = layout_make(&l, rules, room) ? handle_new(rules, &l) : NULL;

    if (!g)
        return NULL;
    g->s->players = room->players;
    g->s->slot = MEEPLED_NONE;
    g->s->part = 1;
    for (uint8_t p = 0; p < room->players; p++)
        for (uint8_t f = 0; f < rules->figure_count; f++)
            g->s->player_states[p].supply[f] = rules->figures[f].supply;
    return g;
}

meepled_game *
state_clone(const meepled_game *g)
{
    meepled_game *copy = malloc(sizeof *copy + g->size);

    if (!copy)
        return NULL;
    memcpy(copy, g, sizeof *g + g->size);
    copy->events = NULL;
    copy->error = NULL;
    const unsigned char *from = g->block;
    unsigned char *to = copy->block;
    copy->s = (void *)to;
    board_attach(&copy->board, g->rules->tiles, &g->board.cap, &copy->s->board,
                 to + ((const unsigned char *)g->board.frontier - from));
    copy->figures = (void *)(to + ((const unsigned char *)g->figures - from));
    copy->order = (void *)(to + ((const unsigned char *)g->order - from));
    copy->discarded = (void *)(to + ((const unsigned char *)g->discarded - from));
    copy->aside = (void *)(to + ((const unsigned char *)g->aside - from));
    copy->layers = to + (g->layers - from);
    return copy;
}

meepled_status
state_broken(const meepled_game *g, const char *format, ...)
{
    va_list args;

    if (g->error && g->error->text[0] == '\0') {
        va_start(args, format);
        vsnprintf(g->error->text, sizeof g->error->text, format, args);
        va_end(args);
    }
    return MEEPLED_EBROKEN;
}

meepled_event *
state_event(meepled_game *g, meepled_event_type type, uint8_t player)
{
    const uint32_t seq = ++g->s->event_seq;

    if (!g->events || g->events->count++ >= g->events->cap)
        return NULL;
    meepled_event *event = &g->events->list[g->events->count - 1];
    *event = (meepled_event){ .seq = seq, .type = (uint8_t)type, .player = player };
    event->word = MEEPLED_NONE8;
    event->zone = MEEPLED_NONE;
    event->place.tile = MEEPLED_NONE;
    return event;
}

const char *
meepled_event_name(uint8_t type)
{
    static const char *const names[MEEPLED_EVENT_TYPES] = {
        [MEEPLED_TILE_LAID] = "tile-laid",
        [MEEPLED_TURN_STARTED] = "turn-started",
        [MEEPLED_TILE_DISCARDED] = "tile-discarded",
        [MEEPLED_TILE_ASIDE] = "tile-aside",
        [MEEPLED_TILE_PLACED] = "tile-placed",
        [MEEPLED_FIGURE_PLACED] = "figure-placed",
        [MEEPLED_FIGURE_RETRIEVED] = "figure-retrieved",
        [MEEPLED_PASSED] = "passed",
        [MEEPLED_REGION_SCORED] = "region-scored",
        [MEEPLED_POINTS_SCORED] = "points-scored",
        [MEEPLED_FIGURES_RETURNED] = "figures-returned",
        [MEEPLED_TOKENS_TAKEN] = "tokens-taken",
        [MEEPLED_DECISION_OPENED] = "decision-opened",
        [MEEPLED_CHOICE_MADE] = "choice-made",
        [MEEPLED_GAME_FINISHED] = "game-finished",
        [MEEPLED_TILE_TAKEN] = "tile-taken",
        [MEEPLED_TURN_LAPSED] = "turn-lapsed",
    };

    return type < MEEPLED_EVENT_TYPES ? names[type] : "unknown";
}
