/* meeplectl simulate: random games on all processors, and what came out of them. */
#include "cli/compare.h"
#include "cli/options.h"
#include "cli/places.h"
#include "cli/simulate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES_MAX = 100000000 };

struct settings {
    struct places places;
    uint64_t games, players, seed, threads;
    struct option_list options;
    bool csv, compare, players_free;
    const char *record, *svg;
};

static const struct option_row rows[] = {
    { "games", OPTION_NUMBER, offsetof(struct settings, games), "N", "how many (1000)", 1,
      GAMES_MAX },
    { "players", OPTION_NUMBER, offsetof(struct settings, players), "N",
      "seats (the variant's least number)", 1, MEEPLED_PLAYERS_MAX },
    { "seed", OPTION_NUMBER, offsetof(struct settings, seed), "N",
      "of the first game; the next ones count up (1)", 0, UINT64_MAX / 2 },
    { "option", OPTION_LIST, offsetof(struct settings, options), "K=V",
      "option of the game, may be repeated", 0, 0 },
    { "threads", OPTION_NUMBER, offsetof(struct settings, threads), "N",
      "games at once (one a processor)", 1, 256 },
    { "csv", OPTION_FLAG, offsetof(struct settings, csv), NULL,
      "one line a game (or a number, with --compare), for other programs", 0, 0 },
    { "compare", OPTION_FLAG, offsetof(struct settings, compare), NULL,
      "two variants over the same seeds: what a rule does to the game", 0, 0 },
    { "svg", OPTION_TEXT, offsetof(struct settings, svg), "FILE",
      "with --compare: write a picture of it too", 0, 0 },
    { "record", OPTION_TEXT, offsetof(struct settings, record), "FOLDER",
      "write each game as a text that `replay` reads", 0, 0 },
    OPTIONS_PLACES(struct settings),
    { NULL, OPTION_FLAG, 0, NULL, NULL, 0, 0 },
};

/* One variant made ready to be played. */
struct entrant {
    meepled_stack *stack;
    struct simulate_plan plan;
    struct simulate_game *results;
    struct simulate_sums sums;
};

static void
entrant_clear(struct entrant *entrant)
{
    meepled_stack_unref(entrant->stack);
    free(entrant->results);
}

/* Play the games of one variant; CLI_GOOD, or the status after a complaint. */
static int
play(struct entrant *entrant, double *seconds)
{
    struct progress progress;
    meepled_error err = { "" };

    entrant->results = calloc(entrant->plan.games, sizeof *entrant->results);
    if (entrant->results == NULL)
        return cli_fail(CLI_BROKEN, "out of memory");
    progress_begin(&progress, "games", entrant->plan.games);
    const meepled_status status = simulate_run(&entrant->plan, entrant->results, &progress, &err);
    *seconds += progress_end(&progress);
    if (status != MEEPLED_OK)
        return cli_fail(status == MEEPLED_ECONFIG ? CLI_USAGE : CLI_BROKEN, "%s: %s",
                        entrant->plan.variant, err.text);
    return CLI_GOOD;
}

static int
report(const struct settings *settings, const struct entrant *entrant)
{
    meepled_status status = MEEPLED_OK;

    if (settings->csv)
        simulate_csv(stdout, &entrant->plan, entrant->results);
    else
        status = simulate_table(stdout, &entrant->plan, entrant->results);
    return status == MEEPLED_OK ? CLI_GOOD : cli_fail(CLI_BROKEN, "out of memory");
}

static int
report_both(const struct settings *settings, const struct entrant entrants[2])
{
    const struct simulate_plan plans[2] = { entrants[0].plan, entrants[1].plan };
    struct simulate_game *const results[2] = { entrants[0].results, entrants[1].results };
    struct comparison *c = malloc(sizeof *c);
    int status = CLI_GOOD;

    if (c == NULL || !compare(plans, results, c)) {
        free(c);
        return cli_fail(CLI_BROKEN, "out of memory");
    }
    if (settings->csv)
        compare_csv(stdout, c);
    else
        compare_table(stdout, c);
    if (settings->svg != NULL) {
        FILE *file = fopen(settings->svg, "w");

        if (file != NULL)
            compare_svg(file, c);
        const bool bad = file == NULL || ferror(file);
        if ((file != NULL && fclose(file) != 0) || bad)
            status = cli_fail(CLI_USAGE, "%s: %s", settings->svg, strerror(errno));
    }
    free(c);
    return status;
}

/* ---- making ready ---- */

