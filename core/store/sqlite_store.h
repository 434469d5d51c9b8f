/* The SQLite backend's structure and the parts it is made of.
 *
 *   sqlite_open    opening, creating, closing; the readers' pool
 *   sqlite_lock    one daemon per store        sqlite_judge   is this file a store?
 *   sqlite_schema  tables and migration        sqlite_write   groups of changes
 *   sqlite_append  one action                  sqlite_keys    idempotency keys in memory
 *   sqlite_read    games, lists, keys          sqlite_chain   a game's actions, last to first
 *   sqlite_connection, sqlite_bind             thin helpers over SQLite's own */
#ifndef STORE_SQLITE_STORE_H
#define STORE_SQLITE_STORE_H

#include "store/sqlite_connection.h"
#include "store/sqlite_keys.h"
#include "store/sqlite_lock.h"

#include <pthread.h>
#include <stdatomic.h>

enum { SQLITE_READERS = 4 };

struct sqlite_store {
    struct store base;
    char *path;
    struct sqlite_lock lock;
    atomic_uint_least64_t games; /* how many are stored; only this daemon changes that */

    struct sqlite_keys *keys; /* filled by the writer alone */

    pthread_mutex_t write_mutex;
    struct sqlite_connection writer;

    pthread_mutex_t pool_mutex;
    pthread_cond_t pool_free;
    struct sqlite_connection readers[SQLITE_READERS];
    struct sqlite_connection *idle[SQLITE_READERS]; /* stack of the readers not in use */
    size_t idle_count;
};

/* Take a reader out of the pool, waiting for one; give it back. */
struct sqlite_connection *sqlite_open_reader_take(struct sqlite_store *s);
void sqlite_open_reader_give(struct sqlite_store *s, struct sqlite_connection *reader);

/* Statements of each reader. */
enum { SQLITE_READ_COUNT = 10 };
extern const char *const sqlite_read_sql[SQLITE_READ_COUNT];

/* The backend's functions, as in struct store_backend. */
enum store_status sqlite_write(struct store *store, struct store_change *changes, size_t count,
                               meepled_error *err);
bool sqlite_read_healthy(struct store *store);
enum store_status sqlite_read_load(struct store *store, const char *id, struct store_game *game,
                                   struct store_action **actions, size_t *action_count,
                                   meepled_error *err);
enum store_status sqlite_read_key_find(struct store *store, int64_t game, uint8_t seat,
                                       const char *key, uint8_t *request_hash, uint32_t *seq,
                                       meepled_error *err);
enum store_status sqlite_read_list(struct store *store, const struct store_filter *filter,
                                   struct store_game **games, size_t *count, bool *more,
                                   meepled_error *err);
enum store_status sqlite_read_count(struct store *store, uint64_t *games, meepled_error *err);

#endif
