/* The daemon beside the least it could be: GET and 304 beside a bare libmicrohttpd handler that
 * returns the same bytes, POST beside a loop that commits the same rows with SQLite in groups of
 * the same size.  Subject and comparison take turns in short slices, and the median of the ratios
 * counts: the pace of a machine changes from second to second.
 *
 *   bench_http [CONNECTIONS [SECONDS-A-SLICE]]      default 32 0.4
 *
 * Prints lines "name value"; tests/bench/run makes a table of them. */
#include "tests/support/load_games.h"
#include "tests/support/spawn.h"

#include "store/store.h"

#include <microhttpd.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SLICES = 11 };

static struct spawn daemon_process;
static char folder[] = "/tmp/meepled-bench-XXXXXX";
static double slice = 0.4;
static size_t connections = 32;

static void
fail(const char *what, const char *why)
{
    fprintf(stderr, "bench_http: %s: %s\n", what, why);
    spawn_kill(&daemon_process);
    exit(1);
}

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int
by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double
median(double *values)
{
    qsort(values, SLICES, sizeof *values, by_value);
    return values[SLICES / 2];
}

/* ---- the bare handler ---- */

struct bare {
    struct MHD_Response *response;
    unsigned status;
};

static enum MHD_Result
bare_handler(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
             const char *version, const char *upload, size_t *upload_size, void **state)
{
    const struct bare *bare = cls;

    (void)url;
    (void)method;
    (void)version;
    (void)upload;
    (void)upload_size;
    if (*state == NULL) { /* the headers: an answer now would end the connection */
        *state = (void *)(uintptr_t)bare;
        return MHD_YES;
    }
    return MHD_queue_response(connection, bare->status, bare->response);
}

/* A process that answers everything with the status, headers and bytes of `answer`; its port goes
 * to *port. */
static pid_t
bare_start(const struct wire_answer *answer, uint16_t *port)
{
    static const char *const own[] = { "Connection", "Date", "Content-Length" };
    int ends[2];

    if (pipe(ends) != 0)
        fail("bare handler", "no pipe");
    const pid_t pid = fork();
    if (pid != 0) {
        close(ends[1]);
        if (pid < 0 || read(ends[0], port, sizeof *port) != sizeof *port)
            fail("bare handler", "did not start");
        close(ends[0]);
        return pid;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct bare bare = { MHD_create_response_from_buffer(answer->body_length,
                                                         (void *)(uintptr_t)answer->body,
                                                         MHD_RESPMEM_PERSISTENT),
                         (unsigned)answer->status };
    const char *line = answer->head;
    while (line < answer->head + answer->head_length) { /* the same headers, too */
        const char *end = strstr(line, "\r\n"), *colon = strchr(line, ':');
        char name[64], value[256];
        bool skip = colon == NULL || colon > end;

        if (!skip) {
            snprintf(name, sizeof name, "%.*s", (int)(colon - line), line);
            snprintf(value, sizeof value, "%.*s", (int)(end - colon - 2), colon + 2);
            for (size_t i = 0; i < sizeof own / sizeof *own; i++)
                skip = skip || strcasecmp(name, own[i]) == 0;
        }
        if (!skip)
            MHD_add_response_header(bare.response, name, value);
        line = end + 2;
    }
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct MHD_Daemon *server = MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD, 0, NULL, NULL, bare_handler, &bare,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)(cores > 0 ? cores : 1), MHD_OPTION_CONNECTION_LIMIT,
        1024u, MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_END);
    const union MHD_DaemonInfo *info =
        server != NULL ? MHD_get_daemon_info(server, MHD_DAEMON_INFO_BIND_PORT) : NULL;
    if (info == NULL || write(ends[1], &info->port, sizeof info->port) != sizeof info->port)
        _exit(1);
    for (;;)
        pause();
}

/* ---- GET ---- */

static double
rate(uint16_t port, const struct load_request *request, int status, double *median_us)
{
    static struct load_lane lanes[LOAD_LANES_MAX];
    struct load_result result;

    for (size_t i = 0; i < connections; i++)
        lanes[i] = (struct load_lane){ .requests = request, .count = 1, .repeat = true };
    if (!load_run(port, lanes, connections, slice, status, &result))
        fail("GET", "a connection broke");
    if (result.unexpected > 0)
        fail("GET", "an unexpected answer");
    *median_us = result.median_us;
    return (double)result.answers / result.seconds;
}

