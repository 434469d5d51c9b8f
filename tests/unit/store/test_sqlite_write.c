#include "fixture.h"

static struct store *store;

static void
with_store(void)
{
    setup();
    store = open_store();
}

static void
without_store(void)
{
    store_close(store);
    teardown();
}

static void
write_all(struct store_change *changes, size_t count)
{
    ck_assert_msg(store_write(store, changes, count, &error) == STORE_OK, "%s", error.text);
}

static struct store_change
keyed(int64_t game, uint32_t seq, uint8_t seat, const char *key)
{
    struct store_change change = append_change(game, seq);

    change.append.action.seat = seat;
    change.append.key = key;
    memset(change.append.request_hash, (int)seq, STORE_HASH);
    return change;
}

static enum store_status
write_one(struct store_change change)
{
    write_all(&change, 1);
    return change.status;
}

static void
reopen(void)
{
    store_close(store);
    store = open_store();
}

START_TEST(an_empty_group_is_written_at_once)
{
    ck_assert_int_eq(store_write(store, NULL, 0, &error), STORE_OK);
}
END_TEST

START_TEST(an_id_is_given_once)
{
    struct store_game game = sample_game("same");
    struct store_change twice[2] = { { .type = STORE_CREATE, .create = &game },
                                     { .type = STORE_CREATE, .create = &game } };
    uint64_t games;

    write_all(twice, 2);
    ck_assert_int_eq(twice[0].status, STORE_OK);
    ck_assert_int_gt(twice[0].game, 0);
    ck_assert_int_eq(twice[1].status, STORE_CONFLICT);
    ck_assert_int_eq(write_one(twice[0]), STORE_CONFLICT);
    ck_assert_int_eq(store_count(store, &games, &error), STORE_OK);
    ck_assert_uint_eq(games, 1);
}
END_TEST

START_TEST(an_action_is_appended_only_as_the_next_one)
{
    int64_t game = create_game(store, "a");

    ck_assert_int_eq(write_one(append_change(game, 0)), STORE_CONFLICT);
    ck_assert_int_eq(write_one(append_change(game, 2)), STORE_CONFLICT);
    ck_assert_int_eq(write_one(append_change(game, 1)), STORE_OK);
    ck_assert_int_eq(write_one(append_change(game, 1)), STORE_CONFLICT);
    ck_assert_int_eq(write_one(append_change(game, 3)), STORE_CONFLICT);
    ck_assert_int_eq(write_one(append_change(game, UINT32_MAX)), STORE_CONFLICT);
    ck_assert_int_eq(write_one(append_change(game, 2)), STORE_OK);
    ck_assert_int_eq(write_one(append_change(game + 1, 1)), STORE_NOT_FOUND);
    ck_assert_uint_eq(count_actions(store, "a"), 2);
}
END_TEST

START_TEST(conflicts_are_left_out_and_the_rest_of_the_group_is_kept)
{
    int64_t a = create_game(store, "a"), b = create_game(store, "b");
    struct store_change group[] = {
        append_change(a, 1), append_change(a, 1),  append_change(b, 2),
        append_change(a, 2), append_change(77, 1), append_change(b, 1)
    };
    const enum store_status want[] = { STORE_OK, STORE_CONFLICT,  STORE_CONFLICT,
                                       STORE_OK, STORE_NOT_FOUND, STORE_OK };

    write_all(group, 6);
    for (int i = 0; i < 6; i++)
        ck_assert_int_eq(group[i].status, want[i]);
    reopen();
    ck_assert_uint_eq(count_actions(store, "a"), 2);
    ck_assert_uint_eq(count_actions(store, "b"), 1);
}
END_TEST

START_TEST(a_key_is_used_once_by_each_seat)
{
    int64_t a = create_game(store, "a"), b = create_game(store, "b");

    ck_assert_int_eq(write_one(keyed(a, 1, 0, "k")), STORE_OK);
    ck_assert_int_eq(write_one(keyed(a, 2, 0, "k")), STORE_CONFLICT);
    ck_assert_int_eq(write_one(keyed(a, 2, 1, "k")), STORE_OK);
    ck_assert_int_eq(write_one(keyed(b, 1, 0, "k")), STORE_OK);
    ck_assert_int_eq(write_one(keyed(a, 3, 0, "l")), STORE_OK);
    ck_assert_int_eq(write_one(keyed(a, 4, 0, "")), STORE_OK); /* empty is a key, too */
    ck_assert_int_eq(write_one(keyed(a, 5, 0, "")), STORE_CONFLICT);
    ck_assert_int_eq(write_one(keyed(a, 5, 0, NULL)), STORE_OK);
    ck_assert_int_eq(write_one(keyed(a, 6, 0, NULL)), STORE_OK);
    ck_assert_uint_eq(count_actions(store, "a"), 6);
}
END_TEST

