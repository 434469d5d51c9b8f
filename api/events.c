/* GET /v1/games/{id}/events */
#include "game_json.h"
#include "handlers.h"
#include "request.h"

struct listing {
    struct json_out *json;
    uint32_t since;
};

static void
list_some(void *context, uint32_t version, const meepled_game *game, const meepled_events *events)
{
    const struct listing *listing = context;

    game_json_events(listing->json, version, game, events, listing->since);
}

static void
answer_events(struct request *r, struct server_game *game, uint32_t since)
{
    struct json_out j = { 0 };
    struct listing listing = { .json = &j, .since = since };
    enum server_code code = SERVER_OK;
    meepled_error err = { "" };

    put_object(&j, NULL);
    put_int(&j, "version", game->version);
    put_array(&j, "events");
    /* Nothing new is the most frequent case of all and costs no replay. */
    const bool nothing_new = game->game && since >= meepled_event_count(game->game);
    if (game->record->players > 0 && !nothing_new)
        code = server_replay(r->http->server, game, list_some, &listing, &err);
    put_end(&j);
    put_end(&j);
    if (code == SERVER_OK) {
        request_json(r, MHD_HTTP_OK, &j, game->version);
        return;
    }
    put_drop(&j);
    request_problem(r, (int)code, "%s", err.text);
}

void
serve_events(struct request *r)
{
    uint64_t since = 0;

    if (!request_query_number(r, "since", UINT32_MAX, &since))
        return;
    struct server_game *game = request_game(r);
    if (!game)
        return;
    if (!request_unchanged(r, game))
        answer_events(r, game, (uint32_t)since);
    server_release(r->http->server, game);
}
