/* Carcassonne with the River and Traders and Builders, played the slow, obvious way, for comparing.
 * Written from the rules alone and sharing no code with the engine or the plugins; the table is
 * naive_map.h's.
 *
 *     naive_carcassonne.c         turns, piles, figures, builder, pig
 *     naive_carcassonne_score.c   what is completed and what it is worth */
#ifndef NAIVE_CARCASSONNE_H
#define NAIVE_CARCASSONNE_H

#include "tests/support/naive_map.h"

enum {
    NAIVE_MEEPLES = 7,
    NAIVE_MEEPLES_MAX = NAIVE_MEEPLES * MEEPLED_PLAYERS_MAX,
    NAIVE_GOODS = 3,
    NAIVE_OUT_MAX = NAIVE_TILES_MAX
};

struct naive_meeple {
    uint8_t player;
    uint16_t at; /* index in table */
    uint8_t zone;
    bool builder, pig; /* stands beside it */
    unsigned turn;     /* in which it was deployed */
};

struct naive_carcassonne {
    struct naive_map map;
    uint8_t city, road, monastery, field, river; /* kinds */
    uint8_t pennants, symbols[NAIVE_GOODS];      /* attributes; MEEPLED_NONE8: none */
    uint8_t touches;                             /* link */
    uint8_t builder, pig;                        /* figures; MEEPLED_NONE8: not in use */
    uint8_t return_farmer, leave_farmer;         /* choices */
    bool farmers, goods;
    uint8_t players;

    struct naive_meeple figures[NAIVE_MEEPLES_MAX];
    size_t standing;
    int32_t score[MEEPLED_PLAYERS_MAX];
    int32_t tokens[MEEPLED_PLAYERS_MAX][NAIVE_GOODS];
    bool at_piles[MEEPLED_PLAYERS_MAX]; /* the builder */
    struct naive_pile main, water;      /* the river's tiles are drawn first */
    uint16_t discarded[NAIVE_OUT_MAX];
    size_t discarded_count;

    uint8_t player, decides, phase; /* meepled_phase */
    unsigned turn, part;
    uint16_t offered;
    bool pennant;       /* a city with one was completed in this part */
    uint16_t farmer_at; /* whom the decision is about */
    uint8_t farmer_zone;
};

/* Begin with these piles (first tile drawn first); `water` empty: without the River. */
void naive_carcassonne_start(struct naive_carcassonne *n, const meepled_stack *stack,
                             uint8_t players, uint8_t first, const struct naive_pile *main,
                             const struct naive_pile *water);
/* As naive_actions and naive_apply. */
size_t naive_carcassonne_actions(const struct naive_carcassonne *n, meepled_action *out,
                                 size_t cap);
void naive_carcassonne_apply(struct naive_carcassonne *n, const meepled_action *action);
/* Figures of a player that are in supply. */
unsigned naive_carcassonne_meeples(const struct naive_carcassonne *n, uint8_t player);
bool naive_carcassonne_has_builder(const struct naive_carcassonne *n, uint8_t player);
bool naive_carcassonne_has_pig(const struct naive_carcassonne *n, uint8_t player);
/* What a zone's region is worth now, or at the end. */
int32_t naive_carcassonne_worth(const struct naive_carcassonne *n, size_t at, uint8_t zone,
                                bool final);

/* ---- between the files ---- */

/* Take a figure and what stands beside it off the table. */
void naive_carcassonne_take_off(struct naive_carcassonne *n, size_t figure);
/* Score and clear what the last tile completed, with goods; notes whether a pennant was there. */
void naive_carcassonne_completed(struct naive_carcassonne *n);
/* Final scoring. */
void naive_carcassonne_end(struct naive_carcassonne *n);
/* Completed cities beside the field of a zone. */
int32_t naive_carcassonne_cities(const struct naive_carcassonne *n, size_t at, uint8_t zone);

#endif
