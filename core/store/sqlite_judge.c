/* Judging a file before it is opened for use.
 *
 * First the header is read by hand: a foreign or newer file is refused before SQLite sees it.  Then
 * SQLite looks: at a file without a log read-only and "immutable", which takes no lock and makes no
 * file; at one with a log through a connection that keeps the log's index in memory (exclusive
 * mode) and leaves the log where it is when it closes. */
#include "store/sqlite_judge.h"

#include "store/sqlite_connection.h"
#include "store/sqlite_schema.h"
#include "store/sqlite_store.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER = 100 };

/* The part of SQLite's file header that matters here. */
struct header {
    uint32_t page_size, pages, application, version;
    bool pages_valid; /* the page count was written together with the last change */
};

static uint32_t
big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

bool
sqlite_judge_beside(const char *path, const char *suffix)
{
    char name[PATH_MAX + 16];
    struct stat info;

    (void)snprintf(name, sizeof name, "%s%s", path, suffix);
    return stat(name, &info) == 0 && info.st_size > 0;
}

/* Read a file that will be checked in full into the system's cache: the check's own order, tree by
 * tree, takes a cold disk ten times as long. */
static void
read_ahead(int fd)
{
    uint8_t buffer[1 << 16];

    for (off_t at = 0; pread(fd, buffer, sizeof buffer, at) > 0; at += (off_t)sizeof buffer)
        continue;
}

/* Read the header and the file's size. */
static enum store_status
read_header(const char *path, uint8_t bytes[HEADER], int64_t *size, meepled_error *err)
{
    enum store_status status = STORE_OK;
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd < 0 || fstat(fd, &info) != 0) {
        status = store_fail(err, STORE_FAILED, "%s: cannot open it: %s", path, strerror(errno));
    } else if (!S_ISREG(info.st_mode)) {
        status = store_fail(err, STORE_DAMAGED, "%s: not a regular file", path);
    } else {
        ssize_t got = pread(fd, bytes, HEADER, 0);
        *size = info.st_size;
        if (*size <= SQLITE_JUDGE_SMALL)
            read_ahead(fd);
        if (got < 0)
            status = store_fail(err, STORE_FAILED, "%s: cannot read it: %s", path, strerror(errno));
        else if (got == 0)
            status = store_fail(err, STORE_DAMAGED,
                                "%s: an empty file; remove it to begin a new store", path);
        else if (got < HEADER)
            status = store_fail(err, STORE_DAMAGED, "%s: not a store: %zd bytes, header has %d",
                                path, got, HEADER);
    }
    if (fd >= 0)
        (void)close(fd);
    return status;
}

static enum store_status
parse_header(const char *path, const uint8_t bytes[HEADER], struct header *h, meepled_error *err)
{
    static const char magic[16] = "SQLite format 3";

    if (memcmp(bytes, magic, sizeof magic) != 0)
        return store_fail(err, STORE_DAMAGED, "%s: not a store: not an SQLite file", path);
    *h = (struct header){
        .page_size = (uint32_t)bytes[16] << 8 | bytes[17],
        .pages = big_endian(bytes + 28),
        .application = big_endian(bytes + 68),
        .version = big_endian(bytes + 60),
        .pages_valid = big_endian(bytes + 24) == big_endian(bytes + 92),
    };
    if (h->page_size == 1)
        h->page_size = 65536;
    if (h->application != SQLITE_SCHEMA_APPLICATION)
        return store_fail(
            err, STORE_DAMAGED,
            "%s: another program's SQLite file: application id 0x%08x, ours is 0x%08x", path,
            (unsigned)h->application, (unsigned)SQLITE_SCHEMA_APPLICATION);
    return STORE_OK;
}

static enum store_status
check_version(const char *path, int64_t version, meepled_error *err)
{
    if (version < 1)
        return store_fail(err, STORE_DAMAGED, "%s: not a whole store: schema version %lld", path,
                          (long long)version);
    if (version > SQLITE_SCHEMA_VERSION)
        return store_fail(err, STORE_NEWER,
                          "%s: written by a newer version: schema %lld, this daemon knows %d", path,
                          (long long)version, SQLITE_SCHEMA_VERSION);
    return STORE_OK;
}

