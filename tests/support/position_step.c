/* Statements that act, and actions as the cases write them. */
#include "tests/support/position_script.h"

#include "tests/support/position_action.h"

#include <stdio.h>
#include <string.h>

/* ---- actions as text ---- */

bool
position_action_read(struct position *p, const char *text, meepled_action *action)
{
    char kind[POSITION_WORD_MAX], zone[POSITION_WORD_MAX], full[MEEPLED_ACTION_TEXT];
    char with[POSITION_WORD_MAX + 6] = "";
    int used = 0;
    meepled_error err = { "" };
    const uint16_t slot = meepled_turn_get(p->game).slot;

    snprintf(full, sizeof full, "%.*s", (int)strcspn(text, "\n"), text);
    for (size_t len = strlen(full); len > 0 && full[len - 1] == ' ';)
        full[--len] = '\0';
    if (strcmp(full, "new") == 0) {
        for (size_t i = 0; i < p->tile_count; i++) {
            if (strcmp(p->tiles[i].id, "new") == 0)
                snprintf(full, sizeof full, "place new %d %d 0", p->tiles[i].x, p->tiles[i].y);
        }
    } else if (sscanf(full, "figure %47s %47s%n", kind, zone, &used) == 2 &&
               (full[used] == '\0' || strncmp(full + used, " with ", 6) == 0) &&
               slot != MEEPLED_NONE) {
        const meepled_place place = meepled_board_get(p->game, slot).place;
        snprintf(with, sizeof with, "%s", full + used);
        snprintf(full, sizeof full, "figure %s %d %d %s%s", kind, place.x, place.y, zone, with);
    }
    return meepled_action_parse(p->game, full, action, &err) == MEEPLED_OK ||
           position_wrong(p, "%s: %s", full, err.text);
}

void
position_action_text(const struct position *p, const meepled_action *action,
                     char out[MEEPLED_ACTION_TEXT])
{
    char kind[POSITION_WORD_MAX], zone[POSITION_WORD_MAX];
    char with[POSITION_WORD_MAX + 6];
    int x, y, used = 0;

    meepled_action_format(p->game, action, out);
    if (sscanf(out, "figure %47s %d %d %47s%n", kind, &x, &y, zone, &used) == 4) {
        snprintf(with, sizeof with, "%s", out + used);
        snprintf(out, MEEPLED_ACTION_TEXT, "figure %s %s%s", kind, zone, with);
    }
}

/* ---- statements ---- */

void
position_step_begin(struct position *p)
{
    p->events.count = 0;
    p->event_at = 0;
}

/* turn red new [bonus] */
static bool
step_turn(struct position *p, char *rest)
{
    char word[POSITION_WORD_MAX] = "";
    uint8_t seat;
    uint16_t tile;
    meepled_error err = { "" };

    if (!position_seat(p, &rest, &seat) || !position_tile_find(p, &rest, &tile))
        return false;
    const bool bonus = position_word(&rest, word) && strcmp(word, "bonus") == 0;
    position_step_begin(p);
    return position_turn(p->game, seat, tile, bonus, &err) == MEEPLED_OK ||
           position_wrong(p, "%s", err.text);
}

/* draw red */
static bool
step_draw(struct position *p, char *rest)
{
    uint8_t seat;
    meepled_error err = { "" };

    if (!position_seat(p, &rest, &seat))
        return false;
    position_step_begin(p);
    return position_draw(p->game, seat, &p->events, &err) == MEEPLED_OK ||
           position_wrong(p, "%s", err.text);
}

/* do new | do place calm 2 0 90 | do figure member meadow-1 | do pass */
static bool
step_do(struct position *p, char *rest)
{
    meepled_action action;
    const char *rule = NULL;
    meepled_error err = { "" };
    const uint8_t seat = meepled_turn_get(p->game).decides;

    if (!position_action_read(p, rest, &action))
        return false;
    position_step_begin(p);
    switch (meepled_apply(p->game, seat, &action, &p->events, &rule, &err)) {
    case MEEPLED_OK:
        return true;
    case MEEPLED_EREFUSED:
        return position_wrong(p, "refused by %s", rule);
    default:
        return position_wrong(p, "broken: %s", err.text);
    }
}

/* refuse HG-18 [by blue] place new 1 0 0: by that rule, and nothing changes */
static bool
step_refuse(struct position *p, char *rest)
{
    char wanted[POSITION_WORD_MAX];
    uint8_t seat = meepled_turn_get(p->game).decides;
    uint8_t before[MEEPLED_DIGEST], after[MEEPLED_DIGEST];
    meepled_action action;
    const char *rule = NULL;
    meepled_error err = { "" };

    if (!position_word(&rest, wanted))
        return position_wrong(p, "by which rule?");
    rest += strspn(rest, " \t");
    if (strncmp(rest, "by ", 3) == 0) {
        rest += 3;
        if (!position_seat(p, &rest, &seat))
            return false;
        rest += strspn(rest, " \t");
    }
    if (!position_action_read(p, rest, &action))
        return false;
    const char *asked = meepled_refuses(p->game, seat, &action);
    if (asked == NULL || strcmp(asked, wanted) != 0)
        return position_wrong(p, "refused by %s, not by %s", asked != NULL ? asked : "no rule",
                              wanted);
    meepled_digest(p->game, before);
    const uint32_t events = meepled_event_count(p->game);
    if (meepled_apply(p->game, seat, &action, NULL, &rule, &err) != MEEPLED_EREFUSED)
        return position_wrong(p, "not refused when applied");
    meepled_digest(p->game, after);
    if (memcmp(before, after, sizeof before) != 0 || events != meepled_event_count(p->game))
        return position_wrong(p, "the refusal changed the game");
    return (rule != NULL && strcmp(rule, wanted) == 0) ||
           position_wrong(p, "applying it names %s", rule != NULL ? rule : "no rule");
}

/* finish: final scoring now */
static bool
step_finish(struct position *p, char *rest)
{
    meepled_error err = { "" };

    (void)rest;
    position_step_begin(p);
    return position_finish(p->game, &p->events, &err) == MEEPLED_OK ||
           position_wrong(p, "%s", err.text);
}

const struct position_statement position_step_statements[] = {
    { "turn", step_turn, true },     { "draw", step_draw, true },     { "do", step_do, true },
    { "refuse", step_refuse, true }, { "finish", step_finish, true }, { .name = NULL },
};
