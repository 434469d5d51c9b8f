/* Rules of Discoverers that need the shipped variant as a whole: components, set-up, what is
 * public, order of final scoring; and the one that needs a layer on top. */
#include "tests/support/position_plugins.h"
#include "tests/support/position_stack.h"
#include "tests/support/random_game.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const equal_words[] = { "no", "printed" };
enum { NO, PRINTED, EQUALS, HANDS = 2, MAIN = 0, FOLLOWER = 0, TILES_MAX = 128 };

static meepled_stack *stacks[HANDS][EQUALS]; /* of the variant, by option */
static meepled_stack *again;                 /* two parts a turn */

static meepled_game *
new_game(meepled_stack *stack, uint8_t players, uint8_t first, uint64_t seed)
{
    struct dice dice = { seed };
    meepled_game_params params = { .players = players, .first = first };
    meepled_game *g = NULL;
    meepled_error err = { "" };

    random_seed(&dice, params.seed);
    if (meepled_game_new(stack, &params, NULL, &g, &err) != MEEPLED_OK)
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

static meepled_action
choose(struct dice *dice, const meepled_game *g, bool compact)
{
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);

    return actions[random_choice(dice, g, actions, count, compact)];
}

/* ---- components and set-up ---- */

/* C-DI-65, DI-2, DI-3, DI-7, DI-8, DI-9 */
START_TEST(set_up_lays_the_start_tile_and_fills_pile_and_supplies)
{
    meepled_game *g = new_game(stacks[0][NO], 5, 2, 1);
    size_t offered, discarded, aside, held;
    const meepled_laid start = meepled_board_get(g, 0);

    (void)meepled_offered(g, &offered);
    (void)meepled_discarded(g, &discarded);
    (void)meepled_laid_aside(g, &aside);
    ck_assert_uint_eq(meepled_board_count(g), 1);
    ck_assert_int_eq(start.place.x, 0);
    ck_assert_int_eq(start.place.y, 0);
    ck_assert_uint_eq(start.player, MEEPLED_NONE8);
    ck_assert_uint_eq(offered, 1);
    ck_assert_uint_eq(aside, 0);
    ck_assert_uint_eq(meepled_pile_left(g, MAIN) + offered + discarded, 83);
    for (uint8_t p = 0; p < 5; p++) {
        ck_assert_int_eq(meepled_score_get(g, p), 0);
        ck_assert_uint_eq(meepled_supply(g, p, FOLLOWER), 4);
        (void)meepled_hand(g, p, &held);
        ck_assert_uint_eq(held, 0);
    }
    ck_assert_uint_eq(meepled_figure_count(g), 0);
    meepled_game_free(g);
}
END_TEST

static const char *
kind_of(uint16_t tile, uint8_t zone)
{
    size_t count;

    return meepled_stack_kinds(stacks[0][NO],
                               &count)[meepled_stack_zone(stacks[0][NO], tile, zone).kind]
        .name;
}

/* DI-5, DI-23: a city stands on one land zone and touches a sea */
static void
check_city(uint16_t tile, uint8_t city)
{
    const meepled_tile_zone zone = meepled_stack_zone(stacks[0][NO], tile, city);
    size_t count;
    const meepled_link_word *links = meepled_stack_links(stacks[0][NO], &count);
    unsigned land = 0, seas = 0;

    ck_assert_uint_eq(zone.ports, 0);
    for (uint8_t l = 0; l < zone.link_count; l++) {
        const char *to = kind_of(tile, zone.links[l].to);

        if (strcmp(links[zone.links[l].link].name, "on") == 0) {
            ck_assert_str_ne(to, "sea");
            ck_assert_str_ne(to, "city");
            land++;
        }
        seas += strcmp(links[zone.links[l].link].name, "touches") == 0 && strcmp(to, "sea") == 0;
    }
    ck_assert_uint_eq(land, 1);
    ck_assert_uint_gt(seas, 0);
}

/* DI-2, DI-5, DI-6 */
START_TEST(tiles_hold_land_sea_and_cities_at_a_shore)
{
    meepled_stack *stack = stacks[0][NO];
    unsigned tiles = 0, starts = 0, cities = 0;

    for (uint16_t t = 0; t < meepled_stack_tiles(stack); t++) {
        const meepled_tile_info tile = meepled_stack_tile(stack, t);

        tiles += tile.count;
        starts += tile.start;
        for (uint8_t z = 0; z < tile.zones; z++) {
            const uint16_t ports = meepled_stack_zone(stack, t, z).ports;

            for (unsigned side = 0; side < 4; side++)
                ck_assert((ports >> (3 * side) & 7) == 0 || (ports >> (3 * side) & 7) == 7);
            if (strcmp(kind_of(t, z), "city") == 0) {
                check_city(t, z);
                cities += tile.count;
            }
        }
    }
    ck_assert_uint_eq(tiles, 84);
    ck_assert_uint_eq(starts, 1);
    ck_assert_uint_eq(cities, 45);
}
END_TEST

