/* Live games by id and by last use: a chained hash and a list through the same entries. */
#include "server/inner.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BUCKETS_FIRST = 1024 };

static int64_t
now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return now.tv_sec;
}

meepled_status
table_open(struct table *table)
{
    table->bucket_count = BUCKETS_FIRST;
    table->buckets = calloc(table->bucket_count, sizeof(struct live *));
    crypto_shorthash_keygen(table->key);
    pthread_mutex_init(&table->lock, NULL);
    return table->buckets ? MEEPLED_OK : MEEPLED_ENOMEM;
}

/* Where the id's chain begins.  Keyed, so that nobody can aim for one bucket. */
static struct live **
bucket(const struct table *table, const char *id)
{
    uint8_t out[crypto_shorthash_BYTES];
    uint64_t hash;

    crypto_shorthash(out, (const unsigned char *)id, strlen(id), table->key);
    memcpy(&hash, out, sizeof hash);
    return &table->buckets[hash & (table->bucket_count - 1)];
}

static struct live *
find(const struct table *table, const char *id)
{
    struct live *live = *bucket(table, id);

    while (live && strcmp(live->id, id) != 0)
        live = live->chained;
    return live;
}

/* ---- the list by last use ---- */

static void
use_remove(struct table *table, struct live *live)
{
    *(live->newer ? &live->newer->older : &table->newest) = live->older;
    *(live->older ? &live->older->newer : &table->oldest) = live->newer;
    live->newer = live->older = NULL;
}

static void
use_insert(struct table *table, struct live *live)
{
    live->older = table->newest;
    *(table->newest ? &table->newest->newer : &table->oldest) = live;
    table->newest = live;
    live->touched_s = now_s();
}

/* ---- entries ---- */

/* Twice the buckets; without memory the chains just grow longer. */
static void
grow(struct table *table)
{
    const size_t more = 2 * table->bucket_count;
    struct live **const buckets = calloc(more, sizeof(struct live *));

    if (!buckets)
        return;
    free(table->buckets);
    table->buckets = buckets;
    table->bucket_count = more;
    for (struct live *live = table->newest; live; live = live->older) {
        struct live **const at = bucket(table, live->id);

        live->chained = *at;
        *at = live;
    }
}

static void
insert(struct table *table, struct live *live)
{
    struct live **const at = bucket(table, live->id);

    live->chained = *at;
    *at = live;
    live->listed = true;
    use_insert(table, live);
    if (++table->count > table->bucket_count)
        grow(table);
}

static void
take_out(struct table *table, struct live *live)
{
    struct live **at = bucket(table, live->id);

    while (*at != live)
        at = &(*at)->chained;
    *at = live->chained;
    live->chained = NULL;
    live->listed = false;
    use_remove(table, live);
    table->count--;
}

/* Take out the oldest entries nobody has pinned, while there are more than `keep` or they have not
 * been used since `before`.  Returns them chained. */
static struct live *
evict(struct table *table, size_t keep, int64_t before)
{
    struct live *out = NULL;

    for (struct live *live = table->oldest, *newer; live; live = newer) {
        newer = live->newer;
        if (table->count <= keep && live->touched_s >= before)
            break;
        if (live->pins == 0) {
            take_out(table, live);
            live->chained = out;
            out = live;
        }
    }
    return out;
}

static void
free_chain(struct server *server, struct live *live)
{
    while (live) {
        struct live *const next = live->chained;

        live_free(server, live);
        live = next;
    }
}

struct live *
table_pin(struct server *server, const char *id)
{
    struct table *const table = &server->table;

    pthread_mutex_lock(&table->lock);
    struct live *live = find(table, id);

    if (live)
        live->pins++;
    else if ((live = live_new(id)) != NULL)
        insert(table, live);
    pthread_mutex_unlock(&table->lock);
    return live;
}

void
table_unpin(struct server *server, struct live *live)
{
    struct table *const table = &server->table;
    const size_t keep = atomic_load_explicit(&server->games_live, memory_order_relaxed);
    struct live *out = NULL;

    pthread_mutex_lock(&table->lock);
    live->pins--;
    if (live->listed) {
        use_remove(table, live);
        use_insert(table, live);
        if (table->count > keep)
            out = evict(table, keep, INT64_MIN);
    } else if (live->pins == 0) {
        out = live;
    }
    pthread_mutex_unlock(&table->lock);
    free_chain(server, out);
}

bool
table_list(struct server *server, struct live *live)
{
    struct table *const table = &server->table;

    pthread_mutex_lock(&table->lock);
    const bool is_new = !find(table, live->id);

    if (is_new)
        insert(table, live);
    pthread_mutex_unlock(&table->lock);
    return is_new;
}

void
table_unlist(struct server *server, struct live *live)
{
    struct table *const table = &server->table;

    pthread_mutex_lock(&table->lock);
    if (live->listed)
        take_out(table, live);
    pthread_mutex_unlock(&table->lock);
}

void
table_sweep(struct server *server)
{
    struct table *const table = &server->table;
    const int64_t before = now_s() - (int64_t)atomic_load(&server->evict_after_s);
    const size_t keep = atomic_load(&server->games_live);

    pthread_mutex_lock(&table->lock);
    struct live *const out = evict(table, keep, before);
    pthread_mutex_unlock(&table->lock);
    free_chain(server, out);
}

size_t
table_count(struct server *server)
{
    pthread_mutex_lock(&server->table.lock);
    const size_t count = server->table.count;
    pthread_mutex_unlock(&server->table.lock);
    return count;
}

void
table_close(struct server *server)
{
    struct table *const table = &server->table;

    while (table->newest) {
        struct live *const live = table->newest;

        take_out(table, live);
        live_free(server, live);
    }
    free(table->buckets);
    pthread_mutex_destroy(&table->lock);
}
