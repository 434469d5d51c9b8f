#include "fixture.h"

#include "store/sqlite_lock.h"

static struct sqlite_lock lock;

START_TEST(a_lock_is_exclusive_and_leaves_nothing)
{
    struct sqlite_lock other;

    ck_assert_int_eq(sqlite_lock_take(&lock, path, &error), STORE_OK);
    ck_assert(!lock.same_boot);
    ck_assert_int_eq(access(lock.path, F_OK), 0);
    ck_assert_int_eq(sqlite_lock_take(&other, path, &error), STORE_LOCKED);
    ck_assert_int_eq(other.fd, -1);
    sqlite_lock_drop(&other);
    sqlite_lock_drop(&lock);
    ck_assert_int_ne(access(lock.path, F_OK), 0);
    sqlite_lock_drop(&lock); /* once more does no harm */
    ck_assert_int_eq(sqlite_lock_take(&lock, path, &error), STORE_OK);
    sqlite_lock_drop(&lock);
}
END_TEST

START_TEST(a_lock_of_a_killed_process_tells_that_the_machine_stayed_up)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        (void)sqlite_lock_take(&lock, path, NULL);
        _exit(0); /* without dropping it */
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(sqlite_lock_take(&lock, path, &error), STORE_OK);
    ck_assert(lock.same_boot);
    sqlite_lock_drop(&lock);
}
END_TEST

START_TEST(a_lock_from_before_the_machine_went_down_is_not_trusted)
{
    static const char *const texts[] = { "77 0d3e8e38-1111-2222-3333-444455556666\n", "77 \n", "77",
                                         "", "\n \n" };
    char name[128];

    (void)snprintf(name, sizeof name, "%s-lock", path);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        write_file(name, texts[i], strlen(texts[i]));
        ck_assert_int_eq(sqlite_lock_take(&lock, path, &error), STORE_OK);
        ck_assert(!lock.same_boot);
        sqlite_lock_drop(&lock);
    }
}
END_TEST

START_TEST(a_lock_file_that_is_a_link_is_refused)
{
    char name[128];

    (void)snprintf(name, sizeof name, "%s-lock", path);
    ck_assert_int_eq(symlink("/tmp/elsewhere", name), 0);
    ck_assert_int_eq(sqlite_lock_take(&lock, path, &error), STORE_FAILED);
    ck_assert_ptr_nonnull(strstr(error.text, name));
}
END_TEST

/* Processes take turns; the file is removed and made anew under them, yet never two hold it. */
START_TEST(processes_in_a_race_hold_it_one_at_a_time)
{
    enum { PROCESSES = 4, TURNS = 150 };
    char flag[128];
    pid_t children[PROCESSES];

    (void)snprintf(flag, sizeof flag, "%s/held", folder);
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        if (children[i] != 0)
            continue;
        for (int turn = 0; turn < TURNS;) {
            if (sqlite_lock_take(&lock, path, NULL) != STORE_OK)
                continue;
            int fd = open(flag, O_CREAT | O_EXCL | O_WRONLY, 0600);
            if (fd < 0)
                _exit(1); /* somebody else is inside */
            (void)close(fd);
            (void)unlink(flag);
            sqlite_lock_drop(&lock);
            turn++;
        }
        _exit(0);
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        ck_assert_int_eq(waitpid(children[i], &status, 0), children[i]);
        ck_assert_int_eq(status, 0);
    }
}
END_TEST

int
main(void)
{
    return RUN_CASE("sqlite_lock", 30, a_lock_is_exclusive_and_leaves_nothing,
                    a_lock_of_a_killed_process_tells_that_the_machine_stayed_up,
                    a_lock_from_before_the_machine_went_down_is_not_trusted,
                    a_lock_file_that_is_a_link_is_refused,
                    processes_in_a_race_hold_it_one_at_a_time);
}
