/* The store: what must survive.  One interface, a backend behind it; every function says what it
 * returns, a message for people goes to `err`.
 *
 * Writing is one call for a whole group of changes: one transaction, one sync.  A change that
 * conflicts (its sequence number is taken, its seat is) is left out and says so in its own
 * `status`; the others are kept.  When the group as a whole fails, nothing of it is stored.
 *
 * Threads: one writer at a time; any number of readers beside it.  Readers see whole groups only.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <meepled/base.h>
#include <meepled/play.h>

enum { STORE_ID = 32, STORE_HASH = 32, STORE_KEY = 128 };

enum store_status {
    STORE_OK = 0,
    STORE_NOT_FOUND,
    STORE_CONFLICT, /* sequence number, seat, id or idempotency key already there */
    STORE_DAMAGED,  /* the file is not a store or fails its integrity check; left untouched */
    STORE_NEWER,    /* written by a newer version; left untouched */
    STORE_LOCKED,   /* another daemon has it */
    STORE_FAILED    /* I/O, disk full, out of memory: nothing of the call was stored */
};

enum store_game_status { STORE_OPEN, STORE_PLAYING, STORE_FINISHED, STORE_ABORTED, STORE_FROZEN };
const char *store_status_name(enum store_game_status status); /* "open", ...; static storage */

struct store_seat {
    bool taken;
    char *name, *colour, *bot; /* NULL: not said */
    bool has_token;
    uint8_t token_hash[STORE_HASH];
};

struct store_game {
    int64_t key;       /* the store's own number; 0 before creation */
    char id[STORE_ID]; /* public, opaque */
    char *variant;
    char *options; /* text as the server wrote it, NULL: none; not the store's business */
    char *rules;   /* names and versions of the layers, as the server wrote them */
    uint8_t tiles_digest[32];
    uint8_t seed[MEEPLED_SEED]; /* SECRET until the game is over */
    char *decks;                /* fixed orders, text as the server wrote it; NULL: none */
    uint8_t host_hash[STORE_HASH];
    bool private_game;
    enum store_game_status status;
    char *reason;                   /* why aborted or frozen; NULL */
    bool sealed;                    /* frozen, and its log is not to be played again either */
    int64_t created_ms, updated_ms; /* since 1970, UTC */
    uint32_t changes;               /* of seats and status, from 1; version = changes + actions */
    uint8_t seat_count;
    uint8_t players; /* seats that play, 0 before the start; seats are closed up at the start */
    struct store_seat seats[MEEPLED_PLAYERS_MAX];
};
void store_game_clear(struct store_game *game); /* frees what it points to, zeroes it */

struct store_action {
    uint32_t seq; /* from 1, without gaps */
    uint8_t seat;
    char *text;                     /* one line (meepled_action_format) */
    uint8_t digest[MEEPLED_DIGEST]; /* of the state after it */
    int64_t at_ms;
};
void store_actions_free(struct store_action *actions, size_t count);

enum store_change_type { STORE_CREATE, STORE_UPDATE, STORE_APPEND, STORE_DELETE };

/* One change of a group.  Everything pointed to is borrowed for the call. */
struct store_change {
    enum store_change_type type;
    int64_t game; /* key; filled in by STORE_CREATE */
    union {
        const struct store_game *create; /* all but key */
        /* Replaces seats, players, options (seats are numbered anew at the start), status, reason,
         * sealed, updated_ms and changes; conflicts unless the stored `changes` is one less than
         * the new one. */
        const struct store_game *update;
        struct {
            struct store_action action; /* conflicts unless seq is the next one */
            const char
                *key; /* idempotency key, NULL: none; conflicts when this seat used it before */
            uint8_t request_hash[STORE_HASH];
            bool finishes; /* the game is then STORE_FINISHED, with changes as they are */
        } append;
    };
    enum store_status status; /* of this change; STORE_OK, STORE_CONFLICT or STORE_NOT_FOUND */
};

struct store;

/* Open or create.  `target` is the path of a file (sqlite).  Migrates an older schema; refuses a
 * damaged, foreign or newer file without touching it. */
enum store_status store_sqlite_open(const char *target, struct store **out, meepled_error *err);
void store_close(struct store *store); /* NULL is allowed */
/* True while a small read succeeds: for readiness. */
bool store_healthy(struct store *store);

/* Write a group: all durable when it returns STORE_OK, none on anything else. */
enum store_status store_write(struct store *store, struct store_change *changes, size_t count,
                              meepled_error *err);

/* The game with this id; new strings inside, store_game_clear.  `actions` (may be NULL) gets a new
 * array, store_actions_free.  STORE_NOT_FOUND leaves everything untouched. */
enum store_status store_load(struct store *store, const char *id, struct store_game *game,
                             struct store_action **actions, size_t *action_count,
                             meepled_error *err);

/* What an idempotency key of a seat was used for.  STORE_NOT_FOUND: nothing. */
enum store_status store_key_find(struct store *store, int64_t game, uint8_t seat, const char *key,
                                 uint8_t request_hash[STORE_HASH], uint32_t *seq,
                                 meepled_error *err);

/* Games that are not private, newest first. */
struct store_filter {
    const char *variant; /* NULL: any */
    int status;          /* enum store_game_status, -1: any */
    int64_t before;      /* keys below this one, 0: from the newest */
    size_t limit;
};
/* Returns new games (without actions) in a new array of `*count`: clear each, free the array.
 * `more` tells whether there are further ones. */
enum store_status store_list(struct store *store, const struct store_filter *filter,
                             struct store_game **games, size_t *count, bool *more,
                             meepled_error *err);
/* Games in all. */
enum store_status store_count(struct store *store, uint64_t *games, meepled_error *err);

/* ---- for backends ---- */

/* Fill `err` (NULL is allowed) and return `status`, so that a failure is one statement. */
enum store_status store_fail(meepled_error *err, enum store_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

struct store_backend {
    void (*close)(struct store *store);
    bool (*healthy)(struct store *store);
    enum store_status (*write)(struct store *, struct store_change *, size_t, meepled_error *);
    enum store_status (*load)(struct store *, const char *, struct store_game *,
                              struct store_action **, size_t *, meepled_error *);
    enum store_status (*key_find)(struct store *, int64_t, uint8_t, const char *, uint8_t *,
                                  uint32_t *, meepled_error *);
    enum store_status (*list)(struct store *, const struct store_filter *, struct store_game **,
                              size_t *, bool *, meepled_error *);
    enum store_status (*count)(struct store *, uint64_t *, meepled_error *);
};
struct store { /* first member of a backend's own structure */
    const struct store_backend *backend;
};

#endif
