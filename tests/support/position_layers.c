/* Statements about layers and what they bring: tokens, figures out of reach. */
#include "tests/support/position_script.h"

#include <stdio.h>
#include <string.h>

/* layers traders-builders nothing: on the plugin, in this order */
static bool
say_layers(struct position *p, char *rest)
{
    char word[POSITION_WORD_MAX];

    if (p->game != NULL)
        return position_wrong(p, "layers come before what is done with them");
    for (p->layer_count = 0; position_word(&rest, word); p->layer_count++) {
        if (p->layer_count == POSITION_LAYERS_MAX)
            return position_wrong(p, "more than %d layers", POSITION_LAYERS_MAX);
        snprintf(p->layers[p->layer_count], sizeof p->layers[0], "%.31s", word);
    }
    return true;
}

static bool
find_token(struct position *p, char **rest, uint8_t *token)
{
    char word[POSITION_WORD_MAX] = "";
    size_t count;
    const meepled_token_word *words = meepled_stack_tokens(p->stack, &count);

    if (!position_word(rest, word))
        return position_wrong(p, "which token?");
    for (*token = 0; *token < count; ++*token) {
        if (strcmp(words[*token].name, word) == 0)
            return true;
    }
    return position_wrong(p, "no token \"%s\"", word);
}

/* take red grain 2: from the supply, before the case begins */
static bool
say_take(struct position *p, char *rest)
{
    uint8_t seat, token;
    int32_t count;

    return position_seat(p, &rest, &seat) && find_token(p, &rest, &token) &&
           position_number(p, &rest, &count) &&
           (meepled_tokens_add(p->game, seat, token, count) == MEEPLED_OK ||
            position_wrong(p, "it cannot be taken"));
}

/* tokens red grain 2 */
static bool
expect_tokens(struct position *p, char *rest)
{
    uint8_t seat, token;
    int32_t count;

    if (!position_seat(p, &rest, &seat) || !find_token(p, &rest, &token) ||
        !position_number(p, &rest, &count))
        return false;
    const int32_t found = meepled_tokens(p->game, seat, token);
    return found == count || position_wrong(p, "there are %d, not %d", (int)found, (int)count);
}

/* without token grain; without figure builder: no such word in this stack */
static bool
expect_without(struct position *p, char *rest)
{
    char what[POSITION_WORD_MAX] = "", name[POSITION_WORD_MAX] = "";
    size_t tokens, figures;
    bool found = false;

    if (!position_word(&rest, what) || !position_word(&rest, name))
        return position_wrong(p, "without what?");
    const meepled_token_word *token = meepled_stack_tokens(p->stack, &tokens);
    const meepled_figure_word *figure = meepled_stack_figures(p->stack, &figures);
    for (size_t i = 0; strcmp(what, "token") == 0 && i < tokens; i++)
        found |= strcmp(token[i].name, name) == 0;
    for (size_t i = 0; strcmp(what, "figure") == 0 && i < figures; i++)
        found |= strcmp(figure[i].name, name) == 0;
    return !found || position_wrong(p, "there is a %s %s", what, name);
}

/* away red builder 1 */
static bool
expect_away(struct position *p, char *rest)
{
    uint8_t seat, kind;
    int32_t count;

    if (!position_seat(p, &rest, &seat) || !position_kind(p, &rest, MEEPLED_NONE, &kind) ||
        !position_number(p, &rest, &count))
        return false;
    const int32_t found = meepled_figures_away(p->game, seat, kind);
    return found == count || position_wrong(p, "there are %d, not %d", (int)found, (int)count);
}

const struct position_statement position_layers_statements[] = {
    { "layers", say_layers, false },   { "take", say_take, true },
    { "tokens", expect_tokens, true }, { "without", expect_without, true },
    { "away", expect_away, true },     { .name = NULL },
};
