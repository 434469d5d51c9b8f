/* Freezing games for what their rules did: stored, so that it is not tried again. */
#include "server/inner.h"

#include "server/log.h"
#include "server/record.h"

#include <stdio.h>

static void
log_frozen(const char *game, const char *reason)
{
    log_event(LOG_ERROR, "server", "game frozen", LOG_TEXT("game", game),
              LOG_TEXT("reason", reason));
}

bool
freeze_begin(struct server *server, struct live *live, struct server_job *job)
{
    struct pending *const pending = &live->pending;
    char reason[sizeof job->error.text + 64];

    if (live->record.status != STORE_OPEN && live->record.status != STORE_PLAYING)
        return false;
    snprintf(reason, sizeof reason, "its rules broke a promise: %s", job->error.text);
    if (!pending_update(live, job))
        return false;
    pending->record.status = STORE_FROZEN;
    if (!record_set(&pending->record.reason, reason)) {
        pending_drop(server, live);
        return job_fail(job, SERVER_STORE_FAILED, "out of memory");
    }
    log_frozen(live->id, reason);
    live->busy = true;
    queue_push(server, live);
    return true;
}

/* The log of a game that was over, or frozen already, ran into the fault when it was played again:
 * that is not to happen a second time. */
static bool
is_to_seal(const struct store_game *game)
{
    return game->status != STORE_OPEN && game->status != STORE_PLAYING;
}

void
server_blame(struct server *server, const struct guard_blame *blame)
{
    struct store_game game;
    meepled_error err = { "" };
    enum store_status status = store_load(server->store, blame->game, &game, NULL, NULL, &err);

    if (status == STORE_NOT_FOUND) { /* it was about to be made, or deleted */
        log_event(LOG_ERROR, "server", "rules of a game that is not stored",
                  LOG_TEXT("game", blame->game), LOG_TEXT("reason", blame->why));
        return;
    }
    if (status == STORE_OK && !game.sealed) {
        game.sealed = is_to_seal(&game);
        game.status = STORE_FROZEN;
        game.changes++;
        game.updated_ms = server_now_ms();
        if (!record_set(&game.reason, blame->why)) {
            status = STORE_FAILED;
        } else {
            struct store_change change = { .type = STORE_UPDATE,
                                           .game = game.key,
                                           .update = &game };

            status = store_write(server->store, &change, 1, &err);
            status = status == STORE_OK ? change.status : status;
        }
    }
    if (status == STORE_OK)
        log_frozen(blame->game, blame->why);
    else
        log_event(LOG_ERROR, "server", "game not frozen", LOG_TEXT("game", blame->game),
                  LOG_TEXT("reason", blame->why), LOG_TEXT("why", err.text));
    store_game_clear(&game);
}
