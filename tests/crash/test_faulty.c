/* Twenty games on four clients play to their ends while the rules of other games end the daemon
 * again and again: nothing that was acknowledged is lost, and each faulty game is frozen. */
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

enum { CLIENTS = 4, GAMES = 5, FAULTS_MIN = 8, PATIENCE_MS = 20000 };

static struct spawn daemon_under_test;
static meepled_registry *registry;
static atomic_uint playing; /* clients */
static atomic_ulong acknowledged, broken_off;
static char fault[512]; /* the first thing a thread found wrong */
static pthread_mutex_t fault_lock = PTHREAD_MUTEX_INITIALIZER;

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

static void
pause_ms(long ms)
{
    nanosleep(&(struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 }, NULL);
}

/* Ask until there is an answer, connecting anew each time the daemon is gone. */
static bool
insist(struct wire *wire, const char *method, const char *path, const char *headers,
       const char *body, struct wire_answer *answer)
{
    for (long waited = 0; waited < PATIENCE_MS; waited += 5) {
        if (wire_request(wire, method, path, headers, body, answer))
            return true;
        broken_off++;
        wire_close(wire);
        while (!wire_open(wire, daemon_under_test.port) && waited < PATIENCE_MS) {
            pause_ms(5);
            waited += 5;
        }
    }
    wrong("no answer to %s %s", method, path);
    return false;
}

/* ---- good games ---- */

static bool
create(struct mirror *mirror, struct wire *wire, uint32_t number)
{
    for (int tries = 0; tries < 1000; tries++) {
        if (mirror_create(mirror, wire, registry, "hunters-gatherers", 2, number))
            return true;
        mirror_free(mirror); /* the answer was lost: another one */
        wire_close(wire);
        while (!wire_open(wire, daemon_under_test.port))
            pause_ms(5);
    }
    return false;
}

static bool
act(struct mirror *mirror, struct wire *wire, const meepled_action *action, uint8_t seat)
{
    char path[80], headers[256], body[256];
    struct wire_answer answer;

    snprintf(path, sizeof path, "/v1/games/%s/actions", mirror->id);
    snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\nIdempotency-Key: k-%u\r\n",
             mirror->tokens[seat], mirror->version);
    mirror_json(mirror->g, action, body, sizeof body);
    if (!insist(wire, "POST", path, headers, body, &answer))
        return false;
    json_t *root = json_loads(answer.body, 0, NULL);
    const uint32_t version = (uint32_t)json_integer_value(json_object_get(root, "version"));

    json_decref(root);
    if (answer.status != 200 || version != mirror->version + 1) {
        wrong("game %s: %s at version %u answered %d: %s", mirror->id, body, mirror->version,
              answer.status, answer.body);
        return false;
    }
    acknowledged++;
    return mirror_apply(mirror, seat, action);
}

/* One game from its creation to its end, compared with its double every now and then. */
static bool
play(struct mirror *mirror, struct wire *wire, uint32_t number)
{
    char path[80];
    struct wire_answer answer;
    meepled_action action;
    uint8_t seat;

    if (!create(mirror, wire, number))
        return false;
    snprintf(path, sizeof path, "/v1/games/%s", mirror->id);
    for (unsigned i = 1;; i++) {
        const bool over = !mirror_choose(mirror, &action, &seat);

        if (over || i % 16 == 0) {
            if (!insist(wire, "GET", path, "", NULL, &answer))
                return false;
            const char *difference = mirror_differs(mirror->g, answer.body);
            if (difference != NULL)
                wrong("game %s, version %u: %s", mirror->id, mirror->version, difference);
        }
        if (over)
            return true;
        if (!act(mirror, wire, &action, seat))
            return false;
        pause_ms(5);
    }
}

static void *
client_run(void *argument)
{
    const uint32_t number = *(const unsigned *)argument;
    struct wire wire;
    bool good = wire_open(&wire, daemon_under_test.port);

    for (uint32_t i = 0; i < GAMES && good; i++) {
        struct mirror mirror = { 0 };

        good = play(&mirror, &wire, 100 * number + i);
        mirror_free(&mirror);
    }
    if (!good)
        wrong("client %u gave up", number);
    wire_close(&wire);
    playing--;
    return NULL;
}

/* ---- bad games ---- */

