/* Many random games at once. */
#include "cli/simulate.h"

#include "cli/playout.h"
#include "cli/record.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct crew { /* shared by the threads */
    const struct simulate_plan *plan;
    struct simulate_game *results;
    atomic_uint_fast64_t next, done;
    atomic_bool stop;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t progressed;
    unsigned running;
    uint64_t failed_at; /* the lowest number of a game that failed */
    meepled_status status;
    meepled_error err;
};

static FILE *
record_open(const struct simulate_plan *plan, uint64_t number, meepled_error *err)
{
    char path[4096];

    const int length = snprintf(path, sizeof path, "%s/%s-%llu.txt", plan->record, plan->variant,
                                (unsigned long long)number);
    FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "w") : NULL;
    if (file == NULL)
        meepled_fail(err, MEEPLED_ECONFIG, "%s: %s", path, strerror(errno));
    return file;
}

/* Add what the events say to the sums. */
static void
sums_add(struct simulate_sums *sums, const meepled_game *g, const meepled_events *events)
{
    for (size_t i = 0; i < events->count && i < events->cap; i++) {
        const meepled_event *event = &events->list[i];
        uint64_t points = 0;

        if (event->type == MEEPLED_FIGURE_PLACED) {
            const meepled_figure figure = event->figures[0];
            const uint8_t kind = meepled_zone_get(g, figure.zone).kind;

            sums->figures[figure.kind][kind]++;
            if (figure.with != MEEPLED_NONE8)
                sums->figures[figure.with][kind]++;
        }
        if (event->type != MEEPLED_REGION_SCORED && event->type != MEEPLED_POINTS_SCORED)
            continue;
        for (uint8_t p = 0; p < meepled_players(g); p++)
            points += (uint64_t)event->points[p];
        if (event->type == MEEPLED_REGION_SCORED)
            sums->points[event->word] += points;
        else
            sums->other += points;
    }
}

static void
sums_join(struct simulate_sums *to, const struct simulate_sums *from)
{
    for (size_t k = 0; k < MEEPLED_KINDS_MAX; k++)
        to->points[k] += from->points[k];
    to->other += from->other;
    for (size_t f = 0; f < MEEPLED_FIGURES_MAX; f++)
        for (size_t k = 0; k < MEEPLED_KINDS_MAX; k++)
            to->figures[f][k] += from->figures[f][k];
}

/* What one thread needs besides the plan. */
struct bench {
    meepled_action actions[PLAYOUT_ACTIONS_MAX];
    meepled_event events[PLAYOUT_EVENTS_MAX];
    struct simulate_sums sums;
    bool summing;
};

/* Play `g` to its end, writing to `record` if that is not NULL. */
static meepled_status
play(meepled_game *g, struct playout_random *random, struct bench *bench,
     struct simulate_game *result, FILE *record, meepled_error *err)
{
    const size_t limit = playout_limit(meepled_game_stack(g));
    size_t actions = 0;
    meepled_action action;

    while (playout_choose(g, random, bench->actions, &action)) {
        meepled_events events = { bench->events, PLAYOUT_EVENTS_MAX, 0 };
        const uint8_t seat = meepled_turn_get(g).decides;
        char text[MEEPLED_ACTION_TEXT];
        const char *rule = NULL;

        if (record != NULL)
            meepled_action_format(g, &action, text);
        const meepled_status status =
            meepled_apply(g, seat, &action, bench->summing ? &events : NULL, &rule, err);
        if (status == MEEPLED_EREFUSED)
            return meepled_fail(err, MEEPLED_EBROKEN, "action %zu was listed, then refused by %s",
                                actions + 1, rule != NULL ? rule : "no rule");
        if (status != MEEPLED_OK)
            return status;
        if (bench->summing)
            sums_add(&bench->sums, g, &events);
        if (++actions > limit)
            return meepled_fail(err, MEEPLED_EBROKEN, "no end after %zu actions", limit);
        if (record != NULL)
            record_write_action(record, actions, seat, text, g);
    }
    size_t discarded;
    meepled_discarded(g, &discarded);
    *result = (struct simulate_game){
        .actions = (uint16_t)actions,
        .turns = meepled_turn_get(g).number,
        .tiles = meepled_board_count(g),
        .discarded = (uint16_t)discarded,
        .done = true,
    };
    for (uint8_t p = 0; p < meepled_players(g); p++)
        result->scores[p] = meepled_score_get(g, p);
    return MEEPLED_OK;
}

