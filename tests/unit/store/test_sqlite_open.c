#include "fixture.h"

#include <pthread.h>
#include <stdatomic.h>

static int64_t
query(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *s;

    ck_assert_int_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    return number;
}

static size_t
files_in_folder(void)
{
    size_t count = 0;
    struct dirent **entries;
    int all = scandir(folder, &entries, NULL, NULL);

    for (int i = 0; i < all; i++) {
        count += entries[i]->d_name[0] != '.';
        free(entries[i]);
    }
    free(entries);
    return count;
}

START_TEST(a_new_store_is_empty_and_says_what_it_is)
{
    struct store *store = open_store();
    uint64_t games = 9;
    struct stat info;

    ck_assert(store_healthy(store));
    ck_assert_int_eq(store_count(store, &games, &error), STORE_OK);
    ck_assert_uint_eq(games, 0);
    ck_assert_int_eq(query("PRAGMA application_id"), 0x6d706c64);
    ck_assert_int_eq(query("PRAGMA user_version"), 2);
    ck_assert_int_eq(stat(path, &info), 0);
    ck_assert_uint_eq(info.st_mode & 0777, 0600); /* it holds seeds and hashes of tokens */
    store_close(store);
}
END_TEST

START_TEST(an_orderly_close_leaves_the_file_alone)
{
    struct store *store = open_store();

    append_actions(store, create_game(store, "a"), 1, 3);
    store_close(store);
    ck_assert_uint_eq(files_in_folder(), 1);
    store = open_store();
    ck_assert_uint_eq(count_actions(store, "a"), 3);
    store_close(store);
    ck_assert_uint_eq(files_in_folder(), 1);
}
END_TEST

START_TEST(a_relative_path_and_a_link_lead_to_the_same_store)
{
    struct store *other = NULL;
    char name[128];

    ck_assert_int_eq(chdir(folder), 0);
    struct store *store;
    ck_assert_int_eq(store_sqlite_open("games.db", &store, &error), STORE_OK);
    (void)snprintf(name, sizeof name, "%s/link.db", folder);
    ck_assert_int_eq(symlink(path, name), 0);
    ck_assert_int_eq(store_sqlite_open(name, &other, &error), STORE_LOCKED);
    store_close(store);
    ck_assert_int_eq(store_sqlite_open(name, &store, &error), STORE_OK);
    store_close(store);
}
END_TEST

START_TEST(a_second_daemon_is_refused_and_told_who_has_it)
{
    struct store *store = open_store(), *other = NULL;
    int64_t game = create_game(store, "a");
    char pid[16];

    (void)snprintf(pid, sizeof pid, "%ld", (long)getpid());
    ck_assert_int_eq(store_sqlite_open(path, &other, &error), STORE_LOCKED);
    ck_assert_ptr_null(other);
    ck_assert_ptr_nonnull(strstr(error.text, pid));
    pid_t child = fork();
    if (child == 0)
        _exit(store_sqlite_open(path, &other, NULL) == STORE_LOCKED ? 0 : 1);
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    append_actions(store, game, 1, 2); /* the first one goes on undisturbed */
    store_close(store);
    store = open_store();
    ck_assert_uint_eq(count_actions(store, "a"), 2);
    store_close(store);
}
END_TEST

START_TEST(a_file_held_by_another_program_is_locked)
{
    sqlite3 *db;

    store_close(open_store());
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db,
                                  "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;"
                                  "DELETE FROM game; COMMIT",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    struct store *store = NULL;
    ck_assert_int_eq(store_sqlite_open(path, &store, &error), STORE_LOCKED);
    sqlite3_close(db);
    store_close(open_store());
}
END_TEST

START_TEST(a_path_that_leads_nowhere_is_refused)
{
    static const char *const targets[] = { "", "/nonexistent/folder/games.db", "/dev/null/x" };
    char name[5000];
    struct store *store;

    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        ck_assert_int_eq(store_sqlite_open(targets[i], &store, &error), STORE_FAILED);
        ck_assert_ptr_null(store);
    }
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    ck_assert_int_eq(store_sqlite_open(name, &store, &error), STORE_FAILED);
}
END_TEST

START_TEST(names_special_to_sqlite_are_plain_names)
{
    static const char *const names[] = { ":memory:", "file:x?mode=memory", "a b%20c?d#e.db" };

    ck_assert_int_eq(chdir(folder), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct store *store;
        ck_assert_int_eq(store_sqlite_open(names[i], &store, &error), STORE_OK);
        create_game(store, "a");
        store_close(store);
        ck_assert_int_eq(access(names[i], F_OK), 0);
        ck_assert_int_eq(store_sqlite_open(names[i], &store, &error), STORE_OK);
        ck_assert_uint_eq(count_actions(store, "a"), 0);
        store_close(store);
    }
}
END_TEST

