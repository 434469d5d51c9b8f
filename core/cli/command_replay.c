/* meeplectl replay: play a record again and see whether it comes out the same. */
#include "cli/options.h"
#include "cli/places.h"
#include "cli/record.h"

#include <errno.h>
#include <string.h>

struct settings {
    struct places places;
    bool verbose;
};

static const struct option_row rows[] = {
    { "verbose", OPTION_FLAG, offsetof(struct settings, verbose), NULL, "print every action", 0,
      0 },
    OPTIONS_PLACES(struct settings),
    { NULL, OPTION_FLAG, 0, NULL, NULL, 0, 0 },
};

/* False after saying which action does not fit and why. */
static bool
play(const struct record *record, meepled_game *g, bool verbose)
{
    for (size_t i = 0; i < record->action_count; i++) {
        const struct record_action *step = &record->actions[i];
        meepled_action action;
        meepled_error err = { "" };
        const char *rule = NULL;
        uint8_t digest[MEEPLED_DIGEST];

        if (verbose)
            printf("%4zu  seat %d  %s\n", i + 1, step->seat, step->text);
        meepled_status status = meepled_action_parse(g, step->text, &action, &err);
        if (status == MEEPLED_OK)
            status = meepled_apply(g, step->seat, &action, NULL, &rule, &err);
        if (status != MEEPLED_OK) {
            cli_fail(0, "%s:%u: action %zu (%s) %s: %s", record->name, step->line, i + 1,
                     step->text, status == MEEPLED_EREFUSED ? "is refused by rule" : "fails",
                     status == MEEPLED_EREFUSED && rule != NULL ? rule : err.text);
            return false;
        }
        meepled_digest(g, digest);
        if (step->has_digest && memcmp(digest, step->digest, sizeof digest) != 0) {
            cli_fail(0, "%s:%u: after action %zu (%s) the state is another one than was recorded",
                     record->name, step->line, i + 1, step->text);
            return false;
        }
    }
    return true;
}

static bool
scores(const struct record *record, const meepled_game *g)
{
    uint8_t ranks[MEEPLED_PLAYERS_MAX];
    bool good = true;
    const bool over = meepled_turn_get(g).phase == MEEPLED_OVER;

    meepled_ranking(g, ranks);
    printf("%s: %zu actions, %s\n", record->name, record->action_count,
           over ? "finished" : "not finished");
    printf("  %-6s %6s %6s\n", "seat", "score", over ? "rank" : "");
    for (uint8_t p = 0; p < meepled_players(g); p++) {
        printf("  %-6d %6ld ", p, (long)meepled_score_get(g, p));
        if (over)
            printf("%6d", ranks[p]);
        putchar('\n');
        if (record->has_scores && record->scores[p] != meepled_score_get(g, p)) {
            cli_fail(0, "%s: seat %d had %ld points in the record", record->name, p,
                     (long)record->scores[p]);
            good = false;
        }
    }
    return good;
}

static int
replay(const char *name, meepled_registry *registry, bool verbose)
{
    const bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "r");
    struct record record = { 0 };
    meepled_game *g = NULL;
    meepled_error err = { "" };
    int status = CLI_FOUND;

    if (file == NULL)
        return cli_fail(CLI_DATA, "%s: %s", name, strerror(errno));
    if (record_read(file, standard ? "standard input" : name, &record, &err) != MEEPLED_OK ||
        record_start(&record, registry, &g, &err) != MEEPLED_OK)
        status = cli_fail(CLI_DATA, "%s", err.text);
    else if (play(&record, g, verbose) && scores(&record, g))
        status = CLI_GOOD;
    meepled_game_free(g);
    record_clear(&record);
    if (!standard)
        fclose(file);
    return status;
}

static int
run(const struct command *self, int argc, char **argv)
{
    struct settings settings = { 0 };
    struct places_text text;
    const int first = options_parse(self, argc, argv, &settings);
    int status = CLI_GOOD;

    if (first < 0)
        return options_status(first);
    if (first == argc)
        return cli_fail(CLI_USAGE, "replay: which file?");
    places_complete(&settings.places, &text);
    meepled_registry *registry = places_open(&settings.places, true);
    if (registry == NULL)
        return CLI_CONFIG;
    for (int i = first; i < argc; i++) {
        const int one = replay(argv[i], registry, settings.verbose);

        if (one > status)
            status = one;
    }
    meepled_registry_unref(registry);
    return status;
}

const struct command command_replay = {
    .name = "replay",
    .arguments = "FILE...",
    .summary = "play recorded games again, compare every state, print the scores",
    .options = rows,
    .notes = "FILE - is standard input.  Exit status 1 when a game comes out differently, 65 when "
             "a file is\nno record.",
    .run = run,
};
