/* Options of a command as a table: parsing and the help text come from the same rows. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/cli.h"

enum option_type {
    OPTION_FLAG,   /* bool */
    OPTION_NUMBER, /* uint64_t, min..max */
    OPTION_TEXT,   /* const char * */
    OPTION_LIST    /* struct option_list: may be given several times */
};

struct option_row {
    const char *name; /* without the dashes; NULL ends the table */
    enum option_type type;
    size_t at;         /* offset in the command's settings */
    const char *value; /* what the help calls the value; NULL for flags */
    const char *help;
    uint64_t min, max; /* OPTION_NUMBER */
};

struct option_list {
    const char *items[MEEPLED_OPTIONS_MAX];
    size_t count;
};

/* Rows every command has that opens a registry; `settings` is a struct with a member `places`. */
#define OPTIONS_PLACES(settings)                                                                   \
    { "plugins",                                                                                   \
      OPTION_TEXT,                                                                                 \
      offsetof(settings, places.plugins),                                                          \
      "PATHS",                                                                                     \
      "folders or files of plugins, colon-separated",                                              \
      0,                                                                                           \
      0 },                                                                                         \
        { "tilesets",                                                                              \
          OPTION_TEXT,                                                                             \
          offsetof(settings, places.tilesets),                                                     \
          "PATHS",                                                                                 \
          "the same for tile sets",                                                                \
          0,                                                                                       \
          0 },                                                                                     \
    {                                                                                              \
        "variants", OPTION_TEXT, offsetof(settings, places.variants), "PATHS",                     \
            "the same for variants", 0, 0                                                          \
    }

enum { OPTIONS_HELP = -1, OPTIONS_WRONG = -2 };

/* Fill `settings` from argv, whose strings are borrowed.  Returns the index of the first argument
 * that is not an option; OPTIONS_HELP after printing the help, OPTIONS_WRONG after complaining. */
int options_parse(const struct command *command, int argc, char **argv, void *settings);
/* The exit status for a negative result of options_parse. */
int options_status(int result);

/* What --option said: the stack's settings and who begins. */
struct options_game {
    meepled_setting settings[MEEPLED_OPTIONS_MAX];
    size_t count;
    uint8_t first; /* seat; MEEPLED_NONE8: drawn from the seed */
    char *keep;    /* what the settings point into */
};

/* Split items "name=value"; "first-player" is taken out of them.  False and a complaint when one is
 * not like that.  Free with options_game_clear, also after a failure. */
bool options_game(const struct option_list *list, struct options_game *out);
void options_game_clear(struct options_game *game);

#endif
