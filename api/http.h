/* The HTTP front: listens, reads requests, hands them to the server, answers.
 *
 * Order of life, for core/main.c:
 *     server = server_new_take(store, registry, &limits, &http_server_hooks, admin_token, err);
 *     http   = http_start(&config, server, err);
 *     ... log "listening on %s", http_url(http) ... wait for a signal ...
 *     http_stop(http);        no new connections, requests under way are answered
 *     server_free(server);
 */
#ifndef API_HTTP_H
#define API_HTTP_H

#include "server/server.h"

#include <meepled/base.h>

struct http;

struct http_config {
    const char *listen; /* "HOST:PORT", "[::1]:8080"; port 0 picks a free one */
    unsigned threads;   /* 0: one a core */
    size_t max_body;    /* bytes of a request body */
    unsigned max_connections;
    unsigned idle_timeout_s;        /* 0: never */
    const char *cors_origins;       /* separated by spaces or commas, "*": any; NULL or "": none */
    const char *tls_cert, *tls_key; /* PEM files; NULL or "": plain HTTP */
    /* Problems worth a line in the log, without its end; from any thread.  NULL: nobody asks. */
    void (*log)(const char *text);
};

/* What the server needs of api/: hand it to server_new_take. */
extern const struct server_hooks http_server_hooks;

/* Judge `listen` without opening anything: MEEPLED_ECONFIG and a message when it is no address with
 * a port. */
meepled_status http_listen_check(const char *listen, meepled_error *err);

/* Open the port and serve.  The configuration is copied; the server is borrowed until http_stop.
 * NULL and `err` when the port or a TLS file cannot be had. */
struct http *http_start(const struct http_config *config, struct server *server,
                        meepled_error *err);
/* "http://HOST:PORT" with the port really taken; borrowed until http_stop. */
const char *http_url(const struct http *http);
/* Whether /readyz says yes: main says no first when it is about to stop. */
void http_ready_set(struct http *http, bool ready);
/* Stop accepting, let requests under way finish (their commits included), close, free. */
void http_stop(struct http *http); /* NULL is allowed */

#endif
