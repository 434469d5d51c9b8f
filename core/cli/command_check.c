/* meeplectl check: judge plugins and variants by random games. */
#include "cli/adhoc.h"
#include "cli/options.h"
#include "cli/workers.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
    struct places places, given; /* completed, and as on the command line */
    uint64_t games, players, seed, processes, patience, slow, limit;
    struct option_list options;
    struct options_game game;
};

static const struct option_row rows[] = {
    { "games", OPTION_NUMBER, offsetof(struct settings, games), "N", "random games of each (1000)",
      1, 100000000 },
    { "seed", OPTION_NUMBER, offsetof(struct settings, seed), "N",
      "of the first game; the next ones count up (1)", 0, UINT64_MAX / 2 },
    { "players", OPTION_NUMBER, offsetof(struct settings, players), "N",
      "seats (any number the variant allows)", 1, MEEPLED_PLAYERS_MAX },
    { "option", OPTION_LIST, offsetof(struct settings, options), "K=V",
      "fix an option; the others vary", 0, 0 },
    { "processes", OPTION_NUMBER, offsetof(struct settings, processes), "N",
      "games at once (one a processor)", 1, 256 },
    { "patience", OPTION_NUMBER, offsetof(struct settings, patience), "SECONDS",
      "an action may take so long before it is given up (10)", 1, 3600 },
    { "slow", OPTION_NUMBER, offsetof(struct settings, slow), "MS",
      "processor time an action may take (250)", 1, 3600000 },
    { "limit", OPTION_NUMBER, offsetof(struct settings, limit), "SECONDS",
      "stop after so long, however many games were played (no limit)", 1, 86400 },
    OPTIONS_PLACES(struct settings),
    { NULL, OPTION_FLAG, 0, NULL, NULL, 0, 0 },
};

/* Play the games of one variant and print the verdict; `argument` is what to give to `check` to see
 * a fault again. */
static int
judge(const struct settings *settings, meepled_registry *registry, const meepled_variant *variant,
      meepled_stack *twin, const char *label, const char *argument)
{
    const struct workers_plan plan = {
        .registry = registry,
        .variant = variant,
        .twin = twin,
        .settings = settings->game.settings,
        .setting_count = settings->game.count,
        .players = (uint8_t)settings->players,
        .first = settings->game.first,
        .seed = settings->seed,
        .games = settings->games,
        .processes = (unsigned)settings->processes,
        .patience_s = (unsigned)settings->patience,
        .slow_ms = (unsigned)settings->slow,
        .limit_s = (unsigned)settings->limit,
    };
    struct workers_result result;
    uint8_t min, max;

    meepled_stack_players(variant->stack, &min, &max);
    if (settings->players != 0 && (settings->players < min || settings->players > max))
        return cli_fail(CLI_USAGE, "%s seats %d to %d players", label, min, max);
    if (!workers_run(&plan, &result))
        return CLI_BROKEN;
    if (!result.found) {
        printf(
            "%s: good%s.  %llu games, %llu actions; at most %zu to choose from, slowest %.2f ms, "
            "%zu bytes a game%s\n",
            label, result.stopped ? " as far as time allowed" : "",
            (unsigned long long)result.games, (unsigned long long)result.notes.actions,
            result.notes.most_actions, (double)result.notes.slowest_ns / 1e6, result.notes.memory,
            twin != NULL ? "; the same with `nothing` on top" : "");
        return CLI_GOOD;
    }
    printf("%s: BROKEN in the game of seed %llu (%s)\n  again: meeplectl check %s --seed %llu "
           "--games 1",
           label, (unsigned long long)result.seed, result.fault, argument,
           (unsigned long long)result.seed);
    if (settings->players != 0)
        printf(" --players %llu", (unsigned long long)settings->players);
    for (size_t i = 0; i < settings->options.count; i++)
        printf(" --option %s", settings->options.items[i]);
    if (settings->given.plugins != NULL)
        printf(" --plugins %s", settings->given.plugins);
    if (settings->given.tilesets != NULL)
        printf(" --tilesets %s", settings->given.tilesets);
    if (settings->given.variants != NULL)
        printf(" --variants %s", settings->given.variants);
    putchar('\n');
    return CLI_FOUND;
}

/* ---- a variant ---- */