START_TEST(a_key_used_twice_in_a_group_is_used_once)
{
    int64_t game = create_game(store, "a");
    struct store_change group[] = { keyed(game, 1, 0, "k"), keyed(game, 2, 0, "k"),
                                    keyed(game, 2, 0, "l") };

    write_all(group, 3);
    ck_assert_int_eq(group[0].status, STORE_OK);
    ck_assert_int_eq(group[1].status, STORE_CONFLICT);
    ck_assert_int_eq(group[2].status, STORE_OK);
}
END_TEST

START_TEST(a_key_is_remembered_over_a_restart)
{
    int64_t game = create_game(store, "a");
    uint8_t hash[STORE_HASH];
    uint32_t seq;

    append_actions(store, game, 1, 3);
    ck_assert_int_eq(write_one(keyed(game, 4, 1, "k")), STORE_OK);
    append_actions(store, game, 5, 9);
    reopen();
    ck_assert_int_eq(write_one(keyed(game, 10, 1, "k")), STORE_CONFLICT);
    ck_assert_int_eq(write_one(keyed(game, 10, 1, "m")), STORE_OK);
    ck_assert_int_eq(store_key_find(store, game, 1, "k", hash, &seq, &error), STORE_OK);
    ck_assert_uint_eq(seq, 4);
    ck_assert_uint_eq(hash[0], 4);
    ck_assert_uint_eq(hash[STORE_HASH - 1], 4);
}
END_TEST

START_TEST(a_key_of_a_refused_action_stays_free)
{
    int64_t game = create_game(store, "a");

    ck_assert_int_eq(write_one(keyed(game, 5, 0, "k")), STORE_CONFLICT);
    ck_assert_int_eq(write_one(keyed(game, 1, 0, "k")), STORE_OK);
}
END_TEST

START_TEST(an_update_follows_the_one_before)
{
    struct store_game game = sample_game("a"), loaded;
    int64_t key = create_game(store, "a");
    struct store_change change = { .type = STORE_UPDATE, .game = key, .update = &game };

    game.changes = 3;
    ck_assert_int_eq(write_one(change), STORE_CONFLICT);
    game.changes = 1;
    ck_assert_int_eq(write_one(change), STORE_CONFLICT);
    game.changes = 2;
    game.status = STORE_ABORTED;
    game.reason = "nobody came";
    game.updated_ms += 5000;
    game.seat_count = 1; /* closed up */
    game.players = 1;
    game.options = "first-player=1";
    game.seats[0].name = "Eva";
    game.variant = "not replaced";
    game.seed[0] ^= 1;
    ck_assert_int_eq(write_one(change), STORE_OK);
    change.game = key + 1;
    ck_assert_int_eq(write_one(change), STORE_NOT_FOUND);
    reopen();
    ck_assert_int_eq(store_load(store, "a", &loaded, NULL, NULL, &error), STORE_OK);
    ck_assert_uint_eq(loaded.changes, 2);
    ck_assert_int_eq(loaded.status, STORE_ABORTED);
    ck_assert_str_eq(loaded.reason, "nobody came");
    ck_assert_int_eq(loaded.updated_ms, game.updated_ms);
    ck_assert_uint_eq(loaded.seat_count, 1);
    ck_assert_uint_eq(loaded.players, 1);
    ck_assert_str_eq(loaded.options, "first-player=1");
    ck_assert_str_eq(loaded.seats[0].name, "Eva");
    ck_assert_str_eq(loaded.variant, "hunters-gatherers");
    ck_assert_uint_eq(loaded.seed[0], 0x5e);
    store_game_clear(&loaded);
}
END_TEST

START_TEST(the_last_action_finishes_the_game)
{
    struct store_game game;
    int64_t key = create_game(store, "a");
    struct store_change change = append_change(key, 1);

    change.append.finishes = true;
    ck_assert_int_eq(write_one(change), STORE_OK);
    ck_assert_int_eq(store_load(store, "a", &game, NULL, NULL, &error), STORE_OK);
    ck_assert_int_eq(game.status, STORE_FINISHED);
    ck_assert_uint_eq(game.changes, 1);
    ck_assert_int_eq(game.updated_ms, 1700000000101); /* when the action was */
    store_game_clear(&game);
}
END_TEST

