/* Disks that are full, broken or come back: nothing is half written, nothing acknowledged is lost,
 * and the store is usable again without a restart. */
#include "fault_vfs.h"
#include "fixture.h"
#include "old_store.h"

#include <signal.h>
#include <sys/resource.h>

enum { GAMES = 3 };
static int64_t games[GAMES];

static void
with_faults(void)
{
    setup();
    fault_install();
}

static void
without_faults(void)
{
    fault_disarm();
    teardown();
}

static struct store *
store_with_games(void)
{
    struct store *store = open_store();

    for (int i = 0; i < GAMES; i++) {
        char id[24];
        (void)snprintf(id, sizeof id, "game-%d", i);
        games[i] = create_game(store, id);
    }
    return store;
}

/* Append action `seq` to every game. */
static enum store_status
write_round(struct store *store, uint32_t seq)
{
    struct store_change group[GAMES];
    char key[16];

    (void)snprintf(key, sizeof key, "%u", seq);
    for (int i = 0; i < GAMES; i++) {
        group[i] = append_change(games[i], seq);
        group[i].append.key = key;
    }
    enum store_status status = store_write(store, group, GAMES, &error);
    for (int i = 0; i < GAMES; i++)
        ck_assert_int_eq(group[i].status, status);
    return status;
}

static void
assert_rounds(struct store *store, size_t rounds)
{
    for (int i = 0; i < GAMES; i++) {
        char id[24];
        (void)snprintf(id, sizeof id, "game-%d", i);
        ck_assert_uint_eq(count_actions(store, id), rounds);
    }
}

/* Fail every operation of these kinds in turn while a group is written, until a group needs fewer
 * than that: how many groups failed. */
static unsigned
fail_writes(int kinds, bool for_good, int rc)
{
    struct store *store = store_with_games();
    unsigned failed = 0;
    uint32_t rounds = 0;

    for (int n = 0;; n++) {
        fault_arm(kinds, n, for_good, rc);
        enum store_status status = write_round(store, rounds + 1);
        int hits = fault.hits;
        if (status == STORE_OK)
            rounds++;
        else
            ck_assert_int_eq(status, STORE_FAILED);
        if (for_good && hits > 0) { /* while the disk is away: still failing, still nothing */
            failed++;
            ck_assert_int_ne(status, STORE_OK);
            ck_assert_int_ne(write_round(store, rounds + 1), STORE_OK);
        }
        failed += !for_good && status != STORE_OK;
        fault_disarm();
        assert_rounds(store, rounds);
        ck_assert_int_eq(write_round(store, rounds + 1), STORE_OK);
        rounds++;
        assert_rounds(store, rounds);
        if (hits == 0)
            break;
    }
    store_close(store);
    store = open_store();
    assert_rounds(store, rounds);
    store_close(store);
    return failed;
}

START_TEST(a_full_disk_fails_the_group_and_the_next_is_written)
{
    ck_assert_uint_gt(fail_writes(FAULT_WRITE, false, SQLITE_FULL), 1);
}
END_TEST

START_TEST(a_disk_that_stays_full_fails_until_there_is_room)
{
    ck_assert_uint_gt(fail_writes(FAULT_WRITE, true, SQLITE_FULL), 1);
    ck_assert_ptr_nonnull(strstr(error.text, "full"));
}
END_TEST

START_TEST(a_write_error_fails_the_group)
{
    ck_assert_uint_gt(fail_writes(FAULT_WRITE, false, SQLITE_IOERR_WRITE), 1);
}
END_TEST

START_TEST(a_sync_that_fails_is_never_called_durable)
{
    ck_assert_uint_gt(fail_writes(FAULT_SYNC, false, SQLITE_OK), 0);
}
END_TEST

START_TEST(syncs_that_go_on_failing_are_never_called_durable)
{
    ck_assert_uint_gt(fail_writes(FAULT_SYNC, true, SQLITE_OK), 0);
}
END_TEST

