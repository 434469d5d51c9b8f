/* kill -9 at random moments, under four players and two onlookers: after every restart each
 * acknowledged action is there and whole, a retried one is applied once, and nobody had been shown
 * a state that is gone.  How often: MEEPLED_KILLS, or the first argument, else 10. */
#include "tests/support/mirror.h"
#include "tests/support/spawn.h"

#include <check.h>
#include <jansson.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PLAYERS = 4, ONLOOKERS = 2, HISTORY_MAX = 1024, SIGN = 160, KEY = 32 };

struct table { /* one player, who moves for all seats of a game of his own */
    unsigned number;
    struct mirror mirror;
    bool begun;   /* the game was acknowledged */
    bool pending; /* an action was sent, no answer came */
    meepled_action action;
    uint8_t seat;
    char key[KEY];
    unsigned long sent, acknowledged, games, retried;
    uint32_t first_version;
    char history[HISTORY_MAX][SIGN]; /* by version - first_version */

    pthread_mutex_t lock; /* what onlookers use */
    char id[40];
    uint32_t seen; /* the highest version shown, 0: none */
    char seen_sign[SIGN];
};

static struct table tables[PLAYERS];
static struct spawn daemon_under_test;
static meepled_registry *registry;
static atomic_ulong reads;
static char fault[512]; /* the first thing a thread found wrong */
static pthread_mutex_t fault_lock = PTHREAD_MUTEX_INITIALIZER;
static int kill_count = 10;

static void wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void
wrong(const char *format, ...)
{
    va_list arguments;

    pthread_mutex_lock(&fault_lock);
    if (fault[0] == '\0') {
        va_start(arguments, format);
        vsnprintf(fault, sizeof fault, format, arguments);
        va_end(arguments);
    }
    pthread_mutex_unlock(&fault_lock);
}

/* ---- a state in one line: what an onlooker remembers ---- */

static void
sign_mirror(const meepled_game *g, char out[SIGN])
{
    const meepled_place last = meepled_board_get(g, (uint16_t)(meepled_board_count(g) - 1)).place;
    int length =
        snprintf(out, SIGN, "%d tiles, %s at %d,%d, %d figures, scores", meepled_board_count(g),
                 meepled_tile_id(g, last.tile), last.x, last.y, meepled_figure_count(g));

    for (uint8_t p = 0; p < meepled_players(g); p++)
        length +=
            snprintf(out + length, (size_t)(SIGN - length), " %ld", (long)meepled_score_get(g, p));
}

/* The version, and the line; 0 when it is no state. */
static uint32_t
sign_json(const char *text, char out[SIGN])
{
    json_t *root = json_loads(text, 0, NULL), *player;
    const json_t *board = json_object_get(root, "board"), *tiles = json_object_get(board, "tiles");
    const size_t count = json_array_size(tiles);
    const json_t *last = json_array_get(tiles, count > 0 ? count - 1 : 0);
    const char *tile = json_string_value(json_object_get(last, "tile"));
    const uint32_t version = (uint32_t)json_integer_value(json_object_get(root, "version"));
    size_t i;

    int length =
        snprintf(out, SIGN, "%zu tiles, %s at %d,%d, %zu figures, scores", count,
                 tile != NULL ? tile : "", (int)json_integer_value(json_object_get(last, "x")),
                 (int)json_integer_value(json_object_get(last, "y")),
                 json_array_size(json_object_get(board, "figures")));
    json_array_foreach(json_object_get(root, "players"), i, player)
    {
        length += snprintf(out + length, (size_t)(SIGN - length), " %ld",
                           (long)json_integer_value(json_object_get(player, "score")));
    }
    json_decref(root);
    return version;
}

static void
remember(struct table *t)
{
    const uint32_t at = t->mirror.version - t->first_version;

    if (at < HISTORY_MAX)
        sign_mirror(t->mirror.g, t->history[at]);
}

/* ---- playing ---- */

static bool
begin(struct table *t, struct wire *wire)
{
    const uint8_t players = (uint8_t)(2 + (t->number + t->games) % 4);

    mirror_free(&t->mirror);
    t->begun = t->pending = false;
    pthread_mutex_lock(&t->lock);
    t->id[0] = '\0';
    t->seen = 0;
    pthread_mutex_unlock(&t->lock);
    /* When the answer is lost the game may or may not be there; nobody was told of it. */
    if (!mirror_create(&t->mirror, wire, registry, "hunters-gatherers", players,
                       (uint32_t)(1000 * t->number + t->games)))
        return false;
    t->begun = true;
    t->games++;
    t->first_version = t->mirror.version;
    remember(t);
    pthread_mutex_lock(&t->lock);
    snprintf(t->id, sizeof t->id, "%s", t->mirror.id);
    pthread_mutex_unlock(&t->lock);
    return true;
}

