/* A backend that passes everything on, or not. */
#include "tests/support/failing_store.h"

#include <pthread.h>
#include <stdatomic.h>

static struct {
    struct store store; /* first */
    struct store *inner;
    atomic_int mode;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool hold, held;
    size_t group;
} f = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

static enum store_status
failed(meepled_error *err)
{
    return store_fail(err, STORE_FAILED, "disk full, says the test");
}

static bool
reads_fail(void)
{
    return atomic_load(&f.mode) == FAILING_ALL;
}

static void
failing_close(struct store *store)
{
    (void)store;
    store_close(f.inner);
}

static bool
failing_healthy(struct store *store)
{
    (void)store;
    return !reads_fail() && store_healthy(f.inner);
}

static enum store_status
failing_write(struct store *store, struct store_change *changes, size_t count, meepled_error *err)
{
    (void)store;
    pthread_mutex_lock(&f.lock);
    while (f.hold) {
        f.held = true;
        pthread_cond_broadcast(&f.changed);
        pthread_cond_wait(&f.changed, &f.lock);
    }
    f.held = false;
    if (count > f.group)
        f.group = count;
    pthread_mutex_unlock(&f.lock);

    const int mode = atomic_load(&f.mode);

    if (mode == FAILING_BEFORE || mode == FAILING_ALL)
        return failed(err);

    const enum store_status status = store_write(f.inner, changes, count, err);

    return mode == FAILING_AFTER ? failed(err) : status;
}

static enum store_status
failing_load(struct store *store, const char *id, struct store_game *game,
             struct store_action **actions, size_t *count, meepled_error *err)
{
    (void)store;
    return reads_fail() ? failed(err) : store_load(f.inner, id, game, actions, count, err);
}

static enum store_status
failing_key_find(struct store *store, int64_t game, uint8_t seat, const char *key, uint8_t *hash,
                 uint32_t *seq, meepled_error *err)
{
    (void)store;
    return reads_fail() ? failed(err) : store_key_find(f.inner, game, seat, key, hash, seq, err);
}

static enum store_status
failing_list(struct store *store, const struct store_filter *filter, struct store_game **games,
             size_t *count, bool *more, meepled_error *err)
{
    (void)store;
    return reads_fail() ? failed(err) : store_list(f.inner, filter, games, count, more, err);
}

static enum store_status
failing_count(struct store *store, uint64_t *games, meepled_error *err)
{
    (void)store;
    return reads_fail() ? failed(err) : store_count(f.inner, games, err);
}

static const struct store_backend backend = {
    .close = failing_close,
    .healthy = failing_healthy,
    .write = failing_write,
    .load = failing_load,
    .key_find = failing_key_find,
    .list = failing_list,
    .count = failing_count,
};

struct store *
failing_store_new_take(struct store *inner)
{
    f.store.backend = &backend;
    f.inner = inner;
    f.hold = f.held = false;
    f.group = 0;
    atomic_store(&f.mode, FAILING_NOT);
    return &f.store;
}

void
failing_store_set(enum failing_mode mode)
{
    atomic_store(&f.mode, mode);
}

size_t
failing_store_group(void)
{
    pthread_mutex_lock(&f.lock);
    const size_t group = f.group;

    pthread_mutex_unlock(&f.lock);
    return group;
}

void
failing_store_hold(bool hold)
{
    pthread_mutex_lock(&f.lock);
    f.hold = hold;
    pthread_cond_broadcast(&f.changed);
    pthread_mutex_unlock(&f.lock);
}

void
failing_store_held(void)
{
    pthread_mutex_lock(&f.lock);
    while (!f.held)
        pthread_cond_wait(&f.changed, &f.lock);
    pthread_mutex_unlock(&f.lock);
}
