/* Bodies of requests: whatever comes, it is refused with a reason or read into what the server may
 * rely on; and what is quoted of it can be sent back as JSON. */
#include "action_read.h"
#include "create_read.h"
#include "json_put.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
demand(bool good)
{
    if (!good)
        abort();
}

static meepled_registry *
registry(void)
{
    static meepled_registry *none;

    if (!none) {
        const meepled_registry_paths paths = { "", "", "" };
        meepled_report *report = meepled_report_new();
        none = meepled_registry_open(&paths, report, report);
        meepled_report_free(report);
        demand(none != NULL);
    }
    return none;
}

/* The reason is text that can be sent. */
static void
check_problem(const struct problem *problem)
{
    struct json_out j = { 0 };
    size_t len = 0;

    demand(problem->detail[0] != '\0');
    put_object(&j, NULL);
    put_string(&j, "detail", problem->detail);
    put_end(&j);
    char *text = put_take(&j, &len);
    json_t *back = json_loadb(text, len, 0, NULL);
    demand(back &&
           strcmp(json_string_value(json_object_get(back, "detail")), problem->detail) == 0);
    json_decref(back);
    free(text);
}

static void
check_action(const struct server_action_words *a)
{
    demand(a->type && a->rotation % 90 == 0 && a->rotation < 360);
    demand(!a->tile || utf8_count(a->tile) <= 64);
    demand(strcmp(a->type, "place-tile") != 0 || (a->tile && a->has_cell));
    demand(strcmp(a->type, "place-figure") != 0 || (a->figure && a->zone));
    demand(strcmp(a->type, "retrieve-figure") != 0 || (a->figure && a->zone && a->has_cell));
    demand(strcmp(a->type, "choose") != 0 || a->choice);
}

static void
check_create(const struct server_job *job)
{
    demand(job->create.variant && job->create.seat_count <= MEEPLED_PLAYERS_MAX);
    demand(job->create.option_count <= MEEPLED_OPTIONS_MAX + 1);
    demand(job->create.deck_count <= MEEPLED_PILES_MAX);
    for (size_t i = 0; i < job->create.option_count; i++)
        demand(job->create.options[i].name && job->create.options[i].value);
    for (size_t i = 0; i < job->create.deck_count; i++) {
        demand(job->create.decks[i].pile && job->create.decks[i].count <= CREATE_DECK_MAX);
        for (size_t t = 0; t < job->create.decks[i].count; t++)
            demand(job->create.decks[i].tiles[t] != NULL);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct create_lists lists;
    struct server_job job = { .type = SERVER_CREATE };
    struct problem problem = { 0 };
    json_t *document = NULL;

    if (size == 0)
        return 0;
    const char *body = (const char *)data + 1;
    switch (data[0] % 3) {
    case 0:
        document = action_read(body, size - 1, &job.action, &problem);
        if (!problem.code)
            check_action(&job.action);
        break;
    case 1:
        document = create_read(body, size - 1, registry(), &lists, &job, &problem);
        if (!problem.code)
            check_create(&job);
        break;
    default:
        document = join_read(body, size - 1, &job, &problem);
        if (!problem.code)
            demand(job.join.seat >= -1 && job.join.seat < MEEPLED_PLAYERS_MAX);
    }
    if (problem.code)
        check_problem(&problem);
    json_decref(document);
    return 0;
}
