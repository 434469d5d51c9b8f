/* The turn machine with the made-up game: phases, completion, decisions, further parts, taking
 * back, companions, the end. */
#include "rules/position.h"
#include "rules/turn.h"
#include "tests/support/workshop.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 64 };

static meepled_game *g;
static meepled_event list[EVENTS];
static meepled_events events;

static void
setup(void)
{
    g = workshop_position();
    events = (meepled_events){ .list = list, .cap = EVENTS };
}

static void
teardown(void)
{
    workshop_free(g);
}

static void
begin(uint8_t player, const char *tile)
{
    meepled_error err;

    ck_assert_int_eq(position_turn(g, player, workshop_tile(g->stack, tile), false, &err),
                     MEEPLED_OK);
}

static void
pile(uint8_t which, const char *tile)
{
    const uint16_t index = workshop_tile(g->stack, tile);

    ck_assert_int_eq(position_pile(g, which, &index, 1, NULL), MEEPLED_OK);
}

static void
act(const char *text)
{
    const char *rule = NULL;

    events.count = 0;
    ck_assert_msg(workshop_act(g, text, &events, &rule) == MEEPLED_OK, "%s: %s", text,
                  rule ? rule : "broken");
}

static void
refused(const char *text, const char *rule)
{
    const char *why = NULL;
    meepled_game *before = meepled_game_clone(g);

    ck_assert_int_eq(workshop_act(g, text, NULL, &why), MEEPLED_EREFUSED);
    ck_assert_str_eq(why, rule);
    ck_assert_mem_eq(g->block, before->block, g->size);
    meepled_game_free(before);
}

static const meepled_event *
event(meepled_event_type type)
{
    for (size_t i = 0; i < events.count; i++)
        if (list[i].type == type)
            return &list[i];
    ck_abort_msg("no event %s", meepled_event_name((uint8_t)type));
}

static bool
offers(const char *text)
{
    meepled_action actions[256];
    char line[MEEPLED_ACTION_TEXT];
    const size_t count = meepled_actions(g, actions, 256);

    for (size_t i = 0; i < count; i++) {
        meepled_action_format(g, &actions[i], line);
        if (strcmp(line, text) == 0)
            return true;
    }
    return false;
}

START_TEST(a_turn_goes_from_place_to_figure_to_the_next_player)
{
    workshop_lay(g, "lawn", 0, 0, 0);
    pile(0, "lawn");
    begin(0, "straight");
    refused("pass", "EN-12");
    refused("figure scout 0 0 grass-1", "EN-2");
    refused("place straight 1 1 0", "EN-4");
    refused("place straight 1 0 0", "WS-SIDES");
    refused("place bend 1 0 0", "EN-3");
    act("place straight 1 0 90");
    ck_assert_int_eq(meepled_turn_get(g).phase, MEEPLED_FIGURE);
    ck_assert_int_eq(event(MEEPLED_TILE_PLACED)->place.turned, 90);
    refused("figure scout 0 0 grass-1", "EN-6");
    refused("place straight 1 -1 90", "EN-2");
    refused("choose keep", "EN-13");
    act("figure scout 1 0 path-1");
    ck_assert_int_eq(meepled_turn_get(g).phase, MEEPLED_PLACE);
    ck_assert_int_eq(meepled_turn_get(g).player, 1);
    ck_assert_uint_eq(meepled_supply(g, 0, SCOUT), 3);
    ck_assert_uint_eq(event(MEEPLED_TURN_STARTED)->player, 1);
}
END_TEST

START_TEST(nobody_else_may_act)
{
    meepled_action actions[64];
    const char *rule = NULL;

    workshop_lay(g, "lawn", 0, 0, 0);
    begin(0, "lawn");
    ck_assert_uint_gt(meepled_actions(g, actions, 64), 0);
    ck_assert_int_eq(meepled_apply(g, 1, &actions[0], NULL, &rule, NULL), MEEPLED_EREFUSED);
    ck_assert_str_eq(rule, "EN-1");
}
END_TEST

