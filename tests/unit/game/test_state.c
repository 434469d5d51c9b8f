/* The flat block: copies, digests, piles, hands, figures, and calls that cannot be meant. */
#include "game/state.h"
#include "tests/support/workshop.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static meepled_game *g;

static void
setup(void)
{
    g = workshop_position();
}

static void
teardown(void)
{
    workshop_free(g);
}

static void
digest_of(const meepled_game *game, uint8_t out[MEEPLED_DIGEST])
{
    meepled_digest(game, out);
}

static bool
same_digest(const meepled_game *a, const meepled_game *b)
{
    uint8_t x[MEEPLED_DIGEST], y[MEEPLED_DIGEST];

    digest_of(a, x);
    digest_of(b, y);
    return memcmp(x, y, sizeof x) == 0;
}

static meepled_game *
played(uint8_t seed, unsigned actions)
{
    meepled_stack *stack = workshop_new();
    const meepled_game_params params = { .players = 3, .first = MEEPLED_NONE8, .seed = { seed } };
    meepled_game *game = NULL;

    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &game, NULL), MEEPLED_OK);
    meepled_stack_unref(stack);
    workshop_play(game, seed, actions);
    return game;
}

START_TEST(a_clone_is_equal_and_goes_its_own_way)
{
    meepled_game *a = played(1, 9), *b = meepled_game_clone(a);

    ck_assert_uint_eq(a->size, b->size);
    ck_assert_mem_eq(a->block, b->block, a->size);
    ck_assert(same_digest(a, b));
    workshop_play(b, 7, 1);
    ck_assert(!same_digest(a, b));
    meepled_game_copy(a, b);
    ck_assert_mem_eq(a->block, b->block, a->size);
    workshop_play(a, 3, 4);
    workshop_play(b, 3, 4);
    ck_assert(same_digest(a, b));
    meepled_game_free(a);
    meepled_game_free(b);
}
END_TEST

START_TEST(the_same_calls_give_the_same_bytes)
{
    meepled_game *a = played(5, 1000), *b = played(5, 1000);

    ck_assert_mem_eq(a->block, b->block, a->size);
    meepled_game_free(a);
    meepled_game_free(b);
}
END_TEST

START_TEST(another_seed_gives_another_game)
{
    meepled_game *a = played(5, 0), *b = played(6, 0);

    ck_assert(!same_digest(a, b));
    meepled_game_free(a);
    meepled_game_free(b);
}
END_TEST

START_TEST(each_part_of_the_state_changes_the_digest)
{
    meepled_game *a = played(2, 12);
    struct {
        void *at;
        size_t size;
    } parts[] = {
        { &a->s->player, 1 },
        { &a->s->phase, 1 },
        { &a->s->turn, 2 },
        { &a->s->part, 1 },
        { &a->s->bonus, 1 },
        { &a->s->granted, 1 },
        { &a->s->random_at, 4 },
        { &a->s->player_states[1].score, 4 },
        { &a->s->player_states[2].supply[0], 1 },
        { &a->s->player_states[0].away[2], 1 },
        { &a->s->player_states[0].tokens[0], 2 },
        { &a->board.slots[0].tile, 2 },
        { &a->board.slots[1].x, 2 },
        { &a->board.slots[1].quarters, 1 },
        { a->layers, 1 },
        { pile_order(a, 0) + a->s->piles[0].top, 2 },
    };

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        meepled_game *before = meepled_game_clone(a);
        unsigned char *byte = parts[i].at;

        *byte ^= 1;
        ck_assert_msg(!same_digest(a, before), "part %zu", i);
        *byte ^= 1;
        ck_assert(same_digest(a, before));
        meepled_game_free(before);
    }
    meepled_game_free(a);
}
END_TEST

START_TEST(piles_are_drawn_from_the_top_and_returned_to_the_bottom)
{
    const uint16_t tiles[] = { 3, 1, 2 };

    pile_fill(g, 0, tiles, 3);
    ck_assert_uint_eq(meepled_draw(g, 0), 3);
    ck_assert_uint_eq(meepled_pile_left(g, 0), 2);
    ck_assert_int_eq(meepled_pile_return(g, 0, 3), MEEPLED_OK);
    ck_assert_uint_eq(meepled_draw(g, 0), 1);
    ck_assert_uint_eq(meepled_draw(g, 0), 2);
    ck_assert_uint_eq(meepled_draw(g, 0), 3);
    ck_assert_uint_eq(meepled_draw(g, 0), MEEPLED_NONE);
}
END_TEST

