/* The engine and the plugin against the naive game, at every step of random games. */
#include "tests/support/naive.h"
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static meepled_stack *stack;
static meepled_action listed[RANDOM_ACTIONS_MAX], expected[RANDOM_ACTIONS_MAX];

/* ---- the same actions ---- */

static int
compare_actions(const void *a, const void *b)
{
    const meepled_action *l = a, *r = b;
    const int left[] = { l->type, l->tile, l->y, l->x, l->turned, l->zone, l->figure };
    const int right[] = { r->type, r->tile, r->y, r->x, r->turned, r->zone, r->figure };

    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        if (left[i] != right[i])
            return left[i] - right[i];
    }
    return 0;
}

/* Members that mean nothing for the type of the action are left out of the comparison. */
static void
plain(meepled_action *actions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        meepled_action a = { .type = actions[i].type };

        if (a.type == MEEPLED_PLACE_TILE) {
            a.tile = actions[i].tile;
            a.turned = actions[i].turned;
        } else if (a.type == MEEPLED_PLACE_FIGURE) {
            a.figure = actions[i].figure;
            a.zone = actions[i].zone;
        }
        if (a.type != MEEPLED_PASS) {
            a.x = actions[i].x;
            a.y = actions[i].y;
        }
        actions[i] = a;
    }
    qsort(actions, count, sizeof *actions, compare_actions);
}

/* An assertion of Check costs a system call; so one says it for all. */
static char difference[128];

static bool
differs(unsigned line, long found, long wanted)
{
    snprintf(difference, sizeof difference, "line %u: %ld, naively %ld", line, found, wanted);
    return false;
}

#define SAME(found, wanted)                                                                        \
    do {                                                                                           \
        if ((long)(found) != (long)(wanted))                                                       \
            return differs(__LINE__, (long)(found), (long)(wanted));                               \
    } while (0)

static bool
same_actions(const meepled_game *g, struct naive *n)
{
    const size_t count = meepled_actions(g, listed, RANDOM_ACTIONS_MAX);
    const size_t wanted = naive_actions(n, expected, RANDOM_ACTIONS_MAX);

    SAME(count, wanted);
    SAME(count <= RANDOM_ACTIONS_MAX, true);
    plain(listed, count);
    plain(expected, count);
    for (size_t i = 0; i < count; i++)
        SAME(compare_actions(&listed[i], &expected[i]), 0);
    return true;
}

/* ---- the same table ---- */

static bool
same_region(const meepled_game *g, const struct naive *n, uint16_t id, int label, bool system)
{
    const meepled_region r = meepled_region_get(g, id);
    const struct naive_region wanted = naive_region_of(n, label, system);
    const uint8_t attributes[] = { n->fish, n->gold, n->deer, n->tiger };

    SAME(r.zones, wanted.zones);
    SAME(r.tiles, wanted.tiles);
    SAME(r.closed, wanted.open == 0);
    SAME(r.open, wanted.open);
    SAME(r.system, system);
    if (!system)
        SAME(r.kind, wanted.kind);
    for (size_t i = 0; i < sizeof attributes; i++)
        SAME(meepled_region_sum(g, id, attributes[i]), naive_sum(n, label, system, attributes[i]));
    return true;
}

/* Regions of the engine and labels of the fill name the same sets (C-ALL-10). */
static bool
same_regions(const meepled_game *g, const struct naive *n, bool system)
{
    static int label_of[MEEPLED_SYSTEM];
    static uint16_t id_of[2 * NAIVE_TILES_MAX * MEEPLED_ZONES_MAX + 1];

    memset(label_of, 0, sizeof label_of);
    memset(id_of, 0xff, sizeof id_of);
    for (uint16_t slot = 0; slot < n->laid; slot++) {
        SAME(meepled_zone_count(g, slot), naive_zones(n, slot));
        for (uint8_t i = 0; i < naive_zones(n, slot); i++) {
            const uint16_t zone = (uint16_t)(meepled_zone_first(g, slot) + i);
            const int label = system ? n->system[slot][i] : n->region[slot][i];
            const uint16_t id = system ? meepled_system_of(g, zone) : meepled_region_of(g, zone);
            int *known = &label_of[id & ~MEEPLED_SYSTEM];

            SAME((id & MEEPLED_SYSTEM) != 0, system);
            if (*known == 0) {
                *known = label;
                SAME(id_of[label], MEEPLED_NONE);
                id_of[label] = id;
                if (!same_region(g, n, id, label, system))
                    return false;
            }
            SAME(*known, label);
        }
    }
    return true;
}

static bool
same_figures(const meepled_game *g, const struct naive *n)
{
    SAME(meepled_figure_count(g), n->standing);
    for (size_t i = 0; i < n->standing; i++) {
        const struct naive_figure *f = &n->figures[i];
        const uint16_t zone = (uint16_t)(meepled_zone_first(g, f->at) + f->zone);
        bool found = false;

        for (uint16_t j = 0; j < meepled_figure_count(g); j++) {
            const meepled_figure other = meepled_figure_get(g, j);
            found |= other.player == f->player && other.kind == f->kind && other.zone == zone;
        }
        SAME(found, true);
    }
    return true;
}

