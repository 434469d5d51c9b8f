/* Requests that must change nothing: what is refused, how, and that the game stays as it was. */
#include "tests/support/http_game.h"
#include "tests/support/http_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct table table;
static char *before; /* the state, to the byte */
static int decides;
static char legal[256]; /* an action that would be accepted */
static char actions_path[96];

static void
begin_game(void)
{
    uint32_t random = 9;

    table = table_create(suite_client, 3, "");
    snprintf(actions_path, sizeof actions_path, "%s/actions", table.path);
    for (int i = 0; i < 9; i++)
        ck_assert(table_step(suite_client, &table, &random, NULL, NULL));
    struct reply listed = table_actions(suite_client, &table, &decides);
    char *text =
        json_dumps(json_array_get(json_object_get(listed.json, "actions"), 0), JSON_COMPACT);
    snprintf(legal, sizeof legal, "%s", text);
    free(text);
    reply_clear(&listed);
    before = table_state(suite_client, &table);
}

static void
expect_unchanged(void)
{
    char *after = table_state(suite_client, &table);

    ck_assert_str_eq(after, before);
    free(after);
}

/* The legal action still goes through: nothing was spoiled. */
static void
end_game(void)
{
    expect_unchanged();
    client_expect(
        suite_client, 200, NULL,
        &(struct ask){
            .method = "POST", .path = actions_path, .token = table.seats[decides], .body = legal });
    free(before);
}

static void
refuse(int status, const char *code, struct ask ask)
{
    ask.method = ask.method ? ask.method : "POST";
    ask.path = ask.path ? ask.path : actions_path;
    client_expect(suite_client, status, code, &ask);
    expect_unchanged();
}

START_TEST(bodies_that_are_no_json_change_nothing)
{
    static const char *const bodies[] = { "{",
                                          "nonsense",
                                          "{\"type\":\"pass\"",
                                          "{\"type\":\"pass\"}}",
                                          "{\"type\":\"pass\"} x",
                                          "{\"type\":\"pass\",\"type\":\"pass\"}",
                                          "{\"type\":\"pa\xff\"}",
                                          "{\"type\":\"pass\\u0000\"}",
                                          "{\"x\":1e400}",
                                          "{\"x\":123456789012345678901234567890}",
                                          "\xef\xbb\xbf{\"type\":\"pass\"}",
                                          "type=pass" };

    begin_game();
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        refuse(400, "malformed-json",
               (struct ask){ .token = table.seats[decides], .body = bodies[i] });
    refuse(400, "malformed-json",
           (struct ask){
               .token = table.seats[decides], .body = "{\"type\":\"pass\"}\0", .body_len = 16 });
    refuse(400, "missing-member", (struct ask){ .token = table.seats[decides] });
    static const char *const values[] = { "null", "17", "\"pass\"", "true", "[]" };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        refuse(400, "wrong-type", (struct ask){ .token = table.seats[decides], .body = values[i] });
    end_game();
}
END_TEST

START_TEST(members_of_the_wrong_name_type_or_range_change_nothing)
{
    static const struct {
        const char *code, *body;
    } cases[] = {
        { "wrong-type", "[]" },
        { "wrong-type", "[{\"type\":\"pass\"}]" },
        { "wrong-type", "{\"type\":null}" },
        { "wrong-type", "{\"type\":[\"pass\"]}" },
        { "bad-value", "{\"type\":\"resign\"}" },
        { "bad-value", "{\"type\":\"\"}" },
        { "unknown-member", "{\"type\":\"pass\",\"seat\":1}" },
        { "unknown-member", "{\"type\":\"pass\",\"__proto__\":{}}" },
        { "wrong-type", "{\"type\":\"place-tile\",\"tile\":31,\"x\":1,\"y\":0,\"rotation\":90}" },
        { "wrong-type",
          "{\"type\":\"place-tile\",\"tile\":\"HG-31\",\"x\":\"1\",\"y\":0,\"rotation\":90}" },
        { "bad-value",
          "{\"type\":\"place-tile\",\"tile\":\"HG-31\",\"x\":1000000,\"y\":0,\"rotation\":90}" },
        { "bad-value", "{\"type\":\"place-tile\",\"tile\":\"HG-31\",\"x\":1,"
                       "\"y\":-9223372036854775808,\"rotation\":90}" },
        { "wrong-type",
          "{\"type\":\"place-tile\",\"tile\":\"HG-31\",\"x\":1e2,\"y\":0,\"rotation\":90}" },
        { "bad-value",
          "{\"type\":\"place-tile\",\"tile\":\"HG-31\",\"x\":1,\"y\":0,\"rotation\":91}" },
        { "missing-member", "{\"type\":\"place-tile\",\"tile\":\"HG-31\",\"x\":1,\"y\":0}" },
    };

    begin_game();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refuse(400, cases[i].code,
               (struct ask){ .token = table.seats[decides], .body = cases[i].body });
    end_game();
}
END_TEST

