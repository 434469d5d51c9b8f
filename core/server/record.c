/* Texts of a stored game, and its seats. */
#include "server/record.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing texts ---- */

/* The value of option `i` as text, in `buffer` if need be. */
static const char *
option_text(const meepled_stack *stack, size_t i, char *buffer, size_t size)
{
    size_t count;
    const meepled_option_word *const option = &meepled_stack_options(stack, &count)[i];
    const int32_t value = meepled_stack_option(stack, i);

    switch (option->type) {
    case MEEPLED_YESNO:
        return value ? "yes" : "no";
    case MEEPLED_NUMBER:
        snprintf(buffer, size, "%d", value);
        return buffer;
    case MEEPLED_WORD:
        return option->words[value];
    }
    return "";
}

char *
record_options(const meepled_stack *stack, uint8_t first_player)
{
    char *text = NULL;
    size_t size, count;
    FILE *const out = open_memstream(&text, &size);
    const meepled_option_word *const options = meepled_stack_options(stack, &count);

    if (!out)
        return NULL;
    if (first_player == MEEPLED_NONE8)
        fprintf(out, RECORD_FIRST "=random\n");
    else
        fprintf(out, RECORD_FIRST "=%u\n", first_player);
    for (size_t i = 0; i < count; i++) {
        char buffer[16];

        fprintf(out, "%s=%s\n", options[i].name, option_text(stack, i, buffer, sizeof buffer));
    }
    return fclose(out) == 0 ? text : NULL;
}

char *
record_rules(const meepled_stack *stack)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    if (!out)
        return NULL;
    for (size_t i = 0; i < meepled_stack_layers(stack); i++) {
        const meepled_layer_info layer = meepled_stack_layer(stack, i);

        char hex[2 * MEEPLED_CODE + 1] = "";

        if (layer.code)
            sodium_bin2hex(hex, sizeof hex, layer.code, MEEPLED_CODE);
        fprintf(out, "%s %s%s%s\n", layer.name, layer.version, layer.code ? " " : "", hex);
    }
    return fclose(out) == 0 ? text : NULL;
}

char *
record_decks(const meepled_stack *stack, const meepled_deck *decks, size_t count)
{
    char *text = NULL;
    size_t size, pile_count;
    FILE *const out = open_memstream(&text, &size);
    const meepled_pile_word *const piles = meepled_stack_piles(stack, &pile_count);

    if (!out)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s", piles[decks[i].pile].name);
        for (size_t t = 0; t < decks[i].count; t++)
            fprintf(out, " %s", meepled_stack_tile(stack, decks[i].tiles[t]).id);
        fputc('\n', out);
    }
    return fclose(out) == 0 ? text : NULL;
}

/* ---- reading them ---- */

uint8_t
record_first_player(const struct store_game *record)
{
    const char *const found = record->options ? strstr(record->options, RECORD_FIRST "=") : NULL;
    const char *const value = found ? found + strlen(RECORD_FIRST "=") : "";

    return *value >= '0' && *value <= '9' ? (uint8_t)(*value - '0') : MEEPLED_NONE8;
}

size_t
record_settings(char *options, meepled_setting *out, size_t cap)
{
    size_t count = 0;
    char *rest = options;

    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        char *const equals = strchr(line, '=');

        if (!equals)
            continue;
        *equals = '\0';
        if (strcmp(line, RECORD_FIRST) == 0)
            continue;
        if (count < cap)
            out[count] = (meepled_setting){ .name = line, .value = equals + 1 };
        count++;
    }
    return count;
}

static uint8_t
pile_find(const meepled_stack *stack, const char *name)
{
    size_t count;
    const meepled_pile_word *const piles = meepled_stack_piles(stack, &count);

    for (size_t i = 0; i < count; i++)
        if (strcmp(piles[i].name, name) == 0)
            return (uint8_t)i;
    return MEEPLED_NONE8;
}

/* One line: a pile and its tiles, which go to tiles[0..). */
static meepled_status
read_deck(char *line, const meepled_stack *stack, meepled_deck *deck, uint16_t *tiles,
          meepled_error *err)
{
    const char *const name = strsep(&line, " ");

    *deck = (meepled_deck){ .pile = pile_find(stack, name), .tiles = tiles };
    if (deck->pile == MEEPLED_NONE8)
        return meepled_fail(err, MEEPLED_ECONFIG, "there is no pile \"%s\" any more", name);
    for (char *id; (id = strsep(&line, " ")) != NULL; deck->count++) {
        tiles[deck->count] = meepled_stack_tile_find(stack, id);
        if (tiles[deck->count] == MEEPLED_NONE)
            return meepled_fail(err, MEEPLED_ECONFIG, "there is no tile \"%s\" any more", id);
    }
    return MEEPLED_OK;
}

