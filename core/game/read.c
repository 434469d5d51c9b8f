/* Reading a game: the parts of <meepled/game.h> that only look. */
#include "game/state.h"

uint8_t
meepled_players(const meepled_game *g)
{
    return g->s->players;
}

uint8_t
meepled_first_player(const meepled_game *g)
{
    return g->s->first;
}

meepled_turn
meepled_turn_get(const meepled_game *g)
{
    const struct state *s = g->s;
    meepled_turn turn = { .number = s->turn,
                          .player = s->player,
                          .decides = s->player,
                          .phase = s->phase,
                          .part = s->part,
                          .bonus = s->bonus,
                          .lapsed = s->lapsed,
                          .decision = MEEPLED_NONE8,
                          .subject = MEEPLED_NONE,
                          .slot = s->slot };

    if (s->phase == MEEPLED_OVER) {
        turn.decides = MEEPLED_NONE8;
    } else if (s->phase == MEEPLED_DECISION) {
        turn.decides = s->asks[0].player;
        turn.decision = s->asks[0].decision;
        turn.subject = s->asks[0].subject;
    }
    return turn;
}

int32_t
meepled_score_get(const meepled_game *g, uint8_t player)
{
    return player < g->s->players ? g->s->player_states[player].score : 0;
}

uint16_t
meepled_tokens(const meepled_game *g, uint8_t player, uint8_t token)
{
    return player < g->s->players && token < g->rules->token_count
               ? g->s->player_states[player].tokens[token]
               : 0;
}

const char *
meepled_tile_id(const meepled_game *g, uint16_t tile)
{
    return tile < g->rules->tiles->count ? g->rules->tiles->tiles[tile].id : "";
}

uint16_t
meepled_start_tile(const meepled_game *g)
{
    return g->rules->tiles->start;
}

uint16_t
meepled_tile_ports(const meepled_game *g, uint16_t tile, uint16_t turned, uint8_t kind)
{
    const unsigned shift = 3u * (turned / 90u % 4u);
    unsigned ports = 0;

    if (tile >= g->rules->tiles->count)
        return 0;
    const struct bound_tile *t = &g->rules->tiles->tiles[tile];
    if (!(t->kinds >> kind & 1))
        return 0;
    for (uint8_t z = 0; z < t->zone_count; z++)
        if (t->zones[z].kind == kind)
            ports |= t->zones[z].ports;
    return (uint16_t)(((ports << shift) | (ports >> (12u - shift))) & 0xfffu);
}

/* ---- the table ---- */

uint16_t
meepled_board_count(const meepled_game *g)
{
    return g->s->board.slots;
}

meepled_laid
meepled_board_get(const meepled_game *g, uint16_t slot)
{
    const struct board_slot *s = &g->board.slots[slot];

    return (meepled_laid){
        .place = { .tile = s->tile, .x = s->x, .y = s->y, .turned = (uint16_t)(s->quarters * 90) },
        .player = s->player,
        .turn = s->turn
    };
}

uint16_t
meepled_board_find(const meepled_game *g, int16_t x, int16_t y)
{
    return board_find(&g->board, x, y);
}

uint16_t
meepled_zone_first(const meepled_game *g, uint16_t slot)
{
    return g->board.slots[slot].zone_first;
}

uint8_t
meepled_zone_count(const meepled_game *g, uint16_t slot)
{
    return g->rules->tiles->tiles[g->board.slots[slot].tile].zone_count;
}

meepled_zone
meepled_zone_get(const meepled_game *g, uint16_t zone)
{
    const struct board_zone *z = &g->board.zones[zone];

    return (meepled_zone){ .slot = z->slot,
                           .index = (uint8_t)(zone - g->board.slots[z->slot].zone_first),
                           .kind = z->kind,
                           .ports = board_ports(&g->board, zone),
                           .region = z->region,
                           .system = board_id(&g->board, zone, true) };
}

const char *
meepled_zone_name(const meepled_game *g, uint16_t zone)
{
    return board_zone_bound(&g->board, zone)->name;
}

int32_t
meepled_zone_attribute(const meepled_game *g, uint16_t zone, uint8_t attribute)
{
    return board_zone_bound(&g->board, zone)->attributes[attribute];
}

/* ---- regions ---- */

uint16_t
meepled_region_of(const meepled_game *g, uint16_t zone)
{
    return g->board.zones[zone].region;
}

uint16_t
meepled_system_of(const meepled_game *g, uint16_t zone)
{
    return board_id(&g->board, zone, true);
}

meepled_region
meepled_region_get(const meepled_game *g, uint16_t region)
{
    return board_region(&g->board, region);
}

uint8_t
meepled_region_kind(const meepled_game *g, uint16_t region)
{
    return g->board.zones[region & ~MEEPLED_SYSTEM].kind;
}

uint16_t
meepled_region_zones(const meepled_game *g, uint16_t region)
{
    const struct board_zone *root = &g->board.zones[region & ~MEEPLED_SYSTEM];

    return board_is_system(&g->board, region) ? root->system_size : root->size;
}

bool
meepled_region_closed(const meepled_game *g, uint16_t region)
{
    return board_closed(&g->board, region);
}

uint16_t
meepled_region_next(const meepled_game *g, uint16_t region, uint16_t zone)
{
    const uint16_t root = (uint16_t)(region & ~MEEPLED_SYSTEM);

    if (zone == MEEPLED_NONE)
        return root;
    const uint16_t after = board_ring_next(&g->board, region, zone);
    return after == root ? (uint16_t)MEEPLED_NONE : after;
}

int32_t
meepled_region_sum(const meepled_game *g, uint16_t region, uint8_t attribute)
{
    return board_sum(&g->board, region, attribute);
}

size_t
meepled_region_links(const meepled_game *g, uint16_t region, uint8_t link, uint16_t *out,
                     size_t cap)
{
    return board_links(&g->board, region, link, out, cap);
}

size_t
meepled_region_linked_from(const meepled_game *g, uint16_t region, uint8_t link, uint16_t *out,
                           size_t cap)
{
    return board_linked_from(&g->board, region, link, out, cap);
}

/* ---- for embedders ---- */

size_t
meepled_game_size(const meepled_game *g)
{
    return g->size;
}

const void *
meepled_game_block(const meepled_game *g)
{
    return g->block;
}

size_t
meepled_game_memory(const meepled_game *g)
{
    return sizeof *g + g->size;
}

uint32_t
meepled_event_count(const meepled_game *g)
{
    return g->s->event_seq;
}

void
meepled_ranking(const meepled_game *g, uint8_t *ranks)
{
    for (uint8_t p = 0; p < g->s->players; p++) {
        ranks[p] = 1;
        for (uint8_t o = 0; o < g->s->players; o++)
            if (g->s->player_states[o].score > g->s->player_states[p].score)
                ranks[p]++;
    }
}
