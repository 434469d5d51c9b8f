/* What is listed applies, what is not listed is refused with a rule, and looking changes nothing.
 */
#include "cli/judge.h"

#include <meepled/rules.h>

#include <string.h>

static bool
same(const meepled_action *a, const meepled_action *b)
{
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case MEEPLED_PLACE_TILE:
        return a->tile == b->tile && a->x == b->x && a->y == b->y && a->turned == b->turned;
    case MEEPLED_PLACE_FIGURE:
        return a->figure == b->figure && a->with == b->with && a->zone == b->zone && a->x == b->x &&
               a->y == b->y;
    case MEEPLED_RETRIEVE_FIGURE:
        return a->figure == b->figure && a->zone == b->zone && a->x == b->x && a->y == b->y;
    case MEEPLED_CHOOSE:
        return a->choice == b->choice;
    default:
        return true;
    }
}

/* The choices, with and without room for them. */
static bool
choices_pure(struct judge *judge)
{
    enum { UNTOUCHED = 0xa5 };
    uint8_t choices[256], few[256];

    memset(choices, UNTOUCHED, sizeof choices);
    memset(few, UNTOUCHED, sizeof few);
    const size_t count = meepled_choices(judge->g, choices, MEEPLED_CHOICES_MAX);
    if (count > MEEPLED_CHOICES_MAX)
        return judge_fail(judge, "choices says there are %zu, at most %d are possible", count,
                          (int)MEEPLED_CHOICES_MAX);
    const size_t cap = count > 0 ? playout_below(&judge->random, (uint32_t)count) : 0;
    const size_t again = meepled_choices(judge->g, few, cap);
    if (again != count)
        return judge_fail(judge, "choices says there are %zu, but %zu when there is room for %zu",
                          count, again, cap);
    for (size_t i = 0; i < sizeof few; i++)
        if ((i >= cap && few[i] != UNTOUCHED) || (i >= count && choices[i] != UNTOUCHED))
            return judge_fail(judge, "choices wrote past the %zu there was room for", cap);
    return true;
}

/* Enumerate, then once more into a buffer that is too small: it must be respected, and the number
 * must be the same. */
bool
judge_actions_list(struct judge *judge)
{
    meepled_action untouched;

    judge_block_keep(judge);
    judge_doing(judge, "listing what is legal after %zu actions", judge->step_count);
    if (meepled_turn_get(judge->g).phase != MEEPLED_OVER && !choices_pure(judge))
        return false;
    judge->count = meepled_actions(judge->g, judge->list, PLAYOUT_ACTIONS_MAX);
    if (judge->count > PLAYOUT_ACTIONS_MAX)
        return judge_fail(judge, "%zu legal actions at once, the checker has room for %d",
                          judge->count, (int)PLAYOUT_ACTIONS_MAX);
    if (judge->count > judge->notes.most_actions)
        judge->notes.most_actions = judge->count;

    const size_t cap = judge->count > 0 ? playout_below(&judge->random, (uint32_t)judge->count) : 0;
    memset(&untouched, 0xa5, sizeof untouched);
    memcpy(&judge->few[cap], &untouched, sizeof untouched);
    const size_t again = meepled_actions(judge->g, judge->few, cap);
    if (again != judge->count)
        return judge_fail(judge, "%zu legal actions, but %zu when there is room for %zu",
                          judge->count, again, cap);
    if (memcmp(&judge->few[cap], &untouched, sizeof untouched) != 0)
        return judge_fail(judge, "enumeration wrote past the %zu actions there was room for", cap);
    for (size_t i = 0; i < cap; i++)
        if (!same(&judge->few[i], &judge->list[i]))
            return judge_fail(judge, "action %zu is another one when there is less room", i);
    if (!judge_block_same(judge))
        return judge_fail(judge, "enumerating the actions changed the game");
    return true;
}

/* Each listed action, on a copy. */
bool
judge_actions_listed(struct judge *judge)
{
    const uint8_t seat = meepled_turn_get(judge->g).decides;

    for (size_t i = 0; i < judge->count; i++) {
        const meepled_action *action = &judge->list[i];
        const char *rule = meepled_refuses(judge->g, seat, action);
        meepled_error err = { "" };
        char text[MEEPLED_ACTION_TEXT];

        for (size_t k = 0; k < i; k++)
            if (same(action, &judge->list[k]))
                return judge_fail(judge, "actions %zu and %zu of the list are the same", k, i);
        meepled_action_format(judge->g, action, text);
        if (rule != NULL)
            return judge_fail(judge, "listed action \"%s\" is refused by %s", text, rule);
        judge_doing(judge, "action %zu, \"%s\", on a copy", judge->step_count + 1, text);
        meepled_game_copy(judge->scratch, judge->g);
        const meepled_status status =
            meepled_apply(judge->scratch, seat, action, NULL, &rule, &err);
        if (status != MEEPLED_OK)
            return judge_fail(judge, "listed action \"%s\" fails: %s", text,
                              status == MEEPLED_EREFUSED && rule != NULL ? rule : err.text);
    }
    return true;
}

