/* Two variants side by side, as a picture without a background: it stands on a light page as well
 * as on a dark one.
 *
 *     title, legend
 *     +---------------------------------------+
 *     | scores                                |
 *     +-------------------+-------------------+
 *     | points by region  | figures placed    |
 *     +-------------------+-------------------+   */
#include "cli/compare.h"

#include <math.h>

enum {
    WIDTH = 960,
    MARGIN = 56,
    TOP = 84,       /* of the scores */
    PLOT = 240,     /* height of the scores */
    BARS_TOP = 424, /* of the bars below */
    BAR_STEP = 40,  /* one label with its two bars */
    BARS_MAX = 8,   /* labels of a panel */
    PANEL = 400,    /* width of a panel */
    LABEL = 150     /* of it for the labels */
};

/* Text from names: words of the vocabulary need no escaping, but a file name might. */
static void
put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        default:
            fputc(*text, out);
        }
}

static void
put_label(FILE *out, const char *class, double x, double y, const char *anchor, const char *text)
{
    fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", class, x, y,
            anchor);
    put_text(out, text);
    fputs("</text>\n", out);
}

static void
put_head(FILE *out, const struct comparison *c, int height)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n"
            "<style>\n"
            "text { fill: #5b6470 } .title { fill: #24292f; font-size: 20px; font-weight: 600 }\n"
            ".head { fill: #24292f; font-weight: 600 } .small { font-size: 11px }\n"
            ".grid { stroke: #8c959f; stroke-opacity: .3 } .v0 { fill: #2f81f7 } .v1 { fill: "
            "#e8743b }\n"
            ".l0 { stroke: #2f81f7 } .l1 { stroke: #e8743b } .line { fill: none; stroke-width: 2.5;"
            " stroke-linejoin: round }\n"
            "@media (prefers-color-scheme: dark) {\n"
            "text { fill: #9aa4af } .title, .head { fill: #e6edf3 }\n}\n"
            "</style>\n<title>",
            WIDTH, height, WIDTH, height);
    put_text(out, c->names[0]);
    fputs(" and ", out);
    put_text(out, c->names[1]);
    fputs("</title>\n", out);
}

/* Names with their colours, how much was played, what it came to. */
static void
put_title(FILE *out, const struct comparison *c)
{
    char text[200];

    fprintf(out, "<text class=\"title\" x=\"%d\" y=\"34\"><tspan class=\"v0\">", MARGIN);
    put_text(out, c->names[0]);
    fputs("</tspan> and <tspan class=\"v1\">", out);
    put_text(out, c->names[1]);
    fputs("</tspan></text>\n", out);
    snprintf(text, sizeof text,
             "%llu random games each, %d players; a score changes by %+.2f \302\261 %.2f points, a "
             "game by %+.1f turns",
             (unsigned long long)c->games, c->players, c->difference, c->error,
             c->lengths.list[0].values[1] - c->lengths.list[0].values[0]);
    put_label(out, "", MARGIN, 58, "start", text);
}

/* ---- scores ---- */

/* The top of the scale: a multiple of four, so that its lines are whole numbers. */
static double
scale_top(const struct comparison *c)
{
    double most = 1;

    for (size_t v = 0; v < 2; v++)
        for (size_t b = 0; b < c->bins; b++)
            most = c->shares[v][b] > most ? c->shares[v][b] : most;
    return 4 * ceil(most / 4);
}

/* A step for each bin, filled faintly, outlined clearly. */
static void
put_steps(FILE *out, const struct comparison *c, size_t side, double most)
{
    const double step = (double)(WIDTH - 2 * MARGIN) / (double)c->bins;
    const double floor = TOP + PLOT;

    for (int outline = 0; outline < 2; outline++) {
        fprintf(out, "<path class=\"%s%zu%s d=\"M%d %.1f", outline ? "l" : "v", side,
                outline ? " line\"" : "\" fill-opacity=\".16\"", MARGIN, floor);
        for (size_t b = 0; b < c->bins; b++)
            fprintf(out, "V%.1fH%.1f", floor - PLOT * c->shares[side][b] / most,
                    MARGIN + step * (double)(b + 1));
        fprintf(out, "V%.1f%s\"/>\n", floor, outline ? "" : "Z");
    }
}

