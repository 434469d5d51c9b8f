/* The plain tile-laying game, the lowest layer of every stack: the hooks' defaults.
 *
 * Its own refusals are EN-1..EN-14 in the order of meepled_refusal; EN-15 ends the game, EN-16
 * scores a completed region, EN-17 a region at the end; the refusal added since is EN-18. */
#include "rules/stack.h"

#include <string.h>

/* The start tile lies at 0,0; where the sets have none, the top of the main pile does. */
static meepled_status
setup(const meepled_layer *self, meepled_game *g)
{
    const uint16_t start = meepled_start_tile(g);
    const uint16_t tile = start == MEEPLED_NONE ? meepled_draw(g, 0) : start;
    const meepled_place place = { .tile = tile, .x = 0, .y = 0, .turned = 0 };

    (void)self;
    return tile == MEEPLED_NONE ? MEEPLED_OK : meepled_lay(g, &place);
}

static meepled_status
offer(const meepled_layer *self, meepled_game *g)
{
    (void)self;
    return meepled_offer_fitting(g, 0);
}

static const char *
veto(const meepled_layer *self, const meepled_game *g, const meepled_place *place)
{
    (void)self, (void)g, (void)place;
    return NULL;
}

static meepled_status
with_slot(const meepled_layer *self, meepled_game *g, uint16_t number)
{
    (void)self, (void)g, (void)number;
    return MEEPLED_OK;
}

/* A figure bars others of its scope, if both have strength. */
static const char *
veto_figure(const meepled_layer *self, const meepled_game *g, const meepled_deploy *deploy)
{
    const meepled_figure_word *figure = &g->rules->figures[deploy->kind];
    const struct board_zone *zones = g->board.zones;
    const struct board_zone *zone = &zones[deploy->zone];
    const uint8_t there =
        figure->scope == MEEPLED_IN_REGION
            ? zones[zone->region].figures
            : zones[board_id(&g->board, deploy->zone, true) & ~MEEPLED_SYSTEM].system_figures;

    if (figure->strength > 0 && (there & g->rules->strong_figures))
        return figure->rule_occupied ? figure->rule_occupied
                                     : self->stack->refusals[MEEPLED_REFUSE_OCCUPIED];
    return deploy->with == MEEPLED_NONE8 ? NULL : self->stack->refusals[MEEPLED_REFUSE_COMPANION];
}

static const char *
veto_retrieve(const meepled_layer *self, const meepled_game *g, uint16_t figure)
{
    (void)g, (void)figure;
    return self->stack->refusals[MEEPLED_REFUSE_RETRIEVE];
}

static int32_t
value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    const meepled_region r = meepled_region_get(g, region);

    (void)self, (void) final;
    return r.closed ? r.tiles : 0;
}

static void
claim(const meepled_layer *self, const meepled_game *g, uint16_t region, bool *claims)
{
    const bool system = (region & MEEPLED_SYSTEM) != 0;
    const uint8_t scope = g->rules->scope_figures[system ? MEEPLED_IN_SYSTEM : MEEPLED_IN_REGION];
    unsigned strength[MEEPLED_PLAYERS_MAX] = { 0 }, most = 0;

    (void)self;
    for (uint16_t i = 0; i < g->s->figure_count; i++) {
        const meepled_figure *f = &g->figures[i];

        if (!((scope >> f->kind) & 1) || board_id(&g->board, f->zone, system) != region)
            continue;
        strength[f->player] += g->rules->figures[f->kind].strength;
        if (strength[f->player] > most)
            most = strength[f->player];
    }
    for (uint8_t p = 0; p < g->s->players; p++)
        claims[p] = most > 0 && strength[p] == most;
}

static meepled_status
completed(const meepled_layer *self, meepled_game *g, uint16_t region)
{
    const meepled_status status = meepled_score_region(g, region, false, "EN-16");

    (void)self;
    return status == MEEPLED_OK ? meepled_figures_return(g, region, UINT8_MAX) : status;
}