static meepled_status
play_number(const struct simulate_plan *plan, uint64_t number, struct bench *bench,
            struct simulate_game *result, meepled_error *err)
{
    meepled_game_params params = { .players = plan->players, .first = plan->first };
    struct playout_random random;
    meepled_game *g = NULL;
    FILE *record = NULL;

    playout_seed(number, params.seed, &random);
    meepled_status status = meepled_game_new(plan->stack, &params, NULL, &g, err);
    if (status == MEEPLED_OK && plan->record != NULL) {
        record = record_open(plan, number, err);
        if (record == NULL) {
            status = MEEPLED_ECONFIG;
            goto done;
        }
        const struct record_head head = { plan->variant, plan->settings, plan->setting_count,
                                          &params };
        record_write_head(record, plan->stack, &head);
    }
    if (status == MEEPLED_OK)
        status = play(g, &random, bench, result, record, err);
    if (record != NULL) {
        if (status == MEEPLED_OK)
            record_write_end(record, g);
        if (fclose(record) != 0 && status == MEEPLED_OK)
            status = meepled_fail(err, MEEPLED_ECONFIG, "%s: %s", plan->record, strerror(errno));
    }
done:
    meepled_game_free(g);
    return status;
}

static void
fail(struct crew *crew, uint64_t number, meepled_status status, const char *text)
{
    pthread_mutex_lock(&crew->lock);
    if (crew->status == MEEPLED_OK || number < crew->failed_at) {
        crew->failed_at = number;
        crew->status =
            meepled_fail(&crew->err, status, "seed %llu: %.150s", (unsigned long long)number, text);
    }
    crew->stop = true;
    pthread_mutex_unlock(&crew->lock);
}

static void *
work(void *argument)
{
    struct crew *crew = argument;
    const struct simulate_plan *plan = crew->plan;
    struct bench *bench = calloc(1, sizeof *bench);

    if (bench == NULL)
        fail(crew, plan->seed, MEEPLED_ENOMEM, "out of memory");
    else
        bench->summing = plan->sums != NULL;
    while (bench != NULL && !crew->stop) {
        const uint64_t i = atomic_fetch_add(&crew->next, 1);
        meepled_error err = { "" };

        if (i >= plan->games)
            break;
        const meepled_status status =
            play_number(plan, plan->seed + i, bench, &crew->results[i], &err);
        if (status != MEEPLED_OK)
            fail(crew, plan->seed + i, status, err.text);
        atomic_fetch_add(&crew->done, 1);
    }
    pthread_mutex_lock(&crew->lock);
    if (bench != NULL && bench->summing)
        sums_join(plan->sums, &bench->sums);
    crew->running--;
    pthread_cond_signal(&crew->progressed);
    pthread_mutex_unlock(&crew->lock);
    free(bench);
    return NULL;
}

/* Until the last thread is done, ten times a second. */
static void
watch(struct crew *crew, struct progress *progress)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->running > 0) {
        struct timespec until;

        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&crew->progressed, &crew->lock, &until);
        pthread_mutex_unlock(&crew->lock);
        progress_draw(progress, crew->done);
        pthread_mutex_lock(&crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
}

meepled_status
simulate_run(const struct simulate_plan *plan, struct simulate_game *results,
             struct progress *progress, meepled_error *err)
{
    enum { THREADS_MAX = 256 };
    struct crew crew = { .plan = plan, .results = results };
    pthread_t threads[THREADS_MAX];
    unsigned begun = 0;

    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.progressed, NULL);
    pthread_mutex_lock(&crew.lock);
    while (begun < plan->threads && begun < THREADS_MAX &&
           pthread_create(&threads[begun], NULL, work, &crew) == 0)
        begun++;
    crew.running = begun;
    pthread_mutex_unlock(&crew.lock);
    watch(&crew, progress);
    for (unsigned i = 0; i < begun; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&crew.progressed);
    pthread_mutex_destroy(&crew.lock);
    if (begun == 0)
        return meepled_fail(err, MEEPLED_ENOMEM, "cannot start a thread");
    *err = crew.err;
    return crew.status;
}