static int
check_variant(const struct settings *settings, const char *name)
{
    struct places places = settings->places;
    char paths[ADHOC_PATH], twin_name[ADHOC_NAME] = "", found[ADHOC_PATH];
    struct adhoc_file file = { "", NULL, 0 };
    int status = CLI_CONFIG;

    /* The same variant under `nothing`, unless that is not there to be tried. */
    if (adhoc_find_plugin(places.plugins, "nothing", found) && strcmp(name, "nothing") != 0) {
        file = adhoc_file_new();
        if (file.file != NULL) {
            adhoc_file_layer(&file, name, "nothing", twin_name);
            adhoc_file_done(&file);
            snprintf(paths, sizeof paths, "%s:%s", places.variants, file.path);
        }
    }
    meepled_registry *registry = places_open(&settings->places, true), *twins = NULL;
    const meepled_variant *variant = NULL;
    if (registry != NULL && (variant = places_variant(&settings->places, registry, name)) == NULL)
        status = CLI_USAGE;
    if (variant != NULL && file.file != NULL && !adhoc_has_layer(variant, "nothing")) {
        places.variants = paths;
        twins = places_open(&places, true);
    }
    const meepled_variant *twin = twins != NULL ? meepled_variant_find(twins, twin_name) : NULL;
    if (variant != NULL) {
        meepled_error err = { "" };
        meepled_stack *stack =
            twin != NULL ? meepled_variant_stack(twins, twin, NULL, 0, &err) : NULL;

        status = judge(settings, registry, variant, stack, name, name);
        meepled_stack_unref(stack);
    }
    meepled_registry_unref(twins);
    meepled_registry_unref(registry);
    adhoc_file_remove(&file);
    return status;
}

/* ---- a plugin file ---- */

struct candidate {
    char name[ADHOC_NAME], label[160];
};

static int
check_candidates(const struct settings *settings, const struct places *places,
                 const struct candidate *list, size_t count, const char *file)
{
    meepled_registry *registry = places_open(places, true);
    int status = CLI_GOOD;

    if (registry == NULL)
        return CLI_CONFIG;
    for (size_t i = 0; i < count; i++) {
        const meepled_variant *variant = meepled_variant_find(registry, list[i].name);
        const int one = variant != NULL
                            ? judge(settings, registry, variant, NULL, list[i].label, file)
                            : cli_fail(CLI_FOUND, "%s: cannot be made", list[i].label);

        if (one > status)
            status = one;
    }
    meepled_registry_unref(registry);
    return status;
}

/* On every variant it can go on, or where it is already. */
static int
check_layer(const struct settings *settings, const struct adhoc_plugin *plugin, const char *file)
{
    enum { CANDIDATES_MAX = 64 };
    struct places places = settings->places;
    char plugins[ADHOC_PATH], variants[ADHOC_PATH];
    struct candidate list[CANDIDATES_MAX];
    size_t count = 0;

    adhoc_add_path(places.plugins, file, plugins);
    places.plugins = plugins;
    meepled_registry *registry = places_open(&places, true);
    if (registry == NULL)
        return CLI_CONFIG;
    struct adhoc_file sections = adhoc_file_new();
    for (size_t i = 0; i < meepled_variant_count(registry) && count < CANDIDATES_MAX; i++) {
        const meepled_variant *variant = meepled_variant_get(registry, i);
        struct candidate *candidate = &list[count];

        if (adhoc_has_layer(variant, plugin->name)) {
            snprintf(candidate->name, sizeof candidate->name, "%s", variant->name);
            snprintf(candidate->label, sizeof candidate->label, "%s in %s", plugin->name,
                     variant->name);
            count++;
        } else if (sections.file != NULL && adhoc_fits(variant, plugin)) {
            adhoc_file_layer(&sections, variant->name, plugin->name, candidate->name);
            snprintf(candidate->label, sizeof candidate->label, "%s on %s", plugin->name,
                     variant->name);
            count++;
        }
    }
    meepled_registry_unref(registry);
    int status = CLI_CONFIG;
    if (count == 0) {
        cli_fail(0, "%s: no variant has what %s requires", file, plugin->name);
    } else if (sections.file == NULL || adhoc_file_done(&sections)) {
        if (sections.count > 0) {
            snprintf(variants, sizeof variants, "%s:%s", places.variants, sections.path);
            places.variants = variants;
        }
        status = check_candidates(settings, &places, list, count, file);
    }
    adhoc_file_remove(&sections);
    return status;
}

/* One try of a base with a tile set: it may not know the set's words, which is no fault of it.
 * CLI_USAGE when it does not. */
static int
check_pair(const struct settings *settings, const struct adhoc_plugin *plugin, const char *file,
           const char *tileset)
{
    struct places places = settings->places;
    char plugins[ADHOC_PATH];
    struct candidate candidate;
    int status = CLI_USAGE;
    struct adhoc_file sections = adhoc_file_new();
    meepled_report *mistakes = meepled_report_new(), *skipped = meepled_report_new();

    if (sections.file != NULL && mistakes != NULL && skipped != NULL &&
        adhoc_file_base(&sections, plugin->name, tileset, candidate.name) &&
        adhoc_file_done(&sections)) {
        adhoc_add_path(places.plugins, file, plugins);
        places.plugins = plugins;
        places.variants = sections.path;
        const meepled_registry_paths paths = { plugins, places.tilesets, sections.path };
        meepled_registry *registry = meepled_registry_open(&paths, mistakes, skipped);
        const bool fits = registry != NULL && meepled_variant_count(registry) == 1;
        const char *base = strrchr(tileset, '/');

        meepled_registry_unref(registry);
        snprintf(candidate.label, sizeof candidate.label, "%s with %.80s", plugin->name,
                 base != NULL ? base + 1 : tileset);
        if (fits)
            status = check_candidates(settings, &places, &candidate, 1, file);
    }
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    adhoc_file_remove(&sections);
    return status;
}

