/* Lines of the notation to the text of a tile set. */
#include "tests/support/position_notation.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text that grows into a buffer and remembers whether it fitted. */
struct text {
    char *at;
    size_t left;
    bool full;
};

static void __attribute__((format(printf, 2, 3)))
text_add(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text->at, text->left, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= text->left) {
        text->full = true;
        return;
    }
    text->at += n;
    text->left -= (size_t)n;
}

bool
position_tile_line(const char *line, struct position_tile *tile)
{
    int used = 0, x = 0, y = 0;

    line += strspn(line, " \t");
    const bool is_new = strncmp(line, "new ", 4) == 0, start = strncmp(line, "start ", 6) == 0;
    line += is_new ? 4 : start ? 6 : 0;
    if (sscanf(line, " (%d,%d) %n", &x, &y, &used) != 2 || used == 0)
        return false;
    *tile = (struct position_tile){
        .has_cell = true, .start = start, .x = (int16_t)x, .y = (int16_t)y, .count = 1
    };
    if (is_new)
        snprintf(tile->id, sizeof tile->id, "new");
    else
        snprintf(tile->id, sizeof tile->id, "at_%d_%d", x, y);
    return (size_t)snprintf(tile->zones, sizeof tile->zones, "%s", line + used) <
           sizeof tile->zones;
}

bool
position_tile_named(const char *text, struct position_tile *tile)
{
    enum { COPIES = 4 };
    int used = 0;

    *tile = (struct position_tile){ .count = COPIES };
    if (sscanf(text, " %23s %n", tile->id, &used) != 1 || used == 0)
        return false;
    return (size_t)snprintf(tile->zones, sizeof tile->zones, "%s", text + used) <
           sizeof tile->zones;
}

static bool
is_side(const char *word)
{
    return strchr("NESW", word[0]) != NULL &&
           (word[1] == '\0' || (strchr("LR", word[1]) != NULL && word[2] == '\0'));
}

static bool
is_number(const char *word)
{
    return isdigit((unsigned char)word[0]) || (word[0] == '-' && isdigit((unsigned char)word[1]));
}

/* What follows a zone's name: sides, key=number, key=zones, a single word that is true. */
static void
zone_word(char *word, const char *zone, struct text *line, struct text *links)
{
    char *equals = strchr(word, '=');

    if (equals == NULL) {
        text_add(line, is_side(word) ? " %s" : " %s=1", word);
        return;
    }
    *equals = '\0';
    if (is_number(equals + 1)) {
        text_add(line, " %s=%s", word, equals + 1);
    } else if (strcmp(word, "goods") == 0) {
        text_add(line, " %s=1", equals + 1);
    } else {
        for (char *c = equals + 1; *c != '\0'; c++)
            *c = *c == ',' ? ' ' : *c;
        /* The notation says where a river ends with "to". */
        text_add(links, "%s.%s = %s\n", zone, strcmp(word, "to") == 0 ? "flows" : word, equals + 1);
    }
}

/* "borders a/b a/c c/b" stands for itself, not for a zone: one line for each zone before a slash.
 */
static void
borders(char *words, struct text *links)
{
    enum { PAIRS_MAX = 24 };
    const char *from[PAIRS_MAX], *to[PAIRS_MAX];
    size_t count = 0;
    char *save = NULL;

    for (char *pair = strtok_r(words, " ", &save); pair != NULL;
         pair = strtok_r(NULL, " ", &save)) {
        char *slash = strchr(pair, '/');
        if (slash == NULL || count == PAIRS_MAX) {
            links->full = true;
            return;
        }
        *slash = '\0';
        from[count] = pair;
        to[count++] = slash + 1;
    }
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;

        while (strcmp(from[first], from[i]) != 0)
            first++;
        if (first < i)
            continue; /* said with the first of its pairs */
        text_add(links, "%s.borders =", from[i]);
        for (size_t k = i; k < count; k++) {
            if (strcmp(from[k], from[i]) == 0)
                text_add(links, " %s", to[k]);
        }
        text_add(links, "\n");
    }
}

static bool
tile_text(const struct position_tile *tile, struct text *out)
{
    char zones[sizeof tile->zones], link_text[sizeof tile->zones * 2];
    struct text links = { .at = link_text, .left = sizeof link_text };
    char *save = NULL;

    link_text[0] = '\0';
    memcpy(zones, tile->zones, sizeof zones);
    text_add(out, "\n[tile %s]\ncount = %u\n", tile->id, tile->count);
    for (char *zone = strtok_r(zones, ";", &save); zone != NULL;
         zone = strtok_r(NULL, ";", &save)) {
        char *word_save = NULL;
        char *name = strtok_r(zone, " \t", &word_save);

        if (name == NULL)
            return false;
        if (strcmp(name, "borders") == 0) {
            borders(word_save, &links);
            continue;
        }
        text_add(out, "%s =", name);
        for (char *word; (word = strtok_r(NULL, " \t", &word_save)) != NULL;)
            zone_word(word, name, out, &links);
        text_add(out, "\n");
    }
    text_add(out, "%s", link_text);
    return !out->full && !links.full;
}

bool
position_tileset_text(const struct position_tile *tiles, size_t count, char *out, size_t size,
                      char why[128])
{
    struct text text = { .at = out, .left = size };

    text_add(&text, "[tileset]\nid = position\ntitle = Position\n");
    for (size_t i = 0; i < count; i++) {
        if (!tile_text(&tiles[i], &text)) {
            snprintf(why, 128, "tile %s: cannot be understood: %.70s", tiles[i].id, tiles[i].zones);
            return false;
        }
    }
    return true;
}
