/* Options of a command as a table, on top of getopt_long. */
#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 24 };

static void
help(const struct command *command)
{
    printf("usage: meeplectl %s [OPTION]... %s\n%s\n\n", command->name, command->arguments,
           command->summary);
    for (const struct option_row *row = command->options; row->name != NULL; row++) {
        char left[40];

        snprintf(left, sizeof left, "--%s%s%s", row->name, row->value != NULL ? " " : "",
                 row->value != NULL ? row->value : "");
        printf("  %-20s %s\n", left, row->help);
    }
    printf("  %-20s %s\n", "--help", "this text");
    if (command->notes != NULL)
        printf("\n%s\n", command->notes);
}

static bool
set_number(const struct command *command, const struct option_row *row, const char *text,
           uint64_t *out)
{
    char *end = NULL;

    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value < row->min ||
        value > row->max) {
        cli_fail(0, "%s: --%s takes a number from %llu to %llu, not %s", command->name, row->name,
                 (unsigned long long)row->min, (unsigned long long)row->max, text);
        return false;
    }
    *out = value;
    return true;
}

static bool
set(const struct command *command, const struct option_row *row, const char *text, char *settings)
{
    void *to = settings + row->at;

    switch (row->type) {
    case OPTION_FLAG:
        *(bool *)to = true;
        return true;
    case OPTION_TEXT:
        *(const char **)to = text;
        return true;
    case OPTION_NUMBER:
        return set_number(command, row, text, to);
    case OPTION_LIST: {
        struct option_list *list = to;

        if (list->count == MEEPLED_OPTIONS_MAX) {
            cli_fail(0, "%s: more than %d times --%s", command->name, (int)MEEPLED_OPTIONS_MAX,
                     row->name);
            return false;
        }
        list->items[list->count++] = text;
        return true;
    }
    }
    return false;
}

int
options_parse(const struct command *command, int argc, char **argv, void *settings)
{
    struct option longs[ROWS_MAX + 2] = { 0 };
    int count = 0;

    for (const struct option_row *row = command->options; row->name != NULL; row++, count++) {
        if (count == ROWS_MAX)
            abort();
        longs[count].name = row->name;
        longs[count].has_arg = row->type == OPTION_FLAG ? no_argument : required_argument;
        longs[count].val = 'A' + count;
    }
    longs[count] = (struct option){ .name = "help", .val = 'h' };

    opterr = 0; /* our own words, with the command's name */
    optind = 1;
    for (;;) {
        const int got = getopt_long(argc, argv, ":h", longs, NULL);

        if (got == -1)
            return optind;
        if (got == 'h') {
            help(command);
            return OPTIONS_HELP;
        }
        if (got == '?' || got == ':') {
            cli_fail(0, "%s: %s %s (see meeplectl %s --help)", command->name,
                     got == ':' ? "a value is missing after" : "unknown option", argv[optind - 1],
                     command->name);
            return OPTIONS_WRONG;
        }
        if (!set(command, &command->options[got - 'A'], optarg, settings))
            return OPTIONS_WRONG;
    }
}

int
options_status(int result)
{
    return result == OPTIONS_HELP ? CLI_GOOD : CLI_USAGE;
}

static bool
set_first(const char *value, uint8_t *first)
{
    if (strcmp(value, "random") == 0)
        *first = MEEPLED_NONE8;
    else if (value[0] >= '0' && value[0] < '0' + MEEPLED_PLAYERS_MAX && value[1] == '\0')
        *first = (uint8_t)(value[0] - '0');
    else {
        cli_fail(0, "first-player is random or a seat from 0, not %s", value);
        return false;
    }
    return true;
}

bool
options_game(const struct option_list *list, struct options_game *out)
{
    size_t size = 1;

    *out = (struct options_game){ .first = MEEPLED_NONE8 };
    for (size_t i = 0; i < list->count; i++)
        size += strlen(list->items[i]) + 1;
    char *text = out->keep = malloc(size);
    if (text == NULL) {
        cli_fail(0, "out of memory");
        return false;
    }
    for (size_t i = 0; i < list->count; i++) {
        const size_t length = strlen(list->items[i]);

        memcpy(text, list->items[i], length + 1);
        char *equals = strchr(text, '=');
        if (equals == NULL || equals == text) {
            cli_fail(0, "an option of the game is name=value, not %s", list->items[i]);
            return false;
        }
        *equals = '\0';
        if (strcmp(text, "first-player") != 0)
            out->settings[out->count++] = (meepled_setting){ .name = text, .value = equals + 1 };
        else if (!set_first(equals + 1, &out->first))
            return false;
        text += length + 1;
    }
    return true;
}

void
options_game_clear(struct options_game *game)
{
    free(game->keep);
    *game = (struct options_game){ .first = MEEPLED_NONE8 };
}
