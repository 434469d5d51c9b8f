/* Playing a stored game again, and finding the rules to do so. */
#ifndef SERVER_REPLAY_H
#define SERVER_REPLAY_H

#include "server/server.h"

/* The stack the game was made with, new reference, as far as `registry` has it; NULL and the reason
 * in `err` when it has not: no such variant, other layers, other tiles, an option gone. */
meepled_stack *replay_stack(meepled_registry *registry, const struct store_game *record,
                            meepled_error *err);

/* Whether a stack was not to be had for want of memory: the registry has only its message to say
 * so. */
bool replay_starved(const meepled_error *err);

/* Set up and apply actions[0..count), comparing the digest of every step with the stored one.
 * `each` (may be NULL) gets every step as server_replay says.
 * MEEPLED_OK: `*out` (may be NULL) is the state, new.
 * MEEPLED_EBROKEN: the rules give something else from action `*agreed` on, `err` says what, and
 * `*out` is the state before it (NULL when even the set-up fails).
 * MEEPLED_ENOMEM: nothing. */
meepled_status replay_run(meepled_stack *stack, const struct store_game *record,
                          const struct store_action *actions, size_t count, server_each_fn *each,
                          void *context, meepled_game **out, size_t *agreed, meepled_error *err);

/* Set up the game of a record that has begun. */
meepled_status replay_begin(meepled_stack *stack, const struct store_game *record,
                            meepled_events *events, meepled_game **out, meepled_error *err);

/* Room for events that grows: false when out of memory.  What follows from one action seldom needs
 * more than it begins with; final scoring does, and is then done again with room enough. */
enum { REPLAY_EVENTS = 16 };
bool replay_events_grow(meepled_events *events, size_t cap);

#endif
