/* meeplectl simulate: random games on all processors, and what came out of them. */
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
    bool csv;
    const char *record;
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
      "one line a game, for other programs", 0, 0 },
    { "record", OPTION_TEXT, offsetof(struct settings, record), "FOLDER",
      "write each game as a text that `replay` reads", 0, 0 },
    OPTIONS_PLACES(struct settings),
    { NULL, OPTION_FLAG, 0, NULL, NULL, 0, 0 },
};

static int
play(const struct settings *settings, const struct simulate_plan *plan)
{
    struct progress progress;
    meepled_error err = { "" };
    struct simulate_game *results = calloc(plan->games, sizeof *results);

    if (results == NULL)
        return cli_fail(CLI_BROKEN, "out of memory");
    progress_begin(&progress, "games", plan->games);
    meepled_status status = simulate_run(plan, results, &progress, &err);
    const double seconds = progress_end(&progress);
    if (status != MEEPLED_OK) {
        free(results);
        return cli_fail(status == MEEPLED_ECONFIG ? CLI_USAGE : CLI_BROKEN, "%s", err.text);
    }
    if (settings->csv)
        simulate_csv(stdout, plan, results);
    else
        status = simulate_table(stdout, plan, results);
    free(results);
    if (status != MEEPLED_OK)
        return cli_fail(CLI_BROKEN, "out of memory");
    /* Not on stdout: the same call prints the same there. */
    fprintf(stderr, "%.1f s, %.0f games a second on %u threads\n", seconds,
            (double)plan->games / (seconds > 0 ? seconds : 1e-9), plan->threads);
    return CLI_GOOD;
}

static int
prepare(struct settings *settings, const char *name)
{
    struct places_text text;
    struct options_game options;
    meepled_error err = { "" };
    meepled_stack *stack = NULL;
    int status = CLI_USAGE;
    uint8_t min, max;

    places_complete(&settings->places, &text);
    meepled_registry *registry = places_open(&settings->places, true);
    if (registry == NULL)
        return CLI_CONFIG;
    const meepled_variant *variant = places_variant(&settings->places, registry, name);
    if (!options_game(&settings->options, &options) || variant == NULL)
        goto done;
    stack = meepled_variant_stack(registry, variant, options.settings, options.count, &err);
    if (stack == NULL) {
        cli_fail(0, "%s", err.text);
        goto done;
    }
    meepled_stack_players(stack, &min, &max);
    if (settings->players == 0)
        settings->players = min;
    if (settings->players < min || settings->players > max) {
        cli_fail(0, "%s seats %d to %d players, not %d", name, min, max, (int)settings->players);
        goto done;
    }
    if (options.first != MEEPLED_NONE8 && options.first >= settings->players) {
        cli_fail(0, "first-player %d: there are seats 0 to %d", options.first,
                 (int)settings->players - 1);
        goto done;
    }
    if (settings->record != NULL && mkdir(settings->record, 0777) != 0 && errno != EEXIST) {
        cli_fail(0, "%s: %s", settings->record, strerror(errno));
        goto done;
    }
    const struct simulate_plan plan = {
        .stack = stack,
        .variant = name,
        .settings = options.settings,
        .setting_count = options.count,
        .players = (uint8_t)settings->players,
        .first = options.first,
        .seed = settings->seed,
        .games = settings->games,
        .threads = (unsigned)settings->threads,
        .record = settings->record,
    };
    status = play(settings, &plan);
done:
    options_game_clear(&options);
    meepled_stack_unref(stack);
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
    if (argc - first != 1)
        return cli_fail(CLI_USAGE, "simulate: name one variant");
    return prepare(&settings, argv[first]);
}

const struct command command_simulate = {
    .name = "simulate",
    .arguments = "VARIANT",
    .summary = "play random games on all processors, print scores and lengths",
    .options = rows,
    .notes = "The same seed gives the same table whatever the number of threads.  Exit status 70\n"
             "when a rule broke an invariant.",
    .run = run,
};
