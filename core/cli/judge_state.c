/* Tiles, figures and points are conserved, and events tell all of it. */
#include "cli/judge.h"

#include <string.h>

static void
count_list(uint16_t *counts, const uint16_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        counts[list[i]]++;
}

/* How often each tile is somewhere: on the table, in piles and hands, offered, out of the game. */
static void
count_tiles(const meepled_game *g, const meepled_stack *stack, uint16_t *counts)
{
    size_t piles, n;
    const uint16_t *list;

    memset(counts, 0, meepled_stack_tiles(stack) * sizeof *counts);
    for (uint16_t slot = 0; slot < meepled_board_count(g); slot++)
        counts[meepled_board_get(g, slot).place.tile]++;
    meepled_stack_piles(stack, &piles);
    for (uint8_t pile = 0; pile < piles; pile++) {
        list = meepled_pile_secret(g, pile, &n);
        count_list(counts, list, n);
    }
    for (uint8_t p = 0; p < meepled_players(g); p++) {
        list = meepled_hand(g, p, &n);
        count_list(counts, list, n);
    }
    list = meepled_offered(g, &n);
    for (size_t i = 0; i < n; i++) { /* one of a hand may be offered without leaving it */
        size_t held;
        const uint16_t *hand = meepled_hand(g, meepled_turn_get(g).player, &held);
        bool in_hand = false;

        for (size_t k = 0; k < held; k++)
            in_hand = in_hand || hand[k] == list[i];
        counts[list[i]] = (uint16_t)(counts[list[i]] + !in_hand);
    }
    list = meepled_discarded(g, &n);
    count_list(counts, list, n);
    list = meepled_laid_aside(g, &n);
    count_list(counts, list, n);
}

/* Figures of each kind a player has in supply, on the table and out of reach. */
static void
count_figures(const meepled_game *g, size_t kinds,
              uint16_t counts[MEEPLED_PLAYERS_MAX][MEEPLED_FIGURES_MAX])
{
    for (uint8_t p = 0; p < meepled_players(g); p++)
        for (uint8_t k = 0; k < kinds; k++)
            counts[p][k] = (uint16_t)(meepled_supply(g, p, k) + meepled_figures_away(g, p, k));
    for (uint16_t f = 0; f < meepled_figure_count(g); f++) {
        const meepled_figure figure = meepled_figure_get(g, f);

        counts[figure.player][figure.kind]++;
        if (figure.with != MEEPLED_NONE8)
            counts[figure.player][figure.with]++;
    }
}

bool
judge_state_begin(struct judge *judge)
{
    size_t kinds;

    meepled_stack_figures(judge->stack, &kinds);
    count_figures(judge->g, kinds, judge->figures);
    count_tiles(judge->g, judge->stack, judge->tiles);
    for (uint16_t t = 0; t < meepled_stack_tiles(judge->stack); t++) {
        const meepled_tile_info tile = meepled_stack_tile(judge->stack, t);

        if (judge->tiles[t] > tile.count)
            return judge_fail(judge, "tile %s is there %d times, the set has %d", tile.id,
                              judge->tiles[t], tile.count);
    }
    return true;
}

bool
judge_state_now(struct judge *judge)
{
    size_t kinds;
    uint16_t figures[MEEPLED_PLAYERS_MAX][MEEPLED_FIGURES_MAX] = { { 0 } };
    const meepled_figure_word *words = meepled_stack_figures(judge->stack, &kinds);

    count_figures(judge->g, kinds, figures);
    for (uint8_t p = 0; p < meepled_players(judge->g); p++)
        for (size_t k = 0; k < kinds; k++)
            if (figures[p][k] != judge->figures[p][k])
                return judge_fail(judge, "seat %d has %d of figure %s, had %d", p, figures[p][k],
                                  words[k].name, judge->figures[p][k]);
    count_tiles(judge->g, judge->stack, judge->tiles_now);
    for (uint16_t t = 0; t < meepled_stack_tiles(judge->stack); t++)
        if (judge->tiles_now[t] != judge->tiles[t])
            return judge_fail(judge, "tile %s is there %d times, was %d",
                              meepled_stack_tile(judge->stack, t).id, judge->tiles_now[t],
                              judge->tiles[t]);
    return true;
}

/* Who gets points for a region had a figure there. */
static bool
owners(struct judge *judge, const meepled_event *event)
{
    for (uint8_t p = 0; p < meepled_players(judge->g); p++) {
        bool there = event->points[p] == 0 || event->strength[p] > 0 ||
                     event->figure_count > sizeof event->figures / sizeof *event->figures;

        for (size_t f = 0; f < event->figure_count && !there; f++)
            there = event->figures[f].player == p;
        if (!there)
            return judge_fail(judge, "seat %d scores %ld by %s at %d,%d without a figure there", p,
                              (long)event->points[p], event->rule != NULL ? event->rule : "no rule",
                              event->place.x, event->place.y);
    }
    return true;
}

/* The events of the last action: numbered without gaps, and their points are the scores. */
bool
judge_state_events(struct judge *judge)
{
    const meepled_game *g = judge->g;

    if (judge->events.count > PLAYOUT_EVENTS_MAX)
        return judge_fail(judge, "%zu events of one action, the checker has room for %d",
                          judge->events.count, (int)PLAYOUT_EVENTS_MAX);
    for (size_t i = 0; i < judge->events.count; i++) {
        const meepled_event *event = &judge->event_list[i];

        if (event->seq != ++judge->event_seq)
            return judge_fail(judge, "event %u comes after %u", event->seq, judge->event_seq - 1);
        if (event->type != MEEPLED_REGION_SCORED && event->type != MEEPLED_POINTS_SCORED)
            continue;
        if (event->type == MEEPLED_REGION_SCORED && !owners(judge, event))
            return false;
        for (uint8_t p = 0; p < meepled_players(g); p++)
            judge->scored[p] += event->points[p];
    }
    if (meepled_event_count(g) != judge->event_seq)
        return judge_fail(judge, "%u events were seen, the game counts %u", judge->event_seq,
                          meepled_event_count(g));
    for (uint8_t p = 0; p < meepled_players(g); p++)
        if (judge->scored[p] != meepled_score_get(g, p))
            return judge_fail(judge, "the events give seat %d %ld points, its score is %ld", p,
                              (long)judge->scored[p], (long)meepled_score_get(g, p));
    return true;
}

bool
judge_state_end(struct judge *judge)
{
    const meepled_game *g = judge->g;
    const meepled_turn turn = meepled_turn_get(g);
    const meepled_action pass = { .type = MEEPLED_PASS };

    if (turn.phase != MEEPLED_OVER)
        return judge_fail(judge, "seat %d has no legal action, and the game is not over",
                          turn.decides);
    if (turn.decides != MEEPLED_NONE8)
        return judge_fail(judge, "the game is over and seat %d still decides", turn.decides);
    if (meepled_figure_count(g) > 0)
        return judge_fail(judge, "the game is over with %d figures on the table",
                          meepled_figure_count(g));
    for (uint8_t p = 0; p < meepled_players(g); p++)
        if (meepled_refuses(g, p, &pass) == NULL)
            return judge_fail(judge, "the game is over and seat %d may still pass", p);
    return true;
}
