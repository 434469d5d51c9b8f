/* Pictures and anchors over the API. */
#include "tests/support/http_game.h"
#include "tests/support/http_suite.h"
#include "tests/support/xml_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct reply
get(const char *path, int status, const char *header)
{
    return client_get(suite_client, status, NULL,
                      &(struct ask){ .path = path, .headers = { header } });
}

/* Ask for a picture; it must be one.  Its tag goes to `tag`, unless that is NULL. */
static struct reply
picture(const char *path, const char *header, char tag[64])
{
    struct reply reply = get(path, 200, header);
    const char *fault = xml_fault(reply.text, reply.len);

    ck_assert_msg(!fault, "%s: %s", path, fault);
    ck_assert_str_eq(reply_header(&reply, "Content-Type"), "image/svg+xml");
    ck_assert(strstr(reply_header(&reply, "Content-Security-Policy"), "default-src 'none'"));
    ck_assert_str_eq(reply_header(&reply, "Vary"), "Accept-Language");
    if (tag)
        snprintf(tag, 64, "%s", reply_header(&reply, "ETag"));
    return reply;
}

/* Whether the picture is answered 304 to somebody who has `tag`. */
static bool
unchanged(const char *path, const char *tag)
{
    char header[96];

    snprintf(header, sizeof header, "If-None-Match: %s", tag);
    struct reply reply =
        client_ask(suite_client, &(struct ask){ .path = path, .headers = { header } });
    ck_assert(reply.status == 200 || reply.status == 304);
    if (reply.status == 304)
        ck_assert_uint_eq(reply.len, 0);
    const bool same = reply.status == 304;
    reply_clear(&reply);
    return same;
}

START_TEST(every_tile_of_every_variant_has_a_picture_and_anchors)
{
    struct reply variants = get("/v1/variants", 200, NULL);
    size_t i, k, pictures = 0;
    const json_t *variant, *tile;

    json_array_foreach(json_object_get(variants.json, "variants"), i, variant)
    {
        const char *name = json_string_value(json_object_get(variant, "name"));
        char path[256];
        snprintf(path, sizeof path, "/v1/variants/%s/tiles", name);
        struct reply tiles = get(path, 200, NULL); /* anchors are of the schema */
        json_array_foreach(json_object_get(tiles.json, "tiles"), k, tile)
        {
            const char *id = json_string_value(json_object_get(tile, "id"));
            char title[96];
            snprintf(path, sizeof path, "/v1/variants/%s/tiles/%s.svg", name, id);
            struct reply reply = picture(path, NULL, NULL);
            snprintf(title, sizeof title, "<title>%s</title>", id);
            ck_assert_ptr_nonnull(strstr(reply.text, title));
            reply_clear(&reply);
            pictures++;
        }
        reply_clear(&tiles);
    }
    ck_assert_uint_gt(pictures, 200);
    reply_clear(&variants);
}
END_TEST

START_TEST(a_tile_has_a_tag_that_tells_its_content)
{
    static const char path[] = "/v1/variants/skeleton/tiles/SK-bend.svg";
    static const char turned[] = "/v1/variants/skeleton/tiles/SK-bend.svg?rotation=90";
    char tag[64], again[64], other[64], czech[64];
    struct reply first = picture(path, NULL, tag), second = picture(path, NULL, again);
    struct reply third = picture(turned, NULL, other);
    struct reply fourth = picture(path, "Accept-Language: cs", czech);

    ck_assert_str_eq(first.text, second.text);
    ck_assert_str_eq(tag, again);
    ck_assert_str_ne(tag, other);
    ck_assert_str_ne(tag, czech);
    ck_assert_ptr_nonnull(strstr(fourth.text, "Pěšina"));
    ck_assert(unchanged(path, tag));
    ck_assert(unchanged(path, "*"));
    ck_assert(!unchanged(path, other));
    ck_assert(!unchanged(path, "\"v1\""));
    reply_clear(&first);
    reply_clear(&second);
    reply_clear(&third);
    reply_clear(&fourth);
}
END_TEST

