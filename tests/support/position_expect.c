/* Statements that look at the game and compare. */
#include "tests/support/position_action.h"
#include "tests/support/position_script.h"

#include <stdio.h>
#include <string.h>

enum { ACTIONS_MAX = 512, OFFERS_MAX = 4096 };

/* ---- what can be done ---- */

/* All legal actions, " | " between them. */
static void
offers_text(const struct position *p, char out[OFFERS_MAX])
{
    meepled_action actions[ACTIONS_MAX];
    const size_t count = meepled_actions(p->game, actions, ACTIONS_MAX);
    size_t at = 0;

    out[0] = '\0';
    for (size_t i = 0; i < count && i < ACTIONS_MAX && at + 1 < OFFERS_MAX; i++) {
        char text[MEEPLED_ACTION_TEXT];
        position_action_text(p, &actions[i], text);
        const int n = snprintf(out + at, OFFERS_MAX - at, "%s%s", i > 0 ? " | " : "", text);
        at += n > 0 ? (size_t)n : 0;
    }
}

static char *
trimmed(char *text)
{
    for (size_t len = strlen(text); len > 0 && strchr(" \t\n", text[len - 1]) != NULL;)
        text[--len] = '\0';
    return text;
}

/* offers figure member meadow-1 | pass: exactly these, in this order */
static bool
expect_offers(struct position *p, char *rest)
{
    char found[OFFERS_MAX];

    offers_text(p, found);
    return strcmp(found, trimmed(rest)) == 0 || position_wrong(p, "offered are: %.600s", found);
}

static bool
is_listed(const struct position *p, const meepled_action *wanted)
{
    meepled_action actions[ACTIONS_MAX];
    const size_t count = meepled_actions(p->game, actions, ACTIONS_MAX);
    char text[MEEPLED_ACTION_TEXT], other[MEEPLED_ACTION_TEXT];

    meepled_action_format(p->game, wanted, text);
    for (size_t i = 0; i < count && i < ACTIONS_MAX; i++) {
        meepled_action_format(p->game, &actions[i], other);
        if (strcmp(text, other) == 0)
            return true;
    }
    return false;
}

/* lists place new 1 0 0 */
static bool
expect_lists(struct position *p, char *rest)
{
    meepled_action action;

    return position_action_read(p, rest, &action) &&
           (is_listed(p, &action) || position_wrong(p, "not offered: %s", rest));
}

/* lacks figure hut river-1 */
static bool
expect_lacks(struct position *p, char *rest)
{
    meepled_action action;

    return position_action_read(p, rest, &action) &&
           (!is_listed(p, &action) || position_wrong(p, "offered: %s", rest));
}

/* fits calm; misfits odd */
static bool
fits(struct position *p, char *rest, bool wanted)
{
    uint16_t tile;

    return position_tile_find(p, &rest, &tile) &&
           (meepled_fits(p->game, tile) == wanted ||
            position_wrong(p, "it %s", wanted ? "fits nowhere" : "fits"));
}

static bool
expect_fits(struct position *p, char *rest)
{
    return fits(p, rest, true);
}

static bool
expect_misfits(struct position *p, char *rest)
{
    return fits(p, rest, false);
}

/* ---- the turn ---- */

/* decides red place [bonus]; or figure, decision */
static bool
expect_decides(struct position *p, char *rest)
{
    static const char *const phases[] = { [MEEPLED_PLACE] = "place",
                                          [MEEPLED_FIGURE] = "figure",
                                          [MEEPLED_DECISION] = "decision",
                                          [MEEPLED_OVER] = "over" };
    char phase[POSITION_WORD_MAX] = "", word[POSITION_WORD_MAX] = "";
    const meepled_turn turn = meepled_turn_get(p->game);
    uint8_t seat;

    if (!position_seat(p, &rest, &seat) || !position_word(&rest, phase))
        return false;
    const bool bonus = position_word(&rest, word) && strcmp(word, "bonus") == 0;
    return (turn.decides == seat && strcmp(phases[turn.phase], phase) == 0 &&
            turn.bonus == bonus) ||
           position_wrong(p, "it is %s %s%s",
                          turn.decides < p->players ? p->colours[turn.decides] : "nobody",
                          phases[turn.phase], turn.bonus ? " bonus" : "");
}

static bool
expect_over(struct position *p, char *rest)
{
    meepled_action action;

    (void)rest;
    return (meepled_turn_get(p->game).phase == MEEPLED_OVER &&
            meepled_actions(p->game, &action, 1) == 0 && meepled_figure_count(p->game) == 0) ||
           position_wrong(p, "the game goes on");
}

