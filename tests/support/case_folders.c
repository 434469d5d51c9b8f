/* Cases that are folders with an input and what is expected of it. */
#include "tests/support/case_folders.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int
by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

void
case_folders_find(const char *root, struct case_folders *out)
{
    DIR *const stream = opendir(root);

    out->count = 0;
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        char *const path = out->paths[out->count];
        struct stat what;

        if (entry->d_name[0] == '.' || out->count == CASE_FOLDERS_MAX)
            continue;
        if (snprintf(path, CASE_FOLDER_PATH, "%s/%s", root, entry->d_name) < CASE_FOLDER_PATH &&
            stat(path, &what) == 0 && S_ISDIR(what.st_mode))
            out->count++;
    }
    if (stream)
        closedir(stream);
    qsort(out->paths, out->count, CASE_FOLDER_PATH, by_name);
}

char *
case_folder_read(const char *folder, const char *name, size_t *len)
{
    char path[CASE_FOLDER_PATH + 32];
    char *text = NULL;
    size_t size = 0, used = 0;

    snprintf(path, sizeof path, "%s/%s", folder, name);

    FILE *const file = fopen(path, "rb");

    while (file) {
        if (used + 1 >= size) {
            size = 2 * size + 4096;
            text = realloc(text, size);
        }
        const size_t got = fread(text + used, 1, size - used - 1, file);

        used += got;
        text[used] = '\0';
        if (got == 0)
            break;
    }
    if (file)
        fclose(file);
    if (len)
        *len = used;
    return text;
}

char *
case_complaints(const meepled_report *report)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    for (size_t i = 0; i < meepled_report_count(report); i++)
        fprintf(out, "%s\n", meepled_report_get(report, i));
    fclose(out);
    return text;
}

bool
case_folder_matches(const char *folder, const char *text)
{
    char *const expected = case_folder_read(folder, "expected", NULL);
    const bool same = expected && strcmp(expected, text) == 0;

    if (!same && getenv("MEEPLED_ACCEPT_CASES")) {
        char path[CASE_FOLDER_PATH + 32];

        snprintf(path, sizeof path, "%s/expected", folder);

        FILE *const out = fopen(path, "wb");
        const bool written = out && fputs(text, out) >= 0;

        if (out)
            fclose(out);
        free(expected);
        return written;
    }
    if (!same)
        fprintf(stderr, "%s:\n--- expected\n%s--- found\n%s", folder, expected ? expected : "",
                text);
    free(expected);
    return same;
}
