/* Merging the words of a stack's layers, and the values of its options. */
#include "rules/stack.h"
#include "tileset/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool
name_good(const char *name)
{
    size_t len = 0;

    for (; name[len]; len++) {
        const char c = name[len];
        const bool letter = c >= 'a' && c <= 'z';

        if (!letter && (len == 0 || (c != '-' && !(c >= '0' && c <= '9'))))
            return false;
    }
    return len > 0 && len < TILESET_NAME;
}

/* ---- may a word be declared twice?  Only if it means the same ---- */

static bool
kind_same(const void *a, const void *b)
{
    const meepled_kind_word *x = a, *y = b;

    return x->reach == y->reach && x->closing == y->closing;
}

static bool
link_same(const void *a, const void *b)
{
    const meepled_link_word *x = a, *y = b;

    return x->joins == y->joins && x->mutual == y->mutual;
}

static bool
figure_same(const void *a, const void *b)
{
    const meepled_figure_word *x = a, *y = b;

    return x->supply == y->supply && x->strength == y->strength && x->companion == y->companion &&
           x->scope == y->scope;
}

static bool
option_same(const void *a, const void *b)
{
    const meepled_option_word *x = a, *y = b;

    return x->type == y->type && x->min == y->min && x->max == y->max &&
           same(x->standard, y->standard);
}

static bool
always_same(const void *a, const void *b)
{
    (void)a;
    (void)b;
    return true;
}

/* One table of the vocabulary: entries start with their name. */
struct table {
    const char *what;
    const void *from; /* NULL: nothing to add */
    void *to;
    size_t size, cap;
    size_t *count;
    bool (*same)(const void *a, const void *b);
};

static void
table_merge(const struct table *t, const char *layer, meepled_report *report)
{
    for (const unsigned char *entry = t->from; entry; entry += t->size) {
        const char *name;
        size_t at = 0;

        memcpy(&name, entry, sizeof name);
        if (!name)
            return;
        for (; at < *t->count; at++) {
            const char *known;

            memcpy(&known, (unsigned char *)t->to + at * t->size, sizeof known);
            if (strcmp(known, name) == 0)
                break;
        }
        if (!name_good(name))
            meepled_report_add(report, NULL, 0, "%s: %s \"%s\" is not a name ([a-z][a-z0-9-]*)",
                               layer, t->what, name);
        else if (at < *t->count && !t->same(entry, (unsigned char *)t->to + at * t->size))
            meepled_report_add(report, NULL, 0, "%s: %s %s is declared differently below it", layer,
                               t->what, name);
        else if (at == *t->count && at == t->cap)
            meepled_report_add(report, NULL, 0, "%s: no room for %s %s, a stack has at most %zu",
                               layer, t->what, name, t->cap);
        else if (at == *t->count)
            memcpy((unsigned char *)t->to + (*t->count)++ * t->size, entry, t->size);
    }
}

static void
figures_check(const meepled_vocabulary *v, const char *layer, meepled_report *report)
{
    for (const meepled_figure_word *f = v->figures; f && f->name; f++)
        if (f->supply > MEEPLED_SUPPLY_MAX || !f->roles || !f->roles->kind)
            meepled_report_add(report, NULL, 0,
                               "%s: figure %s needs roles and a supply of at most %d", layer,
                               f->name, MEEPLED_SUPPLY_MAX);
}