/* offered calm */
static bool
expect_offered(struct position *p, char *rest)
{
    size_t count;
    const uint16_t *tiles = meepled_offered(p->game, &count);
    uint16_t tile;

    for (size_t i = 0; i < count; i++) {
        if (!position_tile_find(p, &rest, &tile))
            return false;
        if (tile != tiles[i])
            return position_wrong(p, "offered is %s", meepled_tile_id(p->game, tiles[i]));
    }
    return rest[strspn(rest, " \t")] == '\0' || position_wrong(p, "only %zu offered", count);
}

/* ---- numbers ---- */

static bool
same_number(struct position *p, const char *what, int32_t found, int32_t wanted)
{
    return found == wanted || position_wrong(p, "%s is %d, not %d", what, (int)found, (int)wanted);
}

/* score red 6 */
static bool
expect_score(struct position *p, char *rest)
{
    uint8_t seat;
    int32_t points;

    return position_seat(p, &rest, &seat) && position_number(p, &rest, &points) &&
           same_number(p, "the score", meepled_score_get(p->game, seat), points);
}

/* supply red member 5 */
static bool
expect_supply(struct position *p, char *rest)
{
    uint8_t seat, kind;
    int32_t count;

    return position_seat(p, &rest, &seat) && position_kind(p, &rest, MEEPLED_NONE, &kind) &&
           position_number(p, &rest, &count) &&
           same_number(p, "the supply", meepled_supply(p->game, seat, kind), count);
}

/* left bonus 3 */
static bool
expect_left(struct position *p, char *rest)
{
    char name[POSITION_WORD_MAX];
    int32_t count;
    size_t piles;
    const meepled_pile_word *words = meepled_stack_piles(p->stack, &piles);

    if (!position_word(&rest, name) || !position_number(p, &rest, &count))
        return false;
    for (uint8_t i = 0; i < piles; i++) {
        if (strcmp(words[i].name, name) == 0)
            return same_number(p, "the pile", meepled_pile_left(p->game, i), count);
    }
    return position_wrong(p, "no pile \"%s\"", name);
}

/* discarded odd odder; discarded alone: none */
static bool
expect_discarded(struct position *p, char *rest)
{
    size_t count;
    const uint16_t *tiles = meepled_discarded(p->game, &count);
    uint16_t tile;

    for (size_t i = 0; i < count; i++) {
        if (!position_tile_find(p, &rest, &tile))
            return false;
        if (tile != tiles[i])
            return position_wrong(p, "discarded is %s", meepled_tile_id(p->game, tiles[i]));
    }
    return rest[strspn(rest, " \t")] == '\0' || position_wrong(p, "only %zu discarded", count);
}

/* ranks red 1 */
static bool
expect_ranks(struct position *p, char *rest)
{
    uint8_t ranks[MEEPLED_PLAYERS_MAX], seat;
    int32_t rank;

    meepled_ranking(p->game, ranks);
    return position_seat(p, &rest, &seat) && position_number(p, &rest, &rank) &&
           same_number(p, "the rank", ranks[seat], rank);
}

/* ---- the table ---- */

static bool
stands(const struct position *p, uint8_t seat, uint8_t kind, uint16_t zone)
{
    for (uint16_t i = 0; i < meepled_figure_count(p->game); i++) {
        const meepled_figure f = meepled_figure_get(p->game, i);
        if (f.player == seat && (f.kind == kind || f.with == kind) && f.zone == zone)
            return true;
    }
    return false;
}

/* stands hunter red meadow-1@(1,0); a companion stands too */
static bool
expect_stands(struct position *p, char *rest)
{
    char role[POSITION_WORD_MAX], *role_at = role;
    struct position_spot spot;
    uint8_t seat, kind;

    return position_word(&rest, role) && position_seat(p, &rest, &seat) &&
           position_spot(p, &rest, &spot) && position_kind(p, &role_at, spot.zone, &kind) &&
           (stands(p, seat, kind, spot.zone) || position_wrong(p, "it does not stand there"));
}

/* empty forest-1@(0,0): no figure on this zone */
static bool
expect_empty(struct position *p, char *rest)
{
    struct position_spot spot;

    if (!position_spot(p, &rest, &spot))
        return false;
    for (uint16_t i = 0; i < meepled_figure_count(p->game); i++) {
        if (meepled_figure_get(p->game, i).zone == spot.zone)
            return position_wrong(p, "a figure stands there");
    }
    return true;
}

