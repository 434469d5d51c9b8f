/* Figures: on the table, in supply, and back. */
#include "game/state.h"

#include <string.h>

static uint8_t
bit(uint8_t kind)
{
    return (uint8_t)(1u << kind);
}

/* ---- marks: which kinds stand in a region and in a system ---- */

static void
marks_set(meepled_game *g, uint8_t kind, uint16_t zone)
{
    struct board_zone *zones = g->board.zones;

    if (g->rules->figures[kind].scope == MEEPLED_IN_REGION)
        zones[zones[zone].region].figures |= bit(kind);
    else
        zones[board_id(&g->board, zone, true) & ~MEEPLED_SYSTEM].system_figures |= bit(kind);
}

/* After a figure has left `zone`: what still stands in its region and system. */
static void
marks_renew(meepled_game *g, uint16_t zone)
{
    struct board_zone *zones = g->board.zones;
    const uint16_t region = zones[zone].region;
    const uint16_t system = board_id(&g->board, zone, true);

    zones[region].figures = 0;
    zones[system & ~MEEPLED_SYSTEM].system_figures = 0;
    for (uint16_t i = 0; i < g->s->figure_count; i++) {
        const meepled_figure *f = &g->figures[i];

        if (zones[f->zone].region == region || board_id(&g->board, f->zone, true) == system) {
            marks_set(g, f->kind, f->zone);
            if (f->with != MEEPLED_NONE8)
                marks_set(g, f->with, f->zone);
        }
    }
}

uint16_t
figure_put(meepled_game *g, uint8_t player, uint8_t kind, uint8_t with, uint16_t zone)
{
    const uint16_t at = g->s->figure_count++;
    struct state_player *p = &g->s->player_states[player];

    g->figures[at] = (meepled_figure){ .player = player,
                                       .kind = kind,
                                       .with = with,
                                       .zone = zone,
                                       .turn = g->s->turn,
                                       .part = g->s->part };
    p->supply[kind]--;
    marks_set(g, kind, zone);
    if (with != MEEPLED_NONE8) {
        p->supply[with]--;
        marks_set(g, with, zone);
    }
    return at;
}

/* Take figure `at` off the table, without event or marks. */
static meepled_figure
lift(meepled_game *g, uint16_t at)
{
    const meepled_figure f = g->figures[at];
    struct state_player *p = &g->s->player_states[f.player];

    memmove(&g->figures[at], &g->figures[at + 1],
            (size_t)(g->s->figure_count - at - 1) * sizeof *g->figures);
    g->s->figure_count--;
    memset(&g->figures[g->s->figure_count], 0, sizeof *g->figures);
    p->supply[f.kind]++;
    if (f.with != MEEPLED_NONE8)
        p->supply[f.with]++;
    return f;
}

meepled_status
meepled_figure_return(meepled_game *g, uint16_t figure)
{
    if (figure >= g->s->figure_count)
        return state_broken(g, "no figure %u on the table", figure);
    const meepled_figure f = lift(g, figure);
    marks_renew(g, f.zone);
    meepled_event *event = state_event(g, MEEPLED_FIGURES_RETURNED, f.player);
    if (event) {
        event->figure_count = 1;
        event->figures[0] = f;
    }
    return MEEPLED_OK;
}

void
figures_return_in(meepled_game *g, uint16_t id, uint8_t kinds)
{
    const bool system = (id & MEEPLED_SYSTEM) != 0;
    meepled_event *event = NULL;
    unsigned in_event = 0;
    uint16_t zone = MEEPLED_NONE;

    for (uint16_t i = 0; i < g->s->figure_count;) {
        const meepled_figure *f = &g->figures[i];

        if (!((kinds >> f->kind) & 1) || board_id(&g->board, f->zone, system) != id) {
            i++;
            continue;
        }
        zone = f->zone;
        if (in_event++ % 8 == 0)
            event = state_event(g, MEEPLED_FIGURES_RETURNED, MEEPLED_NONE8);
        if (event)
            event->figures[event->figure_count++] = *f;
        (void)lift(g, i);
    }
    if (zone != MEEPLED_NONE)
        marks_renew(g, zone);
}

meepled_status
meepled_figures_return(meepled_game *g, uint16_t region, uint8_t kinds)
{
    const unsigned scope = (region & MEEPLED_SYSTEM) ? MEEPLED_IN_SYSTEM : MEEPLED_IN_REGION;

    if (!board_id_valid(&g->board, region))
        return state_broken(g, "no region %u", region);
    figures_return_in(g, region, kinds & g->rules->scope_figures[scope]);
    return MEEPLED_OK;
}

