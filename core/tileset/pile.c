/* Piles as tile sets name them. */
#include "tileset/pile.h"

#include <stdio.h>
#include <string.h>

enum bound_part
pile_part(char *name, const meepled_pile_word *piles, size_t count)
{
    static const struct {
        const char *ending;
        enum bound_part part;
    } endings[] = { { "-first", BOUND_TOP }, { "-last", BOUND_BOTTOM } };
    const size_t len = strlen(name);

    for (size_t i = 0; i < count; i++)
        if (strcmp(piles[i].name, name) == 0)
            return BOUND_MIDDLE;
    for (size_t e = 0; e < sizeof endings / sizeof *endings; e++) {
        const size_t ending = strlen(endings[e].ending);

        if (len <= ending || strcmp(name + len - ending, endings[e].ending) != 0)
            continue;
        for (size_t i = 0; i < count; i++)
            if (strlen(piles[i].name) == len - ending &&
                strncmp(piles[i].name, name, len - ending) == 0) {
                name[len - ending] = '\0';
                return endings[e].part;
            }
    }
    return BOUND_MIDDLE;
}

bool
pile_is_absent(const char *name, const struct bound_words *words)
{
    char pile[TILESET_NAME];

    snprintf(pile, sizeof pile, "%s", name);
    (void)pile_part(pile, words->absent, words->absent_count);
    for (size_t i = 0; i < words->absent_count; i++)
        if (strcmp(words->absent[i].name, pile) == 0)
            return true;
    return false;
}
