/* Judging one value: paths, words, addresses, numbers. */
#include "server/settings_value.h"

#include "tileset/ini.h"
#include "tileset/suggest.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct loading {
    struct settings *settings;
    const struct settings_places *places;
    meepled_report *report;
};

void *
settings_value_at(const struct settings *settings, const struct setting *row)
{
    return (char *)(uintptr_t)settings + row->at;
}

__attribute__((format(printf, 3, 4))) static bool
complain(const struct loading *l, const struct said *said, const char *format, ...)
{
    char text[SETTINGS_PATH];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    meepled_report_add(l->report, said->file, said->line, "%s", text);
    return false;
}

/* Keep a text as the value of its row, in place of an earlier one. */
static bool
keep(struct loading *l, const struct said *said, const char *text)
{
    char **const kept = &l->settings->kept[said->row - settings_table];

    free(*kept);
    *kept = strdup(text);
    if (!*kept)
        return complain(l, said, "out of memory");
    *(const char **)settings_value_at(l->settings, said->row) = *kept;
    return true;
}

/* Append text[0..len) to out[0..SETTINGS_PATH) as an absolute path. */
static bool
append_path(const struct loading *l, const struct said *said, const char *text, size_t len,
            char *out)
{
    const struct {
        const char *name, *path;
    } places[] = {
        { "{lib}", l->places->lib },
        { "{share}", l->places->share },
        { "{state}", l->places->state },
    };
    const char *base = text[0] == '/' ? "" : said->folder, *slash = text[0] == '/' ? "" : "/";
    const size_t at = strlen(out);

    if (text[0] == '{') {
        size_t skip = 0;

        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            const size_t name = strlen(places[i].name);

            if (len >= name && strncmp(text, places[i].name, name) == 0) {
                base = places[i].path;
                skip = name;
            }
        }
        if (skip == 0)
            return complain(l, said, "%s: \"%.*s\" begins with none of {lib}, {share}, {state}",
                            said->row->key, (int)len, text);
        text += skip;
        len -= skip;
        slash = "";
    }
    if (snprintf(out + at, SETTINGS_PATH - at, "%s%s%.*s", base, slash, (int)len, text) >=
        (int)(SETTINGS_PATH - at))
        return complain(l, said, "%s: longer than %d bytes", said->row->key, SETTINGS_PATH - 1);
    return true;
}

/* One path, or a list of them. */
static bool
take_paths(struct loading *l, const struct said *said)
{
    char out[SETTINGS_PATH] = "";
    const bool list = said->row->type == SETTING_PATHS;

    for (const char *text = said->value;;) {
        const size_t len = list ? strcspn(text, ":") : strlen(text);

        if (len == 0)
            return complain(l, said, "%s: an empty path", said->row->key);
        if (!append_path(l, said, text, len, out))
            return false;
        if (text[len] == '\0')
            break;
        if (strlen(out) + 1 < sizeof out)
            memcpy(out + strlen(out), ":", 2);
        text += len + 1;
    }
    return keep(l, said, out);
}

/* A file that can be read, or nothing. */
static bool
take_file(struct loading *l, const struct said *said)
{
    char out[SETTINGS_PATH] = "";

    if (said->value[0] == '\0')
        return keep(l, said, "");
    if (!append_path(l, said, said->value, strlen(said->value), out))
        return false;
    if (access(out, R_OK) != 0)
        return complain(l, said, "%s: cannot read %s", said->row->key, out);
    return keep(l, said, out);
}

static bool
take_word(struct loading *l, const struct said *said)
{
    struct suggest near;
    char all[128] = "";

    suggest_begin(&near, said->value);
    for (const char *const *word = said->row->words; *word; word++) {
        if (strcmp(*word, said->value) == 0)
            return keep(l, said, *word);
        suggest_offer(&near, *word);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", all[0] ? ", " : "", *word);
    }
    return complain(l, said, "%s: \"%s\" is none of %s%s", said->row->key, said->value, all,
                    suggest_end(&near));
}

/* An address, so that nothing has to be looked up to know where we listen. */
static bool
host_good(const char *host, bool brackets)
{
    struct in6_addr address;

    return brackets ? inet_pton(AF_INET6, host, &address) == 1
                    : strcmp(host, "localhost") == 0 || inet_pton(AF_INET, host, &address) == 1;
}

bool
settings_address(const char *text, char *host, size_t host_size, uint16_t *port)
{
    const char *const colon = strrchr(text, ':');
    const char *from = text;
    size_t len = colon ? (size_t)(colon - text) : 0;
    char *end;

    if (len >= 2 && text[0] == '[' && text[len - 1] == ']') {
        from++;
        len -= 2;
    } else if (memchr(text, ':', len)) {
        return false; /* an IPv6 address without brackets */
    }
    if (len == 0 || len >= host_size || !strchr("0123456789", colon[1]) || colon[1] == '\0')
        return false;

    const unsigned long number = strtoul(colon + 1, &end, 10);

    if (*end != '\0' || end - colon > 6 || number > UINT16_MAX)
        return false;
    memcpy(host, from, len);
    host[len] = '\0';
    *port = (uint16_t)number;
    return host_good(host, from != text);
}

static bool
take_address(struct loading *l, const struct said *said)
{
    char host[256];
    uint16_t port;

    if (!settings_address(said->value, host, sizeof host, &port))
        return complain(l, said, "%s: \"%s\" is not ADDRESS:PORT, as in 127.0.0.1:8080 or [::]:0",
                        said->row->key, said->value);
    return keep(l, said, said->value);
}

/* "*", or scheme://host[:port] without a path: what a browser sends. */
static bool
origin_good(const char *word)
{
    const char *const host = strstr(word, "://");

    return strcmp(word, "*") == 0 ||
           (host && host > word && host[3] != '\0' && !strpbrk(host + 3, "/,*?#"));
}

static bool
take_origins(struct loading *l, const struct said *said)
{
    const char *text = said->value;
    char word[256];

    while (ini_word(&text, word, sizeof word))
        if (!origin_good(word))
            return complain(l, said, "%s: \"%s\" is neither * nor scheme://host[:port]",
                            said->row->key, word);
    return keep(l, said, said->value);
}

bool
settings_value_take(struct settings *settings, const struct settings_places *places,
                    const struct said *said, meepled_report *report)
{
    struct loading l = { settings, places, report };
    const struct ini_document doc = { .file = (char *)(uintptr_t)said->file };
    const struct ini_entry entry = { said->row->key, said->value, said->line };
    const struct setting *const row = said->row;

    switch (row->type) {
    case SETTING_WORD:
        return take_word(&l, said);
    case SETTING_NUMBER:
        return ini_number(&doc, &entry, row->min, row->max, settings_value_at(settings, row),
                          report);
    case SETTING_FLAG:
        return ini_yesno(&doc, &entry, settings_value_at(settings, row), report);
    case SETTING_ADDRESS:
        return take_address(&l, said);
    case SETTING_ORIGINS:
        return take_origins(&l, said);
    case SETTING_PATH:
    case SETTING_PATHS:
        return take_paths(&l, said);
    case SETTING_FILE:
        return take_file(&l, said);
    }
    return false;
}