void
words_merge(meepled_stack *stack, const meepled_plugin *plugin, meepled_report *report)
{
    const meepled_vocabulary *v = plugin->words;
    struct stack_words *w = &stack->words;

    if (!v)
        return;
#define TABLE(what, member, counter, fits)                                                         \
    {                                                                                              \
        what, v->member, w->member, sizeof *w->member, sizeof w->member / sizeof *w->member - 1,   \
            &w->counter, fits                                                                      \
    }
    const struct table tables[] = {
        TABLE("kind", kinds, kind_count, kind_same),
        TABLE("attribute", attributes, attribute_count, always_same),
        TABLE("link", links, link_count, link_same),
        TABLE("figure", figures, figure_count, figure_same),
        TABLE("pile", piles, pile_count, always_same),
        TABLE("token", tokens, token_count, always_same),
        TABLE("decision", decisions, decision_count, always_same),
        TABLE("choice", choices, choice_count, always_same),
        TABLE("option", options, option_count, option_same),
    };
#undef TABLE
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        table_merge(&tables[i], plugin->name, report);
    figures_check(v, plugin->name, report);
    for (int i = 0; i < MEEPLED_REFUSE_COUNT; i++)
        if (v->refusals[i])
            stack->refusals[i] = v->refusals[i];
    if (v->rule_end)
        stack->rule_end = v->rule_end;
    if (v->players_min)
        stack->players_min = v->players_min;
    if (v->players_max)
        stack->players_max = v->players_max;
    if (stack->players_max > MEEPLED_PLAYERS_MAX || stack->players_min > stack->players_max)
        meepled_report_add(report, NULL, 0, "%s: %u to %u players, the engine allows 1 to %d",
                           plugin->name, stack->players_min, stack->players_max,
                           MEEPLED_PLAYERS_MAX);
}

/* ---- options ---- */

/* The value that `text` stands for; false when it is none of this option's. */
static bool
option_read(const meepled_option_word *o, const char *text, int32_t *value)
{
    char *end;

    switch (o->type) {
    case MEEPLED_YESNO:
        *value = strcmp(text, "yes") == 0;
        return *value || strcmp(text, "no") == 0;
    case MEEPLED_NUMBER: {
        const long number = strtol(text, &end, 10);

        *value = (int32_t)number;
        return end != text && *end == '\0' && text[0] != ' ' && text[0] != '+' &&
               number >= o->min && number <= o->max;
    }
    case MEEPLED_WORD:
        for (int32_t i = 0; o->words && o->words[i]; i++)
            if (strcmp(o->words[i], text) == 0) {
                *value = i;
                return true;
            }
        return false;
    }
    return false;
}

/* "yes or no", "a number from 1 to 9", "no, printed or exact". */
static void
option_wants(const meepled_option_word *o, char *out, size_t cap)
{
    size_t at = 0;

    out[0] = '\0';
    if (o->type == MEEPLED_YESNO)
        snprintf(out, cap, "yes or no");
    else if (o->type == MEEPLED_NUMBER)
        snprintf(out, cap, "a number from %d to %d", (int)o->min, (int)o->max);
    else
        for (size_t i = 0; o->words && o->words[i] && at < cap; i++)
            at += (size_t)snprintf(out + at, cap - at, "%s%s",
                                   i == 0            ? ""
                                   : o->words[i + 1] ? ", "
                                                     : " or ",
                                   o->words[i]);
}

/* Who begins is asked for like an option, but no rules have it.  Said to who creates a game, and to
 * who seems to look for it in a file. */
static const char *
first_player_hint(const struct stack_setting *s)
{
    static const char name[] = "first-player";
    struct suggest near;

    suggest_begin(&near, s->name);
    suggest_offer(&near, name);
    return !s->file || strcmp(s->name, name) == 0 || *suggest_end(&near)
               ? "; first-player is chosen when a game is created"
               : "";
}

/* Add a name to a list that is read in one line: what does not fit whole becomes "...". */
static void
list_add(char *list, size_t cap, const char *name)
{
    static const char more[] = ", ...";
    const size_t at = strlen(list);
    const char *const comma = at ? ", " : "";
    const bool fits = at + strlen(comma) + strlen(name) + sizeof more <= cap;

    if (at < 3 || strcmp(list + at - 3, "...") != 0)
        snprintf(list + at, cap - at, "%s%s", comma, fits ? name : "...");
}

