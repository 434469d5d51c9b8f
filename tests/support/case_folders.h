/* Cases that are folders: tests/cases/<kind>/<name>/{input.ini,expected}. */
#ifndef CASE_FOLDERS_H
#define CASE_FOLDERS_H

#include <meepled/base.h>

enum { CASE_FOLDERS_MAX = 256, CASE_FOLDER_PATH = 256 };

struct case_folders {
    char paths[CASE_FOLDERS_MAX][CASE_FOLDER_PATH]; /* sorted */
    size_t count;
};

/* The folders in `root`; count 0 when there are none or it cannot be read. */
void case_folders_find(const char *root, struct case_folders *out);
/* folder/name as text, new; NULL when it cannot be read. */
char *case_folder_read(const char *folder, const char *name, size_t *len);
/* All complaints, each with a line end; new. */
char *case_complaints(const meepled_report *report);
/* Compare with folder/expected.  On a difference print both and return false; with
 * MEEPLED_ACCEPT_CASES set, write `text` there instead. */
bool case_folder_matches(const char *folder, const char *text);

#endif
