/* What settings of the daemon change of the API: limits, origins, certificates, fixed decks. */
#include "tests/support/http_game.h"
#include "tests/support/http_raw.h"
#include "tests/support/http_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

START_TEST(silent_connections_are_closed_and_do_not_lock_others_out)
{
    static const char *const settings[] = { "server.idle_timeout_s=1", "server.max_connections=8",
                                            "server.threads=2", NULL };
    struct child child;
    int fds[8];

    child_start(&child, settings);
    for (int i = 0; i < 8; i++)
        fds[i] = raw_open(child.port);
    ck_assert(raw_say(fds[0], "GET /heal"));
    for (int i = 0; i < 8; i++) {
        ck_assert_msg(raw_closed(fds[i], 10000), "connection %d stays open", i);
        close(fds[i]);
    }
    struct client *client = client_new(child.url);
    client_expect(client, 200, NULL, &(struct ask){ .path = "/healthz" });
    client_free(client);
    ck_assert(child_stop(&child));
    child_clean(&child);
}
END_TEST

static struct reply
ask_from(struct client *client, const char *origin)
{
    char header[128];

    snprintf(header, sizeof header, "Origin: %s", origin);
    return client_get(client, 200, NULL,
                      &(struct ask){ .path = "/v1/games", .headers = { header } });
}

START_TEST(only_listed_origins_are_let_in)
{
    static const char *const settings[] = {
        "server.cors_origins=https://a.example https://b.example:8443", NULL
    };
    static const char *const strangers[] = { "https://c.example", "https://a.example.evil",
                                             "https://b.example", "a.example", "null" };
    struct child child;

    child_start(&child, settings);
    struct client *client = client_new(child.url);
    struct reply reply = ask_from(client, "https://b.example:8443");
    ck_assert_str_eq(reply_header(&reply, "Access-Control-Allow-Origin"), "https://b.example:8443");
    ck_assert_str_eq(reply_header(&reply, "Vary"), "Origin");
    ck_assert_ptr_nonnull(strstr(reply_header(&reply, "Access-Control-Expose-Headers"), "ETag"));
    reply_clear(&reply);
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
        reply = ask_from(client, strangers[i]);
        ck_assert_str_eq(reply_header(&reply, "Access-Control-Allow-Origin"), "");
        reply_clear(&reply);
    }
    reply = client_get(client, 204, NULL,
                       &(struct ask){ .method = "OPTIONS",
                                      .path = "/v1/games/x/actions",
                                      .headers = { "Origin: https://a.example",
                                                   "Access-Control-Request-Method: POST" },
                                      .undocumented = true });
    ck_assert_str_eq(reply_header(&reply, "Access-Control-Allow-Origin"), "https://a.example");
    ck_assert_ptr_nonnull(strstr(reply_header(&reply, "Access-Control-Allow-Methods"), "POST"));
    ck_assert_ptr_nonnull(
        strstr(reply_header(&reply, "Access-Control-Allow-Headers"), "Idempotency-Key"));
    reply_clear(&reply);
    client_free(client);
    ck_assert(child_stop(&child));
    child_clean(&child);
}
END_TEST

START_TEST(any_origin_is_let_in_when_the_list_says_so)
{
    static const char *const settings[] = { "server.cors_origins=*", NULL };
    struct child child;

    child_start(&child, settings);
    struct client *client = client_new(child.url);
    const struct table table = table_create(client, 2, "");
    for (int i = 0; i < 2; i++) { /* made, then kept */
        struct reply reply = client_get(client, 200, NULL, &(struct ask){ .path = table.path });
        ck_assert_str_eq(reply_header(&reply, "Access-Control-Allow-Origin"), "*");
        reply_clear(&reply);
    }
    client_free(client);
    ck_assert(child_stop(&child));
    child_clean(&child);
}
END_TEST

