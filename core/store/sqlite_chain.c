/* Going through a game's actions from the last to the first. */
#include "store/sqlite_chain.h"

static int
step(struct sqlite_chain *chain)
{
    sqlite3_stmt *s = chain->statement;
    int rc = sqlite3_bind_int64(s, 1, chain->row);

    if (rc == SQLITE_OK)
        rc = sqlite3_step(s);
    if (rc != SQLITE_ROW)
        return rc == SQLITE_DONE ? SQLITE_CORRUPT : rc;
    int64_t prev = sqlite3_column_int64(s, SQLITE_CHAIN_PREV);
    if (sqlite3_column_int64(s, SQLITE_CHAIN_GAME) != chain->game ||
        sqlite3_column_int64(s, SQLITE_CHAIN_SEQ) != chain->seq || prev < 0 || prev >= chain->row ||
        (prev == 0) != (chain->seq == 1))
        return SQLITE_CORRUPT;
    chain->row = prev;
    chain->seq--;
    return SQLITE_OK;
}

bool
sqlite_chain_next(struct sqlite_chain *chain)
{
    (void)sqlite3_reset(chain->statement);
    if (chain->rc == SQLITE_OK && chain->row == 0 && chain->seq == 0)
        return false;
    if (chain->rc == SQLITE_OK)
        chain->rc = step(chain);
    if (chain->rc != SQLITE_OK)
        (void)sqlite3_reset(chain->statement);
    return chain->rc == SQLITE_OK;
}

void
sqlite_chain_stop(struct sqlite_chain *chain)
{
    (void)sqlite3_reset(chain->statement);
}

const char *
sqlite_chain_key(struct sqlite_chain *chain)
{
    return (const char *)sqlite3_column_text(chain->statement, SQLITE_CHAIN_KEY);
}
