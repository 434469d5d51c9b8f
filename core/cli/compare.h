/* Two variants side by side: what random games of each came to.
 *
 *   compare.c        the numbers
 *   compare_table.c  as a table for people and as CSV
 *   compare_svg.c    as a picture */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "cli/simulate.h"

enum { COMPARE_BINS = 24, COMPARE_LINES_MAX = 64, COMPARE_LABEL = 48 };

struct compare_line { /* one number of both */
    char label[COMPARE_LABEL];
    double values[2];
};

struct compare_lines {
    struct compare_line list[COMPARE_LINES_MAX];
    size_t count;
};

struct comparison {
    const char *names[2];
    uint64_t games, seed;
    uint8_t players;
    struct compare_lines scores;  /* a seat's: mean, spread; the winner's */
    struct compare_lines lengths; /* means of a game */
    struct compare_lines points;  /* by kind of region: percent of all points */
    struct compare_lines figures; /* placed in a game, all seats together */
    double difference, error;     /* mean score of B less that of A in the same games; its standard
                                     error */
    int32_t bin_first, bin_width; /* of the scores: bin i begins at first + i * width */
    size_t bins;
    double shares[2][COMPARE_BINS]; /* percent of the scores in each bin */
};

/* What came of plans[0] and plans[1], which differ in their stacks and names only.  False when out
 * of memory. */
bool compare(const struct simulate_plan plans[2], struct simulate_game *const results[2],
             struct comparison *out);

void compare_table(FILE *out, const struct comparison *c);
void compare_csv(FILE *out, const struct comparison *c);
void compare_svg(FILE *out, const struct comparison *c);

#endif
