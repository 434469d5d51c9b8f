/* A job for the server together with everything it borrows from the request. */
#ifndef API_JOB_H
#define API_JOB_H

#include "json_put.h"
#include "request.h"

#include <jansson.h>

struct job_work {
    struct server_job job;    /* first: the server hands it back */
    json_t *document;         /* the request body: its texts are borrowed by the job */
    void *lists;              /* further memory the job borrows, free() */
    struct json_out rendered; /* by job_render_events */
    uint32_t version;         /* of what is rendered */
};

/* New, for the game of the path if it has one; NULL and r->problem when out of memory. */
struct job_work *job_new(struct request *r, enum server_job_type type);
void job_free(struct job_work *work);
/* Hand over to the server; `work` belongs to the request from now on. */
void job_submit(struct request *r, struct job_work *work, void (*finish)(struct request *r));
/* The work of a request whose job is done. */
struct job_work *job_of(struct request *r);

/* server_job.render: {"version":18,"events":[...]} */
void job_render_events(struct server_job *job, const struct server_game *after,
                       const meepled_events *events);
/* `finish`: answers what was rendered, 200 with ETag. */
void job_answer_events(struct request *r);

#endif
