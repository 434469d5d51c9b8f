/* What the files of the plugin share: its words in this stack, and the hooks each file answers.
 *
 *     discoverers.c   looking words up, taking back, the end
 *     points.c        what a region is worth
 *     tiles.c         piles and hands: who may place what
 *     words.c         the words themselves */
#ifndef DISCOVERERS_H
#define DISCOVERERS_H

#include <meepled/rules.h>

extern const meepled_vocabulary di_words;

/* The option `equal-turns`, in the order of its words. */
enum { EQUAL_TURNS_NO, EQUAL_TURNS_PRINTED, EQUAL_TURNS_EXACT };

enum { MAIN_PILE = 0 }; /* every stack's first */

struct di_conf {
    uint8_t grassland, mountain, sea; /* kinds */
    uint8_t on, touches, borders;     /* links */
    uint8_t hand;                     /* tiles a player holds; 1: none, one is drawn each turn */
    uint8_t equal_turns;
};

/* ---- points.c ---- */
int32_t di_value(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final);
void di_claim(const meepled_layer *self, const meepled_game *g, uint16_t region, bool *claims);
/* Score the region of a figure for its owner, under the rule that sets its value. */
meepled_status di_score(const meepled_layer *self, meepled_game *g, uint16_t figure, bool final);

/* ---- tiles.c ---- */
meepled_status di_setup(const meepled_layer *self, meepled_game *g);
meepled_status di_offer(const meepled_layer *self, meepled_game *g);
meepled_status di_placed(const meepled_layer *self, meepled_game *g, uint16_t slot);
meepled_next_turn di_next(const meepled_layer *self, const meepled_game *g);
const char *di_rule_against(const meepled_layer *self, const meepled_game *g, meepled_refusal what,
                            uint16_t subject);

#endif
