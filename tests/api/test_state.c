/* What is shown of a game: only what is new, nothing that is secret. */
#include "tests/support/http_game.h"
#include "tests/support/http_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char seed[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

static const char seed_sha256[] =
    "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";

static struct reply
state_of(const struct table *table)
{
    return client_get(suite_client, 200, NULL, &(struct ask){ .path = table->path });
}

static const json_t *
member(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);

    ck_assert_msg(value != NULL, "no member %s", name);
    return value;
}

/* ---- versions ---- */

START_TEST(an_unchanged_state_is_not_sent_again)
{
    const struct table table = table_create(suite_client, 2, "");
    static const char *const tags[] = { "\"v1\"", "W/\"v1\"", "\"v0\", \"v1\"", "*",
                                        "\"x\",W/\"v1\"" };
    static const char *const others[] = { "\"v2\"", "v1", "\"v01x\"", "\"v10\"",
                                          "",       "\"", "\"V1\"",   "\"v99999999999\"" };
    static const char *const ends[] = { "", "/actions", "/events" };
    char header[64];
    struct ask ask = { .headers = { header } };

    for (size_t e = 0; e < 3; e++) {
        for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
            snprintf(header, sizeof header, "If-None-Match: %s", tags[i]);
            ask.path = table_path(&table, ends[e]);
            struct reply reply = client_get(suite_client, 304, NULL, &ask);
            ck_assert_uint_eq(reply.len, 0);
            ck_assert_str_eq(reply_header(&reply, "ETag"), "\"v1\"");
            reply_clear(&reply);
        }
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
            snprintf(header, sizeof header, "If-None-Match: %s", others[i]);
            ask.path = table_path(&table, ends[e]);
            client_expect(suite_client, 200, NULL, &ask);
        }
    }
    uint32_t random = 5;
    ck_assert(table_step(suite_client, &table, &random, NULL, NULL));
    snprintf(header, sizeof header, "If-None-Match: \"v1\"");
    ask.path = table.path;
    struct reply reply = client_get(suite_client, 200, NULL, &ask);
    ck_assert_str_eq(reply_header(&reply, "ETag"), "\"v2\"");
    reply_clear(&reply);
}
END_TEST

START_TEST(since_leaves_out_tiles_already_known)
{
    const struct table table = table_create(suite_client, 2, "");
    uint32_t random = 11;
    char path[96];

    for (int i = 0; i < 20; i++)
        ck_assert(table_step(suite_client, &table, &random, NULL, NULL));
    struct reply early = state_of(&table);
    for (int i = 0; i < 10; i++)
        ck_assert(table_step(suite_client, &table, &random, NULL, NULL));
    struct reply late = state_of(&table);
    snprintf(path, sizeof path, "%s?since=%d", table.path, (int)reply_int(&early, "version"));
    struct reply part = client_get(suite_client, 200, NULL, &(struct ask){ .path = path });
    ck_assert_int_eq(reply_int(&part, "since"), reply_int(&early, "version"));

    /* The early tiles and the new ones are the late ones; everything else is the late state. */
    json_t *tiles = json_copy((json_t *)(size_t)member(member(early.json, "board"), "tiles"));
    json_array_extend(tiles, json_object_get(json_object_get(part.json, "board"), "tiles"));
    ck_assert(json_equal(tiles, member(member(late.json, "board"), "tiles")));
    ck_assert(json_equal(member(member(part.json, "board"), "figures"),
                         member(member(late.json, "board"), "figures")));
    ck_assert(json_equal(member(part.json, "players"), member(late.json, "players")));
    ck_assert(json_equal(member(part.json, "turn"), member(late.json, "turn")));
    json_decref(tiles);
    snprintf(path, sizeof path, "%s?since=0", table.path);
    client_expect(suite_client, 200, NULL, &(struct ask){ .path = path });
    snprintf(path, sizeof path, "%s?since=%d", table.path, (int)reply_int(&late, "version") + 1);
    client_expect(suite_client, 400, "bad-parameter", &(struct ask){ .path = path });
    reply_clear(&early);
    reply_clear(&late);
    reply_clear(&part);
}
END_TEST

/* ---- secrets ---- */

