/* Creating, listing, joining, leaving, starting and deleting games; variants. */
#include "tests/support/http_game.h"
#include "tests/support/http_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct reply
create(int status, const char *code, const char *body)
{
    return client_get(suite_client, status, code,
                      &(struct ask){ .method = "POST", .path = "/v1/games", .body = body });
}

static struct table
create_open(const char *seats)
{
    char body[512];

    snprintf(body, sizeof body, "{\"variant\":\"hunters-gatherers\",\"seats\":%s}", seats);
    struct reply reply = create(201, NULL, body);
    const struct table table = table_of(&reply);
    reply_clear(&reply);
    return table;
}

static void
expect_status(const struct table *table, const char *status)
{
    struct reply reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = table->path });

    ck_assert_str_eq(reply_text(&reply, "status"), status);
    reply_clear(&reply);
}

/* ---- variants ---- */

START_TEST(variants_tell_what_a_frontend_needs)
{
    struct reply list =
        client_get(suite_client, 200, NULL, &(struct ask){ .path = "/v1/variants" });
    struct reply one = client_get(suite_client, 200, NULL,
                                  &(struct ask){ .path = "/v1/variants/hunters-gatherers" });
    size_t i;
    const json_t *variant;
    bool found = false;

    json_array_foreach(json_object_get(list.json, "variants"), i, variant)
    {
        found = found || json_equal(variant, one.json);
    }
    ck_assert(found);
    const json_t *players = json_object_get(one.json, "players");
    ck_assert_int_eq(json_integer_value(json_object_get(players, "min")), 2);
    ck_assert_int_eq(json_integer_value(json_object_get(players, "max")), 5);
    ck_assert_str_eq(json_string_value(json_object_get(
                         json_array_get(json_object_get(one.json, "figures"), 0), "name")),
                     "member");
    reply_clear(&list);
    reply_clear(&one);
}
END_TEST

START_TEST(titles_are_czech_for_who_prefers_that)
{
    static const struct {
        const char *languages;
        bool czech;
    } cases[] = {
        { "cs", true },
        { "cs-CZ", true },
        { "cs, en;q=0.8", true },
        { "en", false },
        { "en-GB, cs;q=0.5", false },
        { "de, cs;q=0.3", true },
        { "csb", false },
        { "cs;q=0", false },
        { "en;q=0.1,cs;q=0.2", true },
        { "*", false },
    };
    struct ask ask = { .path = "/v1/variants/hunters-gatherers" };
    struct reply english = client_get(suite_client, 200, NULL, &ask);

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char header[64];
        snprintf(header, sizeof header, "Accept-Language: %s", cases[i].languages);
        ask.headers[0] = header;
        struct reply reply = client_get(suite_client, 200, NULL, &ask);
        ck_assert_msg(json_equal(reply.json, english.json) != cases[i].czech, "%s", header);
        ck_assert_ptr_nonnull(strstr(reply_header(&reply, "Vary"), "Accept-Language"));
        reply_clear(&reply);
    }
    reply_clear(&english);
}
END_TEST

START_TEST(tiles_are_listed_with_their_zones)
{
    struct reply reply = client_get(
        suite_client, 200, NULL, &(struct ask){ .path = "/v1/variants/hunters-gatherers/tiles" });
    size_t i, count = 0, starts = 0;
    const json_t *tile;

    json_array_foreach(json_object_get(reply.json, "tiles"), i, tile)
    {
        size_t z, ports = 0;
        const json_t *zone;
        count += (size_t)json_integer_value(json_object_get(tile, "count"));
        starts += json_is_true(json_object_get(tile, "start"));
        json_array_foreach(json_object_get(tile, "zones"), z, zone)
        {
            ports += json_array_size(json_object_get(zone, "ports"));
        }
        ck_assert_uint_eq(ports, 12); /* each port belongs to one zone */
    }
    ck_assert_uint_eq(count, 91); /* HG-03: 79 tiles, 12 with the bonus back */
    ck_assert_uint_eq(starts, 1);
    reply_clear(&reply);
    client_expect(suite_client, 404, "unknown-variant",
                  &(struct ask){ .path = "/v1/variants/no-such/tiles" });
    client_expect(suite_client, 404, "unknown-variant",
                  &(struct ask){ .path = "/v1/variants/%ff%00" });
}
END_TEST

/* ---- creating ---- */

