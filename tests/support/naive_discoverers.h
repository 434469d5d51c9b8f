/* Discoverers played the slow, obvious way, for comparing.  Written from the rules alone and
 * sharing no code with the engine or the plugin; the table is naive_map.h's. */
#ifndef NAIVE_DISCOVERERS_H
#define NAIVE_DISCOVERERS_H

#include "tests/support/naive_map.h"

enum { NAIVE_FOLLOWERS = 4, NAIVE_DISCOVERERS_MAX = NAIVE_FOLLOWERS * MEEPLED_PLAYERS_MAX };

enum naive_equal { NAIVE_EQUAL_NO, NAIVE_EQUAL_PRINTED, NAIVE_EQUAL_EXACT };

struct naive_follower {
    uint8_t player;
    uint16_t at; /* index in table */
    uint8_t zone;
};

struct naive_tiles {
    uint16_t tiles[NAIVE_TILES_MAX];
    size_t count;
};

struct naive_discoverers {
    struct naive_map map;
    uint8_t grassland, mountain, sea, city;
    uint8_t borders, on, touches;
    uint8_t players;
    size_t hand; /* 1: a tile is drawn each turn */

    struct naive_follower figures[NAIVE_DISCOVERERS_MAX];
    size_t standing;
    int32_t score[MEEPLED_PLAYERS_MAX];
    struct naive_pile pile;
    struct naive_tiles hands[MEEPLED_PLAYERS_MAX], discarded, aside, offered;
    unsigned turn;
    uint8_t player, phase;                /* meepled_phase */
    unsigned passed_over, double_misfits; /* how often it happened */
};

void naive_discoverers_start(struct naive_discoverers *n, const meepled_stack *stack,
                             uint8_t players, uint8_t first, size_t hand, enum naive_equal equal,
                             const struct naive_pile *pile);
/* As naive_actions and naive_apply. */
size_t naive_discoverers_actions(const struct naive_discoverers *n, meepled_action *out,
                                 size_t cap);
void naive_discoverers_apply(struct naive_discoverers *n, const meepled_action *action);
/* Followers of a player that are not on the table. */
unsigned naive_discoverers_supply(const struct naive_discoverers *n, uint8_t player);
/* What a region is worth to each figure in it, now or at the end. */
int32_t naive_discoverers_worth(const struct naive_discoverers *n, int label, bool final);

#endif
