/* Reading a record: one row of a table per tag, everything else refused with its line. */
#include "cli/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 16 << 20, WORDS_MAX = 4096 };

struct reader {
    struct record *record;
    unsigned line;
    size_t action_cap, word_count;
    meepled_error *err;
};

static meepled_status
wrong(const struct reader *r, const char *what, const char *word)
{
    return meepled_fail(r->err, MEEPLED_ECONFIG, "%s:%u: %s: %.60s", r->record->name, r->line, what,
                        word);
}

/* A decimal number min..max; false for anything else. */
static bool
number(const char *text, long min, long max, long *out)
{
    char *end = NULL;

    errno = 0;
    *out = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *out >= min && *out <= max &&
           strspn(text, "-0123456789") == strlen(text);
}

/* ---- tags: words[0..count) are what follows the tag's name ---- */

static meepled_status
tag_record(struct reader *r, char **words, size_t count)
{
    long version;

    (void)count;
    if (!number(words[0], RECORD_VERSION, RECORD_VERSION, &version))
        return wrong(r, "unknown version of the record", words[0]);
    return MEEPLED_OK;
}

static meepled_status
tag_variant(struct reader *r, char **words, size_t count)
{
    (void)count;
    r->record->variant = words[0];
    return MEEPLED_OK;
}

static meepled_status
tag_option(struct reader *r, char **words, size_t count)
{
    struct record *record = r->record;

    (void)count;
    if (record->option_count == MEEPLED_OPTIONS_MAX)
        return wrong(r, "too many options", words[0]);
    record->options[record->option_count++] =
        (meepled_setting){ .name = words[0], .value = words[1] };
    return MEEPLED_OK;
}

static meepled_status
tag_rules(struct reader *r, char **words, size_t count)
{
    struct record *record = r->record;

    (void)count;
    if (record->layer_count == RECORD_LAYERS_MAX)
        return wrong(r, "too many rules", words[0]);
    record->layers[record->layer_count++] =
        (struct record_layer){ .name = words[0], .version = words[1] };
    return MEEPLED_OK;
}

static meepled_status
tag_tiles(struct reader *r, char **words, size_t count)
{
    (void)count;
    r->record->has_tiles = true;
    if (!cli_hex(words[0], r->record->tiles, sizeof r->record->tiles))
        return wrong(r, "not 64 hexadecimal digits", words[0]);
    return MEEPLED_OK;
}

static meepled_status
tag_players(struct reader *r, char **words, size_t count)
{
    long players;

    (void)count;
    if (!number(words[0], 1, MEEPLED_PLAYERS_MAX, &players))
        return wrong(r, "not a number of players", words[0]);
    r->record->players = (uint8_t)players;
    return MEEPLED_OK;
}

static meepled_status
tag_first(struct reader *r, char **words, size_t count)
{
    long seat;

    (void)count;
    if (strcmp(words[0], "random") == 0)
        return MEEPLED_OK;
    if (!number(words[0], 0, MEEPLED_PLAYERS_MAX - 1, &seat))
        return wrong(r, "neither a seat nor random", words[0]);
    r->record->first = (uint8_t)seat;
    return MEEPLED_OK;
}

static meepled_status
tag_seed(struct reader *r, char **words, size_t count)
{
    (void)count;
    r->record->has_seed = true;
    if (!cli_hex(words[0], r->record->seed, sizeof r->record->seed))
        return wrong(r, "not 64 hexadecimal digits", words[0]);
    return MEEPLED_OK;
}

static meepled_status
tag_deck(struct reader *r, char **words, size_t count)
{
    struct record *record = r->record;

    if (record->deck_count == MEEPLED_PILES_MAX)
        return wrong(r, "too many decks", words[0]);
    record->decks[record->deck_count++] =
        (struct record_deck){ .pile = words[0], .tiles = words + 1, .count = count - 1 };
    r->word_count += count; /* these stay */
    return MEEPLED_OK;
}

static meepled_status
tag_scores(struct reader *r, char **words, size_t count)
{
    r->record->has_scores = true;
    for (size_t i = 0; i < count; i++) {
        long score;

        if (!number(words[i], INT32_MIN, INT32_MAX, &score))
            return wrong(r, "not a score", words[i]);
        r->record->scores[i] = (int32_t)score;
    }
    if (count != r->record->players)
        return wrong(r, "not one score for each player", words[0]);
    return MEEPLED_OK;
}

static const struct tag {
    const char *name;
    size_t min, max; /* words after it */
    bool repeats;
    meepled_status (*take)(struct reader *r, char **words, size_t count);
} tags[] = {
    { "record", 1, 1, false, tag_record },
    { "variant", 1, 1, false, tag_variant },
    { "option", 2, 2, true, tag_option },
    { "rules", 2, 2, true, tag_rules },
    { "tiles", 1, 1, false, tag_tiles },
    { "players", 1, 1, false, tag_players },
    { "first", 1, 1, false, tag_first },
    { "seed", 1, 1, false, tag_seed },
    { "deck", 1, WORDS_MAX, true, tag_deck },
    { "scores", 1, MEEPLED_PLAYERS_MAX, false, tag_scores },
};
enum { TAG_COUNT = sizeof tags / sizeof *tags };

