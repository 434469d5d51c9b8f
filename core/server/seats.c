/* Joining, leaving, starting, deleting. */
#include "server/inner.h"

#include "server/record.h"
#include "server/replay.h"
#include "server/token.h"

#include <stdlib.h>
#include <string.h>

/* ---- shared ---- */

static bool
colour_good(const char *colour)
{
    const size_t len = strlen(colour);

    return len >= 1 && len <= SERVER_COLOUR_MAX &&
           strspn(colour, "abcdefghijklmnopqrstuvwxyz0123456789-#") == len;
}

bool
seats_wish_good(struct server_job *job, size_t seat, const struct server_seat_wish *wish)
{
    if (wish->name && (wish->name[0] == '\0' || strlen(wish->name) > SERVER_NAME_MAX))
        return job_fail(job, SERVER_BAD_SEATS, "seat %zu: a name has 1 to %d bytes, this has %zu",
                        seat, SERVER_NAME_MAX, strlen(wish->name));
    if (wish->colour && !colour_good(wish->colour))
        return job_fail(job, SERVER_BAD_SEATS,
                        "seat %zu: a colour has 1 to %d of a-z 0-9 - #, this is \"%.40s\"", seat,
                        SERVER_COLOUR_MAX, wish->colour);
    if (wish->bot)
        return job_fail(job, SERVER_BAD_SEATS, "seat %zu: there is no bot \"%.40s\"", seat,
                        wish->bot);
    return true;
}

bool
seats_begin(struct live *live, struct server_job *job, meepled_events *events)
{
    struct pending *const pending = &live->pending;
    struct store_game *const record = &pending->record;
    meepled_status status = MEEPLED_ENOMEM;
    size_t cap = REPLAY_EVENTS;

    record->players = record_taken(record);
    record->status = STORE_PLAYING;
    if (record_close_up(record, live->view.stack)) {
        do {
            meepled_game_free(pending->game);
            pending->game = NULL;
            events->count = 0;
            status =
                replay_events_grow(events, cap)
                    ? replay_begin(live->view.stack, record, events, &pending->game, &job->error)
                    : MEEPLED_ENOMEM;
            cap = events->count;
        } while (status == MEEPLED_OK && events->count > events->cap);
    }
    switch (status) {
    case MEEPLED_OK:
        if (meepled_turn_get(pending->game).phase ==
            MEEPLED_OVER) /* a deck without a fitting tile */
            record->status = STORE_FINISHED;
        return true;
    case MEEPLED_ENOMEM:
        return job_fail(job, SERVER_STORE_FAILED, "out of memory");
    case MEEPLED_ECONFIG: /* the number of players is right: it is the decks */
        job->code = SERVER_BAD_DECK;
        return false;
    default:
        job->code = SERVER_BROKEN;
        return false;
    }
}

/* Whether an update may begin: right version, right status. */
static bool
expected(struct live *live, struct server_job *job, enum store_game_status wanted)
{
    const enum store_game_status status = live->record.status;

    if (status == STORE_FROZEN)
        return job_fail(job, SERVER_FROZEN, "%.190s", live->record.reason);
    if (job->has_if_match && job->if_match != live->view.version) {
        job->version = live->view.version;
        return job_fail(job, SERVER_STALE, "version %u is asked for, the game is at %u",
                        job->if_match, live->view.version);
    }
    if (status != wanted)
        return job_fail(job, wanted == STORE_OPEN ? SERVER_NOT_OPEN : SERVER_NOT_PLAYING,
                        "the game is %s", store_status_name(status));
    return true;
}

/* End it: queue it if all went well. */
static bool
update_end(struct server *server, struct live *live, bool good, meepled_events *events)
{
    if (good)
        pending_submit(server, live, live->pending.game ? events : NULL);
    else
        pending_drop(server, live);
    free(events->list);
    return good;
}

static bool
no_memory(struct server_job *job)
{
    return job_fail(job, SERVER_STORE_FAILED, "out of memory");
}

/* Whose token the job carries. */
static bool
owner_of(struct server *server, struct live *live, struct server_job *job, int *owner)
{
    if (!job->token)
        return job_fail(job, SERVER_NO_TOKEN, "no token");
    *owner = server_token_owner(server, &live->view, job->token);
    if (*owner == SERVER_NOBODY)
        return job_fail(job, SERVER_BAD_TOKEN, "the token is not one of this game");
    return true;
}

/* ---- join ---- */

/* The seat to take, in job->seat. */
static bool
seat_choose(struct server_job *job, const struct store_game *record)
{
    const int wanted = job->join.seat;

    if (wanted < -1 || wanted >= record->seat_count)
        return job_fail(job, SERVER_NO_SEAT, "there is no seat %d, only 0 to %d", wanted,
                        record->seat_count - 1);
    for (int i = 0; i < record->seat_count; i++)
        if (!record->seats[i].taken && (wanted == -1 || wanted == i)) {
            job->seat = i;
            return true;
        }
    return wanted == -1 ? job_fail(job, SERVER_SEAT_TAKEN, "no seat is open")
                        : job_fail(job, SERVER_SEAT_TAKEN, "seat %d is taken", wanted);
}

