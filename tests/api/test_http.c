/* HTTP itself: methods, headers, connections, limits. */
#include "tests/support/http_game.h"
#include "tests/support/http_raw.h"
#include "tests/support/http_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 20000 };

static void
sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 }, NULL);
}

/* ---- methods ---- */

START_TEST(head_answers_like_get_without_the_body)
{
    const struct table table = table_create(suite_client, 2, "");
    static const char *const paths[] = { "/v1/variants", "/v1/games", "/healthz", "/metrics",
                                         "/openapi.json" };

    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct reply get = client_get(suite_client, 200, NULL, &(struct ask){ .path = paths[i] });
        struct reply head = client_get(suite_client, 200, NULL,
                                       &(struct ask){ .method = "HEAD", .path = paths[i] });
        ck_assert_uint_eq(head.len, 0);
        if (strcmp(paths[i], "/metrics") != 0)
            ck_assert_uint_eq(strtoul(reply_header(&head, "Content-Length"), NULL, 10), get.len);
        reply_clear(&get);
        reply_clear(&head);
    }
    struct reply head =
        client_get(suite_client, 200, NULL, &(struct ask){ .method = "HEAD", .path = table.path });
    ck_assert_str_eq(reply_header(&head, "ETag"), "\"v1\"");
    reply_clear(&head);
    client_expect(suite_client, 404, NULL,
                  &(struct ask){ .method = "HEAD", .path = "/v1/games/nothing" });
}
END_TEST

START_TEST(options_tells_the_methods_of_a_path)
{
    struct reply reply =
        client_get(suite_client, 204, NULL,
                   &(struct ask){ .method = "OPTIONS", .path = "/v1/games", .undocumented = true });

    ck_assert_str_eq(reply_header(&reply, "Allow"), "GET, HEAD, POST, OPTIONS");
    ck_assert_str_eq(reply_header(&reply, "Access-Control-Allow-Origin"), "");
    reply_clear(&reply);
    client_expect(suite_client, 404, "unknown-path",
                  &(struct ask){ .method = "OPTIONS", .path = "/v1", .undocumented = true });
}
END_TEST

START_TEST(problems_are_problem_json_and_name_themselves)
{
    struct reply reply = client_get(suite_client, 404, "unknown-game",
                                    &(struct ask){ .path = "/v1/games/caf%C3%A9%FF" });

    ck_assert_str_eq(reply_header(&reply, "Content-Type"), "application/problem+json");
    ck_assert_str_eq(reply_text(&reply, "type"), "urn:meepled:problem:unknown-game");
    ck_assert_int_eq(reply_int(&reply, "status"), 404);
    reply_clear(&reply);
    reply = client_get(suite_client, 404, "unknown-path",
                       &(struct ask){ .path = "/caf%C3%A9/%22%0A%FF", .undocumented = true });
    ck_assert_str_eq(reply_text(&reply, "detail"),
                     "there is nothing at /café/\"\n?; GET /openapi.json lists every call");
    reply_clear(&reply);
}
END_TEST

START_TEST(an_unknown_path_says_where_the_known_ones_are_listed)
{
    static const char *const paths[] = { "/", "/v1", "/v1/", "/v1/game", "/v2/games" };

    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        char detail[128];
        struct reply reply = client_get(suite_client, 404, "unknown-path",
                                        &(struct ask){ .path = paths[i], .undocumented = true });

        snprintf(detail, sizeof detail,
                 "there is nothing at %s; GET /openapi.json lists every call", paths[i]);
        ck_assert_str_eq(reply_text(&reply, "detail"), detail);
        reply_clear(&reply);
    }
    client_expect(suite_client, 200, NULL, &(struct ask){ .path = "/openapi.json" });
}
END_TEST

/* ---- health ---- */

START_TEST(health_and_metrics_are_served)
{
    client_expect(suite_client, 200, NULL, &(struct ask){ .path = "/healthz" });
    client_expect(suite_client, 200, NULL, &(struct ask){ .path = "/readyz" });
    const struct table table = table_create(suite_client, 2, "");
    uint32_t random = 1;
    ck_assert(table_step(suite_client, &table, &random, NULL, NULL));
    struct reply reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = "/metrics" });
    static const char *const lines[] = { "\nmeepled_actions_total ", "\nmeepled_games_stored ",
                                         "\nmeepled_commits_total ",
                                         "\n# TYPE meepled_games_live gauge\n",
                                         "\nmeepled_http_answers_total{class=\"2xx\"} " };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const char *at = strstr(reply.text, lines[i]);
        ck_assert_msg(at != NULL, "no %s in %s", lines[i], reply.text);
        if (lines[i][strlen(lines[i]) - 1] == ' ')
            ck_assert(atoi(at + strlen(lines[i])) >= 1);
    }
    reply_clear(&reply);
}
END_TEST

