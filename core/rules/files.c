/* Expanding colon-separated lists of folders and files. */
#include "rules/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Takes `path`; false when out of memory. */
static bool
add_take(struct file_list *files, char *path)
{
    char **const paths = path ? realloc(files->paths, (files->count + 1) * sizeof *paths) : NULL;

    if (!paths) {
        free(path);
        return false;
    }
    files->paths = paths;
    files->paths[files->count++] = path;
    return true;
}

static bool
ends_in(const char *name, const char *suffix)
{
    const size_t len = strlen(name), end = strlen(suffix);

    return len > end && strcmp(name + len - end, suffix) == 0;
}

static int
by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
add_folder(struct file_list *files, const char *folder, const char *suffix, meepled_report *report)
{
    const size_t first = files->count;
    DIR *const stream = opendir(folder);
    bool enough = true;

    if (!stream) {
        meepled_report_add(report, folder, 0, "cannot be read: %s", strerror(errno));
        return true;
    }
    for (struct dirent *entry; enough && (entry = readdir(stream));) {
        if (entry->d_name[0] == '.' || !ends_in(entry->d_name, suffix))
            continue;

        const char *const slash = ends_in(folder, "/") ? "" : "/";
        char *path = NULL;

        if (asprintf(&path, "%s%s%s", folder, slash, entry->d_name) < 0)
            path = NULL;
        enough = add_take(files, path);
    }
    closedir(stream);
    if (files->count > first)
        qsort(files->paths + first, files->count - first, sizeof *files->paths, by_name);
    return enough;
}

static bool
add_path(struct file_list *files, const char *path, const char *suffix, meepled_report *report)
{
    struct stat what;

    if (stat(path, &what) != 0) {
        meepled_report_add(report, path, 0, "cannot be read: %s", strerror(errno));
        return true;
    }
    if (S_ISDIR(what.st_mode))
        return add_folder(files, path, suffix, report);
    return add_take(files, strdup(path));
}

bool
files_find(const char *list, const char *suffix, struct file_list *out, meepled_report *report)
{
    char *const copy = strdup(list ? list : "");
    char *rest = NULL;
    bool enough = copy != NULL;

    *out = (struct file_list){ 0 };
    for (char *path = enough ? strtok_r(copy, ":", &rest) : NULL; path && enough;
         path = strtok_r(NULL, ":", &rest))
        enough = add_path(out, path, suffix, report);
    free(copy);
    return enough;
}

void
files_free(struct file_list *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
    *files = (struct file_list){ 0 };
}
