/* The commit thread: takes every change that waits, writes them as one group, lets each take
 * effect. */
#include "server/inner.h"

#include "server/log.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

enum {
    GROUP_MAX = 1024, /* bounds the time until the first of a group is answered */
    SWEEP_S = 5
};

struct group {
    struct live *games[GROUP_MAX];
    struct store_change changes[GROUP_MAX];
    size_t count;
};

bool
queue_enter(struct server *server)
{
    pthread_mutex_lock(&server->queue.lock);
    const bool open = !server->queue.stopping;

    server->queue.jobs += open;
    pthread_mutex_unlock(&server->queue.lock);
    return open;
}

void
queue_leave(struct server *server)
{
    pthread_mutex_lock(&server->queue.lock);
    if (--server->queue.jobs == 0)
        pthread_cond_broadcast(&server->queue.idle);
    pthread_mutex_unlock(&server->queue.lock);
}

void
queue_push(struct server *server, struct live *live)
{
    struct queue *const queue = &server->queue;

    live->pending.next = NULL;
    pthread_mutex_lock(&queue->lock);
    if (queue->last)
        queue->last->pending.next = live;
    else
        queue->first = live;
    queue->last = live;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
}

/* Wait for changes, at most until it is time to sweep; false when the thread shall end. */
static bool
take_group(struct queue *queue, struct group *group)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += SWEEP_S;
    group->count = 0;

    pthread_mutex_lock(&queue->lock);
    while (!queue->first && !queue->quit &&
           pthread_cond_timedwait(&queue->filled, &queue->lock, &until) != ETIMEDOUT)
        ;
    while (queue->first && group->count < GROUP_MAX) {
        struct live *const live = queue->first;

        queue->first = live->pending.next;
        group->games[group->count++] = live;
    }
    if (!queue->first)
        queue->last = NULL;
    const bool go_on = group->count > 0 || !queue->quit;

    pthread_mutex_unlock(&queue->lock);
    return go_on;
}

/* Under the game's lock: the change is stored. */
static void
succeed(struct server *server, struct live *live)
{
    switch (live->pending.change.type) {
    case STORE_APPEND:
        atomic_fetch_add(&server->actions, 1);
        break;
    case STORE_DELETE:
        atomic_fetch_sub(&server->stored_games, 1);
        live->gone = true;
        table_unlist(server, live);
        pending_drop(server, live);
        return;
    case STORE_CREATE: /* whoever found it in the list may have loaded it already */
        if (!table_list(server, live))
            live->gone = true;
        break;
    case STORE_UPDATE:
        break;
    }
    pending_settle(server, live);
}

/* Under the game's lock: it is not. */
static void
fail(struct server *server, struct live *live, enum store_status status, const meepled_error *err)
{
    struct server_job *const job = live->pending.job;

    switch (status) {
    case STORE_NOT_FOUND:
        job_fail(job, SERVER_UNKNOWN_GAME, "there is no game %s any more", live->id);
        live->gone = true;
        table_unlist(server, live);
        break;
    case STORE_CONFLICT:
        job_fail(job, SERVER_STORE_FAILED, "somebody else has changed game %s", live->id);
        break;
    default:
        job_fail(job, SERVER_STORE_FAILED, "not stored: %.180s", err->text);
    }
    if (job->type == SERVER_CREATE)
        atomic_fetch_sub(&server->stored_games, 1);
    live->doubtful = true;
    pending_drop(server, live);
}

/* What became of one change; then the next job of its game. */
static void
settle(struct server *server, struct live *live, enum store_status status, const meepled_error *err)
{
    struct server_job *done = NULL;

    live_lock(server, live);
    struct server_job *const job = live->pending.job;

    if (status == STORE_OK)
        succeed(server, live);
    else
        fail(server, live, status, err);
    job_append(&done, job);
    job_advance(server, live, &done);
    live_unlock(server, live);
    job_finish_all(server, live, done);
}

static void
commit(struct server *server, struct group *group)
{
    meepled_error err = { "" };

    for (size_t i = 0; i < group->count; i++)
        group->changes[i] = group->games[i]->pending.change;

    const enum store_status status = store_write(server->store, group->changes, group->count, &err);

    if (status == STORE_OK) {
        atomic_fetch_add(&server->commits, 1);
    } else {
        atomic_fetch_add(&server->commit_failures, 1);
        log_event(LOG_ERROR, "store", "write failed",
                  LOG_NUMBER("changes", (long long)group->count), LOG_TEXT("why", err.text));
    }
    for (size_t i = 0; i < group->count; i++) {
        struct live *const live = group->games[i];

        if (group->changes[i].type == STORE_CREATE)
            live->pending.change.game = group->changes[i].game;
        settle(server, live, status == STORE_OK ? group->changes[i].status : status, &err);
    }
}

static void *
run(void *context)
{
    struct server *const server = context;
    struct group *const group = server->queue.group;
    time_t swept = time(NULL);

    while (take_group(&server->queue, group)) {
        if (group->count > 0)
            commit(server, group);
        if (time(NULL) - swept >= SWEEP_S) {
            table_sweep(server);
            swept = time(NULL);
        }
    }
    return NULL;
}

meepled_status
queue_open(struct server *server)
{
    struct queue *const queue = &server->queue;
    pthread_condattr_t monotonic;

    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->idle, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&queue->filled, &monotonic);
    pthread_condattr_destroy(&monotonic);
    queue->group = calloc(1, sizeof *queue->group);
    if (!queue->group)
        return MEEPLED_ENOMEM;
    queue->running = pthread_create(&queue->thread, NULL, run, server) == 0;
    return queue->running ? MEEPLED_OK : MEEPLED_ENOMEM;
}

void
queue_drain(struct server *server)
{
    struct queue *const queue = &server->queue;

    pthread_mutex_lock(&queue->lock);
    queue->stopping = true;
    while (queue->jobs > 0)
        pthread_cond_wait(&queue->idle, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
}

void
queue_close(struct server *server)
{
    struct queue *const queue = &server->queue;

    queue_drain(server);
    pthread_mutex_lock(&queue->lock);
    queue->quit = true;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
    if (queue->running)
        pthread_join(queue->thread, NULL);
    free(queue->group);
    pthread_cond_destroy(&queue->filled);
    pthread_cond_destroy(&queue->idle);
    pthread_mutex_destroy(&queue->lock);
}
