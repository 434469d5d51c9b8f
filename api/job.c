#include "job.h"

#include "game_json.h"

#include <stdlib.h>

struct job_work *
job_new(struct request *r, enum server_job_type type)
{
    struct job_work *work = calloc(1, sizeof *work);

    if (!work) {
        problem_set(&r->problem, PROBLEM_MEMORY, "out of memory");
        return NULL;
    }
    work->job.type = type;
    if (type != SERVER_CREATE)
        work->job.id = r->match.params[0];
    return work;
}

void
job_free(struct job_work *work)
{
    json_decref(work->document);
    put_drop(&work->rendered);
    free(work->lists);
    free(work);
}

static void
free_work(void *work)
{
    job_free(work);
}

void
job_submit(struct request *r, struct job_work *work, void (*finish)(struct request *r))
{
    request_submit(r, &work->job, finish, work, free_work);
}

struct job_work *
job_of(struct request *r)
{
    return r->work;
}

void
job_render_events(struct server_job *job, const struct server_game *after,
                  const meepled_events *events)
{
    struct job_work *work = (struct job_work *)job;
    struct json_out *j = &work->rendered;

    put_drop(j);
    work->version = after->version;
    put_object(j, NULL);
    put_int(j, "version", after->version);
    put_array(j, "events");
    if (events && after->game)
        game_json_events(j, after->version, after->game, events, 0);
    put_end(j);
    put_end(j);
}

void
job_answer_events(struct request *r)
{
    struct job_work *work = job_of(r);

    request_json(r, MHD_HTTP_OK, &work->rendered, work->version);
}
