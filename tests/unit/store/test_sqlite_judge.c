#include "fixture.h"

#include "store/sqlite_judge.h"

/* A store with a few games of some length, closed in good order. */
static void
make_store(void)
{
    struct store *store = open_store();

    for (int i = 0; i < 12; i++) {
        char id[24];
        (void)snprintf(id, sizeof id, "game-%d", i);
        append_actions(store, create_game(store, id), 1, 15);
    }
    store_close(store);
}

/* Leave the file and the log a killed daemon would leave: copied while a store is open, after `sql`
 * was committed to the log. */
static void
make_store_with_log(const char *sql)
{
    char log[128], keep[128], keep_log[128];
    struct store *store = open_store();

    append_actions(store, create_game(store, "a"), 1, 3);
    if (sql != NULL)
        run_sql(path, sql);
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
damage(size_t at, const void *bytes, size_t size)
{
    int fd = open(path, O_WRONLY);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(pwrite(fd, bytes, size, (off_t)at), (ssize_t)size);
    ck_assert_int_eq(close(fd), 0);
}

START_TEST(a_text_file_is_refused_untouched)
{
    static const char text[] = "[server]\nlisten = 127.0.0.1:8080\n; what an operator may mistake "
                               "for the store when the path is wrong, long enough for a header\n";

    write_file(path, text, sizeof text - 1);
    assert_refused(STORE_DAMAGED);
    ck_assert_ptr_nonnull(strstr(error.text, "not an SQLite file"));
    write_file(path, text, 10);
    assert_refused(STORE_DAMAGED);
    ck_assert_ptr_nonnull(strstr(error.text, "10 bytes"));
}
END_TEST

START_TEST(an_empty_file_is_refused_for_it_may_have_held_games)
{
    write_file(path, "", 0);
    assert_refused(STORE_DAMAGED);
    ck_assert_ptr_nonnull(strstr(error.text, "empty"));
}
END_TEST

START_TEST(random_bytes_are_refused_untouched)
{
    uint8_t bytes[9000];

    for (unsigned seed = 1; seed <= 50; seed++) {
        srand(seed);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)rand();
        if (seed % 2 == 0)
            memcpy(bytes, "SQLite format 3", 16);
        if (seed % 4 == 0)
            memcpy(bytes + 68, "mpld", 4);
        if (seed % 8 == 0)
            memcpy(bytes + 60, "\0\0\0\2", 4);
        write_file(path, bytes, (size_t)rand() % sizeof bytes);
        struct store *store;
        enum store_status status = store_sqlite_open(path, &store, &error);
        ck_assert(status == STORE_DAMAGED || status == STORE_NEWER);
        assert_refused(status);
    }
}
END_TEST

START_TEST(what_is_not_a_file_is_refused)
{
    ck_assert_int_eq(mkdir(path, 0700), 0);
    assert_refused(STORE_DAMAGED);
    ck_assert_int_eq(rmdir(path), 0);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    assert_refused(STORE_DAMAGED); /* and does not wait for a writer */
}
END_TEST

START_TEST(another_programs_file_is_refused_untouched)
{
    run_sql(path, "CREATE TABLE game (key INTEGER); INSERT INTO game VALUES (1);"
                  "PRAGMA user_version = 2");
    assert_refused(STORE_DAMAGED);
    ck_assert_ptr_nonnull(strstr(error.text, "0x6d706c64"));
}
END_TEST

START_TEST(a_newer_store_is_refused_untouched)
{
    make_store();
    run_sql(path, "PRAGMA user_version = 3");
    assert_refused(STORE_NEWER);
    ck_assert_ptr_nonnull(strstr(error.text, "schema 3, this daemon knows 2"));
    run_sql(path, "PRAGMA user_version = 2");
    store_close(open_store());
}
END_TEST

START_TEST(a_newer_store_known_only_from_its_log_is_refused_untouched)
{
    make_store_with_log("PRAGMA user_version = 4");
    assert_refused(STORE_NEWER);
    ck_assert_ptr_nonnull(strstr(error.text, "schema 4"));
}
END_TEST

