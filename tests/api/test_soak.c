/* Many connections at once that are suspended until the store has their change, and resumed: none
 * is forgotten, none gets another's answer.  (In epoll mode libmicrohttpd 0.9.75 forgot some.) */
#include "tests/support/http_game.h"
#include "tests/support/http_raw.h"
#include "tests/support/http_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONNECTIONS = 256, ROUNDS = 12, WAIT_MS = 30000 };

static void
send_create(int fd, int number)
{
    char body[128], request[384];

    snprintf(body, sizeof body,
             "{\"variant\":\"hunters-gatherers\",\"seats\":[{\"name\":\"N%d\"},{}]}", number);
    snprintf(request, sizeof request,
             "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
             "Content-Length: %zu\r\n\r\n%s",
             strlen(body), body);
    ck_assert(raw_say(fd, request));
}

static uint32_t
next_random(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return *random >> 8;
}

/* Read the id of a created game out of an answer. */
static void
read_id(const char *answer, char id[40])
{
    const char *at = strstr(answer, "{\"game\":\"");

    ck_assert_msg(at != NULL, "%s", answer);
    snprintf(id, 40, "%.*s", (int)strcspn(at + 9, "\""), at + 9);
}

/* The game of this id carries this connection's name: the answer was meant for it. */
static void
expect_own(const char *id, int number)
{
    char path[64], name[24];

    snprintf(path, sizeof path, "/v1/games/%.39s", id);
    snprintf(name, sizeof name, "\"N%d\"", number);
    struct reply reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = path });
    ck_assert_msg(strstr(reply.text, name) != NULL, "%s is not in %s", name, reply.text);
    reply_clear(&reply);
}

START_TEST(every_suspended_connection_is_resumed_with_its_own_answer)
{
    static int fds[CONNECTIONS];
    static char ids[CONNECTIONS][40];
    char answer[4096];
    uint32_t random = 1;

    for (int i = 0; i < CONNECTIONS; i++)
        fds[i] = raw_open(suite_child.port);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < CONNECTIONS; i++) {
            send_create(fds[i], i);
            ids[i][0] = '\0';
            if (next_random(&random) % 16 == 0) {
                /* Gone while it waits; its answer must not reach who comes next. */
                close(fds[i]);
                fds[i] = raw_open(suite_child.port);
                ck_assert(raw_say(fds[i], "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"));
            }
        }
        for (int i = 0; i < CONNECTIONS; i++) {
            const int status = raw_answer(fds[i], answer, sizeof answer, WAIT_MS);
            ck_assert_msg(status == 201 || status == 200, "round %d, connection %d: %d", round, i,
                          status);
            if (status == 201)
                read_id(answer, ids[i]);
            else
                ck_assert_ptr_nonnull(strstr(answer, "alive"));
        }
    }
    for (int i = 0; i < CONNECTIONS; i++) {
        if (ids[i][0])
            expect_own(ids[i], i);
        close(fds[i]);
    }
}
END_TEST

/* All seats of one game act at once, most of them out of turn: one action at a time is taken. */
START_TEST(one_game_hurried_by_all_its_seats_advances_by_one_action_at_a_time)
{
    enum { SEATS = 5, MOVES = 60 };
    const struct table table = table_create(suite_client, SEATS, "");
    int fds[SEATS];
    char answer[65536], request[1024];

    for (int s = 0; s < SEATS; s++)
        fds[s] = raw_open(suite_child.port);
    for (int move = 0; move < MOVES; move++) {
        int decides = -1, taken = 0;
        struct reply listed = table_actions(suite_client, &table, &decides);
        if (decides < 0) {
            reply_clear(&listed);
            break;
        }
        char *body =
            json_dumps(json_array_get(json_object_get(listed.json, "actions"), 0), JSON_COMPACT);
        for (int s = 0; s < SEATS; s++) {
            snprintf(request, sizeof request,
                     "POST %s/actions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                     "If-Match: \"v%d\"\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n\r\n%s",
                     table.path, table.seats[s], (int)reply_int(&listed, "version"), strlen(body),
                     body);
            ck_assert(raw_say(fds[s], request));
        }
        for (int s = 0; s < SEATS; s++) {
            const int status = raw_answer(fds[s], answer, sizeof answer, WAIT_MS);
            ck_assert_msg(status == 200 || status == 412 || status == 422, "%d: %s", status,
                          answer);
            ck_assert(status != 200 || s == decides);
            taken += status == 200;
        }
        ck_assert_int_eq(taken, 1);
        ck_assert_int_eq(table_version(suite_client, &table), reply_int(&listed, "version") + 1);
        free(body);
        reply_clear(&listed);
    }
    for (int s = 0; s < SEATS; s++)
        close(fds[s]);
}
END_TEST

START_TEST(sigterm_under_load_answers_what_was_accepted)
{
    enum { MANY = 64 };
    static const char *const settings[] = { "server.max_connections=1024", NULL };
    struct child child;
    int fds[MANY], created = 0, other = 0;
    char answer[4096];

    child_start(&child, settings);
    for (int i = 0; i < MANY; i++)
        fds[i] = raw_open(child.port);
    for (int i = 0; i < MANY; i++)
        send_create(fds[i], i);
    ck_assert_int_eq(raw_answer(fds[0], answer, sizeof answer, WAIT_MS), 201);
    created++;
    ck_assert(child_stop(&child));
    for (int i = 1; i < MANY; i++) {
        const int status = raw_answer(fds[i], answer, sizeof answer, 1000);
        if (status == 201)
            created++;
        else
            other++;
        /* Answered, told to come again, or closed before the request was read. */
        ck_assert_msg(status == 201 || status == 503 || status == 0, "%d", status);
    }
    for (int i = 0; i < MANY; i++)
        close(fds[i]);
    child_restart(&child, settings);
    struct client *client = client_new(child.url);
    struct reply reply =
        client_get(client, 200, NULL, &(struct ask){ .path = "/v1/games?limit=200" });
    const size_t kept = json_array_size(json_object_get(reply.json, "games"));
    ck_assert_msg((int)kept >= created, "%zu kept of %d answered, %d others", kept, created, other);
    reply_clear(&reply);
    client_free(client);
    ck_assert(child_stop(&child));
    child_clean(&child);
}
END_TEST

int
main(void)
{
    static const char *const settings[] = { "server.max_connections=1024", NULL };
    const TTest *const tests[] = {
        every_suspended_connection_is_resumed_with_its_own_answer,
        one_game_hurried_by_all_its_seats_advances_by_one_action_at_a_time,
        sigterm_under_load_answers_what_was_accepted,
    };

    return SUITE_RUN("api/soak", settings, tests);
}