/* Cut `text` at its spaces into words[0..cap); the number of words, more than `cap` if too many. */
static size_t
split(char *text, char **words, size_t cap)
{
    size_t count = 0;
    char *rest = text, *word;

    while ((word = strtok_r(rest, " \t", &rest)) != NULL) {
        if (count < cap)
            words[count] = word;
        count++;
    }
    return count;
}

static meepled_status
read_tag(struct reader *r, char *line, unsigned *seen)
{
    char **words = r->record->words + r->word_count;
    const size_t cap = WORDS_MAX - r->word_count, length = strlen(line);

    if (line[length - 1] != ']')
        return wrong(r, "a tag ends with ]", line);
    line[length - 1] = '\0';
    const size_t count = split(line + 1, words, cap);
    if (count == 0 || count > cap)
        return wrong(r, count == 0 ? "an empty tag" : "too many words", line);
    for (size_t i = 0; i < TAG_COUNT; i++) {
        if (strcmp(tags[i].name, words[0]) != 0)
            continue;
        if (*seen & 1u << i && !tags[i].repeats)
            return wrong(r, "this tag was there before", words[0]);
        *seen |= 1u << i;
        if (count - 1 < tags[i].min || count - 1 > tags[i].max)
            return wrong(r, "wrong number of words in tag", words[0]);
        /* The tag's own name is dropped so that a deck keeps its pile and tiles only. */
        memmove(words, words + 1, (count - 1) * sizeof *words);
        return tags[i].take(r, words, count - 1);
    }
    return wrong(r, "unknown tag", words[0]);
}

/* "17 1 place HG-31 1 0 90 = 8f3c..." */
static meepled_status
read_action(struct reader *r, char *line)
{
    struct record *record = r->record;
    char *rest = line;
    char *ordinal = strtok_r(rest, " \t", &rest), *seat = strtok_r(rest, " \t", &rest);
    struct record_action action = { .line = r->line };
    long n;

    if (ordinal == NULL || !number(ordinal, 1, 1 << 20, &n) ||
        (size_t)n != record->action_count + 1)
        return wrong(r, "neither a tag nor the next action's number", ordinal ? ordinal : line);
    if (seat == NULL || !number(seat, 0, MEEPLED_PLAYERS_MAX - 1, &n))
        return wrong(r, "not a seat", seat != NULL ? seat : "");
    action.seat = (uint8_t)n;
    rest += strspn(rest, " \t");
    char *digest = strstr(rest, " = ");
    if (digest != NULL) {
        action.has_digest = true;
        *digest = '\0';
        if (!cli_hex(digest + 3, action.digest, sizeof action.digest))
            return wrong(r, "not a digest of 32 hexadecimal digits", digest + 3);
    }
    if (*rest == '\0')
        return wrong(r, "no action after the seat", seat);
    action.text = rest;
    if (record->action_count == r->action_cap) {
        const size_t cap = r->action_cap == 0 ? 256 : 2 * r->action_cap;
        struct record_action *more = realloc(record->actions, cap * sizeof *more);

        if (more == NULL)
            return meepled_fail(r->err, MEEPLED_ENOMEM, "out of memory");
        record->actions = more;
        r->action_cap = cap;
    }
    record->actions[record->action_count++] = action;
    return MEEPLED_OK;
}

static meepled_status
read_lines(struct reader *r)
{
    unsigned seen = 0;
    meepled_status status = MEEPLED_OK;

    for (char *line = r->record->text, *next; line != NULL && status == MEEPLED_OK; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        r->line++;
        size_t length = strlen(line);
        while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL)
            line[--length] = '\0';
        line += strspn(line, " \t");
        if (line[0] == '\0' || line[0] == ';')
            continue;
        status = line[0] == '[' ? read_tag(r, line, &seen) : read_action(r, line);
    }
    if (status == MEEPLED_OK && r->record->variant == NULL)
        status = wrong(r, "a tag is missing", "variant");
    if (status == MEEPLED_OK && r->record->players == 0)
        status = wrong(r, "a tag is missing", "players");
    if (status == MEEPLED_OK && !r->record->has_seed)
        status = wrong(r, "a tag is missing", "seed");
    return status;
}

/* The whole file, NUL-ended; NULL when it is too long, holds a NUL, or memory ran out. */
static char *
slurp(FILE *file)
{
    size_t cap = 1 << 14, length = 0;
    char *text = malloc(cap);

    while (text != NULL) {
        length += fread(text + length, 1, cap - length - 1, file);
        if (length < cap - 1)
            break;
        cap *= 2;
        char *more = cap > TEXT_MAX ? NULL : realloc(text, cap);
        if (more == NULL)
            free(text);
        text = more;
    }
    if (text == NULL)
        return NULL;
    text[length] = '\0';
    if (ferror(file) || strlen(text) != length) {
        free(text);
        return NULL;
    }
    return text;
}

meepled_status
record_read(FILE *file, const char *name, struct record *record, meepled_error *err)
{
    *record = (struct record){ .name = name, .first = MEEPLED_NONE8 };
    record->text = slurp(file);
    record->words = malloc(WORDS_MAX * sizeof *record->words);
    if (record->text == NULL || record->words == NULL)
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: cannot be read as text of at most %d bytes",
                            name, (int)TEXT_MAX);
    struct reader reader = { .record = record, .err = err };
    return read_lines(&reader);
}

void
record_clear(struct record *record)
{
    free(record->text);
    free(record->words);
    free(record->actions);
    *record = (struct record){ 0 };
}
