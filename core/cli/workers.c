/* Judged games in processes of their own.  Worker w of n plays the games w, w + n, w + 2n, ...;
 * what it is doing lies in memory shared with the parent, which watches. */
#include "cli/workers.h"

#include "cli/cli.h"
#include "cli/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORKERS_MAX = 256, SETTINGS_TEXT = 24 };

struct worker { /* shared; written by the child, but for `pid` and what follows it */
    atomic_uint_fast64_t seed, steps, done;
    atomic_bool failed, finished, stop;
    struct judge_notes notes;
    char setting[WORKERS_SETTING]; /* what the game under way is played with */
    char fault[JUDGE_FAULT];
    char doing[JUDGE_DOING]; /* should the rules not come back */
    pid_t pid;               /* 0: ended */
    uint64_t steps_seen;
    double seen_at;
};

/* ---- in the child ---- */

/* Set about half of the options that are not fixed at random; texts[] keeps the values. */
static size_t
vary(const struct workers_plan *plan, struct playout_random *random, meepled_setting *settings,
     char (*texts)[SETTINGS_TEXT])
{
    size_t count = plan->setting_count, option_count;
    const meepled_option_word *options = meepled_stack_options(plan->variant->stack, &option_count);

    for (size_t i = 0; i < count; i++)
        settings[i] = plan->settings[i];
    for (size_t i = 0; i < option_count && count < MEEPLED_OPTIONS_MAX; i++) {
        const meepled_option_word *option = &options[i];
        bool fixed = false;

        for (size_t k = 0; k < plan->setting_count; k++)
            fixed = fixed || strcmp(plan->settings[k].name, option->name) == 0;
        if (fixed || playout_below(random, 2) == 0)
            continue;
        settings[count] = (meepled_setting){ .name = option->name, .value = texts[i] };
        if (option->type == MEEPLED_YESNO) {
            snprintf(texts[i], SETTINGS_TEXT, "%s", playout_below(random, 2) ? "yes" : "no");
        } else if (option->type == MEEPLED_NUMBER) {
            const uint32_t width = (uint32_t)(option->max - option->min) + 1;

            snprintf(texts[i], SETTINGS_TEXT, "%ld",
                     (long)option->min + (long)playout_below(random, width));
        } else {
            size_t words = 0;

            while (option->words[words] != NULL)
                words++;
            settings[count].value = option->words[playout_below(random, (uint32_t)words)];
        }
        count++;
    }
    return count;
}

static void
describe(struct worker *worker, const meepled_game_params *params, const meepled_setting *settings,
         size_t count)
{
    int length = snprintf(worker->setting, sizeof worker->setting, "%d players, first %d",
                          params->players, params->first);

    for (size_t i = 0; i < count && length > 0 && (size_t)length < sizeof worker->setting; i++)
        length += snprintf(worker->setting + length, sizeof worker->setting - (size_t)length,
                           ", %s=%s", settings[i].name, settings[i].value);
}

static bool
judge_seed(const struct workers_plan *plan, struct worker *worker, struct judge *judge,
           uint64_t seed)
{
    struct playout_random random;
    meepled_game_params params = { .players = plan->players, .first = plan->first };
    meepled_setting settings[MEEPLED_OPTIONS_MAX];
    char texts[MEEPLED_OPTIONS_MAX][SETTINGS_TEXT];
    meepled_error err = { "" };
    uint8_t min, max;

    worker->seed = seed;
    playout_seed(seed, params.seed, &random);
    meepled_stack_players(plan->variant->stack, &min, &max);
    if (params.players == 0)
        params.players = (uint8_t)(min + playout_below(&random, (uint32_t)(max - min) + 1));
    if (params.first == MEEPLED_NONE8)
        params.first = (uint8_t)playout_below(&random, params.players);
    /* One game in four as the variant has it, and only those beside the twin, which has it so. */
    const bool usual = playout_below(&random, 4) == 0;
    const size_t count = usual ? plan->setting_count : vary(plan, &random, settings, texts);
    describe(worker, &params, usual ? plan->settings : settings, count);
    meepled_stack *stack = meepled_variant_stack(plan->registry, plan->variant,
                                                 usual ? plan->settings : settings, count, &err);
    if (stack == NULL) {
        judge->step_count = 0;
        judge->fault[0] = '\0';
        return judge_fail(judge, "%s", err.text);
    }
    const bool like_twin = count == 0;
    const bool good = judge_game(judge, stack, like_twin ? plan->twin : NULL, &params, random);
    meepled_stack_unref(stack);
    return good;
}

static void
work(const struct workers_plan *plan, struct worker *worker, unsigned number)
{
    struct judge *judge = judge_new();

    if (judge == NULL) {
        snprintf(worker->fault, sizeof worker->fault, "out of memory");
        worker->failed = true;
        return;
    }
    judge->steps = &worker->steps;
    judge->doing = worker->doing;
    judge->slow_ns = (uint64_t)plan->slow_ms * 1000000u;
    for (uint64_t i = number; i < plan->games && !worker->stop; i += plan->processes) {
        const bool good = judge_seed(plan, worker, judge, plan->seed + i);

        worker->notes = judge->notes;
        if (!good) {
            memcpy(worker->fault, judge->fault, sizeof worker->fault);
            worker->failed = true;
            break;
        }
        worker->done++;
    }
    judge_free(judge);
    worker->finished = true;
}