/* ---- connections ---- */

START_TEST(a_connection_serves_one_request_after_the_other)
{
    char answer[4096];
    const int fd = raw_open(suite_child.port);

    for (int i = 0; i < 50; i++) {
        ck_assert(raw_say(fd, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"));
        ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 200);
        ck_assert(raw_say(fd, "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
                              "Content-Type: application/json\r\n\r\n{}"));
        ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 400);
    }
    close(fd);
}
END_TEST

START_TEST(pipelined_requests_are_answered_in_order)
{
    static const char three[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
                                "POST /v1/games/none/start HTTP/1.1\r\nHost: x\r\n"
                                "Content-Length: 0\r\n\r\n"
                                "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n";
    char answer[4096];
    const int fd = raw_open(suite_child.port);

    for (int round = 0; round < 20; round++) {
        ck_assert(raw_say(fd, three));
        ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 200);
        ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 404);
        ck_assert_ptr_nonnull(strstr(answer, "unknown-game"));
        ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 404);
        ck_assert_ptr_nonnull(strstr(answer, "unknown-path"));
    }
    close(fd);
}
END_TEST

START_TEST(a_request_that_comes_byte_by_byte_is_understood)
{
    static const char request[] = "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 15\r\n"
                                  "Content-Type: application/json\r\n\r\n{\"variant\":true";
    char answer[4096];
    const int fd = raw_open(suite_child.port);

    for (size_t i = 0; request[i]; i++) {
        ck_assert(raw_send(fd, request + i, 1));
        if (i % 40 == 0)
            sleep_ms(1);
    }
    ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 400);
    ck_assert_ptr_nonnull(strstr(answer, "malformed-json"));
    close(fd);
}
END_TEST

START_TEST(a_body_in_chunks_is_understood)
{
    char answer[4096];
    const int fd = raw_open(suite_child.port);

    ck_assert(raw_say(fd, "POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                          "Content-Type: application/json\r\n\r\n"
                          "5\r\n{\"var\r\n9\r\niant\":1}\n\r\n0\r\n\r\n"));
    ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 400);
    ck_assert_ptr_nonnull(strstr(answer, "wrong-type"));
    ck_assert_ptr_nonnull(strstr(answer, "variant"));
    close(fd);
}
END_TEST

START_TEST(requests_cut_off_anywhere_harm_nobody)
{
    static const char request[] =
        "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n"
        "Content-Type: application/json\r\n\r\n"
        "{\"variant\":\"hunters-gatherers\",\"seats\":[{},{}]}           ";
    struct reply before = client_get(suite_client, 200, NULL, &(struct ask){ .path = "/v1/games" });

    for (size_t len = 0; len + 13 < sizeof request; len++) {
        const int fd = raw_open(suite_child.port);
        ck_assert(raw_send(fd, request, len));
        close(fd);
    }
    struct reply after = client_get(suite_client, 200, NULL, &(struct ask){ .path = "/v1/games" });
    ck_assert_str_eq(before.text, after.text);
    reply_clear(&before);
    reply_clear(&after);
}
END_TEST

START_TEST(too_long_lines_and_headers_are_refused)
{
    char *request = malloc(100000), answer[4096];

    ck_assert_ptr_nonnull(request);
    memset(request, 'a', 99999);
    request[99999] = '\0';
    int fd = raw_open(suite_child.port);
    raw_say(fd, "GET /");
    raw_say(fd, request);
    const int uri = raw_answer(fd, answer, sizeof answer, WAIT_MS);
    ck_assert_msg(uri == 414 || uri == 431, "%d", uri);
    close(fd);
    fd = raw_open(suite_child.port);
    raw_say(fd, "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ");
    raw_say(fd, request);
    ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 431);
    close(fd);
    free(request);
    client_expect(suite_client, 200, NULL, &(struct ask){ .path = "/healthz" });
}
END_TEST