static void
option_set(meepled_stack *stack, const struct stack_setting *s, meepled_report *report)
{
    const struct stack_words *w = &stack->words;
    char list[104] = ""; /* short enough for the rest of the line to fit in a meepled_error */

    for (size_t i = 0; i < w->option_count; i++) {
        if (strcmp(w->options[i].name, s->name) == 0) {
            if (!option_read(&w->options[i], s->value, &stack->option_values[i])) {
                option_wants(&w->options[i], list, sizeof list);
                meepled_report_add(report, s->file, s->line, "option %s is \"%s\", not %s", s->name,
                                   s->value, list);
            }
            return;
        }
        list_add(list, sizeof list, w->options[i].name);
    }
    meepled_report_add(report, s->file, s->line, "no option \"%s\"%s%s%s", s->name,
                       *list ? ", there are " : " in this variant, it has none", list,
                       first_player_hint(s));
}

void
words_options(meepled_stack *stack, const struct stack_setting *settings, size_t count,
              meepled_report *report)
{
    for (size_t i = 0; i < stack->words.option_count; i++) {
        const meepled_option_word *o = &stack->words.options[i];

        if (!o->standard || !option_read(o, o->standard, &stack->option_values[i]))
            meepled_report_add(report, NULL, 0, "option %s: its own default \"%s\" is not allowed",
                               o->name, o->standard ? o->standard : "");
    }
    for (size_t i = 0; i < count; i++)
        option_set(stack, &settings[i], report);
}

/* ---- conditions ---- */

bool
words_holds(const meepled_stack *stack, const char *name, const char *what, const char *file,
            unsigned line, meepled_report *report)
{
    const struct stack_words *w = &stack->words;

    for (size_t i = 0; i < w->option_count; i++)
        if (w->options[i].type == MEEPLED_YESNO && strcmp(w->options[i].name, name) == 0)
            return stack->option_values[i] != 0;
    meepled_report_add(report, file, line, "%s: no yes/no option \"%s\"", what, name);
    return false;
}

/* Take entry `name` out of a table of entries of `size` bytes that start with their name; true if
 * it was there.  It goes to `to` unless that is NULL. */
static bool
table_remove(void *table, size_t size, size_t *count, const char *name, void *to)
{
    unsigned char *const entries = table;

    for (size_t at = 0; at < *count; at++) {
        const char *known;

        memcpy(&known, entries + at * size, sizeof known);
        if (strcmp(known, name) != 0)
            continue;
        if (to)
            memcpy(to, entries + at * size, size);
        memmove(entries + at * size, entries + (at + 1) * size, (*count - at) * size);
        --*count;
        return true;
    }
    return false;
}

static bool
is_named(const void *table, size_t size, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const char *known;

        memcpy(&known, (const unsigned char *)table + i * size, sizeof known);
        if (strcmp(known, name) == 0)
            return true;
    }
    return false;
}

void
words_conditions(meepled_stack *stack, meepled_report *report)
{
    struct stack_words *const w = &stack->words;
    const struct stack_words all = *w;

    for (size_t i = 0; i < stack->layer_count; i++) {
        const meepled_plugin *plugin = stack->layers[i].plugin;
        const meepled_condition_word *c = plugin->words ? plugin->words->conditions : NULL;

        for (; c && c->name; c++) {
            if (!is_named(all.figures, sizeof *all.figures, all.figure_count, c->name) &&
                !is_named(all.piles, sizeof *all.piles, all.pile_count, c->name) &&
                !is_named(all.tokens, sizeof *all.tokens, all.token_count, c->name))
                meepled_report_add(report, NULL, 0,
                                   "%s: condition on \"%s\", which is no figure, pile or token",
                                   plugin->name, c->name);
            if (words_holds(stack, c->option, plugin->name, NULL, 0, report))
                continue;
            (void)table_remove(w->figures, sizeof *w->figures, &w->figure_count, c->name, NULL);
            (void)table_remove(w->tokens, sizeof *w->tokens, &w->token_count, c->name, NULL);
            if (table_remove(w->piles, sizeof *w->piles, &w->pile_count, c->name,
                             &w->absent[w->absent_count]))
                w->absent_count++;
        }
    }
}
