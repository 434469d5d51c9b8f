/* Which actions are legal now, and which rule is against the others. */
#include "rules/turn.h"

#include <string.h>

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

static inline meepled_action
no_action(meepled_action_type type)
{
    return (meepled_action){ .type = (uint8_t)type,
                             .figure = MEEPLED_NONE8,
                             .with = MEEPLED_NONE8,
                             .choice = MEEPLED_NONE8,
                             .zone = MEEPLED_NONE8,
                             .tile = MEEPLED_NONE };
}

/* ---- tiles ---- */

/* The inner loop of every playout: one comparison a cell, one store a placement. */
static void
list_places(const meepled_game *g, uint16_t tile, struct list *l)
{
    const struct board *b = &g->board;
    const uint64_t lanes = b->tiles->tiles[tile].lanes;
    const struct board_gap *gap = b->frontier, *const end = gap + b->count->frontier;
    meepled_action *const out = l->out;
    const size_t cap = l->cap;
    size_t count = l->count;
    meepled_action place = no_action(MEEPLED_PLACE_TILE);
    unsigned char head[offsetof(meepled_action, x)]; /* what all of them have in common */

    place.tile = tile;
    memcpy(head, &place, sizeof head);
    for (; gap < end; gap++) {
        for (uint64_t turns = board_turns(gap, lanes); turns; count++) {
            const uint8_t quarters = board_turn_take(&turns);

            if (count >= cap)
                continue;
            memcpy(&out[count], head, sizeof head);
            out[count].x = gap->x;
            out[count].y = gap->y;
            out[count].turned = (uint16_t)(quarters * 90);
            out[count].spare = 0;
        }
    }
    l->count = count;
}

/* The same where a layer above the engine may object. */
static void
list_places_vetoed(const meepled_game *g, uint16_t tile, struct list *l)
{
    const struct board *b = &g->board;
    const uint64_t lanes = b->tiles->tiles[tile].lanes;
    const struct board_gap *gap = b->frontier, *const end = gap + b->count->frontier;
    meepled_place place = { .tile = tile };
    meepled_action action = no_action(MEEPLED_PLACE_TILE);

    action.tile = tile;
    for (; gap < end; gap++) {
        place.x = action.x = gap->x;
        place.y = action.y = gap->y;
        for (uint64_t turns = board_turns(gap, lanes); turns;) {
            place.turned = action.turned = (uint16_t)(board_turn_take(&turns) * 90);
            if (!meepled_veto(g, &place))
                list_add(l, &action);
        }
    }
}

