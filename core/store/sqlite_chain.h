/* Going through a game's actions from the last to the first.
 *
 *   struct sqlite_chain chain = { .statement = ..., .game = game, .row = row, .seq = seq };
 *   while (sqlite_chain_next(&chain))
 *       ... columns of chain.statement ...
 *   ... chain.rc
 *
 * Links, game and number of each row are checked: a chain that breaks, leads astray or does not end
 * with action 1 is SQLITE_CORRUPT. */
#ifndef STORE_SQLITE_CHAIN_H
#define STORE_SQLITE_CHAIN_H

#include <sqlite3.h>

#include <stdbool.h>
#include <stdint.h>

#define SQLITE_CHAIN_SQL                                                                           \
    "SELECT prev, game, seq, seat, text, digest, at_ms, key, request_hash FROM action"             \
    " WHERE row = ?1"

enum {
    SQLITE_CHAIN_PREV,
    SQLITE_CHAIN_GAME,
    SQLITE_CHAIN_SEQ,
    SQLITE_CHAIN_SEAT,
    SQLITE_CHAIN_TEXT,
    SQLITE_CHAIN_DIGEST,
    SQLITE_CHAIN_AT_MS,
    SQLITE_CHAIN_KEY,
    SQLITE_CHAIN_HASH
};

struct sqlite_chain {
    sqlite3_stmt *statement; /* of SQLITE_CHAIN_SQL */
    int64_t game;
    int64_t row, seq; /* still to come: begin with the head's */
    int rc;
};

/* Step to the next action; false at the end, after a failure, and then the statement is reset. */
bool sqlite_chain_next(struct sqlite_chain *chain);
/* Stop before the end. */
void sqlite_chain_stop(struct sqlite_chain *chain);
/* The present action's idempotency key, borrowed until the next step; NULL: none. */
const char *sqlite_chain_key(struct sqlite_chain *chain);

#endif