START_TEST(a_file_that_may_not_grow_is_a_full_disk)
{
    struct rlimit before, tight = { .rlim_cur = 200000, .rlim_max = RLIM_INFINITY };
    struct store *store = store_with_games();
    uint32_t rounds = 0;

    (void)signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    tight.rlim_max = before.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &tight), 0);
    while (write_round(store, rounds + 1) == STORE_OK)
        ck_assert_uint_lt(++rounds, 1000);
    ck_assert_uint_gt(rounds, 3);
    assert_rounds(store, rounds);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    ck_assert_int_eq(write_round(store, rounds + 1), STORE_OK);
    store_close(store);
    store = open_store();
    assert_rounds(store, rounds + 1);
    store_close(store);
}
END_TEST

/* SQLite refuses all further memory: like an allocation that fails, wherever it falls. */
START_TEST(a_group_without_memory_fails_and_the_next_is_written)
{
    struct store *store = store_with_games();
    unsigned failed = 0;
    uint32_t rounds = 0;

    for (sqlite3_int64 more = 1; more < 40000; more += 700) {
        (void)sqlite3_hard_heap_limit64(sqlite3_memory_used() + more);
        enum store_status status = write_round(store, rounds + 1);
        (void)sqlite3_hard_heap_limit64(0);
        if (status == STORE_OK)
            rounds++;
        else
            failed++;
        assert_rounds(store, rounds);
    }
    ck_assert_uint_gt(failed, 0);
    ck_assert_int_eq(write_round(store, rounds + 1), STORE_OK);
    assert_rounds(store, rounds + 1);
    store_close(store);
}
END_TEST

START_TEST(a_checkpoint_that_fails_loses_nothing)
{
    struct store *store = store_with_games();
    uint32_t rounds = 0;

    /* After some thousand pages the log is emptied into the file: let the file refuse that. */
    fault_arm(FAULT_WRITE | FAULT_SYNC, 0, true, SQLITE_OK);
    fault.only = SQLITE_OPEN_MAIN_DB;
    for (; fault.hits < 3; rounds++) {
        ck_assert_uint_lt(rounds, 3000);
        ck_assert_int_eq(write_round(store, rounds + 1), STORE_OK);
    }
    assert_rounds(store, rounds);
    fault_arm(FAULT_ALL, 0, true, SQLITE_OK);
    store_close(store); /* cannot empty the log now: it stays */
    fault_disarm();
    store = open_store();
    assert_rounds(store, rounds);
    store_close(store);
}
END_TEST

START_TEST(a_read_error_fails_the_reading_and_is_no_damage)
{
    struct store *store = store_with_games();
    struct store_game game;
    struct store_action *actions;
    size_t count;
    unsigned failed = 0;

    for (uint32_t i = 1; i <= 30; i++)
        ck_assert_int_eq(write_round(store, i), STORE_OK);
    for (int n = 0;; n++) {
        store_close(store); /* so that nothing is in its cache */
        store = open_store();
        fault_arm(FAULT_READ, n, false, SQLITE_OK);
        enum store_status status = store_load(store, "game-1", &game, &actions, &count, &error);
        if (status == STORE_OK) {
            store_game_clear(&game);
            store_actions_free(actions, count);
        } else {
            ck_assert_int_eq(status, STORE_FAILED);
            failed++;
        }
        if (fault.hits == 0)
            break;
        fault_disarm();
        assert_rounds(store, 30);
    }
    ck_assert_uint_gt(failed, 2);
    store_close(store);
}
END_TEST

START_TEST(a_store_on_a_broken_disk_is_not_healthy)
{
    struct store *store = store_with_games();

    store_close(store);
    store = open_store();
    fault_arm(FAULT_READ | FAULT_MAP, 0, true, SQLITE_OK);
    ck_assert(!store_healthy(store));
    fault_disarm();
    ck_assert(store_healthy(store));
    store_close(store);
}
END_TEST