/* ---- in the parent ---- */

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Keep the fault of the lowest seed. */
static void
note(struct workers_result *result, const struct worker *worker, const char *fault)
{
    const uint64_t seed = worker->seed;

    if (result->found && seed >= result->seed)
        return;
    result->found = true;
    result->seed = seed;
    snprintf(result->fault, sizeof result->fault, "%s: %s", worker->setting, fault);
}

/* What a worker was at when it did not come back. */
static void
note_end(struct workers_result *result, const struct worker *worker, const char *how)
{
    char text[JUDGE_DOING + 120];

    snprintf(text, sizeof text, "%s in %.*s", how, JUDGE_DOING - 1, worker->doing);
    note(result, worker, text);
}

/* True when `worker` has ended; its fault is then noted. */
static bool
ended(struct worker *worker, struct workers_result *result)
{
    int status;
    const pid_t pid = waitpid(worker->pid, &status, WNOHANG);
    char text[100];

    if (pid == 0 || (pid < 0 && errno == EINTR))
        return false;
    worker->pid = 0;
    if (worker->failed) {
        note(result, worker, worker->fault);
    } else if (pid > 0 && WIFSIGNALED(status)) {
        snprintf(text, sizeof text, "the rules crashed (%s)", strsignal(WTERMSIG(status)));
        note_end(result, worker, text);
    } else if (!worker->finished) {
        snprintf(text, sizeof text, "the rules ended the process (status %d)", WEXITSTATUS(status));
        note_end(result, worker, text);
    }
    return true;
}

/* End a worker that shows no sign of life for too long. */
static void
watch_time(const struct workers_plan *plan, struct worker *worker, struct workers_result *result)
{
    const uint64_t steps = worker->steps + worker->done;
    const double t = now();
    char text[100];

    if (steps != worker->steps_seen || worker->seen_at == 0) {
        worker->steps_seen = steps;
        worker->seen_at = t;
    } else if (t - worker->seen_at > plan->patience_s) {
        kill(worker->pid, SIGKILL);
        waitpid(worker->pid, NULL, 0);
        worker->pid = 0;
        snprintf(text, sizeof text, "one action takes more than %u seconds", plan->patience_s);
        note_end(result, worker, text);
    }
}

static void
watch(const struct workers_plan *plan, struct worker *workers, unsigned count,
      struct workers_result *result)
{
    struct progress progress;
    unsigned running = count;

    const double begun = now();
    progress_begin(&progress, "games", plan->games);
    while (running > 0) {
        uint64_t done = 0;

        if (plan->limit_s > 0 && !result->stopped && now() - begun > plan->limit_s) {
            result->stopped = true;
            for (unsigned w = 0; w < count; w++)
                workers[w].stop = true;
        }

        for (unsigned w = 0; w < count; w++) {
            done += workers[w].done;
            if (workers[w].pid == 0)
                continue;
            if (ended(&workers[w], result)) {
                running--;
                continue;
            }
            watch_time(plan, &workers[w], result);
            /* A lower seed may yet fail, but no higher one matters any more. */
            if (workers[w].pid != 0 && result->found && workers[w].seed > result->seed) {
                kill(workers[w].pid, SIGKILL);
                waitpid(workers[w].pid, NULL, 0);
                workers[w].pid = 0;
            }
            if (workers[w].pid == 0)
                running--;
        }
        progress_draw(&progress, done);
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    }
    progress_end(&progress);
}

static void
gather(const struct worker *workers, unsigned count, struct workers_result *result)
{
    for (unsigned w = 0; w < count; w++) {
        const struct judge_notes *notes = &workers[w].notes;
        struct judge_notes *sum = &result->notes;

        result->games += workers[w].done;
        sum->actions += notes->actions;
        sum->slowest_ns = notes->slowest_ns > sum->slowest_ns ? notes->slowest_ns : sum->slowest_ns;
        sum->most_actions =
            notes->most_actions > sum->most_actions ? notes->most_actions : sum->most_actions;
        sum->memory = notes->memory > sum->memory ? notes->memory : sum->memory;
    }
}

bool
workers_run(const struct workers_plan *plan, struct workers_result *result)
{
    const unsigned count = plan->processes < WORKERS_MAX ? plan->processes : WORKERS_MAX;
    const size_t size = count * sizeof(struct worker);
    struct worker *workers =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool good = true;

    *result = (struct workers_result){ 0 };
    if (workers == MAP_FAILED) {
        cli_fail(0, "no memory to share: %s", strerror(errno));
        return false;
    }
    fflush(NULL); /* or the children would print it again */
    for (unsigned w = 0; w < count && good; w++) {
        workers[w].seed = plan->seed + w;
        const pid_t pid = fork();
        if (pid == 0) {
            work(plan, &workers[w], w);
            _exit(0);
        }
        if (pid < 0) {
            cli_fail(0, "cannot start a process: %s", strerror(errno));
            good = false;
        } else {
            workers[w].pid = pid;
        }
    }
    if (!good) /* some began: they are not waited for */
        for (unsigned w = 0; w < count; w++)
            if (workers[w].pid != 0)
                kill(workers[w].pid, SIGKILL);
    watch(plan, workers, count, result);
    gather(workers, count, result);
    munmap(workers, size);
    return good;
}
