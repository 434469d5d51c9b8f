/* A layer over SQLite's own file system that fails on demand: the n-th write, sync, read ... of any
 * file, once or from then on.  fault_install() makes it the default for this process. */
#ifndef TEST_STORE_FAULT_VFS_H
#define TEST_STORE_FAULT_VFS_H

#include <sqlite3.h>

#include <stdbool.h>
#include <stdlib.h>

enum fault_kind {
    FAULT_WRITE = 1,
    FAULT_SYNC = 2,
    FAULT_READ = 4,
    FAULT_TRUNCATE = 8,
    FAULT_OPEN = 16,
    FAULT_DELETE = 32,
    FAULT_MAP = 64,
    FAULT_ALL = 127
};

static struct {
    sqlite3_vfs *below;
    int kinds;     /* that are counted */
    int countdown; /* operations that still succeed */
    bool for_good; /* all after it fail too */
    int rc;        /* what the failing operation returns; 0: what suits it */
    int hits;      /* how many have failed */
    int only;      /* SQLITE_OPEN_... kinds of files that fail; 0: all */
} fault;

struct fault_file {
    sqlite3_file base;
    sqlite3_file *below;
    int flags;
};

/* Let `countdown` operations of these kinds succeed and then fail one, or all. */
static inline void
fault_arm(int kinds, int countdown, bool for_good, int rc)
{
    fault.kinds = kinds;
    fault.countdown = countdown;
    fault.for_good = for_good;
    fault.rc = rc;
    fault.hits = 0;
    fault.only = 0;
}

static inline void
fault_disarm(void)
{
    fault.kinds = 0;
}

/* SQLITE_OK, or what the operation has to return. */
static inline int
fault_check(enum fault_kind kind, int flags, int rc)
{
    if (!(fault.kinds & (int)kind) || (fault.only != 0 && !(fault.only & flags)))
        return SQLITE_OK;
    if (fault.countdown > 0) {
        fault.countdown--;
        return SQLITE_OK;
    }
    if (fault.hits > 0 && !fault.for_good)
        return SQLITE_OK;
    fault.hits++;
    return fault.rc != SQLITE_OK ? fault.rc : rc;
}

#define FAULT_BELOW(file) (((struct fault_file *)(file))->below)
#define FAULT_FLAGS(file) (((struct fault_file *)(file))->flags)
#define FAULT_PASS(kind, flags, rc_if, call)                                                       \
    int rc = fault_check(kind, flags, rc_if);                                                      \
    return rc != SQLITE_OK ? rc : (call)

static inline int
fault_close(sqlite3_file *f)
{
    int rc = FAULT_BELOW(f)->pMethods->xClose(FAULT_BELOW(f));
    sqlite3_free(FAULT_BELOW(f));
    return rc;
}

static inline int
fault_read(sqlite3_file *f, void *to, int size, sqlite3_int64 at)
{
    FAULT_PASS(FAULT_READ, FAULT_FLAGS(f), SQLITE_IOERR_READ,
               FAULT_BELOW(f)->pMethods->xRead(FAULT_BELOW(f), to, size, at));
}

/* A write that fails leaves half of it behind, as a full disk does. */
static inline int
fault_write(sqlite3_file *f, const void *from, int size, sqlite3_int64 at)
{
    int rc = fault_check(FAULT_WRITE, FAULT_FLAGS(f), SQLITE_FULL);

    if (rc == SQLITE_OK)
        return FAULT_BELOW(f)->pMethods->xWrite(FAULT_BELOW(f), from, size, at);
    if (size > 1)
        (void)FAULT_BELOW(f)->pMethods->xWrite(FAULT_BELOW(f), from, size / 2, at);
    return rc;
}

static inline int
fault_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    FAULT_PASS(FAULT_TRUNCATE, FAULT_FLAGS(f), SQLITE_IOERR_TRUNCATE,
               FAULT_BELOW(f)->pMethods->xTruncate(FAULT_BELOW(f), size));
}

static inline int
fault_sync(sqlite3_file *f, int flags)
{
    FAULT_PASS(FAULT_SYNC, FAULT_FLAGS(f), SQLITE_IOERR_FSYNC,
               FAULT_BELOW(f)->pMethods->xSync(FAULT_BELOW(f), flags));
}

