/* The nearest of some names, by edit distance (insert, delete, replace, swap neighbours);
 * capitals count as their small letters. */
#include "tileset/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 48 }; /* longer words get no suggestion: no name of ours is that long */

static size_t
least(size_t a, size_t b, size_t c)
{
    const size_t ab = a < b ? a : b;

    return ab < c ? ab : c;
}

static bool
same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Three rows of the usual table are enough; the oldest is needed for swaps. */
static size_t
edit_distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
    size_t rows[3][WORD_MAX + 1];

    for (size_t j = 0; j <= b_len; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_len; i++) {
        const size_t *const older = rows[(i + 1) % 3];
        const size_t *const above = rows[(i - 1) % 3];
        size_t *const row = rows[i % 3];

        row[0] = i;
        for (size_t j = 1; j <= b_len; j++) {
            const size_t replace = above[j - 1] + !same(a[i - 1], b[j - 1]);

            row[j] = least(above[j] + 1, row[j - 1] + 1, replace);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], older[j - 2] + 1, row[j]);
        }
    }
    return rows[a_len % 3][b_len];
}

void
suggest_begin(struct suggest *s, const char *word)
{
    s->word = word;
    s->best = NULL;
    s->distance = 0;
    s->text[0] = '\0';
}

void
suggest_offer(struct suggest *s, const char *candidate)
{
    const size_t len = strlen(s->word), other = strlen(candidate);

    if (len > WORD_MAX || other > WORD_MAX)
        return;

    const size_t distance = edit_distance(s->word, len, candidate, other);

    if (!s->best || distance < s->distance) {
        s->best = candidate;
        s->distance = distance;
    }
}

const char *
suggest_end(struct suggest *s)
{
    /* One slip in three letters is still a slip; more is another word. */
    const size_t near = (strlen(s->word) + 1) / 3;

    if (s->best && s->distance <= near && strcmp(s->best, s->word) != 0)
        snprintf(s->text, sizeof s->text, " (did you mean \"%s\"?)", s->best);
    return s->text;
}
