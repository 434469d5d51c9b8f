#include "create_read.h"

#include "json_read.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { WORD = 64, NAME = 64 }; /* characters */

/* ---- options ---- */

static const meepled_option_word *
option_find(const meepled_variant *variant, const char *name)
{
    size_t count = 0;
    const meepled_option_word *words =
        variant ? meepled_stack_options(variant->stack, &count) : NULL;

    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i].name, name) == 0)
            return &words[i];
    return NULL;
}

/* Yes/no options are true or false, numbers are numbers, words are strings; what the variant does
 * not know is left to the server to refuse. */
static bool
type_fits(const meepled_option_word *word, const char *name, const json_t *value)
{
    if (strcmp(name, "first-player") == 0)
        return json_is_integer(value) ||
               (json_is_string(value) && !strchr("0123456789", json_string_value(value)[0]));
    if (!word)
        return true;
    switch (word->type) {
    case MEEPLED_YESNO:
        return json_is_boolean(value);
    case MEEPLED_NUMBER:
        return json_is_integer(value);
    default:
        return json_is_string(value);
    }
}

static void
read_option(struct reading *in, const meepled_variant *variant, const char *name,
            const json_t *value, meepled_setting *out, char number[24])
{
    static const char *const wanted[] = { "true or false", "a whole number", "a string" };
    const meepled_option_word *word = option_find(variant, name);

    if (!type_fits(word, name, value)) {
        reading_bad(in, SERVER_BAD_OPTION, "options", name, "%s expected",
                    word ? wanted[word->type] : "a seat number or \"random\"");
        return;
    }
    *out = (meepled_setting){ .name = name, .value = number };
    if (json_is_boolean(value))
        out->value = json_is_true(value) ? "yes" : "no";
    else if (json_is_integer(value))
        snprintf(number, 24, "%" PRId64, (int64_t)json_integer_value(value));
    else
        out->value = reading_text_value(in, value, "options", name, WORD);
}

static void
read_options(struct reading *in, const meepled_registry *registry, struct create_lists *lists,
             struct server_job *job)
{
    const json_t *options = reading_object(in, in->root, "", "options", READING_OPTIONAL);
    const meepled_variant *variant =
        job->create.variant ? meepled_variant_find(registry, job->create.variant) : NULL;
    const char *name;
    json_t *value;
    size_t count = 0;

    job->create.options = lists->options;
    json_object_foreach((json_t *)(uintptr_t)options, name, value)
    {
        if (count == sizeof lists->options / sizeof lists->options[0]) {
            reading_bad(in, SERVER_BAD_OPTION, "", "options", "more options than there can be");
            return;
        }
        read_option(in, variant, name, value, &lists->options[count], lists->numbers[count]);
        count++;
    }
    job->create.option_count = count;
}

/* ---- seats ---- */

static void
read_seat(struct reading *in, const json_t *object, const char *where, struct server_seat_wish *out)
{
    out->name = reading_text(in, object, where, "name", READING_OPTIONAL, NAME);
    out->colour = reading_text(in, object, where, "colour", READING_OPTIONAL, WORD);
    out->bot = reading_text(in, object, where, "bot", READING_OPTIONAL, WORD);
    out->named = out->name || out->bot;
}

static void
read_seats(struct reading *in, struct create_lists *lists, struct server_job *job)
{
    static const char *const members[] = { "name", "colour", "bot", NULL };
    const json_t *seats =
        reading_array(in, in->root, "", "seats", READING_NEEDED, MEEPLED_PLAYERS_MAX);
    const size_t count = json_array_size(seats);

    job->create.seats = lists->seats;
    job->create.seat_count = count;
    for (size_t i = 0; i < count; i++) {
        const json_t *seat = json_array_get(seats, i);
        char where[32];
        snprintf(where, sizeof where, "seats[%zu]", i);
        if (!json_is_object(seat)) {
            reading_bad(in, PROBLEM_MEMBER_TYPE, where, "", "an object expected");
            return;
        }
        reading_only(in, seat, where, members);
        read_seat(in, seat, where, &lists->seats[i]);
    }
}

/* ---- seed and deck ---- */

static void
read_seed(struct reading *in, struct server_job *job)
{
    const char *hex = reading_text(in, in->root, "", "seed", READING_OPTIONAL, 2 * MEEPLED_SEED);
    size_t len = 0;

    if (!hex)
        return;
    if (strlen(hex) != 2 * MEEPLED_SEED ||
        sodium_hex2bin(job->create.seed, MEEPLED_SEED, hex, strlen(hex), NULL, &len, NULL) != 0 ||
        len != MEEPLED_SEED) {
        reading_bad(in, PROBLEM_MEMBER_VALUE, "", "seed", "%d hexadecimal digits expected",
                    2 * MEEPLED_SEED);
        return;
    }
    job->create.has_seed = true;
}

static void
read_deck(struct reading *in, struct create_lists *lists, struct server_job *job)
{
    const json_t *deck = reading_object(in, in->root, "", "deck", READING_OPTIONAL);
    const char *pile;
    json_t *unused;
    size_t count = 0;

    job->create.decks = lists->decks;
    json_object_foreach((json_t *)(uintptr_t)deck, pile, unused)
    {
        (void)unused;
        if (count == MEEPLED_PILES_MAX) {
            reading_bad(in, SERVER_BAD_DECK, "", "deck", "more piles than there can be");
            return;
        }
        const json_t *tiles =
            reading_array(in, deck, "deck", pile, READING_NEEDED, CREATE_DECK_MAX);
        const size_t tile_count = json_array_size(tiles);
        for (size_t t = 0; t < tile_count && reading_ok(in); t++)
            lists->tiles[count][t] =
                reading_text_value(in, json_array_get(tiles, t), "deck", pile, WORD);
        lists->decks[count] = (struct server_deck_wish){ .pile = pile,
                                                         .tiles = lists->tiles[count],
                                                         .count = tile_count };
        count++;
    }
    job->create.deck_count = count;
}

/* ---- whole bodies ---- */

json_t *
create_read(const char *body, size_t len, const meepled_registry *registry,
            struct create_lists *lists, struct server_job *job, struct problem *problem)
{
    static const char *const members[] = { "variant", "options", "seats", "seed",
                                           "deck",    "private", NULL };
    struct reading in;

    reading_begin(&in, body, len, problem);
    reading_only(&in, in.root, "", members);
    job->create.variant = reading_text(&in, in.root, "", "variant", READING_NEEDED, WORD);
    read_options(&in, registry, lists, job);
    read_seats(&in, lists, job);
    read_seed(&in, job);
    read_deck(&in, lists, job);
    job->create.private_game = reading_bool(&in, in.root, "", "private", READING_OPTIONAL);
    return in.root;
}

json_t *
join_read(const char *body, size_t len, struct server_job *job, struct problem *problem)
{
    static const char *const members[] = { "seat", "name", "colour", "bot", NULL };
    struct reading in;

    reading_begin(&in, body, len, problem);
    reading_only(&in, in.root, "", members);
    job->join.seat = -1;
    if (reading_ok(&in) && json_object_get(in.root, "seat"))
        job->join.seat =
            (int)reading_int(&in, in.root, "", "seat", READING_NEEDED, 0, MEEPLED_PLAYERS_MAX - 1);
    read_seat(&in, in.root, "", &job->join.wish);
    job->join.wish.named = true;
    return in.root;
}
