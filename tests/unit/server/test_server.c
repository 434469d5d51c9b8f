/* The server on a real store: the life of a game, who may do what, what a restart keeps. */
#include "tests/support/server_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct fixture f;

static void
setup(void)
{
    fixture_open(&f, &fixture_limits);
}

static void
teardown(void)
{
    fixture_close(&f);
}

static enum server_code
simple(enum server_job_type type, const char *id, const char *token)
{
    struct fixture_job j;

    fixture_job_init(&j, type);
    j.job.id = id;
    j.job.token = token;
    return fixture_run(f.server, &j);
}

static enum server_code
join(struct fixture_game *g, int seat, const char *colour, struct fixture_job *j)
{
    fixture_job_init(j, SERVER_JOIN);
    j->job.id = g->id;
    j->job.join.seat = seat;
    j->job.join.wish = (struct server_seat_wish){ .named = true, .name = "Kim", .colour = colour };

    const enum server_code code = fixture_run(f.server, j);

    if (code == SERVER_OK)
        memcpy(g->seats[j->job.seat], j->job.seat_tokens[j->job.seat], SERVER_TOKEN);
    return code;
}

static enum server_code
leave(struct fixture_game *g, int seat, const char *token)
{
    struct fixture_job j;

    fixture_job_init(&j, SERVER_LEAVE);
    j.job.id = g->id;
    j.job.token = token;
    j.job.leave.seat = seat;
    return fixture_run(f.server, &j);
}

static enum server_code
create(const struct server_seat_wish *seats, size_t count, const meepled_setting *options,
       size_t option_count, struct fixture_job *j)
{
    fixture_job_init(j, SERVER_CREATE);
    j->job.create.variant = "skeleton";
    j->job.create.seats = seats;
    j->job.create.seat_count = count;
    j->job.create.options = options;
    j->job.create.option_count = option_count;
    return fixture_run(f.server, j);
}

/* ---- creating ---- */

START_TEST(a_game_whose_seats_are_all_taken_begins_by_itself)
{
    struct fixture_game g;

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    const struct fixture_view view = fixture_look(f.server, g.id);

    ck_assert_int_eq(view.status, STORE_PLAYING);
    ck_assert_uint_eq(view.version, 1);
    ck_assert_uint_eq(g.version, 1);
    ck_assert_uint_eq(strlen(g.host), 32);
    ck_assert_uint_eq(strlen(g.seats[0]), 32);
    ck_assert_str_ne(g.seats[0], g.seats[1]);
}
END_TEST

START_TEST(seats_without_a_name_wait_and_the_last_one_to_join_starts_the_game)
{
    struct fixture_game g;
    struct fixture_job j;

    fixture_create(&f, "skeleton", 2, false, 1, &g);
    ck_assert_int_eq(fixture_look(f.server, g.id).status, STORE_OPEN);
    ck_assert_int_eq(join(&g, -1, NULL, &j), SERVER_OK);
    ck_assert_int_eq(j.job.seat, 0);
    ck_assert(j.rendered_events == SIZE_MAX);
    ck_assert_int_eq(join(&g, 0, NULL, &j), SERVER_SEAT_TAKEN);
    ck_assert_int_eq(join(&g, 2, NULL, &j), SERVER_NO_SEAT);
    ck_assert_int_eq(join(&g, -1, NULL, &j), SERVER_OK);
    ck_assert_int_eq(j.job.seat, 1);
    ck_assert_int_eq(j.rendered_status, STORE_PLAYING);
    ck_assert(j.rendered_events != SIZE_MAX && j.rendered_events > 0);
    ck_assert_int_eq(fixture_look(f.server, g.id).status, STORE_PLAYING);
    ck_assert_int_eq(join(&g, -1, NULL, &j), SERVER_NOT_OPEN);
}
END_TEST