START_TEST(a_completed_region_is_scored_and_its_figures_return)
{
    workshop_lay(g, "start", 0, 0, 0);
    workshop_lay(g, "straight", 1, 0, 0);
    ck_assert_int_eq(position_figure(g, 1, SCOUT, MEEPLED_NONE8, 0, 0, 0, NULL), MEEPLED_OK);
    pile(0, "lawn");
    begin(0, "end");
    act("place end 2 0 0");
    refused("figure scout 2 0 path-1", "EN-8");
    act("pass");
    ck_assert_int_eq(meepled_score_get(g, 1), 3);
    ck_assert_int_eq(meepled_score_get(g, 0), 0);
    ck_assert_uint_eq(meepled_supply(g, 1, SCOUT), 4);
    const meepled_event *scored = event(MEEPLED_REGION_SCORED);
    ck_assert_uint_eq(scored->word, PATH);
    ck_assert_uint_eq(scored->tiles, 3);
    ck_assert_int_eq(scored->points[1], 3);
    ck_assert_uint_eq(scored->strength[1], 1);
    ck_assert_str_eq(scored->rule, "EN-16");
    ck_assert_uint_eq(event(MEEPLED_FIGURES_RETURNED)->figure_count, 1);
}
END_TEST

START_TEST(scopes_do_not_bar_each_other)
{
    workshop_lay(g, "start", 0, 0, 0);
    ck_assert_int_eq(position_figure(g, 1, RAFT, MEEPLED_NONE8, 0, 0, 1, NULL), MEEPLED_OK);
    pile(0, "lawn");
    begin(0, "straight");
    act("place straight 1 0 0");
    ck_assert(offers("figure scout 1 0 path-1"));
    ck_assert(!offers("figure raft 1 0 path-1"));
    refused("figure raft 1 0 path-1", "WS-RAFT"); /* the pond's raft, through the system */
}
END_TEST

START_TEST(a_companion_goes_only_with_its_figure_and_returns_with_it)
{
    workshop_lay(g, "edge", 0, 0, 0);
    pile(0, "lawn");
    begin(0, "edge");
    act("place edge 0 -1 180");
    refused("figure dog 0 -1 wood-1", "EN-10");
    refused("figure scout 0 -1 grass-1 with dog", "EN-10");
    ck_assert(offers("figure scout 0 -1 wood-1 with dog"));
    act("figure scout 0 -1 wood-1 with dog");
    ck_assert_int_eq(meepled_score_get(g, 0), 2);
    ck_assert_uint_eq(meepled_supply(g, 0, SCOUT), 4);
    ck_assert_uint_eq(meepled_supply(g, 0, DOG), 1);
}
END_TEST

START_TEST(a_companion_away_can_be_restocked)
{
    workshop_lay(g, "edge", 0, 0, 0);
    ck_assert_int_eq(position_figure(g, 0, SCOUT, DOG, 0, 0, 0, NULL), MEEPLED_OK);
    ck_assert_uint_eq(meepled_supply(g, 0, DOG), 0);
    ck_assert_int_eq(meepled_companion_take(g, 0, false), MEEPLED_OK);
    ck_assert_uint_eq(meepled_figures_away(g, 0, DOG), 1);
    ck_assert_uint_eq(meepled_supply(g, 0, DOG), 0);
    ck_assert_int_eq(meepled_figure_restock(g, 0, DOG), MEEPLED_OK);
    ck_assert_uint_eq(meepled_supply(g, 0, DOG), 1);
    ck_assert_uint_eq(meepled_figure_count(g), 1);
}
END_TEST

