/* Both ends of a pile, hands, and offers from a hand. */
#include "game/state.h"
#include "tests/support/workshop.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 16 };

static meepled_game *g;
static meepled_event list[EVENTS];
static meepled_events events;

static void
setup(void)
{
    g = workshop_position();
    events = (meepled_events){ .list = list, .cap = EVENTS };
    g->events = &events;
}

static void
teardown(void)
{
    g->events = NULL;
    workshop_free(g);
}

/* Give tiles into a hand by way of the pile. */
static void
give(uint8_t player, const uint16_t *tiles, size_t count)
{
    pile_fill(g, 0, tiles, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(meepled_hand_add(g, player, meepled_draw(g, 0)), MEEPLED_OK);
}

START_TEST(a_pile_can_be_drawn_from_its_end)
{
    const uint16_t tiles[] = { 3, 1, 2 };
    size_t count;

    pile_fill(g, 0, tiles, 3);
    ck_assert_uint_eq(meepled_draw_last(g, 0), 2);
    ck_assert_uint_eq(g->s->loose, 1);
    ck_assert_uint_eq(meepled_pile_left(g, 0), 2);
    ck_assert_uint_eq(meepled_draw(g, 0), 3);
    ck_assert_uint_eq(meepled_pile_secret(g, 0, &count)[0], 1);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(meepled_draw_last(g, 0), 1);
    ck_assert_uint_eq(meepled_draw_last(g, 0), MEEPLED_NONE);
    ck_assert_uint_eq(meepled_draw(g, 0), MEEPLED_NONE);
    ck_assert_uint_eq(meepled_draw_last(g, MEEPLED_PILES_MAX), MEEPLED_NONE);
}
END_TEST

START_TEST(the_pile_as_it_was_dealt_has_what_was_drawn_from_both_ends)
{
    const uint16_t tiles[] = { 3, 1, 2, 4 };
    size_t count;

    pile_fill(g, 0, tiles, 4);
    (void)meepled_draw(g, 0);
    (void)meepled_draw_last(g, 0);
    ck_assert_mem_eq(meepled_pile_dealt(g, 0, &count), tiles, sizeof tiles);
    ck_assert_uint_eq(count, 4);
    /* What is put back under the pile is dealt after what is left. */
    ck_assert_int_eq(meepled_pile_return(g, 0, 3), MEEPLED_OK);
    const uint16_t *dealt = meepled_pile_dealt(g, 0, &count);
    ck_assert_uint_eq(count, 4);
    ck_assert_uint_eq(dealt[2], 2);
    ck_assert_uint_eq(dealt[3], 3);
}
END_TEST

START_TEST(a_tile_taken_in_hand_is_told)
{
    const uint16_t tiles[] = { 4 };

    give(1, tiles, 1);
    ck_assert_uint_eq(events.count, 1);
    ck_assert_uint_eq(list[0].type, MEEPLED_TILE_TAKEN);
    ck_assert_str_eq(meepled_event_name(list[0].type), "tile-taken");
    ck_assert_uint_eq(list[0].player, 1);
    ck_assert_uint_eq(list[0].place.tile, 4);
}
END_TEST

START_TEST(an_offered_tile_stays_in_the_hand_until_it_is_placed)
{
    const uint16_t tiles[] = { 4, 5, 4 };
    size_t count;

    give(0, tiles, 3);
    ck_assert_int_eq(meepled_offer_held(g, 4), MEEPLED_OK);
    ck_assert_int_eq(meepled_offer_held(g, 5), MEEPLED_OK);
    (void)meepled_offered(g, &count);
    ck_assert_uint_eq(count, 2);
    (void)meepled_hand(g, 0, &count);
    ck_assert_uint_eq(count, 3);
    ck_assert(offer_place(g, 4));
    (void)meepled_offered(g, &count);
    ck_assert_uint_eq(count, 0);
    const uint16_t *hand = meepled_hand(g, 0, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(hand[0], 5);
    ck_assert_uint_eq(hand[1], 4);
    ck_assert_uint_eq(g->s->loose, 0);
    ck_assert(!g->s->offer_held);
}
END_TEST

START_TEST(an_offer_withdrawn_leaves_the_tile_in_the_hand)
{
    const uint16_t tiles[] = { 4, 5 };
    size_t count;

    give(0, tiles, 2);
    ck_assert_int_eq(meepled_offer_held(g, 5), MEEPLED_OK);
    ck_assert_int_eq(meepled_offer_withdraw(g, 5), MEEPLED_OK);
    (void)meepled_hand(g, 0, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(g->s->loose, 0);
    pile_fill(g, 0, tiles, 1); /* and drawn tiles may be offered again */
    ck_assert_int_eq(meepled_offer_tile(g, meepled_draw(g, 0)), MEEPLED_OK);
}
END_TEST

START_TEST(only_the_hand_of_the_player_on_turn_is_offered_each_tile_once)
{
    const uint16_t mine[] = { 4 }, others[] = { 5 };

    give(0, mine, 1);
    give(1, others, 1);
    ck_assert_int_eq(meepled_offer_held(g, 5), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_offer_held(g, 4), MEEPLED_OK);
    ck_assert_int_eq(meepled_offer_held(g, 4), MEEPLED_EBROKEN);
}
END_TEST

START_TEST(held_and_drawn_tiles_are_not_offered_together)
{
    const uint16_t hand[] = { 4 }, pile[] = { 5 };

    give(0, hand, 1);
    pile_fill(g, 0, pile, 1);
    ck_assert_int_eq(meepled_offer_held(g, 4), MEEPLED_OK);
    const uint16_t drawn = meepled_draw(g, 0);
    ck_assert_int_eq(meepled_offer_tile(g, drawn), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_hand_remove(g, 0, 4), MEEPLED_EBROKEN);
    ck_assert_int_eq(meepled_offer_withdraw(g, 4), MEEPLED_OK);
    ck_assert_int_eq(meepled_offer_tile(g, drawn), MEEPLED_OK);
    ck_assert_int_eq(meepled_offer_held(g, 4), MEEPLED_EBROKEN);
}
END_TEST

START_TEST(an_offer_of_held_tiles_is_another_state_than_one_of_drawn_tiles)
{
    const uint16_t tiles[] = { 4 };
    uint8_t held[MEEPLED_DIGEST], drawn[MEEPLED_DIGEST];

    give(0, tiles, 1);
    ck_assert_int_eq(meepled_offer_held(g, 4), MEEPLED_OK);
    meepled_digest(g, held);
    g->s->offer_held = false;
    meepled_digest(g, drawn);
    ck_assert_mem_ne(held, drawn, sizeof held);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("piles");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_pile_can_be_drawn_from_its_end);
    tcase_add_test(c, the_pile_as_it_was_dealt_has_what_was_drawn_from_both_ends);
    tcase_add_test(c, a_tile_taken_in_hand_is_told);
    tcase_add_test(c, an_offered_tile_stays_in_the_hand_until_it_is_placed);
    tcase_add_test(c, an_offer_withdrawn_leaves_the_tile_in_the_hand);
    tcase_add_test(c, only_the_hand_of_the_player_on_turn_is_offered_each_tile_once);
    tcase_add_test(c, held_and_drawn_tiles_are_not_offered_together);
    tcase_add_test(c, an_offer_of_held_tiles_is_another_state_than_one_of_drawn_tiles);
    Suite *s = suite_create("piles");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
