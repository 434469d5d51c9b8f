/* Events as lines of text, short and complete enough to compare. */
#include "tests/support/position_script.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct line {
    char *at;
    size_t left;
};

static void __attribute__((format(printf, 2, 3))) add(struct line *line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int n = vsnprintf(line->at, line->left, format, args);
    va_end(args);
    const size_t used = n < 0 ? 0 : (size_t)n < line->left ? (size_t)n : line->left - 1;
    line->at += used;
    line->left -= used;
}

static const char *
colour(const struct position *p, uint8_t seat)
{
    return seat < p->players ? p->colours[seat] : "nobody";
}

/* " red 6 blue 6": everybody who got something. */
static void
add_points(struct line *line, const struct position *p, const meepled_event *event)
{
    for (uint8_t seat = 0; seat < p->players; seat++) {
        if (event->points[seat] != 0)
            add(line, " %s %d", colour(p, seat), (int)event->points[seat]);
    }
}

static void
add_figures(struct line *line, const struct position *p, const meepled_event *event)
{
    for (uint8_t i = 0; i < event->figure_count; i++) {
        const meepled_figure *f = &event->figures[i];

        add(line, " %s %s %s", position_role(p, f->kind, f->zone), colour(p, f->player),
            meepled_zone_name(p->game, f->zone));
        if (f->with != MEEPLED_NONE8)
            add(line, " with %s", position_role(p, f->with, f->zone));
    }
}

void
position_event_text(const struct position *p, const meepled_event *event, char *out, size_t size)
{
    struct line line = { out, size };
    size_t count;

    out[0] = '\0';
    add(&line, "%s", meepled_event_name(event->type));
    switch (event->type) {
    case MEEPLED_TURN_STARTED:
    case MEEPLED_TURN_LAPSED:
        add(&line, " %s part %u%s", colour(p, event->player), event->zones,
            event->final ? " bonus" : "");
        break;
    case MEEPLED_TILE_DISCARDED:
    case MEEPLED_TILE_ASIDE:
        add(&line, " %s", meepled_tile_id(p->game, event->place.tile));
        break;
    case MEEPLED_TILE_TAKEN:
        add(&line, " %s %s", colour(p, event->player), meepled_tile_id(p->game, event->place.tile));
        break;
    case MEEPLED_TILE_LAID:
    case MEEPLED_TILE_PLACED:
        add(&line, " %s %s %d %d %u", colour(p, event->player),
            meepled_tile_id(p->game, event->place.tile), event->place.x, event->place.y,
            event->place.turned);
        break;
    case MEEPLED_REGION_SCORED:
        add(&line, " %s %s", event->rule != NULL ? event->rule : "-",
            meepled_stack_kinds(p->stack, &count)[event->word].name);
        add(&line, " pieces %u tiles %u%s%s", event->zones, event->tiles,
            event->system ? " system" : "", event->final ? " final" : "");
        add_points(&line, p, event);
        break;
    case MEEPLED_POINTS_SCORED:
        add(&line, " %s", event->rule != NULL ? event->rule : "-");
        add_points(&line, p, event);
        break;
    case MEEPLED_FIGURE_PLACED:
    case MEEPLED_FIGURE_RETRIEVED:
    case MEEPLED_FIGURES_RETURNED:
        add_figures(&line, p, event);
        break;
    case MEEPLED_TOKENS_TAKEN:
        add(&line, " %s %s %d", colour(p, event->player),
            meepled_stack_tokens(p->stack, &count)[event->word].name, (int)event->count);
        break;
    case MEEPLED_DECISION_OPENED:
        add(&line, " %s %s", colour(p, event->player),
            meepled_stack_decisions(p->stack, &count)[event->word].name);
        break;
    case MEEPLED_CHOICE_MADE:
        add(&line, " %s %s", colour(p, event->player),
            meepled_stack_choices(p->stack, &count)[event->word].name);
        break;
    case MEEPLED_GAME_FINISHED:
        add_points(&line, p, event);
        break;
    default:
        add(&line, " %s", colour(p, event->player));
        break;
    }
}