START_TEST(a_game_whose_seats_are_all_taken_begins)
{
    struct reply reply =
        create(201, NULL,
               "{\"variant\":\"hunters-gatherers\",\"seats\":[{\"name\":\"Anna\"},"
               "{\"name\":\"Bert\",\"colour\":\"red\"}],\"options\":{\"first-player\":1}}");
    const struct table table = table_of(&reply);
    char location[64];

    snprintf(location, sizeof location, "%s", reply_header(&reply, "Location"));
    ck_assert_str_eq(location, table.path);
    ck_assert_str_eq(reply_header(&reply, "ETag"), "\"v1\"");
    ck_assert_uint_eq(table.players, 2);
    ck_assert_str_ne(table.seats[0], table.seats[1]);
    ck_assert_str_ne(table.seats[0], table.host);
    reply_clear(&reply);

    reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = table.path });
    ck_assert_str_eq(reply_text(&reply, "status"), "playing");
    const json_t *players = json_object_get(reply.json, "players");
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(players, 1), "colour")),
                     "red");
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(players, 0), "name")),
                     "Anna");
    const json_t *turn = json_object_get(reply.json, "turn");
    ck_assert_int_eq(json_integer_value(json_object_get(turn, "player")), 1);
    ck_assert_int_eq(
        json_integer_value(json_object_get(json_object_get(reply.json, "options"), "first-player")),
        1);
    reply_clear(&reply);
}
END_TEST

START_TEST(what_the_variant_does_not_allow_is_refused)
{
    static const struct {
        const char *code, *body;
        int status;
    } cases[] = {
        { "bad-variant", "{\"variant\":\"chess\",\"seats\":[{},{}]}", 422 },
        { "bad-seats", "{\"variant\":\"hunters-gatherers\",\"seats\":[]}", 422 },
        { "bad-seats", "{\"variant\":\"hunters-gatherers\",\"seats\":[{}]}", 422 },
        { "bad-seats", "{\"variant\":\"hunters-gatherers\",\"seats\":[{},{},{},{},{},{}]}", 422 },
        { "bad-seats",
          "{\"variant\":\"hunters-gatherers\",\"seats\":[{\"colour\":\"red\"},{\"colour\":\"red\"}]"
          "}",
          422 },
        { "bad-seats", "{\"variant\":\"hunters-gatherers\",\"seats\":[{\"colour\":\"R G\"},{}]}",
          422 },
        { "bad-option",
          "{\"variant\":\"hunters-gatherers\",\"seats\":[{},{}],\"options\":{\"goods\":true}}",
          422 },
        { "bad-option",
          "{\"variant\":\"hunters-gatherers\",\"seats\":[{},{}],\"options\":{\"first-player\":2}}",
          422 },
        { "bad-option",
          "{\"variant\":\"hunters-gatherers\",\"seats\":[{},{}],"
          "\"options\":{\"first-player\":\"me\"}}",
          422 },
        { "bad-option",
          "{\"variant\":\"hunters-gatherers\",\"seats\":[{},{}],"
          "\"options\":{\"first-player\":\"1\"}}",
          422 },
        { "bad-deck",
          "{\"variant\":\"hunters-gatherers\",\"seats\":[{},{}],\"deck\":{\"main\":[\"XX\"]}}",
          422 },
        { "bad-deck",
          "{\"variant\":\"hunters-gatherers\",\"seats\":[{},{}],\"deck\":{\"river\":[]}}", 422 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reply reply = create(cases[i].status, cases[i].code, cases[i].body);
        reply_clear(&reply);
    }
}
END_TEST

START_TEST(an_unshown_game_can_be_read_by_who_knows_its_id)
{
    struct reply reply = create(201, NULL,
                                "{\"variant\":\"hunters-gatherers\",\"private\":true,"
                                "\"seats\":[{\"name\":\"Secret\"},{}]}");
    const struct table table = table_of(&reply);

    reply_clear(&reply);
    reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = "/v1/games?limit=200" });
    ck_assert_ptr_null(strstr(reply.text, table.id));
    reply_clear(&reply);
    expect_status(&table, "open");
}
END_TEST

/* ---- the list ---- */

