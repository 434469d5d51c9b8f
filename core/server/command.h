/* The daemon's command line. */
#ifndef SERVER_COMMAND_H
#define SERVER_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

enum command_what {
    COMMAND_SERVE,
    COMMAND_CHECK,    /* --check-config */
    COMMAND_SETTINGS, /* --settings */
    COMMAND_VERSION,
    COMMAND_HELP
};

struct command {
    enum command_what what;
    const char *config;     /* --config, NULL: not said */
    const char **overrides; /* each -o, in order; borrowed texts in an array to free */
    size_t override_count;
};

/* Read the arguments; false after a message on stderr, or when out of memory. */
bool command_read(int argc, char **argv, struct command *command);
extern const char command_help[];

#endif
