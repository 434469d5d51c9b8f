/* The turn machine. */
#include "rules/turn.h"

#include "rules/fence.h"

/* A rule set whose parts lapse for ever must not hang the server. */
enum { LAPSES_MAX = 4 * MEEPLED_PLAYERS_MAX };

/* ---- completed regions ---- */

struct completed {
    uint16_t ids[9 * MEEPLED_ZONES_MAX]; /* zones of the tile and of the eight around it */
    uint64_t keys[9 * MEEPLED_ZONES_MAX];
    size_t count;
};

/* Keep them by kind in the order of declaration, then by cell, then by zone. */
static void
completed_add(const meepled_game *g, struct completed *c, uint16_t zone)
{
    const struct board_zone *z = &g->board.zones[zone];
    const struct board_slot *slot = &g->board.slots[z->slot];
    const uint64_t key =
        (uint64_t)z->kind << 48 | (uint64_t)board_cell(slot->x, slot->y) << 16 | zone;
    size_t at = c->count;

    for (size_t i = 0; i < c->count; i++)
        if (c->ids[i] == z->region)
            return;
    for (; at > 0 && c->keys[at - 1] > key; at--) {
        c->ids[at] = c->ids[at - 1];
        c->keys[at] = c->keys[at - 1];
    }
    c->ids[at] = z->region;
    c->keys[at] = key;
    c->count++;
}

static void
completed_by_sides(const meepled_game *g, uint16_t slot, struct completed *c)
{
    const uint16_t first = g->board.slots[slot].zone_first;
    const uint16_t end = (uint16_t)(first + meepled_zone_count(g, slot));

    for (uint16_t zone = first; zone < end; zone++) {
        const struct board_zone *z = &g->board.zones[zone];

        if (g->board.zones[z->region].open == 0 &&
            g->stack->words.kinds[z->kind].closing == MEEPLED_BY_SIDES)
            completed_add(g, c, zone);
    }
}

static void
completed_by_cells(const meepled_game *g, uint16_t slot, struct completed *c)
{
    const struct board_slot *placed = &g->board.slots[slot];

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            const uint16_t other =
                board_find(&g->board, (int16_t)(placed->x + dx), (int16_t)(placed->y + dy));

            if (other == MEEPLED_NONE)
                continue;
            const struct bound_tile *tile = &g->stack->tiles->tiles[g->board.slots[other].tile];
            if (!(tile->kinds & g->stack->by_cells) || board_around(&g->board, other) != 8)
                continue;
            const uint16_t first = g->board.slots[other].zone_first;
            for (uint16_t i = 0; i < tile->zone_count; i++)
                if (g->stack->by_cells >> g->board.zones[first + i].kind & 1)
                    completed_add(g, c, (uint16_t)(first + i));
        }
}

static meepled_status
settle_part(meepled_game *g)
{
    struct completed c;

    c.count = 0;
    if (g->s->slot != MEEPLED_NONE) {
        completed_by_sides(g, g->s->slot, &c);
        if (g->stack->by_cells)
            completed_by_cells(g, g->s->slot, &c);
    }
    for (size_t i = 0; i < c.count; i++) {
        const meepled_status status = meepled_completed(g, c.ids[i]);
        if (status != MEEPLED_OK)
            return status;
    }
    g->s->phase = MEEPLED_DECISION;
    const meepled_status status = meepled_resolved(g);
    if (status == MEEPLED_OK && g->s->ask_count > 0) {
        meepled_event *event = state_event(g, MEEPLED_DECISION_OPENED, g->s->asks[0].player);
        if (event)
            event->word = g->s->asks[0].decision;
    }
    return status;
}

/* ---- parts and turns ---- */

static meepled_status
tiles_check(const meepled_game *g, const char *hook)
{
    if (g->s->loose != 0)
        return state_broken(g, "%u tiles drawn and lost in %s", g->s->loose, hook);
    return MEEPLED_OK;
}

static void
part_event(meepled_game *g, meepled_event_type type)
{
    const struct state *s = g->s;
    meepled_event *event = state_event(g, type, s->player);

    if (event) {
        event->count = s->turn;
        event->zones = s->part;
        event->final = s->bonus;
        event->place.tile = s->offer_count > 0 ? s->offer[0] : (uint16_t)MEEPLED_NONE;
    }
}

