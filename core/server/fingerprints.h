/* What the plugin files contained when their code was loaded.
 *
 * dlopen of a path still open gives the old code even when the file has changed, so after a reload
 * somebody has to say that new code takes a restart. */
#ifndef SERVER_FINGERPRINTS_H
#define SERVER_FINGERPRINTS_H

#include <stddef.h>

struct fingerprints;

struct fingerprints *fingerprints_new(void); /* NULL when out of memory */
void fingerprints_free(struct fingerprints *prints);
/* Note every *.so of the list (as in plugins.path) not noted before; call `changed` for those that
 * are and contain something else now.  Files that cannot be read are passed over. */
void fingerprints_note(struct fingerprints *prints, const char *paths,
                       void (*changed)(const char *file));

#endif
