/* A writer is killed at random moments; what it was told to be durable is there, and only whole
 * groups are. */
#include "fixture.h"

#include <signal.h>
#include <time.h>

enum { KILLS = 30, GAMES = 4 };

/* Group n appends action n to every game, and creates a game "extra-n" with one action. */
static void
write_group(struct store *store, const int64_t games[GAMES], uint32_t n)
{
    struct store_game extra = sample_game("");
    struct store_change group[GAMES + 1];
    char key[32];

    (void)snprintf(extra.id, sizeof extra.id, "extra-%u", n);
    (void)snprintf(key, sizeof key, "key-%u", n);
    for (int i = 0; i < GAMES; i++) {
        group[i] = append_change(games[i], n);
        group[i].append.key = key;
    }
    group[GAMES] = (struct store_change){ .type = STORE_CREATE, .create = &extra };
    if (store_write(store, group, GAMES + 1, NULL) != STORE_OK)
        _exit(1);
    for (int i = 0; i <= GAMES; i++)
        if (group[i].status != STORE_OK)
            _exit(2);
}

/* The child: goes on after group `n`, and tells each group that is durable. */
static void
write_until_killed(int tell, const int64_t games[GAMES], uint32_t n)
{
    struct store *store;

    if (store_sqlite_open(path, &store, NULL) != STORE_OK)
        _exit(3);
    for (;;) {
        n++;
        write_group(store, games, n);
        if (write(tell, &n, sizeof n) != sizeof n)
            _exit(4);
    }
}

/* Let a child write for some time, kill it: the last group it knew to be durable. */
static uint32_t
run_and_kill(const int64_t games[GAMES], uint32_t n, long delay_us)
{
    int ends[2], status;
    uint32_t told;

    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        (void)close(ends[0]);
        write_until_killed(ends[1], games, n);
    }
    (void)close(ends[1]);
    nanosleep(&(struct timespec){ .tv_nsec = delay_us * 1000 }, NULL);
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    while (read(ends[0], &told, sizeof told) == sizeof told)
        n = told;
    (void)close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFSIGNALED(status), "the writer gave up with %d", WEXITSTATUS(status));
    return n;
}

/* All games have the same number of actions, every group has its extra game and its keys. */
static uint32_t
check_groups(struct store *store, const int64_t games[GAMES])
{
    uint32_t n = (uint32_t)count_actions(store, "game-0");
    uint8_t hash[STORE_HASH];
    uint32_t seq;
    uint64_t count;
    char text[32];

    for (int i = 1; i < GAMES; i++) {
        (void)snprintf(text, sizeof text, "game-%d", i);
        ck_assert_uint_eq(count_actions(store, text), n);
    }
    ck_assert_int_eq(store_count(store, &count, &error), STORE_OK);
    ck_assert_uint_eq(count, GAMES + n);
    if (n > 0) {
        (void)snprintf(text, sizeof text, "extra-%u", n);
        ck_assert_uint_eq(count_actions(store, text), 0);
        (void)snprintf(text, sizeof text, "key-%u", n);
        ck_assert_int_eq(store_key_find(store, games[0], 0, text, hash, &seq, &error), STORE_OK);
        ck_assert_uint_eq(seq, n);
    }
    return n;
}

START_TEST(thirty_kills_lose_nothing_that_was_durable_and_leave_no_half_group)
{
    struct store *store = open_store();
    int64_t games[GAMES];
    uint32_t n = 0;
    unsigned seed = 20260;

    for (int i = 0; i < GAMES; i++) {
        char id[24];
        (void)snprintf(id, sizeof id, "game-%d", i);
        games[i] = create_game(store, id);
    }
    store_close(store);
    for (int kill_count = 0; kill_count < KILLS; kill_count++) {
        long delay_us = 500 + rand_r(&seed) % (kill_count % 3 == 0 ? 3000 : 60000);
        uint32_t told = run_and_kill(games, n, delay_us);
        store = open_store();
        uint32_t stored = check_groups(store, games);
        /* One group more may have become durable before its writer could say so. */
        ck_assert_msg(stored == told || stored == told + 1, "told %u, stored %u", told, stored);
        n = stored;
        store_close(store);
    }
    ck_assert_uint_gt(n, KILLS); /* the writer did get somewhere */
}
END_TEST

START_TEST(a_killed_creation_leaves_no_store_or_a_whole_one)
{
    unsigned seed = 3;

    for (int round = 0; round < 15; round++) {
        pid_t child = fork();
        if (child == 0) {
            struct store *store;
            _exit((int)store_sqlite_open(path, &store, NULL));
        }
        nanosleep(&(struct timespec){ .tv_nsec = rand_r(&seed) % 12000000 }, NULL);
        (void)kill(child, SIGKILL);
        ck_assert_int_eq(waitpid(child, NULL, 0), child);
        struct store *store = open_store();
        create_game(store, "a");
        store_close(store);
        ck_assert_int_eq(unlink(path), 0);
    }
}
END_TEST

int
main(void)
{
    return RUN_CASE("sqlite_crash", 120,
                    thirty_kills_lose_nothing_that_was_durable_and_leave_no_half_group,
                    a_killed_creation_leaves_no_store_or_a_whole_one);
}