/* The first legal action of a game, as its JSON, and the token of who decides; NULL: none. */
static char *
first_action(const char *state_path, const json_t *tokens, struct wire *wire, char headers[128])
{
    char path[96], seat[16];
    struct wire_answer answer;

    snprintf(path, sizeof path, "%s/actions", state_path);
    if (!wire_request(wire, "GET", path, "", NULL, &answer))
        return NULL;
    json_t *root = json_loads(answer.body, 0, NULL);
    const json_t *first = json_array_get(json_object_get(root, "actions"), 0);
    char *body = first != NULL ? json_dumps(first, JSON_COMPACT) : NULL;

    snprintf(seat, sizeof seat, "%d", (int)json_integer_value(json_object_get(root, "player")));
    snprintf(headers, 128, "Authorization: Bearer %s\r\n",
             json_string_value(json_object_get(tokens, seat)));
    json_decref(root);
    return body;
}

/* Make a faulty game and play it until it takes the daemon with it; its path to out[0..80). */
static bool
wreck(const char *how, char out[80])
{
    struct wire wire;
    struct wire_answer answer;
    char body[256], headers[128], path[96];
    bool alive = wire_open(&wire, daemon_under_test.port);

    snprintf(body, sizeof body,
             "{\"variant\":\"faulty\",\"options\":{\"fault\":\"%s\"},"
             "\"seats\":[{\"name\":\"a\"},{\"name\":\"b\"}]}",
             how);
    if (!alive || !wire_request(&wire, "POST", "/v1/games", "", body, &answer) ||
        answer.status != 201) {
        wire_close(&wire);
        return false;
    }
    json_t *root = json_loads(answer.body, 0, NULL);
    const json_t *seats = json_object_get(json_object_get(root, "tokens"), "seats");

    snprintf(out, 80, "/v1/games/%s", json_string_value(json_object_get(root, "game")));
    snprintf(path, sizeof path, "%s/actions", out);
    while (alive) {
        char *action = first_action(out, seats, &wire, headers);

        alive = action != NULL && wire_request(&wire, "POST", path, headers, action, &answer);
        free(action);
    }
    json_decref(root);
    wire_close(&wire);
    return true;
}

static void
ck_is_frozen(const char *path)
{
    struct wire wire;
    struct wire_answer answer;

    wire_open(&wire, daemon_under_test.port);
    if (insist(&wire, "GET", path, "", NULL, &answer) &&
        strstr(answer.body, "\"status\":\"frozen\"") == NULL)
        wrong("%s is not frozen: %s", path, answer.body);
    wire_close(&wire);
}

START_TEST(games_of_good_rules_end_well_while_bad_rules_end_the_daemon)
{
    static const char *const faults[] = { "crash", "loop", "exit", "overflow", "look", "abort" };
    const char *build = getenv("MEEPLED_BUILD");
    char plugins[512], folder[] = "/tmp/meepled-faulty-XXXXXX", command[128], path[80];
    const char *const settings[] = { "games.fixed_decks=yes", "games.action_cpu_ms=200", plugins,
                                     "variants.path=conf/variants:tests/plugins/faulty/faulty.ini",
                                     NULL };
    pthread_t clients[CLIENTS];
    unsigned numbers[CLIENTS], wrecked = 0;

    snprintf(plugins, sizeof plugins, "plugins.path=%s/plugins:%s/tests/plugins/faulty.so",
             build != NULL ? build : "build", build != NULL ? build : "build");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    registry = mirror_registry();
    ck_assert_ptr_nonnull(registry);
    ck_assert(spawn_start(&daemon_under_test, folder, settings));
    playing = CLIENTS;
    for (unsigned i = 0; i < CLIENTS; i++) {
        numbers[i] = i + 1;
        ck_assert_int_eq(pthread_create(&clients[i], NULL, client_run, &numbers[i]), 0);
    }
    while (playing > 0 || wrecked < FAULTS_MIN) {
        if (wreck(faults[wrecked % (sizeof faults / sizeof *faults)], path)) {
            ck_is_frozen(path);
            wrecked++;
        }
        pause_ms(250);
    }
    for (unsigned i = 0; i < CLIENTS; i++)
        pthread_join(clients[i], NULL);
    ck_assert_msg(fault[0] == '\0', "%s (kept: %s)", fault, folder);
    ck_assert_int_eq(spawn_stop(&daemon_under_test), 0);
    printf("%u times the daemon was ended: %lu actions acknowledged, %lu requests broken off\n",
           wrecked, (unsigned long)acknowledged, (unsigned long)broken_off);
    ck_assert_uint_gt(acknowledged, CLIENTS * GAMES * 50);
    ck_assert_uint_gt(broken_off, 0);
    meepled_registry_unref(registry);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("faulty");
    Suite *suite = suite_create("faulty");

    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, games_of_good_rules_end_well_while_bad_rules_end_the_daemon);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
