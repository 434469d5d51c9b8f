/* Which idempotency keys games have used, as fingerprints in memory.
 *
 *   slots[game % SLOTS] -> { game, known, prints[0..count) }
 *
 * Games under way were created one after the other more or less, so they seldom share a slot. */
#include "store/sqlite_keys.h"

#include <pthread.h>
#include <stdlib.h>

enum { SLOTS = 8192, PRINTS_FIRST = 32 };

struct slot {
    int64_t game; /* 0: free */
    bool known;   /* all its keys are here */
    uint64_t *prints;
    uint32_t count, capacity;
};

struct sqlite_keys {
    pthread_mutex_t mutex;
    struct slot slots[SLOTS];
};

/* FNV-1a over the seat and the key: a collision costs a look at the rows and nothing else. */
static uint64_t
print_of(uint8_t seat, const char *key)
{
    uint64_t print = (14695981039346656037u ^ seat) * 1099511628211u;

    for (; *key != '\0'; key++)
        print = (print ^ (uint8_t)*key) * 1099511628211u;
    return print;
}

static struct slot *
slot_of(struct sqlite_keys *keys, int64_t game)
{
    return &keys->slots[(uint64_t)game % SLOTS];
}

static void
clear(struct slot *slot)
{
    free(slot->prints);
    *slot = (struct slot){ 0 };
}

static bool
grow(struct slot *slot)
{
    uint32_t capacity = slot->capacity > 0 ? 2 * slot->capacity : PRINTS_FIRST;
    uint64_t *prints = realloc(slot->prints, capacity * sizeof *prints);

    if (prints == NULL)
        return false;
    slot->prints = prints;
    slot->capacity = capacity;
    return true;
}

struct sqlite_keys *
sqlite_keys_new(void)
{
    struct sqlite_keys *keys = calloc(1, sizeof *keys);

    if (keys != NULL)
        (void)pthread_mutex_init(&keys->mutex, NULL);
    return keys;
}

void
sqlite_keys_free(struct sqlite_keys *keys)
{
    if (keys == NULL)
        return;
    for (size_t i = 0; i < SLOTS; i++)
        clear(&keys->slots[i]);
    (void)pthread_mutex_destroy(&keys->mutex);
    free(keys);
}

enum sqlite_keys_answer
sqlite_keys_ask(struct sqlite_keys *keys, int64_t game, uint8_t seat, const char *key)
{
    enum sqlite_keys_answer answer = SQLITE_KEYS_UNKNOWN;
    uint64_t print = print_of(seat, key);

    (void)pthread_mutex_lock(&keys->mutex);
    const struct slot *slot = slot_of(keys, game);
    if (slot->game == game && slot->known) {
        answer = SQLITE_KEYS_NEW;
        for (uint32_t i = 0; i < slot->count; i++)
            if (slot->prints[i] == print)
                answer = SQLITE_KEYS_PERHAPS;
    }
    (void)pthread_mutex_unlock(&keys->mutex);
    return answer;
}

void
sqlite_keys_begin(struct sqlite_keys *keys, int64_t game)
{
    (void)pthread_mutex_lock(&keys->mutex);
    struct slot *slot = slot_of(keys, game);
    slot->game = game; /* the prints' memory of the one before is used again */
    slot->known = false;
    slot->count = 0;
    (void)pthread_mutex_unlock(&keys->mutex);
}

void
sqlite_keys_end(struct sqlite_keys *keys, int64_t game)
{
    (void)pthread_mutex_lock(&keys->mutex);
    struct slot *slot = slot_of(keys, game);
    if (slot->game == game) /* not when memory ran out in between */
        slot->known = true;
    (void)pthread_mutex_unlock(&keys->mutex);
}

void
sqlite_keys_add(struct sqlite_keys *keys, int64_t game, uint8_t seat, const char *key)
{
    (void)pthread_mutex_lock(&keys->mutex);
    struct slot *slot = slot_of(keys, game);
    if (slot->game == game) {
        if (slot->count < slot->capacity || grow(slot))
            slot->prints[slot->count++] = print_of(seat, key);
        else
            clear(slot);
    }
    (void)pthread_mutex_unlock(&keys->mutex);
}

void
sqlite_keys_forget(struct sqlite_keys *keys, int64_t game)
{
    (void)pthread_mutex_lock(&keys->mutex);
    struct slot *slot = slot_of(keys, game);
    if (slot->game == game)
        clear(slot);
    (void)pthread_mutex_unlock(&keys->mutex);
}
