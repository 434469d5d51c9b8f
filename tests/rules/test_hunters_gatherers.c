/* Rules of Hunters and Gatherers that need the shipped variant as a whole: components, set-up,
 * seats, what is public, order of final scoring. */
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static meepled_stack *stack;        /* of the variant, plugin loaded from its shared object */
static meepled_stack *turned;       /* meadows before huts at the end */
static meepled_stack *source_stack; /* as `turned`, without that layer */

enum { MAIN = 0, BONUS = 1, MEMBER = 0, HUT = 1 };

static meepled_game *
new_game(meepled_stack *of, uint8_t players, uint8_t first, uint64_t seed)
{
    struct dice dice = { seed };
    meepled_game_params params = { .players = players, .first = first };
    meepled_game *g = NULL;
    meepled_error err = { "" };

    random_seed(&dice, params.seed);
    if (meepled_game_new(of, &params, NULL, &g, &err) != MEEPLED_OK)
        ck_abort_msg("%s", err.text);
    return g;
}

static void
apply(meepled_game *g, const meepled_action *action, meepled_events *events)
{
    const char *rule = NULL;
    meepled_error err = { "" };

    if (meepled_apply(g, meepled_turn_get(g).decides, action, events, &rule, &err) != MEEPLED_OK)
        ck_abort_msg("refused by %s %s", rule != NULL ? rule : "nothing", err.text);
}

/* ---- components and set-up ---- */

/* C-HG-73, HG-2, HG-3, HG-4, HG-8, HG-10 */
START_TEST(set_up_lays_the_start_tile_and_fills_piles_and_supplies)
{
    meepled_game *g = new_game(stack, 5, 2, 1);
    size_t offered, discarded;
    const meepled_laid start = meepled_board_get(g, 0);

    (void)meepled_offered(g, &offered);
    (void)meepled_discarded(g, &discarded);
    ck_assert_uint_eq(meepled_board_count(g), 1);
    ck_assert_int_eq(start.place.x, 0);
    ck_assert_int_eq(start.place.y, 0);
    ck_assert_uint_eq(start.player, MEEPLED_NONE8);
    ck_assert_uint_eq(offered, 1);
    ck_assert_uint_eq(meepled_pile_left(g, MAIN) + offered + discarded, 78);
    ck_assert_uint_eq(meepled_pile_left(g, BONUS), 12);
    for (uint8_t p = 0; p < 5; p++) {
        ck_assert_int_eq(meepled_score_get(g, p), 0);
        ck_assert_uint_eq(meepled_supply(g, p, MEMBER), 5);
        ck_assert_uint_eq(meepled_supply(g, p, HUT), 2);
    }
    ck_assert_uint_eq(meepled_figure_count(g), 0);
    meepled_game_free(g);
}
END_TEST

/* HG-2, HG-3, HG-7: what the tiles may hold, and where */
START_TEST(tiles_hold_only_what_their_kind_of_zone_can)
{
    static const char *const may[][2] = { { "fish", "lake" },        { "gold", "forest" },
                                          { "mushrooms", "forest" }, { "deer", "meadow" },
                                          { "mammoth", "meadow" },   { "tiger", "meadow" },
                                          { "aurochs", "meadow" },   { "fire", "meadow" },
                                          { "monument", "meadow" },  { "spring", "river" } };
    size_t attributes, kinds;
    const meepled_attribute_word *attribute = meepled_stack_attributes(stack, &attributes);
    const meepled_kind_word *kind = meepled_stack_kinds(stack, &kinds);
    unsigned count[2] = { 0 }, starts = 0;

    ck_assert_uint_eq(attributes, sizeof may / sizeof *may);
    for (uint16_t t = 0; t < meepled_stack_tiles(stack); t++) {
        const meepled_tile_info tile = meepled_stack_tile(stack, t);

        count[tile.pile] += tile.count;
        starts += tile.start;
        for (uint8_t z = 0; z < tile.zones; z++) {
            const meepled_tile_zone zone = meepled_stack_zone(stack, t, z);

            for (size_t a = 0; a < attributes; a++) {
                const bool fits =
                    zone.attributes[a] == 0 || (strcmp(may[a][0], attribute[a].name) == 0 &&
                                                strcmp(may[a][1], kind[zone.kind].name) == 0);
                if (!fits)
                    ck_abort_msg("%s has %s on %s", tile.id, attribute[a].name, zone.name);
            }
            for (uint8_t l = 0; l < zone.link_count; l++) {
                const meepled_tile_zone to = meepled_stack_zone(stack, t, zone.links[l].to);
                if (strcmp(kind[zone.kind].name, "river") != 0 ||
                    strcmp(kind[to.kind].name, "lake") != 0)
                    ck_abort_msg("%s: %s flows into %s", tile.id, zone.name, to.name);
            }
        }
    }
    ck_assert_uint_eq(count[MAIN], 79);
    ck_assert_uint_eq(count[BONUS], 12);
    ck_assert_uint_eq(starts, 1);
}
END_TEST

