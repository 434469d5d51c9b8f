#include "http.h"

#include "cache.h"
#include "framing.h"
#include "listen.h"
#include "request.h"
#include "utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

enum {
    SWALLOW = 16 << 20,      /* bytes of a body beyond the limit that are read, so that the client
                                hears why instead of a broken connection */
    STOP_PATIENCE_MS = 5000, /* for requests still being sent when we stop */
    PEM_MAX = 256 << 10,
    LOG_LINES = 10, /* at most so many in so many seconds */
    LOG_WINDOW_S = 60
};

const struct server_hooks http_server_hooks = { .cache_drop = cache_drop };

/* ---- one request ---- */

/* What a request without a body is until it is run: nothing needs to be kept. */
static char bodiless;

/* More of a body than is worth reading, just to throw it away. */
static bool
far_too_large(const struct http *http, struct MHD_Connection *connection,
              unsigned long long announced)
{
    /* Whoever asks first has sent nothing yet and hears the answer at once. */
    const bool asks =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_EXPECT) != NULL;

    return announced > http->max_body + (asks ? 0 : SWALLOW);
}

/* Whether the method may change something: then there is a job, which outlives this call. */
static bool
is_reading(const char *method)
{
    return strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
}

static enum MHD_Result
run_reading(struct http *http, struct MHD_Connection *connection, const char *method,
            const char *path)
{
    struct request r = {
        .http = http, .connection = connection, .method = method, .path = path, .result = MHD_NO
    };

    route_find(method, path, &r.match);
    request_run(&r);
    request_clear(&r);
    return r.result;
}

/* The headers are there. */
static enum MHD_Result
begin(struct http *http, struct MHD_Connection *connection, const char *method, const char *path,
      void **kept)
{
    unsigned long long announced = 0;
    const bool body = framing_body(connection, &announced);

    if (!body && is_reading(method)) {
        *kept = &bodiless;
        return MHD_YES;
    }
    struct request *r = calloc(1, sizeof *r);
    if (!r)
        return MHD_NO;
    *r = (struct request){
        .http = http, .connection = connection, .method = method, .path = path, .result = MHD_NO
    };
    *kept = r;
    route_find(method, path, &r->match);
    const char *fault = body ? framing_fault(connection) : NULL;
    if (fault)
        request_problem(r, PROBLEM_HEADER_BAD, "%s", fault);
    else if (atomic_load(&http->stopping))
        request_problem(r, SERVER_STOPPING, "the server is about to stop");
    else if (far_too_large(http, connection, announced))
        request_problem(r, PROBLEM_BODY_SIZE, "%llu bytes, at most %zu are taken", announced,
                        http->max_body);
    else
        return MHD_YES;
    return r->result;
}

/* Keep a part of the body; too much of it is read and thrown away, far too much ends the
 * connection. */
static enum MHD_Result
add_body(struct request *r, const char *bytes, size_t len)
{
    if (r->body_len + len > r->http->max_body + SWALLOW)
        return MHD_NO;
    if (r->body_len + len > r->http->max_body) {
        r->body_refused = true;
        r->body_len += len;
        return MHD_YES;
    }
    if (r->body_len + len > r->body_cap) {
        size_t cap = r->body_cap ? r->body_cap : 512;
        while (cap < r->body_len + len)
            cap *= 2;
        char *body = realloc(r->body, cap);
        if (!body)
            return MHD_NO;
        r->body = body;
        r->body_cap = cap;
    }
    memcpy(r->body + r->body_len, bytes, len);
    r->body_len += len;
    return MHD_YES;
}

/* The path of a target written as a whole URL, which every server must take (RFC 9112, 3.2.2). */
static const char *
origin_form(const char *target)
{
    if (strncasecmp(target, "http://", 7) != 0 && strncasecmp(target, "https://", 8) != 0)
        return target;
    const char *path = strchr(strchr(target, ':') + 3, '/');
    return path ? path : "/";
}

static enum MHD_Result
on_request(void *cls, struct MHD_Connection *connection, const char *target, const char *method,
           const char *version, const char *upload, size_t *upload_len, void **kept)
{
    struct http *http = cls;
    const char *path = origin_form(target);
    (void)version;

    if (!*kept)
        return begin(http, connection, method, path, kept);
    if (*kept == &bodiless) {
        if (*upload_len > 0)
            return MHD_NO;
        return run_reading(http, connection, method, path);
    }
    struct request *r = *kept;
    if (*upload_len > 0) {
        const size_t len = *upload_len;
        *upload_len = 0;
        return add_body(r, upload, len);
    }
    if (!r->job) {
        request_run(r);
        /* With a job the connection is suspended, or already resumed: we are called again. */
        return r->job ? MHD_YES : r->result;
    }
    request_finish(r);
    return r->result;
}

static void
on_completed(void *cls, struct MHD_Connection *connection, void **kept,
             enum MHD_RequestTerminationCode how)
{
    struct http *http = cls;
    (void)connection;
    (void)how;

    if (!*kept || *kept == &bodiless)
        return;
    struct request *r = *kept;
    const bool had_job = r->job != NULL;
    *kept = NULL;
    request_clear(r);
    free(r);
    if (had_job)
        atomic_fetch_sub(&http->unanswered, 1);
}

