/* Many random games at once.  Game i depends on the seed plus i only, so the results are the same
 * whatever the number of threads. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

#include "cli/cli.h"
#include "cli/progress.h"

struct simulate_game { /* what is kept of one game */
    uint16_t actions, turns, tiles, discarded;
    bool done;
    int32_t scores[MEEPLED_PLAYERS_MAX];
};

struct simulate_sums {                                        /* over all games and seats */
    uint64_t points[MEEPLED_KINDS_MAX];                       /* for regions of each kind */
    uint64_t other;                                           /* points for something else */
    uint64_t figures[MEEPLED_FIGURES_MAX][MEEPLED_KINDS_MAX]; /* placed, by the kind of zone */
};

struct simulate_plan {
    meepled_stack *stack;
    const char *variant;
    const meepled_setting *settings;
    size_t setting_count;
    uint8_t players, first;
    uint64_t seed, games;
    unsigned threads;
    const char *record;         /* folder to write records to; NULL: none */
    struct simulate_sums *sums; /* filled by simulate_run; NULL: nobody asks */
};

/* Play them all; results[0..plan->games).  MEEPLED_EBROKEN or MEEPLED_ENOMEM with a message that
 * names the seed of the game it happened in. */
meepled_status simulate_run(const struct simulate_plan *plan, struct simulate_game *results,
                            struct progress *progress, meepled_error *err);

struct simulate_spread {
    double min, median, mean, max;
};
/* Sorts values[0..count). */
struct simulate_spread simulate_spread(int32_t *values, uint64_t count);
/* How many share the highest score, which goes to `*best`. */
uint8_t simulate_winners(const struct simulate_game *game, uint8_t players, int32_t *best);

/* The table for people, and one line a game. */
meepled_status simulate_table(FILE *out, const struct simulate_plan *plan,
                              const struct simulate_game *results);
void simulate_csv(FILE *out, const struct simulate_plan *plan, const struct simulate_game *results);

#endif