/* In the variants that have it, else with every tile set whose words it knows. */
static int
check_base(const struct settings *settings, const struct adhoc_plugin *plugin, const char *file)
{
    struct dirent **names = NULL;
    const int count = scandir(settings->places.tilesets, &names, NULL, alphasort);
    bool tried = false;
    int status = CLI_GOOD;

    for (int i = 0; i < count; i++) {
        char path[ADHOC_PATH];
        const size_t length = strlen(names[i]->d_name);

        snprintf(path, sizeof path, "%s/%s", settings->places.tilesets, names[i]->d_name);
        if (length > 4 && strcmp(names[i]->d_name + length - 4, ".ini") == 0) {
            const int one = check_pair(settings, plugin, file, path);

            tried = tried || one != CLI_USAGE;
            if (one != CLI_USAGE && one > status)
                status = one;
        }
        free(names[i]);
    }
    free(names);
    if (!tried)
        return cli_fail(CLI_CONFIG, "%s: no variant has %s and it knows the words of no tile set",
                        file, plugin->name);
    return status;
}

static int
check_file(const struct settings *settings, const char *file)
{
    struct adhoc_plugin plugin;

    if (!adhoc_probe(file, &plugin))
        return CLI_FOUND;
    if (!plugin.base)
        return check_layer(settings, &plugin, file);

    struct places places = settings->places;
    char plugins[ADHOC_PATH];
    struct candidate list[64];
    size_t count = 0;

    adhoc_add_path(places.plugins, file, plugins);
    places.plugins = plugins;
    meepled_registry *registry = places_open(&places, true);
    if (registry == NULL)
        return CLI_CONFIG;
    for (size_t i = 0; i < meepled_variant_count(registry) && count < 64; i++) {
        const meepled_variant *variant = meepled_variant_get(registry, i);

        if (!adhoc_has_layer(variant, plugin.name))
            continue;
        struct candidate *candidate = &list[count++];
        snprintf(candidate->name, sizeof candidate->name, "%s", variant->name);
        snprintf(candidate->label, sizeof candidate->label, "%s in %s", plugin.name, variant->name);
    }
    meepled_registry_unref(registry);
    return count > 0 ? check_candidates(settings, &places, list, count, file)
                     : check_base(settings, &plugin, file);
}

static int
run(const struct command *self, int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct settings settings = {
        .games = 1000,
        .seed = 1,
        .patience = 10,
        .slow = 250,
        .processes = processors > 0 && processors <= 256 ? (uint64_t)processors : 1,
    };
    struct places_text text;
    const int first = options_parse(self, argc, argv, &settings);
    int status = CLI_GOOD;

    if (first < 0)
        return options_status(first);
    if (first == argc)
        return cli_fail(CLI_USAGE, "check: name plugin files or variants");
    settings.given = settings.places;
    places_complete(&settings.places, &text);
    if (!options_game(&settings.options, &settings.game)) {
        options_game_clear(&settings.game);
        return CLI_USAGE;
    }
    for (int i = first; i < argc; i++) {
        const size_t length = strlen(argv[i]);
        const bool is_file = strchr(argv[i], '/') != NULL ||
                             (length > 3 && strcmp(argv[i] + length - 3, ".so") == 0);
        const int one =
            is_file ? check_file(&settings, argv[i]) : check_variant(&settings, argv[i]);

        if (one > status)
            status = one;
    }
    options_game_clear(&settings.game);
    return status;
}

const struct command command_check = {
    .name = "check",
    .arguments = "PLUGIN.so|VARIANT...",
    .summary = "play random games and look at what they show of the promises of the rules",
    .options = rows,
    .notes =
        "A plugin file is tried in the variants that have it, or on those it can go on.  Looked "
        "at:\n"
        "listed actions apply, others are refused with a rule; buffers are respected; tiles, "
        "figures\n"
        "and points are conserved; who scores had a figure there; hooks that only answer change\n"
        "nothing; a game ends, and played again gives the same states; size of a game.  The rules\n"
        "run in processes of their own: a crash or an endless loop is reported like any fault.\n"
        "Exit status 1 when something is broken.",
    .run = run,
};
