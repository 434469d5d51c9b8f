/* Which idempotency keys games have used, as fingerprints in memory.
 *
 * A key lies in the row of its action; an index over all keys would cost more than half of the
 * writing speed (docs/store.md).  The usual question is whether a new key is new, and for that a
 * fingerprint is enough; only when it is known already are the game's rows read.  A game is known
 * from its first action with a key on, until another takes its slot.  Any thread. */
#ifndef STORE_SQLITE_KEYS_H
#define STORE_SQLITE_KEYS_H

#include <stdbool.h>
#include <stdint.h>

enum sqlite_keys_answer {
    SQLITE_KEYS_NEW,     /* certainly not used */
    SQLITE_KEYS_PERHAPS, /* a key with this fingerprint was used, or is about to be */
    SQLITE_KEYS_UNKNOWN  /* the game is not in memory */
};

struct sqlite_keys;

struct sqlite_keys *sqlite_keys_new(void);       /* new, or NULL when out of memory */
void sqlite_keys_free(struct sqlite_keys *keys); /* NULL is allowed */

enum sqlite_keys_answer sqlite_keys_ask(struct sqlite_keys *keys, int64_t game, uint8_t seat,
                                        const char *key);
/* Get to know a game: between these two calls all keys it has used are added. */
void sqlite_keys_begin(struct sqlite_keys *keys, int64_t game);
void sqlite_keys_end(struct sqlite_keys *keys, int64_t game);
/* Remember a key of a known game; nothing if it is not.  Without memory the game is forgotten. */
void sqlite_keys_add(struct sqlite_keys *keys, int64_t game, uint8_t seat, const char *key);
void sqlite_keys_forget(struct sqlite_keys *keys, int64_t game);

#endif