START_TEST(a_deleted_game_leaves_nothing)
{
    struct store_game game;
    uint64_t games;
    int64_t a = create_game(store, "a"), b = create_game(store, "b");
    uint8_t hash[STORE_HASH];
    uint32_t seq;

    for (uint32_t i = 1; i <= 20; i++) {
        append_actions(store, a, i, i);
        ck_assert_int_eq(write_one(keyed(b, i, 0, i % 2 ? NULL : "even")),
                         i % 2 == 0 && i > 2 ? STORE_CONFLICT : STORE_OK);
        if (i % 2 == 0 && i > 2)
            append_actions(store, b, i, i);
    }
    struct store_change change = { .type = STORE_DELETE, .game = b };
    ck_assert_int_eq(write_one(change), STORE_OK);
    ck_assert_int_eq(write_one(change), STORE_NOT_FOUND);
    ck_assert_int_eq(store_load(store, "b", &game, NULL, NULL, &error), STORE_NOT_FOUND);
    ck_assert_int_eq(store_key_find(store, b, 0, "even", hash, &seq, &error), STORE_NOT_FOUND);
    ck_assert_int_eq(write_one(append_change(b, 21)), STORE_NOT_FOUND);
    ck_assert_int_eq(store_count(store, &games, &error), STORE_OK);
    ck_assert_uint_eq(games, 1);
    ck_assert_uint_eq(count_actions(store, "a"), 20);
    ck_assert_int_gt(create_game(store, "b"), b); /* its number is never given again */
    reopen();
    ck_assert_int_eq(store_count(store, &games, &error), STORE_OK);
    ck_assert_uint_eq(games, 2);
    store_close(store);
    run_sql(path, "CREATE TABLE proof (rows INTEGER CHECK (rows = 20 + 2 + 2 + 2));"
                  "INSERT INTO proof SELECT (SELECT count(*) FROM action) +"
                  " (SELECT count(*) FROM head) + (SELECT count(*) FROM game) +"
                  " (SELECT count(DISTINCT game) FROM seat)");
    store = open_store();
}
END_TEST

START_TEST(a_group_that_fails_stores_nothing_and_the_next_is_written)
{
    struct store_game good = sample_game("good"), bad = sample_game("bad");
    int64_t game = create_game(store, "a");
    uint64_t games;

    bad.variant = NULL; /* the table refuses it, whatever the caller thinks */
    struct store_change group[] = { keyed(game, 1, 0, "k"),
                                    { .type = STORE_CREATE, .create = &good },
                                    { .type = STORE_CREATE, .create = &bad },
                                    append_change(game, 2) };
    ck_assert_int_eq(store_write(store, group, 4, &error), STORE_FAILED);
    ck_assert_ptr_nonnull(strstr(error.text, "cannot create a game"));
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(group[i].status, STORE_FAILED);
    ck_assert_int_eq(group[1].game, 0);
    ck_assert_uint_eq(count_actions(store, "a"), 0);
    ck_assert_int_eq(store_count(store, &games, &error), STORE_OK);
    ck_assert_uint_eq(games, 1);
    ck_assert_int_eq(write_one(group[0]), STORE_OK); /* the key is free again */
    ck_assert_int_eq(write_one(group[1]), STORE_OK);
    reopen();
    ck_assert_uint_eq(count_actions(store, "a"), 1);
}
END_TEST

START_TEST(a_writer_waits_for_another_program_and_then_gives_up)
{
    sqlite3 *db;
    int64_t game = create_game(store, "a");
    struct store_change change = append_change(game, 1);

    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(store_write(store, &change, 1, &error), STORE_FAILED);
    ck_assert_uint_eq(count_actions(store, "a"), 0); /* reading goes on */
    ck_assert_int_eq(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    ck_assert_int_eq(write_one(change), STORE_OK);
}
END_TEST

START_TEST(odd_texts_are_stored_as_they_are)
{
    struct store_game game = sample_game("'; DROP TABLE game; --"), loaded;
    struct store_change change = { .type = STORE_CREATE, .create = &game };

    game.variant = "Robert'); DELETE FROM head; --";
    game.options = "%s%n\n\t\"\\";
    game.seats[0].name = "Žófia 🎲";
    ck_assert_int_eq(write_one(change), STORE_OK);
    ck_assert_int_eq(store_load(store, game.id, &loaded, NULL, NULL, &error), STORE_OK);
    ck_assert_str_eq(loaded.variant, game.variant);
    ck_assert_str_eq(loaded.options, game.options);
    ck_assert_str_eq(loaded.seats[0].name, game.seats[0].name);
    store_game_clear(&loaded);
}
END_TEST

int
main(void)
{
    return RUN_CASE_WITH(
        "sqlite_write", 30, with_store, without_store, an_empty_group_is_written_at_once,
        an_id_is_given_once, an_action_is_appended_only_as_the_next_one,
        conflicts_are_left_out_and_the_rest_of_the_group_is_kept, a_key_is_used_once_by_each_seat,
        a_key_used_twice_in_a_group_is_used_once, a_key_is_remembered_over_a_restart,
        a_key_of_a_refused_action_stays_free, an_update_follows_the_one_before,
        the_last_action_finishes_the_game, a_deleted_game_leaves_nothing,
        a_group_that_fails_stores_nothing_and_the_next_is_written,
        a_writer_waits_for_another_program_and_then_gives_up, odd_texts_are_stored_as_they_are);
}