START_TEST(a_store_without_its_tables_is_refused_untouched)
{
    make_store();
    run_sql(path, "DROP TABLE head");
    assert_refused(STORE_DAMAGED);
    ck_assert_ptr_nonnull(strstr(error.text, "head"));
}
END_TEST

START_TEST(a_store_without_a_version_is_refused_untouched)
{
    make_store();
    run_sql(path, "PRAGMA user_version = 0");
    assert_refused(STORE_DAMAGED);
}
END_TEST

START_TEST(a_file_cut_short_anywhere_is_refused_untouched)
{
    size_t size;

    make_store();
    uint8_t *bytes = read_file(path, &size);
    ck_assert_uint_gt(size, 40000);
    for (size_t cut = 0; cut < size; cut += cut < 200 ? 7 : 509) {
        write_file(path, bytes, cut);
        assert_refused(STORE_DAMAGED);
    }
    write_file(path, bytes, size - 1);
    assert_refused(STORE_DAMAGED);
    write_file(path, bytes, size);
    struct store *store = open_store();
    ck_assert_uint_eq(count_actions(store, "game-3"), 15);
    store_close(store);
    free(bytes);
}
END_TEST

START_TEST(a_page_overwritten_is_refused_untouched)
{
    static const uint8_t zeros[4096];
    uint8_t noise[4096];
    size_t size;

    make_store();
    uint8_t *bytes = read_file(path, &size);
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (uint8_t)(i * 167 + 13);
    for (size_t page = 1; page < size / 4096; page++) {
        damage(page * 4096, zeros, sizeof zeros);
        assert_refused(STORE_DAMAGED);
        damage(page * 4096, noise, sizeof noise);
        assert_refused(STORE_DAMAGED);
        damage(page * 4096, bytes + page * 4096, 4096);
    }
    store_close(open_store());
    free(bytes);
}
END_TEST

/* Single bits may fall where they change a value and no structure; then the store opens, and what
 * it reads is checked there.  It never crashes, and a refusal never touches. */
START_TEST(bits_flipped_anywhere_are_refused_untouched_or_harmless)
{
    size_t size, refused = 0;
    struct store *store;

    make_store();
    uint8_t *bytes = read_file(path, &size);
    srand(11);
    for (int round = 0; round < 300; round++) {
        size_t at = (size_t)rand() % size;
        uint8_t flipped = (uint8_t)(bytes[at] ^ (1u << rand() % 8));
        write_file(path, bytes, size);
        damage(at, &flipped, 1);
        enum store_status status = store_sqlite_open(path, &store, &error);
        if (status == STORE_OK) {
            struct store_game game;
            struct store_action *actions;
            size_t count;
            if (store_load(store, "game-5", &game, &actions, &count, &error) == STORE_OK) {
                store_game_clear(&game);
                store_actions_free(actions, count);
            }
            store_close(store);
        } else {
            ck_assert(status == STORE_DAMAGED || status == STORE_NEWER);
            write_file(path, bytes, size);
            damage(at, &flipped, 1);
            assert_refused(status);
            refused++;
        }
    }
    ck_assert_uint_gt(refused, 0);
    free(bytes);
}
END_TEST

START_TEST(a_damaged_store_with_a_log_is_refused_untouched)
{
    static const uint8_t noise[64] = { 0xff, 0xfe, 0xfd };
    size_t size;

    make_store();
    make_store_with_log(NULL);
    free(read_file(path, &size));
    for (size_t at = 4096; at < size; at += 4096)
        damage(at, noise, sizeof noise);
    assert_refused(STORE_DAMAGED);
}
END_TEST

START_TEST(a_log_left_behind_is_taken_in)
{
    make_store_with_log(NULL);
    struct store *store = open_store();
    ck_assert_uint_eq(count_actions(store, "a"), 3);
    store_close(store);
}
END_TEST

START_TEST(a_torn_log_loses_its_torn_end_only)
{
    char log[128];
    size_t size;

    make_store_with_log(NULL);
    (void)snprintf(log, sizeof log, "%s-wal", path);
    uint8_t *bytes = read_file(log, &size);
    write_file(log, bytes, size - 100);
    struct store *store = open_store();
    ck_assert_uint_eq(count_actions(store, "a"), 2);
    append_actions(store, 1, 3, 3);
    store_close(store);
    free(bytes);
}
END_TEST