START_TEST(a_game_whose_rules_are_gone_can_be_read_and_not_played)
{
    static const char *const without[] = { "variants.path=conf/variants/skeleton.ini", NULL };
    struct child child;
    uint32_t random = 8;

    child_start(&child, NULL);
    struct client *client = client_new(child.url);
    const struct table table = table_create(client, 2, "");
    for (int i = 0; i < 5; i++)
        ck_assert(table_step(client, &table, &random, NULL, NULL));
    char *before = table_state(client, &table);
    client_free(client);
    ck_assert(child_stop(&child));

    child_restart(&child, without);
    client = client_new(child.url);
    /* Not 304, although the version is the same: it says something new. */
    struct reply reply = client_get(
        client, 200, NULL, &(struct ask){ .path = table.path, .headers = { "If-None-Match: *" } });
    ck_assert_str_eq(reply_text(&reply, "status"), "frozen");
    ck_assert(reply_text(&reply, "reason")[0]);
    ck_assert(json_is_null(json_object_get(reply.json, "seed")));
    reply_clear(&reply);
    int decides = 0;
    reply = table_actions(client, &table, &decides);
    ck_assert_int_eq(decides, -1);
    ck_assert_uint_eq(json_array_size(json_object_get(reply.json, "actions")), 0);
    reply_clear(&reply);
    client_expect(client, 409, "frozen", &(struct ask){ .path = table_path(&table, "/events") });
    client_expect(client, 409, "frozen",
                  &(struct ask){ .method = "POST",
                                 .path = table_path(&table, "/actions"),
                                 .token = table.seats[0],
                                 .body = "{\"type\":\"pass\"}" });
    client_free(client);
    ck_assert(child_stop(&child));

    /* Nothing was lost: with its rules back it is as it was, and goes on. */
    child_restart(&child, NULL);
    client = client_new(child.url);
    char *after = table_state(client, &table);
    ck_assert_str_eq(after, before);
    ck_assert(table_step(client, &table, &random, NULL, NULL));
    client_free(client);
    ck_assert(child_stop(&child));
    child_clean(&child);
    free(before);
    free(after);
}
END_TEST

START_TEST(seeds_and_decks_are_refused_where_they_are_not_allowed)
{
    static const char *const settings[] = { "games.fixed_decks=no", "limits.games_stored=1", NULL };
    struct child child;

    child_start(&child, settings);
    struct client *client = client_new(child.url);
    struct ask ask = { .method = "POST",
                       .path = "/v1/games",
                       .body = "{\"variant\":\"hunters-gatherers\",\"seats\":[{},{}],"
                               "\"deck\":{\"main\":[\"HG-31\"]}}" };
    client_expect(client, 403, "fixed-decks-off", &ask);
    table_create(client, 2, "");
    ask.body = "{\"variant\":\"hunters-gatherers\",\"seats\":[{},{}]}";
    struct reply reply = client_get(client, 503, "too-many-games", &ask);
    ck_assert_str_eq(reply_header(&reply, "Retry-After"), "1");
    reply_clear(&reply);
    client_free(client);
    ck_assert(child_stop(&child));
    child_clean(&child);
}
END_TEST

START_TEST(with_a_certificate_it_serves_https)
{
    static const char *const settings[] = { "server.tls_cert=tests/api/tls/cert.pem",
                                            "server.tls_key=tests/api/tls/key.pem", NULL };
    struct child child;

    child_start(&child, settings);
    ck_assert_msg(strncmp(child.url, "https://", 8) == 0, "%s", child.url);
    struct client *client = client_new(child.url);
    client_trust(client, "tests/api/tls/cert.pem");
    const struct table table = table_create(client, 2, "");
    uint32_t random = 6;
    for (int i = 0; i < 10; i++)
        ck_assert(table_step(client, &table, &random, NULL, NULL));
    client_free(client);
    ck_assert(child_stop(&child));
    child_clean(&child);
}
END_TEST

START_TEST(sigterm_ends_it_with_idle_and_half_read_connections_open)
{
    struct child child;

    child_start(&child, NULL);
    const int idle = raw_open(child.port), half = raw_open(child.port), body = raw_open(child.port);
    ck_assert(raw_say(half, "GET /heal"));
    ck_assert(raw_say(body, "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"));
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    ck_assert(child_stop(&child));
    clock_gettime(CLOCK_MONOTONIC, &after);
    ck_assert_int_lt(after.tv_sec - before.tv_sec, 4); /* nobody waited for the rest of it */
    ck_assert(raw_closed(idle, 1000));
    close(idle);
    close(half);
    close(body);
    child_clean(&child);
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        silent_connections_are_closed_and_do_not_lock_others_out,
        only_listed_origins_are_let_in,
        any_origin_is_let_in_when_the_list_says_so,
        a_game_whose_rules_are_gone_can_be_read_and_not_played,
        seeds_and_decks_are_refused_where_they_are_not_allowed,
        with_a_certificate_it_serves_https,
        sigterm_ends_it_with_idle_and_half_read_connections_open,
    };

    return SUITE_RUN_ALONE("api/settings", tests);
}
