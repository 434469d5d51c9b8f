/* POST /v1/games/{id}/seats, DELETE /v1/games/{id}/seats/{n} */
#include "create_read.h"
#include "handlers.h"
#include "job.h"

#include <stdlib.h>
#include <string.h>

static void
answer_joined(struct request *r)
{
    const struct server_job *job = &job_of(r)->job;
    struct json_out j = { 0 };

    put_object(&j, NULL);
    put_string(&j, "game", job->id);
    put_int(&j, "version", job->version);
    put_int(&j, "seat", job->seat);
    put_string(&j, "token", job->seat_tokens[job->seat]);
    put_end(&j);
    struct MHD_Response *response = answer_json(&j, "application/json");
    response = answer_complete(response, response && answer_secret(response) &&
                                             answer_etag(response, job->version));
    request_answer(r, MHD_HTTP_CREATED, response);
}

void
serve_seat_join(struct request *r)
{
    struct job_work *work = job_new(r, SERVER_JOIN);

    if (!work) {
        request_refuse(r);
        return;
    }
    work->document = join_read(r->body, r->body_len, &work->job, &r->problem);
    if (r->problem.code)
        request_refuse(r);
    else if (request_condition(r, &work->job)) {
        job_submit(r, work, answer_joined);
        return;
    }
    job_free(work);
}

static void
answer_left(struct request *r)
{
    struct MHD_Response *response = answer_empty();

    response = answer_complete(response, response && answer_etag(response, job_of(r)->job.version));
    request_answer(r, MHD_HTTP_NO_CONTENT, response);
}

void
serve_seat_leave(struct request *r)
{
    const char *number = r->match.params[1];

    /* Seats have one digit. */
    if (strlen(number) != 1 || !strchr("0123456789", number[0])) {
        request_problem(r, SERVER_NO_SEAT, "no seat \"%s\"", number);
        return;
    }
    struct job_work *work = job_new(r, SERVER_LEAVE);
    if (!work) {
        request_refuse(r);
        return;
    }
    work->job.leave.seat = atoi(number);
    if (request_condition(r, &work->job))
        job_submit(r, work, answer_left);
    else
        job_free(work);
}
