/* Opening plugin files.  Everything about a file is judged from its ELF symbol and the constant
 * descriptor behind it, before any of its code is called. */
#include "rules/loader.h"
#include "rules/elf_file.h"
#include "rules/stack.h"

#include <meepled/registry.h>

#include <dlfcn.h>
#include <elf.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

static const char symbol[] = "meepled_export";

/* The descriptor in an open file; NULL and `err` if it has none. */
static const meepled_plugin *
find_export(void *handle, const char *path, meepled_error *err)
{
    const meepled_plugin *const plugin = dlsym(handle, symbol);
    const ElfW(Sym) *entry = NULL;
    Dl_info info;
    void *extra = NULL;

    if (!plugin) {
        meepled_fail(err, MEEPLED_ECONFIG, "%s: no symbol %s in it, is this a plugin?", path,
                     symbol);
        return NULL;
    }
    if (dladdr1(plugin, &info, &extra, RTLD_DL_SYMENT) != 0)
        entry = extra;
    if (!entry || ELF64_ST_TYPE(entry->st_info) != STT_OBJECT) {
        meepled_fail(err, MEEPLED_ECONFIG, "%s: %s is not a constant descriptor", path, symbol);
        return NULL;
    }
    /* With another ABI the rest may look different: that is stack_plugin_check's to say. */
    if (entry->st_size < sizeof plugin->abi ||
        (plugin->abi == MEEPLED_ABI && entry->st_size < sizeof *plugin)) {
        meepled_fail(err, MEEPLED_ECONFIG, "%s: %s has %zu bytes, this program wants %zu", path,
                     symbol, (size_t)entry->st_size, sizeof *plugin);
        return NULL;
    }
    return plugin;
}

/* Open the code, which has been found or copied, and judge it in the name of `path`. */
static meepled_status
open_code(struct plugin_file *file, const char *path, meepled_error *err)
{
    file->handle = dlopen(file->code, RTLD_NOW | RTLD_LOCAL);
    if (!file->handle) {
        const char *const reason = dlerror();
        const size_t len = strlen(file->code);

        /* the linker often begins with the path itself */
        if (strncmp(reason, file->code, len) == 0 && strncmp(reason + len, ": ", 2) == 0)
            return meepled_fail(err, MEEPLED_ECONFIG, "%s: cannot be loaded: %s", path,
                                reason + len + 2);
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: cannot be loaded: %s", path, reason);
    }
    file->plugin = find_export(file->handle, path, err);
    if (!file->plugin)
        return MEEPLED_ECONFIG;
    return stack_plugin_check(file->plugin, path, err);
}

static meepled_status
open_into(struct plugin_file *file, const char *path, const char *keep, meepled_error *err)
{
    /* Without a slash dlopen would search the system's folders. */
    const char *const prefix = strchr(path, '/') ? "" : "./";
    const size_t size = strlen(prefix) + strlen(path) + 1;

    file->path = malloc(size);
    if (!file->path)
        return meepled_fail(err, MEEPLED_ENOMEM, "%s: out of memory", path);
    snprintf(file->path, size, "%s%s", prefix, path);

    meepled_status status = elf_file_check(file->path, err);

    if (status == MEEPLED_OK)
        status = keep ? keep_copy(keep, file->path, file->digest, &file->code, err)
                      : keep_digest(file->path, file->digest, err);
    if (status == MEEPLED_OK && !keep)
        file->code = strdup(file->path);
    if (status != MEEPLED_OK)
        return status;
    return file->code ? open_code(file, path, err)
                      : meepled_fail(err, MEEPLED_ENOMEM, "%s: out of memory", path);
}

/* New with one reference, NULL when out of memory. */
static struct plugin_file *
file_new(void)
{
    struct plugin_file *const file = calloc(1, sizeof *file);

    if (file)
        atomic_init(&file->refs, 1);
    return file;
}

/* Hand `file` out if all went well.  Takes it. */
static meepled_status
hand_out(struct plugin_file *file, meepled_status status, struct plugin_file **out)
{
    *out = status == MEEPLED_OK ? file : NULL;
    if (status != MEEPLED_OK)
        plugin_unref(file);
    return status;
}

meepled_status
plugin_open_copy(const char *path, const char *keep, struct plugin_file **out, meepled_error *err)
{
    struct plugin_file *const file = file_new();

    return hand_out(file,
                    file ? open_into(file, path, keep, err)
                         : meepled_fail(err, MEEPLED_ENOMEM, "%s: out of memory", path),
                    out);
}

meepled_status
plugin_open(const char *path, struct plugin_file **out, meepled_error *err)
{
    return plugin_open_copy(path, NULL, out, err);
}

meepled_status
plugin_open_kept(const char *keep, const uint8_t digest[KEEP_DIGEST], struct plugin_file **out,
                 meepled_error *err)
{
    struct plugin_file *const file = file_new();
    meepled_status status = file ? keep_find(keep, digest, &file->code, err)
                                 : meepled_fail(err, MEEPLED_ENOMEM, "%s: out of memory", keep);

    if (status == MEEPLED_OK && file->code) {
        memcpy(file->digest, digest, sizeof file->digest);
        file->path = strdup(file->code);
        status = file->path ? open_code(file, file->path, err)
                            : meepled_fail(err, MEEPLED_ENOMEM, "%s: out of memory", keep);
    }
    return hand_out(file, status, out);
}

struct plugin_file *
plugin_ref(struct plugin_file *file)
{
    atomic_fetch_add_explicit(&file->refs, 1, memory_order_relaxed);
    return file;
}

void
plugin_unref(struct plugin_file *file)
{
    if (!file || atomic_fetch_sub_explicit(&file->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (file->handle)
        dlclose(file->handle);
    free(file->code);
    free(file->path);
    free(file);
}

/* ---- has the file changed since? ---- */

struct mapping {
    dev_t device;
    ino_t inode;
    bool deleted; /* its file has no name any more */
};

/* What is mapped at `address`; false if that cannot be found out. */
static bool
mapping_at(const void *address, struct mapping *out)
{
    static const char deleted[] = " (deleted)\n";
    FILE *const maps = fopen("/proc/self/maps", "re");
    const uintptr_t wanted = (uintptr_t)address;
    char *line = NULL;
    size_t cap = 0;
    ssize_t len;
    bool found = false;

    while (maps && !found && (len = getline(&line, &cap, maps)) > 0) {
        uintptr_t from, to;
        unsigned device_major, device_minor;
        uintmax_t inode;

        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %*s %*x %x:%x %" SCNuMAX, &from, &to,
                   &device_major, &device_minor, &inode) != 5)
            continue;
        found = from <= wanted && wanted < to;
        out->device = makedev(device_major, device_minor);
        out->inode = (ino_t)inode;
        out->deleted = (size_t)len >= sizeof deleted &&
                       strcmp(line + (size_t)len - (sizeof deleted - 1), deleted) == 0;
    }
    free(line);
    if (maps)
        fclose(maps);
    return found;
}

bool
plugin_is_stale(const struct plugin_file *file)
{
    struct stat now;
    struct mapping then;

    if (!mapping_at(file->plugin, &then))
        return false;
    if (then.deleted)
        return true;
    /* Some file systems show another device here than to stat: nothing to compare then. */
    return stat(file->code, &now) == 0 && then.device == now.st_dev && then.inode != now.st_ino;
}

meepled_status
meepled_plugin_probe(const char *file, meepled_error *err)
{
    struct plugin_file *opened;
    const meepled_status status = plugin_open(file, &opened, err);

    plugin_unref(opened);
    return status;
}
