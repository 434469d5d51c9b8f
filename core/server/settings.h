/* The daemon's settings: one constant table says what there is, an INI file and -o say otherwise.
 *
 *     table (defaults) <- [section] key = value of the file <- -o section.key=value
 *
 * Paths may begin with a place, so that one text serves the build and the installed daemon:
 *     {lib}    where plugins/ is:                build/   or PREFIX/lib/meepled/
 *     {share}  where tilesets/, variants/ are:   conf/    or PREFIX/share/meepled/
 *     {state}  for what the daemon writes:       build/data/ or /var/lib/meepled/
 * Other relative paths start from the folder of the file, those of -o from the present one. */
#ifndef SERVER_SETTINGS_H
#define SERVER_SETTINGS_H

#include <meepled/base.h>

#include <stdio.h>

enum { SETTINGS_PATH = 4096 };

struct settings {
    const char *server_listen; /* settings_address takes it apart */
    long server_threads;       /* 0: one a processor */
    const char *server_cors_origins;
    const char *server_tls_cert, *server_tls_key; /* both or neither "" */
    long server_max_body, server_max_connections, server_idle_timeout_s;
    const char *store_backend, *store_path;
    const char *plugins_path, *tilesets_path, *variants_path;
    bool plugins_strict;
    bool games_fixed_decks;
    long games_max_live, games_evict_after_s;
    long limits_games_stored;
    const char *admin_token_file; /* "": none */
    const char *log_level, *log_format;

    char *file;  /* what was read, NULL: nothing */
    char **kept; /* what the texts above point to, one a row of the table */
};

enum setting_type {
    SETTING_WORD,    /* one of `words` */
    SETTING_NUMBER,  /* min..max */
    SETTING_FLAG,    /* yes or no */
    SETTING_ADDRESS, /* IPv4 or localhost:PORT, [IPv6]:PORT */
    SETTING_ORIGINS, /* scheme://host[:port], between blanks */
    SETTING_PATH,    /* made absolute */
    SETTING_PATHS,   /* a list with colons between */
    SETTING_FILE     /* a path to a file that can be read, or nothing */
};

struct setting {
    const char *section, *key;
    enum setting_type type;
    bool restart;         /* a change counts from the next start, not from SIGHUP */
    size_t at;            /* offset in struct settings */
    const char *standard; /* default, as the file would say it */
    long min, max;
    const char *const *words; /* NULL-ended */
    const char *help;         /* a line or more of a remark */
};
/* The table, sections together; ended by an entry without a section. */
extern const struct setting settings_table[];

struct settings_places {
    char lib[SETTINGS_PATH], share[SETTINGS_PATH], state[SETTINGS_PATH];
    char file[SETTINGS_PATH]; /* what to read when nobody says, "": nothing there */
};
/* Where things are for a program in the folder `program`: a build beside conf/meepled.ini, or an
 * installation.  False if a path is too long. */
bool settings_places(const char *program, struct settings_places *places);

/* Read `file` (NULL: defaults only) and apply overrides[0..count), "section.key=value".  All
 * mistakes go to `report`; then, or when out of memory, NULL.  Free with settings_free. */
struct settings *settings_load(const char *file, const char *const *overrides, size_t count,
                               const struct settings_places *places, meepled_report *report);
void settings_free(struct settings *settings); /* NULL is allowed */

/* True if both say the same for this row. */
bool settings_same(const struct setting *row, const struct settings *a, const struct settings *b);
/* Take "127.0.0.1:80", "localhost:80" or "[::1]:80" apart; false if it is none of them. */
bool settings_address(const char *text, char *host, size_t host_size, uint16_t *port);
/* Write the commented sample: what conf/meepled.ini is. */
void settings_sample(FILE *out);

#endif