/* C-HG-74, HG-1 */
START_TEST(one_player_or_six_are_refused)
{
    for (uint8_t players = 0; players <= MEEPLED_PLAYERS_MAX; players++) {
        const meepled_game_params params = { .players = players };
        meepled_game *g = NULL;
        meepled_error err = { "" };
        const meepled_status status = meepled_game_new(stack, &params, NULL, &g, &err);

        ck_assert_int_eq(status, players >= 2 && players <= 5 ? MEEPLED_OK : MEEPLED_ECONFIG);
        ck_assert_uint_eq(err.text[0] != '\0', status != MEEPLED_OK);
        if (status == MEEPLED_OK)
            meepled_game_free(g);
    }
}
END_TEST

/* HG-6: discs are not in the game; HG-76: nothing can be set but the points of the rule book */
START_TEST(there_are_no_options_but_points_and_no_tokens)
{
    size_t count;
    const meepled_option_word *const options = meepled_stack_options(stack, &count);

    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(strncmp(options[i].name, "points-", 7), 0);
    (void)meepled_stack_tokens(stack, &count);
    ck_assert_uint_eq(count, 0);
    (void)meepled_stack_decisions(stack, &count);
    ck_assert_uint_eq(count, 0);
}
END_TEST

/* C-HG-08, HG-8 */
START_TEST(first_player_cannot_claim_the_start_tile)
{
    meepled_game *g = new_game(stack, 2, 0, 3);
    meepled_action action;

    ck_assert_uint_gt(meepled_actions(g, &action, 1), 0);
    apply(g, &action, NULL);
    ck_assert_uint_eq(meepled_turn_get(g).phase, MEEPLED_FIGURE);
    for (uint8_t zone = 0; zone < meepled_zone_count(g, 0); zone++) {
        const meepled_action claim = {
            .type = MEEPLED_PLACE_FIGURE, .figure = MEMBER, .with = MEEPLED_NONE8, .zone = zone
        };
        ck_assert_str_eq(meepled_refuses(g, 0, &claim), "HG-8");
    }
    meepled_game_free(g);
}
END_TEST

/* HG-12, HG-28, HG-66 */
START_TEST(what_no_rule_foresees_is_refused_by_the_nearest_one)
{
    meepled_game *g = new_game(stack, 2, 0, 3);
    meepled_action action;
    const meepled_action no_zone = { .type = MEEPLED_PLACE_FIGURE,
                                     .figure = MEMBER,
                                     .with = MEEPLED_NONE8,
                                     .zone = MEEPLED_ZONES_MAX };
    const meepled_action choice = { .type = MEEPLED_CHOOSE };

    ck_assert_str_eq(meepled_refuses(g, 0, &choice), "HG-12");
    ck_assert_uint_gt(meepled_actions(g, &action, 1), 0);
    apply(g, &action, NULL);
    meepled_action there = no_zone;
    there.x = action.x;
    there.y = action.y;
    ck_assert_str_eq(meepled_refuses(g, 0, &there), "HG-28");
    ck_assert_str_eq(meepled_refuses(g, 0, &choice), "HG-12");
    for (unsigned what = 0; what < MEEPLED_REFUSE_COUNT; what++)
        ck_assert_int_eq(strncmp(meepled_stack_refusal(stack, what), "HG-", 3), 0);
    ck_assert_str_eq(meepled_stack_rule_end(stack), "HG-66");
    meepled_game_free(g);
}
END_TEST

/* ---- seats and seeds ---- */

