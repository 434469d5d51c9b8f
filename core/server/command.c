/* getopt_long, with long names for everything but -o. */
#include "server/command.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

const char command_help[] =
    "usage: meepled [--config FILE] [-o SECTION.KEY=VALUE]... [--check-config]\n"
    "\n"
    "Serves tile-laying games over HTTP.\n"
    "\n"
    "  --config FILE          settings; else conf/meepled.ini beside the build,\n"
    "                         or /etc/meepled/meepled.ini\n"
    "  -o SECTION.KEY=VALUE   one setting, over what the file says\n"
    "  --check-config         only tell what is wrong: exit status 0 or 78\n"
    "  --settings             print every setting with its default, as a file\n"
    "  --version              print the version\n"
    "  --help                 print this\n"
    "\n"
    "SIGTERM and SIGINT stop it, SIGHUP makes it read its configuration again.\n";

static const struct option options[] = {
    { "config", required_argument, NULL, 'c' }, { "check-config", no_argument, NULL, 'k' },
    { "settings", no_argument, NULL, 's' },     { "version", no_argument, NULL, 'v' },
    { "help", no_argument, NULL, 'h' },         { NULL, 0, NULL, 0 },
};

bool
command_read(int argc, char **argv, struct command *command)
{
    int option;

    *command = (struct command){ .what = COMMAND_SERVE };
    command->overrides = calloc((size_t)argc + 1, sizeof *command->overrides);
    if (!command->overrides) {
        fputs("meepled: out of memory\n", stderr);
        return false;
    }
    optind = 1;
    while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        switch (option) {
        case 'c':
            command->config = optarg;
            break;
        case 'o':
            command->overrides[command->override_count++] = optarg;
            break;
        case 'k':
            command->what = COMMAND_CHECK;
            break;
        case 's':
            command->what = COMMAND_SETTINGS;
            break;
        case 'v':
            command->what = COMMAND_VERSION;
            break;
        case 'h':
            command->what = COMMAND_HELP;
            break;
        default: /* getopt has said what is wrong */
            fputs("meepled: --help lists what there is\n", stderr);
            return false;
        }
    }
    if (optind < argc) {
        fprintf(stderr, "meepled: \"%s\" is not an option\n", argv[optind]);
        return false;
    }
    return true;
}
