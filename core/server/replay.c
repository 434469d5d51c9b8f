/* Replays a log; the digests tell whether the rules still say the same. */
#include "server/replay.h"

#include "server/record.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

bool
replay_events_grow(meepled_events *events, size_t cap)
{
    meepled_event *const list = realloc(events->list, cap * sizeof *list);

    if (!list)
        return false;
    events->list = list;
    events->cap = cap;
    return true;
}

meepled_stack *
replay_stack(meepled_registry *registry, const struct store_game *record, meepled_error *err)
{
    const meepled_variant *const variant = meepled_variant_find(registry, record->variant);
    meepled_setting settings[MEEPLED_OPTIONS_MAX];
    uint8_t digest[32];

    if (!variant) {
        meepled_fail(err, MEEPLED_ECONFIG, "there is no variant %s any more", record->variant);
        return NULL;
    }

    char *const options = strdup(record->options ? record->options : "");
    const size_t count = options ? record_settings(options, settings, MEEPLED_OPTIONS_MAX) : 0;

    if (!options || count > MEEPLED_OPTIONS_MAX) {
        meepled_fail(err, MEEPLED_ECONFIG, "%s", options ? "too many options" : "out of memory");
        free(options);
        return NULL;
    }
    meepled_stack *const stack = meepled_variant_stack(registry, variant, settings, count, err);

    free(options);
    if (!stack)
        return NULL;
    meepled_stack_tiles_digest(stack, digest);
    if (memcmp(digest, record->tiles_digest, sizeof digest) != 0) {
        meepled_fail(err, MEEPLED_ECONFIG, "the tiles of %s have changed", record->variant);
    } else if (record_layers_same(record, stack, err)) {
        return stack;
    }
    meepled_stack_unref(stack);
    return NULL;
}

bool
replay_starved(const meepled_error *err)
{
    return strcmp(err->text, "out of memory") == 0;
}

meepled_status
replay_begin(meepled_stack *stack, const struct store_game *record, meepled_events *events,
             meepled_game **out, meepled_error *err)
{
    meepled_deck decks[MEEPLED_PILES_MAX];
    uint16_t *tiles;
    size_t count;
    meepled_status status = record_read_decks(record->decks, stack, decks, &count, &tiles, err);

    if (status == MEEPLED_OK) {
        meepled_game_params params = { .players = record->players,
                                       .first = record_first_player(record),
                                       .decks = decks,
                                       .deck_count = count };

        memcpy(params.seed, record->seed, sizeof params.seed);
        status = meepled_game_new(stack, &params, events, out, err);
        sodium_memzero(&params, sizeof params);
    }
    free(tiles);
    return status;
}

/* One action of the log on `g`.  MEEPLED_EBROKEN: it does not come out as it did. */
static meepled_status
step(meepled_game *g, const struct store_action *stored, meepled_events *events, meepled_error *err)
{
    meepled_action action;
    meepled_error why = { "" };
    const char *rule = NULL;
    uint8_t digest[MEEPLED_DIGEST];

    if (meepled_action_parse(g, stored->text, &action, &why) != MEEPLED_OK)
        return meepled_fail(err, MEEPLED_EBROKEN, "action %u \"%.60s\": %.100s", stored->seq,
                            stored->text, why.text);

    const meepled_status status = meepled_apply(g, stored->seat, &action, events, &rule, &why);

    if (status == MEEPLED_ENOMEM)
        return meepled_fail(err, status, "out of memory");
    if (status != MEEPLED_OK)
        return meepled_fail(err, MEEPLED_EBROKEN, "action %u \"%.60s\" is refused now: %.80s",
                            stored->seq, stored->text, rule ? rule : why.text);
    meepled_digest(g, digest);
    if (memcmp(digest, stored->digest, sizeof digest) != 0)
        return meepled_fail(err, MEEPLED_EBROKEN, "action %u \"%.60s\" leads to another state now",
                            stored->seq, stored->text);
    return MEEPLED_OK;
}

struct run {
    meepled_stack *stack;
    const struct store_game *record;
    const struct store_action *actions;
    size_t count;
    server_each_fn *each;
    void *context;
    meepled_events events;
    size_t told; /* steps `each` has had, set-up included */
};

/* Tell `each` about step `i`, unless it knows; false when its events did not fit. */
static bool
tell(struct run *run, size_t i, const meepled_game *g)
{
    if (!run->each || i < run->told)
        return true;
    if (run->events.count > run->events.cap)
        return false;
    run->each(run->context, record_start_version(run->record) + (uint32_t)i, g, &run->events);
    run->told = i + 1;
    return true;
}

/* Once through.  `*again`: a step had more events than there was room for. */
static meepled_status
pass(struct run *run, meepled_game **out, size_t *agreed, bool *again, meepled_error *err)
{
    meepled_events *const events = run->each ? &run->events : NULL;
    meepled_game *g = NULL;

    *agreed = 0;
    run->events.count = 0;

    meepled_status status = replay_begin(run->stack, run->record, events, &g, err);

    *again = status == MEEPLED_OK && !tell(run, 0, g);
    while (status == MEEPLED_OK && !*again && *agreed < run->count) {
        run->events.count = 0;
        status = step(g, &run->actions[*agreed], events, err);
        if (status == MEEPLED_OK) {
            (*agreed)++;
            *again = !tell(run, *agreed, g);
        }
    }
    if (status == MEEPLED_ECONFIG)
        status = MEEPLED_EBROKEN; /* the recorded set-up is not accepted any more */
    if (status != MEEPLED_OK || *again) {
        meepled_game_free(g);
        g = NULL;
    }
    *out = g;
    return status;
}

meepled_status
replay_run(meepled_stack *stack, const struct store_game *record,
           const struct store_action *actions, size_t count, server_each_fn *each, void *context,
           meepled_game **out, size_t *agreed, meepled_error *err)
{
    struct run run = { .stack = stack,
                       .record = record,
                       .actions = actions,
                       .count = count,
                       .each = each,
                       .context = context };
    meepled_game *g = NULL;
    meepled_status status;
    bool again;

    if (each && !replay_events_grow(&run.events, REPLAY_EVENTS))
        return meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
    do {
        status = pass(&run, &g, agreed, &again, err);
        if (again && !replay_events_grow(&run.events, 2 * run.events.count)) {
            status = meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
            again = false;
        }
    } while (again);
    free(run.events.list);

    if (status == MEEPLED_EBROKEN && out) {
        /* the state before the step that failed; it is known to come out */
        struct run before = { .stack = stack, .record = record, .actions = actions };

        before.count = *agreed;
        if (pass(&before, &g, agreed, &again, NULL) == MEEPLED_ENOMEM)
            status = meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
    }
    if (out)
        *out = g;
    else
        meepled_game_free(g);
    return status;
}
