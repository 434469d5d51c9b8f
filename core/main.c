/* meepled, the daemon: puts everything together, serves, obeys signals.
 *
 *     settings -> registry -> store -> server -> http -> "listening on" -> wait for signals
 *
 * Mistakes in the configuration end it with status 78 before a port is opened; anything else that
 * keeps it from serving, with status 1. */
#include "http.h"
#include "server/command.h"
#include "server/log.h"
#include "server/server.h"
#include "server/settings.h"

#include <meepled/registry.h>

#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_FAILED = 1, EXIT_CONFIG = 78, ADMIN_TOKEN_MIN = 16, ADMIN_TOKEN_MAX = 256 };
enum { FILES_BESIDE = 64 }; /* open files that are no connections */

/* What a configuration amounts to. */
struct configuration {
    struct settings *settings;
    meepled_registry *registry;
    char admin_token[ADMIN_TOKEN_MAX + 2]; /* "": there is none */
};

struct daemon {
    struct command command;
    struct settings_places places;
    struct configuration now;
    struct settings *started; /* what we started with: still in force for what takes a restart */
    struct server *server;
    struct http *http;
};

/* ---- configuration ---- */

static void
configuration_clear(struct configuration *c)
{
    settings_free(c->settings);
    meepled_registry_unref(c->registry);
    sodium_memzero(c, sizeof *c);
}

static void
log_report(enum log_level level, const char *area, const meepled_report *report)
{
    for (size_t i = 0; i < meepled_report_count(report); i++)
        log_event(level, area, meepled_report_get(report, i), LOG_NOTHING);
}

/* The first line of the administrator's token file. */
static void
read_admin_token(struct configuration *c, meepled_report *mistakes)
{
    const char *const path = c->settings->admin_token_file;
    struct stat about;
    FILE *const file = path[0] ? fopen(path, "re") : NULL;

    if (!path[0])
        return;
    if (!file || fstat(fileno(file), &about) != 0) {
        meepled_report_add(mistakes, path, 0, "%s", strerror(errno));
    } else if (about.st_mode & (S_IRWXG | S_IRWXO)) {
        meepled_report_add(mistakes, path, 0, "mode %04o lets others at the token, 0600 does not",
                           (unsigned)about.st_mode & 07777);
    } else {
        if (!fgets(c->admin_token, sizeof c->admin_token, file))
            c->admin_token[0] = '\0';
        c->admin_token[strcspn(c->admin_token, "\r\n")] = '\0';
        if (strlen(c->admin_token) < ADMIN_TOKEN_MIN || strlen(c->admin_token) > ADMIN_TOKEN_MAX)
            meepled_report_add(mistakes, path, 0, "a token of %zu characters, not %d to %d",
                               strlen(c->admin_token), ADMIN_TOKEN_MIN, ADMIN_TOKEN_MAX);
    }
    if (file)
        fclose(file);
}

static void
read_rules(struct configuration *c, meepled_report *mistakes, meepled_report *skipped)
{
    const meepled_registry_paths paths = { .plugins = c->settings->plugins_path,
                                           .tilesets = c->settings->tilesets_path,
                                           .variants = c->settings->variants_path };

    c->registry = meepled_registry_open(&paths, mistakes, skipped);
    if (!c->registry)
        meepled_report_add(mistakes, NULL, 0, "out of memory");
}

/* Read everything anew, beside whatever there is.  False after all mistakes have been logged. */
static bool
configuration_read(const struct daemon *d, struct configuration *c)
{
    const char *const file = d->command.config   ? d->command.config
                             : d->places.file[0] ? d->places.file
                                                 : NULL;
    meepled_report *const mistakes = meepled_report_new(), *const skipped = meepled_report_new();
    bool good = false;

    *c = (struct configuration){ .settings = NULL };
    if (!mistakes || !skipped) {
        log_event(LOG_ERROR, "settings", "out of memory", LOG_NOTHING);
        goto done;
    }
    c->settings =
        settings_load(file, d->command.overrides, d->command.override_count, &d->places, mistakes);
    if (c->settings) {
        read_admin_token(c, mistakes);
        read_rules(c, mistakes, skipped);
        good = meepled_report_count(mistakes) == 0 &&
               (!c->settings->plugins_strict || meepled_report_count(skipped) == 0);
    }
    log_report(LOG_ERROR, "settings", mistakes);
    log_report(c->settings && c->settings->plugins_strict ? LOG_ERROR : LOG_WARNING, "plugins",
               skipped);
done:
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    if (!good)
        configuration_clear(c);
    return good;
}

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

/* Make the folder of a file that is to be written, one level of it. */
static void
make_folder(const char *file)
{
    char folder[SETTINGS_PATH];
    const char *const slash = strrchr(file, '/');

    if (slash && slash != file) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - file), file);
        if (mkdir(folder, 0750) == 0)
            log_event(LOG_INFO, "store", "folder made", LOG_TEXT("path", folder));
    }
}

static bool
open_server(struct daemon *d)
{
    const struct settings *const s = d->started;
    const struct server_limits limits = limits_of(s);
    struct store *store = NULL;
    meepled_error err = { "" };

    make_folder(s->store_path);
    if (store_sqlite_open(s->store_path, &store, &err) != STORE_OK) {
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
    return true;
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

static bool
open_http(struct daemon *d)
{
    const struct settings *const s = d->started;
    const struct http_config config = { .listen = s->server_listen,
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
    return true;
}

/* ---- reloading ---- */

/* A new configuration is there: let it count, as far as it can without a restart. */
static void
reload(struct daemon *d)
{
    struct configuration fresh;

    if (!configuration_read(d, &fresh)) {
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
serve(struct daemon *d)
{
    int status = EXIT_FAILED;
    sigset_t set;

    block_signals(&set);
    if (!configuration_read(d, &d->now))
        return EXIT_CONFIG;
    if (d->command.what == COMMAND_CHECK) {
        log_event(LOG_INFO, "settings", "no mistakes", LOG_NOTHING);
        configuration_clear(&d->now);
        return EXIT_SUCCESS;
    }
    d->started = d->now.settings;
    log_configure(d->started);
    log_event(LOG_INFO, "settings", "read",
              LOG_TEXT("file", d->started->file ? d->started->file : "none, the defaults count"),
              LOG_NUMBER("variants", (long long)meepled_variant_count(d->now.registry)));

    if (open_server(d) && open_http(d)) {
        wait_for_the_end(d, &set);
        status = EXIT_SUCCESS;
    }
    http_stop(d->http);
    server_free(d->server);
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
    struct daemon d = { .http = NULL };
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
            status = serve(&d);
        }
        break;
    }
    free(d.command.overrides);
    return status;
}
