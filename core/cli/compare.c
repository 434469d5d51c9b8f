/* The numbers of two variants side by side. */
#include "cli/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
line_put(struct compare_lines *lines, const char *label, double a, double b)
{
    if (lines->count == COMPARE_LINES_MAX)
        return;
    struct compare_line *line = &lines->list[lines->count++];

    snprintf(line->label, sizeof line->label, "%s", label);
    line->values[0] = a;
    line->values[1] = b;
}

/* The line of that label, a new one if need be; NULL: there is no more room. */
static struct compare_line *
line_of(struct compare_lines *lines, const char *label)
{
    for (size_t i = 0; i < lines->count; i++)
        if (strcmp(lines->list[i].label, label) == 0)
            return &lines->list[i];
    line_put(lines, label, 0, 0);
    return lines->count < COMPARE_LINES_MAX ? &lines->list[lines->count - 1] : NULL;
}

/* ---- scores ---- */

/* All scores of one variant, sorted. */
static void
scores_sorted(const struct simulate_plan *plan, const struct simulate_game *results,
              int32_t *values)
{
    size_t n = 0;

    for (uint64_t i = 0; i < plan->games; i++)
        for (uint8_t p = 0; p < plan->players; p++)
            values[n++] = results[i].scores[p];
    simulate_spread(values, n);
}