/* Open as somebody without rights, in a child: what it says. */
static enum store_status
open_as_nobody(void)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        struct store *store;
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(99);
        _exit((int)store_sqlite_open(path, &store, NULL));
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    return (enum store_status)WEXITSTATUS(status);
}

START_TEST(missing_permissions_fail_and_change_nothing)
{
    size_t size, size_after;

    store_close(open_store());
    char *before = picture(&size);
    ck_assert_int_eq(chmod(path, 0444), 0); /* may be read, not written, nothing made beside it */
    ck_assert_int_eq(chmod(folder, 0555), 0);
    ck_assert_int_eq(open_as_nobody(), STORE_FAILED);
    ck_assert_int_eq(chmod(folder, 0777), 0); /* the folder may be written, the file may not */
    ck_assert_int_eq(open_as_nobody(), STORE_FAILED);
    ck_assert_int_eq(chmod(path, 0), 0);
    ck_assert_int_eq(open_as_nobody(), STORE_FAILED);
    ck_assert_int_eq(chmod(path, 0600), 0);
    char *after = picture(&size_after);
    ck_assert_uint_eq(size, size_after);
    ck_assert_mem_eq(before, after, size);
    free(before);
    free(after);
}
END_TEST

START_TEST(a_draft_left_by_a_crash_is_built_anew)
{
    char draft[128];

    (void)snprintf(draft, sizeof draft, "%s-new", path);
    write_file(draft, "half", 4);
    store_close(open_store());
    ck_assert_int_ne(access(draft, F_OK), 0);
}
END_TEST

START_TEST(a_log_without_its_file_is_not_thrown_away)
{
    char log[128];

    (void)snprintf(log, sizeof log, "%s-wal", path);
    write_file(log, "moves of somebody", 17);
    assert_refused(STORE_DAMAGED);
}
END_TEST

START_TEST(a_copy_in_sqlites_older_format_is_taken)
{
    char sql[160], copy[128];
    struct store *store = open_store();

    append_actions(store, create_game(store, "a"), 1, 2);
    store_close(store);
    (void)snprintf(copy, sizeof copy, "%s/copy.db", folder);
    (void)snprintf(sql, sizeof sql, "VACUUM INTO '%s'", copy);
    run_sql(path, sql);
    ck_assert_int_eq(rename(copy, path), 0);
    store = open_store();
    ck_assert_uint_eq(count_actions(store, "a"), 2);
    store_close(store);
}
END_TEST

/* ---- threads ---- */

enum { GAMES = 3, ROUNDS = 200, READERS = 6 };
static atomic_bool writing;

/* Every group appends one action to each game, so a reader never sees a later game ahead. */
static void *
read_along(void *context)
{
    struct store *store = context;
    size_t rounds = 0;

    do {
        size_t previous = 0;
        for (int i = GAMES - 1; i >= 0; i--) {
            char id[24];
            (void)snprintf(id, sizeof id, "game-%d", i);
            size_t count = count_actions(store, id);
            ck_assert_uint_ge(count, previous); /* read later: at least as far */
            previous = count;
        }
        ck_assert(store_healthy(store));
        rounds++;
    } while (atomic_load(&writing));
    return (void *)rounds;
}

START_TEST(readers_beside_a_writer_see_whole_groups)
{
    struct store *store = open_store();
    int64_t games[GAMES];
    pthread_t threads[READERS];

    for (int i = 0; i < GAMES; i++) {
        char id[24];
        (void)snprintf(id, sizeof id, "game-%d", i);
        games[i] = create_game(store, id);
    }
    atomic_store(&writing, true);
    for (int i = 0; i < READERS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, read_along, store), 0);
    for (uint32_t seq = 1; seq <= ROUNDS; seq++) {
        struct store_change group[GAMES];
        for (int i = 0; i < GAMES; i++)
            group[i] = append_change(games[i], seq);
        ck_assert_int_eq(store_write(store, group, GAMES, &error), STORE_OK);
    }
    atomic_store(&writing, false);
    for (int i = 0; i < READERS; i++) {
        void *rounds;
        ck_assert_int_eq(pthread_join(threads[i], &rounds), 0);
        ck_assert_ptr_nonnull(rounds);
    }
    ck_assert_uint_eq(count_actions(store, "game-0"), ROUNDS);
    store_close(store);
}
END_TEST

int
main(void)
{
    return RUN_CASE(
        "sqlite_open", 60, a_new_store_is_empty_and_says_what_it_is,
        an_orderly_close_leaves_the_file_alone, a_relative_path_and_a_link_lead_to_the_same_store,
        a_second_daemon_is_refused_and_told_who_has_it, a_file_held_by_another_program_is_locked,
        a_path_that_leads_nowhere_is_refused, names_special_to_sqlite_are_plain_names,
        missing_permissions_fail_and_change_nothing, a_draft_left_by_a_crash_is_built_anew,
        a_log_without_its_file_is_not_thrown_away, a_copy_in_sqlites_older_format_is_taken,
        readers_beside_a_writer_see_whole_groups);
}