START_TEST(a_decision_is_put_to_another_player_before_the_turn_ends)
{
    workshop_lay(g, "edge", 0, 0, 0);
    workshop_lay(g, "edge", 1, -1, 270);
    pile(0, "lawn");
    pile(1, "extra");
    begin(0, "corner"); /* closes a wood with berries */
    act("place corner 0 -1 90");
    act("pass");
    ck_assert_int_eq(meepled_turn_get(g).phase, MEEPLED_DECISION);
    ck_assert_int_eq(meepled_turn_get(g).player, 0);
    ck_assert_int_eq(meepled_turn_get(g).decides, 1);
    ck_assert_uint_eq(event(MEEPLED_DECISION_OPENED)->player, 1);
    refused("pass", "EN-12");
    act("choose keep");
    ck_assert_uint_eq(meepled_tokens(g, 1, 0), 1);
    /* then the extra part of the same player, with the spare pile */
    ck_assert_int_eq(meepled_turn_get(g).player, 0);
    ck_assert_int_eq(meepled_turn_get(g).part, 2);
    ck_assert(meepled_turn_get(g).bonus);
    size_t count;
    ck_assert_str_eq(meepled_tile_id(g, meepled_offered(g, &count)[0]), "extra");
    act("place extra 0 1 0");
    act("pass");
    ck_assert_int_eq(meepled_turn_get(g).player, 1);
    ck_assert_int_eq(meepled_turn_get(g).part, 1);
    ck_assert(!meepled_turn_get(g).bonus);
}
END_TEST

START_TEST(a_granted_part_without_a_tile_lapses)
{
    workshop_lay(g, "edge", 0, 0, 0);
    workshop_lay(g, "edge", 1, -1, 270);
    pile(0, "lawn");
    begin(0, "corner");
    act("place corner 0 -1 90");
    act("pass");
    act("choose give");
    ck_assert_uint_eq(meepled_tokens(g, 0, 0), 1);
    ck_assert_int_eq(meepled_turn_get(g).player, 1);
    ck_assert_int_eq(meepled_turn_get(g).part, 1);
    const meepled_event *lapsed = event(MEEPLED_TURN_LAPSED);
    ck_assert_str_eq(meepled_event_name(lapsed->type), "turn-lapsed");
    ck_assert_uint_eq(lapsed->player, 0);
    ck_assert_uint_eq(lapsed->zones, 2);
    ck_assert(lapsed->final);
    ck_assert_uint_eq(lapsed->place.tile, MEEPLED_NONE);
}
END_TEST

START_TEST(a_figure_is_taken_back_only_in_a_later_turn)
{
    workshop_lay(g, "lawn", 0, 0, 0);
    ck_assert_int_eq(position_figure(g, 0, SCOUT, MEEPLED_NONE8, 0, 0, 0, NULL), MEEPLED_OK);
    ck_assert_int_eq(position_figure(g, 1, SCOUT, MEEPLED_NONE8, 0, 0, 0, NULL), MEEPLED_OK);
    pile(0, "lawn");
    begin(0, "lawn");
    act("place lawn 1 0 0");
    ck_assert(offers("retrieve scout 0 0 grass-1"));
    refused("retrieve scout 1 0 grass-1", "EN-11");
    act("retrieve scout 0 0 grass-1");
    ck_assert_uint_eq(meepled_supply(g, 0, SCOUT), 4);
    ck_assert_uint_eq(meepled_supply(g, 1, SCOUT), 3);
    ck_assert_int_eq(meepled_score_get(g, 0), 2);
    ck_assert_str_eq(event(MEEPLED_POINTS_SCORED)->rule, "WS-BACK");
    ck_assert_uint_eq(event(MEEPLED_FIGURE_RETRIEVED)->figures[0].player, 0);
}
END_TEST

