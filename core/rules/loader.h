/* Plugin files: opened, judged, and kept open as long as anybody needs their code. */
#ifndef RULES_LOADER_H
#define RULES_LOADER_H

#include "rules/keep.h"

#include <meepled/rules.h>

#include <stdatomic.h>

/* An open plugin; counted references, safe from any thread. */
struct plugin_file {
    atomic_uint refs;
    void *handle; /* of dlopen */
    const meepled_plugin *plugin;
    char *path;                  /* of the file that was given */
    char *code;                  /* of the file that is open: the same, or a kept copy */
    uint8_t digest[KEEP_DIGEST]; /* of its content */
};

/* Open and judge a file; MEEPLED_OK and one reference in *out, or why not: not a shared object, no
 * `meepled_export`, or what stack_plugin_check refuses. */
meepled_status plugin_open(const char *path, struct plugin_file **out, meepled_error *err);
/* The same with a copy of the file in the folder `keep` (keep.h; NULL: the file itself). */
meepled_status plugin_open_copy(const char *path, const char *keep, struct plugin_file **out,
                                meepled_error *err);
/* The copy that was kept of a file with this content. */
meepled_status plugin_open_kept(const char *keep, const uint8_t digest[KEEP_DIGEST],
                                struct plugin_file **out, meepled_error *err);
struct plugin_file *plugin_ref(struct plugin_file *file);
void plugin_unref(struct plugin_file *file); /* NULL is allowed; the last one closes it */
/* True if what lies at the path of its code is no longer the file whose code runs: dlopen hands out
 * the old code while anybody holds it, so the new one takes a restart.  Never so with a copy. */
bool plugin_is_stale(const struct plugin_file *file);

#endif
