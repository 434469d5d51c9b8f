/* Helpers of hooks that ask other hooks: scoring a region, finding a tile that fits, laying one. */
#include "rules/stack.h"

static void
strengths(const meepled_game *g, uint16_t id, uint8_t *strength)
{
    const bool system = (id & MEEPLED_SYSTEM) != 0;
    const uint8_t scope = g->rules->scope_figures[system ? MEEPLED_IN_SYSTEM : MEEPLED_IN_REGION];

    for (uint16_t i = 0; i < g->s->figure_count; i++) {
        const meepled_figure *f = &g->figures[i];

        if (((scope >> f->kind) & 1) && board_id(&g->board, f->zone, system) == id)
            strength[f->player] =
                (uint8_t)(strength[f->player] + g->rules->figures[f->kind].strength);
    }
}

/* Give `value` to those who claim it, with one event, returned in `*event` (NULL: nobody listens).
 */
static meepled_status
pay(meepled_game *g, uint16_t region, int32_t value, const bool *claims, bool final,
    const char *rule, meepled_event **made)
{
    meepled_event *event = state_event(g, MEEPLED_REGION_SCORED, MEEPLED_NONE8);

    *made = event;
    for (uint8_t p = 0; p < g->s->players; p++) {
        if (!claims[p])
            continue;
        if (value > INT32_MAX - g->s->player_states[p].score)
            return state_broken(g, "the score of player %u overflows", p);
        g->s->player_states[p].score += value;
        if (event)
            event->points[p] = value;
    }
    if (event) {
        const meepled_region r = board_region(&g->board, region);
        const struct board_slot *slot = &g->board.slots[g->board.zones[r.lowest].slot];

        event->word = r.kind;
        event->system = r.system;
        event->final = final;
        event->zone = r.lowest;
        event->place = (meepled_place){ .tile = slot->tile, .x = slot->x, .y = slot->y };
        event->tiles = r.tiles;
        event->zones = r.zones;
        event->rule = rule;
        strengths(g, region, event->strength);
    }
    return MEEPLED_OK;
}

static meepled_status
negative(const meepled_game *g, int32_t value, uint16_t region)
{
    return state_broken(g, "value %d of region %u: a score never falls", (int)value, region);
}

meepled_status
meepled_score_region(meepled_game *g, uint16_t region, bool final, const char *rule)
{
    bool claims[MEEPLED_PLAYERS_MAX] = { false };
    meepled_event *event;

    if (!board_id_valid(&g->board, region))
        return state_broken(g, "no region %u to score", region);
    const int32_t value = meepled_value(g, region, final);
    if (value < 0)
        return negative(g, value, region);
    meepled_claim(g, region, claims);
    return pay(g, region, value, claims, final, rule, &event);
}

meepled_status
meepled_score_figure(meepled_game *g, uint16_t figure, bool final, const char *rule)
{
    bool claims[MEEPLED_PLAYERS_MAX] = { false }, own[MEEPLED_PLAYERS_MAX] = { false };
    meepled_event *event;

    if (figure >= g->s->figure_count)
        return state_broken(g, "no figure %u to score", figure);
    const meepled_figure f = g->figures[figure];
    const bool system = g->rules->figures[f.kind].scope == MEEPLED_IN_SYSTEM;
    const uint16_t region = board_id(&g->board, f.zone, system);
    const int32_t value = meepled_value(g, region, final);
    if (value < 0)
        return negative(g, value, region);
    meepled_claim(g, region, claims);
    own[f.player] = claims[f.player];
    const meepled_status status = pay(g, region, value, own, final, rule, &event);
    if (event) {
        event->figure_count = 1;
        event->figures[0] = f;
    }
    return status;
}

bool
meepled_fits(const meepled_game *g, uint16_t tile)
{
    const struct board *b = &g->board;

    if (tile >= g->rules->tiles->count)
        return false;
    const uint64_t lanes = g->rules->tiles->tiles[tile].lanes;
    for (uint16_t at = 0; at < b->count->frontier; at++) {
        const struct board_gap *gap = &b->frontier[at];
        uint64_t turns = board_turns(gap, lanes);

        if (turns && !g->stack->owns[HOOK_veto])
            return true;
        while (turns) {
            const meepled_place place = { .tile = tile,
                                          .x = gap->x,
                                          .y = gap->y,
                                          .turned = (uint16_t)(board_turn_take(&turns) * 90) };
            if (!meepled_veto(g, &place))
                return true;
        }
    }
    return false;
}

meepled_status
meepled_offer_fitting(meepled_game *g, uint8_t pile)
{
    for (;;) {
        const uint16_t tile = meepled_draw(g, pile);

        if (tile == MEEPLED_NONE)
            return MEEPLED_OK;
        if (meepled_fits(g, tile))
            return meepled_offer_tile(g, tile);
        if (meepled_discard(g, tile) != MEEPLED_OK)
            return MEEPLED_EBROKEN;
    }
}

meepled_status
meepled_lay(meepled_game *g, const meepled_place *place)
{
    struct board *b = &g->board;
    const uint8_t quarters = (uint8_t)(place->turned / 90u);

    if (place->tile >= g->rules->tiles->count || place->turned % 90u != 0 || quarters > 3)
        return state_broken(g, "no tile %u turned by %u", place->tile, place->turned);
    if (b->count->slots == 0)
        board_frontier_open(b, place->x, place->y);
    const uint16_t at = board_frontier_find(b, place->x, place->y);
    if (at == MEEPLED_NONE || !board_takes(b, at, place->tile, quarters))
        return state_broken(g, "tile %s does not fit at %d,%d", meepled_tile_id(g, place->tile),
                            place->x, place->y);
    if (b->count->slots == b->cap.slots)
        return state_broken(g, "more tiles on the table than there are");
    /* The start tile comes from the box, all others were drawn. */
    if (g->s->loose > 0)
        g->s->loose--;
    else if (place->tile != g->rules->tiles->start)
        return state_broken(g, "tile %s was not drawn", meepled_tile_id(g, place->tile));
    (void)board_place(b, at, place->tile, quarters, MEEPLED_NONE8, g->s->turn);
    meepled_event *event = state_event(g, MEEPLED_TILE_LAID, MEEPLED_NONE8);
    if (event)
        event->place = *place;
    return MEEPLED_OK;
}