START_TEST(actions_against_the_rules_are_refused_with_the_rule)
{
    static const char *const bodies[] = {
        "{\"type\":\"pass\"}",
        "{\"type\":\"choose\",\"choice\":\"nothing\"}",
        "{\"type\":\"place-tile\",\"tile\":\"HG-99\",\"x\":1,\"y\":0,\"rotation\":90}",
        "{\"type\":\"place-tile\",\"tile\":\"../../etc\",\"x\":0,\"y\":0,\"rotation\":0}",
        "{\"type\":\"place-tile\",\"tile\":\"HG-31\",\"x\":32767,\"y\":-32768,\"rotation\":0}",
        "{\"type\":\"place-figure\",\"figure\":\"dragon\",\"zone\":\"meadow-1\"}",
        "{\"type\":\"place-figure\",\"figure\":\"member\",\"zone\":\"moon-1\"}",
        "{\"type\":\"place-figure\",\"figure\":\"member\",\"zone\":\"meadow-1\","
        "\"with\":\"builder\"}",
        "{\"type\":\"place-figure\",\"figure\":\"hut\",\"x\":0,\"y\":0,\"zone\":\"meadow-1\"}",
        "{\"type\":\"retrieve-figure\",\"figure\":\"member\",\"x\":0,\"y\":0,\"zone\":\"meadow-"
        "1\"}",
    };

    begin_game();
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        if (strcmp(bodies[i], legal) == 0)
            continue;
        struct reply listed = table_actions(suite_client, &table, &decides);
        const bool is_legal = strstr(listed.text, bodies[i]) != NULL;
        reply_clear(&listed);
        if (is_legal)
            continue;
        struct reply reply = client_get(suite_client, 422, "refused",
                                        &(struct ask){ .method = "POST",
                                                       .path = actions_path,
                                                       .token = table.seats[decides],
                                                       .body = bodies[i] });
        ck_assert_msg(strncmp(reply_text(&reply, "rule"), "HG-", 3) == 0, "%s: %s", bodies[i],
                      reply.text);
        reply_clear(&reply);
        expect_unchanged();
    }
    end_game();
}
END_TEST

START_TEST(another_seat_s_turn_is_refused_by_the_rule_of_turns)
{
    begin_game();
    for (int seat = 0; seat < 3; seat++) {
        if (seat == decides)
            continue;
        struct reply reply = client_get(suite_client, 422, "refused", /* HG-12 */
                                        &(struct ask){ .method = "POST",
                                                       .path = actions_path,
                                                       .token = table.seats[seat],
                                                       .body = legal });
        ck_assert_str_eq(reply_text(&reply, "rule"), "HG-12");
        reply_clear(&reply);
    }
    end_game();
}
END_TEST

START_TEST(tokens_that_are_not_this_seat_s_change_nothing)
{
    begin_game();
    const struct table other = table_create(suite_client, 2, "");
    static const char *const wrong[] = { "Authorization: Basic YTpi", "Authorization: Bearer",
                                         "Authorization: Bearer ", "Authorization: token" };

    refuse(401, "no-token", (struct ask){ .body = legal });
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refuse(401, "no-token", (struct ask){ .body = legal, .headers = { wrong[i] } });
    refuse(401, "bad-token", (struct ask){ .body = legal, .token = "x" });
    refuse(401, "bad-token", (struct ask){ .body = legal, .token = other.seats[0] });
    refuse(401, "bad-token", (struct ask){ .body = legal, .token = other.host });
    char longer[64];
    snprintf(longer, sizeof longer, "%s0", table.seats[decides]);
    refuse(401, "bad-token", (struct ask){ .body = legal, .token = longer });
    longer[16] = '\0';
    refuse(401, "bad-token", (struct ask){ .body = legal, .token = longer });
    refuse(403, "not-allowed", (struct ask){ .body = legal, .token = table.host });
    char path[96];
    snprintf(path, sizeof path, "%s/start", table.path);
    refuse(403, "not-allowed", (struct ask){ .path = path, .token = table.seats[0] });
    refuse(403, "not-allowed",
           (struct ask){ .method = "DELETE", .path = table.path, .token = table.seats[0] });
    end_game();
}
END_TEST

START_TEST(stale_and_broken_conditions_change_nothing)
{
    begin_game();
    const char *token = table.seats[decides];
    static const char *const broken[] = { "If-Match: v10", "If-Match: \"v10", "If-Match: 10",
                                          "If-Match: \"v10\", \"v11\"", "If-Match;" };

    struct reply reply = client_get(suite_client, 412, "stale",
                                    &(struct ask){ .method = "POST",
                                                   .path = actions_path,
                                                   .token = token,
                                                   .body = legal,
                                                   .headers = { "If-Match: \"v9\"" } });
    ck_assert_int_eq(reply_int(&reply, "version"), 10);
    ck_assert_str_eq(reply_header(&reply, "ETag"), "\"v10\"");
    reply_clear(&reply);
    refuse(412, "stale",
           (struct ask){ .token = token, .body = legal, .headers = { "If-Match: \"v11\"" } });
    refuse(412, "stale",
           (struct ask){ .token = token, .body = legal, .headers = { "If-Match: \"other\"" } });
    refuse(412, "stale",
           (struct ask){ .token = token, .body = legal, .headers = { "If-Match: W/\"v10\"" } });
    refuse(412, "stale",
           (struct ask){ .token = token, .body = legal, .headers = { "If-Match: \"v010\"" } });
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        refuse(400, "bad-header",
               (struct ask){ .token = token, .body = legal, .headers = { broken[i] } });
    end_game();
}
END_TEST

