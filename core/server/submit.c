/* Jobs: accepted, in line at their game, begun one at a time, told their outcome. */
#include "server/inner.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool
job_fail(struct server_job *job, enum server_code code, const char *format, ...)
{
    va_list args;

    job->code = code;
    va_start(args, format);
    vsnprintf(job->error.text, sizeof job->error.text, format, args);
    va_end(args);
    return false;
}

void
job_append(struct server_job **list, struct server_job *job)
{
    while (*list)
        list = &(*list)->next;
    job->next = NULL;
    *list = job;
}

/* Each kind of change; SERVER_CREATE has no game to wait for. */
static bool (*const begin[])(struct server *, struct live *, struct server_job *) = {
    [SERVER_JOIN] = seats_join, [SERVER_LEAVE] = seats_leave,   [SERVER_START] = seats_start,
    [SERVER_ACT] = act_begin,   [SERVER_DELETE] = seats_delete,
};

/* True if a change was queued. */
static bool
begin_next(struct server *server, struct live *live, struct server_job *job)
{
    if (live->gone)
        return job_fail(job, SERVER_UNKNOWN_GAME, "there is no game %s", live->id);
    job->code = live_ready(server, live, &job->error);
    if (job->code != SERVER_OK)
        return false;
    if (live->doubtful) /* readable, but nobody knows whether it is the last word */
        return job_fail(job, SERVER_STORE_FAILED, "the store cannot be read");
    return begin[job->type](server, live, job) ||
           (job->code == SERVER_BROKEN && freeze_begin(server, live, job));
}

void
job_advance(struct server *server, struct live *live, struct server_job **done)
{
    while (!live->busy && live->first) {
        struct server_job *const job = live->first;

        live->first = job->next;
        if (!live->first)
            live->last = NULL;
        if (!begin_next(server, live, job))
            job_append(done, job);
    }
}

void
job_finish_all(struct server *server, struct live *live, struct server_job *done)
{
    while (done) {
        struct server_job *const job = done;

        done = job->next;
        table_unpin(server, live);
        job->done(job); /* and that was the last we see of it */
        queue_leave(server);
    }
}

static void
clear_outcome(struct server_job *job)
{
    job->code = SERVER_OK;
    job->error.text[0] = '\0';
    job->rule = NULL;
    job->rule_text[0] = '\0';
    job->version = 0;
    job->game_id[0] = '\0';
    job->host_token[0] = '\0';
    for (int i = 0; i < MEEPLED_PLAYERS_MAX; i++)
        job->seat_tokens[i][0] = '\0';
    job->seat = -1;
    job->next = NULL;
    job->work = NULL;
}

static void
submit_create(struct server *server, struct server_job *job)
{
    struct live *const live = create_begin(server, job);

    if (!live) {
        job->done(job);
        queue_leave(server);
    }
}

void
server_submit(struct server *server, struct server_job *job)
{
    struct server_job *done = NULL;

    clear_outcome(job);
    if (!queue_enter(server)) {
        job_fail(job, SERVER_STOPPING, "the server is stopping");
        job->done(job);
        return;
    }
    if (job->type == SERVER_CREATE) {
        submit_create(server, job);
        return;
    }

    struct live *const live = live_acquire(server, job->id, &job->code, &job->error);

    if (!live) {
        job->done(job);
        queue_leave(server);
        return;
    }
    memcpy(job->game_id, live->id, sizeof job->game_id);
    if (live->last)
        live->last->next = job;
    else
        live->first = job;
    live->last = job;
    job_advance(server, live, &done);
    live_unlock(server, live);
    job_finish_all(server, live, done);
}
