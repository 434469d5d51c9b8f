/* Copies of plugin files, kept by their content. */
#include "rules/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(KEEP_DIGEST == crypto_hash_sha256_BYTES, "SHA-256");

enum { BLOCK = 65536 };

static meepled_status
fail(meepled_error *err, const char *path, const char *what)
{
    return meepled_fail(err, MEEPLED_ECONFIG, "%s: cannot be %s: %s", path, what, strerror(errno));
}

static bool
write_all(int fd, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(fd, bytes, size);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* Hash what `from` has and write it to `to` (-1: nowhere). */
static meepled_status
pump(int from, const char *path, int to, const char *to_path, uint8_t digest[KEEP_DIGEST],
     meepled_error *err)
{
    crypto_hash_sha256_state state;
    uint8_t *const block = malloc(BLOCK);
    meepled_status status = MEEPLED_OK;
    ssize_t got = 1;

    if (!block)
        return meepled_fail(err, MEEPLED_ENOMEM, "%s: out of memory", path);
    crypto_hash_sha256_init(&state);
    while (status == MEEPLED_OK && got > 0) {
        got = read(from, block, BLOCK);
        if (got < 0 && errno == EINTR) {
            got = 1;
            continue;
        }
        if (got < 0) {
            status = fail(err, path, "read");
        } else {
            crypto_hash_sha256_update(&state, block, (unsigned long long)got);
            if (to >= 0 && !write_all(to, block, (size_t)got))
                status = fail(err, to_path, "written");
        }
    }
    crypto_hash_sha256_final(&state, digest);
    free(block);
    return status;
}

meepled_status
keep_digest(const char *path, uint8_t digest[KEEP_DIGEST], meepled_error *err)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return fail(err, path, "read");

    const meepled_status status = pump(fd, path, -1, NULL, digest, err);

    close(fd);
    return status;
}

/* New, NULL when out of memory. */
static char *
path_of(const char *folder, const uint8_t digest[KEEP_DIGEST])
{
    char hex[KEEP_HEX], *path;

    sodium_bin2hex(hex, sizeof hex, digest, KEEP_DIGEST);
    return asprintf(&path, "%s/%s.so", folder, hex) < 0 ? NULL : path;
}

static bool
is_whole(const char *path, const uint8_t digest[KEEP_DIGEST])
{
    uint8_t found[KEEP_DIGEST];

    return keep_digest(path, found, NULL) == MEEPLED_OK && memcmp(found, digest, KEEP_DIGEST) == 0;
}

/* Copy to a file of another name first, so that nobody ever finds half a copy. */
static meepled_status
make_copy(const char *folder, const char *path, uint8_t digest[KEEP_DIGEST], char **copy,
          meepled_error *err)
{
    char *fresh;
    const int from = open(path, O_RDONLY | O_CLOEXEC);
    meepled_status status;
    int to;

    if (from < 0)
        return fail(err, path, "read");
    if (asprintf(&fresh, "%s/new-XXXXXX", folder) < 0) {
        close(from);
        return meepled_fail(err, MEEPLED_ENOMEM, "%s: out of memory", path);
    }
    to = mkostemp(fresh, O_CLOEXEC);
    status = to < 0 ? fail(err, fresh, "made") : pump(from, path, to, fresh, digest, err);
    close(from);
    if (to >= 0) {
        if (status == MEEPLED_OK && (fchmod(to, 0500) != 0 || fsync(to) != 0))
            status = fail(err, fresh, "written");
        if (close(to) != 0 && status == MEEPLED_OK)
            status = fail(err, fresh, "written");
    }
    *copy = status == MEEPLED_OK ? path_of(folder, digest) : NULL;
    if (status == MEEPLED_OK && !*copy)
        status = meepled_fail(err, MEEPLED_ENOMEM, "%s: out of memory", path);
    if (status == MEEPLED_OK && rename(fresh, *copy) != 0)
        status = fail(err, *copy, "written");
    if (status != MEEPLED_OK) {
        if (to >= 0)
            unlink(fresh);
        free(*copy);
        *copy = NULL;
    }
    free(fresh);
    return status;
}

meepled_status
keep_copy(const char *folder, const char *path, uint8_t digest[KEEP_DIGEST], char **copy,
          meepled_error *err)
{
    const meepled_status status = keep_digest(path, digest, err);

    *copy = NULL;
    if (status != MEEPLED_OK)
        return status;
    *copy = path_of(folder, digest);
    if (!*copy)
        return meepled_fail(err, MEEPLED_ENOMEM, "%s: out of memory", path);
    if (is_whole(*copy, digest))
        return MEEPLED_OK;
    free(*copy);
    *copy = NULL;
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return fail(err, folder, "made");
    return make_copy(folder, path, digest, copy, err);
}

meepled_status
keep_find(const char *folder, const uint8_t digest[KEEP_DIGEST], char **copy, meepled_error *err)
{
    *copy = path_of(folder, digest);
    if (!*copy)
        return meepled_fail(err, MEEPLED_ENOMEM, "%s: out of memory", folder);
    if (is_whole(*copy, digest))
        return MEEPLED_OK;
    meepled_fail(err, MEEPLED_ECONFIG, "%s: not there, or not what it was", *copy);
    free(*copy);
    *copy = NULL;
    return MEEPLED_ECONFIG;
}