/* A text with %00 stays as it is: decoded it would end there and be taken for another one. */
static size_t
unescape(void *cls, struct MHD_Connection *connection, char *text)
{
    (void)cls;
    (void)connection;
    return strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

/* ---- the daemon ---- */

/* A whole file as text, new; NULL and `err` when it cannot be read. */
static char *
read_pem(const char *path, meepled_error *err)
{
    FILE *file = fopen(path, "re");
    char *text = calloc(1, PEM_MAX);

    if (!file || !text) {
        meepled_fail(err, MEEPLED_ECONFIG, "%s: %s", path, strerror(errno));
        goto fail;
    }
    const size_t len = fread(text, 1, PEM_MAX - 1, file);
    if (ferror(file) || !feof(file) || len == 0) {
        meepled_fail(err, MEEPLED_ECONFIG, "%s: empty, too large or not readable", path);
        goto fail;
    }
    fclose(file);
    return text;
fail:
    free(text);
    if (file)
        fclose(file);
    return NULL;
}

/* The origins with one space between them. */
static char *
normal_origins(const char *origins)
{
    char *out = calloc(1, strlen(origins) + 1), *at = out;

    for (const char *from = origins; out && *from;) {
        from += strspn(from, " ,\t");
        const size_t len = strcspn(from, " ,\t");
        if (len == 0)
            break;
        if (at != out)
            *at++ = ' ';
        memcpy(at, from, len);
        at += len;
        from += len;
    }
    return out;
}

/* Clients cause most of what libmicrohttpd has to say; none of them may fill the log with it. */
static bool
may_log(struct log_budget *budget, unsigned *held_back)
{
    struct timespec now;
    bool may = true;

    clock_gettime(CLOCK_MONOTONIC, &now);
    pthread_mutex_lock(&budget->lock);
    if (now.tv_sec - budget->since_s >= LOG_WINDOW_S) {
        *held_back = budget->lines > LOG_LINES ? budget->lines - LOG_LINES : 0;
        budget->since_s = now.tv_sec;
        budget->lines = 0;
    }
    may = budget->lines++ < LOG_LINES;
    pthread_mutex_unlock(&budget->lock);
    return may;
}

static void
log_line(void *cls, const char *format, va_list args)
{
    struct http *http = cls;
    unsigned held_back = 0;
    char line[256];

    if (!http->log || !may_log(&http->log_budget, &held_back))
        return;
    if (held_back > 0) {
        snprintf(line, sizeof line, "%u more messages like these", held_back);
        http->log(line);
    }
    vsnprintf(line, sizeof line, format, args);
    line[strcspn(line, "\n")] = '\0';
    utf8_clean(line);
    http->log(line);
}

static bool
start_daemon(struct http *http, const struct http_config *config, int fd)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned threads = config->threads ? config->threads : cores > 0 ? (unsigned)cores : 1;
    unsigned flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    struct MHD_OptionItem options[] = {
        { MHD_OPTION_LISTEN_SOCKET, fd, NULL },
        { MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)threads, NULL },
        { MHD_OPTION_CONNECTION_LIMIT, (intptr_t)config->max_connections, NULL },
        { MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)config->idle_timeout_s, NULL },
        { MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL },
        { http->tls_key ? MHD_OPTION_HTTPS_MEM_KEY : MHD_OPTION_END, 0, http->tls_key },
        { http->tls_cert ? MHD_OPTION_HTTPS_MEM_CERT : MHD_OPTION_END, 0, http->tls_cert },
        { MHD_OPTION_END, 0, NULL },
    };

    if (http->tls_cert)
        flags |= MHD_USE_TLS;
    http->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, on_request, http, MHD_OPTION_EXTERNAL_LOGGER, log_line, http,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, http, MHD_OPTION_UNESCAPE_CALLBACK, unescape,
        NULL, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
    return http->daemon != NULL;
}

static void
http_free(struct http *http)
{
    free(http->cors);
    free(http->tls_cert);
    free(http->tls_key);
    pthread_mutex_destroy(&http->log_budget.lock);
    free(http);
}

struct http *
http_start(const struct http_config *config, struct server *server, meepled_error *err)
{
    const bool tls = config->tls_cert && config->tls_cert[0];
    struct http *http = calloc(1, sizeof *http);

    if (!http)
        goto no_memory;
    http->server = server;
    http->max_body = config->max_body;
    http->log = config->log;
    pthread_mutex_init(&http->log_budget.lock, NULL);
    http->cors = normal_origins(config->cors_origins ? config->cors_origins : "");
    if (!http->cors)
        goto no_memory;
    http->cors_varies = strchr(http->cors, ' ') != NULL;
    if (tls && (!(http->tls_cert = read_pem(config->tls_cert, err)) ||
                !(http->tls_key = read_pem(config->tls_key ? config->tls_key : "", err))))
        goto fail;
    /* From start_daemon on it is libmicrohttpd's, also when that fails. */
    const int fd = listen_open(config->listen, tls, http->url, sizeof http->url, err);
    if (fd < 0)
        goto fail;
    atomic_store(&http->ready, true);
    if (!start_daemon(http, config, fd)) {
        meepled_fail(err, MEEPLED_ECONFIG, "%s: libmicrohttpd does not start", config->listen);
        goto fail;
    }
    return http;
no_memory:
    meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
fail:
    if (http)
        http_free(http);
    return NULL;
}

const char *
http_url(const struct http *http)
{
    return http->url;
}

void
http_ready_set(struct http *http, bool ready)
{
    atomic_store(&http->ready, ready);
}

static void
sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000 }, NULL);
}

void
http_stop(struct http *http)
{
    if (!http)
        return;
    atomic_store(&http->ready, false);
    atomic_store(&http->stopping, true);
    const MHD_socket fd = MHD_quiesce_daemon(http->daemon);
    /* Jobs always end; their answers are given some time to be read. */
    for (long waited = 0; atomic_load(&http->jobs) > 0 ||
                          (atomic_load(&http->unanswered) > 0 && waited < STOP_PATIENCE_MS);
         waited += 2)
        sleep_ms(2);
    MHD_stop_daemon(http->daemon);
    if (fd != MHD_INVALID_SOCKET)
        close(fd);
    http_free(http);
}
