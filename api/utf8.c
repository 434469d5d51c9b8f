#include "utf8.h"

/* Lead byte ranges, what follows them, and the range of the first following byte: what RFC 3629
 * allows, without over-long forms and surrogates. */
static const struct {
    unsigned char low, high, len, next_low, next_high;
} forms[] = {
    { 0xc2, 0xdf, 2, 0x80, 0xbf }, { 0xe0, 0xe0, 3, 0xa0, 0xbf }, { 0xe1, 0xec, 3, 0x80, 0xbf },
    { 0xed, 0xed, 3, 0x80, 0x9f }, { 0xee, 0xef, 3, 0x80, 0xbf }, { 0xf0, 0xf0, 4, 0x90, 0xbf },
    { 0xf1, 0xf3, 4, 0x80, 0xbf }, { 0xf4, 0xf4, 4, 0x80, 0x8f },
};

size_t
utf8_len(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    if (s[0] < 0x80)
        return s[0] != '\0';
    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
        if (s[0] < forms[f].low || s[0] > forms[f].high)
            continue;
        if (s[1] < forms[f].next_low || s[1] > forms[f].next_high)
            return 0;
        for (size_t i = 2; i < forms[f].len; i++)
            if ((s[i] & 0xc0) != 0x80)
                return 0;
        return forms[f].len;
    }
    return 0;
}

size_t
utf8_count(const char *text)
{
    size_t count = 0;

    while (*text) {
        const size_t len = utf8_len(text);
        text += len ? len : 1;
        count++;
    }
    return count;
}

void
utf8_clean(char *text)
{
    while (*text) {
        const size_t len = utf8_len(text);
        if (len == 0)
            *text = '?';
        text += len ? len : 1;
    }
}
