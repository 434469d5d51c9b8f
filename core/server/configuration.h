/* What a configuration amounts to: settings, rules, the administrator's token. */
#ifndef SERVER_CONFIGURATION_H
#define SERVER_CONFIGURATION_H

#include "server/command.h"
#include "server/settings.h"

#include <meepled/registry.h>

enum { ADMIN_TOKEN_MAX = 256, EXIT_CONFIG = 78 /* status after a mistake in it */ };

struct configuration {
    struct settings *settings;
    meepled_registry *registry;
    char admin_token[ADMIN_TOKEN_MAX + 2]; /* "": there is none */
};

/* Read everything anew.  `store_path` is that of the games, beside which plugins are kept; NULL: as
 * the settings say.  False after all mistakes have been logged. */
bool configuration_read(struct configuration *c, const struct command *command,
                        const struct settings_places *places, const char *store_path);
void configuration_clear(struct configuration *c);

/* Whether reading it leaves the process alive: tried by another one, with the same arguments and
 * --check-config.  Plugins run code of theirs when stacks are made. */
bool configuration_try(char *const *arguments);

/* A file or folder beside that of the games. */
void configuration_beside(const char *store_path, const char *suffix, char out[SETTINGS_PATH]);
/* Make the folder of a file that is to be written, one level of it. */
void configuration_make_folder(const char *file);

#endif