START_TEST(colours_default_in_seat_order_and_are_never_doubled)
{
    const struct server_seat_wish seats[] = { { .named = false, .colour = "blue" },
                                              { .named = false },
                                              { .named = false } };
    const struct server_seat_wish twice[] = { { .colour = "red" }, { .colour = "red" } };
    struct fixture_job j;
    struct fixture_game g = { .version = 0 };
    enum server_code code;
    meepled_error err;

    ck_assert_int_eq(create(twice, 2, NULL, 0, &j), SERVER_BAD_SEATS);
    ck_assert_int_eq(create(seats, 3, NULL, 0, &j), SERVER_OK);
    memcpy(g.id, j.job.game_id, sizeof g.id);
    ck_assert_int_eq(join(&g, 2, "red", &j), SERVER_OK);
    ck_assert_int_eq(join(&g, 1, "red", &j), SERVER_BAD_SEATS);
    ck_assert_str_eq(j.job.seat_tokens[1], "");

    struct server_game *const game = server_acquire(f.server, g.id, &code, &err);

    ck_assert_str_eq(game->record->seats[0].colour, "blue");
    ck_assert_str_eq(game->record->seats[1].colour, "yellow");
    ck_assert_str_eq(game->record->seats[2].colour, "red");
    server_release(f.server, game);
}
END_TEST

START_TEST(what_is_wrong_with_a_new_game_is_told_and_nothing_is_stored)
{
    const struct server_seat_wish two[MEEPLED_PLAYERS_MAX] = { { .named = true },
                                                               { .named = true } };
    const struct server_seat_wish bot[] = { { .named = true, .bot = "hal" }, { .named = true } };
    const struct server_seat_wish shout[] = { { .colour = "RED" }, { .named = true } };
    const meepled_setting wrong[] = { { "no-such-option", "1" } };
    const meepled_setting first[] = { { "first-player", "2" } };
    const meepled_setting fine[] = { { "first-player", "1" } };
    struct server_stats before, after;
    struct fixture_job j;

    server_stats_get(f.server, &before);
    ck_assert_int_eq(create(two, 1, NULL, 0, &j), SERVER_BAD_SEATS);
    ck_assert_int_eq(create(two, 8, NULL, 0, &j), SERVER_BAD_SEATS);
    ck_assert_int_eq(create(bot, 2, NULL, 0, &j), SERVER_BAD_SEATS);
    ck_assert_int_eq(create(shout, 2, NULL, 0, &j), SERVER_BAD_SEATS);
    ck_assert_int_eq(create(two, 2, wrong, 1, &j), SERVER_BAD_OPTION);
    ck_assert_int_eq(create(two, 2, first, 1, &j), SERVER_BAD_OPTION);
    ck_assert_str_eq(j.job.host_token, "");
    server_stats_get(f.server, &after);
    ck_assert_uint_eq(after.stored_games, before.stored_games);
    ck_assert_int_eq(create(two, 2, fine, 1, &j), SERVER_OK);

    fixture_job_init(&j, SERVER_CREATE);
    j.job.create.variant = "skeletton";
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_UNKNOWN_VARIANT);
}
END_TEST

START_TEST(decks_and_seeds_are_taken_only_where_they_are_allowed)
{
    const struct server_seat_wish two[] = { { .named = true }, { .named = true } };
    const char *const tiles[] = { "SK-1", "NO-SUCH-TILE" };
    struct server_deck_wish decks[] = { { .pile = "main", .tiles = tiles, .count = 2 },
                                        { .pile = "main", .tiles = tiles, .count = 0 } };
    struct server_limits limits = fixture_limits;
    struct fixture_job j;

    fixture_job_init(&j, SERVER_CREATE);
    j.job.create.variant = "skeleton";
    j.job.create.seats = two;
    j.job.create.seat_count = 2;
    j.job.create.decks = decks;
    j.job.create.deck_count = 1;
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_BAD_DECK);
    decks[0].pile = "cellar";
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_BAD_DECK);
    decks[0] = decks[1];
    j.job.create.deck_count = 2;
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_BAD_DECK);
    limits.fixed_decks = false;
    server_limits_set(f.server, &limits);
    j.job.create.deck_count = 0;
    j.job.create.has_seed = true;
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_NO_FIXED_DECKS);
    j.job.create.has_seed = false;
    ck_assert_int_eq(fixture_run(f.server, &j), SERVER_OK);
}
END_TEST

