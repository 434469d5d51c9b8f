/* Invariants of a game's state and events. */
#include "tests/support/invariant.h"
#include "game/state.h"

#include <meepled/rules.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool __attribute__((format(printf, 2, 3))) wrong(char *why, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(why, INVARIANT_WHY, format, args);
    va_end(args);
    return false;
}

/* ---- conservation ---- */

static bool
figures_conserved(const meepled_game *g, char *why)
{
    size_t kinds;
    const meepled_figure_word *words = meepled_stack_figures(meepled_game_stack(g), &kinds);
    unsigned found[MEEPLED_PLAYERS_MAX][MEEPLED_FIGURES_MAX] = { { 0 } };

    for (uint16_t i = 0; i < meepled_figure_count(g); i++) {
        const meepled_figure f = meepled_figure_get(g, i);

        found[f.player][f.kind]++;
        if (f.with != MEEPLED_NONE8)
            found[f.player][f.with]++;
    }
    for (uint8_t p = 0; p < meepled_players(g); p++) {
        for (uint8_t k = 0; k < kinds; k++) {
            const unsigned all =
                found[p][k] + meepled_supply(g, p, k) + meepled_figures_away(g, p, k);

            if (all != words[k].supply)
                return wrong(why, "player %u has %u of %u figures %s", p, all, words[k].supply,
                             words[k].name);
        }
    }
    return true;
}

static void
add(unsigned *found, const uint16_t *tiles, size_t count)
{
    for (size_t i = 0; i < count; i++)
        found[tiles[i]]++;
}

/* Whether what is offered is offered from the hand, where it still is. */
static bool
is_held(const meepled_game *g, const uint16_t *offered, size_t count)
{
    size_t held;
    const uint16_t *hand = meepled_hand(g, meepled_turn_get(g).player, &held);

    for (size_t i = 0; i < count; i++) {
        bool found = false;

        for (size_t k = 0; k < held; k++)
            found = found || hand[k] == offered[i];
        if (!found)
            return false;
    }
    return true;
}

/* A start tile stays in the box if the rules begin with another. */
static bool
tiles_conserved(const meepled_game *g, char *why)
{
    enum { TILES_MAX = 512 };
    const meepled_stack *stack = meepled_game_stack(g);
    unsigned found[TILES_MAX] = { 0 };
    size_t count, piles;

    (void)meepled_stack_piles(stack, &piles);
    for (uint8_t pile = 0; pile < piles; pile++) {
        const uint16_t *order = meepled_pile_secret(g, pile, &count);

        if (count != meepled_pile_left(g, pile))
            return wrong(why, "pile %u: %zu tiles, %u said", pile, count,
                         meepled_pile_left(g, pile));
        add(found, order, count);
    }
    const uint16_t *tiles = meepled_offered(g, &count);
    if (!is_held(g, tiles, count))
        add(found, tiles, count);
    for (uint8_t p = 0; p < meepled_players(g); p++) {
        tiles = meepled_hand(g, p, &count);
        add(found, tiles, count);
    }
    tiles = meepled_discarded(g, &count);
    add(found, tiles, count);
    tiles = meepled_laid_aside(g, &count);
    add(found, tiles, count);
    for (uint16_t slot = 0; slot < meepled_board_count(g); slot++)
        found[meepled_board_get(g, slot).place.tile]++;
    for (uint16_t t = 0; t < meepled_stack_tiles(stack) && t < TILES_MAX; t++) {
        const meepled_tile_info tile = meepled_stack_tile(stack, t);
        const bool in_the_box = tile.start && meepled_board_get(g, 0).place.tile != t;

        if (found[t] != tile.count && !(in_the_box && found[t] == 0))
            return wrong(why, "%u of %u tiles %s", found[t], tile.count, tile.id);
    }
    return true;
}

bool
invariant_conserved(const meepled_game *g, char *why)
{
    return figures_conserved(g, why) && tiles_conserved(g, why);
}

/* ---- hooks that may only look ---- */