meepled_status
record_read_decks(const char *text, const meepled_stack *stack, meepled_deck out[MEEPLED_PILES_MAX],
                  size_t *count, uint16_t **tiles, meepled_error *err)
{
    *count = 0;
    *tiles = NULL;
    if (!text)
        return MEEPLED_OK;

    char *const copy = strdup(text);
    size_t used = 0;
    meepled_status status = MEEPLED_OK;

    *tiles = malloc((strlen(text) + 1) * sizeof **tiles); /* an id takes more than one byte */
    if (!copy || !*tiles) {
        free(copy);
        return meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
    }
    char *rest = copy;

    for (char *line; status == MEEPLED_OK && (line = strsep(&rest, "\n")) != NULL;) {
        if (*line == '\0')
            continue;
        if (*count == MEEPLED_PILES_MAX) {
            status = meepled_fail(err, MEEPLED_ECONFIG, "more than %d piles", MEEPLED_PILES_MAX);
            break;
        }
        status = read_deck(line, stack, &out[*count], *tiles + used, err);
        used += out[(*count)++].count;
    }
    free(copy);
    return status;
}

size_t
record_codes(const struct store_game *record, uint8_t *out, size_t cap)
{
    size_t count = 0;

    for (const char *line = record->rules ? record->rules : ""; *line; count++) {
        const size_t len = strcspn(line, "\n");
        const char *const blank = memrchr(line, ' ', len);
        const size_t digits = blank ? (size_t)(line + len - blank - 1) : 0;
        size_t got = 0;

        if (count == cap || digits != (size_t)2 * MEEPLED_CODE ||
            sodium_hex2bin(out + count * MEEPLED_CODE, MEEPLED_CODE, blank + 1, digits, NULL, &got,
                           NULL) != 0 ||
            got != MEEPLED_CODE)
            return 0;
        line += len + (line[len] == '\n');
    }
    return count;
}

bool
record_layers_same(const struct store_game *record, const meepled_stack *stack, meepled_error *err)
{
    const char *line = record->rules ? record->rules : "";
    const size_t count = meepled_stack_layers(stack);

    for (size_t i = 0; i < count || *line; i++) {
        const char *const now = i < count ? meepled_stack_layer(stack, i).name : "";
        const int len = (int)strcspn(line, " \n");

        if ((size_t)len != strlen(now) || strncmp(line, now, (size_t)len) != 0) {
            meepled_fail(err, MEEPLED_ECONFIG, "layer %zu was \"%.*s\", now it is \"%s\"", i + 1,
                         len, line, now);
            return false;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return true;
}

/* ---- records ---- */

bool
record_set(char **text, const char *value)
{
    char *const copy = value ? strdup(value) : NULL;

    if (value && !copy)
        return false;
    free(*text);
    *text = copy;
    return true;
}

/* Give `*text` a copy of its own; it is then this copy or NULL. */
static bool
own(char **text)
{
    const char *const from = *text;

    *text = NULL;
    return record_set(text, from);
}

bool
record_copy(struct store_game *to, const struct store_game *from)
{
    *to = *from;

    bool good = own(&to->variant);

    good = own(&to->options) && good;
    good = own(&to->rules) && good;
    good = own(&to->decks) && good;
    good = own(&to->reason) && good;
    for (int i = 0; i < MEEPLED_PLAYERS_MAX; i++) {
        struct store_seat *const seat = &to->seats[i];

        good = own(&seat->name) && good;
        good = own(&seat->colour) && good;
        good = own(&seat->bot) && good;
    }
    if (!good)
        store_game_clear(to);
    return good;
}

uint8_t
record_taken(const struct store_game *record)
{
    uint8_t taken = 0;

    for (uint8_t i = 0; i < record->seat_count; i++)
        taken = (uint8_t)(taken + record->seats[i].taken);
    return taken;
}

static void
seat_clear(struct store_seat *seat)
{
    free(seat->name);
    free(seat->colour);
    free(seat->bot);
    *seat = (struct store_seat){ .taken = false };
}

bool
record_close_up(struct store_game *record, const meepled_stack *stack)
{
    const uint8_t first = record_first_player(record);
    const uint8_t taken = record_taken(record);
    uint8_t to = 0, first_now = MEEPLED_NONE8;

    for (uint8_t i = 0; i < record->seat_count; i++) {
        struct store_seat *const seat = &record->seats[i];

        if (!seat->taken) {
            seat_clear(seat);
            continue;
        }
        if (first != MEEPLED_NONE8 && first_now == MEEPLED_NONE8 && i >= first)
            first_now = to;
        if (to != i) {
            record->seats[to] = *seat;
            *seat = (struct store_seat){ .taken = false };
        }
        to++;
    }
    record->seat_count = taken;
    if (first == MEEPLED_NONE8)
        return true;

    char *const options = record_options(stack, first_now == MEEPLED_NONE8 ? 0 : first_now);

    if (options) {
        free(record->options);
        record->options = options;
    }
    return options != NULL;
}

uint32_t
record_start_version(const struct store_game *record)
{
    if (record->players == 0)
        return 0;
    /* after the start only one thing changes the record: the game is given up, or frozen */
    return record->status == STORE_ABORTED || record->status == STORE_FROZEN ? record->changes - 1
                                                                             : record->changes;
}