/* Send the pending action.  False when no answer came. */
static bool
send_action(struct table *t, struct wire *wire)
{
    char path[80], headers[256], body[256];
    struct wire_answer answer;

    snprintf(path, sizeof path, "/v1/games/%s/actions", t->mirror.id);
    snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\nIdempotency-Key: %s\r\n",
             t->mirror.tokens[t->seat], t->key);
    mirror_json(t->mirror.g, &t->action, body, sizeof body);
    t->sent++;
    if (!wire_request(wire, "POST", path, headers, body, &answer))
        return false;
    if (answer.status != 200) {
        wrong("game %s: %s answered %d: %s", t->mirror.id, body, answer.status, answer.body);
        return false;
    }
    json_t *root = json_loads(answer.body, 0, NULL);
    const uint32_t version = (uint32_t)json_integer_value(json_object_get(root, "version"));
    json_decref(root);
    if (version != t->mirror.version + 1)
        wrong("game %s: version %u after %u", t->mirror.id, version, t->mirror.version);
    if (!mirror_apply(&t->mirror, t->seat, &t->action))
        wrong("game %s: %s is not accepted here", t->mirror.id, body);
    t->pending = false;
    t->acknowledged++;
    remember(t);
    return true;
}

static void *
player_run(void *argument)
{
    struct table *t = argument;
    struct wire wire;
    bool good = wire_open(&wire, daemon_under_test.port);

    while (good) {
        if (!t->begun || !mirror_choose(&t->mirror, &t->action, &t->seat)) {
            good = begin(t, &wire);
            continue;
        }
        t->pending = true;
        snprintf(t->key, sizeof t->key, "k-%lu-%lu", t->games, t->sent);
        good = send_action(t, &wire);
    }
    wire_close(&wire);
    return NULL;
}

static void *
onlooker_run(void *argument)
{
    unsigned turn = *(unsigned *)argument;
    struct wire wire;
    bool good = wire_open(&wire, daemon_under_test.port);

    while (good) {
        struct table *t = &tables[turn++ % PLAYERS];
        char id[40], path[80], sign[SIGN];
        struct wire_answer answer;

        pthread_mutex_lock(&t->lock);
        snprintf(id, sizeof id, "%s", t->id);
        pthread_mutex_unlock(&t->lock);
        if (id[0] == '\0') {
            nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
            /* Nobody may have a game: see whether the daemon still lives. */
            snprintf(path, sizeof path, "/healthz");
        } else {
            snprintf(path, sizeof path, "/v1/games/%s", id);
        }
        good = wire_request(&wire, "GET", path, "", NULL, &answer);
        if (!good || id[0] == '\0')
            continue;
        if (answer.status != 200) {
            wrong("GET %s: %d %s", path, answer.status, answer.body);
            break;
        }
        reads++;
        const uint32_t version = sign_json(answer.body, sign);
        pthread_mutex_lock(&t->lock);
        if (strcmp(t->id, id) == 0 && version > t->seen) {
            t->seen = version;
            memcpy(t->seen_sign, sign, SIGN);
        }
        pthread_mutex_unlock(&t->lock);
    }
    wire_close(&wire);
    return NULL;
}

/* ---- after a restart ---- */

/* What was shown before the kill must be what came to pass. */
static void
check_seen(struct table *t, uint32_t version)
{
    if (t->seen == 0)
        return;
    if (t->seen > version) {
        wrong("game %s: version %u was shown, the log ends at %u", t->mirror.id, t->seen, version);
        return;
    }
    const uint32_t at = t->seen - t->first_version;
    if (at < HISTORY_MAX && strcmp(t->history[at], t->seen_sign) != 0)
        wrong("game %s: version %u was shown as \"%s\", it is \"%s\"", t->mirror.id, t->seen,
              t->seen_sign, t->history[at]);
}

static bool
get_state(struct table *t, struct wire *wire, uint32_t *version, struct wire_answer *answer)
{
    char path[80], sign[SIGN];

    snprintf(path, sizeof path, "/v1/games/%s", t->mirror.id);
    if (!wire_request(wire, "GET", path, "", NULL, answer) || answer->status != 200) {
        wrong("game %s is gone: %d", t->mirror.id, answer->status);
        return false;
    }
    *version = sign_json(answer->body, sign);
    return true;
}

