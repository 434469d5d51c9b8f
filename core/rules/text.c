/* Actions as lines of text: what the store and records keep.  Words, not indices, so that a line
 * means the same when tile sets or words are reordered. */
#include "rules/stack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 7 };

/* ---- writing ---- */

static const char *
zone_name(const meepled_game *g, int16_t x, int16_t y, uint8_t index)
{
    const uint16_t slot = board_find(&g->board, x, y);

    if (slot == MEEPLED_NONE || index >= meepled_zone_count(g, slot))
        return "?";
    return g->rules->tiles->tiles[g->board.slots[slot].tile].zones[index].name;
}

static const char *
figure_name(const meepled_game *g, uint8_t kind)
{
    return kind < g->rules->figure_count ? g->rules->figures[kind].name : "?";
}

size_t
meepled_action_format(const meepled_game *g, const meepled_action *a, char out[MEEPLED_ACTION_TEXT])
{
    int len = 0;

    switch ((meepled_action_type)a->type) {
    case MEEPLED_PLACE_TILE:
        len = snprintf(out, MEEPLED_ACTION_TEXT, "place %s %d %d %u", meepled_tile_id(g, a->tile),
                       a->x, a->y, a->turned);
        break;
    case MEEPLED_PLACE_FIGURE:
        len = snprintf(out, MEEPLED_ACTION_TEXT, "figure %s %d %d %s%s%s",
                       figure_name(g, a->figure), a->x, a->y, zone_name(g, a->x, a->y, a->zone),
                       a->with == MEEPLED_NONE8 ? "" : " with ",
                       a->with == MEEPLED_NONE8 ? "" : figure_name(g, a->with));
        break;
    case MEEPLED_RETRIEVE_FIGURE:
        len = snprintf(out, MEEPLED_ACTION_TEXT, "retrieve %s %d %d %s", figure_name(g, a->figure),
                       a->x, a->y, zone_name(g, a->x, a->y, a->zone));
        break;
    case MEEPLED_CHOOSE:
        len = snprintf(out, MEEPLED_ACTION_TEXT, "choose %s",
                       a->choice < g->stack->words.choice_count
                           ? g->stack->words.choices[a->choice].name
                           : "?");
        break;
    case MEEPLED_PASS:
        len = snprintf(out, MEEPLED_ACTION_TEXT, "pass");
        break;
    }
    return (size_t)len;
}

/* ---- reading ---- */

static meepled_status
number(const char *word, int min, int max, int *value, meepled_error *err)
{
    char *end;

    errno = 0;
    const long n = strtol(word, &end, 10);
    if (end == word || *end != '\0' || errno != 0 || n < min || n > max || *word == '+')
        return meepled_fail(err, MEEPLED_ECONFIG, "\"%.40s\" is not a number from %d to %d", word,
                            min, max);
    *value = (int)n;
    return MEEPLED_OK;
}

static meepled_status
read_cell(const char *const *words, meepled_action *a, meepled_error *err)
{
    int x = 0, y = 0;

    if (number(words[0], INT16_MIN, INT16_MAX, &x, err) != MEEPLED_OK ||
        number(words[1], INT16_MIN, INT16_MAX, &y, err) != MEEPLED_OK)
        return MEEPLED_ECONFIG;
    a->x = (int16_t)x;
    a->y = (int16_t)y;
    return MEEPLED_OK;
}

static meepled_status
read_figure(const meepled_game *g, const char *word, uint8_t *kind, meepled_error *err)
{
    for (uint8_t f = 0; f < g->rules->figure_count; f++)
        if (strcmp(g->rules->figures[f].name, word) == 0) {
            *kind = f;
            return MEEPLED_OK;
        }
    return meepled_fail(err, MEEPLED_ECONFIG, "no figure \"%.31s\"", word);
}

