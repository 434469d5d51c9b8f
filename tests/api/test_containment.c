/* What the rules of one game do wrong hurts that game only: it is frozen and says why, the daemon
 * is back at once, all other games go on. */
#include "tests/support/http_game.h"
#include "tests/support/http_suite.h"
#include "tests/support/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STEPS_MAX = 200, BACK_MS = 1000 };

static double
now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* A game of the small variant whose rules go wrong as `fault` says. */
static struct table
faulty_table(const char *fault)
{
    char body[256];

    snprintf(body, sizeof body,
             "{\"variant\":\"faulty\",\"options\":{\"fault\":\"%s\",\"fault-at\":5},"
             "\"seats\":[{\"name\":\"A\"},{\"name\":\"B\"}]}",
             fault);
    struct reply reply =
        client_get(suite_client, 201, NULL,
                   &(struct ask){ .method = "POST", .path = "/v1/games", .body = body });
    const struct table table = table_of(&reply);
    reply_clear(&reply);
    return table;
}

/* Ask on a connection of its own: the status, 0 when there was no answer.  `out` gets the JSON. */
static int
ask_once(const char *method, const char *path, const char *token, const char *body, json_t **out)
{
    struct wire wire;
    struct wire_answer answer;
    char headers[160] = "";
    int status = 0;

    if (token)
        snprintf(headers, sizeof headers,
                 "Authorization: Bearer %s\r\nContent-Type: application/json\r\n", token);
    if (out)
        *out = NULL;
    if (!wire_open(&wire, (uint16_t)suite_child.port))
        return 0;
    if (wire_request(&wire, method, path, headers, body, &answer)) {
        status = answer.status;
        if (out)
            *out = json_loadb(answer.body, answer.body_length, 0, NULL);
    }
    wire_close(&wire);
    return status;
}

/* Take the first action: the status of the answer, 0 when the connection broke. */
static int
step_once(const struct table *table)
{
    json_t *listed;

    if (ask_once("GET", table_path(table, "/actions"), NULL, NULL, &listed) != 200) {
        json_decref(listed);
        return 0;
    }
    const json_t *first = json_array_get(json_object_get(listed, "actions"), 0);
    const json_int_t player = json_integer_value(json_object_get(listed, "player"));
    char *body = first ? json_dumps(first, JSON_COMPACT) : NULL;
    const int status =
        body ? ask_once("POST", table_path(table, "/actions"), table->seats[player], body, NULL)
             : -1;

    free(body);
    json_decref(listed);
    return status;
}

/* Go on until something else than 200 happens: what that is.  `version` is the last one before. */
static int
play_until_it_fails(const struct table *table, json_int_t *version)
{
    int status = 200;

    *version = 0;
    for (int i = 0; i < STEPS_MAX && status == 200; i++) {
        (*version)++;
        status = step_once(table);
    }
    return status;
}

/* Wait until it answers again; how long that took, in ms. */
static double
await_health(void)
{
    const double begun = now_ms();

    while (ask_once("GET", "/healthz", NULL, NULL, NULL) != 200 && now_ms() - begun < 20000)
        nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
    return now_ms() - begun;
}

/* The daemon's connections are gone with it. */
static void
renew_client(void)
{
    client_free(suite_client);
    suite_client = client_new(suite_child.url);
}

/* The game is frozen for `reason`, shows its last state, and takes nothing any more. */
static void
ck_frozen(const struct table *table, const char *reason)
{
    struct reply reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = table->path });

    ck_assert_str_eq(reply_text(&reply, "status"), "frozen");
    ck_assert_msg(strstr(reply_text(&reply, "reason"), reason) != NULL, "%s",
                  reply_text(&reply, "reason"));
    const size_t tiles =
        json_array_size(json_object_get(json_object_get(reply.json, "board"), "tiles"));
    ck_assert_uint_ge(tiles, 4); /* the fifth is where the fault is, or where it is looked at */
    ck_assert_uint_le(tiles, 5);
    reply_clear(&reply);
    client_expect(suite_client, 409, "frozen",
                  &(struct ask){ .method = "POST",
                                 .path = table_path(table, "/actions"),
                                 .token = table->seats[0],
                                 .body = "{\"type\":\"pass\"}" });
    reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = "/v1/games?status=frozen" });
    ck_assert_msg(strstr(reply.text, table->id) != NULL, "not listed as frozen");
    reply_clear(&reply);
}

/* Another game, begun before the fault, is as it was and goes on to its end. */
static void
ck_goes_on(const struct table *other, json_int_t version, uint32_t *random)
{
    ck_assert_int_eq(table_version(suite_client, other), version);
    ck_assert_uint_gt(table_finish(suite_client, other, random), 10);
}

static void
fault_ends_the_process(const char *fault, const char *reason)
{
    uint32_t random = 7;
    const struct table other = table_create(suite_client, 2, "");
    const struct table bad = faulty_table(fault);
    json_int_t version;

    for (int i = 0; i < 9; i++)
        ck_assert(table_step(suite_client, &other, &random, NULL, NULL));
    const json_int_t before = table_version(suite_client, &other);

    ck_assert_int_eq(play_until_it_fails(&bad, &version), 0);
    ck_assert_double_lt(await_health(), BACK_MS);
    renew_client();
    ck_frozen(&bad, reason);
    ck_goes_on(&other, before, &random);
}

START_TEST(a_rule_that_crashes_freezes_its_game)
{
    fault_ends_the_process("crash", "crashed with SIGSEGV");
}
END_TEST

