/* What comes out of many random games: a table for people, or one line a game. */
#include "cli/simulate.h"

#include <stdlib.h>
#include <string.h>

static int
by_value(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

    return (x > y) - (x < y);
}

struct simulate_spread
simulate_spread(int32_t *values, uint64_t count)
{
    const uint64_t low = (count - 1) / 2, high = count / 2; /* one place, or two */
    double sum = 0;

    qsort(values, count, sizeof *values, by_value);
    for (uint64_t i = 0; i < count; i++)
        sum += values[i];
    return (struct simulate_spread){
        .min = values[0],
        .median = ((double)values[low] + (double)values[high]) / 2,
        .mean = sum / (double)count,
        .max = values[count - 1],
    };
}

static void
print_spread(FILE *out, const char *what, struct simulate_spread s)
{
    fprintf(out, "%-12s %8.0f %8.1f %8.1f %8.0f", what, s.min, s.median, s.mean, s.max);
}

uint8_t
simulate_winners(const struct simulate_game *game, uint8_t players, int32_t *best)
{
    uint8_t count = 0;

    *best = game->scores[0];
    for (uint8_t p = 1; p < players; p++)
        *best = game->scores[p] > *best ? game->scores[p] : *best;
    for (uint8_t p = 0; p < players; p++)
        count = (uint8_t)(count + (game->scores[p] == *best));
    return count;
}

/* Share of the games a seat won, in percent; a shared win counts in parts. */
static double
win_share(const struct simulate_plan *plan, const struct simulate_game *results, uint8_t seat)
{
    double won = 0;

    for (uint64_t i = 0; i < plan->games; i++) {
        int32_t best;
        const uint8_t count = simulate_winners(&results[i], plan->players, &best);

        if (results[i].scores[seat] == best)
            won += 1.0 / count;
    }
    return 100 * won / (double)plan->games;
}

meepled_status
simulate_table(FILE *out, const struct simulate_plan *plan, const struct simulate_game *results)
{
    static const struct {
        const char *name;
        size_t at;
    } lengths[] = {
        { "actions", offsetof(struct simulate_game, actions) },
        { "turns", offsetof(struct simulate_game, turns) },
        { "tiles laid", offsetof(struct simulate_game, tiles) },
        { "discarded", offsetof(struct simulate_game, discarded) },
    };
    int32_t *values = malloc(plan->games * sizeof *values);

    if (values == NULL)
        return MEEPLED_ENOMEM;
    fprintf(out, "%s: %llu random games of %d players, seeds %llu to %llu\n\n", plan->variant,
            (unsigned long long)plan->games, plan->players, (unsigned long long)plan->seed,
            (unsigned long long)(plan->seed + plan->games - 1));
    fprintf(out, "%-12s %8s %8s %8s %8s %8s\n", "score", "min", "median", "mean", "max", "won");
    for (uint8_t p = 0; p < plan->players; p++) {
        char seat[16];

        for (uint64_t i = 0; i < plan->games; i++)
            values[i] = results[i].scores[p];
        snprintf(seat, sizeof seat, "seat %d", p);
        print_spread(out, seat, simulate_spread(values, plan->games));
        fprintf(out, " %6.1f %%\n", win_share(plan, results, p));
    }
    for (uint64_t i = 0; i < plan->games; i++)
        simulate_winners(&results[i], plan->players, &values[i]);
    print_spread(out, "winner", simulate_spread(values, plan->games));
    fprintf(out, "\n\n%-12s %8s %8s %8s %8s\n", "length", "min", "median", "mean", "max");
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        for (uint64_t i = 0; i < plan->games; i++) {
            uint16_t value;

            memcpy(&value, (const char *)&results[i] + lengths[l].at, sizeof value);
            values[i] = value;
        }
        print_spread(out, lengths[l].name, simulate_spread(values, plan->games));
        fputc('\n', out);
    }
    free(values);
    return MEEPLED_OK;
}

void
simulate_csv(FILE *out, const struct simulate_plan *plan, const struct simulate_game *results)
{
    fputs("seed,players,actions,turns,tiles,discarded", out);
    for (uint8_t p = 0; p < plan->players; p++)
        fprintf(out, ",score_%d", p);
    fputc('\n', out);
    for (uint64_t i = 0; i < plan->games; i++) {
        const struct simulate_game *game = &results[i];

        fprintf(out, "%llu,%d,%d,%d,%d,%d", (unsigned long long)(plan->seed + i), plan->players,
                game->actions, game->turns, game->tiles, game->discarded);
        for (uint8_t p = 0; p < plan->players; p++)
            fprintf(out, ",%ld", (long)game->scores[p]);
        fputc('\n', out);
    }
}
