/* One request on its way: what handlers read of it and how they answer.
 *
 * libmicrohttpd calls several times for one request: when the headers are there, for each part of
 * the body, at its end, and once more after a suspended connection is resumed.  http.c follows
 * that; a handler is called once, at the end of the body, and does one of:
 *     request_json, request_answer   answer
 *     request_refuse                 refuse
 *     request_submit                 give a job to the server; `finish` answers when it is done
 */
#ifndef API_REQUEST_H
#define API_REQUEST_H

#include "answer.h"
#include "cache.h"
#include "problem.h"
#include "route.h"

#include "server/server.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

/* How much of what libmicrohttpd says has been logged lately. */
struct log_budget {
    pthread_mutex_t lock;
    time_t since_s;
    unsigned lines;
};

/* The front as requests see it. */
struct http {
    struct MHD_Daemon *daemon;
    struct server *server;
    size_t max_body;
    char *cors;       /* origins separated by one space, "" for none */
    bool cors_varies; /* several origins: the header depends on the request */
    char *tls_cert, *tls_key;
    char url[160];
    atomic_bool ready, stopping;
    atomic_uint jobs;         /* with the server */
    atomic_uint unanswered;   /* jobs whose answer has not been sent */
    atomic_ullong answers[6]; /* by hundreds of the status */
    void (*log)(const char *text);
    struct log_budget log_budget;
};

enum request_state {
    REQUEST_READING,   /* body */
    REQUEST_SUBMITTED, /* connection suspended */
    REQUEST_DONE       /* job is done, answer not yet given */
};

struct request {
    struct http *http;
    struct MHD_Connection *connection;
    const char *method, *path;
    struct route_match match;
    char *body;
    size_t body_len, body_cap;
    bool body_seen, body_refused;
    enum request_state state;
    enum MHD_Result result; /* of queueing the answer */
    struct problem problem;
    struct server_job *job;
    void (*finish)(struct request *r);
    void *work; /* what the job borrows; given to `work_free` at the end of the request */
    void (*work_free)(void *work);
};

/* ---- reading ---- */

/* A header, NULL if there is none; borrowed for the request. */
const char *request_header(const struct request *r, const char *name);
/* The token of "Authorization: Bearer", NULL if there is none. */
const char *request_token(const struct request *r);
/* Whether Czech is preferred to English by Accept-Language. */
bool request_czech(const struct request *r);
/* A query parameter, NULL if there is none. */
const char *request_query(const struct request *r, const char *name);
/* The number in a query parameter, 0 if there is none; false when refused. */
bool request_query_number(struct request *r, const char *name, uint64_t max, uint64_t *out);
/* The game of the path, acquired for reading (server_release); NULL after a refusal. */
struct server_game *request_game(struct request *r);
/* Whether If-None-Match names this tag (without quotation marks). */
bool request_has_tag(const struct request *r, const char *tag);
/* If If-None-Match names the game's version, answer 304. */
bool request_unchanged(struct request *r, const struct server_game *game);
/* Token and If-Match into a job; false when refused. */
bool request_condition(struct request *r, struct server_job *job);
/* Idempotency-Key and the digest of the body into a job; false when refused. */
bool request_key(struct request *r, struct server_job *job);

/* ---- answering ---- */

/* Answer with a response, which is taken; NULL is answered as out of memory. */
void request_answer(struct request *r, unsigned status, struct MHD_Response *response);
/* Answer with the JSON document written to `j`; `version` >= 0: with its ETag. */
void request_json(struct request *r, unsigned status, struct json_out *j, int64_t version);
/* Answer r->problem. */
void request_refuse(struct request *r);
/* Note a problem with `format` and answer it. */
void request_problem(struct request *r, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Answer from what is kept at `slot` for a game's version; false if it holds nothing. */
bool request_kept(struct request *r, unsigned status, void **slot, enum cache_part part);
/* Answer with the response, taken, and keep it at `slot`. */
void request_keep(struct request *r, unsigned status, void **slot, enum cache_part part,
                  struct MHD_Response *response, size_t size);

/* ---- jobs ---- */

/* Give `job` to the server and leave the connection suspended until it is done; then `finish` is
 * called if it went well, otherwise the refusal is answered.  `work` is what the job borrows, with
 * the job in it; freed with `work_free` when the request is over. */
void request_submit(struct request *r, struct server_job *job, void (*finish)(struct request *r),
                    void *work, void (*work_free)(void *work));

/* ---- for http.c ---- */

/* The body is complete: check what every route wants checked and run the handler. */
void request_run(struct request *r);
/* The job is done: answer. */
void request_finish(struct request *r);
/* Free what the request holds, not `r`. */
void request_clear(struct request *r);

#endif