static bool
same_table(const meepled_game *g, const struct naive *n)
{
    SAME(meepled_board_count(g), n->laid);
    for (uint16_t slot = 0; slot < n->laid; slot++) {
        const meepled_place p = meepled_board_get(g, slot).place;

        SAME(p.tile, n->table[slot].tile);
        SAME(p.x, n->table[slot].x);
        SAME(p.y, n->table[slot].y);
        SAME(p.turned, 90 * n->table[slot].quarters);
    }
    return true;
}

static bool
same_all(const meepled_game *g, struct naive *n)
{
    const meepled_turn turn = meepled_turn_get(g);
    size_t count;

    SAME(turn.phase, n->phase);
    for (uint8_t p = 0; p < n->players; p++) {
        SAME(meepled_score_get(g, p), n->score[p]);
        SAME(meepled_supply(g, p, NAIVE_MEMBER), n->supply[p][NAIVE_MEMBER]);
        SAME(meepled_supply(g, p, NAIVE_HUT), n->supply[p][NAIVE_HUT]);
    }
    for (uint8_t pile = 0; pile < 2; pile++)
        SAME(meepled_pile_left(g, pile), n->piles[pile].end - n->piles[pile].next);
    const uint16_t *discarded = meepled_discarded(g, &count);
    SAME(count, n->discarded_count);
    SAME(memcmp(discarded, n->discarded, count * sizeof *discarded), 0);
    if (!same_table(g, n) || !same_figures(g, n) || !same_regions(g, n, false) ||
        !same_regions(g, n, true) || !same_actions(g, n))
        return false;
    if (n->phase == MEEPLED_OVER)
        return true;
    SAME(turn.decides, n->player);
    SAME(turn.player, n->player);
    SAME(turn.bonus, n->bonus);
    if (n->phase == MEEPLED_PLACE) {
        SAME(meepled_offered(g, &count)[0], n->offered);
        SAME(count, 1);
    }
    return true;
}

/* ---- playing ---- */

/* The printed piles shuffled; every third game piles of any tiles, short, with many misfits and
 * with bonus tiles among the others. */
static void
make_piles(struct dice *dice, struct naive_pile piles[2], bool odd)
{
    uint16_t bonus[NAIVE_TILES_MAX];
    const size_t bonus_count = random_deck(dice, stack, 1, bonus, NAIVE_TILES_MAX);

    for (uint8_t p = 0; p < 2; p++) {
        piles[p].next = 0;
        piles[p].end = random_deck(dice, stack, p, piles[p].tiles, NAIVE_TILES_MAX);
        if (!odd)
            continue;
        const size_t all = piles[p].end;
        piles[p].end = p == 0 ? 1 + dice_throw(dice, (uint32_t)all) : dice_throw(dice, 6);
        for (size_t i = 0; i < piles[p].end; i++)
            piles[p].tiles[i] =
                dice_throw(dice, 2) == 0
                    ? bonus[dice_throw(dice, (uint32_t)bonus_count)]
                    : (uint16_t)dice_throw(dice, (uint32_t)meepled_stack_tiles(stack));
    }
}

static void
play(struct dice *dice, uint8_t players, bool odd, bool compact)
{
    static struct naive n;
    struct naive_pile piles[2];
    meepled_game *g = NULL;
    meepled_error err = { "" };

    make_piles(dice, piles, odd);
    const meepled_deck decks[] = { { 0, piles[0].tiles, piles[0].end },
                                   { 1, piles[1].tiles, piles[1].end } };
    meepled_game_params params = { .players = players,
                                   .first = (uint8_t)dice_throw(dice, players),
                                   .decks = decks,
                                   .deck_count = 2 };
    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, &err), MEEPLED_OK);
    naive_start(&n, stack, players, params.first, piles);
    ck_assert_msg(same_all(g, &n), "at the start: %s", difference);
    for (unsigned step = 0; n.phase != MEEPLED_OVER; step++) {
        if (step == RANDOM_STEPS_MAX)
            ck_abort_msg("the game does not end");
        const size_t count = meepled_actions(g, listed, RANDOM_ACTIONS_MAX);
        const meepled_action action = listed[random_choice(dice, g, listed, count, compact)];

        if (meepled_apply(g, n.player, &action, NULL, NULL, &err) != MEEPLED_OK)
            ck_abort_msg("step %u: %s", step, err.text);
        naive_apply(&n, &action);
        if (!same_all(g, &n))
            ck_abort_msg("step %u: %s", step, difference);
    }
    meepled_game_free(g);
}

/* HG-20, HG-21, HG-22, HG-23, HG-24, HG-31 and all that follows from them (C-ALL-10). */
START_TEST(engine_agrees_with_a_naive_game_at_every_step)
{
    const unsigned games = (random_games(32) + 3) / 4; /* of each number of players */
    struct dice dice = { (uint64_t)_i };

    for (unsigned i = 0; i < games; i++)
        play(&dice, (uint8_t)_i, i % 3 == 2, i / 3 % 2 == 0);
}
END_TEST

int
main(void)
{
    static const meepled_plugin *const plugins[] = { &plugin_hunters_gatherers };
    Suite *suite = suite_create("naive");
    TCase *games = tcase_create("games");

    stack = position_stack(plugins, 1, "hunters-gatherers");
    tcase_set_timeout(games, 0);
    tcase_add_loop_test(games, engine_agrees_with_a_naive_game_at_every_step, 2, 6);
    suite_add_tcase(suite, games);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    meepled_stack_unref(stack);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