static void
put_scores(FILE *out, const struct comparison *c)
{
    const double most = scale_top(c);
    const double step = (double)(WIDTH - 2 * MARGIN) / (double)c->bins;
    char text[24];

    for (int line = 0; line <= 4; line++) {
        const double y = TOP + PLOT - PLOT * line / 4.0;

        fprintf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", MARGIN, y, WIDTH - MARGIN);
        snprintf(text, sizeof text, "%.0f %%", most * line / 4);
        put_label(out, "small", MARGIN - 8, y + 4, "end", text);
    }
    for (size_t v = 0; v < 2; v++)
        put_steps(out, c, v, most);
    for (size_t b = 0; b <= c->bins; b += c->bins > 12 ? 2 : 1) {
        snprintf(text, sizeof text, "%ld", (long)c->bin_first + (long)b * c->bin_width);
        put_label(out, "small", MARGIN + step * (double)b, TOP + PLOT + 18, "middle", text);
    }
    put_label(out, "head", MARGIN, TOP + PLOT + 42, "start", "Scores at the end, percent of seats");
    for (size_t v = 0; v < 2; v++) { /* the means */
        const double at = (c->scores.list[0].values[v] - c->bin_first) / c->bin_width;

        fprintf(out,
                "<path class=\"l%zu\" stroke-width=\"1.5\" stroke-dasharray=\"4 4\" d=\"M%.1f "
                "%dV%d\"><title>mean %.1f</title></path>\n",
                v, MARGIN + step * at, TOP, TOP + PLOT, c->scores.list[0].values[v]);
    }
}

/* ---- bars ---- */

static void
put_bars(FILE *out, const struct compare_lines *lines, double left, const char *title,
         const char *unit)
{
    double most = 1e-9;
    const size_t count = lines->count < BARS_MAX ? lines->count : BARS_MAX;

    put_label(out, "head", left, BARS_TOP, "start", title);
    for (size_t i = 0; i < count; i++)
        for (size_t v = 0; v < 2; v++)
            most = lines->list[i].values[v] > most ? lines->list[i].values[v] : most;
    for (size_t i = 0; i < count; i++) {
        const double y = BARS_TOP + 18 + BAR_STEP * (double)i;

        put_label(out, "", left + LABEL - 8, y + 17, "end", lines->list[i].label);
        for (size_t v = 0; v < 2; v++) {
            const double value = lines->list[i].values[v];
            const double length = (PANEL - LABEL - 60) * value / most;
            char text[32];

            fprintf(out,
                    "<rect class=\"v%zu\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"12\" "
                    "rx=\"2\"/>\n",
                    v, left + LABEL, y + 14 * (double)v, length > 1 ? length : 1.0);
            snprintf(text, sizeof text, "%.1f%s", value, unit);
            put_label(out, "small", left + LABEL + length + 6, y + 10 + 14 * (double)v, "start",
                      text);
        }
    }
}

void
compare_svg(FILE *out, const struct comparison *c)
{
    const size_t most = c->points.count > c->figures.count ? c->points.count : c->figures.count;
    const int rows = (int)(most < BARS_MAX ? most : BARS_MAX);

    put_head(out, c, BARS_TOP + 18 + BAR_STEP * rows + 16);
    put_title(out, c);
    put_scores(out, c);
    put_bars(out, &c->points, MARGIN, "Points by kind of region", " %");
    put_bars(out, &c->figures, WIDTH - MARGIN - PANEL, "Figures placed in a game", "");
    fputs("</svg>\n", out);
}