static void
check_table(struct table *t, struct wire *wire)
{
    struct wire_answer answer = { 0 };
    uint32_t version;

    if (!t->begun || !get_state(t, wire, &version, &answer))
        return;
    const uint32_t acknowledged = t->mirror.version;
    if (version != acknowledged && !(t->pending && version == acknowledged + 1)) {
        wrong("game %s: version %u, acknowledged was %u%s", t->mirror.id, version, acknowledged,
              t->pending ? " with one action under way" : "");
        return;
    }
    if (version == acknowledged) {
        const char *difference = mirror_differs(t->mirror.g, answer.body);

        if (difference != NULL)
            wrong("game %s, version %u: %s", t->mirror.id, version, difference);
    }
    if (t->pending) { /* the client tries again with the same key */
        t->retried++;
        if (!send_action(t, wire) || !get_state(t, wire, &version, &answer))
            return;
        if (version != acknowledged + 1)
            wrong("game %s: a retried action made version %u of %u", t->mirror.id, version,
                  acknowledged);
        const char *difference = mirror_differs(t->mirror.g, answer.body);
        if (difference != NULL)
            wrong("game %s, version %u, after the retry: %s", t->mirror.id, version, difference);
    }
    check_seen(t, version);
}

/* ---- rounds ---- */

static void
play_until_killed(uint32_t *random)
{
    pthread_t players[PLAYERS], onlookers[ONLOOKERS];
    unsigned numbers[ONLOOKERS];

    for (unsigned i = 0; i < PLAYERS; i++)
        ck_assert_int_eq(pthread_create(&players[i], NULL, player_run, &tables[i]), 0);
    for (unsigned i = 0; i < ONLOOKERS; i++) {
        numbers[i] = 2 * i;
        ck_assert_int_eq(pthread_create(&onlookers[i], NULL, onlooker_run, &numbers[i]), 0);
    }
    *random = *random * 1664525u + 1013904223u;
    nanosleep(&(struct timespec){ .tv_nsec = (long)(*random % 120000000u) }, NULL);
    spawn_kill(&daemon_under_test);
    for (unsigned i = 0; i < PLAYERS; i++)
        pthread_join(players[i], NULL);
    for (unsigned i = 0; i < ONLOOKERS; i++)
        pthread_join(onlookers[i], NULL);
}

START_TEST(killed_at_any_moment_it_loses_nothing_it_acknowledged)
{
    static const char *const settings[] = { "games.fixed_decks=yes", NULL };
    char folder[] = "/tmp/meepled-crash-XXXXXX", command[128];
    uint32_t random = (uint32_t)time(NULL);
    unsigned long acknowledged = 0, retried = 0, games = 0;
    struct wire wire;

    ck_assert_ptr_nonnull(mkdtemp(folder));
    registry = mirror_registry();
    ck_assert_ptr_nonnull(registry);
    for (unsigned i = 0; i < PLAYERS; i++) {
        tables[i].number = i + 1;
        pthread_mutex_init(&tables[i].lock, NULL);
    }
    for (int round = 0; round <= kill_count; round++) {
        ck_assert_msg(spawn_start(&daemon_under_test, folder, settings), "no start in round %d",
                      round);
        ck_assert(wire_open(&wire, daemon_under_test.port));
        for (unsigned i = 0; i < PLAYERS; i++)
            check_table(&tables[i], &wire);
        wire_close(&wire);
        ck_assert_msg(fault[0] == '\0', "round %d: %s (kept: %s)", round, fault, folder);
        if (round < kill_count)
            play_until_killed(&random);
        ck_assert_msg(fault[0] == '\0', "round %d: %s (kept: %s)", round, fault, folder);
    }
    ck_assert_int_eq(spawn_stop(&daemon_under_test), 0);
    for (unsigned i = 0; i < PLAYERS; i++) {
        acknowledged += tables[i].acknowledged;
        retried += tables[i].retried;
        games += tables[i].games;
        mirror_free(&tables[i].mirror);
    }
    printf("%d kills: %lu games, %lu actions acknowledged, %lu tried again, %lu reads\n",
           kill_count, games, acknowledged, retried, (unsigned long)reads);
    /* It was a test: there was something to lose. */
    ck_assert_uint_gt(acknowledged, (unsigned long)kill_count);
    ck_assert_uint_gt(reads, (unsigned long)kill_count);
    meepled_registry_unref(registry);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

int
main(int argc, char **argv)
{
    const char *kills = argc > 1 ? argv[1] : getenv("MEEPLED_KILLS");
    TCase *tcase = tcase_create("crash");
    Suite *suite = suite_create("crash");

    if (kills != NULL && atoi(kills) > 0)
        kill_count = atoi(kills);
    tcase_set_timeout(tcase, 60 + 10 * kill_count);
    tcase_add_test(tcase, killed_at_any_moment_it_loses_nothing_it_acknowledged);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