static meepled_status
nothing(const meepled_layer *self, meepled_game *g)
{
    (void)self, (void)g;
    return MEEPLED_OK;
}

static size_t
choices(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap)
{
    (void)self, (void)g, (void)out, (void)cap;
    return 0;
}

static meepled_status
choose(const meepled_layer *self, meepled_game *g, uint8_t choice)
{
    (void)self;
    return state_broken(g, "no layer answers choice %u", choice);
}

static meepled_next_turn
next(const meepled_layer *self, const meepled_game *g)
{
    (void)self;
    if (g->s->granted)
        return (meepled_next_turn){ .player = g->s->player,
                                    .further = true,
                                    .bonus = g->s->granted_bonus };
    return (meepled_next_turn){ .over = meepled_pile_left(g, 0) == 0,
                                .player = (uint8_t)((g->s->player + 1) % g->s->players) };
}

static meepled_status
final(const meepled_layer *self, meepled_game *g)
{
    uint16_t regions[MEEPLED_PLAYERS_MAX * MEEPLED_SUPPLY_MAX];

    (void)self;
    for (uint8_t kind = 0; kind < g->rules->figure_count; kind++) {
        const size_t count =
            meepled_regions_with(g, kind, regions, sizeof regions / sizeof *regions);

        for (size_t i = 0; i < count; i++) {
            const meepled_status status = meepled_score_region(g, regions[i], true, "EN-17");
            if (status == MEEPLED_OK)
                continue;
            return status;
        }
    }
    return MEEPLED_OK;
}

static const char *
rule_against(const meepled_layer *self, const meepled_game *g, meepled_refusal what,
             uint16_t subject)
{
    (void)g, (void)subject;
    return self->stack->refusals[what];
}

static const meepled_pile_word piles[] = { { "main", "Draw pile", "Hromádka" }, { 0 } };

static const meepled_vocabulary words = {
    .players_min = 1,
    .players_max = MEEPLED_PLAYERS_MAX,
    .piles = piles,
    .refusals = { [MEEPLED_REFUSE_PLAYER] = "EN-1",
                  [MEEPLED_REFUSE_PHASE] = "EN-2",
                  [MEEPLED_REFUSE_TILE] = "EN-3",
                  [MEEPLED_REFUSE_CELL] = "EN-4",
                  [MEEPLED_REFUSE_SIDES] = "EN-5",
                  [MEEPLED_REFUSE_OTHER] = "EN-6",
                  [MEEPLED_REFUSE_ZONE] = "EN-7",
                  [MEEPLED_REFUSE_OCCUPIED] = "EN-8",
                  [MEEPLED_REFUSE_SUPPLY] = "EN-9",
                  [MEEPLED_REFUSE_COMPANION] = "EN-10",
                  [MEEPLED_REFUSE_RETRIEVE] = "EN-11",
                  [MEEPLED_REFUSE_PASS] = "EN-12",
                  [MEEPLED_REFUSE_CHOICE] = "EN-13",
                  [MEEPLED_REFUSE_OVER] = "EN-14",
                  [MEEPLED_REFUSE_LAID] = "EN-18" },
    .rule_end = "EN-15",
};

static const meepled_hooks hooks = {
    .setup = setup,
    .offer = offer,
    .veto = veto,
    .placed = with_slot,
    .veto_figure = veto_figure,
    .deployed = with_slot,
    .veto_retrieve = veto_retrieve,
    .retrieved = with_slot,
    .value = value,
    .claim = claim,
    .completed = completed,
    .resolved = nothing,
    .choices = choices,
    .choose = choose,
    .next = next,
    .final = final,
    .rule_against = rule_against,
};

const meepled_plugin engine_plugin = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "engine",
    .version = MEEPLED_VERSION,
    .summary = "the plain tile-laying game",
    .license = "MIT",
    .words = &words,
    .hooks = &hooks,
};
