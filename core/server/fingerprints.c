/* A hash a file. */
#include "server/fingerprints.h"

#include "rules/files.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct print {
    char *file;
    uint8_t hash[crypto_generichash_BYTES];
};

struct fingerprints {
    struct print *list;
    size_t count;
};

struct fingerprints *
fingerprints_new(void)
{
    return sodium_init() < 0 ? NULL : calloc(1, sizeof(struct fingerprints));
}

void
fingerprints_free(struct fingerprints *prints)
{
    if (!prints)
        return;
    for (size_t i = 0; i < prints->count; i++)
        free(prints->list[i].file);
    free(prints->list);
    free(prints);
}

static bool
hash_file(const char *path, uint8_t hash[crypto_generichash_BYTES])
{
    crypto_generichash_state state;
    unsigned char part[16384];
    size_t len;
    FILE *const file = fopen(path, "re");

    if (!file)
        return false;
    crypto_generichash_init(&state, NULL, 0, crypto_generichash_BYTES);
    while ((len = fread(part, 1, sizeof part, file)) > 0)
        crypto_generichash_update(&state, part, len);
    const bool good = !ferror(file);

    fclose(file);
    crypto_generichash_final(&state, hash, crypto_generichash_BYTES);
    return good;
}

static void
note(struct fingerprints *prints, const char *file, void (*changed)(const char *file))
{
    uint8_t hash[crypto_generichash_BYTES];

    if (!hash_file(file, hash))
        return;
    for (size_t i = 0; i < prints->count; i++)
        if (strcmp(prints->list[i].file, file) == 0) {
            if (memcmp(prints->list[i].hash, hash, sizeof hash) != 0)
                changed(file);
            return;
        }

    struct print *const list = realloc(prints->list, (prints->count + 1) * sizeof *list);

    if (!list)
        return;
    prints->list = list;

    struct print *const fresh = &list[prints->count];

    fresh->file = strdup(file);
    memcpy(fresh->hash, hash, sizeof hash);
    prints->count += fresh->file != NULL;
}

void
fingerprints_note(struct fingerprints *prints, const char *paths, void (*changed)(const char *file))
{
    meepled_report *const ignored = meepled_report_new(); /* the registry has said it */
    struct file_list files = { 0 };

    if (ignored && files_find(paths, ".so", &files, ignored))
        for (size_t i = 0; i < files.count; i++)
            note(prints, files.paths[i], changed);
    files_free(&files);
    meepled_report_free(ignored);
}
