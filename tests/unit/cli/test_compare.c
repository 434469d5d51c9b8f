/* Two variants side by side: the numbers are right, the output is the same every time. */
#include "cli/compare.c"
#include "cli/simulate_report.c"

#include <check.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

static char output[1 << 17], other[1 << 17], svg_path[64];

static const char *
build(void)
{
    const char *named = getenv("MEEPLED_BUILD");

    return named != NULL ? named : "build";
}

/* `meeplectl simulate ARGUMENTS`, its standard output to `out`; the exit status. */
static int
simulate(char *out, const char *arguments)
{
    char command[1024];

    snprintf(command, sizeof command, "%s/meeplectl simulate %s 2>/dev/null", build(), arguments);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    out[fread(out, 1, sizeof output - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Of the line "group,measure,A,B". */
static void
csv_values(const char *line, double *a, double *b)
{
    const char *const at = strstr(output, line);

    ck_assert_msg(at != NULL, "no \"%s\" in:\n%s", line, output);
    ck_assert_int_eq(sscanf(at + strlen(line), ",%lf,%lf", a, b), 2);
}

START_TEST(numbers_are_those_of_the_games)
{
    enum { GAMES = 4 };
    struct simulate_game games[2][GAMES] = {
        { { .scores = { 10, 20 }, .turns = 10 },
          { .scores = { 30, 40 }, .turns = 12 },
          { .scores = { 10, 10 }, .turns = 14 },
          { .scores = { 0, 0 }, .turns = 16 } },
        { { .scores = { 11, 21 }, .turns = 11 },
          { .scores = { 33, 43 }, .turns = 13 },
          { .scores = { 11, 11 }, .turns = 15 },
          { .scores = { 3, 3 }, .turns = 17 } },
    };
    const struct simulate_plan plans[2] = {
        { .variant = "a", .players = 2, .games = GAMES, .seed = 1 },
        { .variant = "b", .players = 2, .games = GAMES, .seed = 1 },
    };
    struct simulate_game *const results[2] = { games[0], games[1] };
    struct comparison c = { .names = { "a", "b" } };

    differences(&plans[0], results, &c);
    lengths(plans, results, &c);
    ck_assert(scores(plans, results, &c));
    ck_assert_double_eq_tol(c.difference, 2, 1e-9); /* 1, 3, 1, 3 */
    ck_assert_double_eq_tol(c.error, sqrt(4.0 / 3 / 4), 1e-9);
    ck_assert_str_eq(c.scores.list[0].label, "mean");
    ck_assert_double_eq_tol(c.scores.list[0].values[0], 15, 1e-9);
    ck_assert_double_eq_tol(c.scores.list[0].values[1], 17, 1e-9);
    ck_assert_double_eq_tol(c.lengths.list[0].values[0], 13, 1e-9);
    ck_assert_double_eq_tol(c.lengths.list[0].values[1], 14, 1e-9);
    for (size_t v = 0; v < 2; v++) {
        double sum = 0;

        for (size_t b = 0; b < c.bins; b++)
            sum += c.shares[v][b];
        ck_assert_double_eq_tol(sum, 100, 1e-9);
    }
    for (size_t l = 0; l < c.scores.count; l++)
        if (strcmp(c.scores.list[l].label, "winner's lead, mean") == 0)
            ck_assert_double_eq_tol(c.scores.list[l].values[0], 5, 1e-9); /* 10, 10, 0, 0 */
}
END_TEST

START_TEST(bins_hold_every_score)
{
    static const int32_t ranges[][2] = { { 0, 0 },   { 0, 1 },     { 3, 200 },
                                         { 0, 999 }, { 50, 5000 }, { 0, 1000000 } };

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        struct comparison c = { .bins = 0 };
        const int32_t values[] = { ranges[i][0], ranges[i][1] };

        bins_choose(&c, values[0], values[1]);
        ck_assert_uint_ge(c.bins, 1);
        ck_assert_uint_le(c.bins, COMPARE_BINS);
        ck_assert_int_le(c.bin_first, values[0]);
        bins_fill(&c, 0, values, 2);
        ck_assert_double_gt(c.shares[0][0], 0);
        ck_assert_double_gt(c.shares[0][c.bins - 1], 0);
    }
}
END_TEST

START_TEST(a_variant_does_not_differ_from_itself)
{
    double a, b;

    ck_assert_int_eq(simulate(output, "--compare skeleton skeleton --games 50 --csv"), 0);
    csv_values("run,change of a score", &a, &b);
    ck_assert_double_eq_tol(b, 0, 1e-9);
    csv_values("score,mean", &a, &b);
    ck_assert_double_gt(a, 0);
    ck_assert_double_eq_tol(a, b, 1e-9);
    csv_values("percent of points,path", &a, &b);
    ck_assert_double_eq_tol(a, 100, 1e-3);
    csv_values("figures placed,walker on path", &a, &b);
    ck_assert_double_gt(a, 1);
}
END_TEST

/* The picture that was written, new. */
static char *
picture(void)
{
    FILE *file = fopen(svg_path, "r");
    char *text = NULL;
    size_t size = 0;

    ck_assert_ptr_nonnull(file);
    ck_assert_int_gt(getdelim(&text, &size, '\0', file), 0);
    fclose(file);
    return text;
}

START_TEST(threads_change_nothing_in_table_and_picture)
{
    char call[300], *pictures[2];

    for (int i = 0; i < 2; i++) {
        snprintf(call, sizeof call,
                 "--compare carcassonne traders-builders --games 60 --threads %d --svg %s",
                 1 + 2 * i, svg_path);
        ck_assert_int_eq(simulate(i ? other : output, call), 0);
        pictures[i] = picture();
    }
    ck_assert_str_eq(output, other);
    ck_assert_ptr_nonnull(strstr(output, "percent of all points from"));
    ck_assert_ptr_nonnull(strstr(output, "builder on "));
    ck_assert_str_eq(pictures[0], pictures[1]);
    ck_assert_int_eq(strncmp(pictures[0], "<svg ", 5), 0);
    ck_assert_ptr_nonnull(strstr(pictures[0], ">traders-builders</tspan>"));
    ck_assert_str_eq(pictures[0] + strlen(pictures[0]) - 7, "</svg>\n");
    ck_assert_ptr_null(strstr(pictures[0], "nan"));
    free(pictures[0]);
    free(pictures[1]);
}
END_TEST

START_TEST(wrong_calls_are_told)
{
    ck_assert_int_eq(simulate(output, "--compare skeleton"), 64);
    ck_assert_int_eq(simulate(output, "skeleton skeleton"), 64);
    ck_assert_int_eq(simulate(output, "skeleton --svg x.svg"), 64);
    ck_assert_int_eq(simulate(output, "--compare skeleton nowhere"), 64);
    ck_assert_int_eq(simulate(output, "--compare skeleton carcassonne --players 5"), 64);
    ck_assert_int_eq(
        simulate(output, "--compare skeleton skeleton --games 2 --svg /none/of/it.svg"), 64);
}
END_TEST

static void
set_up(void)
{
    snprintf(svg_path, sizeof svg_path, "/tmp/meepled-compare-%d.svg", (int)getpid());
}

static void
tear_down(void)
{
    unlink(svg_path);
}

int
main(void)
{
    TCase *tcase = tcase_create("compare");
    Suite *suite = suite_create("compare");

    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, numbers_are_those_of_the_games);
    tcase_add_test(tcase, bins_hold_every_score);
    tcase_add_test(tcase, a_variant_does_not_differ_from_itself);
    tcase_add_test(tcase, threads_change_nothing_in_table_and_picture);
    tcase_add_test(tcase, wrong_calls_are_told);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
