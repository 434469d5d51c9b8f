/* Making a game: tiles into piles, shuffling, the setup hooks, the first turn. */
#include "rules/fence.h"
#include "rules/turn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- checking the parameters ---- */

/* Copies in the pile; one of the start tile lies on the table. */
static uint16_t
copies(const struct bound_tile *tile)
{
    return (uint16_t)(tile->count - tile->start);
}

static size_t
printed(const meepled_stack *stack, uint8_t pile)
{
    size_t count = 0;

    for (size_t t = 0; t < stack->tiles->count; t++)
        if (stack->tiles->tiles[t].pile == pile)
            count += copies(&stack->tiles->tiles[t]);
    return count;
}

static const meepled_deck *
deck_of(const meepled_game_params *params, uint8_t pile)
{
    for (size_t i = 0; i < params->deck_count; i++)
        if (params->decks[i].pile == pile)
            return &params->decks[i];
    return NULL;
}

static meepled_status
deck_check(const meepled_stack *stack, const meepled_game_params *params, size_t at,
           meepled_error *err)
{
    const meepled_deck *deck = &params->decks[at];

    if (deck->pile >= stack->words.pile_count)
        return meepled_fail(err, MEEPLED_ECONFIG, "no pile %u", deck->pile);
    const char *name = stack->words.piles[deck->pile].name;
    if (deck_of(params, deck->pile) != deck)
        return meepled_fail(err, MEEPLED_ECONFIG, "deck %s is given twice", name);
    if (deck->count > printed(stack, deck->pile))
        return meepled_fail(err, MEEPLED_ECONFIG, "deck %s has %zu tiles, the pile has %zu", name,
                            deck->count, printed(stack, deck->pile));
    for (size_t i = 0; i < deck->count; i++)
        if (deck->tiles[i] >= stack->tiles->count)
            return meepled_fail(err, MEEPLED_ECONFIG, "deck %s: no tile %u", name, deck->tiles[i]);
    return MEEPLED_OK;
}

static meepled_status
params_check(const meepled_stack *stack, const meepled_game_params *params, meepled_error *err)
{
    if (params->players < stack->players_min || params->players > stack->players_max)
        return meepled_fail(err, MEEPLED_ECONFIG, "%u players, this variant is for %u to %u",
                            params->players, stack->players_min, stack->players_max);
    if (params->first != MEEPLED_NONE8 && params->first >= params->players)
        return meepled_fail(err, MEEPLED_ECONFIG, "first player %u of %u", params->first,
                            params->players);
    for (size_t i = 0; i < params->deck_count; i++) {
        const meepled_status status = deck_check(stack, params, i, err);
        if (status != MEEPLED_OK)
            return status;
    }
    return MEEPLED_OK;
}

/* ---- filling ---- */

/* The printed tiles of a pile, part by part from the top, in the order of the sets. */
static size_t
printed_list(const meepled_stack *stack, uint8_t pile, uint16_t *out)
{
    const bool parted = stack->tiles->parted;
    size_t count = 0;

    for (uint8_t part = parted ? BOUND_TOP : BOUND_MIDDLE;
         part <= (parted ? BOUND_BOTTOM : BOUND_MIDDLE); part++)
        for (size_t t = 0; t < stack->tiles->count; t++) {
            const struct bound_tile *tile = &stack->tiles->tiles[t];

            if (tile->pile != pile || tile->part != part)
                continue;
            for (uint16_t i = 0; i < copies(tile); i++)
                out[count++] = (uint16_t)t;
        }
    return count;
}

/* Each part by itself: the pile is narrowed to one after the other. */
static void
parts_shuffle(meepled_game *g, uint8_t pile)
{
    struct state_pile *const p = &g->s->piles[pile];
    const struct bound_tile *const tiles = g->stack->tiles->tiles;
    const uint16_t *const order = pile_order(g, pile);
    const struct state_pile whole = *p;

    while (p->top < whole.end) {
        for (p->end = p->top; p->end < whole.end; p->end++)
            if (tiles[order[p->end]].part != tiles[order[p->top]].part)
                break;
        pile_shuffle(g, pile);
        p->top = p->end;
    }
    *p = whole;
}

static void
room_add(struct state_room *room, const meepled_stack *stack, const uint16_t *tiles, size_t count)
{
    room->slots += count;
    for (size_t i = 0; i < count; i++)
        room->zones += stack->tiles->tiles[tiles[i]].zone_count;
}