START_TEST(bodies_of_the_wrong_kind_change_nothing)
{
    begin_game();
    const char *token = table.seats[decides];
    static const char *const types[] = {
        "text/plain",        "application/x-www-form-urlencoded", "",
        "application/jsonx", "application/problem+json",          "multipart/form-data; boundary=x"
    };
    char *huge = calloc(1, 200000);

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        refuse(415, "wrong-content-type",
               (struct ask){ .token = token, .body = legal, .type = types[i] });
    refuse(415, "wrong-content-type",
           (struct ask){ .token = token, .body = legal, .headers = { "Content-Encoding: gzip" } });
    ck_assert_ptr_nonnull(huge);
    memset(huge, ' ', 199999);
    memcpy(huge, legal, strlen(legal));
    refuse(413, "body-too-large", (struct ask){ .token = token, .body = huge });
    huge[65537] = '\0';
    refuse(413, "body-too-large", (struct ask){ .token = token, .body = huge });
    free(huge);
    refuse(
        400, "unexpected-body",
        (struct ask){ .method = "DELETE", .path = table.path, .token = table.host, .body = "{}" });
    refuse(400, "unexpected-body",
           (struct ask){ .method = "GET", .path = table.path, .body = "{}" });
    end_game();
}
END_TEST

START_TEST(a_body_of_exactly_the_limit_and_other_spellings_of_json_are_taken)
{
    begin_game();
    char *body = calloc(1, 65537);

    ck_assert_ptr_nonnull(body);
    memset(body, ' ', 65536);
    memcpy(body, legal, strlen(legal));
    expect_unchanged();
    client_expect(suite_client, 200, NULL,
                  &(struct ask){ .method = "POST",
                                 .path = actions_path,
                                 .token = table.seats[decides],
                                 .body = body,
                                 .type = "Application/JSON; charset=utf-8" });
    free(body);
    free(before);
}
END_TEST

START_TEST(paths_methods_and_parameters_that_do_not_exist_change_nothing)
{
    begin_game();
    static const char *const methods[] = { "PUT", "PATCH", "BREW" };
    char path[128];

    for (size_t i = 0; i < 3; i++) {
        struct reply reply = client_get(
            suite_client, 405, "method-not-allowed",
            &(struct ask){ .method = methods[i], .path = table.path, .undocumented = true });
        ck_assert_str_eq(reply_header(&reply, "Allow"), "GET, HEAD, DELETE, OPTIONS");
        reply_clear(&reply);
        expect_unchanged();
    }
    static const char *const ends[] = { "/", "/actions/", "/Actions", "/actions/1", "/../x" };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(path, sizeof path, "%s%s", table.path, ends[i]);
        refuse(404, "unknown-path",
               (struct ask){ .path = path, .body = legal, .undocumented = true });
    }
    refuse(404, "unknown-game",
           (struct ask){ .path = "/v1/games/0/actions", .token = table.host, .body = legal });
    refuse(404, "unknown-game",
           (struct ask){ .path = "/v1/games/%27%20OR%201/actions", .token = "x", .body = legal });
    snprintf(path, sizeof path, "%s%%00", table.path);
    refuse(404, "unknown-game", (struct ask){ .method = "GET", .path = path });
    snprintf(path, sizeof path, "%s/seats/00", table.path);
    refuse(404, "unknown-seat",
           (struct ask){ .method = "DELETE", .path = path, .token = table.seats[0] });
    refuse(400, "bad-parameter", (struct ask){ .method = "GET", .path = "/v1/games?limit=0" });
    snprintf(path, sizeof path, "%s?since=1&x=2", table.path);
    refuse(400, "unknown-parameter", (struct ask){ .method = "GET", .path = path });
    snprintf(path, sizeof path, "%s?since=1&since=1", table.path);
    refuse(400, "bad-parameter", (struct ask){ .method = "GET", .path = path });
    snprintf(path, sizeof path, "%s/actions?preview=1", table.path);
    refuse(400, "unknown-parameter",
           (struct ask){ .path = path, .token = table.seats[decides], .body = legal });
    end_game();
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        bodies_that_are_no_json_change_nothing,
        members_of_the_wrong_name_type_or_range_change_nothing,
        actions_against_the_rules_are_refused_with_the_rule,
        another_seat_s_turn_is_refused_by_the_rule_of_turns,
        tokens_that_are_not_this_seat_s_change_nothing,
        stale_and_broken_conditions_change_nothing,
        bodies_of_the_wrong_kind_change_nothing,
        a_body_of_exactly_the_limit_and_other_spellings_of_json_are_taken,
        paths_methods_and_parameters_that_do_not_exist_change_nothing,
    };

    return SUITE_RUN("api/illegal", NULL, tests);
}
