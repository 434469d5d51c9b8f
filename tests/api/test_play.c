/* Whole games over the API; repeats. */
#include "tests/support/http_game.h"
#include "tests/support/http_suite.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- from creation to the end ---- */

/* Add up what the events say each seat got. */
static void
add_points(const json_t *events, json_int_t sums[8])
{
    size_t i;
    const json_t *event, *points;
    const char *seat;

    json_array_foreach(events, i, event)
    {
        json_object_foreach(json_object_get(event, "points"), seat, points)
        {
            sums[atoi(seat)] += json_integer_value(points);
        }
    }
}

/* The events of every answer, one after the other, are the events of the list. */
static void
expect_same_events(const struct table *table, const json_t *collected)
{
    struct reply reply =
        client_get(suite_client, 200, NULL, &(struct ask){ .path = table_path(table, "/events") });
    const json_t *all = member(reply.json, "events");
    const size_t count = json_array_size(all), begun = count - json_array_size(collected);
    size_t i;
    const json_t *event;

    json_array_foreach(all, i, event)
    {
        ck_assert_int_eq(json_integer_value(member(event, "seq")), (json_int_t)i + 1);
        if (i >= begun)
            ck_assert(json_equal(event, json_array_get(collected, i - begun)));
    }
    reply_clear(&reply);
    char path[96];
    snprintf(path, sizeof path, "%s/events?since=%zu", table->path, count - 1);
    reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = path });
    ck_assert_uint_eq(json_array_size(member(reply.json, "events")), 1);
    reply_clear(&reply);
    snprintf(path, sizeof path, "%s/events?since=%zu", table->path, count);
    reply = client_get(suite_client, 200, NULL, &(struct ask){ .path = path });
    ck_assert_uint_eq(json_array_size(member(reply.json, "events")), 0);
    reply_clear(&reply);
}

/* The seed shown at the end is the one promised at the beginning. */
static void
expect_commitment(const json_t *state)
{
    unsigned char bytes[32], hash[32];
    char hex[65];

    ck_assert_int_eq(sodium_hex2bin(bytes, sizeof bytes, json_string_value(member(state, "seed")),
                                    64, NULL, NULL, NULL),
                     0);
    crypto_hash_sha256(hash, bytes, sizeof bytes);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    ck_assert_str_eq(hex, json_string_value(member(state, "commitment")));
}

static void
play(size_t players)
{
    const struct table table = table_create(suite_client, players, "");
    json_t *collected = json_array();
    json_int_t sums[8] = { 0 };
    uint32_t random = (uint32_t)players;
    struct reply reply;
    size_t steps = 0;

    while (table_step(suite_client, &table, &random, NULL, &reply)) {
        json_array_extend(collected, json_object_get(reply.json, "events"));
        ck_assert_int_eq(reply_int(&reply, "version"), (json_int_t)++steps + 1);
        reply_clear(&reply);
    }
    add_points(collected, sums);
    expect_same_events(&table, collected);
    reply = state_of(&table);
    ck_assert_str_eq(reply_text(&reply, "status"), "finished");
    ck_assert(json_is_null(member(reply.json, "turn")));
    const json_t *list = member(reply.json, "players");
    ck_assert_uint_eq(json_array_size(list), players);
    for (size_t p = 0; p < players; p++)
        ck_assert_int_eq(json_integer_value(member(json_array_get(list, p), "score")), sums[p]);
    ck_assert_uint_eq(json_array_size(member(member(reply.json, "result"), "ranking")), players);
    expect_commitment(reply.json);
    /* Every tile is on the table, discarded, or still in a pile. */
    const json_t *deck = member(reply.json, "deck"), *piles = member(reply.json, "piles");
    const char *pile;
    json_t *order;
    json_int_t tiles = 1, left = 0; /* the start tile is in no pile */
    json_object_foreach((json_t *)(size_t)deck, pile, order)
    {
        tiles += (json_int_t)json_array_size(order);
        left += json_integer_value(member(piles, pile));
    }
    ck_assert_int_eq((json_int_t)json_array_size(member(member(reply.json, "board"), "tiles")) +
                         (json_int_t)json_array_size(member(reply.json, "discarded")) + left,
                     tiles);
    reply_clear(&reply);
    json_decref(collected);
}