/* Returns true in `waiting` when there is a tile to place. */
static meepled_status
part_begin(meepled_game *g, const meepled_next_turn *next, bool *waiting)
{
    struct state *s = g->s;

    if (next->player >= s->players)
        return state_broken(g, "next player %u of %u", next->player, s->players);
    if (s->offer_count > 0)
        return state_broken(g, "%u offered tiles left over", s->offer_count);
    s->player = next->player;
    s->bonus = next->further && next->bonus;
    s->part = next->further ? (uint8_t)(s->part + 1) : 1;
    s->turn = (uint16_t)(s->turn + !next->further);
    s->granted = s->granted_bonus = false;
    s->slot = MEEPLED_NONE;
    s->phase = MEEPLED_PLACE;
    meepled_status status = meepled_offer(g);
    if (status == MEEPLED_OK)
        status = tiles_check(g, "offer");
    *waiting = s->offer_count > 0;
    s->lapsed = !*waiting;
    if (status != MEEPLED_OK)
        return status;
    if (*waiting && !actions_any(g))
        return state_broken(g, "no action with the tile offered");
    part_event(g, *waiting ? MEEPLED_TURN_STARTED : MEEPLED_TURN_LAPSED);
    return MEEPLED_OK;
}

meepled_status
turn_begin(meepled_game *g, const meepled_next_turn *next)
{
    meepled_next_turn now = *next;

    for (int lapses = 0; lapses < LAPSES_MAX; lapses++) {
        bool waiting = false;

        if (now.over)
            return turn_finish(g);
        const meepled_status status = part_begin(g, &now, &waiting);
        if (status != MEEPLED_OK || waiting)
            return status;
        now = meepled_next(g);
    }
    return state_broken(g, "%d parts in a row lapsed", LAPSES_MAX);
}

meepled_status
turn_finish(meepled_game *g)
{
    struct state *s = g->s;

    s->phase = MEEPLED_OVER;
    const meepled_status status = meepled_final(g);
    if (status != MEEPLED_OK)
        return status;
    while (s->figure_count > 0)
        figures_return_in(g, board_id(&g->board, g->figures[0].zone, false), UINT8_MAX);
    for (uint8_t p = 0; p < s->players; p++)
        for (uint8_t f = 0; f < g->rules->figure_count; f++)
            while (s->player_states[p].away[f] > 0)
                if (meepled_figure_restock(g, p, f) != MEEPLED_OK)
                    return MEEPLED_EBROKEN;
    meepled_event *event = state_event(g, MEEPLED_GAME_FINISHED, MEEPLED_NONE8);
    for (uint8_t p = 0; event && p < s->players; p++)
        event->points[p] = s->player_states[p].score;
    if (event)
        event->rule = g->stack->rule_end;
    return MEEPLED_OK;
}

/* A choice took away what was offered: nothing is left to place in this part. */
static meepled_status
part_lapse(meepled_game *g)
{
    g->s->lapsed = true;
    part_event(g, MEEPLED_TURN_LAPSED);
    const meepled_next_turn next = meepled_next(g);
    return turn_begin(g, &next);
}

meepled_status
turn_advance(meepled_game *g)
{
    meepled_status status = tiles_check(g, "a hook");

    if (status == MEEPLED_OK && g->s->phase == MEEPLED_FIGURE && !actions_any(g))
        status = settle_part(g);
    if (status == MEEPLED_OK && g->s->phase == MEEPLED_PLACE && g->s->offer_count == 0)
        return part_lapse(g);
    if (status == MEEPLED_OK && g->s->phase == MEEPLED_PLACE && !actions_any(g))
        return state_broken(g, "no action with the tile offered");
    if (status != MEEPLED_OK || g->s->phase != MEEPLED_DECISION)
        return status;
    if (g->s->ask_count > 0)
        return actions_any(g)
                   ? MEEPLED_OK
                   : state_broken(g, "decision %u has no choices", g->s->asks[0].decision);
    const meepled_next_turn next = meepled_next(g);
    return turn_begin(g, &next);
}

/* ---- applying an action ---- */

