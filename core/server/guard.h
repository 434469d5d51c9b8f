/* Which game each thread is at, in a file that outlives the process.
 *
 *     thread ---> slot: game, busy, how it ended ---> STORE-crash, mapped and shared
 *
 * While rules may run, the thread's slot names their game.  If they end the process - by a signal,
 * by exit, or because they took or waited too long and the watchdog ended it - the next
 * process reads in the file which game it was.  Marking is a few writes to memory: what is lost
 * with the power needs no blame. */
#ifndef SERVER_GUARD_H
#define SERVER_GUARD_H

#include "store/store.h"

struct guard;

enum { GUARD_WHY = 120, GUARD_BLAMES = 64, GUARD_STATUS = 70 /* exit status after the watchdog */ };

struct guard_blame {
    char game[STORE_ID];
    char why[GUARD_WHY];
};

/* Open or make the file and begin to watch; what a process before left is read to blames[0..cap).
 * `exited`: it is known to have ended by exit and not by a signal, and not because it was to.
 * Handlers of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT are set: one guard a process.  NULL and
 * `err` when that is impossible. */
struct guard *guard_open(const char *path, bool exited, struct guard_blame *blames, size_t cap,
                         size_t *count, meepled_error *err);
/* All is well: removes the file.  NULL is allowed, here and below. */
void guard_close(struct guard *guard);
/* Processor time a thread may take between enter and leave; it may be away ten times as long in
 * all, working or not.  0: as long as it wants. */
void guard_limit_set(struct guard *guard, unsigned cpu_ms);

/* This thread is at the game from now on; not nested. */
void guard_enter(struct guard *guard, const char *game);
void guard_leave(struct guard *guard);

/* The same for making a game of a variant.  Who crashed in there is set aside: guard_aside tells
 * why, NULL if it is not; guard_pardon forgets all of them. */
void guard_enter_variant(struct guard *guard, const char *variant);
const char *guard_aside(struct guard *guard, const char *variant);
void guard_pardon(struct guard *guard);

#endif