START_TEST(the_list_is_paged_newest_first_and_filtered)
{
    char ids[5][40], path[96], cursor[32] = "";

    for (size_t i = 0; i < 5; i++) {
        const struct table table = create_open("[{\"name\":\"Pager\"},{}]");
        memcpy(ids[i], table.id, sizeof ids[i]);
    }
    for (size_t page = 0, at = 5; page < 2; page++) {
        snprintf(path, sizeof path, "/v1/games?status=open&variant=hunters-gatherers&limit=2%s%s",
                 cursor[0] ? "&cursor=" : "", cursor);
        struct reply reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = path });
        const json_t *games = json_object_get(reply.json, "games");
        ck_assert_uint_eq(json_array_size(games), 2);
        for (size_t i = 0; i < 2; i++)
            ck_assert_str_eq(json_string_value(json_object_get(json_array_get(games, i), "id")),
                             ids[--at]);
        snprintf(cursor, sizeof cursor, "%s", reply_text(&reply, "next"));
        reply_clear(&reply);
    }
    struct reply none =
        client_get(suite_client, 200, NULL, &(struct ask){ .path = "/v1/games?variant=chess" });
    ck_assert_str_eq(none.text, "{\"games\":[],\"next\":null}");
    reply_clear(&none);
    static const char *const bad[] = { "status=won",      "status=Open",
                                       "limit=201",       "limit=-1",
                                       "limit=",          "limit=2x",
                                       "cursor=z",        "cursor=1e3",
                                       "limit=2&limit=3", "cursor=99999999999999999999999" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(path, sizeof path, "/v1/games?%s", bad[i]);
        client_expect(suite_client, 400, "bad-parameter", &(struct ask){ .path = path });
    }
    client_expect(suite_client, 400, "unknown-parameter",
                  &(struct ask){ .path = "/v1/games?colour=red" });
    client_expect(suite_client, 400, "unknown-parameter", &(struct ask){ .path = "/v1/games?x" });
}
END_TEST

/* ---- joining and leaving ---- */

static struct reply
join(const struct table *table, int status, const char *code, const char *body)
{
    return client_get(
        suite_client, status, code,
        &(struct ask){ .method = "POST", .path = table_path(table, "/seats"), .body = body });
}

START_TEST(the_last_to_join_starts_the_game)
{
    struct table table = create_open("[{\"name\":\"Host\"},{},{\"colour\":\"green\"}]");
    struct reply reply = join(&table, 201, NULL, "{\"seat\":2,\"name\":\"Two\"}");

    ck_assert_int_eq(reply_int(&reply, "seat"), 2);
    ck_assert_int_eq(reply_int(&reply, "version"), 2);
    ck_assert_str_eq(reply_header(&reply, "ETag"), "\"v2\"");
    snprintf(table.seats[2], sizeof table.seats[2], "%s", reply_text(&reply, "token"));
    reply_clear(&reply);
    reply = join(&table, 409, "seat-taken", "{\"seat\":2}");
    reply_clear(&reply);
    reply = join(&table, 404, "unknown-seat", "{\"seat\":3}");
    reply_clear(&reply);
    reply = join(&table, 422, "bad-seats", "{\"colour\":\"green\"}");
    reply_clear(&reply);
    expect_status(&table, "open");
    reply = join(&table, 201, NULL, NULL);
    ck_assert_int_eq(reply_int(&reply, "seat"), 1);
    snprintf(table.seats[1], sizeof table.seats[1], "%s", reply_text(&reply, "token"));
    reply_clear(&reply);
    expect_status(&table, "playing");
    reply = join(&table, 409, "not-open", "{}");
    reply_clear(&reply);
    uint32_t random = 7;
    ck_assert(table_step(suite_client, &table, &random, NULL, NULL));
}
END_TEST

static void
leave(const struct table *table, const char *seat, const char *token, int status, const char *code)
{
    char path[96];

    snprintf(path, sizeof path, "%s/seats/%s", table->path, seat);
    client_expect(suite_client, status, code,
                  &(struct ask){ .method = "DELETE", .path = path, .token = token });
}

START_TEST(a_seat_is_left_by_itself_or_cleared_by_the_host)
{
    struct table table = create_open("[{\"name\":\"A\"},{\"name\":\"B\"},{}]");

    leave(&table, "0", NULL, 401, "no-token");
    leave(&table, "0", "0123456789abcdef0123456789abcdef", 401, "bad-token");
    leave(&table, "0", table.seats[1], 403, "not-allowed");
    leave(&table, "2", table.host, 404, "unknown-seat");
    leave(&table, "7", table.host, 404, "unknown-seat");
    leave(&table, "-1", table.host, 404, "unknown-seat");
    leave(&table, "0x0", table.host, 404, "unknown-seat");
    leave(&table, "0", table.seats[0], 204, NULL);
    leave(&table, "0", table.seats[0], 401, "bad-token"); /* that token is gone */
    leave(&table, "1", table.host, 204, NULL);
    struct reply reply = join(&table, 201, NULL, "{\"name\":\"C\"}");
    ck_assert_int_eq(reply_int(&reply, "seat"), 0);
    reply_clear(&reply);
}
END_TEST

