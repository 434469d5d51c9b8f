/* Answers kept ready: the rendered state of a game, until its version changes.  They are many and
 * large, so all together are bounded; those not asked for longest go first.
 *
 * What is kept hangs on server_game.cache, whose slot only the holder of the game's lock touches.
 */
#ifndef API_CACHE_H
#define API_CACHE_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

enum cache_part {
    CACHE_STATE,
    CACHE_UNCHANGED,
    CACHE_ACTIONS,
    CACHE_BOARD, /* the picture; + 1 with legal places, + 2 in Czech */
    CACHE_PARTS = CACHE_BOARD + 4
};
enum { CACHE_BYTES = 64 << 20 };

/* Queue what is kept as the answer; false if nothing is. */
bool cache_queue(void **slot, enum cache_part part, struct MHD_Connection *connection,
                 unsigned status, enum MHD_Result *result);
/* Keep a response of `size` bytes, which is taken; out of memory it is just let go. */
void cache_keep_take(void **slot, enum cache_part part, struct MHD_Response *response, size_t size);
/* Let go of everything at a slot: server_hooks.cache_drop. */
void cache_drop(void *cache);
/* Bytes kept now. */
size_t cache_size(void);

#endif
