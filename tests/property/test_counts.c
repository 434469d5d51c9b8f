/* How many sequences of actions there are to depth n from positions with a name: a change of any
 * rule of placing, drawing, deploying or ending shows in one of these numbers.  They are kept in
 * tests/cases/counts. */
#include "tests/support/naive.h"
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 64, LINE_MAX_BYTES = 512, DEPTH_MAX = 6, DECK_MAX = 16, NAIVE_DEPTH = 3 };

static char lines[LINES_MAX][LINE_MAX_BYTES];
static unsigned line_count;
/* What the lines call variants: a shipped base with its settings. */
enum { HUNTERS, SKELETON, DISCOVERERS, HANDS, CARCASSONNE, RIVER, TRADERS, STACKS };
static const char *const names[STACKS] = { "hunters-gatherers",  "skeleton",    "discoverers",
                                           "discoverers-hand-2", "carcassonne", "carcassonne-river",
                                           "traders-builders" };
static meepled_stack *stacks[STACKS];

/* ---- counting ---- */

static uint64_t
count_sequences(const meepled_game *g, unsigned depth)
{
    static meepled_action all[DEPTH_MAX][RANDOM_ACTIONS_MAX];
    meepled_action *actions = all[depth - 1];
    const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);
    uint64_t sequences = 0;

    if (depth == 1)
        return count;
    meepled_game *next = meepled_game_clone(g);
    for (size_t i = 0; i < count; i++) {
        meepled_game_copy(next, g);
        if (meepled_apply(next, meepled_turn_get(g).decides, &actions[i], NULL, NULL, NULL) !=
            MEEPLED_OK)
            ck_abort_msg("a listed action was refused");
        sequences += count_sequences(next, depth - 1);
    }
    meepled_game_free(next);
    return sequences;
}

/* The same by the naive game, which is too slow to go deep. */
static uint64_t
count_naively(const struct naive *n, unsigned depth)
{
    struct naive *next = malloc(sizeof *next);
    meepled_action *actions = malloc(RANDOM_ACTIONS_MAX * sizeof *actions);
    uint64_t sequences = 0;

    ck_assert(next != NULL && actions != NULL);
    *next = *n;
    const size_t count = naive_actions(next, actions, RANDOM_ACTIONS_MAX);
    for (size_t i = 0; i < count && depth > 1; i++) {
        *next = *n;
        naive_apply(next, &actions[i]);
        sequences += count_naively(next, depth - 1);
    }
    free(actions);
    free(next);
    return depth > 1 ? sequences : count;
}

/* ---- positions ---- */

/* "main=HG-01,HG-02" to a deck; false when it is none. */
static bool
read_deck(const meepled_stack *stack, char *word, meepled_deck *deck, uint16_t *tiles)
{
    char *equals = strchr(word, '='), *save = NULL;
    size_t piles;
    const meepled_pile_word *words = meepled_stack_piles(stack, &piles);

    if (equals == NULL)
        return false;
    *equals = '\0';
    *deck = (meepled_deck){ .tiles = tiles };
    while (deck->pile < piles && strcmp(words[deck->pile].name, word) != 0)
        deck->pile++;
    for (char *id = strtok_r(equals + 1, ",", &save); id != NULL && deck->count < DECK_MAX;
         id = strtok_r(NULL, ",", &save)) {
        tiles[deck->count] = meepled_stack_tile_find(stack, id);
        ck_assert_msg(tiles[deck->count++] != MEEPLED_NONE, "no tile %s", id);
    }
    return true;
}

static uint64_t
naively(const meepled_game_params *params, const meepled_deck decks[2], unsigned depth)
{
    static struct naive n;
    struct naive_pile piles[2] = { 0 };

    for (size_t i = 0; i < params->deck_count; i++) {
        piles[decks[i].pile].end = decks[i].count;
        memcpy(piles[decks[i].pile].tiles, decks[i].tiles, decks[i].count * sizeof *decks[i].tiles);
    }
    naive_start(&n, stacks[HUNTERS], params->players, 0, piles);
    return count_naively(&n, depth);
}

