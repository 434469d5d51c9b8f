/* GET and POST /v1/games/{id}/actions */
#include "action_read.h"
#include "game_json.h"
#include "handlers.h"
#include "job.h"

void
serve_actions(struct request *r)
{
    struct server_game *game = request_game(r);
    struct json_out j = { 0 };

    if (!game)
        return;
    if (!request_unchanged(r, game) && !request_kept(r, MHD_HTTP_OK, game->cache, CACHE_ACTIONS)) {
        game_json_actions(&j, game);
        const size_t size = j.len;
        struct MHD_Response *response = answer_json(&j, "application/json");
        response = answer_complete(response, response && answer_etag(response, game->version));
        request_keep(r, MHD_HTTP_OK, game->cache, CACHE_ACTIONS, response, size);
    }
    server_release(r->http->server, game);
}

void
serve_action(struct request *r)
{
    struct job_work *work = job_new(r, SERVER_ACT);

    if (!work) {
        request_refuse(r);
        return;
    }
    work->job.render = job_render_events;
    work->document = action_read(r->body, r->body_len, &work->job.action, &r->problem);
    if (r->problem.code)
        request_refuse(r);
    else if (request_condition(r, &work->job) && request_key(r, &work->job)) {
        job_submit(r, work, job_answer_events);
        return;
    }
    job_free(work);
}