/* C-DI-66, DI-1 */
START_TEST(one_player_or_six_are_refused)
{
    for (uint8_t players = 0; players <= MEEPLED_PLAYERS_MAX; players++) {
        const meepled_game_params params = { .players = players };
        meepled_game *g = NULL;
        meepled_error err = { "" };
        const meepled_status status = meepled_game_new(stacks[0][NO], &params, NULL, &g, &err);

        ck_assert_int_eq(status, players >= 2 && players <= 5 ? MEEPLED_OK : MEEPLED_ECONFIG);
        ck_assert_uint_eq(err.text[0] != '\0', status != MEEPLED_OK);
        if (status == MEEPLED_OK)
            meepled_game_free(g);
    }
}
END_TEST

/* DI-10 */
START_TEST(first_player_is_the_one_set_or_drawn_from_the_seed)
{
    unsigned began[3] = { 0 };

    for (uint8_t first = 0; first < 3; first++) {
        meepled_game *g = new_game(stacks[0][NO], 3, first, 5);
        ck_assert_uint_eq(meepled_turn_get(g).player, first);
        ck_assert_uint_eq(meepled_first_player(g), first);
        meepled_game_free(g);
    }
    for (uint64_t seed = 0; seed < 60; seed++) {
        meepled_game *g = new_game(stacks[1][NO], 3, MEEPLED_NONE8, seed);

        ck_assert_uint_eq(meepled_turn_get(g).player, meepled_first_player(g));
        began[meepled_first_player(g)]++;
        meepled_game_free(g);
    }
    for (uint8_t p = 0; p < 3; p++)
        ck_assert_uint_gt(began[p], 5);
}
END_TEST

/* ---- what is public ---- */

static void
tell_tiles(const meepled_game *g, const uint16_t *tiles, size_t count, char *out, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        const size_t at = strlen(out);
        snprintf(out + at, size - at, " %s", meepled_tile_id(g, tiles[i]));
    }
    const size_t at = strlen(out);
    snprintf(out + at, size - at, ";");
}

/* Everything a player may be told, as text. */
static void
tell(const meepled_game *g, const meepled_events *events, char *out, size_t size)
{
    static meepled_action actions[RANDOM_ACTIONS_MAX];
    const size_t count = meepled_actions(g, actions, RANDOM_ACTIONS_MAX);
    const meepled_turn turn = meepled_turn_get(g);
    size_t n;

    snprintf(out, size, "%u %u %u %u;", turn.number, turn.decides, turn.phase,
             meepled_pile_left(g, MAIN));
    const uint16_t *tiles = meepled_offered(g, &n);
    tell_tiles(g, tiles, n, out, size);
    tiles = meepled_laid_aside(g, &n);
    tell_tiles(g, tiles, n, out, size);
    for (uint8_t p = 0; p < meepled_players(g); p++) {
        tiles = meepled_hand(g, p, &n);
        tell_tiles(g, tiles, n, out, size);
    }
    for (size_t i = 0; i < count; i++) {
        char text[MEEPLED_ACTION_TEXT];
        const size_t at = strlen(out);

        meepled_action_format(g, &actions[i], text);
        snprintf(out + at, size - at, " | %s", text);
    }
    for (size_t i = 0; i < events->count; i++) {
        const meepled_event *e = &events->list[i];
        const size_t at = strlen(out);

        snprintf(out + at, size - at, " %s %d %u", meepled_event_name(e->type), (int)e->points[0],
                 e->place.tile);
    }
}

/* RF-25, C-ALL-06, DI-8, DI-14: two games that differ only in tiles not yet drawn; the tiles laid
 * aside are the same */
