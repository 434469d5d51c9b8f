/* The server's life, and reading. */
#include "server/server.h"

#include "server/inner.h"
#include "server/replay.h"
#include "server/token.h"

#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

void
server_limits_set(struct server *server, const struct server_limits *limits)
{
    atomic_store(&server->games_live, limits->games_live);
    atomic_store(&server->evict_after_s, limits->evict_after_s);
    atomic_store(&server->games_stored_max, limits->games_stored);
    atomic_store(&server->fixed_decks, limits->fixed_decks);
}

void
server_admin_set(struct server *server, const char *token)
{
    struct server_admin *const admin = server->admin;

    pthread_mutex_lock(&admin->lock);
    admin->present = token != NULL;
    if (token)
        token_hash(token, admin->hash);
    pthread_mutex_unlock(&admin->lock);
}

struct server *
server_new_take(struct store *store, meepled_registry *registry, const struct server_limits *limits,
                const struct server_hooks *hooks, const char *admin_token, meepled_error *err)
{
    struct server *const server = sodium_init() < 0 ? NULL : calloc(1, sizeof *server);
    uint64_t stored = 0;

    if (!server || !(server->admin = calloc(1, sizeof *server->admin))) {
        free(server);
        store_close(store);
        meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
        return NULL;
    }
    server->store = store;
    if (hooks)
        server->hooks = *hooks;
    server->registry = meepled_registry_ref(registry);
    pthread_mutex_init(&server->config, NULL);
    pthread_mutex_init(&server->admin->lock, NULL);
    server_limits_set(server, limits);
    server_admin_set(server, admin_token);

    bool good = table_open(&server->table) == MEEPLED_OK;

    good = queue_open(server) == MEEPLED_OK && good;
    if (!good)
        meepled_fail(err, MEEPLED_ENOMEM, "no memory or no thread for the server");
    else
        good = store_count(store, &stored, err) == STORE_OK;
    atomic_fetch_add(&server->stored_games, stored);
    if (good)
        return server;
    server_free(server);
    return NULL;
}

void
server_guard_set(struct server *server, struct guard *guard)
{
    server->guard = guard;
}

void
server_drain(struct server *server)
{
    queue_drain(server);
}

void
server_free(struct server *server)
{
    if (!server)
        return;
    queue_close(server);
    table_close(server);
    meepled_registry_unref(server->registry);
    pthread_mutex_destroy(&server->config);
    pthread_mutex_destroy(&server->admin->lock);
    free(server->admin);
    store_close(server->store);
    free(server);
}

void
server_registry_swap(struct server *server, meepled_registry *registry)
{
    meepled_registry *const now = meepled_registry_ref(registry);

    pthread_mutex_lock(&server->config);
    meepled_registry *const before = server->registry;

    server->registry = now;
    atomic_fetch_add(&server->registry_number, 1);
    pthread_mutex_unlock(&server->config);
    guard_pardon(server->guard);
    meepled_registry_unref(before);
}

meepled_registry *
server_registry(struct server *server)
{
    pthread_mutex_lock(&server->config);
    meepled_registry *const registry = meepled_registry_ref(server->registry);

    pthread_mutex_unlock(&server->config);
    return registry;
}

/* ---- reading ---- */

struct server_game *
server_acquire(struct server *server, const char *id, enum server_code *code, meepled_error *err)
{
    struct live *const live = live_acquire(server, id, code, err);

    return live ? &live->view : NULL;
}

void
server_release(struct server *server, struct server_game *game)
{
    struct live *const live = (struct live *)game;

    live_unlock(server, live);
    table_unpin(server, live);
}

int
server_token_owner(const struct server *server, const struct server_game *game, const char *token)
{
    struct server_admin *const admin = server->admin;
    const int owner = token_owner(game->record, token);
    uint8_t hash[STORE_HASH];

    token_hash(token, hash);
    pthread_mutex_lock(&admin->lock);
    const bool is_admin = sodium_memcmp(hash, admin->hash, sizeof hash) == 0 && admin->present;

    pthread_mutex_unlock(&admin->lock);
    return is_admin ? SERVER_ADMIN : owner;
}

enum server_code
server_replay(struct server *server, struct server_game *game, server_each_fn *each, void *context,
              meepled_error *err)
{
    struct live *const live = (struct live *)game;
    struct store_game record = { 0 };
    struct store_action *actions = NULL;
    size_t count = 0, agreed;

    if (!live->game)
        return live->record.status == STORE_FROZEN ? SERVER_FROZEN : SERVER_NOT_PLAYING;
    if (live_read(server, live, &record, &actions, &count, err) != STORE_OK)
        return SERVER_STORE_FAILED;

    /* The store may be ahead: a change is stored a moment before it takes effect here. */
    const size_t shown = count < live->actions ? count : live->actions;
    const meepled_status status =
        replay_run(live->view.stack, &record, actions, shown, each, context, NULL, &agreed, err);

    store_game_clear(&record);
    store_actions_free(actions, count);
    return status == MEEPLED_OK       ? SERVER_OK
           : status == MEEPLED_ENOMEM ? SERVER_STORE_FAILED
                                      : SERVER_BROKEN;
}

enum server_code
server_list(struct server *server, const struct store_filter *filter, struct store_game **games,
            size_t *count, bool *more, meepled_error *err)
{
    return store_list(server->store, filter, games, count, more, err) == STORE_OK
               ? SERVER_OK
               : SERVER_STORE_FAILED;
}

bool
server_ready(struct server *server)
{
    pthread_mutex_lock(&server->queue.lock);
    const bool stopping = server->queue.stopping;

    pthread_mutex_unlock(&server->queue.lock);
    return !stopping && store_healthy(server->store);
}

void
server_stats_get(struct server *server, struct server_stats *stats)
{
    *stats = (struct server_stats){
        .live_games = table_count(server),
        .stored_games = atomic_load(&server->stored_games),
        .actions = atomic_load(&server->actions),
        .commits = atomic_load(&server->commits),
        .commit_failures = atomic_load(&server->commit_failures),
        .live_bytes = atomic_load(&server->live_bytes),
    };
}
