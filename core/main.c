/* meepled, the daemon: puts everything together, serves, obeys signals.
 *
 *     settings -> registry -> store -> server -> http -> "listening on" -> wait for signals
 *
 * All this happens in a child process.  The first process only waits, and starts another child when
 * the rules of a game have ended the one before (supervisor.h).
 *
 * Mistakes in the configuration end it with status 78 before a port is opened; anything else that
 * keeps it from serving, with status 1. */
#include "http.h"
#include "server/command.h"
#include "server/configuration.h"
#include "server/log.h"
#include "server/server.h"
#include "server/settings.h"
#include "server/supervisor.h"

#include <meepled/registry.h>

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_FAILED = 1 };
enum { FILES_BESIDE = 64 }; /* open files that are no connections */
enum { LOCK_WAIT_MS = 1000, LOCK_TRY_MS = 10 };

struct daemon {
    char **arguments;
    struct command command;
    struct settings_places places;
    struct configuration now;
    struct settings *started; /* what we started with: still in force for what takes a restart */
    const struct supervisor_life *life;
    struct guard *guard;
    struct server *server;
    struct http *http;
};

/* ---- starting ---- */

static struct server_limits
limits_of(const struct settings *s)
{
    return (struct server_limits){ .games_live = (size_t)s->games_max_live,
                                   .evict_after_s = (unsigned)s->games_evict_after_s,
                                   .games_stored = (uint64_t)s->limits_games_stored,
                                   .fixed_decks = s->games_fixed_decks };
}

static void
log_configure(const struct settings *s)
{
    log_set(log_level_named(s->log_level), strcmp(s->log_format, "json") == 0);
}

static void
log_http(const char *text)
{
    log_event(LOG_WARNING, "http", text, LOG_NOTHING);
}

/* One that was killed a moment ago may still be letting go of the store. */
static enum store_status
open_store(const char *path, struct store **store, meepled_error *err)
{
    enum store_status status = store_sqlite_open(path, store, err);

    for (int waited = 0; status == STORE_LOCKED && waited < LOCK_WAIT_MS; waited += LOCK_TRY_MS) {
        nanosleep(&(struct timespec){ .tv_nsec = LOCK_TRY_MS * 1000000L }, NULL);
        status = store_sqlite_open(path, store, err);
    }
    return status;
}

/* See what the process before died of, and watch over this one. */
static bool
open_guard(struct daemon *d)
{
    struct guard_blame blames[GUARD_BLAMES];
    char path[SETTINGS_PATH];
    meepled_error err = { "" };
    size_t count;

    configuration_beside(d->started->store_path, "-crash", path);
    d->guard = guard_open(path, d->life->exited, blames, GUARD_BLAMES, &count, &err);
    if (!d->guard) {
        log_event(LOG_ERROR, "guard", err.text, LOG_NOTHING);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        server_blame(d->server, &blames[i]);
    guard_limit_set(d->guard, (unsigned)d->started->games_action_cpu_ms);
    server_guard_set(d->server, d->guard);
    return true;
}

static bool
open_server(struct daemon *d)
{
    const struct settings *const s = d->started;
    const struct server_limits limits = limits_of(s);
    struct store *store = NULL;
    meepled_error err = { "" };

    configuration_make_folder(s->store_path);
    if (open_store(s->store_path, &store, &err) != STORE_OK) {
        log_event(LOG_ERROR, "store", err.text, LOG_TEXT("path", s->store_path));
        return false;
    }
    d->server = server_new_take(store, d->now.registry, &limits, &http_server_hooks,
                                d->now.admin_token[0] ? d->now.admin_token : NULL, &err);
    if (!d->server) {
        log_event(LOG_ERROR, "server", err.text, LOG_NOTHING);
        return false;
    }

    struct server_stats stats;

    server_stats_get(d->server, &stats);
    log_event(LOG_INFO, "store", "opened", LOG_TEXT("path", s->store_path),
              LOG_NUMBER("games", (long long)stats.stored_games));
    return open_guard(d);
}

/* Each connection is an open file. */
static void
allow_files(long connections)
{
    const rlim_t wanted = (rlim_t)connections + FILES_BESIDE;
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted)
        log_event(LOG_WARNING, "server",
                  "fewer open files allowed than server.max_connections needs",
                  LOG_NUMBER("allowed", (long long)limit.rlim_cur),
                  LOG_NUMBER("needed", (long long)wanted));
}

/* A free port stays the same from one life to the next. */
static const char *
where_to_listen(const struct daemon *d)
{
    const char *const wanted = d->started->server_listen;
    char host[SUPERVISOR_ADDRESS];
    uint16_t port;

    return d->life->address[0] && settings_address(wanted, host, sizeof host, &port) && port == 0
               ? d->life->address
               : wanted;
}

static bool
open_http(struct daemon *d)
{
    const struct settings *const s = d->started;
    const struct http_config config = { .listen = where_to_listen(d),
                                        .threads = (unsigned)s->server_threads,
                                        .max_body = (size_t)s->server_max_body,
                                        .max_connections = (unsigned)s->server_max_connections,
                                        .idle_timeout_s = (unsigned)s->server_idle_timeout_s,
                                        .cors_origins = s->server_cors_origins,
                                        .tls_cert = s->server_tls_cert,
                                        .tls_key = s->server_tls_key,
                                        .log = log_http };
    meepled_error err = { "" };
    char text[256];

    allow_files(s->server_max_connections);
    d->http = http_start(&config, d->server, &err);
    if (!d->http) {
        log_event(LOG_ERROR, "http", err.text, LOG_NOTHING);
        return false;
    }
    snprintf(text, sizeof text, "listening on %s", http_url(d->http));
    log_event(LOG_INFO, "http", text, LOG_NOTHING);
    supervisor_listening(d->life, strstr(http_url(d->http), "//") + 2);
    return true;
}

