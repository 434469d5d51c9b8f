/* Invariants of actions: listing, refusing, text. */
#include "game/state.h"
#include "tests/support/invariant.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static meepled_action listed[RANDOM_ACTIONS_MAX];

static bool
wrong(char *why, const char *what, const meepled_action *a, const char *rule)
{
    snprintf(why, INVARIANT_WHY,
             "%s: type %u tile %u at %d,%d turned %u figure %u with %u zone %u choice %u, rule %s",
             what, a->type, a->tile, a->x, a->y, a->turned, a->figure, a->with, a->zone, a->choice,
             rule != NULL ? rule : "none");
    return false;
}

static bool
same_action(const meepled_action *a, const meepled_action *b)
{
    if (a->type != b->type)
        return false;
    const bool cell = a->x == b->x && a->y == b->y;
    switch (a->type) {
    case MEEPLED_PLACE_TILE:
        return cell && a->tile == b->tile && a->turned == b->turned;
    case MEEPLED_PLACE_FIGURE:
        return cell && a->figure == b->figure && a->with == b->with && a->zone == b->zone;
    case MEEPLED_RETRIEVE_FIGURE:
        return cell && a->figure == b->figure && a->zone == b->zone;
    case MEEPLED_CHOOSE:
        return a->choice == b->choice;
    default:
        return true;
    }
}

/* "HG-14": letters, a dash, digits. */
static bool
is_rule(const char *rule)
{
    const char *at = rule;

    while (isupper((unsigned char)*at))
        at++;
    if (at == rule || *at++ != '-' || !isdigit((unsigned char)*at))
        return false;
    return at[strspn(at, "0123456789")] == '\0';
}

/* One action of the sample: refused by a rule, or listed. */
static bool
judge(const meepled_game *g, size_t count, const meepled_action *a, char *why)
{
    const char *rule = meepled_refuses(g, meepled_turn_get(g).decides, a);

    if (rule != NULL)
        return is_rule(rule) || wrong(why, "refused by what is no rule", a, rule);
    for (size_t i = 0; i < count; i++) {
        if (same_action(a, &listed[i]))
            return true;
    }
    return wrong(why, "accepted, but not listed", a, NULL);
}

struct extent {
    int16_t west, east, north, south;
};

static struct extent
extent_of(const meepled_game *g)
{
    struct extent e = { 0, 0, 0, 0 };

    for (uint16_t slot = 0; slot < meepled_board_count(g); slot++) {
        const meepled_place p = meepled_board_get(g, slot).place;

        e.west = p.x < e.west ? p.x : e.west;
        e.east = p.x > e.east ? p.x : e.east;
        e.north = p.y < e.north ? p.y : e.north;
        e.south = p.y > e.south ? p.y : e.south;
    }
    return e;
}

/* `tile` everywhere around the table, in every rotation and in one that is none. */
static bool
sample_places(const meepled_game *g, size_t count, uint16_t tile, char *why)
{
    enum { MARGIN = 2 };
    const struct extent e = extent_of(g);
    meepled_action a = { .type = MEEPLED_PLACE_TILE, .tile = tile };

    for (a.y = (int16_t)(e.north - MARGIN); a.y <= e.south + MARGIN; a.y++) {
        for (a.x = (int16_t)(e.west - MARGIN); a.x <= e.east + MARGIN; a.x++) {
            for (a.turned = 0; a.turned < 360; a.turned = (uint16_t)(a.turned + 90)) {
                if (!judge(g, count, &a, why))
                    return false;
            }
        }
    }
    a = (meepled_action){ .type = MEEPLED_PLACE_TILE, .tile = tile, .x = e.east, .turned = 45 };
    return judge(g, count, &a, why);
}

/* Every kind, alone and with every other, on every zone of a slot and on one that is not there. */
static bool
sample_figures(const meepled_game *g, size_t count, uint16_t slot, char *why)
{
    const meepled_place p = meepled_board_get(g, slot).place;
    size_t kinds;

    (void)meepled_stack_figures(meepled_game_stack(g), &kinds);
    for (uint8_t zone = 0; zone <= meepled_zone_count(g, slot); zone++) {
        for (uint8_t kind = 0; kind <= kinds; kind++) {
            meepled_action a = { .type = MEEPLED_RETRIEVE_FIGURE,
                                 .figure = kind,
                                 .with = MEEPLED_NONE8,
                                 .zone = zone,
                                 .x = p.x,
                                 .y = p.y };

            if (!judge(g, count, &a, why))
                return false;
            a.type = MEEPLED_PLACE_FIGURE;
            if (!judge(g, count, &a, why))
                return false;
            for (a.with = 0; a.with < kinds; a.with++) {
                if (!judge(g, count, &a, why))
                    return false;
            }
        }
    }
    return true;
}