static meepled_status
read_zone(const meepled_game *g, const char *word, meepled_action *a, meepled_error *err)
{
    const uint16_t slot = board_find(&g->board, a->x, a->y);

    if (slot == MEEPLED_NONE)
        return meepled_fail(err, MEEPLED_ECONFIG, "no tile at %d,%d", a->x, a->y);
    const struct bound_tile *tile = &g->rules->tiles->tiles[g->board.slots[slot].tile];
    for (uint8_t z = 0; z < tile->zone_count; z++)
        if (strcmp(tile->zones[z].name, word) == 0) {
            a->zone = z;
            return MEEPLED_OK;
        }
    return meepled_fail(err, MEEPLED_ECONFIG, "no zone \"%.31s\" on tile %s", word, tile->id);
}

static meepled_status
read_place(const meepled_game *g, const char *const *words, meepled_action *a, meepled_error *err)
{
    int turned = 0;

    a->type = MEEPLED_PLACE_TILE;
    a->tile = meepled_stack_tile_find(g->stack, words[1]);
    if (a->tile == MEEPLED_NONE)
        return meepled_fail(err, MEEPLED_ECONFIG, "no tile \"%.31s\"", words[1]);
    if (read_cell(words + 2, a, err) != MEEPLED_OK ||
        number(words[4], 0, 270, &turned, err) != MEEPLED_OK)
        return MEEPLED_ECONFIG;
    a->turned = (uint16_t)turned;
    return MEEPLED_OK;
}

static meepled_status
read_on_zone(const meepled_game *g, const char *const *words, size_t count, meepled_action *a,
             meepled_error *err)
{
    if (read_figure(g, words[1], &a->figure, err) != MEEPLED_OK ||
        read_cell(words + 2, a, err) != MEEPLED_OK || read_zone(g, words[4], a, err) != MEEPLED_OK)
        return MEEPLED_ECONFIG;
    if (count == 5)
        return MEEPLED_OK;
    if (strcmp(words[5], "with") != 0)
        return meepled_fail(err, MEEPLED_ECONFIG, "\"%.31s\" instead of \"with\"", words[5]);
    return read_figure(g, words[6], &a->with, err);
}

static meepled_status
read_choice(const meepled_game *g, const char *word, meepled_action *a, meepled_error *err)
{
    const struct stack_words *w = &g->stack->words;

    a->type = MEEPLED_CHOOSE;
    for (uint8_t c = 0; c < w->choice_count; c++)
        if (strcmp(w->choices[c].name, word) == 0) {
            a->choice = c;
            return MEEPLED_OK;
        }
    return meepled_fail(err, MEEPLED_ECONFIG, "no choice \"%.31s\"", word);
}

meepled_status
meepled_action_parse(const meepled_game *g, const char *text, meepled_action *a, meepled_error *err)
{
    char line[MEEPLED_ACTION_TEXT];
    const char *words[WORDS_MAX] = { line };
    size_t count = 1;

    *a = (meepled_action){ .figure = MEEPLED_NONE8,
                           .with = MEEPLED_NONE8,
                           .choice = MEEPLED_NONE8,
                           .zone = MEEPLED_NONE8,
                           .tile = MEEPLED_NONE };
    if (strlen(text) >= sizeof line)
        return meepled_fail(err, MEEPLED_ECONFIG, "an action of %zu characters", strlen(text));
    strcpy(line, text);
    for (char *at = line; *at; at++)
        if (*at == ' ') {
            *at = '\0';
            if (count == WORDS_MAX)
                return meepled_fail(err, MEEPLED_ECONFIG, "more than %d words", WORDS_MAX);
            words[count++] = at + 1;
        }
    if (strcmp(words[0], "place") == 0 && count == 5)
        return read_place(g, words, a, err);
    a->type = MEEPLED_PLACE_FIGURE;
    if (strcmp(words[0], "figure") == 0 && (count == 5 || count == 7))
        return read_on_zone(g, words, count, a, err);
    a->type = MEEPLED_RETRIEVE_FIGURE;
    if (strcmp(words[0], "retrieve") == 0 && count == 5)
        return read_on_zone(g, words, count, a, err);
    if (strcmp(words[0], "choose") == 0 && count == 2)
        return read_choice(g, words[1], a, err);
    a->type = MEEPLED_PASS;
    if (strcmp(words[0], "pass") == 0 && count == 1)
        return MEEPLED_OK;
    return meepled_fail(err, MEEPLED_ECONFIG, "\"%.60s\" is not an action", text);
}
