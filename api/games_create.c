/* POST /v1/games */
#include "create_read.h"
#include "handlers.h"
#include "job.h"

#include <stdio.h>
#include <stdlib.h>

static void
answer_created(struct request *r)
{
    const struct server_job *job = &job_of(r)->job;
    struct json_out j = { 0 };
    char key[4], location[16 + STORE_ID];

    put_object(&j, NULL);
    put_string(&j, "game", job->game_id);
    put_int(&j, "version", job->version);
    put_object(&j, "tokens");
    put_string(&j, "host", job->host_token);
    put_object(&j, "seats");
    for (unsigned seat = 0; seat < MEEPLED_PLAYERS_MAX; seat++)
        if (job->seat_tokens[seat][0]) {
            snprintf(key, sizeof key, "%u", seat);
            put_string(&j, key, job->seat_tokens[seat]);
        }
    put_end(&j);
    put_end(&j);
    put_end(&j);
    snprintf(location, sizeof location, "/v1/games/%s", job->game_id);
    struct MHD_Response *response = answer_json(&j, "application/json");
    const bool complete = response && answer_secret(response) &&
                          answer_header(response, MHD_HTTP_HEADER_LOCATION, location) &&
                          answer_etag(response, job->version);
    response = answer_complete(response, complete);
    request_answer(r, MHD_HTTP_CREATED, response);
}

void
serve_game_create(struct request *r)
{
    struct job_work *work = job_new(r, SERVER_CREATE);
    struct create_lists *lists = work ? calloc(1, sizeof *lists) : NULL;

    if (!lists) {
        problem_set(&r->problem, PROBLEM_MEMORY, "out of memory");
    } else {
        meepled_registry *registry = server_registry(r->http->server);
        work->lists = lists;
        work->document =
            create_read(r->body, r->body_len, registry, lists, &work->job, &r->problem);
        meepled_registry_unref(registry);
    }
    if (r->problem.code == 0) {
        job_submit(r, work, answer_created);
        return;
    }
    request_refuse(r);
    if (work)
        job_free(work);
}
