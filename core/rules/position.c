/* Positions set up by hand. */
#include "rules/position.h"

#include "rules/fence.h"
#include "rules/turn.h"

#include <string.h>

static meepled_status
no_tile(const meepled_game *g, uint16_t tile, meepled_error *err)
{
    return tile < g->rules->tiles->count
               ? MEEPLED_OK
               : meepled_fail(err, MEEPLED_EBROKEN, "no tile %u in this stack", tile);
}

meepled_status
position_new(meepled_stack *stack, uint8_t players, meepled_game **out, meepled_error *err)
{
    struct state_room room = { .players = players };
    size_t most = 0;

    for (size_t t = 0; t < stack->tiles->count; t++) {
        room.slots += stack->tiles->tiles[t].count;
        if (stack->tiles->tiles[t].zone_count > most)
            most = stack->tiles->tiles[t].zone_count;
    }
    room.piled = room.slots;
    room.zones = room.slots * most;
    meepled_game *g = state_new(&stack->rules, &room);
    if (!g)
        return meepled_fail(err, MEEPLED_ENOMEM, "out of memory or beyond the engine's limits");
    g->stack = meepled_stack_ref(stack);
    fence_build(g);
    g->s->turn = 1;
    *out = g;
    return MEEPLED_OK;
}

meepled_status
position_lay(meepled_game *g, const meepled_place *place, uint8_t player, meepled_error *err)
{
    struct board *b = &g->board;
    const uint8_t quarters = (uint8_t)(place->turned / 90u);

    if (no_tile(g, place->tile, err) != MEEPLED_OK)
        return MEEPLED_EBROKEN;
    /* The frontier is sized for tiles that hang together: one apart opens four cells and its own.
     */
    if (b->count->slots == b->cap.slots || b->count->frontier + 4 > b->cap.frontier)
        return meepled_fail(err, MEEPLED_EBROKEN, "no room for more than %u tiles", b->cap.slots);
    if (place->turned % 90u != 0 || quarters > 3 ||
        board_find(b, place->x, place->y) != MEEPLED_NONE)
        return meepled_fail(err, MEEPLED_EBROKEN, "cell %d,%d is filled, or the turn is no quarter",
                            place->x, place->y);
    board_frontier_open(b, place->x, place->y);
    const uint16_t at = board_frontier_find(b, place->x, place->y);
    if (!board_takes(b, at, place->tile, quarters))
        return meepled_fail(err, MEEPLED_EBROKEN, "tile %s does not match at %d,%d",
                            meepled_tile_id(g, place->tile), place->x, place->y);
    (void)board_place(b, at, place->tile, quarters, player, 0);
    return MEEPLED_OK;
}

meepled_status
position_figure(meepled_game *g, uint8_t player, uint8_t kind, uint8_t with, int16_t x, int16_t y,
                uint8_t index, meepled_error *err)
{
    const uint16_t slot = board_find(&g->board, x, y);

    if (slot == MEEPLED_NONE || index >= meepled_zone_count(g, slot))
        return meepled_fail(err, MEEPLED_EBROKEN, "no zone %u at %d,%d", index, x, y);
    if (player >= g->s->players || meepled_supply(g, player, kind) == 0 ||
        (with != MEEPLED_NONE8 && meepled_supply(g, player, with) == 0))
        return meepled_fail(err, MEEPLED_EBROKEN, "player %u has no figure %u left", player, kind);
    const uint16_t zone = (uint16_t)(g->board.slots[slot].zone_first + index);
    const uint16_t figure = figure_put(g, player, kind, with, zone);
    g->figures[figure].turn = 0;
    return MEEPLED_OK;
}

meepled_status
position_pile(meepled_game *g, uint8_t pile, const uint16_t *tiles, size_t count,
              meepled_error *err)
{
    if (pile >= g->rules->pile_count || count > g->pile_cap)
        return meepled_fail(err, MEEPLED_EBROKEN, "no pile %u of %zu tiles", pile, count);
    for (size_t i = 0; i < count; i++)
        if (no_tile(g, tiles[i], err) != MEEPLED_OK)
            return MEEPLED_EBROKEN;
    pile_fill(g, pile, tiles, count);
    return MEEPLED_OK;
}

meepled_status
position_hand(meepled_game *g, uint8_t player, const uint16_t *tiles, size_t count,
              meepled_error *err)
{
    if (player >= g->s->players || count > MEEPLED_HAND_MAX)
        return meepled_fail(err, MEEPLED_EBROKEN, "no hand %u of %zu tiles", player, count);
    struct state_player *p = &g->s->player_states[player];
    memset(p->hand, 0, sizeof p->hand);
    p->hand_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (no_tile(g, tiles[i], err) != MEEPLED_OK)
            return MEEPLED_EBROKEN;
        p->hand[p->hand_count++] = tiles[i];
    }
    return MEEPLED_OK;
}

void
position_score(meepled_game *g, uint8_t player, int32_t score)
{
    g->s->player_states[player].score = score;
}

meepled_status
position_turn(meepled_game *g, uint8_t player, uint16_t tile, bool bonus, meepled_error *err)
{
    struct state *s = g->s;

    if (no_tile(g, tile, err) != MEEPLED_OK)
        return MEEPLED_EBROKEN;
    if (player >= s->players)
        return meepled_fail(err, MEEPLED_EBROKEN, "no player %u", player);
    s->player = player;
    s->turn++;
    s->part = bonus ? 2 : 1;
    s->bonus = bonus;
    s->lapsed = s->granted = s->granted_bonus = false;
    s->ask_count = 0;
    s->slot = MEEPLED_NONE;
    s->phase = MEEPLED_PLACE;
    s->offer_count = 1;
    s->offer_held = false;
    s->offer[0] = tile;
    return MEEPLED_OK;
}

/* Run `step` with events and errors going to the caller. */
static meepled_status
listening(meepled_game *g, meepled_events *events, meepled_error *err,
          meepled_status (*step)(meepled_game *, const meepled_next_turn *),
          const meepled_next_turn *next)
{
    if (err)
        err->text[0] = '\0';
    g->events = events;
    g->error = err;
    const meepled_status status = step(g, next);
    g->events = NULL;
    g->error = NULL;
    return status;
}

meepled_status
position_draw(meepled_game *g, uint8_t player, meepled_events *events, meepled_error *err)
{
    const meepled_next_turn next = { .player = player };

    return listening(g, events, err, turn_begin, &next);
}

static meepled_status
finish(meepled_game *g, const meepled_next_turn *next)
{
    (void)next;
    return turn_finish(g);
}

meepled_status
position_finish(meepled_game *g, meepled_events *events, meepled_error *err)
{
    return listening(g, events, err, finish, NULL);
}
