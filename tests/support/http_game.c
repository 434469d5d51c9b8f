#include "http_game.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table
table_of(const struct reply *created)
{
    struct table table = { 0 };
    const json_t *tokens = json_object_get(created->json, "tokens");
    const char *seat;
    json_t *token;

    ck_assert_int_eq(created->status, 201);
    snprintf(table.id, sizeof table.id, "%s", reply_text(created, "game"));
    snprintf(table.path, sizeof table.path, "/v1/games/%s", table.id);
    snprintf(table.host, sizeof table.host, "%s",
             json_string_value(json_object_get(tokens, "host")));
    json_object_foreach(json_object_get(tokens, "seats"), seat, token)
    {
        snprintf(table.seats[atoi(seat)], sizeof table.seats[0], "%s", json_string_value(token));
        table.players++;
    }
    return table;
}

struct table
table_create(struct client *client, size_t players, const char *more)
{
    char body[8192], seats[256] = "";

    for (size_t i = 0; i < players; i++)
        snprintf(seats + strlen(seats), sizeof seats - strlen(seats), "%s{\"name\":\"P%zu\"}",
                 i ? "," : "", i);
    snprintf(body, sizeof body, "{\"variant\":\"hunters-gatherers\",\"seats\":[%s]%s}", seats,
             more);
    struct reply reply = client_get(
        client, 201, NULL, &(struct ask){ .method = "POST", .path = "/v1/games", .body = body });
    const struct table table = table_of(&reply);
    reply_clear(&reply);
    return table;
}

const char *
table_path(const struct table *table, const char *rest)
{
    static char path[128];

    snprintf(path, sizeof path, "%s%s", table->path, rest);
    return path;
}

json_int_t
table_version(struct client *client, const struct table *table)
{
    struct reply reply = client_get(client, 200, NULL, &(struct ask){ .path = table->path });
    const json_int_t version = reply_int(&reply, "version");

    reply_clear(&reply);
    return version;
}

char *
table_state(struct client *client, const struct table *table)
{
    struct reply reply = client_get(client, 200, NULL, &(struct ask){ .path = table->path });
    char *text = reply.text;

    reply.text = NULL;
    reply_clear(&reply);
    return text;
}

struct reply
table_actions(struct client *client, const struct table *table, int *decides)
{
    struct reply reply =
        client_get(client, 200, NULL, &(struct ask){ .path = table_path(table, "/actions") });
    const json_t *player = json_object_get(reply.json, "player");

    *decides = json_is_integer(player) ? (int)json_integer_value(player) : -1;
    return reply;
}

static uint32_t
next_random(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return *random >> 8;
}

bool
table_step(struct client *client, const struct table *table, uint32_t *random, const char *key,
           struct reply *answer)
{
    int decides = -1;
    struct reply listed = table_actions(client, table, &decides);
    const json_t *actions = json_object_get(listed.json, "actions");
    const size_t count = json_array_size(actions);
    char match[48], key_header[96];

    if (count == 0) {
        ck_assert_int_eq(decides, -1);
        reply_clear(&listed);
        return false;
    }
    char *body = json_dumps(json_array_get(actions, next_random(random) % count), JSON_COMPACT);
    snprintf(match, sizeof match, "If-Match: \"v%d\"", (int)reply_int(&listed, "version"));
    snprintf(key_header, sizeof key_header, "Idempotency-Key: %s", key ? key : "");
    struct reply reply = client_get(client, 200, NULL,
                                    &(struct ask){ .method = "POST",
                                                   .path = table_path(table, "/actions"),
                                                   .token = table->seats[decides],
                                                   .body = body,
                                                   .headers = { match, key ? key_header : NULL } });
    free(body);
    reply_clear(&listed);
    if (answer)
        *answer = reply;
    else
        reply_clear(&reply);
    return true;
}

size_t
table_finish(struct client *client, const struct table *table, uint32_t *random)
{
    size_t steps = 0;

    while (table_step(client, table, random, NULL, NULL))
        steps++;
    return steps;
}