/* HG-11 */
START_TEST(first_player_is_the_one_set_or_drawn_from_the_seed)
{
    unsigned began[3] = { 0 };

    for (uint8_t first = 0; first < 3; first++) {
        meepled_game *g = new_game(stack, 3, first, 5);
        ck_assert_uint_eq(meepled_turn_get(g).player, first);
        meepled_game_free(g);
    }
    for (uint64_t seed = 0; seed < 60; seed++) {
        meepled_game *g = new_game(stack, 3, MEEPLED_NONE8, seed);
        meepled_game *again = new_game(stack, 3, MEEPLED_NONE8, seed);

        ck_assert_uint_eq(meepled_turn_get(g).player, meepled_turn_get(again).player);
        began[meepled_turn_get(g).player]++;
        meepled_game_free(g);
        meepled_game_free(again);
    }
    for (uint8_t p = 0; p < 3; p++)
        ck_assert_uint_gt(began[p], 5);
}
END_TEST

/* HG-9 */
START_TEST(piles_are_shuffled_by_the_seed)
{
    size_t count, again_count, other_count;

    for (uint8_t pile = MAIN; pile <= BONUS; pile++) {
        meepled_game *g = new_game(stack, 2, 0, 7), *again = new_game(stack, 2, 0, 7),
                     *other = new_game(stack, 2, 0, 8);
        const uint16_t *order = meepled_pile_secret(g, pile, &count);
        const uint16_t *same = meepled_pile_secret(again, pile, &again_count);
        const uint16_t *different = meepled_pile_secret(other, pile, &other_count);

        ck_assert_uint_eq(count, again_count);
        ck_assert_int_eq(memcmp(order, same, count * sizeof *order), 0);
        const size_t least = count < other_count ? count : other_count;
        ck_assert_int_ne(memcmp(order, different, least * sizeof *order), 0);
        meepled_game_free(g);
        meepled_game_free(again);
        meepled_game_free(other);
    }
}
END_TEST

/* ---- what is public ---- */

/* Everything a player may be told, as text. */
static void
tell(const meepled_game *g, const meepled_events *events, char *out, size_t size)
{
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);
    const meepled_turn turn = meepled_turn_get(g);
    size_t at = 0, offered;
    const uint16_t *offer = meepled_offered(g, &offered);

    at += (size_t)snprintf(out + at, size - at, "%u %u %u %u %u;", turn.number, turn.decides,
                           turn.phase, meepled_pile_left(g, MAIN), meepled_pile_left(g, BONUS));
    for (size_t i = 0; i < offered; i++)
        at += (size_t)snprintf(out + at, size - at, " %s", meepled_tile_id(g, offer[i]));
    for (size_t i = 0; i < count && at + MEEPLED_ACTION_TEXT + 2 < size; i++) {
        char text[MEEPLED_ACTION_TEXT];
        meepled_action_format(g, &actions[i], text);
        at += (size_t)snprintf(out + at, size - at, " | %s", text);
    }
    for (size_t i = 0; i < events->count && at + 64 < size; i++)
        at += (size_t)snprintf(out + at, size - at, " %s %d %u",
                               meepled_event_name(events->list[i].type),
                               (int)events->list[i].points[0], events->list[i].place.tile);
}

/* RF-25, C-ALL-06, HG-9: two games that differ only in tiles not yet drawn */
START_TEST(nothing_public_depends_on_the_order_of_undrawn_tiles)
{
    enum { KNOWN = 30, BONUS_KNOWN = 4, TEXT = 65536 };
    static meepled_event list[2][RANDOM_EVENTS_MAX];
    static char told[2][TEXT];
    uint16_t tiles[2][128], bonus[2][16];
    struct dice dice = { 11 };
    const size_t count = random_deck(&dice, stack, MAIN, tiles[0], 128);
    const size_t bonus_count = random_deck(&dice, stack, BONUS, bonus[0], 16);
    meepled_game *g[2];

    for (size_t i = 0; i < count; i++)
        tiles[1][i] = i < KNOWN ? tiles[0][i] : tiles[0][count - 1 - (i - KNOWN)];
    for (size_t i = 0; i < bonus_count; i++)
        bonus[1][i] = i < BONUS_KNOWN ? bonus[0][i] : bonus[0][bonus_count - 1 - (i - BONUS_KNOWN)];
    for (size_t s = 0; s < 2; s++) {
        const meepled_deck decks[] = { { MAIN, tiles[s], count },
                                       { BONUS, bonus[s], bonus_count } };
        const meepled_game_params params = { .players = 3, .decks = decks, .deck_count = 2 };
        ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g[s], NULL), MEEPLED_OK);
    }
    unsigned compared = 0;
    while (count - meepled_pile_left(g[0], MAIN) < KNOWN &&
           bonus_count - meepled_pile_left(g[0], BONUS) < BONUS_KNOWN) {
        static meepled_action actions[RANDOM_ACTIONS_MAX];
        const size_t legal = meepled_actions(g[0], actions, RANDOM_ACTIONS_MAX);
        const meepled_action action = actions[random_choice(&dice, g[0], actions, legal, true)];

        for (size_t s = 0; s < 2; s++) {
            meepled_events events = { .list = list[s], .cap = RANDOM_EVENTS_MAX };
            apply(g[s], &action, &events);
            tell(g[s], &events, told[s], TEXT);
        }
        ck_assert_str_eq(told[0], told[1]);
        compared++;
    }
    ck_assert_uint_gt(compared, 15);
    meepled_game_free(g[0]);
    meepled_game_free(g[1]);
}
END_TEST