START_TEST(the_limit_of_stored_games_counts_deletions)
{
    const struct server_seat_wish two[] = { { .named = true }, { .named = true } };
    struct server_limits limits = fixture_limits;
    struct fixture_job j;
    char id[STORE_ID], host[SERVER_TOKEN];

    limits.games_stored = 1;
    server_limits_set(f.server, &limits);
    ck_assert_int_eq(create(two, 2, NULL, 0, &j), SERVER_OK);
    memcpy(id, j.job.game_id, sizeof id);
    memcpy(host, j.job.host_token, sizeof host);
    ck_assert_int_eq(create(two, 2, NULL, 0, &j), SERVER_TOO_MANY_GAMES);
    ck_assert_int_eq(simple(SERVER_DELETE, id, host), SERVER_OK);
    ck_assert_int_eq(create(two, 2, NULL, 0, &j), SERVER_OK);
}
END_TEST

/* ---- who may do what ---- */

START_TEST(tokens_open_what_they_should_and_nothing_else)
{
    struct fixture_game g, other;

    fixture_create(&f, "skeleton", 3, false, 1, &g);
    fixture_create(&f, "skeleton", 2, true, 1, &other);
    ck_assert_int_eq(simple(SERVER_START, g.id, NULL), SERVER_NO_TOKEN);
    ck_assert_int_eq(simple(SERVER_START, g.id, ""), SERVER_BAD_TOKEN);
    ck_assert_int_eq(simple(SERVER_START, g.id, other.host), SERVER_BAD_TOKEN);
    ck_assert_int_eq(simple(SERVER_DELETE, other.id, other.seats[0]), SERVER_NOT_ALLOWED);
    ck_assert_int_eq(simple(SERVER_ACT, other.id, other.host), SERVER_NOT_ALLOWED);
    ck_assert_int_eq(simple(SERVER_ACT, other.id, NULL), SERVER_NO_TOKEN);
    ck_assert_int_eq(simple(SERVER_START, g.id, g.host), SERVER_TOO_FEW);
    ck_assert_int_eq(simple(SERVER_START, "0123", g.host), SERVER_UNKNOWN_GAME);
    ck_assert_int_eq(simple(SERVER_START, "this-id-is-longer-than-any-id-could-ever-be", g.host),
                     SERVER_UNKNOWN_GAME);
    ck_assert_int_eq(simple(SERVER_DELETE, g.id, FIXTURE_ADMIN), SERVER_OK);
    ck_assert_int_eq(fixture_look(f.server, g.id).code, SERVER_UNKNOWN_GAME);
    server_admin_set(f.server, NULL);
    ck_assert_int_eq(simple(SERVER_DELETE, other.id, FIXTURE_ADMIN), SERVER_BAD_TOKEN);
}
END_TEST

/* ---- seats ---- */

START_TEST(the_start_closes_up_empty_seats_and_tokens_move_along)
{
    const struct server_seat_wish seats[] = { { .named = false },
                                              { .named = true, .name = "Ben" },
                                              { .named = false },
                                              { .named = true, .name = "Dan" } };
    const meepled_setting first[] = { { "first-player", "2" } };
    enum server_code code;
    meepled_error err;
    struct fixture_job j;

    ck_assert_int_eq(create(seats, 4, first, 1, &j), SERVER_OK);
    ck_assert_int_eq(simple(SERVER_START, j.job.game_id, j.job.host_token), SERVER_OK);
    for (int round = 0; round < 2; round++) {
        struct server_game *const game = server_acquire(f.server, j.job.game_id, &code, &err);

        ck_assert_int_eq(game->record->seat_count, 2);
        ck_assert_int_eq(game->record->players, 2);
        ck_assert_str_eq(game->record->seats[0].name, "Ben");
        ck_assert_str_eq(game->record->seats[1].name, "Dan");
        ck_assert_str_eq(game->record->seats[1].colour, "green");
        ck_assert_int_eq(server_token_owner(f.server, game, j.job.seat_tokens[1]), 0);
        ck_assert_int_eq(server_token_owner(f.server, game, j.job.seat_tokens[3]), 1);
        ck_assert_int_eq(server_token_owner(f.server, game, j.job.host_token), SERVER_HOST);
        ck_assert_int_eq(server_token_owner(f.server, game, FIXTURE_ADMIN), SERVER_ADMIN);
        ck_assert_int_eq(server_token_owner(f.server, game, ""), SERVER_NOBODY);
        /* seat 2 was empty, so the next one begins: Dan */
        ck_assert_int_eq(game->first_player, 1);
        ck_assert_int_eq(meepled_turn_get(game->game).player, 1);
        server_release(f.server, game);
        fixture_stop(&f);
        fixture_start(&f);
    }
}
END_TEST

