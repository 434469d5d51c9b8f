#include "fixture.h"
#include "old_store.h"

/* All tables and indices of the file, as text in new memory. */
static char *
schema_text(void)
{
    sqlite3 *db;
    sqlite3_stmt *s;

    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db,
                                        "SELECT group_concat(sql, char(10)) FROM (SELECT sql FROM"
                                        " sqlite_schema WHERE sql NOT NULL ORDER BY name)",
                                        -1, &s, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
    char *text = strdup((const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    sqlite3_close(db);
    return text;
}

START_TEST(a_migrated_store_has_the_tables_of_a_new_one)
{
    store_close(open_store());
    char *fresh = schema_text();
    ck_assert_int_eq(unlink(path), 0);
    run_sql(path, old_store_1);
    store_close(open_store());
    char *migrated = schema_text();
    ck_assert_str_eq(migrated, fresh);
    free(fresh);
    free(migrated);
}
END_TEST

START_TEST(a_store_of_version_2_has_the_tables_of_a_new_one_too)
{
    store_close(open_store());
    char *fresh = schema_text();
    ck_assert_int_eq(unlink(path), 0);
    run_sql(path, old_store_2);
    store_close(open_store());
    char *migrated = schema_text();
    ck_assert_str_eq(migrated, fresh);
    free(fresh);
    free(migrated);
}
END_TEST

START_TEST(a_game_of_version_2_is_not_sealed_and_can_be)
{
    struct store_game game;

    run_sql(path, old_store_2);
    struct store *store = open_store();
    ck_assert_int_eq(store_load(store, "second", &game, NULL, NULL, &error), STORE_OK);
    ck_assert_str_eq(game.reason, "left by all");
    store_game_clear(&game);
    ck_assert_int_eq(store_load(store, "first", &game, NULL, NULL, &error), STORE_OK);
    ck_assert(game.private_game);
    ck_assert(!game.sealed);
    game.sealed = true;
    game.status = STORE_FROZEN;
    game.changes++;
    struct store_change change = { .type = STORE_UPDATE, .game = game.key, .update = &game };
    ck_assert_int_eq(store_write(store, &change, 1, &error), STORE_OK);
    ck_assert_int_eq(change.status, STORE_OK);
    store_game_clear(&game);
    store_close(store);
    store = open_store();
    ck_assert_int_eq(store_load(store, "first", &game, NULL, NULL, &error), STORE_OK);
    ck_assert(game.sealed);
    ck_assert_int_eq(game.status, STORE_FROZEN);
    store_game_clear(&game);
    store_close(store);
}
END_TEST

START_TEST(a_store_of_version_1_keeps_its_games)
{
    struct store_game game;
    uint64_t games;

    run_sql(path, old_store_1);
    struct store *store = open_store();
    ck_assert_int_eq(store_count(store, &games, &error), STORE_OK);
    ck_assert_uint_eq(games, 3);
    ck_assert_int_eq(store_load(store, "fourth", &game, NULL, NULL, &error), STORE_OK);
    ck_assert_int_eq(game.key, 4);
    ck_assert_int_eq(game.status, STORE_ABORTED);
    ck_assert_str_eq(game.reason, "left by all");
    ck_assert_uint_eq(game.changes, 5);
    ck_assert_uint_eq(game.seat_count, 3);
    ck_assert(!game.private_game);
    store_game_clear(&game);
    ck_assert_int_eq(store_load(store, "first", &game, NULL, NULL, &error), STORE_OK);
    ck_assert_str_eq(game.seats[1].name, "Božena");
    ck_assert_str_eq(game.seats[1].bot, "random");
    ck_assert(game.seats[0].has_token);
    ck_assert(!game.seats[1].has_token);
    store_game_clear(&game);
    ck_assert_int_eq(create_game(store, "next"), 5);
    store_close(store);
}
END_TEST

START_TEST(a_store_of_version_1_keeps_its_actions_and_goes_on)
{
    struct store_game game;
    struct store_action *actions;
    size_t count;

    run_sql(path, old_store_1);
    struct store *store = open_store();
    struct store_change more[2] = { append_change(1, 4), append_change(3, 1) };
    ck_assert_int_eq(store_write(store, more, 2, &error), STORE_OK);
    ck_assert_int_eq(more[0].status, STORE_OK);
    ck_assert_int_eq(more[1].status, STORE_OK);
    store_close(store);
    store = open_store(); /* and once more, now of the present version */
    ck_assert_int_eq(store_load(store, "first", &game, &actions, &count, &error), STORE_OK);
    ck_assert_uint_eq(count, 4);
    ck_assert_str_eq(actions[0].text, "place HG-31 1 0 90");
    ck_assert_uint_eq(actions[0].digest[15], 0x10);
    ck_assert_str_eq(actions[2].text, "place HG-02 2 0 0");
    ck_assert_uint_eq(actions[2].seat, 1);
    ck_assert_int_eq(actions[2].at_ms, 1690000000800);
    ck_assert_str_eq(actions[3].text, "pass");
    store_game_clear(&game);
    store_actions_free(actions, count);
    ck_assert_uint_eq(count_actions(store, "third"), 1);
    store_close(store);
}
END_TEST

START_TEST(a_store_of_version_1_keeps_its_idempotency_keys)
{
    uint8_t hash[STORE_HASH];
    uint32_t seq;

    run_sql(path, old_store_1);
    struct store *store = open_store();
    ck_assert_int_eq(store_key_find(store, 1, 0, "retry-1", hash, &seq, &error), STORE_OK);
    ck_assert_uint_eq(seq, 1);
    ck_assert_uint_eq(hash[31], 0x11);
    ck_assert_int_eq(store_key_find(store, 1, 1, "retry-1", hash, &seq, &error), STORE_OK);
    ck_assert_uint_eq(seq, 3);
    ck_assert_int_eq(store_key_find(store, 4, 0, "retry-1", hash, &seq, &error), STORE_NOT_FOUND);
    store_close(store);
}
END_TEST

START_TEST(a_migration_that_fails_leaves_the_old_store)
{
    run_sql(path, old_store_1);
    run_sql(path, "ALTER TABLE action RENAME TO deed"); /* not what version 1 wrote */
    assert_refused(STORE_DAMAGED);
    run_sql(path, "ALTER TABLE deed RENAME TO action");
    struct store *store = open_store();
    append_actions(store, 1, 4, 4);
    store_close(store);
}
END_TEST

START_TEST(old_actions_with_a_gap_are_found_when_they_are_read)
{
    struct store_game game;
    struct store_action *actions;
    size_t count;

    run_sql(path, old_store_1);
    run_sql(path, "DELETE FROM action WHERE game = 1 AND seq = 2");
    struct store *store = open_store();
    ck_assert_int_eq(store_load(store, "first", &game, &actions, &count, &error), STORE_DAMAGED);
    ck_assert_int_eq(store_load(store, "fourth", &game, &actions, &count, &error), STORE_OK);
    ck_assert_uint_eq(count, 2);
    store_game_clear(&game);
    store_actions_free(actions, count);
    store_close(store);
}
END_TEST

int
main(void)
{
    return RUN_CASE("sqlite_schema", 20, a_migrated_store_has_the_tables_of_a_new_one,
                    a_store_of_version_2_has_the_tables_of_a_new_one_too,
                    a_game_of_version_2_is_not_sealed_and_can_be,
                    a_store_of_version_1_keeps_its_games,
                    a_store_of_version_1_keeps_its_actions_and_goes_on,
                    a_store_of_version_1_keeps_its_idempotency_keys,
                    a_migration_that_fails_leaves_the_old_store,
                    old_actions_with_a_gap_are_found_when_they_are_read);
}