meepled_status
setup_new(meepled_stack *stack, const meepled_game_params *params, meepled_game **out,
          meepled_error *err)
{
    struct state_room room = { .players = params->players };
    struct {
        const uint16_t *tiles;
        size_t count;
    } piles[MEEPLED_PILES_MAX] = { 0 };
    uint16_t lists[BOARD_SLOTS_MAX];
    size_t listed = 0, total = 0;
    meepled_status status = params_check(stack, params, err);

    if (status != MEEPLED_OK)
        return status;
    for (uint8_t p = 0; p < stack->words.pile_count; p++)
        total += printed(stack, p);
    if (total > BOARD_SLOTS_MAX - 1)
        return meepled_fail(err, MEEPLED_ECONFIG, "%zu tiles, the engine allows %d", total,
                            BOARD_SLOTS_MAX - 1);
    for (uint8_t p = 0; p < stack->words.pile_count; p++) {
        const meepled_deck *deck = deck_of(params, p);

        piles[p].tiles = deck ? deck->tiles : lists + listed;
        piles[p].count = deck ? deck->count : printed_list(stack, p, lists + listed);
        listed += deck ? 0 : piles[p].count;
        room_add(&room, stack, piles[p].tiles, piles[p].count);
    }
    room.piled = room.slots;
    if (stack->tiles->start != MEEPLED_NONE)
        room_add(&room, stack, &stack->tiles->start, 1);
    room.slots += room.slots == 0;
    meepled_game *g = state_new(&stack->rules, &room);
    if (!g)
        return meepled_fail(err, MEEPLED_ENOMEM, "out of memory or beyond the engine's limits");
    g->stack = meepled_stack_ref(stack);
    fence_build(g);
    memcpy(g->s->seed, params->seed, MEEPLED_SEED);
    for (uint8_t p = 0; p < stack->words.pile_count; p++) {
        pile_fill(g, p, piles[p].tiles, piles[p].count);
        if (!deck_of(params, p) && stack->tiles->parted)
            parts_shuffle(g, p);
        else if (!deck_of(params, p))
            pile_shuffle(g, p);
    }
    g->s->first = params->first == MEEPLED_NONE8 ? (uint8_t)meepled_random(g, params->players)
                                                 : params->first;
    *out = g;
    return MEEPLED_OK;
}

meepled_status
setup_run(meepled_game *g, meepled_events *events, meepled_error *err)
{
    if (err)
        err->text[0] = '\0';
    g->events = events;
    g->error = err;
    g->s->player = g->s->first;
    meepled_status status = meepled_setup(g);
    if (status == MEEPLED_OK && g->s->loose != 0)
        status = state_broken(g, "%u tiles drawn and lost in setup", g->s->loose);
    if (status == MEEPLED_OK) {
        const meepled_next_turn first = { .player = g->s->first };
        status = turn_begin(g, &first);
    }
    if (status == MEEPLED_OK)
        status = fence_check(g);
    if (status != MEEPLED_OK)
        status = state_broken(g, "setup failed with status %d", (int)status);
    g->events = NULL;
    g->error = NULL;
    return status;
}

meepled_status
meepled_game_new(meepled_stack *stack, const meepled_game_params *params, meepled_events *events,
                 meepled_game **out, meepled_error *err)
{
    meepled_game *g = NULL;
    meepled_status status = setup_new(stack, params, &g, err);

    assert((status == MEEPLED_OK) == (g != NULL));
    if (status == MEEPLED_OK)
        status = setup_run(g, events, err);
    if (status != MEEPLED_OK) {
        meepled_game_free(g);
        return status;
    }
    *out = g;
    return MEEPLED_OK;
}

/* ---- handles ---- */

void
meepled_game_free(meepled_game *g)
{
    if (!g)
        return;
    meepled_stack_unref(g->stack);
    free(g);
}

meepled_game *
meepled_game_clone(const meepled_game *g)
{
    meepled_game *copy = state_clone(g);

    if (copy)
        copy->stack = meepled_stack_ref(g->stack);
    return copy;
}

void
meepled_game_copy(meepled_game *to, const meepled_game *from)
{
    memcpy(to->block, from->block, from->size);
}

meepled_stack *
meepled_game_stack(const meepled_game *g)
{
    return g->stack;
}