/* Give the seat the colour it asks for; an open seat that had it gets this one's in exchange. */
static bool
colour_take(struct server_job *job, struct store_game *record, const char *colour)
{
    struct store_seat *const seat = &record->seats[job->seat];

    if (!colour || (seat->colour && strcmp(seat->colour, colour) == 0))
        return true;
    for (int i = 0; i < record->seat_count; i++) {
        struct store_seat *const other = &record->seats[i];

        if (i == job->seat || !other->colour || strcmp(other->colour, colour) != 0)
            continue;
        if (other->taken)
            return job_fail(job, SERVER_BAD_SEATS, "seat %d has the colour %s", i, colour);

        char *const exchanged = other->colour;

        other->colour = seat->colour;
        seat->colour = exchanged;
        return true;
    }
    return record_set(&seat->colour, colour) || no_memory(job);
}

static bool
seat_take(struct server_job *job, struct store_game *record)
{
    struct store_seat *const seat = &record->seats[job->seat];

    if (!colour_take(job, record, job->join.wish.colour))
        return false;
    if (job->join.wish.name && !record_set(&seat->name, job->join.wish.name))
        return no_memory(job);
    seat->taken = seat->has_token = true;
    token_new(job->seat_tokens[job->seat], seat->token_hash);
    return true;
}

bool
seats_join(struct server *server, struct live *live, struct server_job *job)
{
    struct store_game *const record = &live->pending.record;
    meepled_events events = { 0 };

    if (!expected(live, job, STORE_OPEN) || !seat_choose(job, &live->record) ||
        !seats_wish_good(job, (size_t)job->seat, &job->join.wish) || !pending_update(live, job))
        return false;

    bool good = seat_take(job, record);

    if (good && record_taken(record) == record->seat_count)
        good = seats_begin(live, job, &events);
    if (!good)
        job->seat_tokens[job->seat][0] = '\0';
    return update_end(server, live, good, &events);
}

/* ---- leave ---- */

/* Empty a seat of a game that has not begun; its colour stays with it. */
static void
seat_leave(struct store_seat *seat)
{
    free(seat->name);
    seat->name = NULL;
    seat->taken = seat->has_token = false;
    memset(seat->token_hash, 0, sizeof seat->token_hash);
}

static bool
give_up(struct server_job *job, struct store_game *record, int seat)
{
    char reason[64 + SERVER_NAME_MAX];
    const char *const name = record->seats[seat].name;

    snprintf(reason, sizeof reason, "seat %d%s%s resigned", seat, name ? ", " : "",
             name ? name : "");
    record->status = STORE_ABORTED;
    return record_set(&record->reason, reason) || no_memory(job);
}

bool
seats_leave(struct server *server, struct live *live, struct server_job *job)
{
    const bool open = live->record.status == STORE_OPEN;
    const int seat = job->leave.seat;
    meepled_events events = { 0 };
    int owner = SERVER_NOBODY;

    if (!owner_of(server, live, job, &owner) ||
        !expected(live, job, open ? STORE_OPEN : STORE_PLAYING))
        return false;
    if (seat < 0 || seat >= live->record.seat_count || !live->record.seats[seat].taken)
        return job_fail(job, SERVER_NO_SEAT, "nobody sits at seat %d", seat);
    if (owner != seat && !(open && owner < 0))
        return job_fail(job, SERVER_NOT_ALLOWED,
                        open ? "only the seat itself, the host or an administrator"
                             : "only the seat itself resigns");
    if (!pending_update(live, job))
        return false;
    job->seat = seat;
    if (open)
        seat_leave(&live->pending.record.seats[seat]);
    return update_end(server, live, open || give_up(job, &live->pending.record, seat), &events);
}

/* ---- start, delete ---- */

static bool
by_host(struct server *server, struct live *live, struct server_job *job)
{
    int owner = SERVER_NOBODY;

    if (!owner_of(server, live, job, &owner))
        return false;
    return owner == SERVER_HOST || owner == SERVER_ADMIN ||
           job_fail(job, SERVER_NOT_ALLOWED, "only the host or an administrator");
}

bool
seats_start(struct server *server, struct live *live, struct server_job *job)
{
    meepled_events events = { 0 };
    uint8_t min, max;

    if (!by_host(server, live, job) || !expected(live, job, STORE_OPEN))
        return false;
    meepled_stack_players(live->view.stack, &min, &max);
    if (record_taken(&live->record) < min)
        return job_fail(job, SERVER_TOO_FEW, "%u seats are taken, %s needs %u",
                        record_taken(&live->record), live->record.variant, min);
    return pending_update(live, job) &&
           update_end(server, live, seats_begin(live, job, &events), &events);
}

bool
seats_delete(struct server *server, struct live *live, struct server_job *job)
{
    struct pending *const pending = &live->pending;

    if (!by_host(server, live, job))
        return false;
    if (job->has_if_match && job->if_match != live->view.version) {
        job->version = live->view.version;
        return job_fail(job, SERVER_STALE, "version %u is asked for, the game is at %u",
                        job->if_match, live->view.version);
    }
    pending->job = job;
    pending->record = live->record; /* texts are the game's */
    pending->own_record = false;
    pending->actions = live->actions;
    pending->change.type = STORE_DELETE;
    pending->change.game = live->record.key;
    pending_submit(server, live, NULL);
    return true;
}