static void
list_offered(const meepled_game *g, struct list *l)
{
    const struct state *s = g->s;

    for (uint8_t i = 0; i < s->offer_count; i++) {
        bool again = false;

        for (uint8_t j = 0; j < i; j++)
            again |= s->offer[j] == s->offer[i];
        if (again)
            continue;
        if (g->stack->owns[HOOK_veto])
            list_places_vetoed(g, s->offer[i], l);
        else
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
list_zone(const meepled_game *g, uint8_t index, uint8_t supplied, struct list *l)
{
    const struct board_slot *slot = &g->board.slots[g->s->slot];
    const uint16_t zone = (uint16_t)(slot->zone_first + index);
    const uint8_t on = g->rules->figures_on[g->board.zones[zone].kind] & supplied;
    const uint8_t alone = on & (uint8_t)~g->rules->companions;
    const uint8_t companions = on & g->rules->companions;
    meepled_action action = no_action(MEEPLED_PLACE_FIGURE);

    action.zone = index;
    action.x = slot->x;
    action.y = slot->y;
    for (uint8_t kind = 0; alone >> kind; kind++) {
        if (!((alone >> kind) & 1))
            continue;
        action.figure = kind;
        action.with = MEEPLED_NONE8;
        if (!figure_veto(g, kind, MEEPLED_NONE8, zone))
            list_add(l, &action);
        for (uint8_t with = 0; companions >> with; with++) {
            if (!((companions >> with) & 1) || figure_veto(g, kind, with, zone))
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
        meepled_action action = no_action(MEEPLED_RETRIEVE_FIGURE);

        action.figure = f->kind;
        action.zone = (uint8_t)(f->zone - slot->zone_first);
        action.x = slot->x;
        action.y = slot->y;
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
        meepled_action action = no_action(MEEPLED_CHOOSE);

        action.choice = choices[i];
        list_add(l, &action);
    }
}

static void
list_figures(const meepled_game *g, struct list *l)
{
    const uint8_t zones = meepled_zone_count(g, g->s->slot);
    const uint8_t *supply = g->s->player_states[g->s->player].supply;
    uint8_t supplied = 0;

    for (uint8_t kind = 0; kind < g->rules->figure_count; kind++)
        supplied |= (uint8_t)((supply[kind] > 0) << kind);
    for (uint8_t i = 0; supplied && i < zones && l->count < l->enough; i++)
        list_zone(g, i, supplied, l);
    if (g->stack->owns[HOOK_veto_retrieve])
        list_retrievable(g, l);
}

size_t
meepled_actions(const meepled_game *g, meepled_action *out, size_t cap)
{
    struct list l = { .out = out, .cap = cap, .enough = SIZE_MAX };

    if (g->s->phase == MEEPLED_PLACE)
        list_offered(g, &l);
    else if (g->s->phase == MEEPLED_FIGURE)
        list_figures(g, &l);
    if (g->s->phase != MEEPLED_OVER && g->stack->owns[HOOK_choices])
        list_choices(g, &l);
    if (g->s->phase == MEEPLED_FIGURE) {
        const meepled_action pass = no_action(MEEPLED_PASS);

        list_add(&l, &pass);
    }
    return l.count;
}

bool
actions_any(const meepled_game *g)
{
    struct list l = { .enough = 1 };

    if (g->s->phase == MEEPLED_PLACE)
        for (uint8_t i = 0; i < g->s->offer_count; i++)
            if (meepled_fits(g, g->s->offer[i]))
                return true;
    if (g->s->phase == MEEPLED_FIGURE)
        list_figures(g, &l);
    if (l.count == 0 && g->stack->owns[HOOK_choices])
        list_choices(g, &l);
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

static inline const char *
against(const meepled_game *g, meepled_refusal what)
{
    return meepled_rule_against(g, what, MEEPLED_NONE);
}

static const char *
refuses_tile(const meepled_game *g, const meepled_action *a, uint16_t *where)
{
    bool offered = false;

    for (uint8_t i = 0; i < g->s->offer_count; i++)
        offered |= g->s->offer[i] == a->tile;
    if (!offered)
        return meepled_rule_against(g, MEEPLED_REFUSE_TILE, a->tile);
    const uint16_t at = board_frontier_find(&g->board, a->x, a->y);
    *where = at;
    if (at == MEEPLED_NONE)
        return meepled_rule_against(g, MEEPLED_REFUSE_CELL, a->tile);
    if (a->turned % 90 != 0 || a->turned >= 360 ||
        !board_takes(&g->board, at, a->tile, (uint8_t)(a->turned / 90)))
        return meepled_rule_against(g, MEEPLED_REFUSE_SIDES, a->tile);
    const meepled_place place = { a->tile, a->x, a->y, a->turned };
    return meepled_veto(g, &place);
}

static const char *
refuses_companion(const meepled_game *g, const meepled_action *a, uint16_t zone)
{
    if (a->with >= g->rules->figure_count || !((g->rules->companions >> a->with) & 1))
        return meepled_rule_against(g, MEEPLED_REFUSE_COMPANION, zone);
    const meepled_figure_word *with = &g->rules->figures[a->with];
    if (!g->rules->roles[a->with][g->board.zones[zone].kind])
        return with->rule_zone ? with->rule_zone
                               : meepled_rule_against(g, MEEPLED_REFUSE_COMPANION, zone);
    if (g->s->player_states[g->s->player].supply[a->with] == 0)
        return with->rule_supply ? with->rule_supply
                                 : meepled_rule_against(g, MEEPLED_REFUSE_SUPPLY, zone);
    return NULL;
}

static const char *
refuses_elsewhere(const meepled_game *g, const meepled_action *a)
{
    const uint16_t slot = board_find(&g->board, a->x, a->y);
    const bool laid = slot != MEEPLED_NONE && g->board.slots[slot].player == MEEPLED_NONE8;

    return against(g, laid ? MEEPLED_REFUSE_LAID : MEEPLED_REFUSE_OTHER);
}

static const char *
refuses_figure(const meepled_game *g, const meepled_action *a)
{
    const struct board_slot *slot = &g->board.slots[g->s->slot];

    if (a->x != slot->x || a->y != slot->y)
        return refuses_elsewhere(g, a);
    if (a->figure >= g->rules->figure_count || a->zone >= meepled_zone_count(g, g->s->slot))
        return against(g, MEEPLED_REFUSE_ZONE);
    const meepled_figure_word *figure = &g->rules->figures[a->figure];
    const uint16_t zone = (uint16_t)(slot->zone_first + a->zone);
    const uint8_t kind = g->board.zones[zone].kind;
    if (figure->companion)
        return figure->rule_zone ? figure->rule_zone
                                 : meepled_rule_against(g, MEEPLED_REFUSE_COMPANION, zone);
    if (!g->rules->roles[a->figure][kind])
        return figure->rule_zone ? figure->rule_zone
                                 : meepled_rule_against(g, MEEPLED_REFUSE_ZONE, zone);
    if (g->s->player_states[g->s->player].supply[a->figure] == 0)
        return figure->rule_supply ? figure->rule_supply
                                   : meepled_rule_against(g, MEEPLED_REFUSE_SUPPLY, zone);
    const char *why = a->with == MEEPLED_NONE8 ? NULL : refuses_companion(g, a, zone);
    return why ? why : figure_veto(g, a->figure, a->with, zone);
}

static const char *
refuses_retrieve(const meepled_game *g, const meepled_action *a, uint16_t *where)
{
    const uint16_t slot = board_find(&g->board, a->x, a->y);

    if (slot == MEEPLED_NONE || a->zone >= meepled_zone_count(g, slot))
        return against(g, MEEPLED_REFUSE_RETRIEVE);
    const uint16_t zone = (uint16_t)(g->board.slots[slot].zone_first + a->zone);
    for (uint16_t i = 0; i < g->s->figure_count; i++)
        if (g->figures[i].zone == zone && g->figures[i].player == g->s->player &&
            g->figures[i].kind == a->figure) {
            *where = i;
            return meepled_veto_retrieve(g, i);
        }
    return against(g, MEEPLED_REFUSE_RETRIEVE);
}

const char *
actions_refuse(const meepled_game *g, uint8_t player, const meepled_action *action, uint16_t *where)
{
    const struct state *s = g->s;
    const uint8_t phase = s->phase;
    const uint8_t decides = phase == MEEPLED_DECISION ? s->asks[0].player : s->player;

    if (phase == MEEPLED_OVER)
        return against(g, MEEPLED_REFUSE_OVER);
    if (player != decides)
        return against(g, MEEPLED_REFUSE_PLAYER);
    switch (action->type) {
    case MEEPLED_PLACE_TILE:
        return phase == MEEPLED_PLACE ? refuses_tile(g, action, where)
                                      : against(g, MEEPLED_REFUSE_PHASE);
    case MEEPLED_PLACE_FIGURE:
        return phase == MEEPLED_FIGURE ? refuses_figure(g, action)
                                       : against(g, MEEPLED_REFUSE_PHASE);
    case MEEPLED_RETRIEVE_FIGURE:
        return phase == MEEPLED_FIGURE ? refuses_retrieve(g, action, where)
                                       : against(g, MEEPLED_REFUSE_PHASE);
    case MEEPLED_CHOOSE:
        return g->stack->owns[HOOK_choices] && actions_choice_open(g, action->choice)
                   ? NULL
                   : against(g, MEEPLED_REFUSE_CHOICE);
    case MEEPLED_PASS:
        return phase == MEEPLED_FIGURE ? NULL : against(g, MEEPLED_REFUSE_PASS);
    default:
        return against(g, MEEPLED_REFUSE_PHASE);
    }
}

const char *
meepled_refuses(const meepled_game *g, uint8_t player, const meepled_action *action)
{
    uint16_t where;

    return actions_refuse(g, player, action, &where);
}
