/* Which actions are legal now, and which rule is against the others. */
#include "rules/turn.h"

struct list {
    meepled_action *out;
    size_t cap, count;
    size_t enough; /* stop here */
};

static void
list_add(struct list *l, const meepled_action *action)
{
    if (l->count < l->cap)
        l->out[l->count] = *action;
    l->count++;
}

/* ---- tiles ---- */

static void
list_places(const meepled_game *g, uint16_t tile, struct list *l)
{
    const struct board *b = &g->board;
    const uint64_t *fit = b->tiles->tiles[tile].fit;
    const bool vetoes = g->stack->owns[HOOK_veto];
    const uint16_t frontier = b->count->frontier;

    for (uint16_t at = 0; at < frontier && l->count < l->enough; at++) {
        const uint64_t deny = ~b->allow[at];

        for (uint8_t q = 0; q < 4; q++) {
            if (fit[q] & deny)
                continue;
            const meepled_action action = { .type = MEEPLED_PLACE_TILE,
                                            .figure = MEEPLED_NONE8,
                                            .with = MEEPLED_NONE8,
                                            .choice = MEEPLED_NONE8,
                                            .zone = MEEPLED_NONE8,
                                            .tile = tile,
                                            .turned = (uint16_t)(q * 90),
                                            .x = board_cell_x(b->cell[at]),
                                            .y = board_cell_y(b->cell[at]) };
            if (vetoes) {
                const meepled_place place = { tile, action.x, action.y, action.turned };
                if (meepled_veto(g, &place))
                    continue;
            }
            list_add(l, &action);
        }
    }
}

static void
list_offered(const meepled_game *g, struct list *l)
{
    const struct state *s = g->s;

    for (uint8_t i = 0; i < s->offer_count && l->count < l->enough; i++) {
        bool again = false;

        for (uint8_t j = 0; j < i; j++)
            again |= s->offer[j] == s->offer[i];
        if (!again)
            list_places(g, s->offer[i], l);
    }
}

/* ---- figures ---- */

/* The rule against deploying, once kind, zone and supply are known to be real. */
static const char *
figure_veto(const meepled_game *g, uint8_t kind, uint8_t with, uint16_t zone)
{
    const meepled_deploy deploy = {
        .player = g->s->player, .kind = kind, .with = with, .zone = zone
    };

    return meepled_veto_figure(g, &deploy);
}

static void
list_zone(const meepled_game *g, uint8_t index, struct list *l)
{
    const struct board_slot *slot = &g->board.slots[g->s->slot];
    const uint16_t zone = (uint16_t)(slot->zone_first + index);
    const uint8_t on = g->rules->figures_on[g->board.zones[zone].kind];
    const uint8_t *supply = g->s->player_states[g->s->player].supply;

    for (uint8_t kind = 0; kind < g->rules->figure_count; kind++) {
        if (!((on >> kind) & 1) || ((g->rules->companions >> kind) & 1) || supply[kind] == 0)
            continue;
        meepled_action action = { .type = MEEPLED_PLACE_FIGURE,
                                  .figure = kind,
                                  .with = MEEPLED_NONE8,
                                  .choice = MEEPLED_NONE8,
                                  .zone = index,
                                  .tile = MEEPLED_NONE,
                                  .x = slot->x,
                                  .y = slot->y };
        if (!figure_veto(g, kind, MEEPLED_NONE8, zone))
            list_add(l, &action);
        for (uint8_t with = 0; g->rules->companions >> with; with++) {
            if (!((g->rules->companions & on) >> with & 1) || supply[with] == 0 ||
                figure_veto(g, kind, with, zone))
                continue;
            action.with = with;
            list_add(l, &action);
        }
    }
}

static void
list_retrievable(const meepled_game *g, struct list *l)
{
    for (uint16_t i = 0; i < g->s->figure_count && l->count < l->enough; i++) {
        const meepled_figure *f = &g->figures[i];
        const struct board_slot *slot = &g->board.slots[g->board.zones[f->zone].slot];

        if (f->player != g->s->player || meepled_veto_retrieve(g, i))
            continue;
        const meepled_action action = { .type = MEEPLED_RETRIEVE_FIGURE,
                                        .figure = f->kind,
                                        .with = MEEPLED_NONE8,
                                        .choice = MEEPLED_NONE8,
                                        .zone = (uint8_t)(f->zone - slot->zone_first),
                                        .tile = MEEPLED_NONE,
                                        .x = slot->x,
                                        .y = slot->y };
        list_add(l, &action);
    }
}

