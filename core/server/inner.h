/* What the files of the server share: its structure, a live game, and the order of locks.
 *
 *     table --- id ---> live game: lock, committed state, jobs in line, the change under way
 *     queue ----------> live games whose change waits for the commit thread
 *
 * Locks, outermost first; none is held while a callback `done` runs:
 *     1. live->lock              at most one at a time
 *     2. table.lock, queue.lock, config   leaves: nothing is locked under them
 * The store locks for itself, below all of these.  A live game stays as long as it is pinned: by
 * whoever acquired it and by each of its jobs. */
#ifndef SERVER_INNER_H
#define SERVER_INNER_H

#include "server/server.h"

#include <pthread.h>
#include <sodium.h>

/* A change that has been applied to a copy.  It belongs to its game's lock until it is queued, and
 * to the commit thread from then on until it is settled. */
struct pending {
    struct server_job *job;
    struct store_change change;
    struct store_game record; /* as it will be */
    bool own_record;          /* with texts of its own; else they are the game's */
    meepled_game *game;       /* as it will be; NULL: no new state */
    uint32_t actions;         /* applied by then */
    char text[MEEPLED_ACTION_TEXT];
    void *cache;
    struct live *next; /* in the queue */
};

struct live {
    struct server_game view; /* first: what server_acquire hands out points here */

    /* under table.lock */
    struct live *chained;       /* in its bucket */
    struct live *newer, *older; /* by last use */
    unsigned pins;
    bool listed; /* found by its id */
    int64_t touched_s;

    /* under lock */
    pthread_mutex_t lock;
    char id[STORE_ID];
    bool loaded;
    bool doubtful; /* a write failed: read the log again before the next change */
    bool gone;     /* deleted or never there: whoever waited for the lock looks it up anew */
    struct store_game record;
    meepled_game *game;
    uint32_t actions;
    unsigned frozen_under; /* registry number that froze it */
    void *cache;
    size_t bytes;                    /* counted in the server's live_bytes */
    struct server_job *first, *last; /* in line */
    bool busy;                       /* `pending` is under way */
    struct pending pending;
};

struct table {
    pthread_mutex_t lock;
    struct live **buckets;
    size_t bucket_count; /* a power of two */
    size_t count;
    struct live *newest, *oldest;
    uint8_t key[crypto_shorthash_KEYBYTES];
};

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled, idle;
    struct live *first, *last;
    size_t jobs; /* accepted and not done */
    bool stopping, quit, running;
    pthread_t thread;
    struct group *group; /* the thread's own */
};

struct server_admin {
    pthread_mutex_t lock;
    bool present;
    uint8_t hash[STORE_HASH];
};

struct server {
    struct store *store;
    struct server_hooks hooks;
    struct table table;
    struct queue queue;
    struct server_admin *admin;
    struct guard *guard; /* NULL: there is none */

    pthread_mutex_t config;
    meepled_registry *registry;
    atomic_uint registry_number; /* counts swaps: a frozen game is looked at again */

    atomic_size_t games_live;
    atomic_uint evict_after_s;
    atomic_ullong games_stored_max;
    atomic_bool fixed_decks;

    atomic_ullong stored_games, actions, commits, commit_failures;
    atomic_size_t live_bytes;
};

/* ---- table.c ---- */

meepled_status table_open(struct table *table);
void table_close(struct server *server);
/* The game's entry, made if need be, with one more pin; NULL when out of memory. */
struct live *table_pin(struct server *server, const char *id);
void table_unpin(struct server *server, struct live *live);
/* Make a game found by its id; false if one is there already. */
bool table_list(struct server *server, struct live *live);
/* Make it found no longer; it goes with its last pin. */
void table_unlist(struct server *server, struct live *live);
/* Let go of games not used for long. */
void table_sweep(struct server *server);
size_t table_count(struct server *server);

/* ---- live.c ---- */

/* New, with one pin, not in the table; NULL when out of memory. */
struct live *live_new(const char *id);
void live_free(struct server *server, struct live *live);
/* store_load for a locked game; while it waits for the disk the guard does not watch. */
enum store_status live_read(struct server *server, struct live *live, struct store_game *record,
                            struct store_action **actions, size_t *count, meepled_error *err);
/* Rules run under the game's lock only: the guard knows who has it. */
void live_lock(struct server *server, struct live *live);
void live_unlock(struct server *server, struct live *live);
/* Under its lock: load it if that is due.  SERVER_OK: it may be read. */
enum server_code live_ready(struct server *server, struct live *live, meepled_error *err);
/* Pin, lock and make ready; NULL and `code` otherwise. */
struct live *live_acquire(struct server *server, const char *id, enum server_code *code,
                          meepled_error *err);
/* Renew what `view` says, after the fields below it changed; drops the cache. */
void live_refresh(struct server *server, struct live *live);
/* Read it from the store, whatever was there before. */
enum server_code live_load(struct server *server, struct live *live, meepled_error *err);

/* ---- commit.c ---- */

meepled_status queue_open(struct server *server);
/* Accept no more jobs and wait for those accepted. */
void queue_drain(struct server *server);
void queue_close(struct server *server);
/* True if another job may begin; it ends with queue_leave. */
bool queue_enter(struct server *server);
void queue_leave(struct server *server);
/* Under the game's lock: its change waits from now on. */
void queue_push(struct server *server, struct live *live);

/* ---- submit.c ---- */

/* Under the game's lock: begin jobs in line until one has queued a change.  Those that are done
 * are appended to `*done`. */
void job_advance(struct server *server, struct live *live, struct server_job **done);
/* No lock held: tell each of the list its outcome; each gives up its pin. */
void job_finish_all(struct server *server, struct live *live, struct server_job *done);
void job_append(struct server_job **list, struct server_job *job);

/* ---- act.c, seats.c, create.c: beginning a change ----
 *
 * Under the game's lock, nothing under way: true if a change was queued, else job->code is the
 * outcome. */
bool act_begin(struct server *server, struct live *live, struct server_job *job);
bool seats_join(struct server *server, struct live *live, struct server_job *job);
bool seats_leave(struct server *server, struct live *live, struct server_job *job);
bool seats_start(struct server *server, struct live *live, struct server_job *job);
bool seats_delete(struct server *server, struct live *live, struct server_job *job);
/* Begin a game: a new entry with its change queued, or NULL and job->code. */
struct live *create_begin(struct server *server, struct server_job *job);

/* The record in `pending` is complete but for the start: close up its seats and set the game up.
 * False and job->code when that fails. */
bool seats_begin(struct live *live, struct server_job *job, meepled_events *events);
/* Whether a seat's name and colour are allowed; job->code otherwise. */
bool seats_wish_good(struct server_job *job, size_t seat, const struct server_seat_wish *wish);

/* ---- freeze.c ---- */

/* The job found its game's rules broken: queue the change that freezes it.  The job's outcome stays
 * as it is. */
bool freeze_begin(struct server *server, struct live *live, struct server_job *job);

/* ---- pending.c ---- */

/* Begin an update: a record of its own, one change further.  False and job->code otherwise. */
bool pending_update(struct live *live, struct server_job *job);
/* The state a change leads to, as render sees it. */
struct server_game pending_view(struct live *live, struct pending *pending);
/* Render and queue. */
void pending_submit(struct server *server, struct live *live, const meepled_events *events);
/* The store has it: let it take effect. */
void pending_settle(struct server *server, struct live *live);
/* It did not come to pass. */
void pending_drop(struct server *server, struct live *live);

/* The outcome of a job, for a return statement. */
bool job_fail(struct server_job *job, enum server_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int64_t server_now_ms(void);

#endif
