/* A change on its way: applied to a copy, rendered, queued; then settled or dropped. */
#include "server/inner.h"

#include "server/record.h"

#include <time.h>

int64_t
server_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool
pending_update(struct live *live, struct server_job *job)
{
    struct pending *const pending = &live->pending;

    if (!record_copy(&pending->record, &live->record))
        return job_fail(job, SERVER_STORE_FAILED, "out of memory");
    pending->own_record = true;
    pending->job = job;
    pending->actions = live->actions;
    pending->record.changes++;
    pending->record.updated_ms = server_now_ms();
    pending->change.type = STORE_UPDATE;
    pending->change.game = live->record.key;
    pending->change.update = &pending->record;
    return true;
}

struct server_game
pending_view(struct live *live, struct pending *pending)
{
    const struct store_game *const record = &pending->record;

    return (struct server_game){
        .record = record,
        .stack = live->view.stack,
        .game = pending->game ? pending->game : live->game,
        .version = record->changes + pending->actions,
        .start_version = record_start_version(record),
        .first_player = record_first_player(record),
        .cache = &pending->cache,
    };
}

void
pending_submit(struct server *server, struct live *live, const meepled_events *events)
{
    struct pending *const pending = &live->pending;
    struct server_job *const job = pending->job;
    const struct server_game after = pending_view(live, pending);

    job->code = SERVER_OK;
    job->version = after.version;
    if (job->render && job->type != SERVER_DELETE)
        job->render(job, &after, events);
    live->busy = true;
    queue_push(server, live);
}

static void
finish(struct server *server, struct live *live)
{
    struct pending *const pending = &live->pending;

    if (pending->cache && server->hooks.cache_drop)
        server->hooks.cache_drop(pending->cache);
    meepled_game_free(pending->game);
    if (pending->own_record)
        store_game_clear(&pending->record);
    *pending = (struct pending){ .job = NULL };
    live->busy = false;
}

void
pending_settle(struct server *server, struct live *live)
{
    struct pending *const pending = &live->pending;
    meepled_game *const before = live->game;

    if (pending->own_record) {
        const struct store_game record = live->record;

        live->record = pending->record;
        live->record.key = pending->change.game;
        pending->record = record;
    } else {
        live->record.status = pending->record.status;
        live->record.updated_ms = pending->record.updated_ms;
    }
    if (pending->game) {
        live->game = pending->game;
        pending->game = before;
    }
    live->actions = pending->actions;
    live->frozen_under = atomic_load(&server->registry_number); /* if this froze it */
    live->loaded = true;
    live_refresh(server, live);
    live->cache = pending->cache; /* rendered for just this version */
    pending->cache = NULL;
    finish(server, live);
}

void
pending_drop(struct server *server, struct live *live)
{
    finish(server, live);
}
