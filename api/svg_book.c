#include "svg_book.h"

#include <stdlib.h>
#include <string.h>

extern const char svg_book_text[] __attribute__((visibility("hidden")));

/* The assembler copies the file in, ended by NUL; the Makefile says that this object depends on it.
 */
__asm__(".section .rodata\n"
        ".global svg_book_text\n"
        ".hidden svg_book_text\n"
        "svg_book_text:\n"
        ".incbin \"api/signs.txt\"\n"
        ".byte 0\n"
        ".previous\n");

/* Whether `word` is the one of `len` bytes at `entry`, but for an s at its end. */
static bool
same(const char *word, const char *entry, size_t len)
{
    return strncmp(word, entry, len) == 0 &&
           (word[len] == '\0' || (word[len] == 's' && word[len + 1] == '\0'));
}

bool
svg_book_find(const char *word, struct svg_drawing *out)
{
    for (const char *line = svg_book_text; *line;) {
        const size_t len = strcspn(line, "\n"), name = strcspn(line, " ");
        if (*line != '#' && same(word, line, name)) {
            const char *path = line + name + sizeof " rrggbb";
            *out = (struct svg_drawing){ .colour = (uint32_t)strtoul(line + name, NULL, 16),
                                         .path = path,
                                         .path_len = (size_t)(line + len - path) };
            return true;
        }
        line += len + (line[len] == '\n');
    }
    return false;
}
