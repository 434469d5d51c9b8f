/* The real daemon in a process of its own, on a free port, with its games in a folder. */
#ifndef TESTS_SUPPORT_SPAWN_H
#define TESTS_SUPPORT_SPAWN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct spawn {
    pid_t pid; /* 0: not running */
    uint16_t port;
    double start_ms; /* from fork to the line that says it listens */
};

/* Start $MEEPLED_BUILD/meepled with the store in `folder` (its log is appended to folder/log) and
 * further "-o" settings ("games.fixed_decks=yes"; NULL-ended, NULL: none).  Waits until it listens.
 * False, with the end of the log on stderr, when it does not within 60 seconds. */
bool spawn_start(struct spawn *daemon, const char *folder, const char *const *settings);
/* kill -9, and wait until it is gone. */
void spawn_kill(struct spawn *daemon);
/* SIGTERM; the exit status, 128 + signal when one ended it. */
int spawn_stop(struct spawn *daemon);

#endif