/* ---- all ---- */

static void
list_choices(const meepled_game *g, struct list *l)
{
    uint8_t choices[MEEPLED_CHOICES_MAX];
    size_t count = meepled_choices(g, choices, MEEPLED_CHOICES_MAX);

    if (count > MEEPLED_CHOICES_MAX)
        count = MEEPLED_CHOICES_MAX;
    for (size_t i = 0; i < count; i++) {
        const meepled_action action = { .type = MEEPLED_CHOOSE,
                                        .figure = MEEPLED_NONE8,
                                        .with = MEEPLED_NONE8,
                                        .choice = choices[i],
                                        .zone = MEEPLED_NONE8,
                                        .tile = MEEPLED_NONE };
        list_add(l, &action);
    }
}

/* Everything but passing. */
static void
list_all(const meepled_game *g, struct list *l)
{
    if (g->s->phase == MEEPLED_OVER)
        return;
    if (g->s->phase == MEEPLED_PLACE)
        list_offered(g, l);
    if (g->s->phase == MEEPLED_FIGURE) {
        const uint8_t zones = meepled_zone_count(g, g->s->slot);

        for (uint8_t i = 0; i < zones && l->count < l->enough; i++)
            list_zone(g, i, l);
        if (g->stack->owns[HOOK_veto_retrieve])
            list_retrievable(g, l);
    }
    if (g->stack->owns[HOOK_choices])
        list_choices(g, l);
}

size_t
meepled_actions(const meepled_game *g, meepled_action *out, size_t cap)
{
    struct list l = { .out = out, .cap = cap, .enough = SIZE_MAX };

    list_all(g, &l);
    if (g->s->phase == MEEPLED_FIGURE) {
        const meepled_action pass = { .type = MEEPLED_PASS,
                                      .figure = MEEPLED_NONE8,
                                      .with = MEEPLED_NONE8,
                                      .choice = MEEPLED_NONE8,
                                      .zone = MEEPLED_NONE8,
                                      .tile = MEEPLED_NONE };
        list_add(&l, &pass);
    }
    return l.count;
}

bool
actions_any(const meepled_game *g)
{
    struct list l = { .enough = 1 };

    list_all(g, &l);
    return l.count > 0;
}

bool
actions_choice_open(const meepled_game *g, uint8_t choice)
{
    uint8_t choices[MEEPLED_CHOICES_MAX];
    const size_t count = meepled_choices(g, choices, MEEPLED_CHOICES_MAX);

    for (size_t i = 0; i < count && i < MEEPLED_CHOICES_MAX; i++)
        if (choices[i] == choice)
            return true;
    return false;
}

/* ---- refusals ---- */

static const char *
refuses_tile(const meepled_game *g, const meepled_action *a)
{
    const char *const *rules = g->stack->refusals;
    bool offered = false;

    for (uint8_t i = 0; i < g->s->offer_count; i++)
        offered |= g->s->offer[i] == a->tile;
    if (!offered)
        return rules[MEEPLED_REFUSE_TILE];
    const uint16_t at = board_frontier_find(&g->board, a->x, a->y);
    if (at == MEEPLED_NONE)
        return rules[MEEPLED_REFUSE_CELL];
    if (a->turned % 90 != 0 || a->turned >= 360 ||
        !board_takes(&g->board, at, a->tile, (uint8_t)(a->turned / 90)))
        return rules[MEEPLED_REFUSE_SIDES];
    const meepled_place place = { a->tile, a->x, a->y, a->turned };
    return meepled_veto(g, &place);
}

