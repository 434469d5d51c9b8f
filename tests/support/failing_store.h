/* A store that can be told to fail, before or after the real one behind it has written. */
#ifndef SUPPORT_FAILING_STORE_H
#define SUPPORT_FAILING_STORE_H

#include "store/store.h"

enum failing_mode {
    FAILING_NOT,
    FAILING_BEFORE, /* writes fail and store nothing */
    FAILING_AFTER,  /* writes fail, but all is stored: the outcome was lost */
    FAILING_ALL     /* reads fail too */
};

/* Takes `inner`.  One such store at a time. */
struct store *failing_store_new_take(struct store *inner);
void failing_store_set(enum failing_mode mode);
/* Largest group written so far. */
size_t failing_store_group(void);
/* Let writes wait until released: to see what happens meanwhile. */
void failing_store_hold(bool hold);
/* Wait until a write is being held. */
void failing_store_held(void);

#endif