/* HG-12, HG-13, HG-15, HG-17, HG-18, HG-19, DI-11, DI-12, DI-15, DI-55, DI-57, CB-11, CB-13, CB-16,
 * CB-26, RI-9, RI-10, TB-19, TB-30, TB-35: every legal sequence is counted. */
START_TEST(counts_of_sequences_are_the_kept_ones)
{
    char line[LINE_MAX_BYTES], *save = NULL;
    meepled_deck decks[2];
    uint16_t tiles[2][DECK_MAX];
    meepled_game_params params = { .decks = decks };
    meepled_game *g = NULL;
    meepled_error err = { "" };

    memcpy(line, lines[_i], sizeof line);
    const char *name = strtok_r(line, " \n", &save);
    const char *variant = strtok_r(NULL, " \n", &save);
    meepled_stack *stack = NULL;
    for (size_t i = 0; i < STACKS; i++)
        stack = strcmp(variant, names[i]) == 0 ? stacks[i] : stack;
    ck_assert_msg(stack != NULL, "no variant %s", variant);
    params.players = (uint8_t)atoi(strtok_r(NULL, " \n", &save));
    for (char *word; (word = strtok_r(NULL, " \n", &save)) != NULL && params.deck_count < 2;) {
        if (strcmp(word, ":") == 0)
            break;
        ck_assert(read_deck(stack, word, &decks[params.deck_count], tiles[params.deck_count]));
        params.deck_count++;
    }
    ck_assert_msg(meepled_game_new(stack, &params, NULL, &g, &err) == MEEPLED_OK, "%s: %s", name,
                  err.text);
    unsigned depth = 0;
    for (char *word; (word = strtok_r(NULL, " \n", &save)) != NULL && depth < DEPTH_MAX;) {
        if (strcmp(word, ":") == 0)
            continue;
        const uint64_t found = count_sequences(g, ++depth);
        ck_assert_msg(found == strtoull(word, NULL, 10), "%s: %llu sequences to depth %u, not %s",
                      name, (unsigned long long)found, depth, word);
        if (stack == stacks[HUNTERS] && depth <= NAIVE_DEPTH)
            ck_assert_uint_eq(naively(&params, decks, depth), found);
    }
    ck_assert_uint_gt(depth, 0);
    meepled_game_free(g);
}
END_TEST

static void
read_lines(const char *path)
{
    FILE *file = fopen(path, "r");

    while (file != NULL && line_count < LINES_MAX &&
           fgets(lines[line_count], LINE_MAX_BYTES, file) != NULL) {
        if (lines[line_count][0] != '#' && lines[line_count][0] != '\n')
            line_count++;
    }
    if (file != NULL)
        fclose(file);
}

int
main(void)
{
    static const meepled_plugin *const plugins[] = { &plugin_hunters_gatherers, &plugin_skeleton,
                                                     &plugin_discoverers };
    static const struct stack_setting hand = { .name = "hand", .value = "2" };
    Suite *suite = suite_create("counts");
    TCase *counts = tcase_create("counts");

    read_lines("tests/cases/counts");
    stacks[HUNTERS] = position_stack(&plugins[0], 1, "hunters-gatherers");
    stacks[SKELETON] = position_stack(&plugins[1], 1, "skeleton");
    stacks[DISCOVERERS] = position_stack(&plugins[2], 1, "discoverers");
    stacks[HANDS] = position_stack_set(&plugins[2], 1, "discoverers", &hand, 1);
    for (size_t i = CARCASSONNE; i < STACKS; i++)
        stacks[i] = position_variant(names[i], NULL, 0);
    tcase_set_timeout(counts, 0);
    tcase_add_loop_test(counts, counts_of_sequences_are_the_kept_ones, 0, (int)line_count);
    suite_add_tcase(suite, counts);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner) + (line_count == 0);
    srunner_free(runner);
    for (size_t i = 0; i < STACKS; i++)
        meepled_stack_unref(stacks[i]);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
