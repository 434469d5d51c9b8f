/* Piles, hands, offers: where every tile is that does not lie on the table. */
#include "game/state.h"

#include <string.h>

uint16_t *
pile_order(const meepled_game *g, uint8_t pile)
{
    return g->order + (size_t)pile * g->pile_cap;
}

void
pile_fill(meepled_game *g, uint8_t pile, const uint16_t *tiles, size_t count)
{
    if (count > 0)
        memcpy(pile_order(g, pile), tiles, count * sizeof *tiles);
    g->s->piles[pile] = (struct state_pile){ .end = (uint16_t)count, .dealt = (uint16_t)count };
}

uint16_t
meepled_pile_left(const meepled_game *g, uint8_t pile)
{
    return pile < g->rules->pile_count ? (uint16_t)(g->s->piles[pile].end - g->s->piles[pile].top)
                                       : 0;
}

const uint16_t *
meepled_pile_secret(const meepled_game *g, uint8_t pile, size_t *count)
{
    *count = meepled_pile_left(g, pile);
    return *count > 0 ? pile_order(g, pile) + g->s->piles[pile].top : NULL;
}

const uint16_t *
meepled_pile_dealt(const meepled_game *g, uint8_t pile, size_t *count)
{
    *count = pile < g->rules->pile_count ? g->s->piles[pile].dealt : 0;
    return *count > 0 ? pile_order(g, pile) : NULL;
}

uint16_t
meepled_draw(meepled_game *g, uint8_t pile)
{
    if (meepled_pile_left(g, pile) == 0)
        return MEEPLED_NONE;
    g->s->loose++;
    return pile_order(g, pile)[g->s->piles[pile].top++];
}

uint16_t
meepled_draw_last(meepled_game *g, uint8_t pile)
{
    if (meepled_pile_left(g, pile) == 0)
        return MEEPLED_NONE;
    g->s->loose++;
    return pile_order(g, pile)[--g->s->piles[pile].end];
}

/* A tile in the rules' hands is about to be put somewhere. */
static inline meepled_status
settle(meepled_game *g, uint16_t tile, const char *what)
{
    if (g->s->loose == 0)
        return state_broken(g, "%s of a tile that was not drawn", what);
    if (tile >= g->rules->tiles->count)
        return state_broken(g, "%s of tile %u, which does not exist", what, tile);
    g->s->loose--;
    return MEEPLED_OK;
}

meepled_status
meepled_pile_return(meepled_game *g, uint8_t pile, uint16_t tile)
{
    if (pile >= g->rules->pile_count)
        return state_broken(g, "no pile %u", pile);
    if (settle(g, tile, "return") != MEEPLED_OK)
        return MEEPLED_EBROKEN;
    struct state_pile *p = &g->s->piles[pile];
    uint16_t *order = pile_order(g, pile);
    if (p->end == g->pile_cap && p->top > 0) {
        memmove(order, order + p->top, (size_t)(p->end - p->top) * sizeof *order);
        p->end = (uint16_t)(p->end - p->top);
        p->top = 0;
    }
    if (p->end == g->pile_cap)
        return state_broken(g, "pile %u is full", pile);
    order[p->end++] = tile;
    p->dealt = p->end;
    return MEEPLED_OK;
}

meepled_status
meepled_discard(meepled_game *g, uint16_t tile)
{
    if (settle(g, tile, "discard") != MEEPLED_OK)
        return MEEPLED_EBROKEN;
    if (g->s->discarded_count == g->out_cap)
        return state_broken(g, "more tiles discarded than there are");
    g->discarded[g->s->discarded_count++] = tile;
    meepled_event *event = state_event(g, MEEPLED_TILE_DISCARDED, g->s->player);
    if (event)
        event->place.tile = tile;
    return MEEPLED_OK;
}

meepled_status
meepled_aside(meepled_game *g, uint16_t tile)
{
    if (settle(g, tile, "laying aside") != MEEPLED_OK)
        return MEEPLED_EBROKEN;
    if (g->s->aside_count == g->out_cap)
        return state_broken(g, "more tiles laid aside than there are");
    g->aside[g->s->aside_count++] = tile;
    meepled_event *event = state_event(g, MEEPLED_TILE_ASIDE, MEEPLED_NONE8);
    if (event)
        event->place.tile = tile;
    return MEEPLED_OK;
}

meepled_status
meepled_offer_tile(meepled_game *g, uint16_t tile)
{
    if (g->s->offer_held)
        return state_broken(g, "a drawn tile offered beside held ones");
    if (settle(g, tile, "offer") != MEEPLED_OK)
        return MEEPLED_EBROKEN;
    if (g->s->offer_count == MEEPLED_OFFER_MAX)
        return state_broken(g, "more than %d tiles offered", MEEPLED_OFFER_MAX);
    g->s->offer[g->s->offer_count++] = tile;
    return MEEPLED_OK;
}