/* Try to open with the n-th operation failing, for every n; `check` looks at the store that comes
 * of it in the end. */
static void
fail_openings(void (*prepare)(void), void (*check)(struct store *), bool for_good, unsigned least)
{
    unsigned failed = 0;

    for (int n = 0;; n++) {
        struct store *store = NULL;
        prepare();
        fault_arm(FAULT_ALL, n, for_good, SQLITE_OK);
        enum store_status status = store_sqlite_open(path, &store, &error);
        int hits = fault.hits;
        if (status != STORE_OK) {
            ck_assert_msg(status == STORE_FAILED, "status %d: %s", status, error.text);
            failed++;
        }
        fault_disarm();
        if (status != STORE_OK)
            store = open_store();
        check(store);
        store_close(store);
        (void)unlink(path);
        if (hits == 0)
            break;
    }
    ck_assert_uint_ge(failed, least);
}

static void
prepare_nothing(void)
{
}

static void
check_new(struct store *store)
{
    uint64_t count = 9;

    ck_assert_int_eq(store_count(store, &count, &error), STORE_OK);
    ck_assert_uint_eq(count, 0);
    create_game(store, "a");
}

START_TEST(a_creation_that_fails_anywhere_can_be_repeated)
{
    fail_openings(prepare_nothing, check_new, false, 10);
    fail_openings(prepare_nothing, check_new, true, 10);
}
END_TEST

static void
prepare_old(void)
{
    run_sql(path, old_store_1);
}

static void
check_old(struct store *store)
{
    struct store_game game;
    struct store_action *actions;
    size_t count;

    ck_assert_int_eq(store_load(store, "first", &game, &actions, &count, &error), STORE_OK);
    ck_assert_uint_eq(count, 3);
    store_game_clear(&game);
    store_actions_free(actions, count);
    append_actions(store, 1, 4, 4);
}

START_TEST(a_migration_that_fails_anywhere_can_be_repeated)
{
    fail_openings(prepare_old, check_old, false, 10);
    fail_openings(prepare_old, check_old, true, 10);
}
END_TEST

static void
prepare_log(void)
{
    char log[128], keep[128], keep_log[128];
    struct store *store = store_with_games();

    ck_assert_int_eq(write_round(store, 1), STORE_OK);
    (void)snprintf(log, sizeof log, "%s-wal", path);
    (void)snprintf(keep, sizeof keep, "%s/keep", folder);
    (void)snprintf(keep_log, sizeof keep_log, "%s/keep-wal", folder);
    copy_file(path, keep);
    copy_file(log, keep_log);
    store_close(store);
    ck_assert_int_eq(rename(keep, path), 0);
    ck_assert_int_eq(rename(keep_log, log), 0);
}

static void
check_log(struct store *store)
{
    assert_rounds(store, 1);
    ck_assert_int_eq(write_round(store, 2), STORE_OK);
}

START_TEST(a_recovery_that_fails_anywhere_can_be_repeated)
{
    fail_openings(prepare_log, check_log, false, 10);
    fail_openings(prepare_log, check_log, true, 10);
}
END_TEST

int
main(void)
{
    return RUN_CASE_WITH(
        "sqlite_faults", 120, with_faults, without_faults,
        a_full_disk_fails_the_group_and_the_next_is_written,
        a_disk_that_stays_full_fails_until_there_is_room, a_write_error_fails_the_group,
        a_sync_that_fails_is_never_called_durable,
        syncs_that_go_on_failing_are_never_called_durable, a_file_that_may_not_grow_is_a_full_disk,
        a_group_without_memory_fails_and_the_next_is_written, a_checkpoint_that_fails_loses_nothing,
        a_read_error_fails_the_reading_and_is_no_damage, a_store_on_a_broken_disk_is_not_healthy,
        a_creation_that_fails_anywhere_can_be_repeated,
        a_migration_that_fails_anywhere_can_be_repeated,
        a_recovery_that_fails_anywhere_can_be_repeated);
}
