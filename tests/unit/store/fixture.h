/* What the tests of the store share: a folder of their own, games to store, and a picture of the
 * folder to prove that nothing in it was touched. */
#ifndef TEST_STORE_FIXTURE_H
#define TEST_STORE_FIXTURE_H

#include "store/store.h"

#include <check.h>
#include <sqlite3.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];     /* made by setup, removed by teardown */
static char path[96];       /* folder/games.db; nothing is there yet */
static meepled_error error; /* of the last call that failed */

/* In memory where there is room: what is tested is the order of things, not the disk. */
static inline void
setup(void)
{
    const char *base = "/dev/shm";
    struct statvfs room;

    if (access(base, W_OK | X_OK) != 0 || statvfs(base, &room) != 0 ||
        room.f_bavail * room.f_frsize < 256u << 20)
        base = "/tmp";
    (void)snprintf(folder, sizeof folder, "%s/meepled-XXXXXX", base);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/games.db", folder);
    error.text[0] = '\0';
}

static inline void
teardown(void)
{
    char name[512];
    struct dirent *entry;
    DIR *dir = opendir(folder);

    ck_assert_ptr_nonnull(dir);
    while ((entry = readdir(dir)) != NULL) {
        (void)snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        if (unlink(name) != 0)
            (void)rmdir(name);
    }
    (void)closedir(dir);
    (void)rmdir(folder);
}

/* ---- stores ---- */

static inline struct store *
open_store(void)
{
    struct store *store;

    ck_assert_msg(store_sqlite_open(path, &store, &error) == STORE_OK, "%s", error.text);
    return store;
}

/* Run statements on the file as another program would. */
static inline void
run_sql(const char *file, const char *sql)
{
    sqlite3 *db;
    char *message = NULL;

    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    int rc = sqlite3_exec(db, sql, NULL, NULL, &message);
    ck_assert_msg(rc == SQLITE_OK, "%s: %s", sql, message != NULL ? message : "?");
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

/* ---- games ---- */

/* A playing game of two, with every string borrowed: not for store_game_clear. */
static inline struct store_game
sample_game(const char *id)
{
    struct store_game game = { .variant = "hunters-gatherers",
                               .options = "first-player=0",
                               .rules = "hunters-gatherers 1.0.0",
                               .status = STORE_PLAYING,
                               .created_ms = 1700000000000,
                               .updated_ms = 1700000000001,
                               .changes = 1,
                               .seat_count = 2,
                               .players = 2 };
    (void)snprintf(game.id, sizeof game.id, "%s", id);
    memset(game.seed, 0x5e, sizeof game.seed);
    memset(game.tiles_digest, 0x71, sizeof game.tiles_digest);
    memset(game.host_hash, 0x40, sizeof game.host_hash);
    game.seats[0] = (struct store_seat){ .taken = true, .name = "Ana", .colour = "red" };
    game.seats[1] = (struct store_seat){ .colour = "blue" };
    game.seats[0].has_token = true;
    memset(game.seats[0].token_hash, 0x10, STORE_HASH);
    return game;
}

/* Store a sample game: its key. */
static inline int64_t
create_game(struct store *store, const char *id)
{
    struct store_game game = sample_game(id);
    struct store_change change = { .type = STORE_CREATE, .create = &game };

    ck_assert_msg(store_write(store, &change, 1, &error) == STORE_OK, "%s", error.text);
    ck_assert_int_eq(change.status, STORE_OK);
    ck_assert_int_gt(change.game, 0);
    return change.game;
}

/* A change that appends action `seq`. */
static inline struct store_change
append_change(int64_t game, uint32_t seq)
{
    struct store_change change = { .type = STORE_APPEND, .game = game };

    change.append.action =
        (struct store_action){ .seq = seq, .text = "pass", .at_ms = 1700000000100 + seq };
    memset(change.append.action.digest, (int)seq, MEEPLED_DIGEST);
    return change;
}

static inline void
append_actions(struct store *store, int64_t game, uint32_t from, uint32_t to)
{
    for (uint32_t seq = from; seq <= to; seq++) {
        struct store_change change = append_change(game, seq);
        ck_assert_msg(store_write(store, &change, 1, &error) == STORE_OK, "%s", error.text);
        ck_assert_int_eq(change.status, STORE_OK);
    }
}

/* How many actions a game has, each checked to be the one append_change makes. */
static inline size_t
count_actions(struct store *store, const char *id)
{
    struct store_game game;
    struct store_action *actions;
    size_t count;

    ck_assert_msg(store_load(store, id, &game, &actions, &count, &error) == STORE_OK, "%s",
                  error.text);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(actions[i].seq, i + 1);
        ck_assert_str_eq(actions[i].text, "pass");
        ck_assert_uint_eq(actions[i].digest[0], (uint8_t)(i + 1));
    }
    store_game_clear(&game);
    store_actions_free(actions, count);
    return count;
}