/* `path` as a URI that SQLite opens without locks and without files beside it. */
static void
immutable_uri(const char *path, char uri[3 * PATH_MAX + 32])
{
    char *to = uri + sprintf(uri, "file://");

    for (; *path != '\0'; path++) {
        unsigned char c = (unsigned char)*path;
        if (isalnum(c) || strchr("/._-~", c) != NULL)
            *to++ = (char)c;
        else
            to += sprintf(to, "%%%02X", c);
    }
    (void)sprintf(to, "?immutable=1");
}

/* A connection that changes nothing, neither now nor when it is closed. */
static enum store_status
open_quietly(struct sqlite_connection *c, const char *path, bool leftovers, meepled_error *err)
{
    if (!leftovers) {
        char uri[3 * PATH_MAX + 32];
        immutable_uri(path, uri);
        return sqlite_connection_open(c, path, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err);
    }
    enum store_status status = sqlite_connection_open(c, path, path, SQLITE_OPEN_READWRITE, err);
    if (status != STORE_OK)
        return status;
    (void)sqlite3_db_config(c->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    status = sqlite_connection_run(c, "PRAGMA locking_mode = EXCLUSIVE", err);
    if (status != STORE_OK)
        sqlite_connection_close(c);
    return status;
}

/* What quick_check says when not "ok": a title line and what is wrong.  It reports a page that
 * could not be read as wrong, too; that is the disk's failure or want of memory, and no damage. */
static enum store_status
judge_text(const char *path, const char *text, meepled_error *err)
{
    static const char title[] = "*** in database main ***\n", unread[] = "error code=";
    const char *code = strstr(text, unread);
    int rc = code != NULL ? atoi(code + strlen(unread)) & 0xff : SQLITE_CORRUPT;

    if (strncmp(text, title, strlen(title)) == 0)
        text += strlen(title);
    int length = (int)strcspn(text, "\n");
    if (rc != SQLITE_CORRUPT && rc != SQLITE_NOTADB)
        return store_fail(err, STORE_FAILED, "%s: cannot check it: %.*s", path, length, text);
    return store_fail(err, STORE_DAMAGED, "%s: damaged: %.*s", path, length, text);
}

static enum store_status
check_pages(struct sqlite_connection *c, meepled_error *err)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(c->db, "PRAGMA quick_check(1)", -1, &statement, NULL);
    enum store_status status = STORE_OK;

    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    const char *text = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (rc != SQLITE_ROW)
        status = sqlite_connection_fail(c, rc, "check it", err);
    else if (text == NULL)
        status = store_fail(err, STORE_FAILED, "%s: cannot check it: out of memory", c->path);
    else if (strcmp(text, "ok") != 0)
        status = judge_text(c->path, text, err);
    (void)sqlite3_finalize(statement);
    return status;
}

/* What SQLite itself finds: version (a log may hold a later one than the header), tables, pages. */
static enum store_status
look(struct sqlite_connection *c, bool in_full, int64_t *version, meepled_error *err)
{
    enum store_status status = sqlite_connection_number(c, "PRAGMA user_version", version, err);

    if (status == STORE_OK)
        status = check_version(c->path, *version, err);
    if (status == STORE_OK && in_full)
        status = check_pages(c, err);
    /* The statements of the present version prove its tables; an older version's are proved by its
     * migration, which leaves all as it was when it fails. */
    if (status == STORE_OK && *version == SQLITE_SCHEMA_VERSION)
        status = sqlite_connection_prepare(c, sqlite_read_sql, SQLITE_READ_COUNT, err);
    return status;
}

enum store_status
sqlite_judge(const char *path, bool trusted, int64_t *version, meepled_error *err)
{
    uint8_t bytes[HEADER] = { 0 };
    int64_t size = 0;
    struct header header = { 0 };
    struct sqlite_connection c;
    bool leftovers = sqlite_judge_beside(path, "-wal") || sqlite_judge_beside(path, "-journal");

    enum store_status status = read_header(path, bytes, &size, err);
    if (status == STORE_OK)
        status = parse_header(path, bytes, &header, err);
    if (status == STORE_OK)
        status = check_version(path, header.version, err);
    if (status != STORE_OK)
        return status;

    int64_t whole = (int64_t)header.pages * header.page_size;
    if (!leftovers && header.pages_valid && size < whole)
        return store_fail(err, STORE_DAMAGED, "%s: cut short: %lld bytes of %lld", path,
                          (long long)size, (long long)whole);
    status = open_quietly(&c, path, leftovers, err);
    if (status != STORE_OK)
        return status;
    status = look(&c, !trusted || size <= SQLITE_JUDGE_SMALL, version, err);
    sqlite_connection_close(&c);
    return status;
}