START_TEST(leaving_an_open_game_frees_the_seat)
{
    struct fixture_game g;
    struct fixture_job j;

    fixture_create(&f, "skeleton", 3, false, 1, &g);
    ck_assert_int_eq(join(&g, 0, NULL, &j), SERVER_OK);
    ck_assert_int_eq(join(&g, 1, NULL, &j), SERVER_OK);
    ck_assert_int_eq(leave(&g, 0, g.seats[1]), SERVER_NOT_ALLOWED);
    ck_assert_int_eq(leave(&g, 2, g.host), SERVER_NO_SEAT);
    ck_assert_int_eq(leave(&g, 0, g.seats[0]), SERVER_OK);
    ck_assert_int_eq(leave(&g, 0, g.seats[0]), SERVER_BAD_TOKEN);
    ck_assert_int_eq(leave(&g, 1, g.host), SERVER_OK);
    ck_assert_int_eq(join(&g, -1, NULL, &j), SERVER_OK);
    ck_assert_int_eq(j.job.seat, 0);
}
END_TEST

START_TEST(leaving_a_game_that_is_played_gives_it_up)
{
    struct fixture_game g;
    enum server_code code;
    meepled_error err;

    fixture_create(&f, "skeleton", 2, true, 1, &g);
    fixture_play(f.server, &g, 1, 3);
    ck_assert_int_eq(leave(&g, 0, g.host), SERVER_NOT_ALLOWED);
    ck_assert_int_eq(leave(&g, 1, g.seats[1]), SERVER_OK);
    for (int round = 0; round < 2; round++) {
        struct server_game *const game = server_acquire(f.server, g.id, &code, &err);

        ck_assert_int_eq(game->record->status, STORE_ABORTED);
        ck_assert_str_eq(game->record->reason, "seat 1, Ben resigned");
        ck_assert_uint_eq(game->version, 5);
        ck_assert_uint_eq(game->start_version, 1);
        server_release(f.server, game);
        fixture_stop(&f);
        fixture_start(&f);
    }
    ck_assert_int_eq(simple(SERVER_ACT, g.id, g.seats[0]), SERVER_NOT_PLAYING);
    ck_assert_int_eq(leave(&g, 0, g.seats[0]), SERVER_NOT_PLAYING);
}
END_TEST

static Suite *
server_suite(void)
{
    Suite *const suite = suite_create("server");
    TCase *const tcase = tcase_create("server");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_game_whose_seats_are_all_taken_begins_by_itself);
    tcase_add_test(tcase, seats_without_a_name_wait_and_the_last_one_to_join_starts_the_game);
    tcase_add_test(tcase, colours_default_in_seat_order_and_are_never_doubled);
    tcase_add_test(tcase, what_is_wrong_with_a_new_game_is_told_and_nothing_is_stored);
    tcase_add_test(tcase, decks_and_seeds_are_taken_only_where_they_are_allowed);
    tcase_add_test(tcase, the_limit_of_stored_games_counts_deletions);
    tcase_add_test(tcase, tokens_open_what_they_should_and_nothing_else);
    tcase_add_test(tcase, the_start_closes_up_empty_seats_and_tokens_move_along);
    tcase_add_test(tcase, leaving_an_open_game_frees_the_seat);
    tcase_add_test(tcase, leaving_a_game_that_is_played_gives_it_up);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(server_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