START_TEST(a_full_pile_takes_back_what_was_drawn_from_it)
{
    uint16_t tiles[BOARD_SLOTS_MAX];

    for (uint16_t i = 0; i < g->pile_cap; i++)
        tiles[i] = i % 5;
    pile_fill(g, 0, tiles, g->pile_cap);
    for (int i = 0; i < 100; i++) {
        const uint16_t tile = meepled_draw(g, 0);

        ck_assert_uint_eq(tile, (unsigned)i % g->pile_cap % 5);
        ck_assert_int_eq(meepled_pile_return(g, 0, tile), MEEPLED_OK);
        ck_assert_uint_eq(meepled_pile_left(g, 0), g->pile_cap);
    }
}
END_TEST

START_TEST(tiles_go_through_hands_and_offers_without_loss)
{
    const uint16_t tiles[] = { 4, 5 };
    size_t count;

    pile_fill(g, 0, tiles, 2);
    ck_assert_int_eq(meepled_hand_add(g, 1, meepled_draw(g, 0)), MEEPLED_OK);
    ck_assert_uint_eq(meepled_hand(g, 1, &count)[0], 4);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(meepled_hand_remove(g, 1, 4), MEEPLED_OK);
    ck_assert_int_eq(meepled_offer_tile(g, 4), MEEPLED_OK);
    ck_assert_uint_eq(g->s->loose, 0);
    ck_assert_int_eq(meepled_offer_withdraw(g, 4), MEEPLED_OK);
    ck_assert_int_eq(meepled_discard(g, 4), MEEPLED_OK);
    ck_assert_int_eq(meepled_aside(g, meepled_draw(g, 0)), MEEPLED_OK);
    ck_assert_uint_eq(meepled_discarded(g, &count)[0], 4);
    ck_assert_uint_eq(meepled_laid_aside(g, &count)[0], 5);
    ck_assert_uint_eq(g->s->loose, 0);
}
END_TEST

START_TEST(calls_that_cannot_be_meant_are_broken_and_change_nothing)
{
    meepled_game *before = meepled_game_clone(g);

    ck_assert_int_eq(meepled_discard(g, 0), MEEPLED_EBROKEN); /* not drawn */
    ck_assert_int_eq(meepled_offer_tile(g, 0), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_offer_withdraw(g, 0), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_hand_add(g, 9, 0), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_hand_remove(g, 0, 0), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_pile_return(g, 9, 0), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_figure_return(g, 0), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_figures_return(g, 0, 255), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_figure_restock(g, 0, DOG), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_companion_take(g, 0, true), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_figure_mark(g, 0, 1), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_score_add(g, 9, 1, "X"), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_score_add(g, 0, -1, "X"), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_tokens_add(g, 0, 0, -1), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_tokens_add(g, 0, 7, 1), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_ask(g, 9, 0, 0), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_ask(g, 0, 7, 0), MEEPLED_EBROKEN);
    ck_assert_mem_eq(g->block, before->block, g->size);
    meepled_game_free(before);
}
END_TEST

START_TEST(a_score_does_not_overflow)
{
    ck_assert_int_eq(meepled_score_add(g, 0, INT32_MAX, "X"), MEEPLED_OK);
    ck_assert_int_eq(meepled_score_add(g, 0, 1, "X"), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_score_get(g, 0), INT32_MAX);
}
END_TEST

START_TEST(equal_scores_share_a_rank)
{
    meepled_game *game = played(1, 0);
    const int32_t scores[] = { 5, 9, 5 };
    uint8_t ranks[MEEPLED_PLAYERS_MAX];

    for (uint8_t p = 0; p < 3; p++)
        game->s->player_states[p].score = scores[p];
    meepled_ranking(game, ranks);
    ck_assert_uint_eq(ranks[0], 2);
    ck_assert_uint_eq(ranks[1], 1);
    ck_assert_uint_eq(ranks[2], 2);
    meepled_game_free(game);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("state");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_clone_is_equal_and_goes_its_own_way);
    tcase_add_test(c, the_same_calls_give_the_same_bytes);
    tcase_add_test(c, another_seed_gives_another_game);
    tcase_add_test(c, each_part_of_the_state_changes_the_digest);
    tcase_add_test(c, piles_are_drawn_from_the_top_and_returned_to_the_bottom);
    tcase_add_test(c, a_full_pile_takes_back_what_was_drawn_from_it);
    tcase_add_test(c, tiles_go_through_hands_and_offers_without_loss);
    tcase_add_test(c, calls_that_cannot_be_meant_are_broken_and_change_nothing);
    tcase_add_test(c, a_score_does_not_overflow);
    tcase_add_test(c, equal_scores_share_a_rank);
    Suite *s = suite_create("state");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