START_TEST(a_tile_of_the_hand_is_placed_out_of_it)
{
    const uint16_t hand[] = { workshop_tile(g->stack, "lawn"), workshop_tile(g->stack, "cross") };
    size_t count;

    workshop_lay(g, "lawn", 0, 0, 0);
    pile(0, "lawn");
    begin(0, "lawn");
    ck_assert_int_eq(meepled_offer_withdraw(g, hand[0]), MEEPLED_OK);
    g->s->loose = 0;
    ck_assert_int_eq(position_hand(g, 0, hand, 2, NULL), MEEPLED_OK);
    ck_assert_int_eq(meepled_offer_held(g, hand[0]), MEEPLED_OK);
    refused("place cross 1 0 0", "EN-3");
    act("place lawn 1 0 0");
    ck_assert_uint_eq(meepled_hand(g, 0, &count)[0], hand[1]);
    ck_assert_uint_eq(count, 1);
    act("pass");
    ck_assert_int_eq(meepled_turn_get(g).player, 1);
}
END_TEST

START_TEST(a_region_closed_by_the_cells_around_it_scores_when_the_last_is_filled)
{
    workshop_lay(g, "shrine", 0, 0, 0);
    ck_assert_int_eq(position_figure(g, 1, SCOUT, MEEPLED_NONE8, 0, 0, 0, NULL), MEEPLED_OK);
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            if ((x || y) && !(x == 1 && y == 1))
                workshop_lay(g, "lawn", x, y, 0);
    pile(0, "lawn");
    begin(0, "lawn");
    act("place lawn 1 1 0");
    act("pass");
    ck_assert_uint_eq(event(MEEPLED_REGION_SCORED)->word, SHRINE);
    ck_assert_int_eq(meepled_score_get(g, 1), 1);
    ck_assert_uint_eq(meepled_supply(g, 1, SCOUT), 4);
}
END_TEST

START_TEST(completed_regions_come_by_kind_then_by_zone)
{
    workshop_lay(g, "edge", -1, 0, 90); /* wood to the east */
    workshop_lay(g, "edge", 1, 0, 270); /* wood to the west */
    pile(0, "lawn");
    begin(0, "twin");
    act("place twin 0 0 0");
    act("pass");
    size_t scored = 0;
    for (size_t i = 0; i < events.count; i++)
        if (list[i].type == MEEPLED_REGION_SCORED) {
            ck_assert_uint_eq(list[i].word, WOOD);
            ck_assert_uint_eq(list[i].tiles, 2);
            scored++;
        }
    ck_assert_uint_eq(scored, 2);
}
END_TEST

START_TEST(misfits_are_discarded_and_the_same_player_draws_on)
{
    const uint16_t tiles[] = { workshop_tile(g->stack, "lawn"), workshop_tile(g->stack, "corner"),
                               workshop_tile(g->stack, "bend"), workshop_tile(g->stack, "lawn") };
    size_t count;

    workshop_lay(g, "cross", 0, 0, 0); /* demands a path on all sides */
    ck_assert_int_eq(position_pile(g, 0, tiles, 4, NULL), MEEPLED_OK);
    ck_assert_int_eq(position_draw(g, 1, &events, NULL), MEEPLED_OK);
    ck_assert_int_eq(meepled_turn_get(g).player, 1);
    ck_assert_uint_eq(meepled_offered(g, &count)[0], tiles[2]);
    ck_assert_uint_eq(meepled_discarded(g, &count)[1], tiles[1]);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(list[0].type, MEEPLED_TILE_DISCARDED);
    ck_assert_uint_eq(list[0].place.tile, tiles[0]);
}
END_TEST

START_TEST(a_pile_of_misfits_ends_the_game_without_a_turn)
{
    const uint16_t tiles[] = { workshop_tile(g->stack, "lawn"), workshop_tile(g->stack, "corner") };
    size_t count;

    workshop_lay(g, "cross", 0, 0, 0);
    ck_assert_int_eq(position_pile(g, 0, tiles, 2, NULL), MEEPLED_OK);
    ck_assert_int_eq(position_draw(g, 1, &events, NULL), MEEPLED_OK);
    ck_assert_int_eq(meepled_turn_get(g).phase, MEEPLED_OVER);
    meepled_discarded(g, &count);
    ck_assert_uint_eq(count, 2);
}
END_TEST