START_TEST(two_play_from_creation_to_the_end)
{
    play(2);
}
END_TEST

START_TEST(three_play_from_creation_to_the_end)
{
    play(3);
}
END_TEST

START_TEST(four_play_from_creation_to_the_end)
{
    play(4);
}
END_TEST

START_TEST(five_play_from_creation_to_the_end)
{
    play(5);
}
END_TEST

/* ---- what is not listed ---- */

/* Actions like `action` that a client might think of instead: new texts in an array. */
static json_t *
variations(const json_t *action)
{
    json_t *out = json_array();
    const char *const numbers[] = { "x", "y", "rotation" };
    const char *const texts[] = { "tile", "figure", "zone" };

    for (size_t i = 0; i < 3; i++) {
        if (json_object_get(action, numbers[i])) {
            json_t *other = json_deep_copy(action);
            const json_int_t value = json_integer_value(json_object_get(action, numbers[i]));
            json_object_set_new(other, numbers[i],
                                json_integer(i == 2 ? (value + 90) % 360 : value + 1));
            json_array_append_new(out, other);
        }
        if (json_object_get(action, texts[i])) {
            json_t *other = json_deep_copy(action);
            json_object_set_new(other, texts[i], json_string(i == 0 ? "HG-01" : "meadow-3"));
            json_array_append_new(out, other);
        }
    }
    json_array_append_new(out, json_pack("{s:s}", "type", "pass"));
    json_array_append_new(out, json_pack("{s:s,s:s}", "type", "choose", "choice", "none"));
    return out;
}

static bool
is_listed(const json_t *actions, const json_t *action)
{
    size_t i;
    const json_t *listed;

    json_array_foreach(actions, i, listed)
    {
        if (json_equal(listed, action))
            return true;
    }
    return false;
}

START_TEST(whatever_is_not_listed_is_refused_with_a_rule)
{
    const struct table table = table_create(suite_client, 2, "");
    uint32_t random = 77;
    size_t refused = 0, i;
    char path[96];
    const json_t *other;

    snprintf(path, sizeof path, "%s/actions", table.path);
    do {
        int decides = -1;
        struct reply listed = table_actions(suite_client, &table, &decides);
        const json_t *actions = member(listed.json, "actions");
        json_t *others = variations(json_array_get(actions, 0));
        json_array_foreach(decides >= 0 ? others : NULL, i, other)
        {
            if (is_listed(actions, other))
                continue;
            char *body = json_dumps(other, JSON_COMPACT);
            struct reply reply = client_get(
                suite_client, 422, "refused",
                &(struct ask){
                    .method = "POST", .path = path, .token = table.seats[decides], .body = body });
            ck_assert(strlen(reply_text(&reply, "rule")) > 0);
            reply_clear(&reply);
            free(body);
            refused++;
        }
        json_decref(others);
        reply_clear(&listed);
    } while (table_step(suite_client, &table, &random, NULL, NULL));
    ck_assert_uint_ge(refused, 300);
}
END_TEST

/* ---- repeats ---- */

START_TEST(a_repeated_key_gets_the_first_answer_and_is_applied_once)
{
    const struct table table = table_create(suite_client, 2, "");
    uint32_t random = 3;
    int decides = -1;
    struct reply listed = table_actions(suite_client, &table, &decides);
    char *body = json_dumps(json_array_get(member(listed.json, "actions"), 0), JSON_COMPACT);
    char *other = json_dumps(json_array_get(member(listed.json, "actions"), 1), JSON_COMPACT);
    char path[96];
    struct ask ask = { .method = "POST",
                       .path = path,
                       .token = table.seats[decides],
                       .body = body,
                       .headers = { "Idempotency-Key: k-1", "If-Match: \"v1\"" } };

    snprintf(path, sizeof path, "%s/actions", table.path);
    struct reply first = client_get(suite_client, 200, NULL, &ask);
    char etag[32];
    snprintf(etag, sizeof etag, "%s", reply_header(&first, "ETag"));
    /* Again at once, and again when the game has moved on: the same bytes, If-Match or not. */
    for (int round = 0; round < 3; round++) {
        struct reply again = client_get(suite_client, 200, NULL, &ask);
        ck_assert_str_eq(again.text, first.text);
        ck_assert_str_eq(reply_header(&again, "ETag"), etag);
        reply_clear(&again);
        ck_assert_int_eq(table_version(suite_client, &table), round + 2);
        ck_assert(table_step(suite_client, &table, &random, NULL, NULL));
    }
    ask.body = other;
    client_expect(suite_client, 422, "key-reused", &ask);
    ask.body = "{\"type\":\"pass\"}";
    client_expect(suite_client, 422, "key-reused", &ask);
    table_finish(suite_client, &table, &random);
    ask.body = body;
    struct reply again = client_get(suite_client, 200, NULL, &ask);
    ck_assert_str_eq(again.text, first.text);
    reply_clear(&again);
    reply_clear(&first);
    reply_clear(&listed);
    free(body);
    free(other);
}
END_TEST

