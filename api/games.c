/* GET /v1/games; GET and DELETE /v1/games/{id}; POST /v1/games/{id}/start */
#include "handlers.h"

#include "game_json.h"
#include "job.h"
#include "json_read.h"
#include "request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the list ---- */

enum { LIST_STANDARD = 50, LIST_MAX = 200 };

static bool
read_filter(struct request *r, struct store_filter *filter)
{
    const char *status = request_query(r, "status");
    uint64_t limit = 0, before = 0;

    *filter = (struct store_filter){ .variant = request_query(r, "variant"), .status = -1 };
    if (!request_query_number(r, "limit", LIST_MAX, &limit) ||
        !request_query_number(r, "cursor", INT64_MAX, &before))
        return false;
    if (limit == 0 && request_query(r, "limit")) {
        request_problem(r, PROBLEM_PARAMETER_BAD, "limit: 0 games are no page");
        return false;
    }
    filter->limit = limit ? limit : LIST_STANDARD;
    filter->before = (int64_t)before;
    for (int s = STORE_OPEN; status && s <= STORE_FROZEN; s++)
        if (strcmp(status, store_status_name((enum store_game_status)s)) == 0)
            filter->status = s;
    if (!status || filter->status >= 0)
        return true;
    request_problem(r, PROBLEM_PARAMETER_BAD,
                    "status: \"%.40s\" is none of open, playing, "
                    "finished, aborted, frozen",
                    status);
    return false;
}

static void
list_entry_json(struct json_out *j, const struct store_game *game)
{
    const uint8_t seats = game->players > 0 ? game->players : game->seat_count;

    put_object(j, NULL);
    put_string(j, "id", game->id);
    put_string(j, "variant", game->variant);
    put_string(j, "status", store_status_name(game->status));
    put_time(j, "created", game->created_ms);
    put_array(j, "players");
    for (uint8_t seat = 0; seat < seats; seat++) {
        put_object(j, NULL);
        put_int(j, "seat", seat);
        put_string(j, "name", game->seats[seat].name);
        put_string(j, "colour", game->seats[seat].colour);
        put_string(j, "bot", game->seats[seat].bot);
        put_bool(j, "taken", game->seats[seat].taken);
        put_end(j);
    }
    put_end(j);
    put_end(j);
}

void
serve_games(struct request *r)
{
    struct store_filter filter;
    struct store_game *games = NULL;
    size_t count = 0;
    bool more = false;
    struct json_out j = { 0 };

    if (!read_filter(r, &filter))
        return;
    meepled_error err = { "" };
    const enum server_code code =
        server_list(r->http->server, &filter, &games, &count, &more, &err);
    if (code != SERVER_OK) {
        request_problem(r, (int)code, "%s", err.text);
        return;
    }
    put_object(&j, NULL);
    put_array(&j, "games");
    for (size_t i = 0; i < count; i++)
        list_entry_json(&j, &games[i]);
    put_end(&j);
    char cursor[24];
    snprintf(cursor, sizeof cursor, "%" PRId64, more ? games[count - 1].key : 0);
    put_string(&j, "next", more ? cursor : NULL);
    put_end(&j);
    for (size_t i = 0; i < count; i++)
        store_game_clear(&games[i]);
    free(games);
    request_json(r, MHD_HTTP_OK, &j, -1);
}

/* ---- one game ---- */

static void
keep_dealt(void *context, uint32_t version, const meepled_game *game, const meepled_events *events)
{
    meepled_game **dealt = context;
    (void)version;
    (void)events;

    if (!*dealt)
        *dealt = meepled_game_clone(game);
}

struct since {
    uint32_t version;
    uint16_t tiles;
};

static void
count_tiles(void *context, uint32_t version, const meepled_game *game, const meepled_events *events)
{
    struct since *since = context;
    (void)events;

    if (version <= since->version)
        since->tiles = meepled_board_count(game);
}

/* Write the state to `j`; false after a refusal. */
static bool
write_state(struct request *r, struct server_game *game, struct state_view *view,
            struct json_out *j)
{
    struct server *server = r->http->server;
    struct since since = { .version = view->since };
    meepled_game *dealt = NULL;
    meepled_error err = { "" };
    enum server_code code = SERVER_OK;

    if (view->partial && game->game)
        code = server_replay(server, game, count_tiles, &since, &err);
    if (code == SERVER_OK && game->game && game->record->status == STORE_FINISHED)
        code = server_replay(server, game, keep_dealt, &dealt, &err);
    if (code != SERVER_OK) {
        request_problem(r, (int)code, "%s", err.text);
    } else {
        view->dealt = dealt;
        view->tiles_from = since.tiles;
        game_json_state(j, view);
    }
    meepled_game_free(dealt);
    return code == SERVER_OK;
}

static void
answer_state(struct request *r, struct server_game *game)
{
    struct state_view view = { .game = game };
    uint64_t since = 0;
    struct json_out j = { 0 };

    view.partial = request_query(r, "since") != NULL;
    if (!request_query_number(r, "since", game->version, &since))
        return;
    view.since = (uint32_t)since;
    if (!view.partial && request_kept(r, MHD_HTTP_OK, game->cache, CACHE_STATE))
        return;
    if (!write_state(r, game, &view, &j))
        return;
    if (view.partial) {
        request_json(r, MHD_HTTP_OK, &j, game->version);
        return;
    }
    const size_t size = j.len;
    struct MHD_Response *response = answer_json(&j, "application/json");
    response = answer_complete(response, response && answer_etag(response, game->version));
    request_keep(r, MHD_HTTP_OK, game->cache, CACHE_STATE, response, size);
}

void
serve_game(struct request *r)
{
    struct server_game *game = request_game(r);

    if (!game)
        return;
    if (!request_unchanged(r, game))
        answer_state(r, game);
    server_release(r->http->server, game);
}

/* ---- changes ---- */

void
serve_game_start(struct request *r)
{
    static const char *const members[] = { NULL };
    struct reading in;

    reading_begin(&in, r->body, r->body_len, &r->problem);
    reading_only(&in, in.root, "", members);
    reading_end(&in);
    struct job_work *work = r->problem.code ? NULL : job_new(r, SERVER_START);
    if (!work) {
        request_refuse(r);
        return;
    }
    work->job.render = job_render_events;
    if (request_condition(r, &work->job))
        job_submit(r, work, job_answer_events);
    else
        job_free(work);
}

static void
answer_deleted(struct request *r)
{
    request_answer(r, MHD_HTTP_NO_CONTENT, answer_empty());
}

void
serve_game_delete(struct request *r)
{
    struct job_work *work = job_new(r, SERVER_DELETE);

    if (!work)
        request_refuse(r);
    else if (request_condition(r, &work->job))
        job_submit(r, work, answer_deleted);
    else
        job_free(work);
}