static bool
sample_others(struct dice *dice, const meepled_game *g, size_t count, char *why)
{
    const uint32_t tiles = (uint32_t)meepled_stack_tiles(meepled_game_stack(g));
    const meepled_action pass = { .type = MEEPLED_PASS };
    const uint16_t slots = meepled_board_count(g);
    size_t offered;
    const uint16_t *offer = meepled_offered(g, &offered);

    for (size_t i = 0; i < offered; i++) {
        if (!sample_places(g, count, offer[i], why))
            return false;
    }
    if (!sample_places(g, count, (uint16_t)dice_throw(dice, tiles), why) ||
        !sample_figures(g, count, (uint16_t)(slots - 1), why) ||
        !sample_figures(g, count, (uint16_t)dice_throw(dice, slots), why))
        return false;
    for (uint8_t choice = 0; choice < 4; choice++) {
        const meepled_action choose = { .type = MEEPLED_CHOOSE, .choice = choice };
        if (!judge(g, count, &choose, why))
            return false;
    }
    return judge(g, count, &pass, why);
}

/* A short buffer holds the beginning, and nothing behind it is touched. */
static bool
cap_respected(struct dice *dice, const meepled_game *g, size_t count, char *why)
{
    static meepled_action some[RANDOM_ACTIONS_MAX + 1];
    const size_t cap = dice_throw(dice, (uint32_t)count + 1);
    const meepled_action guard = { .type = 0xee, .tile = 0xeeee };

    for (size_t i = 0; i <= count; i++)
        some[i] = guard;
    if (meepled_actions(g, some, cap) != count)
        return wrong(why, "another count with a short buffer", &guard, NULL);
    for (size_t i = 0; i < cap; i++) {
        if (!same_action(&some[i], &listed[i]))
            return wrong(why, "another list in a short buffer", &some[i], NULL);
    }
    return (some[cap].type == guard.type && some[cap].tile == guard.tile) ||
           wrong(why, "written behind the buffer", &some[cap], NULL);
}

bool
invariant_actions(struct dice *dice, const meepled_game *g, char *why)
{
    const uint8_t decides = meepled_turn_get(g).decides;
    const size_t count = meepled_actions(g, listed, RANDOM_ACTIONS_MAX);

    if (count == 0 || count > RANDOM_ACTIONS_MAX) {
        snprintf(why, INVARIANT_WHY, "%zu actions", count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        for (uint8_t seat = 0; seat <= meepled_players(g); seat++) {
            const char *rule = meepled_refuses(g, seat, &listed[i]);

            if (seat == decides ? rule != NULL : rule == NULL || !is_rule(rule))
                return wrong(why, seat == decides ? "listed, but refused" : "accepted from another",
                             &listed[i], rule);
        }
        for (size_t j = 0; j < i; j++) {
            if (same_action(&listed[i], &listed[j]))
                return wrong(why, "listed twice", &listed[i], NULL);
        }
    }
    return cap_respected(dice, g, count, why) && sample_others(dice, g, count, why);
}

bool
invariant_refusal(struct dice *dice, meepled_game *g, char *why)
{
    const struct extent e = extent_of(g);
    size_t offered;
    const uint16_t *offer = meepled_offered(g, &offered);
    const meepled_action tries[] = {
        { .type = MEEPLED_PLACE_TILE,
          .tile = offered > 0 ? offer[0] : 0,
          .x = (int16_t)(e.west + (int)dice_throw(dice, (uint32_t)(e.east - e.west + 1))),
          .y = (int16_t)(e.north + (int)dice_throw(dice, (uint32_t)(e.south - e.north + 1))),
          .turned = (uint16_t)(90 * dice_throw(dice, 4)) },
        { .type = MEEPLED_PLACE_FIGURE, .with = MEEPLED_NONE8, .zone = 0 },
        { .type = MEEPLED_CHOOSE },
        { .type = MEEPLED_PASS },
    };
    meepled_game *before = meepled_game_clone(g);
    bool good = before != NULL;

    for (size_t i = 0; good && i < sizeof tries / sizeof *tries; i++) {
        const char *rule = NULL, *applied = NULL;
        const uint8_t seat = (uint8_t)dice_throw(dice, meepled_players(g));

        rule = meepled_refuses(g, seat, &tries[i]);
        if (rule == NULL)
            continue;
        if (meepled_apply(g, seat, &tries[i], NULL, &applied, NULL) != MEEPLED_EREFUSED ||
            applied == NULL || strcmp(applied, rule) != 0)
            good = wrong(why, "not refused alike when applied", &tries[i], applied);
        else if (memcmp(before->block, g->block, g->size) != 0)
            good = wrong(why, "a refused action changed the game", &tries[i], rule);
    }
    meepled_game_free(before);
    return good;
}

bool
invariant_text(const meepled_game *g, const meepled_action *action, char *why)
{
    char text[MEEPLED_ACTION_TEXT], again[MEEPLED_ACTION_TEXT];
    meepled_action read;
    meepled_error err = { "" };
    const size_t length = meepled_action_format(g, action, text);

    if (meepled_action_parse(g, text, &read, &err) != MEEPLED_OK) {
        snprintf(why, INVARIANT_WHY, "\"%.60s\": %.150s", text, err.text);
        return false;
    }
    return (meepled_action_format(g, &read, again) == length && strlen(text) == length &&
            strcmp(text, again) == 0 && same_action(action, &read)) ||
           wrong(why, "not the same after text", &read, NULL);
}
