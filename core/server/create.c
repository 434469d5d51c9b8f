/* SERVER_CREATE: everything that is said about a new game is judged here. */
#include "server/inner.h"

#include "server/record.h"
#include "server/replay.h"
#include "server/token.h"

#include <stdlib.h>
#include <string.h>

enum { ID_BYTES = 12 };

/* In seat order, for seats that ask for none. */
static const char *const colours[MEEPLED_PLAYERS_MAX] = { "red",   "blue", "yellow", "green",
                                                          "black", "grey", "white",  "purple" };

static bool
no_memory(struct server_job *job)
{
    return job_fail(job, SERVER_STORE_FAILED, "out of memory");
}

/* ---- options ---- */

static bool
first_player_read(struct server_job *job, const char *text, uint8_t *first)
{
    if (strcmp(text, "random") == 0) {
        *first = MEEPLED_NONE8;
        return true;
    }
    if (text[0] < '0' || text[0] > '9' || text[1] != '\0' ||
        (size_t)(text[0] - '0') >= job->create.seat_count)
        return job_fail(job, SERVER_BAD_OPTION,
                        "option " RECORD_FIRST " is \"%.40s\", not random or one of %zu seats",
                        text, job->create.seat_count);
    *first = (uint8_t)(text[0] - '0');
    return true;
}

/* The stack for the options without first-player, which is the server's own. */
static meepled_stack *
stack_find(meepled_registry *registry, struct server_job *job, uint8_t *first)
{
    const meepled_variant *const variant = meepled_variant_find(registry, job->create.variant);
    const size_t count = job->create.option_count;
    meepled_setting *const settings = variant ? calloc(count + 1, sizeof *settings) : NULL;
    meepled_stack *stack = NULL;
    size_t kept = 0;

    if (!variant)
        job_fail(job, SERVER_UNKNOWN_VARIANT, "there is no variant \"%.60s\"", job->create.variant);
    else if (!settings)
        no_memory(job);
    if (!settings)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const meepled_setting *const option = &job->create.options[i];

        if (strcmp(option->name, RECORD_FIRST) != 0)
            settings[kept++] = *option;
        else if (!first_player_read(job, option->value, first))
            goto done;
    }
    stack = meepled_variant_stack(registry, variant, settings, kept, &job->error);
    if (!stack)
        job->code = replay_starved(&job->error) ? SERVER_STORE_FAILED : SERVER_BAD_OPTION;
done:
    free(settings);
    return stack;
}

static bool
options_take(struct server *server, struct live *live, struct server_job *job)
{
    struct store_game *const record = &live->pending.record;
    meepled_registry *const registry = server_registry(server);
    uint8_t first = MEEPLED_NONE8;
    meepled_stack *const stack = stack_find(registry, job, &first);

    meepled_registry_unref(registry);
    if (!stack)
        return false;
    live->view.stack = stack;
    meepled_stack_tiles_digest(stack, record->tiles_digest);
    record->variant = strdup(job->create.variant);
    record->options = record_options(stack, first);
    record->rules = record_rules(stack);
    return (record->variant && record->options && record->rules) || no_memory(job);
}

/* ---- seats ---- */

static bool
colour_used(const struct store_game *record, const char *colour)
{
    for (int i = 0; i < record->seat_count; i++)
        if (record->seats[i].colour && strcmp(record->seats[i].colour, colour) == 0)
            return true;
    return false;
}

/* Colours nobody asked for: each seat its own default, or the next free one. */
static bool
colours_fill(struct server_job *job, struct store_game *record)
{
    for (int i = 0; i < record->seat_count; i++) {
        int c = i;

        if (record->seats[i].colour)
            continue;
        while (colour_used(record, colours[c]))
            c = (c + 1) % MEEPLED_PLAYERS_MAX;
        if (!record_set(&record->seats[i].colour, colours[c]))
            return no_memory(job);
    }
    return true;
}

static bool
seat_take(struct server_job *job, struct store_game *record, size_t i)
{
    const struct server_seat_wish *const wish = &job->create.seats[i];
    struct store_seat *const seat = &record->seats[i];

    if (!seats_wish_good(job, i, wish))
        return false;
    if (wish->colour && colour_used(record, wish->colour))
        return job_fail(job, SERVER_BAD_SEATS, "seat %zu: the colour %s is asked for twice", i,
                        wish->colour);
    if (!record_set(&seat->colour, wish->colour) || !record_set(&seat->name, wish->name))
        return no_memory(job);
    if (wish->named) {
        seat->taken = seat->has_token = true;
        token_new(job->seat_tokens[i], seat->token_hash);
    }
    return true;
}

static bool
seats_take(struct live *live, struct server_job *job)
{
    struct store_game *const record = &live->pending.record;
    const size_t count = job->create.seat_count;
    uint8_t min, max;

    meepled_stack_players(live->view.stack, &min, &max);
    if (count < min || count > max)
        return job_fail(job, SERVER_BAD_SEATS, "%zu seats, but %s is for %u to %u", count,
                        record->variant, min, max);
    record->seat_count = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        if (!seat_take(job, record, i))
            return false;
    return colours_fill(job, record);
}

/* ---- seed and decks ---- */