static double
mean_of(const int32_t *values, uint64_t count)
{
    double sum = 0;

    for (uint64_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

static double
deviation_of(const int32_t *values, uint64_t count)
{
    const double mean = mean_of(values, count);
    double sum = 0;

    for (uint64_t i = 0; i < count; i++)
        sum += (values[i] - mean) * (values[i] - mean);
    return count > 1 ? sqrt(sum / (double)(count - 1)) : 0;
}

/* Mean over the games of the winner's score, and of its lead over the best of the others. */
static void
winners(const struct simulate_plan *plan, const struct simulate_game *results, double *score,
        double *lead)
{
    double scores = 0, leads = 0;

    for (uint64_t i = 0; i < plan->games; i++) {
        int32_t best, second = INT32_MIN;
        const uint8_t count = simulate_winners(&results[i], plan->players, &best);

        for (uint8_t p = 0; p < plan->players; p++)
            if (results[i].scores[p] != best && results[i].scores[p] > second)
                second = results[i].scores[p];
        scores += best;
        leads += count > 1 || second == INT32_MIN ? 0 : best - second;
    }
    *score = scores / (double)plan->games;
    *lead = leads / (double)plan->games;
}

/* The same decks on both sides: differences of games, not of means. */
static void
differences(const struct simulate_plan *plan, struct simulate_game *const results[2],
            struct comparison *c)
{
    double sum = 0, squares = 0;
    const double n = (double)plan->games;

    for (uint64_t i = 0; i < plan->games; i++) {
        double d = 0;

        for (uint8_t p = 0; p < plan->players; p++)
            d += (results[1][i].scores[p] - results[0][i].scores[p]) / (double)plan->players;
        sum += d;
        squares += d * d;
    }
    c->difference = sum / n;
    c->error = plan->games > 1 ? sqrt(fmax(squares - sum * sum / n, 0) / (n - 1) / n) : 0;
}

/* Bins of a round width that hold all scores of both. */
static void
bins_choose(struct comparison *c, int32_t min, int32_t max)
{
    static const int32_t widths[] = { 1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10000 };
    size_t w = 0;

    for (; w + 1 < sizeof widths / sizeof *widths; w++)
        if ((max / widths[w] - min / widths[w]) < COMPARE_BINS)
            break;
    c->bin_width = widths[w];
    c->bin_first = min / widths[w] * widths[w];
    c->bins = (size_t)((max - c->bin_first) / c->bin_width) + 1;
    c->bins = c->bins > COMPARE_BINS ? COMPARE_BINS : c->bins;
}

static void
bins_fill(struct comparison *c, size_t side, const int32_t *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        size_t bin = (size_t)((values[i] - c->bin_first) / c->bin_width);

        bin = bin < c->bins ? bin : c->bins - 1;
        c->shares[side][bin] += 100.0 / (double)count;
    }
}

static bool
scores(const struct simulate_plan plans[2], struct simulate_game *const results[2],
       struct comparison *c)
{
    const uint64_t count = plans[0].games * plans[0].players;
    int32_t *values[2] = { calloc(count + 1, sizeof(int32_t)), calloc(count + 1, sizeof(int32_t)) };
    const bool enough = values[0] != NULL && values[1] != NULL;

    if (enough) {
        double score[2], lead[2];
        const struct {
            const char *label;
            uint64_t at;
        } rows[] = {
            { "lowest", 0 },
            { "a tenth below", count / 10 },
            { "half below", count / 2 },
            { "nine tenths below", count - 1 - count / 10 },
            { "highest", count - 1 },
        };

        for (size_t v = 0; v < 2; v++) {
            scores_sorted(&plans[v], results[v], values[v]);
            winners(&plans[v], results[v], &score[v], &lead[v]);
        }
        line_put(&c->scores, "mean", mean_of(values[0], count), mean_of(values[1], count));
        line_put(&c->scores, "standard deviation", deviation_of(values[0], count),
                 deviation_of(values[1], count));
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
            line_put(&c->scores, rows[r].label, values[0][rows[r].at], values[1][rows[r].at]);
        line_put(&c->scores, "winner, mean", score[0], score[1]);
        line_put(&c->scores, "winner's lead, mean", lead[0], lead[1]);
        const int32_t min = values[0][0] < values[1][0] ? values[0][0] : values[1][0];
        const int32_t max = values[0][count - 1] > values[1][count - 1] ? values[0][count - 1]
                                                                        : values[1][count - 1];
        bins_choose(c, min, max);
        for (size_t v = 0; v < 2; v++)
            bins_fill(c, v, values[v], count);
    }
    free(values[0]);
    free(values[1]);
    return enough;
}

/* ---- length, points, figures ---- */

static void
lengths(const struct simulate_plan plans[2], struct simulate_game *const results[2],
        struct comparison *c)
{
    double sums[4][2] = { { 0 } };
    static const char *const labels[] = { "turns", "actions", "tiles laid", "tiles discarded" };

    for (size_t v = 0; v < 2; v++)
        for (uint64_t i = 0; i < plans[v].games; i++) {
            const struct simulate_game *game = &results[v][i];

            sums[0][v] += game->turns;
            sums[1][v] += game->actions;
            sums[2][v] += game->tiles;
            sums[3][v] += game->discarded;
        }
    for (size_t l = 0; l < 4; l++)
        line_put(&c->lengths, labels[l], sums[l][0] / (double)plans[0].games,
                 sums[l][1] / (double)plans[1].games);
}

static void
points(const struct simulate_plan *plan, size_t side, struct comparison *c)
{
    const struct simulate_sums *sums = plan->sums;
    size_t kinds;
    const meepled_kind_word *words = meepled_stack_kinds(plan->stack, &kinds);
    double total = (double)sums->other;

    for (size_t k = 0; k < kinds; k++)
        total += (double)sums->points[k];
    for (size_t k = 0; k <= kinds && total > 0; k++) {
        const uint64_t value = k < kinds ? sums->points[k] : sums->other;
        struct compare_line *line =
            value > 0 ? line_of(&c->points, k < kinds ? words[k].name : "no region") : NULL;

        if (line != NULL)
            line->values[side] = 100 * (double)value / total;
    }
}

static void
figures(const struct simulate_plan *plan, size_t side, struct comparison *c)
{
    size_t kinds, count;
    const meepled_kind_word *words = meepled_stack_kinds(plan->stack, &kinds);
    const meepled_figure_word *figure_words = meepled_stack_figures(plan->stack, &count);

    for (size_t f = 0; f < count; f++)
        for (size_t k = 0; k < kinds; k++) {
            char label[COMPARE_LABEL];
            const uint64_t placed = plan->sums->figures[f][k];

            snprintf(label, sizeof label, "%.20s on %.20s", figure_words[f].name, words[k].name);
            struct compare_line *line = placed > 0 ? line_of(&c->figures, label) : NULL;
            if (line != NULL)
                line->values[side] = (double)placed / (double)plan->games;
        }
}

bool
compare(const struct simulate_plan plans[2], struct simulate_game *const results[2],
        struct comparison *out)
{
    *out = (struct comparison){
        .names = { plans[0].variant, plans[1].variant },
        .games = plans[0].games,
        .seed = plans[0].seed,
        .players = plans[0].players,
    };
    for (size_t v = 0; v < 2; v++) {
        points(&plans[v], v, out);
        figures(&plans[v], v, out);
    }
    lengths(plans, results, out);
    differences(&plans[0], results, out);
    return scores(plans, results, out);
}