/* The number of players: as asked for, else the least that all variants allow. */
static bool
seats_good(struct settings *settings, const struct entrant *entrants, size_t count)
{
    uint8_t min, max;

    for (size_t i = 0; i < count && settings->players_free; i++) {
        meepled_stack_players(entrants[i].stack, &min, &max);
        settings->players = settings->players > min ? settings->players : min;
    }
    for (size_t i = 0; i < count; i++) {
        meepled_stack_players(entrants[i].stack, &min, &max);
        if (settings->players < min || settings->players > max) {
            cli_fail(0, "%s seats %d to %d players, not %d", entrants[i].plan.variant, min, max,
                     (int)settings->players);
            return false;
        }
    }
    return true;
}

static bool
entrant_find(struct entrant *entrant, const struct places *places, meepled_registry *registry,
             const char *name, const struct options_game *options)
{
    const meepled_variant *variant = places_variant(places, registry, name);
    meepled_error err = { "" };

    if (variant == NULL)
        return false;
    entrant->plan.variant = name;
    entrant->stack =
        meepled_variant_stack(registry, variant, options->settings, options->count, &err);
    if (entrant->stack == NULL)
        cli_fail(0, "%s", err.text);
    return entrant->stack != NULL;
}

static void
entrant_plan(struct entrant *entrant, const struct settings *settings,
             const struct options_game *options)
{
    entrant->plan = (struct simulate_plan){
        .stack = entrant->stack,
        .variant = entrant->plan.variant,
        .settings = options->settings,
        .setting_count = options->count,
        .players = (uint8_t)settings->players,
        .first = options->first,
        .seed = settings->seed,
        .games = settings->games,
        .threads = (unsigned)settings->threads,
        .record = settings->record,
        .sums = settings->compare ? &entrant->sums : NULL,
    };
}

/* Play what is named: one variant, or two side by side. */
static int
simulate(struct settings *settings, char **names, size_t count)
{
    struct places_text text;
    struct options_game options;
    struct entrant entrants[2] = { { .stack = NULL } };
    double seconds = 0;
    int status = CLI_USAGE;

    places_complete(&settings->places, &text);
    meepled_registry *registry = places_open(&settings->places, true);
    if (registry == NULL)
        return CLI_CONFIG;
    if (!options_game(&settings->options, &options))
        goto done;
    for (size_t i = 0; i < count; i++)
        if (!entrant_find(&entrants[i], &settings->places, registry, names[i], &options))
            goto done;
    if (!seats_good(settings, entrants, count))
        goto done;
    if (options.first != MEEPLED_NONE8 && options.first >= settings->players) {
        cli_fail(0, "first-player %d: there are seats 0 to %d", options.first,
                 (int)settings->players - 1);
        goto done;
    }
    if (settings->record != NULL && mkdir(settings->record, 0777) != 0 && errno != EEXIST) {
        cli_fail(0, "%s: %s", settings->record, strerror(errno));
        goto done;
    }
    status = CLI_GOOD;
    for (size_t i = 0; i < count && status == CLI_GOOD; i++) {
        entrant_plan(&entrants[i], settings, &options);
        status = play(&entrants[i], &seconds);
    }
    if (status == CLI_GOOD)
        status = count == 2 ? report_both(settings, entrants) : report(settings, &entrants[0]);
    if (status == CLI_GOOD) /* not on stdout: the same call prints the same there */
        fprintf(stderr, "%.1f s, %.0f games a second on %llu threads\n", seconds,
                (double)(count * settings->games) / (seconds > 0 ? seconds : 1e-9),
                (unsigned long long)settings->threads);
done:
    options_game_clear(&options);
    for (size_t i = 0; i < 2; i++)
        entrant_clear(&entrants[i]);
    meepled_registry_unref(registry);
    return status;
}

static int
run(const struct command *self, int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct settings settings = {
        .games = 1000,
        .seed = 1,
        .threads = processors > 0 && processors <= 256 ? (uint64_t)processors : 1,
    };
    const int first = options_parse(self, argc, argv, &settings);

    if (first < 0)
        return options_status(first);
    settings.players_free = settings.players == 0;
    if (settings.compare && argc - first != 2)
        return cli_fail(CLI_USAGE, "simulate: name two variants to compare");
    if (!settings.compare && argc - first != 1)
        return cli_fail(CLI_USAGE, "simulate: name one variant");
    if (settings.svg != NULL && !settings.compare)
        return cli_fail(CLI_USAGE, "simulate: --svg is for --compare");
    return simulate(&settings, argv + first, settings.compare ? 2 : 1);
}

const struct command command_simulate = {
    .name = "simulate",
    .arguments = "VARIANT [VARIANT]",
    .summary = "play random games on all processors, print scores and lengths",
    .options = rows,
    .notes = "The same seed gives the same table whatever the number of threads.  Exit status 70\n"
             "when a rule broke an invariant.",
    .run = run,
};