START_TEST(a_body_far_beyond_the_limit_is_not_waited_for)
{
    char answer[4096];
    int fd = raw_open(suite_child.port);

    ck_assert(raw_say(fd, "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999\r\n"
                          "Content-Type: application/json\r\n\r\n"));
    ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 413);
    close(fd);

    /* Without a length said before: it ends when it has gone too far. */
    static char block[65536 + 16];
    int len = snprintf(block, sizeof block, "10000\r\n");
    memset(block + len, ' ', 65536);
    memcpy(block + len + 65536, "\r\n", 3);
    fd = raw_open(suite_child.port);
    ck_assert(raw_say(fd, "POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                          "Content-Type: application/json\r\n\r\n"));
    int blocks = 0;
    while (blocks < 1000 && raw_say(fd, block))
        blocks++;
    ck_assert_msg(blocks < 1000, "65 MB were read");
    close(fd);
}
END_TEST

START_TEST(a_body_a_little_beyond_the_limit_is_read_to_be_refused)
{
    static char block[65536 + 16];
    char answer[4096];
    const int len = snprintf(block, sizeof block, "10000\r\n");
    const int fd = raw_open(suite_child.port);

    memset(block + len, ' ', 65536);
    memcpy(block + len + 65536, "\r\n", 3);
    ck_assert(raw_say(fd, "POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                          "Content-Type: application/json\r\n\r\n"));
    for (int i = 0; i < 100; i++)
        ck_assert(raw_say(fd, block));
    ck_assert(raw_say(fd, "0\r\n\r\n"));
    ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 413);
    ck_assert_ptr_nonnull(strstr(answer, "body-too-large"));
    close(fd);
}
END_TEST

START_TEST(who_asks_before_sending_too_much_is_not_told_to_go_on)
{
    char answer[4096];
    const int fd = raw_open(suite_child.port);

    ck_assert(raw_say(fd, "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n"
                          "Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n"));
    ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 413);
    close(fd);
}
END_TEST

START_TEST(bodies_whose_end_is_in_doubt_are_refused_and_end_the_connection)
{
    static const char *const headers[] = {
        "Content-Length: 2\r\nContent-Length: 17",
        "Content-Length: 0\r\nContent-Length: 17",
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    };
    static const char *const lines[] = { "POST /v1/games", "GET /healthz" };
    char request[512], answer[4096];

    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        for (size_t l = 0; l < sizeof lines / sizeof lines[0]; l++) {
            const int fd = raw_open(suite_child.port);
            snprintf(request, sizeof request,
                     "%s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s\r\n\r\n"
                     "2\r\n{}\r\n0\r\n\r\n",
                     lines[l], headers[i]);
            raw_say(fd, request);
            ck_assert_msg(raw_answer(fd, answer, sizeof answer, WAIT_MS) == 400, "%s, %s: %s",
                          lines[l], headers[i], answer);
            ck_assert_ptr_nonnull(strstr(answer, "bad-header"));
            ck_assert_msg(raw_closed(fd, WAIT_MS), "%s stays open", headers[i]);
            close(fd);
        }
}
END_TEST

START_TEST(a_target_may_be_a_whole_url)
{
    static const char *const targets[] = { "http://meepled.example/healthz",
                                           "HTTPS://x:8080/v1/games?limit=1" };
    char request[256], answer[8192];

    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        const int fd = raw_open(suite_child.port);
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", targets[i]);
        raw_say(fd, request);
        ck_assert_int_eq(raw_answer(fd, answer, sizeof answer, WAIT_MS), 200);
        close(fd);
    }
}
END_TEST

START_TEST(malformed_http_is_refused_and_others_are_served)
{
    static const char *const requests[] = {
        "\r\n\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /healthz HTTP/1.1\r\n\r\n",
        "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
        "POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
    };
    char answer[4096];

    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        const int fd = raw_open(suite_child.port);
        raw_say(fd, requests[i]);
        const int status = raw_answer(fd, answer, sizeof answer, 200);
        ck_assert_msg(status <= 0 || status >= 400, "%s: %d", requests[i], status);
        close(fd);
        client_expect(suite_client, 200, NULL, &(struct ask){ .path = "/healthz" });
    }
}
END_TEST

START_TEST(clients_cannot_fill_the_log)
{
    for (int i = 0; i < 200; i++) {
        const int fd = raw_open(suite_child.port);
        raw_say(fd, "GET /healthz HTTP/1.1\r\n\r\n");
        char answer[1024];
        raw_answer(fd, answer, sizeof answer, WAIT_MS);
        close(fd);
    }
    char *log = child_log(&suite_child);
    size_t lines = 0;
    for (const char *at = log; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    ck_assert_msg(lines < 40, "%zu lines:\n%s", lines, log);
    free(log);
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        head_answers_like_get_without_the_body,
        options_tells_the_methods_of_a_path,
        problems_are_problem_json_and_name_themselves,
        an_unknown_path_says_where_the_known_ones_are_listed,
        health_and_metrics_are_served,
        a_connection_serves_one_request_after_the_other,
        pipelined_requests_are_answered_in_order,
        a_request_that_comes_byte_by_byte_is_understood,
        a_body_in_chunks_is_understood,
        requests_cut_off_anywhere_harm_nobody,
        too_long_lines_and_headers_are_refused,
        a_body_far_beyond_the_limit_is_not_waited_for,
        a_body_a_little_beyond_the_limit_is_read_to_be_refused,
        who_asks_before_sending_too_much_is_not_told_to_go_on,
        bodies_whose_end_is_in_doubt_are_refused_and_end_the_connection,
        a_target_may_be_a_whole_url,
        malformed_http_is_refused_and_others_are_served,
        clients_cannot_fill_the_log,
    };

    return SUITE_RUN("api/http", NULL, tests);
}
