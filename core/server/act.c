/* SERVER_ACT: an action of a seat, once for each idempotency key. */
#include "server/inner.h"

#include "server/replay.h"
#include "server/token.h"
#include "server/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a repeated key: the first answer again ---- */

struct repeat {
    struct server_job *job;
    struct live *live;
    uint32_t version; /* the one to render */
};

static void
render_repeat(void *context, uint32_t version, const meepled_game *game,
              const meepled_events *events)
{
    const struct repeat *const repeat = context;

    if (version != repeat->version)
        return;

    struct store_game record = repeat->live->record; /* texts are the game's */
    void *cache = NULL;

    record.status = meepled_turn_get(game).phase == MEEPLED_OVER ? STORE_FINISHED : STORE_PLAYING;
    record.reason = NULL;

    struct server_game then = repeat->live->view;

    then.record = &record;
    then.game = game;
    then.version = version;
    then.cache = &cache;
    if (repeat->job->render)
        repeat->job->render(repeat->job, &then, events);
}

/* Answer as the action `seq` was answered. */
static bool
repeat_answer(struct server *server, struct live *live, struct server_job *job, uint32_t seq)
{
    struct repeat repeat = { job, live, live->view.start_version + seq };
    struct store_game record = { 0 };
    struct store_action *actions = NULL;
    size_t count = 0, agreed;
    meepled_status status = MEEPLED_EBROKEN;

    if (seq > live->actions ||
        live_read(server, live, &record, &actions, &count, &job->error) != STORE_OK) {
        job->code = SERVER_STORE_FAILED;
        return false;
    }
    if (seq <= count)
        status = replay_run(live->view.stack, &record, actions, seq, render_repeat, &repeat, NULL,
                            &agreed, &job->error);
    job->code = status == MEEPLED_OK ? SERVER_OK : SERVER_STORE_FAILED;
    job->version = repeat.version;
    store_game_clear(&record);
    store_actions_free(actions, count);
    return false;
}

/* True when the key is new; else the outcome stands in the job. */
static bool
key_is_new(struct server *server, struct live *live, struct server_job *job, uint8_t seat)
{
    uint8_t hash[STORE_HASH];
    uint32_t seq;

    guard_leave(server->guard); /* a slow disk is not the rules' fault */
    const enum store_status status =
        store_key_find(server->store, live->record.key, seat, job->key, hash, &seq, &job->error);
    guard_enter(server->guard, live->id);

    if (status == STORE_NOT_FOUND)
        return true;
    if (status != STORE_OK)
        job->code = SERVER_STORE_FAILED;
    else if (memcmp(hash, job->request_hash, sizeof hash) != 0)
        job_fail(job, SERVER_KEY_REUSED, "idempotency key of action %u came with another request",
                 seq);
    else
        repeat_answer(server, live, job, seq);
    return false;
}

/* ---- a new action ---- */

/* Whether the job may act at all, and as which seat. */
static bool
allowed(struct live *live, struct server_job *job, uint8_t *seat)
{
    if (!job->token)
        return job_fail(job, SERVER_NO_TOKEN, "no token");

    const int owner = token_owner(&live->record, job->token);

    if (owner == SERVER_NOBODY)
        return job_fail(job, SERVER_BAD_TOKEN, "the token is not one of this game");
    if (owner < 0)
        return job_fail(job, SERVER_NOT_ALLOWED, "only a seat's token acts");
    *seat = (uint8_t)owner;
    if (live->record.status == STORE_FROZEN)
        return job_fail(job, SERVER_FROZEN, "%.190s", live->record.reason);
    return true;
}

/* Whether the game is as the job believes. */
static bool
expected(struct live *live, struct server_job *job)
{
    if (job->has_if_match && job->if_match != live->view.version) {
        job->version = live->view.version;
        return job_fail(job, SERVER_STALE, "version %u is asked for, the game is at %u",
                        job->if_match, live->view.version);
    }
    if (live->record.status != STORE_PLAYING)
        return job_fail(job, SERVER_NOT_PLAYING, "the game is %s",
                        store_status_name(live->record.status));
    return true;
}

static bool
refuse(struct server_job *job, const char *rule)
{
    snprintf(job->rule_text, sizeof job->rule_text, "%s", rule);
    job->rule = job->rule_text;
    return job_fail(job, SERVER_REFUSED, "refused by rule %s", rule);
}

/* Apply to a copy; its events go to `events`, however many there are. */
static meepled_game *
apply(struct live *live, struct server_job *job, uint8_t seat, const meepled_action *action,
      meepled_events *events)
{
    meepled_game *copy = meepled_game_clone(live->game);
    bool good = copy && replay_events_grow(events, REPLAY_EVENTS);

    while (good) {
        const char *rule = NULL;

        events->count = 0;
        const meepled_status status = meepled_apply(copy, seat, action, events, &rule, &job->error);

        if (status == MEEPLED_OK && events->count <= events->cap)
            return copy;
        if (status != MEEPLED_OK) {
            meepled_game_free(copy);
            if (status == MEEPLED_EREFUSED)
                refuse(job, rule);
            else
                job->code = status == MEEPLED_ENOMEM ? SERVER_STORE_FAILED : SERVER_BROKEN;
            return NULL;
        }
        good = replay_events_grow(events, events->count);
        if (good)
            meepled_game_copy(copy, live->game);
    }
    meepled_game_free(copy);
    job_fail(job, SERVER_STORE_FAILED, "out of memory");
    return NULL;
}

/* Describe the change to the store. */
static void
prepare(struct live *live, struct server_job *job, uint8_t seat, const meepled_action *action)
{
    struct pending *const pending = &live->pending;
    struct store_action *const stored = &pending->change.append.action;
    const bool finishes = meepled_turn_get(pending->game).phase == MEEPLED_OVER;

    pending->job = job;
    pending->actions = live->actions + 1;
    pending->record = live->record;
    pending->own_record = false;
    pending->record.updated_ms = server_now_ms();
    if (finishes)
        pending->record.status = STORE_FINISHED;

    meepled_action_format(live->game, action, pending->text);
    pending->change.type = STORE_APPEND;
    pending->change.game = live->record.key;
    *stored = (struct store_action){ .seq = pending->actions,
                                     .seat = seat,
                                     .text = pending->text,
                                     .at_ms = pending->record.updated_ms };
    meepled_digest(pending->game, stored->digest);
    pending->change.append.key = job->key;
    memcpy(pending->change.append.request_hash, job->request_hash, STORE_HASH);
    pending->change.append.finishes = finishes;
}

bool
act_begin(struct server *server, struct live *live, struct server_job *job)
{
    meepled_events events = { 0 };
    meepled_action action;
    uint8_t seat = MEEPLED_NONE8;

    if (!allowed(live, job, &seat))
        return false;
    if (job->key && !key_is_new(server, live, job, seat))
        return false;
    if (!expected(live, job))
        return false;

    const char *const rule = words_read(live->game, seat, &job->action, &action);

    if (rule)
        return refuse(job, rule);
    live->pending.game = apply(live, job, seat, &action, &events);
    if (live->pending.game) {
        prepare(live, job, seat, &action);
        pending_submit(server, live, &events);
    }
    free(events.list);
    return live->busy;
}