/* One wish as indices; its tiles go to tiles[0..). */
static bool
deck_read(struct server_job *job, const meepled_stack *stack, const struct server_deck_wish *wish,
          uint16_t *tiles, meepled_deck *deck)
{
    size_t count;
    const meepled_pile_word *const piles = meepled_stack_piles(stack, &count);
    size_t pile = 0;

    while (pile < count && strcmp(piles[pile].name, wish->pile) != 0)
        pile++;
    if (pile == count)
        return job_fail(job, SERVER_BAD_DECK, "there is no pile \"%.40s\"", wish->pile);
    *deck = (meepled_deck){ .pile = (uint8_t)pile, .tiles = tiles, .count = wish->count };
    for (size_t i = 0; i < wish->count; i++) {
        tiles[i] = meepled_stack_tile_find(stack, wish->tiles[i]);
        if (tiles[i] == MEEPLED_NONE)
            return job_fail(job, SERVER_BAD_DECK, "%s: there is no tile \"%.40s\"", wish->pile,
                            wish->tiles[i]);
    }
    return true;
}

static bool
decks_take(struct live *live, struct server_job *job)
{
    const size_t count = job->create.deck_count;
    meepled_deck decks[MEEPLED_PILES_MAX];
    size_t tile_count = 0, used = 0;
    bool good = true;

    if (count == 0)
        return true;
    if (count > MEEPLED_PILES_MAX)
        return job_fail(job, SERVER_BAD_DECK, "%zu piles, at most %d", count, MEEPLED_PILES_MAX);
    for (size_t i = 0; i < count; i++)
        tile_count += job->create.decks[i].count;

    uint16_t *const tiles = calloc(tile_count + 1, sizeof *tiles);

    if (!tiles)
        return no_memory(job);
    for (size_t i = 0; good && i < count; i++) {
        good = deck_read(job, live->view.stack, &job->create.decks[i], tiles + used, &decks[i]);
        for (size_t k = 0; good && k < i; k++)
            if (decks[k].pile == decks[i].pile)
                good = job_fail(job, SERVER_BAD_DECK, "the pile %s comes twice",
                                job->create.decks[i].pile);
        used += job->create.decks[i].count;
    }
    if (good) {
        live->pending.record.decks = record_decks(live->view.stack, decks, count);
        good = live->pending.record.decks != NULL || no_memory(job);
    }
    free(tiles);
    return good;
}

static bool
chance_take(struct server *server, struct live *live, struct server_job *job)
{
    struct store_game *const record = &live->pending.record;

    if ((job->create.has_seed || job->create.deck_count > 0) && !atomic_load(&server->fixed_decks))
        return job_fail(job, SERVER_NO_FIXED_DECKS, "games.fixed_decks is no");
    if (job->create.has_seed)
        memcpy(record->seed, job->create.seed, sizeof record->seed);
    else
        randombytes_buf(record->seed, sizeof record->seed);
    return decks_take(live, job);
}

/* ---- the game ---- */

/* Set it up: to begin at once when every seat is taken, else only to see that it can. */
static bool
begin(struct live *live, struct server_job *job, meepled_events *events)
{
    struct pending *const pending = &live->pending;
    struct store_game *const record = &pending->record;

    if (record_taken(record) == record->seat_count)
        return seats_begin(live, job, events);

    struct store_game trial = *record; /* texts are the record's */
    meepled_game *game = NULL;

    trial.players = trial.seat_count;
    const meepled_status status = replay_begin(live->view.stack, &trial, NULL, &game, &job->error);

    meepled_game_free(game);
    sodium_memzero(&trial, sizeof trial);
    if (status != MEEPLED_OK)
        job->code = status == MEEPLED_ECONFIG   ? SERVER_BAD_DECK
                    : status == MEEPLED_EBROKEN ? SERVER_BROKEN
                                                : SERVER_STORE_FAILED;
    return status == MEEPLED_OK;
}

/* True if there is room for one more game, which is then counted. */
static bool
reserve(struct server *server, struct server_job *job)
{
    const unsigned long long max = atomic_load(&server->games_stored_max);
    const unsigned long long before = atomic_fetch_add(&server->stored_games, 1);

    if (max == 0 || before < max)
        return true;
    atomic_fetch_sub(&server->stored_games, 1);
    return job_fail(job, SERVER_TOO_MANY_GAMES, "limits.games_stored is %llu", max);
}

static void
describe(struct live *live, struct server_job *job)
{
    struct pending *const pending = &live->pending;
    struct store_game *const record = &pending->record;

    memcpy(record->id, live->id, sizeof record->id);
    memcpy(job->game_id, live->id, sizeof job->game_id);
    token_new(job->host_token, record->host_hash);
    record->private_game = job->create.private_game;
    record->status = STORE_OPEN;
    record->created_ms = record->updated_ms = server_now_ms();
    record->changes = 1;
    pending->job = job;
    pending->own_record = true;
    pending->change.type = STORE_CREATE;
    pending->change.create = record;
}

struct live *
create_begin(struct server *server, struct server_job *job)
{
    meepled_events events = { 0 };
    uint8_t bytes[ID_BYTES];
    char id[2 * ID_BYTES + 1];

    randombytes_buf(bytes, sizeof bytes);
    struct live *const live = live_new(sodium_bin2hex(id, sizeof id, bytes, sizeof bytes));

    if (!live) {
        no_memory(job);
        return NULL;
    }
    pthread_mutex_lock(&live->lock);
    describe(live, job);
    const bool good = options_take(server, live, job) && seats_take(live, job) &&
                      chance_take(server, live, job) && begin(live, job, &events) &&
                      reserve(server, job);

    if (good)
        pending_submit(server, live, live->pending.game ? &events : NULL);
    else
        pending_drop(server, live);
    pthread_mutex_unlock(&live->lock);
    free(events.list);
    if (good)
        return live;

    memset(job->seat_tokens, 0, sizeof job->seat_tokens);
    memset(job->host_token, 0, sizeof job->host_token);
    live_free(server, live);
    return NULL;
}
