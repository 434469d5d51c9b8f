/* Opening, creating and closing a store in SQLite; the readers' pool. */
#include "store/sqlite_judge.h"
#include "store/sqlite_schema.h"
#include "store/sqlite_store.h"
#include "store/sqlite_write.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The writer syncs the log before a commit returns.  Readers cannot write at all. */
static const char writer_settings[] = "PRAGMA synchronous = FULL;"
                                      "PRAGMA wal_autocheckpoint = 1000;"
                                      "PRAGMA journal_size_limit = 67108864;"
                                      "PRAGMA cache_size = -16384;";
static const char reader_settings[] = "PRAGMA query_only = ON; PRAGMA cache_size = -4096;";

/* ---- names ---- */

/* The folder part of a path, in `buffer`. */
static char *
folder_of(const char *path, char buffer[PATH_MAX])
{
    (void)snprintf(buffer, PATH_MAX, "%s", path);
    return dirname(buffer);
}

/* `target` as an absolute path without symbolic links, new; the file itself need not exist. */
static enum store_status
resolve(const char *target, char **out, meepled_error *err)
{
    char folder[PATH_MAX], base[PATH_MAX], path[PATH_MAX];

    *out = NULL;
    if (target[0] == '\0')
        return store_fail(err, STORE_FAILED, "no path for the store");
    if (realpath(target, path) == NULL) {
        if (errno != ENOENT || strlen(target) >= PATH_MAX)
            return store_fail(err, STORE_FAILED, "%s: cannot open it: %s", target, strerror(errno));
        (void)snprintf(base, sizeof base, "%s", target);
        const char *name = basename(base);
        if (realpath(folder_of(target, folder), path) == NULL)
            return store_fail(err, STORE_FAILED, "%s: no folder for it: %s", target,
                              strerror(errno));
        size_t length = strlen(path);
        int added = snprintf(path + length, sizeof path - length, "/%s", name);
        if (added < 0 || (size_t)added >= sizeof path - length)
            return store_fail(err, STORE_FAILED, "%s: path too long", target);
    }
    *out = strdup(path);
    return *out != NULL ? STORE_OK : store_fail(err, STORE_FAILED, "%s: out of memory", target);
}

/* Turn the write-ahead log on, or find it on. */
static enum store_status
use_log(struct sqlite_connection *c, meepled_error *err)
{
    sqlite3_stmt *s = NULL;
    int rc = sqlite3_prepare_v2(c->db, "PRAGMA journal_mode = WAL", -1, &s, NULL);
    enum store_status status = STORE_OK;

    if (rc == SQLITE_OK)
        rc = sqlite3_step(s);
    if (rc != SQLITE_ROW)
        status = sqlite_connection_fail(c, rc, "use a log", err);
    else if (strcmp((const char *)sqlite3_column_text(s, 0), "wal") != 0)
        status = store_fail(err, STORE_FAILED, "%s: no write-ahead log on this file system: %s",
                            c->path, (const char *)sqlite3_column_text(s, 0));
    (void)sqlite3_finalize(s);
    return status;
}

/* ---- creating ---- */

/* Make sure that a new name in the file's folder outlives a power cut. */
static int
sync_folder(const char *path)
{
    char copy[PATH_MAX];
    int fd = open(folder_of(path, copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int rc = fd >= 0 ? fsync(fd) : -1;

    if (fd >= 0)
        (void)close(fd);
    return rc;
}

static void
remove_beside(const char *path)
{
    static const char *const suffixes[] = { "", "-journal", "-wal", "-shm" };
    char name[PATH_MAX + 16];

    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        (void)snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
        (void)unlink(name);
    }
}

/* Build an empty store under the name `draft`. */
static enum store_status
build(const char *draft, meepled_error *err)
{
    struct sqlite_connection c;
    int64_t frames;
    /* Made here and not by SQLite, so that nobody else may read seeds and tokens' hashes. */
    int fd = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd < 0)
        return store_fail(err, STORE_FAILED, "%s: cannot create it: %s", draft, strerror(errno));
    (void)close(fd);
    enum store_status status = sqlite_connection_open(&c, draft, draft, SQLITE_OPEN_READWRITE, err);
    if (status != STORE_OK)
        return status;
    status = use_log(&c, err);
    if (status == STORE_OK)
        status = sqlite_schema_create(&c, err);
    if (status == STORE_OK)
        status = sqlite_connection_number(&c, "PRAGMA wal_checkpoint(TRUNCATE)", &frames, err);
    sqlite_connection_close(&c);
    return status;
}

/* A new store appears under its name whole or not at all: built beside, then given its name. */
static enum store_status
create(const char *path, meepled_error *err)
{
    char draft[PATH_MAX + 8];

    if (sqlite_judge_beside(path, "-wal") || sqlite_judge_beside(path, "-journal"))
        return store_fail(err, STORE_DAMAGED, "%s: missing, but its log is there", path);
    (void)snprintf(draft, sizeof draft, "%s-new", path);
    remove_beside(draft);
    enum store_status status = build(draft, err);
    if (status == STORE_OK && (link(draft, path) != 0 || sync_folder(path) != 0))
        status = store_fail(err, STORE_FAILED, "%s: cannot create it: %s", path, strerror(errno));
    remove_beside(draft);
    return status;
}

/* ---- the readers' pool ---- */

