/* A live game: loading it from the log, and what a reader sees of it. */
#include "server/inner.h"

#include "server/log.h"
#include "server/record.h"
#include "server/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct live *
live_new(const char *id)
{
    struct live *const live = calloc(1, sizeof *live);

    if (!live)
        return NULL;
    pthread_mutex_init(&live->lock, NULL);
    snprintf(live->id, sizeof live->id, "%s", id);
    live->pins = 1;
    live->view.record = &live->record;
    live->view.cache = &live->cache;
    return live;
}

void
live_lock(struct server *server, struct live *live)
{
    pthread_mutex_lock(&live->lock);
    guard_enter(server->guard, live->id);
}

void
live_unlock(struct server *server, struct live *live)
{
    guard_leave(server->guard);
    pthread_mutex_unlock(&live->lock);
}

enum store_status
live_read(struct server *server, struct live *live, struct store_game *record,
          struct store_action **actions, size_t *count, meepled_error *err)
{
    guard_leave(server->guard);
    const enum store_status status =
        store_load(server->store, live->id, record, actions, count, err);
    guard_enter(server->guard, live->id);
    return status;
}

static void
drop_cache(struct server *server, void **cache)
{
    if (*cache && server->hooks.cache_drop)
        server->hooks.cache_drop(*cache);
    *cache = NULL;
}

/* Let go of the state, down to what live_new left. */
static void
empty(struct server *server, struct live *live)
{
    drop_cache(server, &live->cache);
    meepled_game_free(live->game);
    live->game = NULL;
    meepled_stack_unref(live->view.stack);
    live->view.stack = NULL;
    store_game_clear(&live->record);
    live->actions = 0;
    live->loaded = live->doubtful = false;
    atomic_fetch_sub(&server->live_bytes, live->bytes);
    live->bytes = 0;
}

void
live_free(struct server *server, struct live *live)
{
    if (!live)
        return;
    empty(server, live);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

void
live_refresh(struct server *server, struct live *live)
{
    const size_t bytes = sizeof *live + (live->game ? meepled_game_memory(live->game) : 0);

    drop_cache(server, &live->cache);
    live->view.game = live->game;
    live->view.version = live->record.changes + live->actions;
    live->view.first_player = record_first_player(&live->record);
    if (live->record.status != STORE_FROZEN)
        live->view.start_version = record_start_version(&live->record);
    atomic_fetch_add(&server->live_bytes, bytes);
    atomic_fetch_sub(&server->live_bytes, live->bytes);
    live->bytes = bytes;
}

/* It is frozen in the store. */
static enum server_code
stay_frozen(struct server *server, struct live *live)
{
    live->view.start_version = record_start_version(&live->record);
    live->frozen_under = atomic_load(&server->registry_number);
    return SERVER_OK;
}

/* Serve it read-only from now on.  Nothing of this goes to the store. */
static enum server_code
freeze(struct server *server, struct live *live, const meepled_error *why)
{
    if (live->record.status == STORE_FROZEN) /* with a better reason */
        return stay_frozen(server, live);
    live->view.start_version = record_start_version(&live->record);
    live->record.status = STORE_FROZEN;
    live->frozen_under = atomic_load(&server->registry_number);
    if (!record_set(&live->record.reason, why->text))
        return SERVER_STORE_FAILED;
    log_event(LOG_WARNING, "server", "game frozen", LOG_TEXT("game", live->id),
              LOG_TEXT("reason", why->text));
    return SERVER_OK;
}

/* Make the state of a record just read. */
static enum server_code
play_again(struct server *server, struct live *live, const struct store_action *actions,
           size_t count, meepled_error *err)
{
    meepled_error why = { "" };
    meepled_status status = MEEPLED_OK;
    size_t agreed = 0;

    if (live->record.sealed) {
        live->actions = (uint32_t)count;
        return stay_frozen(server, live);
    }

    meepled_registry *const registry = server_registry(server);

    live->view.stack = replay_stack(registry, &live->record, &why);
    meepled_registry_unref(registry);
    if (live->view.stack && live->record.players > 0)
        status = replay_run(live->view.stack, &live->record, actions, count, NULL, NULL,
                            &live->game, &agreed, &why);
    if (status == MEEPLED_ENOMEM || (!live->view.stack && replay_starved(&why))) {
        *err = why;
        return SERVER_STORE_FAILED;
    }
    live->actions = (uint32_t)agreed;
    if (!live->view.stack || status != MEEPLED_OK)
        return freeze(server, live, &why);
    return live->record.status == STORE_FROZEN ? stay_frozen(server, live) : SERVER_OK;
}

enum server_code
live_load(struct server *server, struct live *live, meepled_error *err)
{
    struct store_game record = { 0 };
    struct store_action *actions = NULL;
    size_t count = 0;
    const enum store_status status = live_read(server, live, &record, &actions, &count, err);

    if (status == STORE_NOT_FOUND) {
        meepled_fail(err, MEEPLED_ECONFIG, "there is no game %s", live->id);
        return SERVER_UNKNOWN_GAME;
    }
    if (status != STORE_OK)
        return SERVER_STORE_FAILED;
    empty(server, live);
    live->record = record;

    const enum server_code code = play_again(server, live, actions, count, err);

    store_actions_free(actions, count);
    if (code != SERVER_OK) {
        empty(server, live);
        return code;
    }
    live_refresh(server, live);
    live->loaded = true;
    return SERVER_OK;
}

enum server_code
live_ready(struct server *server, struct live *live, meepled_error *err)
{
    const bool thawing =
        live->record.status == STORE_FROZEN &&
        live->frozen_under != atomic_load_explicit(&server->registry_number, memory_order_relaxed);

    if (live->loaded && !live->doubtful && !thawing)
        return SERVER_OK;

    const enum server_code code = live_load(server, live, err);

    /* what is in memory was committed once, so it may be read as long as the store cannot be */
    return code == SERVER_STORE_FAILED && live->loaded ? SERVER_OK : code;
}

struct live *
live_acquire(struct server *server, const char *id, enum server_code *code, meepled_error *err)
{
    while (strlen(id) < STORE_ID) {
        struct live *const live = table_pin(server, id);

        if (!live) {
            meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
            *code = SERVER_STORE_FAILED;
            return NULL;
        }
        live_lock(server, live);
        const bool gone = live->gone;

        *code = gone ? SERVER_OK : live_ready(server, live, err);
        if (*code == SERVER_OK && !gone)
            return live;
        if (*code == SERVER_UNKNOWN_GAME) {
            live->gone = true;
            table_unlist(server, live);
        }
        live_unlock(server, live);
        table_unpin(server, live);
        if (!gone)
            return NULL;
    }
    *code = SERVER_UNKNOWN_GAME;
    meepled_fail(err, MEEPLED_ECONFIG, "there is no game %.*s...", STORE_ID, id);
    return NULL;
}