/* The seed and a deck whose first tile is known; the rest of it is `rest`. */
static struct table
create_fixed(const char *rest)
{
    char more[1024];

    snprintf(more, sizeof more,
             ",\"seed\":\"%s\",\"options\":{\"first-player\":0},"
             "\"deck\":{\"main\":[\"HG-31\",%s]}",
             seed, rest);
    return table_create(suite_client, 2, more);
}

/* An answer without what differs between any two games: id and time of creation. */
static char *
neutral(struct reply *reply)
{
    if (json_object_get(reply->json, "id")) {
        json_object_set_new(reply->json, "id", json_null());
        json_object_set_new(reply->json, "created", json_null());
    }
    char *text = json_dumps(reply->json, JSON_COMPACT);
    reply_clear(reply);
    return text;
}

START_TEST(games_that_differ_in_undrawn_tiles_send_the_same)
{
    static const char *const ends[] = { "", "/actions", "/events", "?since=0" };
    const struct table one = create_fixed("\"HG-07\",\"HG-12\",\"HG-40\",\"HG-55\"");
    const struct table two = create_fixed("\"HG-55\",\"HG-40\",\"HG-12\",\"HG-07\"");

    for (size_t e = 0; e < sizeof ends / sizeof ends[0]; e++) {
        struct reply a =
            client_get(suite_client, 200, NULL, &(struct ask){ .path = table_path(&one, ends[e]) });
        struct reply b =
            client_get(suite_client, 200, NULL, &(struct ask){ .path = table_path(&two, ends[e]) });
        char *text_a = neutral(&a), *text_b = neutral(&b);
        ck_assert_str_eq(text_a, text_b);
        ck_assert_ptr_null(strstr(text_a, seed));
        free(text_a);
        free(text_b);
    }
    char *log = child_log(&suite_child);
    ck_assert_ptr_null(strstr(log, seed));
    ck_assert_ptr_null(strstr(log, one.host));
    ck_assert_ptr_null(strstr(log, one.seats[0]));
    free(log);
}
END_TEST

START_TEST(seed_and_deck_are_shown_at_the_end_as_they_were_fixed)
{
    const struct table table = create_fixed("\"HG-07\",\"HG-12\",\"HG-40\",\"HG-55\"");
    uint32_t random = 1;

    for (;;) {
        struct reply state = state_of(&table);
        const bool finished = strcmp(reply_text(&state, "status"), "finished") == 0;
        ck_assert(json_is_null(member(state.json, "seed")) != finished);
        ck_assert(json_is_null(member(state.json, "deck")) != finished);
        if (finished) {
            ck_assert_str_eq(reply_text(&state, "seed"), seed);
            char *deck = json_dumps(member(member(state.json, "deck"), "main"), JSON_COMPACT);
            ck_assert_str_eq(deck, "[\"HG-31\",\"HG-07\",\"HG-12\",\"HG-40\",\"HG-55\"]");
            free(deck);
            ck_assert_str_eq(reply_text(&state, "commitment"), seed_sha256);
        }
        reply_clear(&state);
        if (finished)
            break;
        ck_assert(table_step(suite_client, &table, &random, NULL, NULL));
    }
}
END_TEST

/* C-HG-06: with nothing that can be placed the game goes to final scoring at once. */
START_TEST(a_game_that_is_over_when_it_begins_is_finished)
{
    const struct table table = table_create(suite_client, 2, ",\"deck\":{\"main\":[]}");
    struct reply state = state_of(&table);

    ck_assert_str_eq(reply_text(&state, "status"), "finished");
    ck_assert(!json_is_null(member(state.json, "result")));
    ck_assert(!json_is_null(member(state.json, "seed")));
    reply_clear(&state);
    client_expect(suite_client, 409, "not-playing",
                  &(struct ask){ .method = "POST",
                                 .path = table_path(&table, "/actions"),
                                 .token = table.seats[0],
                                 .body = "{\"type\":\"pass\"}" });
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        an_unchanged_state_is_not_sent_again,
        since_leaves_out_tiles_already_known,
        games_that_differ_in_undrawn_tiles_send_the_same,
        seed_and_deck_are_shown_at_the_end_as_they_were_fixed,
        a_game_that_is_over_when_it_begins_is_finished,
    };

    return SUITE_RUN("api/state", NULL, tests);
}
