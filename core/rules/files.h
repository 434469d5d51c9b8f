/* Colon-separated lists of folders and files, as settings name them. */
#ifndef RULES_FILES_H
#define RULES_FILES_H

#include <meepled/base.h>

struct file_list {
    char **paths;
    size_t count;
};

/* The files `list` (NULL: nothing) stands for: of a folder those whose names end in `suffix`, by
 * name, hidden ones left out; anything else as it is.  A folder or file that cannot be read goes to
 * `report`.  False when out of memory.  Free with files_free either way. */
bool files_find(const char *list, const char *suffix, struct file_list *out,
                meepled_report *report);
void files_free(struct file_list *files);

#endif
