/* Cases as data: a position, what is done in it, what must follow.  tests/cases/README.md describes
 * the files; this reads and runs them.
 *
 *     position_setup.c    statements that make the position
 *     position_step.c     statements that act: turn, do, refuse, finish
 *     position_expect.c   statements that look
 *     position_tiles.c    statements about tiles that do not lie on the table
 *     position_layers.c   statements about layers and what they bring: tokens, figures out of reach
 *     position_text.c     events and places as text */
#ifndef POSITION_SCRIPT_H
#define POSITION_SCRIPT_H

#include "rules/position.h"
#include "tests/support/position_notation.h"

#include <meepled/play.h>
#include <meepled/rules.h>

enum {
    POSITION_TILES_MAX = 80,
    POSITION_EVENTS_MAX = 256,
    POSITION_LINE_MAX = 1024,
    POSITION_OPTIONS_MAX = 8,
    POSITION_LAYERS_MAX = 4,
    POSITION_WORD_MAX = 48
};

/* Where a case is: lines first..last of a file, after the lines before the file's first case. */
struct position_case {
    char file[256];
    char title[160];
    unsigned prelude_last; /* lines 1..prelude_last belong to every case of the file */
    unsigned first, last;
};

/* A case while it runs. */
struct position {
    const meepled_plugin *const *plugins;
    size_t plugin_count;
    char plugin_name[32]; /* said by `plugin` */
    struct position_option {
        char name[32], value[16];
    } options[POSITION_OPTIONS_MAX];
    size_t option_count;
    char layers[POSITION_LAYERS_MAX][32]; /* on the plugin, in this order */
    size_t layer_count;

    struct position_tile tiles[POSITION_TILES_MAX];
    size_t tile_count;
    char colours[MEEPLED_PLAYERS_MAX][16];
    uint8_t players;

    meepled_stack *stack; /* both NULL until the first statement that needs them */
    meepled_game *game;
    meepled_event list[POSITION_EVENTS_MAX]; /* of the last step */
    meepled_events events;
    size_t event_at; /* the next `event` looks from here */

    bool in_tiles; /* inside a `tiles` block */
    unsigned line;
    char why[640]; /* what failed */
};

/* Collect the cases of every *.cases file under `folder`, sorted by file, to out[0..cap).  Returns
 * how many there are; 0 also when a file cannot be read. */
size_t position_cases(const char *folder, struct position_case *out, size_t cap);
/* Run one.  `plugins` are those it may name.  False and "file:line: text" in why[0..size) when
 * something is not as it says. */
bool position_case_run(const struct position_case *c, const meepled_plugin *const *plugins,
                       size_t plugin_count, char *why, size_t size);

/* ---- between the files ---- */

/* One statement: its words after the first; false with p->why when it fails. */
typedef bool position_fn(struct position *p, char *rest);
struct position_statement {
    const char *name;
    position_fn *run;
    bool needs_game;
};
extern const struct position_statement position_setup_statements[], position_step_statements[],
    position_expect_statements[], position_tiles_statements[], position_layers_statements[];

bool position_wrong(struct position *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Make stack and game if they are not there yet. */
bool position_ready(struct position *p);
/* Copy the next word of *rest to `word`; false when there is none. */
bool position_word(char **rest, char word[POSITION_WORD_MAX]);
bool position_number(struct position *p, char **rest, int32_t *number);
bool position_seat(struct position *p, char **rest, uint8_t *seat);
/* "zone@(x,y)": its cell, its index on the tile, its number on the table. */
struct position_spot {
    int16_t x, y;
    uint8_t index;
    uint16_t zone;
};
bool position_spot(struct position *p, char **rest, struct position_spot *spot);
/* A tile named in the case. */
bool position_tile_find(struct position *p, char **rest, uint16_t *tile);
/* A figure kind by its name or by the name of its role on `zone`. */
bool position_kind(struct position *p, char **rest, uint16_t zone, uint8_t *kind);
/* The plugin of this name; NULL when there is none. */
const meepled_plugin *position_plugin(const struct position *p, const char *name);
/* What a figure of `kind` is called on `zone`; its own name where it has no role. */
const char *position_role(const struct position *p, uint8_t kind, uint16_t zone);
/* An event as one line of text; what it says depends on its type. */
void position_event_text(const struct position *p, const meepled_event *event, char *out,
                         size_t size);
void position_step_begin(struct position *p);

#endif
