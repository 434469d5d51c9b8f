/* One game: a handle and its flat block.
 *
 *   handle  | pointers into the block, the stack, where events go     not copied
 *   block   | struct state | board arrays | figures | piles | discarded | aside | layers' states
 *
 * The block holds no pointer and is copied by memcpy.  Its layout depends on the stack, the number
 * of players and the tiles in play, all fixed when the game is made. */
#ifndef GAME_STATE_H
#define GAME_STATE_H

#include "board/board.h"

#include <meepled/game.h>
#include <meepled/play.h>

enum { STATE_ASKS_MAX = 16 };

/* What the game floor needs to know of the rules above it. */
struct game_rules {
    const struct bound_tiles *tiles;
    const meepled_figure_word *figures;
    uint8_t figure_count, pile_count, token_count, kind_count, decision_count;
    /* roles[figure kind][zone kind]: NULL: may not stand there */
    const meepled_role_word *roles[MEEPLED_FIGURES_MAX][MEEPLED_KINDS_MAX];
    uint8_t figures_on[MEEPLED_KINDS_MAX]; /* bit f: figure kind f may stand on this zone kind */
    uint8_t scope_figures[2];              /* by meepled_scope, bit f: kind f is of this scope */
    uint8_t strong_figures;                /* bit f: kind f has strength */
    uint8_t companions;                    /* bit f: kind f is a companion */
    size_t layers_size;                    /* of all layers' states */
};

struct state_player {
    int32_t score;
    uint8_t supply[MEEPLED_FIGURES_MAX];
    uint8_t away[MEEPLED_FIGURES_MAX]; /* neither on the table nor in supply */
    uint16_t tokens[MEEPLED_TOKENS_MAX];
    uint16_t hand[MEEPLED_HAND_MAX];
    uint8_t hand_count;
};

struct state_pile {
    uint16_t top, end; /* order[top..end) is left */
    uint16_t dealt;    /* order[end..dealt) was drawn from the end */
};

struct state_ask {
    uint8_t player, decision;
    uint16_t subject;
};

struct state {
    uint8_t seed[MEEPLED_SEED]; /* SECRET */
    uint32_t random_at;         /* numbers drawn from the generator */
    uint32_t event_seq;
    uint8_t players, first;
    uint8_t phase, player, part;
    bool bonus, lapsed, granted, granted_bonus;
    bool offer_held; /* what is offered is in the hand of the player on turn */
    uint8_t offer_count, ask_count;
    uint16_t turn, slot;
    uint16_t offer[MEEPLED_OFFER_MAX];
    uint16_t figure_count, discarded_count, aside_count;
    uint16_t loose; /* tiles drawn and not yet put anywhere: 0 between hooks */
    struct state_ask asks[STATE_ASKS_MAX];
    struct state_pile piles[MEEPLED_PILES_MAX];
    struct board_counts board;
    struct state_player player_states[MEEPLED_PLAYERS_MAX];
};

struct meepled_game {
    meepled_stack *stack; /* a reference; the rules floor's */
    const struct game_rules *rules;
    meepled_events *events; /* while an action is applied; NULL: nobody listens */
    meepled_error *error;   /* likewise: where the first broken invariant is described */
    uint8_t depth[24];      /* per hook, debug builds only: calls under way */
    size_t size;            /* of the block */
    uint16_t pile_cap, figure_cap, out_cap;
    struct state *s;
    struct board board;
    meepled_figure *figures;
    uint16_t *order; /* pile_cap a pile */
    uint16_t *discarded, *aside;
    unsigned char *layers;
    _Alignas(16) unsigned char block[];
};

struct state_room {
    size_t slots, zones, piled; /* most tiles on the table, their zones, most tiles in one pile */
    uint8_t players;
};

/* A zeroed game with room for that much, scores 0, supplies full, table and piles empty, nobody on
 * turn; NULL when out of memory or beyond the engine's limits.  `stack` is not touched. */
meepled_game *state_new(const struct game_rules *rules, const struct state_room *room);
/* Another handle with a copy of the block. */
meepled_game *state_clone(const meepled_game *g);

/* Report a broken invariant: fills the game's error if it is the first, returns MEEPLED_EBROKEN. */
meepled_status state_broken(const meepled_game *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Append an event and give it its number.  Returns it to be filled in, or NULL when nobody listens.
 */
meepled_event *state_event(meepled_game *g, meepled_event_type type, uint8_t player);

/* ---- piles ---- */
void pile_fill(meepled_game *g, uint8_t pile, const uint16_t *tiles, size_t count);
void pile_shuffle(meepled_game *g, uint8_t pile);
uint16_t *pile_order(const meepled_game *g, uint8_t pile);
/* Take an offered tile to place it: out of the offer, and if it was held, out of the hand, whose
 * other tiles are then no longer offered. */
bool offer_place(meepled_game *g, uint16_t tile);

/* ---- figures ---- */
/* Put a figure from supply on a zone; the caller has checked everything.  Returns its number. */
uint16_t figure_put(meepled_game *g, uint8_t player, uint8_t kind, uint8_t with, uint16_t zone);
/* All of `kinds` (bit mask) in the region or system `id`, back to supply, with events. */
void figures_return_in(meepled_game *g, uint16_t id, uint8_t kinds);

/* ---- the generator ---- */
/* Fill `out` with the next `count` numbers of the stream. */
void random_words(struct state *s, uint32_t *out, size_t count);

#endif