struct sqlite_connection *
sqlite_open_reader_take(struct sqlite_store *s)
{
    (void)pthread_mutex_lock(&s->pool_mutex);
    while (s->idle_count == 0)
        (void)pthread_cond_wait(&s->pool_free, &s->pool_mutex);
    struct sqlite_connection *reader = s->idle[--s->idle_count];
    (void)pthread_mutex_unlock(&s->pool_mutex);
    return reader;
}

void
sqlite_open_reader_give(struct sqlite_store *s, struct sqlite_connection *reader)
{
    (void)pthread_mutex_lock(&s->pool_mutex);
    s->idle[s->idle_count++] = reader;
    (void)pthread_cond_signal(&s->pool_free);
    (void)pthread_mutex_unlock(&s->pool_mutex);
}

/* ---- opening ---- */

static enum store_status
open_writer(struct sqlite_store *s, int64_t version, meepled_error *err)
{
    struct sqlite_connection *c = &s->writer;
    enum store_status status =
        sqlite_connection_open(c, s->path, s->path, SQLITE_OPEN_READWRITE, err);

    if (status == STORE_OK)
        status = use_log(c, err);
    if (status == STORE_OK)
        status = sqlite_connection_run(c, writer_settings, err);
    if (status == STORE_OK)
        status = sqlite_schema_migrate(c, version, err);
    if (status == STORE_OK)
        status = sqlite_connection_prepare(c, sqlite_write_sql, SQLITE_WRITE_COUNT, err);
    return status;
}

static enum store_status
open_readers(struct sqlite_store *s, meepled_error *err)
{
    for (size_t i = 0; i < SQLITE_READERS; i++) {
        struct sqlite_connection *c = &s->readers[i];
        enum store_status status =
            sqlite_connection_open(c, s->path, s->path, SQLITE_OPEN_READONLY, err);
        if (status == STORE_OK)
            status = sqlite_connection_run(c, reader_settings, err);
        if (status == STORE_OK)
            status = sqlite_connection_prepare(c, sqlite_read_sql, SQLITE_READ_COUNT, err);
        if (status != STORE_OK)
            return status;
        s->idle[s->idle_count++] = c;
    }
    return STORE_OK;
}

/* Lock, judge, open: everything but the allocation. */
static enum store_status
open_locked(struct sqlite_store *s, meepled_error *err)
{
    struct stat info;
    int64_t version = SQLITE_SCHEMA_VERSION, games = 0;
    char log[PATH_MAX + 8];

    enum store_status status = sqlite_lock_take(&s->lock, s->path, err);
    if (status != STORE_OK)
        return status;
    if (stat(s->path, &info) != 0) {
        status = errno == ENOENT ? create(s->path, err)
                                 : store_fail(err, STORE_FAILED, "%s: cannot open it: %s", s->path,
                                              strerror(errno));
    } else {
        /* SQLite removes the log at an orderly end.  A killed daemon leaves it, and cannot have
         * harmed the file; a machine that went down may have. */
        (void)snprintf(log, sizeof log, "%s-wal", s->path);
        bool orderly = access(log, F_OK) != 0;
        status = sqlite_judge(s->path, orderly || s->lock.same_boot, &version, err);
    }
    if (status == STORE_OK)
        status = open_writer(s, version, err);
    if (status == STORE_OK)
        status = open_readers(s, err);
    if (status == STORE_OK)
        status = sqlite_connection_number(&s->writer, "SELECT count(*) FROM head", &games, err);
    atomic_store(&s->games, (uint64_t)games);
    return status;
}

static void
close_store(struct store *store)
{
    struct sqlite_store *s = (struct sqlite_store *)store;

    for (size_t i = 0; i < SQLITE_READERS; i++)
        sqlite_connection_close(&s->readers[i]);
    sqlite_connection_close(&s->writer); /* the last: empties the log into the file */
    sqlite_lock_drop(&s->lock);
    (void)pthread_cond_destroy(&s->pool_free);
    (void)pthread_mutex_destroy(&s->pool_mutex);
    (void)pthread_mutex_destroy(&s->write_mutex);
    sqlite_keys_free(s->keys);
    free(s->path);
    free(s);
}

enum store_status
store_sqlite_open(const char *target, struct store **out, meepled_error *err)
{
    static const struct store_backend backend = {
        .close = close_store,
        .healthy = sqlite_read_healthy,
        .write = sqlite_write,
        .load = sqlite_read_load,
        .key_find = sqlite_read_key_find,
        .list = sqlite_read_list,
        .count = sqlite_read_count,
    };
    struct sqlite_store *s = calloc(1, sizeof *s);

    *out = NULL;
    if (s == NULL)
        return store_fail(err, STORE_FAILED, "%s: out of memory", target);
    s->base.backend = &backend;
    s->lock.fd = -1;
    (void)pthread_mutex_init(&s->write_mutex, NULL);
    (void)pthread_mutex_init(&s->pool_mutex, NULL);
    (void)pthread_cond_init(&s->pool_free, NULL);
    s->keys = sqlite_keys_new();
    enum store_status status = s->keys != NULL
                                   ? resolve(target, &s->path, err)
                                   : store_fail(err, STORE_FAILED, "%s: out of memory", target);
    if (status == STORE_OK)
        status = open_locked(s, err);
    if (status != STORE_OK) {
        close_store(&s->base);
        return status;
    }
    *out = &s->base;
    return STORE_OK;
}
