/* GET /v1/variants/{v}/tiles/{t}.svg and /v1/games/{id}/board.svg */
#include "handlers.h"
#include "request.h"
#include "svg_board.h"
#include "svg_tile.h"
#include "variant_find.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>

/* Titles follow Accept-Language.  A picture brings its own style and nothing else: no script,
 * nothing from elsewhere. */
static bool
add_headers(struct MHD_Response *response, const char *quoted_tag)
{
    return answer_header(response, MHD_HTTP_HEADER_ETAG, quoted_tag) &&
           answer_header(response, MHD_HTTP_HEADER_VARY, "Accept-Language") &&
           answer_header(response, "Content-Security-Policy",
                         "default-src 'none'; style-src 'unsafe-inline'");
}

/* The picture as a response, NULL when out of memory. */
static struct MHD_Response *
picture(struct svg_out *s, const char *quoted_tag)
{
    size_t len = 0;
    char *text = svg_take(s, &len);
    struct MHD_Response *response = text ? answer_take(text, len, "image/svg+xml") : NULL;

    return answer_complete(response, response && add_headers(response, quoted_tag));
}

static void
answer_unchanged(struct request *r, const char *quoted_tag)
{
    struct MHD_Response *response = answer_empty();

    request_answer(r, MHD_HTTP_NOT_MODIFIED,
                   answer_complete(response, response && add_headers(response, quoted_tag)));
}

/* ---- tiles ---- */

/* Answer what was drawn, with a tag that tells its content. */
static void
answer_tile(struct request *r, struct svg_out *s)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char hex[2 * 8 + 1], quoted[sizeof hex + 2];

    if (s->failed) {
        request_answer(r, MHD_HTTP_OK, picture(s, ""));
        return;
    }
    crypto_hash_sha256(hash, (const unsigned char *)s->text, s->len);
    sodium_bin2hex(hex, sizeof hex, hash, 8);
    snprintf(quoted, sizeof quoted, "\"%s\"", hex);
    if (!request_has_tag(r, hex)) {
        request_answer(r, MHD_HTTP_OK, picture(s, quoted));
        return;
    }
    svg_drop(s);
    answer_unchanged(r, quoted);
}

static void
draw_tile(struct request *r, const meepled_stack *stack)
{
    const uint16_t tile = meepled_stack_tile_find(stack, r->match.params[1]);
    uint64_t rotation = 0;
    struct svg_scene scene;
    struct svg_out s = { 0 };

    if (tile == MEEPLED_NONE) {
        request_problem(r, PROBLEM_NO_TILE, "no tile \"%s\"", r->match.params[1]);
        return;
    }
    if (!request_query_number(r, "rotation", 270, &rotation))
        return;
    if (rotation % 90 != 0) {
        request_problem(r, PROBLEM_PARAMETER_BAD, "rotation: %" PRIu64 " is not 0, 90, 180 or 270",
                        rotation);
        return;
    }
    svg_scene_begin(&scene, stack, request_czech(r));
    svg_tile_document(&s, &scene, tile, (unsigned)rotation);
    answer_tile(r, &s);
}

void
serve_tile(struct request *r)
{
    meepled_registry *registry = server_registry(r->http->server);
    const meepled_variant *variant = variant_find(r, registry);
    meepled_stack *stack = variant ? variant_find_stack(r, registry, variant) : NULL;

    if (stack)
        draw_tile(r, stack);
    meepled_stack_unref(stack);
    meepled_registry_unref(registry);
}

/* ---- the board ---- */

static void
draw_board(struct svg_out *s, struct request *r, const struct server_game *game, bool legal)
{
    const struct store_game *record = game->record;
    meepled_registry *registry = server_registry(r->http->server);
    const meepled_variant *variant = meepled_variant_find(registry, record->variant);
    struct svg_player players[MEEPLED_PLAYERS_MAX];
    struct svg_board board = {
        .game = game->game,
        .title = record->variant,
        .players = players,
        .player_count = record->players > 0 ? record->players : record->seat_count,
        .legal = legal && record->status == STORE_PLAYING,
        .czech = request_czech(r),
    };

    if (variant)
        board.title = board.czech && variant->title_cs ? variant->title_cs : variant->title;
    for (uint8_t seat = 0; seat < board.player_count; seat++)
        players[seat] = (struct svg_player){ .name = record->seats[seat].name,
                                             .colour = record->seats[seat].colour };
    svg_board_document(s, &board);
    meepled_registry_unref(registry);
}

static void
answer_board(struct request *r, struct server_game *game)
{
    const bool czech = request_czech(r);
    uint64_t legal = 0;
    struct svg_out s = { 0 };
    char tag[40], quoted[sizeof tag + 2];

    if (!request_query_number(r, "legal", 1, &legal))
        return;
    const enum cache_part part = (enum cache_part)(CACHE_BOARD + (legal ? 1 : 0) + (czech ? 2 : 0));
    snprintf(tag, sizeof tag, "v%" PRIu32 "%s%s", game->version, legal ? "-legal" : "",
             czech ? "-cs" : "");
    snprintf(quoted, sizeof quoted, "\"%s\"", tag);
    /* A game freezes and thaws without a change of version: that must be seen. */
    if (game->record->status != STORE_FROZEN && request_has_tag(r, tag)) {
        answer_unchanged(r, quoted);
        return;
    }
    if (request_kept(r, MHD_HTTP_OK, game->cache, part))
        return;
    draw_board(&s, r, game, legal != 0);
    const size_t size = s.len;
    request_keep(r, MHD_HTTP_OK, game->cache, part, picture(&s, quoted), size);
}

void
serve_board(struct request *r)
{
    struct server_game *game = request_game(r);

    if (!game)
        return;
    answer_board(r, game);
    server_release(r->http->server, game);
}
