/* Copies of plugin files, kept by their content: FOLDER/<sha256>.so.
 *
 * dlopen hands out the old code of a path that is still open, and a file that is replaced takes its
 * old code with it.  A copy named by its content has neither fault: new code has another path, and
 * the code a game began with can be loaded again after the file is gone. */
#ifndef RULES_KEEP_H
#define RULES_KEEP_H

#include <meepled/base.h>

enum { KEEP_DIGEST = 32, KEEP_HEX = 2 * KEEP_DIGEST + 1 };

/* SHA-256 of a file. */
meepled_status keep_digest(const char *path, uint8_t digest[KEEP_DIGEST], meepled_error *err);
/* Copy the file at `path` unless the folder has it already; the folder is made, one level.  `*copy`
 * is the path of the copy, new. */
meepled_status keep_copy(const char *folder, const char *path, uint8_t digest[KEEP_DIGEST],
                         char **copy, meepled_error *err);
/* The path of the copy with this digest, new.  MEEPLED_ECONFIG when there is none, or when what is
 * there is something else. */
meepled_status keep_find(const char *folder, const uint8_t digest[KEEP_DIGEST], char **copy,
                         meepled_error *err);

#endif