/* A well-formed action near the present position, legal or not. */
static meepled_action
invent(struct judge *judge)
{
    struct playout_random *random = &judge->random;
    size_t offered, figures, choices;
    const uint16_t *offer = meepled_offered(judge->g, &offered);
    const uint16_t slots = meepled_board_count(judge->g);
    const meepled_turn turn = meepled_turn_get(judge->g);

    meepled_stack_figures(judge->stack, &figures);
    meepled_stack_choices(judge->stack, &choices);
    meepled_action action = {
        .type = (uint8_t)playout_below(random, MEEPLED_PASS + 1),
        .figure = (uint8_t)playout_below(random, figures > 0 ? (uint32_t)figures : 1),
        .with = MEEPLED_NONE8,
        .choice = (uint8_t)playout_below(random, choices > 0 ? (uint32_t)choices : 1),
        .zone = (uint8_t)playout_below(random, 8),
        .tile = (uint16_t)playout_below(random, (uint32_t)meepled_stack_tiles(judge->stack)),
        .turned = (uint16_t)(90 * playout_below(random, 4)),
    };
    if (offered > 0 && playout_below(random, 4) > 0)
        action.tile = offer[playout_below(random, (uint32_t)offered)];
    if (figures > 1 && playout_below(random, 8) == 0)
        action.with = (uint8_t)playout_below(random, (uint32_t)figures);
    if (slots > 0) { /* a cell beside or on a tile; for figures mostly the one just placed */
        const bool here =
            action.type != MEEPLED_PLACE_TILE && turn.slot < slots && playout_below(random, 4) > 0;
        const meepled_laid laid =
            meepled_board_get(judge->g, here ? turn.slot : (uint16_t)playout_below(random, slots));
        const int spread = here ? 0 : 1;

        action.x = (int16_t)(laid.place.x + spread * ((int)playout_below(random, 3) - 1));
        action.y = (int16_t)(laid.place.y + spread * ((int)playout_below(random, 3) - 1));
    }
    return action;
}

static bool
refused(struct judge *judge, uint8_t seat, const meepled_action *action, const char *why)
{
    const char *rule = NULL;
    const char *asked = meepled_refuses(judge->g, seat, action);
    const meepled_status status = meepled_apply(judge->g, seat, action, NULL, &rule, NULL);

    if (status != MEEPLED_EREFUSED)
        return judge_fail(judge,
                          "type %d tile %d at %d,%d turned %d figure %d zone %d choice %d by seat "
                          "%d, %s: not refused (status %d)",
                          action->type, action->tile, action->x, action->y, action->turned,
                          action->figure, action->zone, action->choice, seat, why, (int)status);
    if (rule == NULL || rule[0] == '\0' || asked == NULL || strcmp(rule, asked) != 0)
        return judge_fail(judge, "refused by rule \"%s\" when applied, by \"%s\" when asked",
                          rule != NULL ? rule : "", asked != NULL ? asked : "");
    return true;
}

bool
judge_actions_unlisted(struct judge *judge)
{
    const meepled_turn turn = meepled_turn_get(judge->g);
    const uint8_t players = meepled_players(judge->g);

    judge_block_keep(judge);
    for (int i = 0; i < 4; i++) {
        const meepled_action action = invent(judge);
        bool listed = false;

        for (size_t k = 0; k < judge->count && !listed; k++)
            listed = same(&action, &judge->list[k]);
        if (!listed && !refused(judge, turn.decides, &action, "not listed"))
            return false;
    }
    if (players > 1 && judge->count > 0 &&
        !refused(judge, (uint8_t)((turn.decides + 1) % players), &judge->list[0],
                 "who does not decide"))
        return false;
    if (!judge_block_same(judge))
        return judge_fail(judge, "a refused action changed the game");
    return true;
}

/* Value and claim of a region; only seats that are there may be named. */
static bool
region_pure(struct judge *judge, uint16_t region)
{
    bool claims[MEEPLED_PLAYERS_MAX] = { false };

    meepled_value(judge->g, region, false);
    meepled_value(judge->g, region, true);
    meepled_claim(judge->g, region, claims);
    for (uint8_t p = meepled_players(judge->g); p < MEEPLED_PLAYERS_MAX; p++)
        if (claims[p])
            return judge_fail(judge, "claim names seat %d of %d", p, meepled_players(judge->g));
    return true;
}

/* Hooks that only answer, asked about everything on the table. */
bool
judge_hooks_pure(struct judge *judge)
{
    const meepled_game *g = judge->g;
    const uint16_t slots = meepled_board_count(g);

    judge_block_keep(judge);
    judge_doing(judge, "asking value, claim and next after %zu actions", judge->step_count);
    for (uint16_t slot = 0; slot < slots; slot++) {
        const uint16_t first = meepled_zone_first(g, slot);

        for (uint16_t zone = first; zone < first + meepled_zone_count(g, slot); zone++)
            if (!region_pure(judge, meepled_region_of(g, zone)) ||
                !region_pure(judge, meepled_system_of(g, zone)))
                return false;
    }
    const meepled_next_turn next = meepled_next(g);
    if (!next.over && next.player >= meepled_players(g))
        return judge_fail(judge, "the next player is %d of %d", next.player, meepled_players(g));
    if (!judge_block_same(judge))
        return judge_fail(judge, "value, claim or next changed the game");
    return true;
}
