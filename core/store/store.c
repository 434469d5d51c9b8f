/* Dispatch to the backend, and what all backends share. */
#include "store/store.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *
store_status_name(enum store_game_status status)
{
    static const char *const names[] = {
        [STORE_OPEN] = "open",       [STORE_PLAYING] = "playing", [STORE_FINISHED] = "finished",
        [STORE_ABORTED] = "aborted", [STORE_FROZEN] = "frozen",
    };

    return names[status];
}

void
store_game_clear(struct store_game *game)
{
    free(game->variant);
    free(game->options);
    free(game->rules);
    free(game->decks);
    free(game->reason);
    for (size_t i = 0; i < MEEPLED_PLAYERS_MAX; i++) {
        free(game->seats[i].name);
        free(game->seats[i].colour);
        free(game->seats[i].bot);
    }
    *game = (struct store_game){ 0 };
}

void
store_actions_free(struct store_action *actions, size_t count)
{
    if (actions == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        free(actions[i].text);
    free(actions);
}

enum store_status
store_fail(meepled_error *err, enum store_status status, const char *format, ...)
{
    if (err != NULL) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
    }
    return status;
}

void
store_close(struct store *store)
{
    if (store != NULL)
        store->backend->close(store);
}

bool
store_healthy(struct store *store)
{
    return store->backend->healthy(store);
}

enum store_status
store_write(struct store *store, struct store_change *changes, size_t count, meepled_error *err)
{
    return store->backend->write(store, changes, count, err);
}

enum store_status
store_load(struct store *store, const char *id, struct store_game *game,
           struct store_action **actions, size_t *action_count, meepled_error *err)
{
    return store->backend->load(store, id, game, actions, action_count, err);
}

enum store_status
store_key_find(struct store *store, int64_t game, uint8_t seat, const char *key,
               uint8_t request_hash[STORE_HASH], uint32_t *seq, meepled_error *err)
{
    return store->backend->key_find(store, game, seat, key, request_hash, seq, err);
}

enum store_status
store_list(struct store *store, const struct store_filter *filter, struct store_game **games,
           size_t *count, bool *more, meepled_error *err)
{
    return store->backend->list(store, filter, games, count, more, err);
}

enum store_status
store_count(struct store *store, uint64_t *games, meepled_error *err)
{
    return store->backend->count(store, games, err);
}
