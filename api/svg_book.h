/* The picture book: drawings for words, data in api/signs.txt. */
#ifndef API_SVG_BOOK_H
#define API_SVG_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svg_drawing {
    uint32_t colour;  /* 0xrrggbb */
    const char *path; /* not ended by NUL; static storage */
    size_t path_len;
};

/* Look up a word; false when the book does not have it. */
bool svg_book_find(const char *word, struct svg_drawing *out);

#endif