static const char *
refuses_companion(const meepled_game *g, const meepled_action *a, uint8_t zone_kind)
{
    const bool fine = a->with < g->rules->figure_count && ((g->rules->companions >> a->with) & 1) &&
                      g->rules->roles[a->with][zone_kind];

    if (!fine)
        return g->stack->refusals[MEEPLED_REFUSE_COMPANION];
    if (g->s->player_states[g->s->player].supply[a->with] == 0)
        return g->rules->figures[a->with].rule_supply ? g->rules->figures[a->with].rule_supply
                                                      : g->stack->refusals[MEEPLED_REFUSE_SUPPLY];
    return NULL;
}

static const char *
refuses_figure(const meepled_game *g, const meepled_action *a)
{
    const char *const *rules = g->stack->refusals;
    const struct board_slot *slot = &g->board.slots[g->s->slot];

    if (a->x != slot->x || a->y != slot->y)
        return rules[MEEPLED_REFUSE_OTHER];
    if (a->figure >= g->rules->figure_count || a->zone >= meepled_zone_count(g, g->s->slot))
        return rules[MEEPLED_REFUSE_ZONE];
    const meepled_figure_word *figure = &g->rules->figures[a->figure];
    const uint16_t zone = (uint16_t)(slot->zone_first + a->zone);
    const uint8_t kind = g->board.zones[zone].kind;
    if (figure->companion)
        return rules[MEEPLED_REFUSE_COMPANION];
    if (!g->rules->roles[a->figure][kind])
        return figure->rule_zone ? figure->rule_zone : rules[MEEPLED_REFUSE_ZONE];
    if (g->s->player_states[g->s->player].supply[a->figure] == 0)
        return figure->rule_supply ? figure->rule_supply : rules[MEEPLED_REFUSE_SUPPLY];
    const char *why = a->with == MEEPLED_NONE8 ? NULL : refuses_companion(g, a, kind);
    return why ? why : figure_veto(g, a->figure, a->with, zone);
}

static const char *
refuses_retrieve(const meepled_game *g, const meepled_action *a)
{
    const uint16_t slot = board_find(&g->board, a->x, a->y);

    if (slot == MEEPLED_NONE || a->zone >= meepled_zone_count(g, slot))
        return g->stack->refusals[MEEPLED_REFUSE_RETRIEVE];
    const uint16_t zone = (uint16_t)(g->board.slots[slot].zone_first + a->zone);
    for (uint16_t i = 0; i < g->s->figure_count; i++)
        if (g->figures[i].zone == zone && g->figures[i].player == g->s->player &&
            g->figures[i].kind == a->figure)
            return meepled_veto_retrieve(g, i);
    return g->stack->refusals[MEEPLED_REFUSE_RETRIEVE];
}

const char *
meepled_refuses(const meepled_game *g, uint8_t player, const meepled_action *action)
{
    const char *const *rules = g->stack->refusals;
    const struct state *s = g->s;
    const uint8_t phase = s->phase;
    const uint8_t decides = phase == MEEPLED_DECISION ? s->asks[0].player : s->player;

    if (phase == MEEPLED_OVER)
        return rules[MEEPLED_REFUSE_OVER];
    if (player != decides)
        return rules[MEEPLED_REFUSE_PLAYER];
    switch (action->type) {
    case MEEPLED_PLACE_TILE:
        return phase == MEEPLED_PLACE ? refuses_tile(g, action) : rules[MEEPLED_REFUSE_PHASE];
    case MEEPLED_PLACE_FIGURE:
        return phase == MEEPLED_FIGURE ? refuses_figure(g, action) : rules[MEEPLED_REFUSE_PHASE];
    case MEEPLED_RETRIEVE_FIGURE:
        return phase == MEEPLED_FIGURE ? refuses_retrieve(g, action) : rules[MEEPLED_REFUSE_PHASE];
    case MEEPLED_CHOOSE:
        return g->stack->owns[HOOK_choices] && actions_choice_open(g, action->choice)
                   ? NULL
                   : rules[MEEPLED_REFUSE_CHOICE];
    case MEEPLED_PASS:
        return phase == MEEPLED_FIGURE ? NULL : rules[MEEPLED_REFUSE_PASS];
    default:
        return rules[MEEPLED_REFUSE_PHASE];
    }
}