START_TEST(judging_changes_nothing_even_with_a_log)
{
    int64_t version = 0;
    size_t before_size, after_size;

    make_store_with_log(NULL);
    char *before = picture(&before_size);
    ck_assert_int_eq(sqlite_judge(path, false, &version, &error), STORE_OK);
    ck_assert_int_eq(version, 2);
    ck_assert(sqlite_judge_beside(path, "-wal"));
    ck_assert(!sqlite_judge_beside(path, "-journal"));
    char *after = picture(&after_size);
    ck_assert_uint_eq(before_size, after_size);
    ck_assert_mem_eq(before, after, before_size);
    free(before);
    free(after);
}
END_TEST

/* A store too large to be checked in full at every start, with an index page of nonsense. */
static void
make_large_damaged_store(void)
{
    static char text[1 << 20];
    struct store *store = open_store();
    int64_t game = create_game(store, "a");

    memset(text, 'x', sizeof text - 1);
    for (uint32_t seq = 1; seq <= SQLITE_JUDGE_SMALL / sizeof text; seq++) {
        struct store_change change = append_change(game, seq);
        change.append.action.text = text;
        ck_assert_int_eq(store_write(store, &change, 1, &error), STORE_OK);
    }
    store_close(store);
    run_sql(path, "CREATE TABLE page (number INTEGER);"
                  "INSERT INTO page SELECT rootpage FROM sqlite_schema WHERE name = 'game_public'");
    sqlite3 *db;
    sqlite3_stmt *s;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, "SELECT number FROM page", -1, &s, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
    size_t page = (size_t)sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    damage((page - 1) * 4096, "nonsense", 8);
}

START_TEST(a_large_file_is_checked_in_full_when_the_machine_went_down)
{
    char name[128];
    struct store *store;

    make_large_damaged_store();
    ck_assert_int_eq(store_sqlite_open(path, &store, &error), STORE_OK); /* closed in good order */
    store_close(store);
    (void)snprintf(name, sizeof name, "%s-wal", path);
    write_file(name, "", 0);
    assert_refused(STORE_DAMAGED); /* a log and no word of who left it */
    (void)snprintf(name, sizeof name, "%s-lock", path);
    write_file(name, "7 00000000-1111-2222-3333-444444444444\n", 39);
    ck_assert_int_eq(store_sqlite_open(path, &store, &error), STORE_DAMAGED);
}
END_TEST

START_TEST(a_large_file_is_not_checked_in_full_after_a_mere_kill)
{
    struct store *store;
    int status;

    make_large_damaged_store();
    pid_t child = fork();
    if (child == 0)
        _exit((int)store_sqlite_open(path, &store, NULL)); /* leaves lock and log */
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(store_sqlite_open(path, &store, &error), STORE_OK);
    store_close(store);
}
END_TEST

int
main(void)
{
    return RUN_CASE("sqlite_judge", 60, a_text_file_is_refused_untouched,
                    an_empty_file_is_refused_for_it_may_have_held_games,
                    random_bytes_are_refused_untouched, what_is_not_a_file_is_refused,
                    another_programs_file_is_refused_untouched, a_newer_store_is_refused_untouched,
                    a_newer_store_known_only_from_its_log_is_refused_untouched,
                    a_store_without_its_tables_is_refused_untouched,
                    a_store_without_a_version_is_refused_untouched,
                    a_file_cut_short_anywhere_is_refused_untouched,
                    a_page_overwritten_is_refused_untouched,
                    bits_flipped_anywhere_are_refused_untouched_or_harmless,
                    a_damaged_store_with_a_log_is_refused_untouched, a_log_left_behind_is_taken_in,
                    a_torn_log_loses_its_torn_end_only, judging_changes_nothing_even_with_a_log,
                    a_large_file_is_checked_in_full_when_the_machine_went_down,
                    a_large_file_is_not_checked_in_full_after_a_mere_kill);
}
