/* What the server writes into a stored game besides plain fields: options, rules and decks as text.
 *
 *     options   "first-player=random\nsize=6\n"           every option of the variant, so that a
 *                                                         changed default changes no old game
 *     rules     "base-game 1.0.0\nhouse-rule 0.2.0\n"     layers, base first
 *     decks     "main EX-12 EX-03\nbonus\n"               fixed piles, first to draw first */
#ifndef SERVER_RECORD_H
#define SERVER_RECORD_H

#include "server/server.h"

#define RECORD_FIRST "first-player" /* the option every variant has */

/* Each returns a new text, NULL when out of memory. */
char *record_options(const meepled_stack *stack, uint8_t first_player);
char *record_rules(const meepled_stack *stack);
char *record_decks(const meepled_stack *stack, const meepled_deck *decks, size_t count);

/* The seat that begins, MEEPLED_NONE8: drawn from the seed. */
uint8_t record_first_player(const struct store_game *record);
/* The settings in `options` but first-player, in place: the text is cut up.  Returns how many there
 * are; at most `cap` are written. */
size_t record_settings(char *options, meepled_setting *out, size_t cap);
/* Piles and tiles by index: `out` gets up to MEEPLED_PILES_MAX decks whose tiles lie in a new array
 * `*tiles` (free).  MEEPLED_ECONFIG: a name the stack does not know. */
meepled_status record_read_decks(const char *text, const meepled_stack *stack,
                                 meepled_deck out[MEEPLED_PILES_MAX], size_t *count,
                                 uint16_t **tiles, meepled_error *err);
/* Whether the recorded layers are the stack's; else `err` names the first that is not.  Versions
 * may differ: whether they matter shows when the log is played. */
bool record_layers_same(const struct store_game *record, const meepled_stack *stack,
                        meepled_error *err);

/* A copy with texts of its own; false when out of memory, `to` is then empty. */
bool record_copy(struct store_game *to, const struct store_game *from);
/* Replace a text; NULL is a value.  False when out of memory. */
bool record_set(char **text, const char *value);
/* Seats taken. */
uint8_t record_taken(const struct store_game *record);
/* Remove the empty seats; first-player follows its seat, or goes to the next taken one. */
bool record_close_up(struct store_game *record, const meepled_stack *stack);
/* The version in which the game began, 0: not yet.  `record->status` as stored. */
uint32_t record_start_version(const struct store_game *record);

#endif
