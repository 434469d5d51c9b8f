/* The workload of bench_store: actions of many games under way at once, as they reach a server; and
 * its files. */
#ifndef BENCH_STORE_COURSE_H
#define BENCH_STORE_COURSE_H

#include "store/store.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct scale {
    int games, actions, active;
    const char *folder;
};

/* Which games are under way, and how far: slot i holds games[i] at seq[i]. */
struct course {
    int *games, *seq;
    int active, next_game, actions;
    uint64_t random;
};

static inline void
die(const char *what, const char *why)
{
    (void)fprintf(stderr, "bench_store: %s: %s\n", what, why);
    exit(1);
}

static inline double
now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline int
random_below(uint64_t *state, int bound)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (int)((*state >> 33) % (uint64_t)bound);
}

static inline struct course
course_new(const struct scale *scale)
{
    struct course c = { .active = scale->active, .actions = scale->actions, .random = 7 };

    c.games = calloc((size_t)c.active, sizeof *c.games);
    c.seq = calloc((size_t)c.active, sizeof *c.seq);
    if (c.games == NULL || c.seq == NULL)
        die("course", "out of memory");
    for (int i = 0; i < c.active; i++)
        c.games[i] = ++c.next_game;
    return c;
}

static inline void
course_free(struct course *c)
{
    free(c->games);
    free(c->seq);
}

/* The next action comes to a random game under way; a full one makes room for a new game. */
static inline void
course_step(struct course *c, int *game, int *seq)
{
    int i = random_below(&c->random, c->active);

    if (c->seq[i] == c->actions) {
        c->games[i] = ++c->next_game;
        c->seq[i] = 0;
    }
    *game = c->games[i];
    *seq = ++c->seq[i];
}

/* What an action looks like; the same for candidates and store. */
static inline void
make_action(int game, int seq, struct store_action *action, char text[64], char key[40])
{
    (void)snprintf(text, 64, "place HG-%02d %d %d 90", seq % 79, game % 20 - 10, seq % 20 - 10);
    (void)snprintf(key, 40, "%08x-5d1b-4d6e-9d0c-%012x", (unsigned)game * 2654435761u,
                   (unsigned)seq * 2246822519u);
    *action = (struct store_action){
        .seq = (uint32_t)seq, .seat = (uint8_t)(seq % 4), .text = text, .at_ms = 1700000000000 + seq
    };
    for (size_t i = 0; i < sizeof action->digest; i++)
        action->digest[i] = (uint8_t)(game * 31 + seq * 7 + (int)i);
}

/* ---- files ---- */

static inline void
remove_files(const char *path)
{
    static const char *const suffixes[] = { "", "-wal", "-shm", "-lock" };
    char name[540];

    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        (void)snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
        (void)unlink(name);
    }
}

/* Put all on the disk; with `forget` also out of the system's cache, without it into it. */
static inline void
settle(const char *path, bool forget)
{
    static char buffer[1 << 16];
    int fd = open(path, O_RDONLY);

    if (fd < 0 || fsync(fd) != 0)
        die(path, "cannot sync it");
    if (forget && posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) != 0)
        die(path, "cannot forget it");
    while (!forget && read(fd, buffer, sizeof buffer) > 0)
        continue;
    (void)close(fd);
}

#endif
