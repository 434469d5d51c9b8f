/* The digest of a state: BLAKE2b over a canonical text of everything that matters, in an order that
 * does not depend on how the block is laid out.  What follows from the tiles (regions) is left out.
 */
#include "game/state.h"

#include <sodium.h>
#include <string.h>

struct writer {
    crypto_generichash_state hash;
    uint8_t buffer[512];
    size_t used;
};

static void
flush(struct writer *w)
{
    crypto_generichash_update(&w->hash, w->buffer, w->used);
    w->used = 0;
}

static void
put(struct writer *w, uint32_t number, unsigned bytes)
{
    if (w->used + bytes > sizeof w->buffer)
        flush(w);
    for (unsigned i = 0; i < bytes; i++)
        w->buffer[w->used++] = (uint8_t)(number >> (8 * i));
}

static void
put_tiles(struct writer *w, const uint16_t *tiles, size_t count)
{
    put(w, (uint32_t)count, 2);
    for (size_t i = 0; i < count; i++)
        put(w, tiles[i], 2);
}

static void
put_player(struct writer *w, const meepled_game *g, const struct state_player *p)
{
    put(w, (uint32_t)p->score, 4);
    for (uint8_t f = 0; f < g->rules->figure_count; f++) {
        put(w, p->supply[f], 1);
        put(w, p->away[f], 1);
    }
    for (uint8_t t = 0; t < g->rules->token_count; t++)
        put(w, p->tokens[t], 2);
    put_tiles(w, p->hand, p->hand_count);
}

static void
put_turn(struct writer *w, const struct state *s)
{
    put(w, s->players, 1);
    put(w, s->first, 1);
    put(w, s->phase, 1);
    put(w, s->player, 1);
    put(w, s->part, 1);
    put(w,
        (uint32_t)(s->bonus | s->lapsed << 1 | s->granted << 2 | s->granted_bonus << 3 |
                   s->offer_held << 4),
        1);
    put(w, s->turn, 2);
    put(w, s->slot, 2);
    put(w, s->random_at, 4);
    put_tiles(w, s->offer, s->offer_count);
    put(w, s->ask_count, 1);
    for (uint8_t i = 0; i < s->ask_count; i++) {
        put(w, s->asks[i].player, 1);
        put(w, s->asks[i].decision, 1);
        put(w, s->asks[i].subject, 2);
    }
}

void
meepled_digest(const meepled_game *g, uint8_t out[MEEPLED_DIGEST])
{
    const struct state *s = g->s;
    struct writer w = { .used = 0 };

    crypto_generichash_init(&w.hash, NULL, 0, MEEPLED_DIGEST);
    put(&w, 1, 1); /* version of this text */
    put_turn(&w, s);
    for (uint8_t p = 0; p < s->players; p++)
        put_player(&w, g, &s->player_states[p]);
    for (uint8_t p = 0; p < g->rules->pile_count; p++) {
        size_t count;
        const uint16_t *tiles = meepled_pile_secret(g, p, &count);
        put_tiles(&w, tiles, count);
    }
    put_tiles(&w, g->discarded, s->discarded_count);
    put_tiles(&w, g->aside, s->aside_count);
    put(&w, s->board.slots, 2);
    for (uint16_t i = 0; i < s->board.slots; i++) {
        const struct board_slot *slot = &g->board.slots[i];

        put(&w, slot->tile, 2);
        put(&w, board_cell(slot->x, slot->y), 4);
        put(&w, slot->quarters, 1);
        put(&w, slot->player, 1);
        put(&w, slot->turn, 2);
    }
    put(&w, s->figure_count, 2);
    for (uint16_t i = 0; i < s->figure_count; i++) {
        const meepled_figure *f = &g->figures[i];

        put(&w, f->player, 1);
        put(&w, f->kind, 1);
        put(&w, f->with, 1);
        put(&w, f->zone, 2);
        put(&w, f->turn, 2);
        put(&w, f->part, 1);
        put(&w, f->mark, 1);
    }
    flush(&w);
    crypto_generichash_update(&w.hash, g->layers, g->rules->layers_size);
    crypto_generichash_final(&w.hash, out, MEEPLED_DIGEST);
}
