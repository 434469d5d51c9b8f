/* One random game under the eye of a judge. */
#include "cli/judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool
judge_fail(struct judge *judge, const char *format, ...)
{
    va_list arguments;

    if (judge->fault[0] != '\0')
        return false;
    int length =
        snprintf(judge->fault, sizeof judge->fault, "after %zu actions: ", judge->step_count);
    va_start(arguments, format);
    vsnprintf(judge->fault + length, sizeof judge->fault - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

void
judge_doing(struct judge *judge, const char *format, ...)
{
    va_list arguments;

    if (judge->doing == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(judge->doing, JUDGE_DOING, format, arguments);
    va_end(arguments);
}

struct judge *
judge_new(void)
{
    return calloc(1, sizeof(struct judge));
}

void
judge_free(struct judge *judge)
{
    if (judge == NULL)
        return;
    free(judge->steps_made);
    free(judge);
}

void
judge_block_keep(struct judge *judge)
{
    memcpy(judge->block, meepled_game_block(judge->g), meepled_game_size(judge->g));
}

bool
judge_block_same(struct judge *judge)
{
    return memcmp(judge->block, meepled_game_block(judge->g), meepled_game_size(judge->g)) == 0;
}

static uint64_t
cpu_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void
alive(struct judge *judge)
{
    if (judge->steps != NULL)
        atomic_fetch_add(judge->steps, 1);
}

/* The text of `action`, which must read back as the same action. */
static bool
remember(struct judge *judge, const meepled_action *action, uint8_t seat)
{
    meepled_action again;
    meepled_error err = { "" };

    if (judge->step_count == judge->step_cap) {
        const size_t cap = judge->step_cap == 0 ? 256 : 2 * judge->step_cap;
        struct judge_step *more = realloc(judge->steps_made, cap * sizeof *more);

        if (more == NULL)
            return judge_fail(judge, "out of memory");
        judge->steps_made = more;
        judge->step_cap = cap;
    }
    struct judge_step *step = &judge->steps_made[judge->step_count];
    char text[MEEPLED_ACTION_TEXT];

    step->seat = seat;
    meepled_action_format(judge->g, action, step->text);
    if (meepled_action_parse(judge->g, step->text, &again, &err) != MEEPLED_OK)
        return judge_fail(judge, "\"%s\" does not read back: %s", step->text, err.text);
    meepled_action_format(judge->g, &again, text);
    if (strcmp(text, step->text) != 0)
        return judge_fail(judge, "\"%s\" reads back as \"%s\"", step->text, text);
    return true;
}

/* Choose and apply one action; its events and its time are noted. */
static bool
act(struct judge *judge)
{
    const uint8_t seat = meepled_turn_get(judge->g).decides;
    meepled_error err = { "" };
    const char *rule = NULL;

    if (seat >= meepled_players(judge->g))
        return judge_fail(judge, "there are legal actions, but no seat decides (%d)", seat);
    const meepled_action action =
        judge->list[playout_below(&judge->random, (uint32_t)judge->count)];
    if (!remember(judge, &action, seat))
        return false;
    struct judge_step *step = &judge->steps_made[judge->step_count];
    judge->events = (meepled_events){ judge->event_list, PLAYOUT_EVENTS_MAX, 0 };
    judge_doing(judge, "action %zu, \"%s\" by seat %d", judge->step_count + 1, step->text, seat);
    const uint64_t begun = cpu_ns();
    const meepled_status status =
        meepled_apply(judge->g, seat, &action, &judge->events, &rule, &err);
    const uint64_t taken = cpu_ns() - begun;
    if (status != MEEPLED_OK)
        return judge_fail(judge, "listed action \"%s\" by seat %d: %s", step->text, seat,
                          status == MEEPLED_EREFUSED && rule != NULL ? rule : err.text);
    meepled_digest(judge->g, step->digest);
    judge->step_count++;
    judge->notes.actions++;
    if (taken > judge->notes.slowest_ns)
        judge->notes.slowest_ns = taken;
    if (judge->slow_ns > 0 && taken > judge->slow_ns)
        return judge_fail(judge, "\"%s\" takes %.0f ms of processor time, at most %.0f are allowed",
                          step->text, (double)taken / 1e6, (double)judge->slow_ns / 1e6);
    return true;
}

/* Play what was played once more on `stack`: every state must come out the same. */
static bool
replay(struct judge *judge, meepled_stack *stack, const meepled_game_params *params,
       const char *what)
{
    meepled_game *g = NULL;
    meepled_error err = { "" };
    bool good = true;

    if (meepled_game_new(stack, params, NULL, &g, &err) != MEEPLED_OK)
        return judge_fail(judge, "%s: %s", what, err.text);
    for (size_t i = 0; i < judge->step_count && good; i++) {
        const struct judge_step *step = &judge->steps_made[i];
        meepled_action action;
        uint8_t digest[MEEPLED_DIGEST];
        const char *rule = NULL;

        judge_doing(judge, "action %zu, \"%s\", %s", i + 1, step->text, what);
        meepled_status status = meepled_action_parse(g, step->text, &action, &err);
        if (status == MEEPLED_OK)
            status = meepled_apply(g, step->seat, &action, NULL, &rule, &err);
        meepled_digest(g, digest);
        if (status != MEEPLED_OK)
            good = judge_fail(judge, "%s: action %zu, \"%s\": %s", what, i + 1, step->text,
                              status == MEEPLED_EREFUSED && rule != NULL ? rule : err.text);
        else if (memcmp(digest, step->digest, sizeof digest) != 0)
            good = judge_fail(judge, "%s: another state after action %zu, \"%s\"", what, i + 1,
                              step->text);
        alive(judge);
    }
    meepled_game_free(g);
    return good;
}

/* From the first look to the last; judge->g is there. */
static bool
play(struct judge *judge)
{
    const size_t limit = playout_limit(judge->stack);

    if (!judge_state_begin(judge) || !judge_state_events(judge))
        return false;
    for (;;) {
        alive(judge);
        if (!judge_state_now(judge) || !judge_actions_list(judge))
            return false;
        if (judge->count == 0)
            return judge_state_end(judge);
        if (judge->step_count >= limit)
            return judge_fail(judge, "no end in sight");
        /* Trying every action and every hook is dear: now and then is enough, over many games. */
        if (playout_below(&judge->random, 8) == 0 &&
            (!judge_actions_listed(judge) || !judge_hooks_pure(judge)))
            return false;
        if (!judge_actions_unlisted(judge) || !act(judge) || !judge_state_events(judge))
            return false;
    }
}

bool
judge_game(struct judge *judge, meepled_stack *stack, meepled_stack *twin,
           const meepled_game_params *params, struct playout_random random)
{
    meepled_error err = { "" };
    bool good = false;
    const size_t types = meepled_stack_tiles(stack);

    judge_doing(judge, "the set-up");
    judge->stack = stack;
    judge->random = random;
    judge->fault[0] = '\0';
    judge->step_count = 0;
    judge->events = (meepled_events){ judge->event_list, PLAYOUT_EVENTS_MAX, 0 };
    judge->event_seq = 0;
    memset(judge->scored, 0, sizeof judge->scored);
    judge->tiles = calloc(2 * types + 1, sizeof *judge->tiles);
    if (judge->tiles == NULL) {
        judge_fail(judge, "out of memory");
        goto done;
    }
    judge->tiles_now = judge->tiles + types;
    if (meepled_game_new(stack, params, &judge->events, &judge->g, &err) != MEEPLED_OK) {
        judge_fail(judge, "set-up: %s", err.text);
        goto done;
    }
    judge->scratch = meepled_game_clone(judge->g);
    judge->block = malloc(meepled_game_size(judge->g));
    if (judge->scratch == NULL || judge->block == NULL) {
        judge_fail(judge, "out of memory");
        goto done;
    }
    if (meepled_game_memory(judge->g) > judge->notes.memory)
        judge->notes.memory = meepled_game_memory(judge->g);
    if (judge->notes.memory > JUDGE_MEMORY_MAX) {
        judge_fail(judge, "a game takes %zu bytes, at most %d are allowed", judge->notes.memory,
                   (int)JUDGE_MEMORY_MAX);
        goto done;
    }
    good = play(judge) && replay(judge, stack, params, "played again") &&
           (twin == NULL || replay(judge, twin, params, "with a layer that changes nothing"));
done:
    free(judge->block);
    free(judge->tiles);
    meepled_game_free(judge->scratch);
    meepled_game_free(judge->g);
    judge->g = judge->scratch = NULL;
    judge->block = NULL;
    judge->tiles = NULL;
    return good;
}