START_TEST(a_rule_that_overflows_the_stack_freezes_its_game)
{
    fault_ends_the_process("overflow", "crashed with SIGSEGV");
}
END_TEST

START_TEST(a_rule_that_aborts_freezes_its_game)
{
    fault_ends_the_process("abort", "crashed with SIGABRT");
}
END_TEST

START_TEST(a_rule_that_exits_freezes_its_game)
{
    fault_ends_the_process("exit", "ended the process");
}
END_TEST

START_TEST(a_rule_that_exits_without_a_word_freezes_its_game)
{
    fault_ends_the_process("underscore-exit", "ended the process");
}
END_TEST

START_TEST(a_rule_that_loops_is_ended_by_the_watchdog_and_freezes_its_game)
{
    const double begun = now_ms();

    fault_ends_the_process("loop", "took more than 300 ms of processor time");
    ck_assert_double_ge(now_ms() - begun, 300);
}
END_TEST

START_TEST(a_rule_that_waits_for_ever_is_ended_and_freezes_its_game)
{
    fault_ends_the_process("wait", "did not come back within 3000 ms");
}
END_TEST

START_TEST(a_rule_that_crashes_when_somebody_looks_freezes_its_game)
{
    fault_ends_the_process("look", "crashed with SIGSEGV");
}
END_TEST

START_TEST(a_rule_that_breaks_an_invariant_freezes_its_game_and_nothing_else)
{
    uint32_t random = 3;
    const struct table other = table_create(suite_client, 2, "");
    const struct table bad = faulty_table("broken");
    const json_int_t before = table_version(suite_client, &other);
    json_int_t version;

    ck_assert_int_eq(play_until_it_fails(&bad, &version), 500);
    ck_frozen(&bad, "broke a promise");
    ck_goes_on(&other, before, &random);
}
END_TEST

START_TEST(a_rule_that_writes_past_its_state_freezes_its_own_game)
{
    uint32_t random = 3;
    const struct table other = table_create(suite_client, 2, "");
    const struct table bad = faulty_table("past");
    const json_int_t before = table_version(suite_client, &other);
    json_int_t version;

    ck_assert_int_eq(play_until_it_fails(&bad, &version), 500);
    ck_frozen(&bad, "memory beside the state of faulty was written to");
    ck_goes_on(&other, before, &random);
}
END_TEST

START_TEST(a_frozen_game_stays_frozen_after_a_restart_and_a_reload)
{
    const struct table crashed = faulty_table("crash"), broken = faulty_table("broken");
    json_int_t version;

    ck_assert_int_eq(play_until_it_fails(&broken, &version), 500);
    ck_assert_int_eq(play_until_it_fails(&crashed, &version), 0);
    await_health();
    renew_client();
    for (int i = 0; i < 2; i++) {
        ck_frozen(&crashed, "crashed with SIGSEGV");
        ck_frozen(&broken, "broke a promise");
        if (i == 0)
            ck_assert(child_reload(&suite_child));
    }
    client_expect(suite_client, 204, NULL,
                  &(struct ask){ .method = "DELETE", .path = crashed.path, .token = crashed.host });
}
END_TEST

START_TEST(a_variant_that_crashes_when_a_game_is_made_is_set_aside_until_a_reload)
{
    static const char bad[] =
        "{\"variant\":\"faulty\",\"options\":{\"fault\":\"setup\"},\"seats\":[{},{}]}";
    static const char good[] = "{\"variant\":\"faulty\",\"seats\":[{},{}]}";
    static const char type[] = "Content-Type: application/json\r\n";
    struct wire wire;
    struct wire_answer answer;

    ck_assert(wire_open(&wire, (uint16_t)suite_child.port));
    ck_assert(!wire_request(&wire, "POST", "/v1/games", type, bad, &answer));
    wire_close(&wire);
    await_health();
    renew_client();
    client_expect(suite_client, 500, NULL,
                  &(struct ask){ .method = "POST", .path = "/v1/games", .body = good });
    table_create(suite_client, 2, ""); /* others can be made */
    ck_assert(child_reload(&suite_child));
    client_expect(suite_client, 201, NULL,
                  &(struct ask){ .method = "POST", .path = "/v1/games", .body = good });
}
END_TEST

int
main(void)
{
    const char *build = getenv("MEEPLED_BUILD");
    char plugins[512];
    const TTest *const tests[] = {
        a_rule_that_crashes_freezes_its_game,
        a_rule_that_overflows_the_stack_freezes_its_game,
        a_rule_that_aborts_freezes_its_game,
        a_rule_that_exits_freezes_its_game,
        a_rule_that_exits_without_a_word_freezes_its_game,
        a_rule_that_loops_is_ended_by_the_watchdog_and_freezes_its_game,
        a_rule_that_waits_for_ever_is_ended_and_freezes_its_game,
        a_rule_that_crashes_when_somebody_looks_freezes_its_game,
        a_rule_that_breaks_an_invariant_freezes_its_game_and_nothing_else,
        a_rule_that_writes_past_its_state_freezes_its_own_game,
        a_frozen_game_stays_frozen_after_a_restart_and_a_reload,
        a_variant_that_crashes_when_a_game_is_made_is_set_aside_until_a_reload,
    };
    const char *settings[] = { plugins,
                               "variants.path=conf/variants:tests/plugins/faulty/faulty.ini",
                               "games.action_cpu_ms=300", NULL };

    snprintf(plugins, sizeof plugins, "plugins.path=%s/plugins:%s/tests/plugins/faulty.so",
             build ? build : "build", build ? build : "build");
    return SUITE_RUN("containment", settings, tests);
}