/* Daemon and bare handler in turns, with the same request. */
static void
measure_reading(const char *name, const char *path, const char *headers, int status)
{
    char bytes[1024];
    struct wire wire;
    struct wire_answer answer;
    uint16_t port;
    double ratios[SLICES], daemon_rates[SLICES], bare_rates[SLICES], times[SLICES], unused;

    const struct load_request request = { bytes, wire_format(bytes, sizeof bytes, "GET", path,
                                                             headers, NULL) };
    if (!wire_open(&wire, daemon_process.port) ||
        !wire_request(&wire, "GET", path, headers, NULL, &answer) || answer.status != status)
        fail(path, "an unexpected answer");
    const size_t size = answer.body_length;
    const pid_t pid = bare_start(&answer, &port);
    wire_close(&wire);
    for (int i = 0; i < SLICES; i++) {
        daemon_rates[i] = rate(daemon_process.port, &request, status, &times[i]);
        bare_rates[i] = rate(port, &request, status, &unused);
        ratios[i] = daemon_rates[i] / bare_rates[i];
    }
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    printf("%s_bytes %zu\n%s_per_second %.0f\n%s_bare_per_second %.0f\n%s_ratio %.3f\n"
           "%s_median_us %.0f\n",
           name, size, name, median(daemon_rates), name, median(bare_rates), name, median(ratios),
           name, median(times));
}

/* ---- POST ---- */

static uint64_t
metric(const char *name)
{
    struct wire wire;
    struct wire_answer answer;
    char line[96];

    snprintf(line, sizeof line, "\nmeepled_%s ", name);
    if (!wire_open(&wire, daemon_process.port) ||
        !wire_request(&wire, "GET", "/metrics", "", NULL, &answer) || answer.status != 200)
        fail("/metrics", "no answer");
    const char *at = strstr(answer.body, line);
    const uint64_t value = at != NULL ? strtoull(at + strlen(line), NULL, 10) : 0;
    wire_close(&wire);
    return value;
}

struct plain { /* SQLite and nothing else */
    sqlite3 *from, *to;
    sqlite3_stmt *read, *append, *head;
};

static sqlite3_stmt *
prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;

    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail(sql, sqlite3_errmsg(db));
    return statement;
}

static void
run(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail(sql, sqlite3_errmsg(db));
}