START_TEST(whoever_resigns_ends_the_game)
{
    const struct table table = table_create(suite_client, 3, "");

    leave(&table, "1", table.host, 403, "not-allowed");
    leave(&table, "1", table.seats[1], 204, NULL);
    struct reply reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = table.path });
    ck_assert_str_eq(reply_text(&reply, "status"), "aborted");
    ck_assert(json_is_null(json_object_get(reply.json, "seed")));
    ck_assert(json_is_null(json_object_get(reply.json, "deck")));
    ck_assert(json_is_null(json_object_get(reply.json, "turn"))); /* nobody is asked any more */
    ck_assert(strlen(reply_text(&reply, "reason")) > 0);
    reply_clear(&reply);
    leave(&table, "0", table.seats[0], 409, "not-playing");
    client_expect(suite_client, 409, "not-playing",
                  &(struct ask){ .method = "POST",
                                 .path = table_path(&table, "/actions"),
                                 .token = table.seats[0],
                                 .body = "{\"type\":\"pass\"}" });
}
END_TEST

/* ---- starting and deleting ---- */

START_TEST(the_host_starts_with_the_seats_taken_so_far)
{
    struct table table = create_open("[{},{\"name\":\"B\"},{},{\"name\":\"D\"},{}]");
    struct ask start = { .method = "POST" };
    char path[96];

    snprintf(path, sizeof path, "%s/start", table.path);
    start.path = path;
    client_expect(suite_client, 401, "no-token", &start);
    start.token = table.seats[1];
    client_expect(suite_client, 403, "not-allowed", &start);
    start.token = table.host;
    start.headers[0] = "If-Match: \"v9\"";
    struct reply reply = client_get(suite_client, 412, "stale", &start);
    ck_assert_int_eq(reply_int(&reply, "version"), 1);
    ck_assert_str_eq(reply_header(&reply, "ETag"), "\"v1\"");
    reply_clear(&reply);
    start.headers[0] = "If-Match: \"v1\"";
    start.body = "{\"now\":true}";
    client_expect(suite_client, 400, "unknown-member", &start);
    start.body = "{}";
    reply = client_get(suite_client, 200, NULL, &start);
    const json_t *events = json_object_get(reply.json, "events");
    ck_assert(json_array_size(events) >= 2);
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(events, 0), "type")),
                     "tile-laid");
    reply_clear(&reply);
    start.headers[0] = NULL;
    client_expect(suite_client, 409, "not-open", &start);

    reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = table.path });
    const json_t *players = json_object_get(reply.json, "players");
    ck_assert_uint_eq(json_array_size(players), 2);
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(players, 1), "name")), "D");
    reply_clear(&reply);
}
END_TEST

START_TEST(one_player_is_too_few_to_start)
{
    const struct table table = create_open("[{\"name\":\"A\"},{}]");

    client_expect(suite_client, 409, "too-few-players",
                  &(struct ask){ .method = "POST",
                                 .path = table_path(&table, "/start"),
                                 .token = table.host });
}
END_TEST

START_TEST(a_deleted_game_is_gone)
{
    const struct table table = table_create(suite_client, 2, "");
    struct ask ask = { .method = "DELETE", .path = table.path };

    client_expect(suite_client, 401, "no-token", &ask);
    ask.token = table.seats[0];
    client_expect(suite_client, 403, "not-allowed", &ask);
    ask.token = table.host;
    ask.headers[0] = "If-Match: \"v8\"";
    client_expect(suite_client, 412, "stale", &ask);
    ask.headers[0] = "If-Match: W/\"v1\"";
    client_expect(suite_client, 412, "stale", &ask);
    ask.headers[0] = "If-Match: *";
    client_expect(suite_client, 204, NULL, &ask);
    client_expect(suite_client, 404, "unknown-game", &ask);
    client_expect(suite_client, 404, "unknown-game", &(struct ask){ .path = table.path });
    client_expect(suite_client, 404, "unknown-game",
                  &(struct ask){ .path = table_path(&table, "/actions") });
    client_expect(suite_client, 404, "unknown-game",
                  &(struct ask){ .path = table_path(&table, "/events") });
    client_expect(suite_client, 404, "unknown-game",
                  &(struct ask){ .method = "POST", .path = table_path(&table, "/seats") });
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        variants_tell_what_a_frontend_needs,
        titles_are_czech_for_who_prefers_that,
        tiles_are_listed_with_their_zones,
        a_game_whose_seats_are_all_taken_begins,
        what_the_variant_does_not_allow_is_refused,
        an_unshown_game_can_be_read_by_who_knows_its_id,
        the_list_is_paged_newest_first_and_filtered,
        the_last_to_join_starts_the_game,
        a_seat_is_left_by_itself_or_cleared_by_the_host,
        whoever_resigns_ends_the_game,
        the_host_starts_with_the_seats_taken_so_far,
        one_player_is_too_few_to_start,
        a_deleted_game_is_gone,
    };

    return SUITE_RUN("api/games", NULL, tests);
}
