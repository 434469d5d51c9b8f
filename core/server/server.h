/* The server: live games, their locks, the commit queue.  It knows nothing of HTTP or JSON; api/
 * calls it and is called back.
 *
 * A game in memory holds its last committed state only.  An action is applied to a copy; the copy
 * waits in the commit queue and takes the place of the state when the store has it.  So a read
 * never shows a move that could still be lost, and a failed write leaves the game as it was.
 *
 *   api thread                     commit thread
 *   submit -> check, apply to copy -> [queue] -> group, one store_write -> swap in -> job->done
 *
 * One change per game is under way at a time; further jobs for that game wait in order. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "server/guard.h"
#include "store/store.h"

#include <meepled/play.h>
#include <meepled/registry.h>

#include <stdatomic.h>

struct server;

enum {
    SERVER_NAME_MAX = 64,  /* bytes of a seat's name; shorter than one is refused too */
    SERVER_COLOUR_MAX = 31 /* of a colour: a-z, 0-9, '-', '#' */
};

/* What became of a job.  api/problem.c maps each to an HTTP status and a stable `code`. */
enum server_code {
    SERVER_OK,
    SERVER_UNKNOWN_GAME,
    SERVER_UNKNOWN_VARIANT,
    SERVER_BAD_OPTION, /* name or value */
    SERVER_BAD_SEATS,  /* number, colours, names */
    SERVER_BAD_DECK,
    SERVER_NO_FIXED_DECKS, /* seed or deck where the configuration forbids it */
    SERVER_NO_TOKEN,       /* none given */
    SERVER_BAD_TOKEN,      /* not one of this game */
    SERVER_NOT_ALLOWED,    /* a token of this game, but not one that may do this */
    SERVER_STALE,          /* If-Match names another version; `version` is the present one */
    SERVER_REFUSED,        /* against the rules: `rule` */
    SERVER_KEY_REUSED,     /* idempotency key with another request */
    SERVER_NOT_OPEN,       /* the game has begun */
    SERVER_NOT_PLAYING,    /* it has not begun, or is over */
    SERVER_FROZEN,         /* its rules have changed or are broken: read-only */
    SERVER_NO_SEAT,        /* no such seat */
    SERVER_SEAT_TAKEN,     /* or none is open */
    SERVER_TOO_FEW,        /* players to start */
    SERVER_TOO_MANY_GAMES,
    SERVER_STORE_FAILED, /* not stored: try again */
    SERVER_BROKEN,       /* a rule broke an invariant: the game is frozen as it was before */
    SERVER_STOPPING,
    SERVER_CODES
};

enum { SERVER_TOKEN = 33 }; /* 128 bits as hexadecimal digits, and NUL */

/* ---- reading ---- */

/* A live game, locked by whoever acquired it.  All is borrowed until release. */
struct server_game {
    const struct store_game *record; /* seats, status, times, seed (SECRET until finished) */
    meepled_stack *stack;            /* NULL only when frozen for want of its rules */
    const meepled_game *game;        /* committed state; NULL before the start */
    uint32_t version;                /* changes + actions */
    uint32_t start_version;          /* version in which the game began, 0 before */
    uint8_t first_player; /* as wished: a seat as numbered now, MEEPLED_NONE8: from the seed */
    void **cache; /* the api's own, for this version: dropped by `server_hooks.cache_drop` */
};

/* `record->options` is text: a line "name=value" for each option of the variant, first-player
 * before them.  `record->rules` likewise: a line "name version code" for each layer, base
 * first; `code` is the SHA-256 of its file, which older games do not have.
 *
 * A game whose rules have changed so that its log does not come out as it did has the status
 * STORE_FROZEN here (not in the store) and the reason: `game` is then the last state that did, NULL
 * if there is none, and `version` is that state's.  One whose rules broke their promises or ended
 * the process is frozen in the store, too; `game` is NULL if not even its log can be played. */

/* Lock the game for reading, loading it from the store if need be.  NULL and `code` otherwise. */
struct server_game *server_acquire(struct server *server, const char *id, enum server_code *code,
                                   meepled_error *err);
void server_release(struct server *server, struct server_game *game);

/* Whose token this is: the seat; SERVER_HOST; SERVER_ADMIN; or SERVER_NOBODY.  Constant time. */
enum { SERVER_NOBODY = -1, SERVER_HOST = -2, SERVER_ADMIN = -3 };
int server_token_owner(const struct server *server, const struct server_game *game,
                       const char *token);

/* Play the committed log again from the beginning and hand each step's events to `each`, with the
 * game as it is right after them: `version` is the one they belong to (start_version for set-up).
 * For listing events: none are kept.  The game must be acquired; SERVER_NOT_PLAYING when it has not
 * begun, SERVER_FROZEN when it has no rules to be played by. */
typedef void server_each_fn(void *context, uint32_t version, const meepled_game *game,
                            const meepled_events *events);
enum server_code server_replay(struct server *server, struct server_game *game,
                               server_each_fn *each, void *context, meepled_error *err);

/* ---- changing ---- */

enum server_job_type {
    SERVER_CREATE,
    SERVER_JOIN,
    SERVER_LEAVE,
    SERVER_START,
    SERVER_ACT,
    SERVER_DELETE
};