/* ---- final scoring in another order ---- */

/* A layer that scores meadows before huts. */
static meepled_status
final_turned(const meepled_layer *self, meepled_game *g)
{
    enum { HELD_MAX = MEEPLED_PLAYERS_MAX * MEEPLED_SUPPLY_MAX };
    uint16_t regions[HELD_MAX];
    size_t count = meepled_regions_with(g, MEMBER, regions, HELD_MAX);

    (void)self;
    while (count-- > 0) {
        if (meepled_score_region(g, regions[count], true, "HG-70") != MEEPLED_OK)
            return MEEPLED_EBROKEN;
    }
    count = meepled_regions_with(g, HUT, regions, HELD_MAX);
    while (count-- > 0) {
        if (meepled_score_region(g, regions[count], true, "HG-68") != MEEPLED_OK)
            return MEEPLED_EBROKEN;
    }
    return MEEPLED_OK;
}

static const meepled_hooks turned_hooks = { .final = final_turned };
static const meepled_plugin plugin_turned = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof turned_hooks,
    .name = "turned-final",
    .version = "1.0.0",
    .summary = "meadows before huts, last cells first",
    .license = "MIT",
    .hooks = &turned_hooks,
};

/* C-HG-75, HG-74 */
START_TEST(another_order_of_final_scoring_gives_the_same_totals)
{
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    struct dice dice = { 13 };

    for (uint64_t seed = 0; seed < 40; seed++) {
        meepled_game *g = new_game(source_stack, 4, 0, seed), *other = new_game(turned, 4, 0, seed);

        while (meepled_turn_get(g).phase != MEEPLED_OVER) {
            const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);
            const meepled_action action = actions[random_choice(&dice, g, actions, count, false)];

            apply(g, &action, NULL);
            apply(other, &action, NULL);
        }
        for (uint8_t p = 0; p < 4; p++)
            ck_assert_int_eq(meepled_score_get(g, p), meepled_score_get(other, p));
        meepled_game_free(g);
        meepled_game_free(other);
    }
}
END_TEST

int
main(void)
{
    static const meepled_plugin *const layers[] = { &plugin_hunters_gatherers, &plugin_turned };
    Suite *suite = suite_create("hunters-gatherers");
    TCase *whole = tcase_create("variant");

    stack = position_variant("hunters-gatherers", NULL, 0);
    source_stack = position_stack(layers, 1, "hunters-gatherers");
    turned = position_stack(layers, 2, "hunters-gatherers");
    tcase_add_test(whole, set_up_lays_the_start_tile_and_fills_piles_and_supplies);
    tcase_add_test(whole, tiles_hold_only_what_their_kind_of_zone_can);
    tcase_add_test(whole, one_player_or_six_are_refused);
    tcase_add_test(whole, there_are_no_options_but_points_and_no_tokens);
    tcase_add_test(whole, first_player_cannot_claim_the_start_tile);
    tcase_add_test(whole, what_no_rule_foresees_is_refused_by_the_nearest_one);
    tcase_add_test(whole, first_player_is_the_one_set_or_drawn_from_the_seed);
    tcase_add_test(whole, piles_are_shuffled_by_the_seed);
    tcase_add_test(whole, nothing_public_depends_on_the_order_of_undrawn_tiles);
    tcase_add_test(whole, another_order_of_final_scoring_gives_the_same_totals);
    suite_add_tcase(suite, whole);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    meepled_stack_unref(stack);
    meepled_stack_unref(source_stack);
    meepled_stack_unref(turned);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
