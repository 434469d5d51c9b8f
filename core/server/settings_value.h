/* One value of the settings: who said it, and judging it by its row of the table. */
#ifndef SERVER_SETTINGS_VALUE_H
#define SERVER_SETTINGS_VALUE_H

#include "server/settings.h"

/* A value and who said it; all borrowed. */
struct said {
    const struct setting *row;
    const char *value;
    const char *file;   /* for messages; NULL: the table itself */
    unsigned line;      /* 0: none */
    const char *folder; /* relative paths start here */
};

/* Put the value into the settings; false after a complaint to `report`. */
bool settings_value_take(struct settings *settings, const struct settings_places *places,
                         const struct said *said, meepled_report *report);
/* Where the row's value is. */
void *settings_value_at(const struct settings *settings, const struct setting *row);

#endif