static void
look(const meepled_game *g)
{
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);
    bool claims[MEEPLED_PLAYERS_MAX];
    uint8_t choices[MEEPLED_CHOICES_MAX];

    for (size_t i = 0; i < count; i++) {
        const meepled_place place = { actions[i].tile, actions[i].x, actions[i].y,
                                      actions[i].turned };
        if (actions[i].type == MEEPLED_PLACE_TILE)
            (void)meepled_veto(g, &place);
    }
    for (uint16_t slot = 0; slot < meepled_board_count(g); slot++) {
        for (uint8_t i = 0; i < meepled_zone_count(g, slot); i++) {
            const uint16_t zone = (uint16_t)(meepled_zone_first(g, slot) + i);
            const uint16_t ids[] = { meepled_region_of(g, zone), meepled_system_of(g, zone) };
            const meepled_deploy deploy = { .with = MEEPLED_NONE8, .zone = zone };

            for (size_t s = 0; s < 2; s++) {
                (void)meepled_value(g, ids[s], false);
                (void)meepled_value(g, ids[s], true);
                meepled_claim(g, ids[s], claims);
            }
            (void)meepled_veto_figure(g, &deploy);
        }
    }
    for (uint16_t figure = 0; figure < meepled_figure_count(g); figure++)
        (void)meepled_veto_retrieve(g, figure);
    (void)meepled_choices(g, choices, MEEPLED_CHOICES_MAX);
    (void)meepled_next(g);
}

bool
invariant_pure(meepled_game *g, char *why)
{
    uint8_t digest[MEEPLED_DIGEST];
    meepled_game *before = meepled_game_clone(g);

    if (before == NULL)
        return wrong(why, "out of memory");
    look(g);
    meepled_digest(g, digest);
    const bool same = memcmp(before->block, g->block, g->size) == 0;
    meepled_game_free(before);
    return same || wrong(why, "looking changed the game");
}

/* ---- events ---- */

bool
invariant_events(const meepled_game *before, const meepled_game *after,
                 const meepled_events *events, char *why)
{
    int32_t points[MEEPLED_PLAYERS_MAX] = { 0 };

    if (events->count > events->cap)
        return wrong(why, "%zu events", events->count);
    if (meepled_event_count(before) + events->count != meepled_event_count(after))
        return wrong(why, "%zu events, counted %u before and %u after", events->count,
                     meepled_event_count(before), meepled_event_count(after));
    for (size_t i = 0; i < events->count; i++) {
        const meepled_event *e = &events->list[i];
        const bool scored = e->type == MEEPLED_REGION_SCORED || e->type == MEEPLED_POINTS_SCORED;

        if (e->seq != meepled_event_count(before) + i + 1)
            return wrong(why, "event %u follows %zu others", e->seq, i);
        if (scored && e->rule == NULL)
            return wrong(why, "points without a rule");
        for (uint8_t p = 0; scored && p < meepled_players(after); p++) {
            points[p] += e->points[p];
            if (e->type == MEEPLED_REGION_SCORED && e->points[p] != 0 && e->strength[p] == 0)
                return wrong(why, "player %u scores where nobody of theirs stood", p);
        }
    }
    for (uint8_t p = 0; p < meepled_players(after); p++) {
        const int32_t gained = meepled_score_get(after, p) - meepled_score_get(before, p);

        if (gained != points[p] || gained < 0)
            return wrong(why, "player %u gained %d, events say %d", p, (int)gained, (int)points[p]);
    }
    return true;
}

bool
invariant_over(const meepled_game *g, char *why)
{
    uint8_t ranks[MEEPLED_PLAYERS_MAX];
    meepled_action action;

    if (meepled_turn_get(g).phase != MEEPLED_OVER || meepled_actions(g, &action, 1) != 0 ||
        meepled_figure_count(g) != 0)
        return wrong(why, "the game is not over");
    meepled_ranking(g, ranks);
    for (uint8_t p = 0; p < meepled_players(g); p++) {
        unsigned better = 0;

        for (uint8_t q = 0; q < meepled_players(g); q++)
            better += meepled_score_get(g, q) > meepled_score_get(g, p);
        if (ranks[p] != better + 1)
            return wrong(why, "player %u has rank %u after %u others", p, ranks[p], better);
    }
    return true;
}