START_TEST(nothing_public_depends_on_the_order_of_undrawn_tiles)
{
    enum { KNOWN = 40, ASIDE = 2, TEXT = 65536 };
    static meepled_event list[2][RANDOM_EVENTS_MAX];
    static char told[2][TEXT];
    meepled_stack *stack = stacks[_i][PRINTED];
    uint16_t tiles[2][TILES_MAX];
    struct dice dice = { 11 };
    const size_t count = random_deck(&dice, stack, MAIN, tiles[0], TILES_MAX);
    meepled_game *g[2];
    unsigned compared = 0;

    for (size_t i = 0; i < count; i++)
        tiles[1][i] = i < KNOWN || i >= count - ASIDE ? tiles[0][i]
                                                      : tiles[0][count - ASIDE - 1 - (i - KNOWN)];
    for (size_t s = 0; s < 2; s++) {
        const meepled_deck deck = { MAIN, tiles[s], count };
        const meepled_game_params params = { .players = 3, .decks = &deck, .deck_count = 1 };
        ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g[s], NULL), MEEPLED_OK);
    }
    while (count - ASIDE - meepled_pile_left(g[0], MAIN) < KNOWN - 2) {
        const meepled_action action = choose(&dice, g[0], true);

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

/* ---- final scoring ---- */

/* DI-48, DI-51: in turn order from the first player, each player's figures by cell */
START_TEST(figures_left_are_scored_from_the_first_player_on)
{
    static meepled_event list[RANDOM_EVENTS_MAX];
    unsigned scored = 0;

    for (uint64_t seed = 0; seed < 12; seed++) {
        const uint8_t first = (uint8_t)(seed % 4);
        struct dice dice = { seed };
        meepled_game *g = new_game(stacks[seed % 2][NO], 4, first, seed);
        meepled_events events = { .list = list, .cap = RANDOM_EVENTS_MAX };
        long last = -1;

        while (meepled_turn_get(g).phase != MEEPLED_OVER) {
            const meepled_action action = choose(&dice, g, false);

            events.count = 0;
            apply(g, &action, &events);
        }
        for (size_t i = 0; i < events.count; i++) {
            if (list[i].type != MEEPLED_REGION_SCORED || !list[i].final)
                continue;
            ck_assert_uint_eq(list[i].figure_count, 1);
            const meepled_figure *f = &list[i].figures[0];
            const meepled_place at = meepled_board_get(g, meepled_zone_get(g, f->zone).slot).place;
            const long place =
                ((f->player + 4 - first) % 4 * 1000L + 500 + at.y) * 1000L + 500 + at.x;
            ck_assert_int_gt(place, last);
            last = place;
            scored++;
        }
        meepled_game_free(g);
    }
    ck_assert_uint_gt(scored, 100);
}
END_TEST

/* ---- a layer on top ---- */

/* Every turn has a second part. */
static meepled_status
placed_again(const meepled_layer *self, meepled_game *g, uint16_t slot)
{
    const meepled_status status = meepled_below_placed(self, g, slot);

    if (status != MEEPLED_OK || meepled_turn_get(g).part > 1)
        return status;
    return meepled_part_grant(g, false);
}

static const meepled_hooks again_hooks = { .placed = placed_again };
static const meepled_plugin plugin_again = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof again_hooks,
    .name = "again",
    .version = "1.0.0",
    .summary = "two tiles a turn",
    .license = "MIT",
    .hooks = &again_hooks,
};

/* C-DI-07, DI-31: by the rules themselves only one thing is done in a turn (DI-11), so that it
 * takes a turn of two parts to try */
START_TEST(a_figure_deployed_in_this_turn_cannot_be_taken_back)
{
    meepled_game *g = new_game(again, 2, 0, 3);
    struct dice dice = { 5 };
    meepled_action action = choose(&dice, g, false);

    apply(g, &action, NULL);
    action = choose(&dice, g, false);
    while (action.type != MEEPLED_PLACE_FIGURE)
        action = choose(&dice, g, false);
    apply(g, &action, NULL);
    ck_assert_uint_eq(meepled_turn_get(g).part, 2);
    ck_assert_uint_eq(meepled_turn_get(g).player, 0);
    const meepled_action back = { .type = MEEPLED_RETRIEVE_FIGURE,
                                  .figure = action.figure,
                                  .zone = action.zone,
                                  .x = action.x,
                                  .y = action.y };
    action = choose(&dice, g, false);
    apply(g, &action, NULL);
    ck_assert_uint_eq(meepled_turn_get(g).phase, MEEPLED_FIGURE);
    ck_assert_str_eq(meepled_refuses(g, 0, &back), "DI-31");
    while (meepled_turn_get(g).player == 0) {
        const meepled_action pass = { .type = MEEPLED_PASS };
        apply(g, &pass, NULL);
    }
    while (meepled_turn_get(g).player != 0 || meepled_turn_get(g).phase != MEEPLED_FIGURE) {
        action = choose(&dice, g, false);
        apply(g, &action, NULL);
    }
    ck_assert_ptr_null(meepled_refuses(g, 0, &back));
    meepled_game_free(g);
}
END_TEST

int
main(void)
{
    static const meepled_plugin *const layers[] = { &plugin_discoverers, &plugin_again };
    Suite *suite = suite_create("discoverers");
    TCase *whole = tcase_create("variant");

    for (size_t hand = 0; hand < HANDS; hand++) {
        for (size_t equal = 0; equal < EQUALS; equal++) {
            const meepled_setting settings[] = { { "hand", hand == 0 ? "1" : "2" },
                                                 { "equal-turns", equal_words[equal] } };
            stacks[hand][equal] = position_variant("discoverers", settings, 2);
        }
    }
    again = position_stack(layers, 2, "discoverers");
    tcase_add_test(whole, set_up_lays_the_start_tile_and_fills_pile_and_supplies);
    tcase_add_test(whole, tiles_hold_land_sea_and_cities_at_a_shore);
    tcase_add_test(whole, one_player_or_six_are_refused);
    tcase_add_test(whole, first_player_is_the_one_set_or_drawn_from_the_seed);
    tcase_add_loop_test(whole, nothing_public_depends_on_the_order_of_undrawn_tiles, 0, HANDS);
    tcase_add_test(whole, figures_left_are_scored_from_the_first_player_on);
    tcase_add_test(whole, a_figure_deployed_in_this_turn_cannot_be_taken_back);
    suite_add_tcase(suite, whole);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    for (size_t hand = 0; hand < HANDS; hand++) {
        for (size_t equal = 0; equal < EQUALS; equal++)
            meepled_stack_unref(stacks[hand][equal]);
    }
    meepled_stack_unref(again);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
