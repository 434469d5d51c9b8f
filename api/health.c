/* GET /healthz, /readyz, /metrics */
#include "cache.h"
#include "handlers.h"
#include "request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void
answer_status(struct request *r, unsigned status, const char *word)
{
    struct json_out j = { 0 };

    put_object(&j, NULL);
    put_string(&j, "status", word);
    put_end(&j);
    request_json(r, status, &j, -1);
}

/* The process answers: that is all. */
void
serve_health(struct request *r)
{
    answer_status(r, MHD_HTTP_OK, "alive");
}

/* The store can be read and we are not about to stop. */
void
serve_readiness(struct request *r)
{
    if (!atomic_load(&r->http->ready))
        request_problem(r, SERVER_STOPPING, "the server is about to stop");
    else if (!server_ready(r->http->server))
        request_problem(r, SERVER_STORE_FAILED, "the store does not answer");
    else
        answer_status(r, MHD_HTTP_OK, "ready");
}

static void
metric(FILE *out, const char *name, const char *type, const char *help, uint64_t value)
{
    fprintf(out, "# HELP meepled_%s %s\n# TYPE meepled_%s %s\nmeepled_%s %" PRIu64 "\n", name, help,
            name, type, name, value);
}

static void
write_metrics(FILE *out, const struct http *http, const struct server_stats *stats)
{
    metric(out, "games_live", "gauge", "Games in memory.", stats->live_games);
    metric(out, "games_stored", "gauge", "Games in the store.", stats->stored_games);
    metric(out, "games_live_bytes", "gauge", "Memory of the games in memory.", stats->live_bytes);
    metric(out, "answer_cache_bytes", "gauge", "Memory of answers kept ready.", cache_size());
    metric(out, "actions_total", "counter", "Actions taken.", stats->actions);
    metric(out, "commits_total", "counter", "Groups of changes written to the store.",
           stats->commits);
    metric(out, "commit_failures_total", "counter", "Groups that could not be written.",
           stats->commit_failures);
    metric(out, "jobs", "gauge", "Changes under way.", atomic_load(&http->jobs));
    fprintf(out, "# HELP meepled_http_answers_total Answers by class of status.\n"
                 "# TYPE meepled_http_answers_total counter\n");
    for (unsigned i = 2; i < 6; i++)
        fprintf(out, "meepled_http_answers_total{class=\"%uxx\"} %llu\n", i,
                (unsigned long long)atomic_load(&http->answers[i]));
}

void
serve_metrics(struct request *r)
{
    struct server_stats stats = { 0 };
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);

    if (!out) {
        request_answer(r, MHD_HTTP_OK, NULL);
        return;
    }
    server_stats_get(r->http->server, &stats);
    write_metrics(out, r->http, &stats);
    if (fclose(out) != 0) {
        free(text);
        request_answer(r, MHD_HTTP_OK, NULL);
        return;
    }
    request_answer(r, MHD_HTTP_OK,
                   answer_take(text, len, "text/plain; version=0.0.4; charset=utf-8"));
}