START_TEST(tags_are_read_as_lists_and_broken_ones_are_none)
{
    static const char path[] = "/v1/variants/skeleton/tiles/SK-end.svg";
    char tag[64], list[160];
    struct reply reply = picture(path, NULL, tag);

    snprintf(list, sizeof list, "\"a\", W/%s ,\"b\"", tag);
    ck_assert(unchanged(path, list));
    ck_assert(!unchanged(path, "\"a\", \"b\""));
    ck_assert(!unchanged(path, "\"a"));
    ck_assert(!unchanged(path, "a"));
    ck_assert(!unchanged(path, ","));
    reply_clear(&reply);
}
END_TEST

START_TEST(tiles_may_hang_on_an_option)
{
    struct reply without = get("/v1/variants/carcassonne/tiles", 200, NULL);
    struct reply with =
        get("/v1/variants/carcassonne/tiles?options=river=yes,farmers=false", 200, NULL);
    const json_t *few = json_object_get(without.json, "tiles");
    const json_t *many = json_object_get(with.json, "tiles");
    char path[160];

    ck_assert_uint_gt(json_array_size(many), json_array_size(few));
    const char *river =
        json_string_value(json_object_get(json_array_get(many, json_array_size(many) - 1), "id"));
    snprintf(path, sizeof path, "/v1/variants/carcassonne/tiles/%s.svg", river);
    client_expect(suite_client, 404, "unknown-tile", &(struct ask){ .path = path });
    strcat(path, "?options=river=yes");
    struct reply reply = picture(path, NULL, NULL);
    reply_clear(&reply);
    reply_clear(&without);
    reply_clear(&with);
}
END_TEST

