/* A random game under all invariants. */
#include "tests/support/invariant_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One game and its double: the same actions, the double's read from text. */
struct run {
    struct dice dice;
    meepled_game *game, *twin, *before;
    meepled_event list[RANDOM_EVENTS_MAX];
    meepled_events events;
    char why[INVARIANT_WHY];
    char log[RANDOM_STEPS_MAX][MEEPLED_ACTION_TEXT];
    uint8_t seats[RANDOM_STEPS_MAX];
    uint8_t digests[RANDOM_STEPS_MAX][MEEPLED_DIGEST];
    unsigned steps;
};

static bool
same_digest(const meepled_game *a, const meepled_game *b)
{
    uint8_t left[MEEPLED_DIGEST], right[MEEPLED_DIGEST];

    meepled_digest(a, left);
    meepled_digest(b, right);
    return memcmp(left, right, sizeof left) == 0;
}

static bool
says(struct run *r, const char *what)
{
    snprintf(r->why, sizeof r->why, "%s", what);
    return false;
}

static bool
apply_text(meepled_game *g, uint8_t seat, const char *text)
{
    meepled_action action;

    return meepled_action_parse(g, text, &action, NULL) == MEEPLED_OK &&
           meepled_apply(g, seat, &action, NULL, NULL, NULL) == MEEPLED_OK;
}

static bool
step(struct run *r, bool compact)
{
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    const uint8_t seat = meepled_turn_get(r->game).decides;
    meepled_error err = { "" };

    if (!invariant_conserved(r->game, r->why) || !invariant_actions(&r->dice, r->game, r->why) ||
        !invariant_refusal(&r->dice, r->game, r->why) || !invariant_pure(r->game, r->why))
        return false;
    const size_t count = meepled_actions(r->game, actions, RANDOM_ACTIONS_MAX);
    const meepled_action action =
        actions[random_choice(&r->dice, r->game, actions, count, compact)];
    if (!invariant_text(r->game, &action, r->why))
        return false;
    meepled_action_format(r->game, &action, r->log[r->steps]);
    r->seats[r->steps] = seat;
    meepled_game_copy(r->before, r->game);
    r->events.count = 0;
    if (meepled_apply(r->game, seat, &action, &r->events, NULL, &err) != MEEPLED_OK)
        return says(r, err.text[0] != '\0' ? err.text : "a listed action was refused");
    meepled_digest(r->game, r->digests[r->steps]);
    if (!apply_text(r->twin, seat, r->log[r->steps]) || !same_digest(r->game, r->twin))
        return says(r, "a layer that changes nothing changed something");
    r->steps++;
    return invariant_events(r->before, r->game, &r->events, r->why);
}

/* NULL after saying why. */
static meepled_game *
game_new(struct run *r, meepled_stack *stack, const meepled_game_params *params)
{
    meepled_game *g = NULL;
    meepled_error err = { "" };

    if (meepled_game_new(stack, params, NULL, &g, &err) != MEEPLED_OK)
        snprintf(r->why, sizeof r->why, "%s", err.text);
    return g;
}

/* The log once more from the beginning: the same digest after every action. */
static bool
replays(struct run *r, meepled_stack *stack, const meepled_game_params *params)
{
    meepled_game *again = game_new(r, stack, params);
    uint8_t digest[MEEPLED_DIGEST];
    bool good = again != NULL;

    for (unsigned i = 0; i < r->steps && good; i++) {
        good = apply_text(again, r->seats[i], r->log[i]);
        meepled_digest(again, digest);
        good = good && memcmp(digest, r->digests[i], sizeof digest) == 0;
    }
    meepled_game_free(again);
    return good || says(r, "a replay gives another state");
}

bool
invariant_game(struct dice *dice, meepled_stack *stack, meepled_stack *topped, uint8_t players,
               bool compact, char *why)
{
    meepled_game_params params = { .players = players, .first = MEEPLED_NONE8 };
    struct run *r = calloc(1, sizeof *r);

    if (r == NULL) {
        snprintf(why, INVARIANT_WHY, "out of memory");
        return false;
    }
    r->dice = *dice;
    random_seed(&r->dice, params.seed);
    r->game = game_new(r, stack, &params);
    r->twin = r->game != NULL ? game_new(r, topped, &params) : NULL;
    r->before = r->twin != NULL ? meepled_game_clone(r->game) : NULL;
    r->events = (meepled_events){ .list = r->list, .cap = RANDOM_EVENTS_MAX };
    bool good = r->before != NULL;
    while (good && meepled_turn_get(r->game).phase != MEEPLED_OVER) {
        good = r->steps < RANDOM_STEPS_MAX ? step(r, compact) : says(r, "the game does not end");
    }
    good = good && invariant_conserved(r->game, r->why) && invariant_over(r->game, r->why) &&
           replays(r, stack, &params);
    if (!good)
        snprintf(why, INVARIANT_WHY, "%u players, seed %02x%02x%02x%02x..., step %u: %.180s",
                 players, params.seed[0], params.seed[1], params.seed[2], params.seed[3], r->steps,
                 r->why);
    *dice = r->dice;
    meepled_game_free(r->game);
    meepled_game_free(r->twin);
    meepled_game_free(r->before);
    free(r);
    return good;
}