/* ---- reloading ---- */

/* A new configuration is there: let it count, as far as it can without a restart. */
static void
reload(struct daemon *d)
{
    struct configuration fresh;

    if (!configuration_try(d->arguments)) {
        log_event(LOG_ERROR, "settings",
                  "not reloaded: a plugin ended the process that tried to load it", LOG_NOTHING);
        return;
    }
    if (!configuration_read(&fresh, &d->command, &d->places, d->started->store_path)) {
        log_event(LOG_ERROR, "settings", "not reloaded: everything stays as it was", LOG_NOTHING);
        return;
    }
    for (const struct setting *row = settings_table; row->section; row++)
        if (row->restart && !settings_same(row, d->started, fresh.settings))
            log_event(LOG_WARNING, "settings", "a change takes a restart",
                      LOG_TEXT("section", row->section), LOG_TEXT("key", row->key));

    const struct server_limits limits = limits_of(fresh.settings);

    server_registry_swap(d->server, fresh.registry);
    server_limits_set(d->server, &limits);
    guard_limit_set(d->guard, (unsigned)fresh.settings->games_action_cpu_ms);
    server_admin_set(d->server, fresh.admin_token[0] ? fresh.admin_token : NULL);
    log_configure(fresh.settings);

    if (d->now.settings == d->started)
        d->now.settings = NULL;
    configuration_clear(&d->now);
    d->now = fresh;
    log_event(LOG_INFO, "settings", "reloaded",
              LOG_NUMBER("variants", (long long)meepled_variant_count(d->now.registry)));
}

/* ---- life ---- */

/* Block what we wait for, before any other thread begins: they inherit it. */
static void
block_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, set, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static void
wait_for_the_end(struct daemon *d, const sigset_t *set)
{
    for (int number; sigwait(set, &number) == 0;) {
        if (number == SIGHUP) {
            reload(d);
            continue;
        }
        log_event(LOG_INFO, "server", "stopping", LOG_TEXT("signal", sigabbrev_np(number)));
        return;
    }
}

static int
serve(void *context, const struct supervisor_life *life)
{
    struct daemon *const d = context;
    int status = EXIT_FAILED;
    sigset_t set;

    d->life = life;

    block_signals(&set);
    if (!configuration_read(&d->now, &d->command, &d->places, NULL))
        return EXIT_CONFIG;
    if (d->command.what == COMMAND_CHECK) {
        log_event(LOG_INFO, "settings", "no mistakes", LOG_NOTHING);
        configuration_clear(&d->now);
        return EXIT_SUCCESS;
    }
    d->started = d->now.settings;
    log_configure(d->started);
    if (life->end[0])
        log_event(LOG_ERROR, "server", "starting again after an unwanted end",
                  LOG_TEXT("end", life->end));
    log_event(LOG_INFO, "settings", "read",
              LOG_TEXT("file", d->started->file ? d->started->file : "none, the defaults count"),
              LOG_NUMBER("variants", (long long)meepled_variant_count(d->now.registry)));

    if (open_server(d) && open_http(d)) {
        wait_for_the_end(d, &set);
        status = EXIT_SUCCESS;
    }
    http_stop(d->http);
    server_free(d->server);
    guard_close(d->guard);
    if (d->now.settings != d->started)
        settings_free(d->started);
    configuration_clear(&d->now);
    if (status == EXIT_SUCCESS)
        log_event(LOG_INFO, "server", "stopped", LOG_NOTHING);
    return status;
}

/* Find the places from where this program is. */
static bool
find_places(struct settings_places *places)
{
    char program[SETTINGS_PATH];
    const ssize_t len = readlink("/proc/self/exe", program, sizeof program - 1);

    if (len <= 0)
        return false;
    program[len] = '\0';

    char *const slash = strrchr(program, '/');

    if (!slash)
        return false;
    *slash = '\0';
    return settings_places(program, places);
}

int
main(int argc, char **argv)
{
    struct daemon d = { .arguments = argv };
    int status = EXIT_SUCCESS;

    if (!command_read(argc, argv, &d.command)) {
        free(d.command.overrides);
        return EXIT_CONFIG;
    }
    switch (d.command.what) {
    case COMMAND_VERSION:
        puts("meepled " MEEPLED_VERSION);
        break;
    case COMMAND_HELP:
        fputs(command_help, stdout);
        break;
    case COMMAND_SETTINGS:
        settings_sample(stdout);
        break;
    case COMMAND_SERVE:
    case COMMAND_CHECK:
        if (sodium_init() < 0 || !find_places(&d.places)) {
            fputs("meepled: cannot find out where it is\n", stderr);
            status = EXIT_FAILED;
        } else {
            status = d.command.what == COMMAND_CHECK
                         ? serve(&d, &(struct supervisor_life){ .tell = -1 })
                         : supervisor_run(serve, &d);
        }
        break;
    }
    free(d.command.overrides);
    return status;
}