/* How often `tile` is among list[0..count). */
static unsigned
times(const uint16_t *list, uint8_t count, uint16_t tile)
{
    unsigned found = 0;

    for (uint8_t i = 0; i < count; i++)
        found += list[i] == tile;
    return found;
}

_Static_assert(MEEPLED_HAND_MAX <= MEEPLED_OFFER_MAX, "a hand that cannot be offered");

meepled_status
meepled_offer_held(meepled_game *g, uint16_t tile)
{
    struct state *s = g->s;
    const struct state_player *p = &s->player_states[s->player];

    if (s->offer_count > 0 && !s->offer_held)
        return state_broken(g, "a held tile offered beside drawn ones");
    if (times(s->offer, s->offer_count, tile) >= times(p->hand, p->hand_count, tile))
        return state_broken(g, "player %u holds no tile %u to offer", s->player, tile);
    s->offer[s->offer_count++] = tile;
    s->offer_held = true;
    return MEEPLED_OK;
}

static inline bool
offer_take(meepled_game *g, uint16_t tile)
{
    struct state *s = g->s;

    for (uint8_t i = 0; i < s->offer_count; i++) {
        if (s->offer[i] != tile)
            continue;
        memmove(&s->offer[i], &s->offer[i + 1],
                (size_t)(s->offer_count - i - 1) * sizeof *s->offer);
        s->offer_count--;
        s->offer[s->offer_count] = 0;
        return true;
    }
    return false;
}

meepled_status
meepled_offer_withdraw(meepled_game *g, uint16_t tile)
{
    if (!offer_take(g, tile))
        return state_broken(g, "tile %u is not offered", tile);
    if (!g->s->offer_held)
        g->s->loose++;
    g->s->offer_held = g->s->offer_held && g->s->offer_count > 0;
    return MEEPLED_OK;
}

static bool
hand_take(struct state_player *p, uint16_t tile)
{
    for (uint8_t i = 0; i < p->hand_count; i++) {
        if (p->hand[i] != tile)
            continue;
        memmove(&p->hand[i], &p->hand[i + 1], (size_t)(p->hand_count - i - 1) * sizeof *p->hand);
        p->hand_count--;
        p->hand[p->hand_count] = 0;
        return true;
    }
    return false;
}

bool
offer_place(meepled_game *g, uint16_t tile)
{
    struct state *s = g->s;

    if (!offer_take(g, tile))
        return false;
    if (!s->offer_held)
        return true;
    memset(s->offer, 0, sizeof s->offer);
    s->offer_count = 0;
    s->offer_held = false;
    return hand_take(&s->player_states[s->player], tile);
}

meepled_status
meepled_hand_add(meepled_game *g, uint8_t player, uint16_t tile)
{
    if (player >= g->s->players)
        return state_broken(g, "no player %u", player);
    struct state_player *p = &g->s->player_states[player];
    if (p->hand_count == MEEPLED_HAND_MAX)
        return state_broken(g, "more than %d tiles in a hand", MEEPLED_HAND_MAX);
    if (settle(g, tile, "taking in hand") != MEEPLED_OK)
        return MEEPLED_EBROKEN;
    p->hand[p->hand_count++] = tile;
    meepled_event *event = state_event(g, MEEPLED_TILE_TAKEN, player);
    if (event)
        event->place.tile = tile;
    return MEEPLED_OK;
}

meepled_status
meepled_hand_remove(meepled_game *g, uint8_t player, uint16_t tile)
{
    if (player >= g->s->players)
        return state_broken(g, "no player %u", player);
    if (g->s->offer_held && player == g->s->player)
        return state_broken(g, "tile %u taken from a hand that is offered", tile);
    if (!hand_take(&g->s->player_states[player], tile))
        return state_broken(g, "player %u has no tile %u in hand", player, tile);
    g->s->loose++;
    return MEEPLED_OK;
}

const uint16_t *
meepled_offered(const meepled_game *g, size_t *count)
{
    *count = g->s->offer_count;
    return g->s->offer;
}

const uint16_t *
meepled_hand(const meepled_game *g, uint8_t player, size_t *count)
{
    *count = player < g->s->players ? g->s->player_states[player].hand_count : 0;
    return *count > 0 ? g->s->player_states[player].hand : NULL;
}

const uint16_t *
meepled_discarded(const meepled_game *g, size_t *count)
{
    *count = g->s->discarded_count;
    return g->discarded;
}

const uint16_t *
meepled_laid_aside(const meepled_game *g, size_t *count)
{
    *count = g->s->aside_count;
    return g->aside;
}