static inline int
fault_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return FAULT_BELOW(f)->pMethods->xFileSize(FAULT_BELOW(f), size);
}

static inline int
fault_lock(sqlite3_file *f, int level)
{
    return FAULT_BELOW(f)->pMethods->xLock(FAULT_BELOW(f), level);
}

static inline int
fault_unlock(sqlite3_file *f, int level)
{
    return FAULT_BELOW(f)->pMethods->xUnlock(FAULT_BELOW(f), level);
}

static inline int
fault_reserved(sqlite3_file *f, int *out)
{
    return FAULT_BELOW(f)->pMethods->xCheckReservedLock(FAULT_BELOW(f), out);
}

static inline int
fault_control(sqlite3_file *f, int op, void *arg)
{
    return FAULT_BELOW(f)->pMethods->xFileControl(FAULT_BELOW(f), op, arg);
}

static inline int
fault_sector(sqlite3_file *f)
{
    return FAULT_BELOW(f)->pMethods->xSectorSize(FAULT_BELOW(f));
}

static inline int
fault_traits(sqlite3_file *f)
{
    return FAULT_BELOW(f)->pMethods->xDeviceCharacteristics(FAULT_BELOW(f));
}

static inline int
fault_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
    FAULT_PASS(FAULT_MAP, FAULT_FLAGS(f), SQLITE_IOERR_SHMMAP,
               FAULT_BELOW(f)->pMethods->xShmMap(FAULT_BELOW(f), page, size, extend, out));
}

static inline int
fault_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
    return FAULT_BELOW(f)->pMethods->xShmLock(FAULT_BELOW(f), offset, n, flags);
}

static inline void
fault_barrier(sqlite3_file *f)
{
    FAULT_BELOW(f)->pMethods->xShmBarrier(FAULT_BELOW(f));
}

static inline int
fault_unmap(sqlite3_file *f, int remove)
{
    return FAULT_BELOW(f)->pMethods->xShmUnmap(FAULT_BELOW(f), remove);
}

static inline int
fault_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 2,
        .xClose = fault_close,
        .xRead = fault_read,
        .xWrite = fault_write,
        .xTruncate = fault_truncate,
        .xSync = fault_sync,
        .xFileSize = fault_size,
        .xLock = fault_lock,
        .xUnlock = fault_unlock,
        .xCheckReservedLock = fault_reserved,
        .xFileControl = fault_control,
        .xSectorSize = fault_sector,
        .xDeviceCharacteristics = fault_traits,
        .xShmMap = fault_map,
        .xShmLock = fault_shm_lock,
        .xShmBarrier = fault_barrier,
        .xShmUnmap = fault_unmap,
    };
    struct fault_file *file = (struct fault_file *)f;
    int rc = fault_check(FAULT_OPEN, flags, SQLITE_CANTOPEN);

    (void)vfs;
    f->pMethods = NULL;
    file->flags = flags;
    file->below = rc == SQLITE_OK ? sqlite3_malloc(fault.below->szOsFile) : NULL;
    if (file->below == NULL)
        return rc != SQLITE_OK ? rc : SQLITE_NOMEM;
    rc = fault.below->xOpen(fault.below, name, file->below, flags, out);
    if (rc == SQLITE_OK)
        f->pMethods = &methods;
    else
        sqlite3_free(file->below);
    return rc;
}

static inline int
fault_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    FAULT_PASS(FAULT_DELETE, 0, SQLITE_IOERR_DELETE, fault.below->xDelete(fault.below, name, sync));
}

static inline void
fault_install(void)
{
    static sqlite3_vfs vfs;

    fault_disarm();
    if (fault.below != NULL)
        return;
    fault.below = sqlite3_vfs_find(NULL);
    vfs = *fault.below;
    vfs.zName = "fault";
    vfs.szOsFile = (int)sizeof(struct fault_file);
    vfs.xOpen = fault_open;
    vfs.xDelete = fault_delete;
    if (sqlite3_vfs_register(&vfs, 1) != SQLITE_OK)
        abort();
}

#endif