START_TEST(keys_belong_to_seats_and_have_a_form)
{
    const struct table table = table_create(suite_client, 2, "");
    char path[96], key[200] = "Idempotency-Key: ";
    uint32_t random = 1;

    int first = -1, decides = -1;
    struct reply listed = table_actions(suite_client, &table, &first);

    reply_clear(&listed);
    ck_assert(table_step(suite_client, &table, &random, "same", NULL));
    for (;;) {
        listed = table_actions(suite_client, &table, &decides);
        reply_clear(&listed);
        if (decides != first)
            break;
        ck_assert(table_step(suite_client, &table, &random, NULL, NULL));
    }
    /* Another seat's key of the same name is another key. */
    const json_int_t version = table_version(suite_client, &table);
    ck_assert(table_step(suite_client, &table, &random, "same", NULL));
    ck_assert_int_eq(table_version(suite_client, &table), version + 1);

    snprintf(path, sizeof path, "%s/actions", table.path);
    struct ask ask = { .method = "POST",
                       .path = path,
                       .token = table.seats[0],
                       .body = "{\"type\":\"pass\"}",
                       .headers = { "Idempotency-Key;" } };
    client_expect(suite_client, 400, "bad-header", &ask);
    memset(key + strlen(key), 'k', 128);
    ask.headers[0] = key;
    client_expect(suite_client, 400, "bad-header", &ask);
    ask.headers[0] = "Idempotency-Key: k\xc3\xa9";
    client_expect(suite_client, 400, "bad-header", &ask);
}
END_TEST

/* ---- endings ---- */

START_TEST(a_finished_game_takes_no_action)
{
    const struct table table = table_create(suite_client, 2, ",\"deck\":{\"main\":[\"HG-31\"]}");
    uint32_t random = 2;

    table_finish(suite_client, &table, &random);
    client_expect(suite_client, 409, "not-playing",
                  &(struct ask){ .method = "POST",
                                 .path = table_path(&table, "/actions"),
                                 .token = table.seats[0],
                                 .body = "{\"type\":\"pass\"}" });
}
END_TEST

START_TEST(a_killed_daemon_comes_back_with_every_game)
{
    struct child child;

    child_start(&child, NULL);
    struct client *client = client_new(child.url);
    const struct table table = table_create(client, 3, "");
    uint32_t random = 4;
    for (int i = 0; i < 25; i++)
        ck_assert(table_step(client, &table, &random, NULL, NULL));
    char *before = table_state(client, &table);
    client_free(client);
    child_kill(&child);
    child_restart(&child, NULL);
    client = client_new(child.url);
    char *after = table_state(client, &table);
    ck_assert_str_eq(after, before);
    table_finish(client, &table, &random);
    client_free(client);
    ck_assert(child_stop(&child));
    child_clean(&child);
    free(before);
    free(after);
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        two_play_from_creation_to_the_end,
        three_play_from_creation_to_the_end,
        four_play_from_creation_to_the_end,
        five_play_from_creation_to_the_end,
        whatever_is_not_listed_is_refused_with_a_rule,
        a_repeated_key_gets_the_first_answer_and_is_applied_once,
        keys_belong_to_seats_and_have_a_form,
        a_finished_game_takes_no_action,
        a_killed_daemon_comes_back_with_every_game,
    };

    return sodium_init() < 0 ? EXIT_FAILURE : SUITE_RUN("api/play", NULL, tests);
}
