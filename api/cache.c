#include "cache.h"

#include <pthread.h>
#include <stdlib.h>

/* What hangs on one game.  Entries with something in them form a ring through `all`, the one used
 * last behind it:
 *
 *      all <-> used last <-> ... <-> used longest ago <-> (all)                      */
struct entry {
    struct entry *next, *prev;
    struct MHD_Response *parts[CACHE_PARTS];
    size_t size;
};

static struct {
    pthread_mutex_t lock;
    struct entry all;
    size_t size;
} cache = { .lock = PTHREAD_MUTEX_INITIALIZER, .all = { &cache.all, &cache.all, { 0 }, 0 } };

static void
unlink_entry(struct entry *e)
{
    e->prev->next = e->next;
    e->next->prev = e->prev;
    e->next = e->prev = e;
}

static void
link_first(struct entry *e)
{
    e->next = cache.all.next;
    e->prev = &cache.all;
    e->next->prev = e;
    cache.all.next = e;
}

static void
empty_entry(struct entry *e)
{
    for (size_t p = 0; p < CACHE_PARTS; p++)
        if (e->parts[p]) {
            MHD_destroy_response(e->parts[p]);
            e->parts[p] = NULL;
        }
    cache.size -= e->size;
    e->size = 0;
    unlink_entry(e);
}

bool
cache_queue(void **slot, enum cache_part part, struct MHD_Connection *connection, unsigned status,
            enum MHD_Result *result)
{
    struct entry *e = *slot;
    bool found = false;

    if (!e)
        return false;
    pthread_mutex_lock(&cache.lock);
    if (e->parts[part]) {
        found = true;
        /* Queueing takes a reference, so it must happen before another thread can empty `e`. */
        *result = MHD_queue_response(connection, status, e->parts[part]);
        if (cache.all.next != e) {
            unlink_entry(e);
            link_first(e);
        }
    }
    pthread_mutex_unlock(&cache.lock);
    return found;
}

void
cache_keep_take(void **slot, enum cache_part part, struct MHD_Response *response, size_t size)
{
    if (!*slot) {
        struct entry *fresh = calloc(1, sizeof *fresh);
        if (!fresh) {
            MHD_destroy_response(response);
            return;
        }
        fresh->next = fresh->prev = fresh;
        *slot = fresh;
    }
    struct entry *e = *slot;
    pthread_mutex_lock(&cache.lock);
    if (e->parts[part]) {
        MHD_destroy_response(response);
    } else {
        e->parts[part] = response;
        e->size += size;
        cache.size += size;
        unlink_entry(e);
        link_first(e);
    }
    while (cache.size > CACHE_BYTES && cache.all.prev != &cache.all)
        empty_entry(cache.all.prev);
    pthread_mutex_unlock(&cache.lock);
}

void
cache_drop(void *kept)
{
    struct entry *e = kept;

    if (!e)
        return;
    pthread_mutex_lock(&cache.lock);
    empty_entry(e);
    pthread_mutex_unlock(&cache.lock);
    free(e);
}

size_t
cache_size(void)
{
    pthread_mutex_lock(&cache.lock);
    const size_t size = cache.size;
    pthread_mutex_unlock(&cache.lock);
    return size;
}
