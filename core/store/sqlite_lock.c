/* One daemon per store: a lock file beside it. */
#include "store/sqlite_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT = 128 };

/* Read a short file into text[0..TEXT), with NUL; empty when that is impossible. */
static void
read_text(int fd, char text[TEXT])
{
    ssize_t got = pread(fd, text, TEXT - 1, 0);

    text[got > 0 ? got : 0] = '\0';
}

/* What this process writes into its lock file: "<pid> <boot>\n". */
static void
own_text(char text[TEXT])
{
    char boot[TEXT] = "";
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);

    if (fd >= 0) {
        read_text(fd, boot);
        (void)close(fd);
    }
    boot[strcspn(boot, "\n")] = '\0';
    (void)snprintf(text, TEXT, "%ld %.64s\n", (long)getpid(), boot);
}

/* Whether both texts name a boot, and the same one. */
static bool
boots_equal(const char *a, const char *b)
{
    a = strchr(a, ' ');
    b = strchr(b, ' ');
    return a != NULL && b != NULL && strlen(a) > 2 && strcmp(a, b) == 0;
}

/* Whether `fd` is the file now at `path`: the last holder may have removed it in between. */
static bool
is_current(int fd, const char *path)
{
    struct stat here, there;

    return fstat(fd, &here) == 0 && stat(path, &there) == 0 && here.st_ino == there.st_ino &&
           here.st_dev == there.st_dev;
}

enum store_status
sqlite_lock_take(struct sqlite_lock *lock, const char *store_path, meepled_error *err)
{
    *lock = (struct sqlite_lock){ .fd = -1 };
    int length = snprintf(lock->path, sizeof lock->path, "%s-lock", store_path);
    if (length < 0 || (size_t)length >= sizeof lock->path)
        return store_fail(err, STORE_FAILED, "%s: path too long", store_path);

    char found[TEXT], own[TEXT];
    for (;;) {
        int fd = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0)
            return store_fail(err, STORE_FAILED, "%s: cannot open it: %s", lock->path,
                              strerror(errno));
        if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
            int why = errno;
            read_text(fd, found);
            (void)close(fd);
            if (why == EWOULDBLOCK)
                return store_fail(err, STORE_LOCKED, "%s: in use by process %.*s", store_path,
                                  (int)strcspn(found, " \n"), found);
            return store_fail(err, STORE_FAILED, "%s: cannot lock it: %s", lock->path,
                              strerror(why));
        }
        if (is_current(fd, lock->path)) {
            lock->fd = fd;
            break;
        }
        (void)close(fd);
    }
    read_text(lock->fd, found);
    own_text(own);
    lock->same_boot = boots_equal(found, own);
    /* Only information: without it (full disk) the next start after a crash checks more. */
    if (ftruncate(lock->fd, 0) != 0 || pwrite(lock->fd, own, strlen(own), 0) < 0)
        (void)ftruncate(lock->fd, 0);
    return STORE_OK;
}

void
sqlite_lock_drop(struct sqlite_lock *lock)
{
    if (lock->fd < 0)
        return;
    (void)unlink(lock->path); /* while held: whoever waits finds that it is not the file any more */
    (void)close(lock->fd);
    lock->fd = -1;
}
