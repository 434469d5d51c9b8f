/* Two variants side by side, as a table for people and as CSV. */
#include "cli/compare.h"

#include <math.h>

static void
print_lines(FILE *out, const struct comparison *c, const char *title,
            const struct compare_lines *lines)
{
    fprintf(out, "\n%-28.28s %20.20s %20.20s %10s\n", title, c->names[0], c->names[1], "change");
    for (size_t i = 0; i < lines->count; i++) {
        const struct compare_line *line = &lines->list[i];

        const double change = line->values[1] - line->values[0];

        fprintf(out, "  %-26.26s %20.1f %20.1f %+10.1f\n", line->label, line->values[0],
                line->values[1], fabs(change) < 0.05 ? 0.0 : change);
    }
}

/* One bin: "  40-44 ||||||  ::::::". */
static void
print_bin(FILE *out, const struct comparison *c, size_t bin, double most)
{
    enum { WIDTH = 28 };
    static const char *const bars[2] = { "############################",
                                         "============================" };
    char range[24];
    const int32_t from = c->bin_first + (int32_t)bin * c->bin_width;

    if (c->bin_width == 1)
        snprintf(range, sizeof range, "%ld", (long)from);
    else
        snprintf(range, sizeof range, "%ld-%ld", (long)from, (long)from + c->bin_width - 1);
    fprintf(out, "  %-10s", range);
    for (size_t v = 0; v < 2; v++)
        fprintf(out, " %5.1f %% %-*.*s", c->shares[v][bin], v == 0 ? WIDTH : 0,
                (int)(WIDTH * c->shares[v][bin] / most + 0.5), bars[v]);
    fputc('\n', out);
}

void
compare_table(FILE *out, const struct comparison *c)
{
    double most = 1e-9;

    fprintf(out, "%s and %s: %llu random games each, %d players, the same seeds %llu to %llu\n",
            c->names[0], c->names[1], (unsigned long long)c->games, c->players,
            (unsigned long long)c->seed, (unsigned long long)(c->seed + c->games - 1));
    fprintf(out, "a score changes by %+.2f +- %.2f points (mean and its standard error)\n",
            c->difference, c->error);
    print_lines(out, c, "score", &c->scores);
    print_lines(out, c, "length of a game, means", &c->lengths);
    print_lines(out, c, "percent of all points from", &c->points);
    print_lines(out, c, "figures placed in a game", &c->figures);
    for (size_t v = 0; v < 2; v++)
        for (size_t b = 0; b < c->bins; b++)
            most = c->shares[v][b] > most ? c->shares[v][b] : most;
    fprintf(out, "\nscores, # %s, = %s\n", c->names[0], c->names[1]);
    for (size_t b = 0; b < c->bins; b++)
        print_bin(out, c, b, most);
}

static void
csv_lines(FILE *out, const char *group, const struct compare_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        fprintf(out, "%s,%s,%.4f,%.4f\n", group, lines->list[i].label, lines->list[i].values[0],
                lines->list[i].values[1]);
}

void
compare_csv(FILE *out, const struct comparison *c)
{
    fprintf(out, "group,measure,%s,%s\n", c->names[0], c->names[1]);
    fprintf(out, "run,games,%llu,%llu\nrun,players,%d,%d\nrun,first seed,%llu,%llu\n",
            (unsigned long long)c->games, (unsigned long long)c->games, c->players, c->players,
            (unsigned long long)c->seed, (unsigned long long)c->seed);
    fprintf(out, "run,change of a score,0,%.4f\nrun,standard error of the change,0,%.4f\n",
            c->difference, c->error);
    csv_lines(out, "score", &c->scores);
    csv_lines(out, "length", &c->lengths);
    csv_lines(out, "percent of points", &c->points);
    csv_lines(out, "figures placed", &c->figures);
    for (size_t b = 0; b < c->bins; b++)
        fprintf(out, "percent of scores from,%ld,%.4f,%.4f\n",
                (long)c->bin_first + (long)b * c->bin_width, c->shares[0][b], c->shares[1][b]);
}
