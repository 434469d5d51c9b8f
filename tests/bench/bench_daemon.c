/* What a daemon needs: memory for a live game, time to start with many stored games, time to bring
 * a game back from the store.
 *
 *   bench_daemon [LIVE-GAMES [STORED-GAMES [ACTIONS]]]      default 1000 100000 100
 *
 * Prints lines "name value"; tests/bench/run makes a table of them. */
#include "tests/support/load_games.h"
#include "tests/support/spawn.h"

#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LANES = 32, STARTS = 5, GROUP = 1000, PLAYED = 60 };

static struct spawn daemon_process;
static char folder[] = "/tmp/meepled-bench-XXXXXX";

static void
fail(const char *what, const char *why)
{
    fprintf(stderr, "bench_daemon: %s: %s\n", what, why);
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

/* The process that serves: the child of the one that was started. */
static int
serving_pid(void)
{
    const int first = (int)daemon_process.pid;
    char path[64];
    int child = 0;

    snprintf(path, sizeof path, "/proc/%d/task/%d/children", first, first);
    FILE *file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%d", &child) != 1)
        fail("memory", "the daemon has no child");
    fclose(file);
    return child;
}

/* Resident memory of the daemon, its share of files left out. */
static double
memory_bytes(void)
{
    char path[64], line[128];
    double kib = 0;

    snprintf(path, sizeof path, "/proc/%d/status", serving_pid());
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "RssAnon: %lf", &kib) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return kib * 1024;
}

/* Play PLAYED actions of `games` games and read each state once, so that answers are kept as they
 * are when players look. */
static void
play(meepled_registry *registry, size_t games, uint32_t number)
{
    static struct load_lane lanes[LANES];
    struct load_result result;
    struct wire wire;
    struct wire_answer answer;
    char(*ids)[40] = calloc(games, sizeof *ids);

    if (ids == NULL || !wire_open(&wire, daemon_process.port))
        fail("play", "no connection");
    for (size_t i = 0; i < games; i++)
        if (!load_games_add(&lanes[i % LANES], &wire, registry, 4, number + (uint32_t)i, PLAYED,
                            ids[i]))
            fail("play", "no game");
    if (!load_run(daemon_process.port, lanes, games < LANES ? games : LANES, 600, 200, &result) ||
        result.unexpected > 0)
        fail("play", "an action is refused");
    for (size_t i = 0; i < games; i++) {
        char path[80];

        snprintf(path, sizeof path, "/v1/games/%s", ids[i]);
        if (!wire_request(&wire, "GET", path, "", NULL, &answer) || answer.status != 200)
            fail(path, "no state");
    }
    for (size_t i = 0; i < LANES; i++)
        load_games_clear(&lanes[i]);
    wire_close(&wire);
    free(ids);
}

static void
measure_memory(meepled_registry *registry, size_t games)
{
    static const char *const settings[] = { "games.fixed_decks=yes", NULL };

    if (!spawn_start(&daemon_process, folder, settings))
        fail("start", "not possible");
    play(registry, LANES, 1); /* buffers and caches that come but once */
    const double before = memory_bytes();
    play(registry, games, 1000);
    printf("live_game_bytes %.0f\n", (memory_bytes() - before) / (double)games);
    if (spawn_stop(&daemon_process) != 0)
        fail("stop", "not clean");
}

/* Lay down `games` finished games of `actions` actions with the store's own functions. */
static void
fill(const char *path, size_t games, size_t actions)
{
    static struct store_change changes[GROUP];
    struct store *store = NULL;
    meepled_error err = { "" };
    struct store_game game = {
        .variant = (char[]){ "hunters-gatherers" },
        .status = STORE_PLAYING,
        .created_ms = 1,
        .updated_ms = 1,
        .changes = 1,
        .seat_count = 2,
        .players = 2,
        .seats = { { .taken = true, .has_token = true }, { .taken = true, .has_token = true } },
    };
    char text[] = "place HG-31 1 0 90";

    if (store_sqlite_open(path, &store, &err) != STORE_OK)
        fail(path, err.text);
    for (size_t done = 0; done < games;) {
        static struct store_game records[GROUP];
        size_t n = 0;

        for (; n < GROUP && done + n < games; n++) {
            records[n] = game;
            snprintf(records[n].id, sizeof records[n].id, "bench%zu", done + n);
            changes[n] = (struct store_change){ .type = STORE_CREATE, .create = &records[n] };
        }
        if (store_write(store, changes, n, &err) != STORE_OK)
            fail("create", err.text);
        for (size_t a = 1; a <= actions; a++) {
            for (size_t i = 0; i < n; i++)
                changes[i] = (struct store_change){
                    .type = STORE_APPEND,
                    .game = changes[i].game,
                    .append = { .action = { .seq = (uint32_t)a, .text = text, .at_ms = 1 },
                                .finishes = a == actions },
                };
            if (store_write(store, changes, n, &err) != STORE_OK)
                fail("append", err.text);
        }
        done += n;
    }
    store_close(store);
}

static int
by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void
measure_start(size_t games, size_t actions)
{
    char path[128];
    double times[STARTS];

    snprintf(path, sizeof path, "%s/meepled.db", folder);
    const double begun = now();
    fill(path, games, actions);
    fprintf(stderr, "bench_daemon: laid down %zu games of %zu actions in %.0f s\n", games, actions,
            now() - begun);
    for (int i = 0; i < STARTS; i++) {
        if (!spawn_start(&daemon_process, folder, NULL))
            fail("start", "not possible");
        times[i] = daemon_process.start_ms;
        if (spawn_stop(&daemon_process) != 0)
            fail("stop", "not clean");
    }
    qsort(times, STARTS, sizeof *times, by_value);
    printf("stored_games %zu\nstart_ms %.0f\n", games, times[STARTS / 2]);
}

int
main(int argc, char **argv)
{
    const size_t live = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    const size_t stored = argc > 2 ? strtoul(argv[2], NULL, 10) : 100000;
    const size_t actions = argc > 3 ? strtoul(argv[3], NULL, 10) : 100;
    meepled_registry *registry = mirror_registry();
    char command[128];

    if (registry == NULL || mkdtemp(folder) == NULL || live == 0 || stored == 0)
        fail("start", "not possible");
    measure_memory(registry, live);
    measure_start(stored, actions);
    meepled_registry_unref(registry);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? 0 : 1;
}
