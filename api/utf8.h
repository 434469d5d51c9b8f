/* Just enough of UTF-8 to count characters and to keep broken bytes out of answers. */
#ifndef API_UTF8_H
#define API_UTF8_H

#include <stddef.h>

/* Bytes of the character at `text` (NUL-ended), 0 when these bytes are none. */
size_t utf8_len(const char *text);
/* Characters of a text, every stray byte being one. */
size_t utf8_count(const char *text);
/* Put "?" for every byte that is not part of a character. */
void utf8_clean(char *text);

#endif