/* An empty store of the same schema; rows come from the daemon's own. */
static void
plain_open(struct plain *p)
{
    char path[128];
    struct store *store = NULL;
    meepled_error err = { "" };

    snprintf(path, sizeof path, "%s/plain.db", folder);
    if (store_sqlite_open(path, &store, &err) != STORE_OK)
        fail(path, err.text);
    store_close(store);
    if (sqlite3_open(path, &p->to) != SQLITE_OK)
        fail(path, "cannot be opened");
    run(p->to, "PRAGMA journal_mode = WAL");
    run(p->to, "PRAGMA synchronous = FULL");
    snprintf(path, sizeof path, "%s/meepled.db", folder);
    if (sqlite3_open_v2(path, &p->from, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        fail(path, "cannot be opened");
    p->read = prepare(p->from, "SELECT row, prev, game, seq, seat, text, digest, at_ms, key,"
                               " request_hash FROM action WHERE row > ?1 ORDER BY row");
    p->append =
        prepare(p->to, "INSERT INTO action VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
    p->head = prepare(p->to, "INSERT INTO head VALUES (?1, ?2, ?3, ?4) ON CONFLICT (game) DO UPDATE"
                             " SET row = ?2, seq = ?3, at_ms = ?4");
}

/* Commit the rows behind `after` in groups; the rows a second.  Reading them is not counted. */
static double
plain_rate(struct plain *p, sqlite3_int64 after, uint64_t group)
{
    enum { COLUMNS = 10, HOLD = 4096 };
    static sqlite3_value *rows[HOLD][COLUMNS];
    uint64_t total = 0;
    double seconds = 0;
    bool more = true;

    sqlite3_bind_int64(p->read, 1, after);
    while (more) {
        size_t held = 0;

        while (held < HOLD && held < group && (more = sqlite3_step(p->read) == SQLITE_ROW)) {
            for (int c = 0; c < COLUMNS; c++)
                rows[held][c] = sqlite3_value_dup(sqlite3_column_value(p->read, c));
            held++;
        }
        if (held == 0)
            break;
        const double begun = now();
        run(p->to, "BEGIN IMMEDIATE");
        for (size_t i = 0; i < held; i++) {
            static const int of_head[] = { 2, 0, 3, 7 };

            for (int c = 0; c < COLUMNS; c++)
                sqlite3_bind_value(p->append, c + 1, rows[i][c]);
            for (int c = 0; c < 4; c++)
                sqlite3_bind_value(p->head, c + 1, rows[i][of_head[c]]);
            if (sqlite3_step(p->append) != SQLITE_DONE || sqlite3_step(p->head) != SQLITE_DONE)
                fail("plain loop", sqlite3_errmsg(p->to));
            sqlite3_reset(p->append);
            sqlite3_reset(p->head);
        }
        run(p->to, "COMMIT");
        seconds += now() - begun;
        total += held;
        for (size_t i = 0; i < held; i++)
            for (int c = 0; c < COLUMNS; c++)
                sqlite3_value_free(rows[i][c]);
    }
    sqlite3_reset(p->read);
    return (double)total / seconds;
}

static void
plain_close(struct plain *p)
{
    sqlite3_finalize(p->read);
    sqlite3_finalize(p->append);
    sqlite3_finalize(p->head);
    sqlite3_close(p->from);
    sqlite3_close(p->to);
}

static sqlite3_int64
last_row(struct plain *p)
{
    sqlite3_stmt *statement = prepare(p->from, "SELECT coalesce(max(row), 0) FROM action");

    sqlite3_step(statement);
    const sqlite3_int64 row = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return row;
}

/* What a slice sends is made before it begins, and left where it stood for the next one. */
static void
measure_writing(meepled_registry *registry)
{
    static struct load_lane lanes[LOAD_LANES_MAX];
    double ratios[SLICES], rates[SLICES], plain_rates[SLICES], times[SLICES], groups[SLICES];
    struct wire wire;
    struct plain plain;
    struct load_result result;
    uint32_t number = 1000;

    plain_open(&plain);
    for (int s = 0; s < SLICES; s++) {
        /* Enough games for a slice at twice the pace of the last one. */
        const double wanted = s == 0 ? 8000 * slice : 2 * rates[s - 1] * slice;
        const size_t games = 1 + (size_t)(wanted / 100 / (double)connections);

        if (!wire_open(&wire, daemon_process.port))
            fail("POST", "no connection");
        for (size_t i = 0; i < connections; i++)
            for (size_t n = 0; n < games; n++)
                if (!load_games_add(&lanes[i], &wire, registry, 2, number++, 0, NULL))
                    fail("POST", "no game");
        wire_close(&wire);
        const uint64_t commits = metric("commits_total");
        const sqlite3_int64 row = last_row(&plain);
        if (!load_run(daemon_process.port, lanes, connections, slice, 200, &result) ||
            result.unexpected > 0) {
            char status[16];

            snprintf(status, sizeof status, "%d", result.status);
            fail("POST answered", status);
        }
        rates[s] = (double)result.answers / result.seconds;
        times[s] = result.median_us;
        groups[s] = (double)result.answers / (double)(metric("commits_total") - commits);
        plain_rates[s] = plain_rate(&plain, row, (uint64_t)(groups[s] + 0.5));
        ratios[s] = rates[s] / plain_rates[s];
        for (size_t i = 0; i < connections; i++)
            load_games_clear(&lanes[i]);
    }
    plain_close(&plain);
    printf("post_per_second %.0f\npost_bare_per_second %.0f\npost_ratio %.3f\npost_median_us %.0f\n"
           "post_group %.1f\n",
           median(rates), median(plain_rates), median(ratios), median(times), median(groups));
}

/* A game nearly at its end: the largest state there is. */
static void
make_late_game(meepled_registry *registry, char id[40])
{
    struct load_lane lane = { 0 };
    struct load_result result;
    struct wire wire;

    if (!wire_open(&wire, daemon_process.port) ||
        !load_games_add(&lane, &wire, registry, 4, 1, 105, id))
        fail("late game", "cannot be made");
    wire_close(&wire);
    if (!load_run(daemon_process.port, &lane, 1, 60, 200, &result) || result.unexpected > 0)
        fail("late game", "an action is refused");
    load_games_clear(&lane);
}

int
main(int argc, char **argv)
{
    static const char *const settings[] = { "games.fixed_decks=yes", "log.level=info", NULL };
    meepled_registry *registry = mirror_registry();
    char id[40], path[80], state[32], headers[64], command[128];
    struct wire wire;
    struct wire_answer answer;

    connections = argc > 1 ? strtoul(argv[1], NULL, 10) : connections;
    slice = argc > 2 ? strtod(argv[2], NULL) : slice;
    if (registry == NULL || mkdtemp(folder) == NULL || connections == 0 ||
        connections > LOAD_LANES_MAX || !spawn_start(&daemon_process, folder, settings))
        fail("start", "not possible");
    make_late_game(registry, id);
    snprintf(path, sizeof path, "/v1/games/%s", id);
    if (!wire_open(&wire, daemon_process.port) ||
        !wire_request(&wire, "GET", path, "", NULL, &answer) ||
        !wire_header(&answer, "ETag", state, sizeof state))
        fail(path, "no ETag");
    snprintf(headers, sizeof headers, "If-None-Match: %s\r\n", state);
    wire_close(&wire);
    printf("connections %zu\n", connections);
    measure_reading("get", path, "", 200);
    measure_reading("unchanged", path, headers, 304);
    measure_writing(registry);
    if (spawn_stop(&daemon_process) != 0)
        fail("stop", "not clean");
    meepled_registry_unref(registry);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? 0 : 1;
}