static meepled_status
place_tile(meepled_game *g, const meepled_action *a, uint16_t at)
{
    struct board *b = &g->board;

    if (b->count->slots == b->cap.slots || !offer_place(g, a->tile))
        return state_broken(g, "no room for tile %s", meepled_tile_id(g, a->tile));
    g->s->slot = board_place(b, at, a->tile, (uint8_t)(a->turned / 90), g->s->player, g->s->turn);
    g->s->phase = MEEPLED_FIGURE;
    meepled_event *event = state_event(g, MEEPLED_TILE_PLACED, g->s->player);
    if (event)
        event->place =
            (meepled_place){ .tile = a->tile, .x = a->x, .y = a->y, .turned = a->turned };
    return meepled_placed(g, g->s->slot);
}

static void
figure_event(meepled_game *g, meepled_event_type type, uint16_t figure)
{
    meepled_event *event = state_event(g, type, g->s->player);

    if (event) {
        event->figure_count = 1;
        event->figures[0] = g->figures[figure];
    }
}

static meepled_status
place_figure(meepled_game *g, const meepled_action *a)
{
    const uint16_t zone = (uint16_t)(g->board.slots[g->s->slot].zone_first + a->zone);
    const uint16_t figure = figure_put(g, g->s->player, a->figure, a->with, zone);

    figure_event(g, MEEPLED_FIGURE_PLACED, figure);
    const meepled_status status = meepled_deployed(g, figure);
    return status == MEEPLED_OK ? settle_part(g) : status;
}

static meepled_status
retrieve_figure(meepled_game *g, uint16_t figure)
{
    figure_event(g, MEEPLED_FIGURE_RETRIEVED, figure);
    meepled_status status = meepled_retrieved(g, figure);
    if (status == MEEPLED_OK)
        status = meepled_figure_return(g, figure);
    return status == MEEPLED_OK ? settle_part(g) : status;
}

static meepled_status
make_choice(meepled_game *g, uint8_t player, const meepled_action *a)
{
    struct state *s = g->s;
    const bool decision = s->phase == MEEPLED_DECISION;
    meepled_event *event = state_event(g, MEEPLED_CHOICE_MADE, player);

    if (event)
        event->word = a->choice;
    const meepled_status status = meepled_choose(g, a->choice);
    if (status != MEEPLED_OK || !decision)
        return status;
    s->ask_count--;
    for (uint8_t i = 0; i < s->ask_count; i++)
        s->asks[i] = s->asks[i + 1];
    s->asks[s->ask_count] = (struct state_ask){ 0 };
    if (s->ask_count > 0) {
        event = state_event(g, MEEPLED_DECISION_OPENED, s->asks[0].player);
        if (event)
            event->word = s->asks[0].decision;
    }
    return MEEPLED_OK;
}

meepled_status
meepled_apply(meepled_game *g, uint8_t player, const meepled_action *action, meepled_events *events,
              const char **rule, meepled_error *err)
{
    uint16_t where = MEEPLED_NONE;
    const char *why = actions_refuse(g, player, action, &where);
    meepled_status status = MEEPLED_OK;

    if (rule)
        *rule = why;
    if (why)
        return meepled_fail(err, MEEPLED_EREFUSED, "refused by rule %s", why);
    if (err)
        err->text[0] = '\0';
    g->events = events;
    g->error = err;
    switch ((meepled_action_type)action->type) {
    case MEEPLED_PLACE_TILE:
        status = place_tile(g, action, where);
        break;
    case MEEPLED_PLACE_FIGURE:
        status = place_figure(g, action);
        break;
    case MEEPLED_RETRIEVE_FIGURE:
        status = retrieve_figure(g, where);
        break;
    case MEEPLED_CHOOSE:
        status = make_choice(g, player, action);
        break;
    case MEEPLED_PASS:
        (void)state_event(g, MEEPLED_PASSED, player);
        status = settle_part(g);
        break;
    }
    if (status == MEEPLED_OK)
        status = turn_advance(g);
    if (status == MEEPLED_OK)
        status = fence_check(g);
    if (status != MEEPLED_OK)
        status = state_broken(g, "a hook failed with status %d", (int)status);
    g->events = NULL;
    g->error = NULL;
    return status;
}
