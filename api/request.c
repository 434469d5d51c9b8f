/* How a request is checked, run and answered. */
#include "request.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct server_game *
request_game(struct request *r)
{
    enum server_code code = SERVER_OK;
    meepled_error err = { "" };
    struct server_game *game = server_acquire(r->http->server, r->match.params[0], &code, &err);

    if (!game)
        request_problem(r, (int)code, "%s", err.text);
    return game;
}

/* ---- answering ---- */

/* Whether `origin` is one of the origins that may read our answers. */
static bool
origin_allowed(const char *origins, const char *origin)
{
    const size_t len = strlen(origin);

    if (strchr(origin, ' '))
        return false;
    for (const char *at = origins; len > 0 && (at = strstr(at, origin)) != NULL; at += len)
        if ((at == origins || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0'))
            return true;
    return false;
}

/* The origin to allow, NULL for none. */
static const char *
request_origin(const struct request *r)
{
    if (!r->http->cors[0])
        return NULL;
    if (!r->http->cors_varies)
        return r->http->cors; /* one origin, or all: the same for everybody */
    const char *origin = request_header(r, "Origin");
    return origin && origin_allowed(r->http->cors, origin) ? origin : NULL;
}

static bool
add_cors(const struct request *r, struct MHD_Response *response)
{
    const char *origin = request_origin(r);

    if (r->http->cors_varies && !answer_header(response, MHD_HTTP_HEADER_VARY, "Origin"))
        return false;
    return !origin || (answer_header(response, "Access-Control-Allow-Origin", origin) &&
                       answer_header(response, "Access-Control-Expose-Headers",
                                     "ETag, Location, Retry-After"));
}

static void
count_answer(struct request *r, unsigned status)
{
    atomic_fetch_add_explicit(&r->http->answers[status / 100], 1, memory_order_relaxed);
}

void
request_answer(struct request *r, unsigned status, struct MHD_Response *response)
{
    response = answer_complete(response, response && add_cors(r, response));
    if (!response) {
        struct problem problem = { .code = PROBLEM_MEMORY };
        status = problem_kind(PROBLEM_MEMORY)->status;
        response = problem_response(&problem, request_czech(r));
        if (!response)
            return; /* not even that: the connection is closed */
    }
    count_answer(r, status);
    r->result = MHD_queue_response(r->connection, status, response);
    MHD_destroy_response(response);
}

void
request_json(struct request *r, unsigned status, struct json_out *j, int64_t version)
{
    struct MHD_Response *response = answer_json(j, "application/json");

    if (version >= 0)
        response = answer_complete(response, response && answer_etag(response, (uint32_t)version));
    request_answer(r, status, response);
}

void
request_refuse(struct request *r)
{
    struct MHD_Response *response = problem_response(&r->problem, request_czech(r));

    if (response && r->problem.code == PROBLEM_METHOD) {
        char allow[ROUTE_ALLOW];
        route_allow(r->path, allow);
        answer_header(response, MHD_HTTP_HEADER_ALLOW, allow);
    }
    request_answer(r, problem_kind(r->problem.code)->status, response);
}

void
request_problem(struct request *r, int code, const char *format, ...)
{
    char text[sizeof r->problem.detail];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    problem_set(&r->problem, code, "%s", text);
    request_refuse(r);
}

bool
request_kept(struct request *r, unsigned status, void **slot, enum cache_part part)
{
    if (r->http->cors_varies || !cache_queue(slot, part, r->connection, status, &r->result))
        return false;
    count_answer(r, status);
    return true;
}

void
request_keep(struct request *r, unsigned status, void **slot, enum cache_part part,
             struct MHD_Response *response, size_t size)
{
    if (r->http->cors_varies) {
        request_answer(r, status, response);
        return;
    }
    response = answer_complete(response, response && add_cors(r, response));
    if (!response) {
        request_answer(r, status, NULL);
        return;
    }
    count_answer(r, status);
    r->result = MHD_queue_response(r->connection, status, response);
    cache_keep_take(slot, part, response, size);
}

/* ---- running ---- */

static enum MHD_Result
check_parameter(void *cls, enum MHD_ValueKind kind, const char *key, size_t key_size,
                const char *value, size_t value_size)
{
    struct request *r = cls;
    const char *const *known = r->match.route->query;
    (void)kind;

    while (known && *known && strcmp(*known, key) != 0)
        known++;
    if (!known || !*known || strlen(key) != key_size)
        problem_set(&r->problem, PROBLEM_PARAMETER_UNKNOWN, "no parameter \"%s\" here", key);
    else if (!value || !*value || strlen(value) != value_size)
        problem_set(&r->problem, PROBLEM_PARAMETER_BAD, "%s: a value expected", key);
    else if (request_query(r, key) != value)
        problem_set(&r->problem, PROBLEM_PARAMETER_BAD, "%s: given twice", key);
    return r->problem.code ? MHD_NO : MHD_YES;
}

/* OPTIONS, also as the question browsers ask before they let a page of another origin call. */
static void
answer_options(struct request *r)
{
    char allow[ROUTE_ALLOW];
    struct MHD_Response *response = answer_empty();

    route_allow(r->path, allow);
    bool complete = response && answer_header(response, MHD_HTTP_HEADER_ALLOW, allow);
    if (request_origin(r) && request_header(r, "Access-Control-Request-Method"))
        complete = complete && answer_header(response, "Access-Control-Allow-Methods", allow) &&
                   answer_header(response, "Access-Control-Allow-Headers",
                                 "Authorization, Content-Type, Idempotency-Key, If-Match, "
                                 "If-None-Match, Accept-Language") &&
                   answer_header(response, "Access-Control-Max-Age", "86400");
    response = answer_complete(response, complete);
    request_answer(r, MHD_HTTP_NO_CONTENT, response);
}

/* Whether the body is JSON as it is, not packed. */
static bool
is_json(const struct request *r)
{
    static const char json[] = "application/json";
    const char *content_type = request_header(r, MHD_HTTP_HEADER_CONTENT_TYPE);
    const char *coding = request_header(r, MHD_HTTP_HEADER_CONTENT_ENCODING);

    if (coding && strcasecmp(coding, "identity") != 0)
        return false;
    return content_type && strncasecmp(content_type, json, sizeof json - 1) == 0 &&
           strchr("; \t", content_type[sizeof json - 1]);
}

void
request_run(struct request *r)
{
    const struct route *route = r->match.route;

    if (!r->match.known)
        problem_set(&r->problem, PROBLEM_NO_PATH,
                    "there is nothing at %.100s; GET /openapi.json lists every call", r->path);
    else if (!route && strcmp(r->method, MHD_HTTP_METHOD_OPTIONS) != 0)
        problem_set(&r->problem, PROBLEM_METHOD, "%.20s is not for this path", r->method);
    else if (r->body_refused)
        problem_set(&r->problem, PROBLEM_BODY_SIZE, "more than %zu bytes", r->http->max_body);
    else if (r->body_len > 0 && (!route || !route->body))
        problem_set(&r->problem, PROBLEM_BODY_UNEXPECTED, "%s takes no body here", r->method);
    else if (r->body_len > 0 && !is_json(r))
        problem_set(&r->problem, PROBLEM_BODY_TYPE,
                    "send Content-Type: application/json and no Content-Encoding");
    else if (route)
        MHD_get_connection_values_n(r->connection, MHD_GET_ARGUMENT_KIND, check_parameter, r);
    if (r->problem.code)
        request_refuse(r);
    else if (route)
        route->run(r);
    else
        answer_options(r);
}

/* ---- jobs ---- */

static void
job_done(struct server_job *job)
{
    struct request *r = job->context;
    struct http *http = r->http;

    r->state = REQUEST_DONE;
    MHD_resume_connection(r->connection);
    /* From here on `r` may be gone; `http` stays until this count is 0. */
    atomic_fetch_sub(&http->jobs, 1);
}

void
request_submit(struct request *r, struct server_job *job, void (*finish)(struct request *r),
               void *work, void (*work_free)(void *work))
{
    r->work = work;
    r->work_free = work_free;
    r->job = job;
    r->finish = finish;
    job->context = r;
    job->done = job_done;
    atomic_fetch_add(&r->http->jobs, 1);
    atomic_fetch_add(&r->http->unanswered, 1);
    /* Suspended before the job can be done; this thread runs the connection, so it is resumed after
     * we have returned to libmicrohttpd. */
    MHD_suspend_connection(r->connection);
    r->state = REQUEST_SUBMITTED;
    server_submit(r->http->server, job);
}

void
request_finish(struct request *r)
{
    struct server_job *job = r->job;

    if (job->code == SERVER_OK) {
        r->finish(r);
        return;
    }
    problem_set(&r->problem, (int)job->code, "%s", job->error.text);
    if (job->code == SERVER_REFUSED)
        snprintf(r->problem.rule, sizeof r->problem.rule, "%s", job->rule_text);
    if (job->code == SERVER_STALE) {
        r->problem.has_version = true;
        r->problem.version = job->version;
    }
    request_refuse(r);
}

void
request_clear(struct request *r)
{
    if (r->work_free)
        r->work_free(r->work);
    free(r->body);
}