START_TEST(the_game_ends_when_the_pile_is_empty_and_figures_come_home)
{
    workshop_lay(g, "lawn", 0, 0, 0);
    ck_assert_int_eq(position_figure(g, 1, SCOUT, MEEPLED_NONE8, 0, 0, 0, NULL), MEEPLED_OK);
    begin(0, "lawn");
    act("place lawn 1 0 0"); /* the meadow is taken: passing is all that is left */
    ck_assert_int_eq(meepled_turn_get(g).phase, MEEPLED_OVER);
    ck_assert_uint_eq(meepled_turn_get(g).decides, MEEPLED_NONE8);
    ck_assert_uint_eq(meepled_figure_count(g), 0);
    ck_assert_uint_eq(meepled_supply(g, 1, SCOUT), 4);
    ck_assert_uint_eq(meepled_actions(g, NULL, 0), 0);
    ck_assert_str_eq(event(MEEPLED_GAME_FINISHED)->rule, "EN-15");
    const meepled_action pass = { .type = MEEPLED_PASS };
    ck_assert_str_eq(meepled_refuses(g, 0, &pass), "EN-14");
}
END_TEST

START_TEST(passing_is_taken_by_the_engine_when_it_is_the_only_action)
{
    workshop_lay(g, "lawn", 0, 0, 0);
    pile(0, "lawn");
    for (int i = 0; i < 4; i++)
        g->s->player_states[0].supply[SCOUT] = 0;
    g->s->player_states[0].supply[RAFT] = 0;
    begin(0, "lawn");
    act("place lawn 1 0 0");
    ck_assert_int_eq(meepled_turn_get(g).phase, MEEPLED_PLACE);
    ck_assert_int_eq(meepled_turn_get(g).player, 1);
}
END_TEST

START_TEST(a_small_buffer_is_respected_and_the_full_count_returned)
{
    meepled_action all[256], few[4];

    workshop_lay(g, "lawn", 0, 0, 0);
    begin(0, "lawn");
    const size_t count = meepled_actions(g, all, 256);
    ck_assert_uint_eq(count, 16);
    memset(few, 0xaa, sizeof few);
    ck_assert_uint_eq(meepled_actions(g, few, 3), count);
    ck_assert_mem_eq(few, all, 3 * sizeof *few);
    ck_assert_uint_eq(((unsigned char *)&few[3])[0], 0xaa);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("turn");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_turn_goes_from_place_to_figure_to_the_next_player);
    tcase_add_test(c, nobody_else_may_act);
    tcase_add_test(c, a_completed_region_is_scored_and_its_figures_return);
    tcase_add_test(c, scopes_do_not_bar_each_other);
    tcase_add_test(c, a_companion_goes_only_with_its_figure_and_returns_with_it);
    tcase_add_test(c, a_companion_away_can_be_restocked);
    tcase_add_test(c, a_decision_is_put_to_another_player_before_the_turn_ends);
    tcase_add_test(c, a_granted_part_without_a_tile_lapses);
    tcase_add_test(c, a_figure_is_taken_back_only_in_a_later_turn);
    tcase_add_test(c, a_tile_of_the_hand_is_placed_out_of_it);
    tcase_add_test(c, a_region_closed_by_the_cells_around_it_scores_when_the_last_is_filled);
    tcase_add_test(c, completed_regions_come_by_kind_then_by_zone);
    tcase_add_test(c, misfits_are_discarded_and_the_same_player_draws_on);
    tcase_add_test(c, a_pile_of_misfits_ends_the_game_without_a_turn);
    tcase_add_test(c, the_game_ends_when_the_pile_is_empty_and_figures_come_home);
    tcase_add_test(c, passing_is_taken_by_the_engine_when_it_is_the_only_action);
    tcase_add_test(c, a_small_buffer_is_respected_and_the_full_count_returned);
    Suite *s = suite_create("turn");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