meepled_status
meepled_companion_take(meepled_game *g, uint16_t figure, bool to_supply)
{
    if (figure >= g->s->figure_count || g->figures[figure].with == MEEPLED_NONE8)
        return state_broken(g, "no companion beside figure %u", figure);
    meepled_figure *f = &g->figures[figure];
    struct state_player *p = &g->s->player_states[f->player];
    meepled_event *event = to_supply ? state_event(g, MEEPLED_FIGURES_RETURNED, f->player) : NULL;
    if (event) {
        event->figure_count = 1;
        event->figures[0] = *f;
        event->figures[0].kind = f->with;
        event->figures[0].with = MEEPLED_NONE8;
    }
    if (to_supply)
        p->supply[f->with]++;
    else
        p->away[f->with]++;
    f->with = MEEPLED_NONE8;
    marks_renew(g, f->zone);
    return MEEPLED_OK;
}

meepled_status
meepled_figure_restock(meepled_game *g, uint8_t player, uint8_t figure_kind)
{
    if (player >= g->s->players || figure_kind >= g->rules->figure_count ||
        g->s->player_states[player].away[figure_kind] == 0)
        return state_broken(g, "player %u has no figure of kind %u out of reach", player,
                            figure_kind);
    g->s->player_states[player].away[figure_kind]--;
    g->s->player_states[player].supply[figure_kind]++;
    return MEEPLED_OK;
}

meepled_status
meepled_figure_mark(meepled_game *g, uint16_t figure, uint8_t mark)
{
    if (figure >= g->s->figure_count)
        return state_broken(g, "no figure %u on the table", figure);
    g->figures[figure].mark = mark;
    return MEEPLED_OK;
}

/* ---- reading ---- */

uint16_t
meepled_figure_count(const meepled_game *g)
{
    return g->s->figure_count;
}

meepled_figure
meepled_figure_get(const meepled_game *g, uint16_t figure)
{
    return g->figures[figure];
}

const char *
meepled_figure_role(const meepled_game *g, uint16_t figure)
{
    const meepled_figure *f = &g->figures[figure];
    const meepled_role_word *role = g->rules->roles[f->kind][g->board.zones[f->zone].kind];

    return role ? role->name : "";
}

uint8_t
meepled_supply(const meepled_game *g, uint8_t player, uint8_t figure_kind)
{
    return player < g->s->players && figure_kind < g->rules->figure_count
               ? g->s->player_states[player].supply[figure_kind]
               : 0;
}

uint8_t
meepled_figures_away(const meepled_game *g, uint8_t player, uint8_t figure_kind)
{
    return player < g->s->players && figure_kind < g->rules->figure_count
               ? g->s->player_states[player].away[figure_kind]
               : 0;
}

size_t
meepled_regions_with(const meepled_game *g, uint8_t figure_kind, uint16_t *out, size_t cap)
{
    const bool system = figure_kind < g->rules->figure_count &&
                        g->rules->figures[figure_kind].scope == MEEPLED_IN_SYSTEM;
    uint16_t ids[MEEPLED_PLAYERS_MAX * MEEPLED_SUPPLY_MAX];
    uint64_t keys[MEEPLED_PLAYERS_MAX * MEEPLED_SUPPLY_MAX];
    size_t found = 0;

    for (uint16_t i = 0; i < g->s->figure_count; i++) {
        const meepled_figure *f = &g->figures[i];
        size_t at = 0;

        if (f->kind != figure_kind && f->with != figure_kind)
            continue;
        const uint16_t id = board_id(&g->board, f->zone, system);
        while (at < found && ids[at] != id)
            at++;
        if (at < found || found == sizeof ids / sizeof *ids)
            continue;
        const uint16_t lowest = board_lowest(&g->board, id);
        const struct board_slot *slot = &g->board.slots[g->board.zones[lowest].slot];
        const uint64_t key = (uint64_t)board_cell(slot->x, slot->y) << 16 | lowest;
        for (at = found++; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            ids[at] = ids[at - 1];
        }
        keys[at] = key;
        ids[at] = id;
    }
    /* cppcheck-suppress uninitvar ; only what was found is copied */
    memcpy(out, ids, (found < cap ? found : cap) * sizeof *out);
    return found;
}