struct server_seat_wish {
    bool named;                      /* taken now and given a token; else open to join */
    const char *name, *colour, *bot; /* NULL: not said */
};

/* Words of an action as they came, not yet looked up; NULL and 0 where there was none. */
struct server_action_words {
    const char *type, *tile, *figure, *with, *zone, *choice;
    int16_t x, y;
    bool has_cell; /* x and y were given */
    uint16_t rotation;
};

struct server_deck_wish {
    const char *pile;
    const char *const *tiles; /* ids */
    size_t count;
};

struct server_job {
    enum server_job_type type;
    void *context; /* the caller's own */
    /* Called exactly once, from any thread, with no lock held, when the outcome is final (and
     * durable).  May be called before server_submit returns. */
    void (*done)(struct server_job *job);
    /* SERVER_ACT, SERVER_JOIN, SERVER_START, SERVER_LEAVE, SERVER_CREATE that succeed: called once
     * under the game's lock before the commit, with the state that will hold then: it must not be
     * shown before `done` says SERVER_OK.  For an action, and for whatever starts the game (the
     * last seat taken does), `events` are what followed, else NULL.  For a repeated idempotency key
     * the same as the first time.  What it puts into the cache is the game's when the change takes
     * effect, and dropped otherwise.  Must not block. */
    void (*render)(struct server_job *job, const struct server_game *after,
                   const meepled_events *events);

    /* in: everything borrowed until `done` */
    const char *id;    /* game; not for SERVER_CREATE */
    const char *token; /* NULL: none */
    bool has_if_match;
    uint32_t if_match;
    const char *key; /* idempotency key, NULL: none; SERVER_ACT only, one each for every seat */
    uint8_t request_hash[STORE_HASH]; /* of the request body, with `key` */
    union {
        struct {
            const char *variant;
            const meepled_setting *options; /* "first-player" among them */
            size_t option_count;
            const struct server_seat_wish *seats;
            size_t seat_count;
            bool has_seed;
            uint8_t seed[MEEPLED_SEED];
            const struct server_deck_wish *decks;
            size_t deck_count;
            bool private_game;
        } create;
        struct {
            int seat; /* -1: the first open one */
            struct server_seat_wish wish;
        } join;
        struct {
            int seat; /* empties it; while the game is played it gives the game up */
        } leave;
        struct server_action_words action;
    };

    /* out */
    enum server_code code;
    meepled_error error; /* why, for people */
    const char *rule;    /* SERVER_REFUSED: rule_text */
    char rule_text[32];
    uint32_t version; /* after the change; SERVER_STALE: the present one */
    char game_id[STORE_ID];
    char host_token[SERVER_TOKEN];
    char seat_tokens[MEEPLED_PLAYERS_MAX][SERVER_TOKEN]; /* "" where none was given out */
    int seat; /* SERVER_JOIN: the seat taken; SERVER_LEAVE: the seat left; else -1 */

    struct server_job *next; /* the server's */
    void *work;              /* the server's */
};

/* Take the job; `done` tells the outcome.  Waits for no write; a game not in memory is read. */
void server_submit(struct server *server, struct server_job *job);

/* ---- life ---- */

struct server_limits {
    size_t games_live;      /* kept in memory at most; older ones are replayed when asked for */
    unsigned evict_after_s; /* out of memory when not touched for so long */
    uint64_t games_stored;  /* 0: no limit */
    bool fixed_decks;
};

struct server_hooks {
    void (*cache_drop)(void *cache);
};

/* Takes the store; keeps a reference to the registry.  `admin_token` (NULL: none) is copied as a
 * hash.  NULL and `err` when out of memory or threads. */
struct server *server_new_take(struct store *store, meepled_registry *registry,
                               const struct server_limits *limits, const struct server_hooks *hooks,
                               const char *admin_token, meepled_error *err);
/* Mark the game at hand in `guard` (borrowed until server_free, NULL: nowhere) whenever its rules
 * may run.  Before the first job or reading. */
void server_guard_set(struct server *server, struct guard *guard);
/* The rules of this game ended the process before: freeze it for good. */
void server_blame(struct server *server, const struct guard_blame *blame);
/* New games use `registry` from now on; games under way keep their stacks. */
void server_registry_swap(struct server *server, meepled_registry *registry);
/* A new reference to the present one. */
meepled_registry *server_registry(struct server *server);
void server_limits_set(struct server *server, const struct server_limits *limits);
void server_admin_set(struct server *server, const char *token); /* NULL: nobody is */
bool server_ready(struct server *server);
/* List stored games; straight from the store, never one that is not committed. */
enum server_code server_list(struct server *server, const struct store_filter *filter,
                             struct store_game **games, size_t *count, bool *more,
                             meepled_error *err);
struct server_stats {
    size_t live_games;
    uint64_t stored_games, actions, commits, commit_failures; /* the last three since the start */
    size_t live_bytes;                                        /* without the api's caches */
};
void server_stats_get(struct server *server, struct server_stats *stats);
/* Refuse new jobs with SERVER_STOPPING from now on; returns when all accepted ones are done. */
void server_drain(struct server *server);
/* server_drain, then close the store and free everything.  NULL is allowed. */
void server_free(struct server *server);

#endif
