/* Numbers of the words that a variant may change: figures of a player, number of players. */
#include "rules/stack.h"
#include "tileset/suggest.h"

#include <stdlib.h>
#include <string.h>

void
words_supplies(meepled_stack *stack, const struct stack_setting *supplies, size_t count,
               meepled_report *report)
{
    struct stack_words *const w = &stack->words;

    for (size_t i = 0; i < count; i++) {
        const struct stack_setting *const s = &supplies[i];
        size_t f = 0;
        struct suggest near;

        suggest_begin(&near, s->name);
        for (; f < w->figure_count && strcmp(w->figures[f].name, s->name) != 0; f++)
            suggest_offer(&near, w->figures[f].name);
        if (f < w->figure_count)
            w->figures[f].supply = (uint8_t)strtol(s->value, NULL, 10);
        else if (s->file)
            meepled_report_add(report, s->file, s->line, "no figure \"%s\" in these rules%s",
                               s->name, suggest_end(&near));
    }
}

/* The number `s` says, which must not leave min..max. */
static uint8_t
narrowed(const struct stack_setting *s, uint8_t usual, uint8_t min, uint8_t max,
         meepled_report *report)
{
    const long wanted = s->value ? strtol(s->value, NULL, 10) : usual;

    if (wanted >= min && wanted <= max)
        return (uint8_t)wanted;
    meepled_report_add(report, s->file, s->line, "%s is %ld, these rules are for %u to %u", s->name,
                       wanted, min, max);
    return usual;
}

void
words_players(meepled_stack *stack, const struct stack_setting *min,
              const struct stack_setting *max, meepled_report *report)
{
    const uint8_t lowest = stack->players_min, highest = stack->players_max;

    stack->players_min = narrowed(min, lowest, lowest, highest, report);
    stack->players_max = narrowed(max, highest, lowest, highest, report);
    if (stack->players_min > stack->players_max)
        meepled_report_add(report, min->file, min->line, "players.min is %u, players.max %u",
                           stack->players_min, stack->players_max);
}