/* ---- files ---- */

static inline void
write_file(const char *file, const void *bytes, size_t size)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, bytes, size), (ssize_t)size);
    ck_assert_int_eq(close(fd), 0);
}

/* The whole file in new memory. */
static inline uint8_t *
read_file(const char *file, size_t *size)
{
    struct stat info;
    int fd = open(file, O_RDONLY);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(fstat(fd, &info), 0);
    uint8_t *bytes = malloc((size_t)info.st_size + 1);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_int_eq(read(fd, bytes, (size_t)info.st_size), info.st_size);
    ck_assert_int_eq(close(fd), 0);
    *size = (size_t)info.st_size;
    return bytes;
}

static inline void
copy_file(const char *from, const char *to)
{
    size_t size;
    uint8_t *bytes = read_file(from, &size);

    write_file(to, bytes, size);
    free(bytes);
}

/* ---- untouched ---- */

/* Names, sizes and contents of all files in the folder: new memory. */
static inline char *
picture(size_t *size)
{
    struct dirent **entries;
    char *all = NULL;
    FILE *out = open_memstream(&all, size);
    int count = scandir(folder, &entries, NULL, alphasort);

    ck_assert_ptr_nonnull(out);
    ck_assert_int_ge(count, 2);
    for (int i = 0; i < count; i++) {
        char name[512];
        struct stat info;
        (void)snprintf(name, sizeof name, "%s/%s", folder, entries[i]->d_name);
        if (stat(name, &info) == 0 && S_ISREG(info.st_mode)) {
            size_t length;
            uint8_t *bytes = read_file(name, &length);
            (void)fprintf(out, "%s %zu\n", entries[i]->d_name, length);
            (void)fwrite(bytes, 1, length, out);
            free(bytes);
        } else {
            (void)fprintf(out, "%s\n", entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    ck_assert_int_eq(fclose(out), 0);
    return all;
}

/* Opening is refused with `status`, and the folder holds byte for byte what it held. */
static inline void
assert_refused(enum store_status status)
{
    struct store *store = NULL;
    size_t before_size, after_size;
    char *before = picture(&before_size);

    enum store_status got = store_sqlite_open(path, &store, &error);
    ck_assert_msg(got == status, "status %d, want %d: %s", got, status, error.text);
    ck_assert_ptr_null(store);
    ck_assert_msg(strstr(error.text, folder) != NULL, "names no file: %s", error.text);
    ck_assert_msg(strchr(error.text, '\n') == NULL, "more than a line: %s", error.text);
    char *after = picture(&after_size);
    ck_assert_msg(before_size == after_size && memcmp(before, after, before_size) == 0,
                  "touched although refused: %s", error.text);
    free(before);
    free(after);
}

/* Run the suite of one case, each test between `before` and `after` and within `timeout_s`. */
static inline int
run_case(const char *name, const TTest *const *tests, size_t count, double timeout_s, SFun before,
         SFun after)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);

    tcase_add_checked_fixture(tcase, before, after);
    tcase_set_timeout(tcase, timeout_s);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
#define RUN_CASE_WITH(name, timeout_s, before, after, ...)                                         \
    run_case(name, (const TTest *[]){ __VA_ARGS__ },                                               \
             sizeof((const TTest *[]){ __VA_ARGS__ }) / sizeof(const TTest *), timeout_s, before,  \
             after)
#define RUN_CASE(name, timeout_s, ...) RUN_CASE_WITH(name, timeout_s, setup, teardown, __VA_ARGS__)

#endif