/* region river-1@(0,0) pieces 3 tiles 3 open|closed */
static bool
expect_region(struct position *p, char *rest)
{
    struct position_spot spot;
    int pieces = 0, tiles = 0;
    char state[POSITION_WORD_MAX] = "";

    if (!position_spot(p, &rest, &spot))
        return false;
    if (sscanf(rest, " pieces %d tiles %d %47s", &pieces, &tiles, state) != 3)
        return position_wrong(p, "pieces N tiles N open|closed is missing");
    const meepled_region r =
        meepled_region_get(p->game, meepled_zone_get(p->game, spot.zone).region);
    return (r.zones == pieces && r.tiles == tiles && r.closed == (strcmp(state, "closed") == 0)) ||
           position_wrong(p, "it has pieces %u tiles %u %s", r.zones, r.tiles,
                          r.closed ? "closed" : "open");
}

/* joined|parted region|system A B */
static bool
same_set(struct position *p, char *rest, bool wanted)
{
    char what[POSITION_WORD_MAX] = "";
    struct position_spot a, b;

    if (!position_word(&rest, what) || !position_spot(p, &rest, &a) || !position_spot(p, &rest, &b))
        return false;
    const meepled_zone za = meepled_zone_get(p->game, a.zone),
                       zb = meepled_zone_get(p->game, b.zone);
    const bool same = strcmp(what, "system") == 0 ? za.system == zb.system : za.region == zb.region;
    return same == wanted || position_wrong(p, "they are %s %s", same ? "one" : "different", what);
}

static bool
expect_joined(struct position *p, char *rest)
{
    return same_set(p, rest, true);
}

static bool
expect_parted(struct position *p, char *rest)
{
    return same_set(p, rest, false);
}

/* value meadow-1@(0,0) 8 [system] [now]: at the end of the game, or now */
static bool
expect_value(struct position *p, char *rest)
{
    struct position_spot spot;
    int32_t points;
    char word[POSITION_WORD_MAX];
    bool system = false, final = true;

    if (!position_spot(p, &rest, &spot) || !position_number(p, &rest, &points))
        return false;
    while (position_word(&rest, word)) {
        system |= strcmp(word, "system") == 0;
        final &= strcmp(word, "now") != 0;
    }
    const uint16_t region =
        system ? meepled_system_of(p->game, spot.zone) : meepled_region_of(p->game, spot.zone);
    return same_number(p, "the value", meepled_value(p->game, region, final), points);
}

/* ---- events of the last step ---- */

/* event region-scored HG-36 river: the next event that begins so */
static bool
expect_event(struct position *p, char *rest)
{
    char text[512], all[sizeof p->why] = "";
    const char *wanted = trimmed(rest);

    for (size_t i = p->event_at; i < p->events.count && i < p->events.cap; i++) {
        position_event_text(p, &p->list[i], text, sizeof text);
        if (strncmp(text, wanted, strlen(wanted)) == 0) {
            p->event_at = i + 1;
            return true;
        }
        snprintf(all + strlen(all), sizeof all - strlen(all), "; %s", text);
    }
    return position_wrong(p, "no such event, but%.500s", all);
}

/* quiet region-scored: no event of the last step begins so */
static bool
expect_quiet(struct position *p, char *rest)
{
    char text[512];
    const char *unwanted = trimmed(rest);

    for (size_t i = 0; i < p->events.count && i < p->events.cap; i++) {
        position_event_text(p, &p->list[i], text, sizeof text);
        if (strncmp(text, unwanted, strlen(unwanted)) == 0)
            return position_wrong(p, "there is an event: %.400s", text);
    }
    return true;
}

const struct position_statement position_expect_statements[] = {
    { "offers", expect_offers, true },   { "lists", expect_lists, true },
    { "lacks", expect_lacks, true },     { "fits", expect_fits, true },
    { "misfits", expect_misfits, true }, { "decides", expect_decides, true },
    { "over", expect_over, true },       { "offered", expect_offered, true },
    { "score", expect_score, true },     { "supply", expect_supply, true },
    { "left", expect_left, true },       { "discarded", expect_discarded, true },
    { "ranks", expect_ranks, true },     { "stands", expect_stands, true },
    { "empty", expect_empty, true },     { "region", expect_region, true },
    { "joined", expect_joined, true },   { "parted", expect_parted, true },
    { "value", expect_value, true },     { "event", expect_event, true },
    { "quiet", expect_quiet, true },     { .name = NULL },
};