START_TEST(what_is_not_there_is_said)
{
    static const struct {
        const char *path, *code;
        int status;
    } bad[] = {
        { "/v1/variants/none/tiles/SK-end.svg", "unknown-variant", 404 },
        { "/v1/variants/skeleton/tiles/SK-none.svg", "unknown-tile", 404 },
        { "/v1/variants/skeleton/tiles/SK-end.svg?rotation=45", "bad-parameter", 400 },
        { "/v1/variants/skeleton/tiles/SK-end.svg?rotation=360", "bad-parameter", 400 },
        { "/v1/variants/skeleton/tiles/SK-end.svg?rotation=x", "bad-parameter", 400 },
        { "/v1/variants/skeleton/tiles/SK-end.svg?legal=1", "unknown-parameter", 400 },
        { "/v1/variants/skeleton/tiles/SK-end.svg?options=river=yes", "bad-parameter", 400 },
        { "/v1/variants/carcassonne/tiles?options=river", "bad-parameter", 400 },
        { "/v1/variants/carcassonne/tiles?options=river=maybe", "bad-parameter", 400 },
        { "/v1/variants/carcassonne/tiles?options=,river=yes", "bad-parameter", 400 },
        { "/v1/variants/carcassonne/tiles?options==yes", "bad-parameter", 400 },
        { "/v1/games/none/board.svg", "unknown-game", 404 },
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        client_expect(suite_client, bad[i].status, bad[i].code,
                      &(struct ask){ .path = bad[i].path });
    client_expect(
        suite_client, 404, "unknown-path",
        &(struct ask){ .path = "/v1/variants/skeleton/tiles/.svg", .undocumented = true });
    client_expect(
        suite_client, 404, "unknown-path",
        &(struct ask){ .path = "/v1/variants/skeleton/tiles/SK-end.png", .undocumented = true });
}
END_TEST

START_TEST(the_board_is_drawn_at_every_stage_of_a_game)
{
    struct table table = table_create(suite_client, 2, "");
    uint32_t random = 7;
    char path[96], legal[96], tag[64], next[64], shown[64];

    snprintf(path, sizeof path, "%s/board.svg", table.path);
    snprintf(legal, sizeof legal, "%s/board.svg?legal=1", table.path);
    struct reply reply = picture(path, NULL, tag), other = picture(legal, NULL, shown);
    ck_assert_str_ne(tag, shown);
    ck_assert_ptr_null(strstr(reply.text, "class=\"q\""));
    ck_assert_ptr_nonnull(strstr(other.text, "class=\"q\""));
    ck_assert(unchanged(path, tag) && unchanged(legal, shown));
    ck_assert(!unchanged(legal, tag) && !unchanged(path, shown));
    reply_clear(&other);
    other = picture(path, NULL, next); /* the one that was kept */
    ck_assert_str_eq(reply.text, other.text);
    reply_clear(&reply);
    reply_clear(&other);
    reply = picture(path, "Accept-Language: cs", next);
    ck_assert_ptr_nonnull(strstr(reply.text, "Kartiček na stole"));
    ck_assert_str_ne(next, tag);
    reply_clear(&reply);
    ck_assert(table_step(suite_client, &table, &random, NULL, NULL));
    ck_assert(!unchanged(path, tag));
    table_finish(suite_client, &table, &random);
    reply = picture(legal, NULL, NULL);
    ck_assert_ptr_null(strstr(reply.text, "class=\"q\""));
    reply_clear(&reply);
}
END_TEST

START_TEST(names_of_players_are_only_text)
{
    struct reply created = client_get(
        suite_client, 201, NULL,
        &(struct ask){ .method = "POST",
                       .path = "/v1/games",
                       .body = "{\"variant\":\"skeleton\",\"seats\":[{\"name\":\"<script>&\\\"'\"},"
                               "{\"name\":\"B\",\"colour\":\"#-#\"}]}" });
    struct table table = table_of(&created);
    char path[96];

    snprintf(path, sizeof path, "%s/board.svg", table.path);
    struct reply reply = picture(path, NULL, NULL);
    ck_assert_ptr_nonnull(strstr(reply.text, "&lt;script&gt;&amp;&quot;'"));
    reply_clear(&reply);
    reply_clear(&created);
}
END_TEST

START_TEST(a_game_that_waits_for_players_has_an_empty_table)
{
    struct reply created = client_get(
        suite_client, 201, NULL,
        &(struct ask){ .method = "POST",
                       .path = "/v1/games",
                       .body = "{\"variant\":\"skeleton\",\"seats\":[{\"name\":\"Wanda\"}"
                               ",{}]}" });
    struct table table = table_of(&created);
    char path[96];

    snprintf(path, sizeof path, "%s/board.svg?legal=1", table.path);
    struct reply reply = picture(path, NULL, NULL);
    ck_assert_ptr_nonnull(strstr(reply.text, "Wanda"));
    ck_assert_ptr_null(strstr(reply.text, "clip-path="));
    reply_clear(&reply);
    reply_clear(&created);
}
END_TEST

START_TEST(head_tells_the_tag_without_the_picture)
{
    struct reply reply = client_get(
        suite_client, 200, NULL,
        &(struct ask){ .method = "HEAD", .path = "/v1/variants/skeleton/tiles/SK-end.svg" });

    ck_assert_uint_eq(reply.len, 0);
    ck_assert_uint_eq(strlen(reply_header(&reply, "ETag")), 18);
    reply_clear(&reply);
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        every_tile_of_every_variant_has_a_picture_and_anchors,
        a_tile_has_a_tag_that_tells_its_content,
        tags_are_read_as_lists_and_broken_ones_are_none,
        tiles_may_hang_on_an_option,
        what_is_not_there_is_said,
        the_board_is_drawn_at_every_stage_of_a_game,
        names_of_players_are_only_text,
        a_game_that_waits_for_players_has_an_empty_table,
        head_tells_the_tag_without_the_picture,
    };

    return SUITE_RUN("api/pictures", NULL, tests);
}
