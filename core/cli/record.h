/* A game as readable text: docs/record.md describes the lines. */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include "cli/cli.h"

enum { RECORD_VERSION = 1, RECORD_LAYERS_MAX = MEEPLED_LAYERS_MAX };

struct record_action {
    uint8_t seat;
    const char *text; /* as meepled_action_format writes it */
    bool has_digest;
    uint8_t digest[MEEPLED_DIGEST]; /* of the state after it */
    unsigned line;
};

struct record_deck {
    const char *pile;
    char **tiles; /* ids, within `words` */
    size_t count;
};

struct record_layer {
    const char *name, *version;
};

struct record {
    const char *name; /* of the file, for messages; borrowed */
    const char *variant;
    meepled_setting options[MEEPLED_OPTIONS_MAX];
    size_t option_count;
    struct record_layer layers[RECORD_LAYERS_MAX]; /* the rules it was played by */
    size_t layer_count;
    bool has_tiles;
    uint8_t tiles[32];      /* digest of the tile sets */
    uint8_t players, first; /* first: MEEPLED_NONE8: drawn from the seed */
    bool has_seed;
    uint8_t seed[MEEPLED_SEED];
    struct record_deck decks[MEEPLED_PILES_MAX];
    size_t deck_count;
    bool has_scores;
    int32_t scores[MEEPLED_PLAYERS_MAX];
    struct record_action *actions;
    size_t action_count;
    char *text;   /* the file, cut into words: what all strings point into */
    char **words; /* of the decks */
};

/* Read `file` to its end.  MEEPLED_ECONFIG and "name:line: why" for anything docs/record.md does
 * not allow.  Free with record_clear, also after a failure. */
meepled_status record_read(FILE *file, const char *name, struct record *record, meepled_error *err);
void record_clear(struct record *record);

/* The stack and the fresh game the record begins with: new references.  Says on stderr when the
 * rules or tile sets are others than those it was played by. */
meepled_status record_start(const struct record *record, meepled_registry *registry,
                            meepled_game **game, meepled_error *err);

/* Writing, in this order: head, each action after it was applied, end. */
struct record_head {
    const char *variant;
    const meepled_setting *options;
    size_t option_count;
    const meepled_game_params *params;
};
void record_write_head(FILE *out, const meepled_stack *stack, const struct record_head *head);
void record_write_action(FILE *out, size_t number, uint8_t seat, const char *text,
                         const meepled_game *after);
void record_write_end(FILE *out, const meepled_game *g);

#endif
