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
add_game(const char *id, const char *variant, enum store_game_status status, bool private_game)
{
    struct store_game game = sample_game(id);
    struct store_change change = { .type = STORE_CREATE, .create = &game };

    game.variant = (char *)(uintptr_t)variant;
    game.status = status;
    game.private_game = private_game;
    ck_assert_int_eq(store_write(store, &change, 1, &error), STORE_OK);
}

START_TEST(a_game_is_loaded_as_it_was_stored)
{
    struct store_game game = sample_game("a"), got;
    struct store_change change = { .type = STORE_CREATE, .create = &game };
    struct store_action *actions;
    size_t count;

    game.status = STORE_FROZEN;
    game.reason = "other rules";
    game.decks = "main=HG-01";
    game.private_game = true;
    game.changes = 4000000000u;
    game.seats[1] = (struct store_seat){ .taken = true, .bot = "random" };
    ck_assert_int_eq(store_write(store, &change, 1, &error), STORE_OK);
    append_actions(store, change.game, 1, 40);
    ck_assert_int_eq(store_load(store, "a", &got, &actions, &count, &error), STORE_OK);
    ck_assert_int_eq(got.key, change.game);
    ck_assert_str_eq(got.id, "a");
    ck_assert_str_eq(got.variant, game.variant);
    ck_assert_str_eq(got.options, game.options);
    ck_assert_str_eq(got.rules, game.rules);
    ck_assert_mem_eq(got.tiles_digest, game.tiles_digest, 32);
    ck_assert_mem_eq(got.seed, game.seed, MEEPLED_SEED);
    ck_assert_str_eq(got.decks, game.decks);
    ck_assert_mem_eq(got.host_hash, game.host_hash, STORE_HASH);
    ck_assert(got.private_game);
    ck_assert_int_eq(got.status, STORE_FROZEN);
    ck_assert_str_eq(got.reason, game.reason);
    ck_assert_int_eq(got.created_ms, game.created_ms);
    ck_assert_int_eq(got.updated_ms, 1700000000140); /* the last action's */
    ck_assert_uint_eq(got.changes, game.changes);
    ck_assert_uint_eq(got.players, 2);
    ck_assert_uint_eq(got.seat_count, 2);
    ck_assert(got.seats[0].taken && got.seats[0].has_token);
    ck_assert_str_eq(got.seats[0].name, "Ana");
    ck_assert_str_eq(got.seats[0].colour, "red");
    ck_assert_mem_eq(got.seats[0].token_hash, game.seats[0].token_hash, STORE_HASH);
    ck_assert(got.seats[1].taken && !got.seats[1].has_token);
    ck_assert_str_eq(got.seats[1].bot, "random");
    ck_assert_ptr_null(got.seats[1].name);
    ck_assert_ptr_null(got.seats[0].bot);
    ck_assert_uint_eq(count, 40);
    ck_assert_int_eq(actions[39].at_ms, 1700000000140);
    ck_assert_uint_eq(actions[39].digest[MEEPLED_DIGEST - 1], 40);
    store_game_clear(&got);
    store_actions_free(actions, count);
}
END_TEST

START_TEST(texts_not_said_come_back_as_null)
{
    struct store_game game = sample_game("a"), got;
    struct store_change change = { .type = STORE_CREATE, .create = &game };
    struct store_action *actions;
    size_t count;

    game.options = NULL;
    game.rules = NULL;
    game.seat_count = 0;
    ck_assert_int_eq(store_write(store, &change, 1, &error), STORE_OK);
    ck_assert_int_eq(store_load(store, "a", &got, &actions, &count, &error), STORE_OK);
    ck_assert_ptr_null(got.options);
    ck_assert_ptr_null(got.rules);
    ck_assert_ptr_null(got.decks);
    ck_assert_ptr_null(got.reason);
    ck_assert_uint_eq(got.seat_count, 0);
    ck_assert_uint_eq(count, 0);
    store_game_clear(&got);
    store_actions_free(actions, count);
}
END_TEST

START_TEST(an_unknown_id_leaves_everything_as_it_was)
{
    struct store_game game = { .key = 5 };
    struct store_action *actions = (struct store_action *)&game;
    size_t count = 17;

    ck_assert_int_eq(store_load(store, "nobody", &game, &actions, &count, &error), STORE_NOT_FOUND);
    ck_assert_int_eq(game.key, 5);
    ck_assert_ptr_eq(actions, &game);
    ck_assert_uint_eq(count, 17);
}
END_TEST

START_TEST(a_key_is_found_with_what_it_was_used_for)
{
    int64_t game = create_game(store, "a");
    struct store_change change = append_change(game, 1);
    uint8_t hash[STORE_HASH] = { 0 };
    uint32_t seq = 99;

    ck_assert_int_eq(store_key_find(store, game, 2, "k", hash, &seq, &error), STORE_NOT_FOUND);
    change.append.action.seat = 2;
    change.append.key = "k";
    memset(change.append.request_hash, 0xab, STORE_HASH);
    ck_assert_int_eq(store_write(store, &change, 1, &error), STORE_OK);
    ck_assert_int_eq(store_key_find(store, game, 1, "k", hash, &seq, &error), STORE_NOT_FOUND);
    ck_assert_int_eq(store_key_find(store, game, 2, "kk", hash, &seq, &error), STORE_NOT_FOUND);
    ck_assert_int_eq(store_key_find(store, game + 1, 2, "k", hash, &seq, &error), STORE_NOT_FOUND);
    ck_assert_uint_eq(seq, 99);
    ck_assert_int_eq(store_key_find(store, game, 2, "k", hash, &seq, &error), STORE_OK);
    ck_assert_uint_eq(seq, 1);
    ck_assert_mem_eq(hash, change.append.request_hash, STORE_HASH);
}
END_TEST

/* ---- lists ---- */

/* The listed games' ids in one line, and "+" if there are more. */
static const char *
listed(const char *variant, int status, int64_t before, size_t limit)
{
    static char line[400];
    struct store_filter filter = { variant, status, before, limit };
    struct store_game *games;
    size_t count;
    bool more;

    line[0] = '\0';
    ck_assert_msg(store_list(store, &filter, &games, &count, &more, &error) == STORE_OK, "%s",
                  error.text);
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(line);
        (void)snprintf(line + used, sizeof line - used, "%s%s", i > 0 ? " " : "", games[i].id);
        ck_assert_uint_eq(games[i].seat_count, 2);
        ck_assert_str_eq(games[i].seats[0].name, "Ana");
        store_game_clear(&games[i]);
    }
    free(games);
    return more ? strcat(line, " +") : line;
}

START_TEST(lists_go_from_the_newest_and_hide_private_games)
{
    ck_assert_str_eq(listed(NULL, -1, 0, 10), "");
    add_game("a", "hunters-gatherers", STORE_OPEN, false);
    add_game("b", "carcassonne", STORE_PLAYING, false);
    add_game("c", "carcassonne", STORE_OPEN, true);
    add_game("d", "hunters-gatherers", STORE_OPEN, false);
    add_game("e", "hunters-gatherers", STORE_FINISHED, false);
    ck_assert_str_eq(listed(NULL, -1, 0, 10), "e d b a");
    ck_assert_str_eq(listed("hunters-gatherers", -1, 0, 10), "e d a");
    ck_assert_str_eq(listed(NULL, STORE_OPEN, 0, 10), "d a");
    ck_assert_str_eq(listed("carcassonne", STORE_OPEN, 0, 10), "");
    ck_assert_str_eq(listed("hunters-gatherers", STORE_OPEN, 0, 10), "d a");
    ck_assert_str_eq(listed("none", -1, 0, 10), "");
}
END_TEST

START_TEST(lists_come_in_pages)
{
    for (int i = 1; i <= 7; i++) {
        char id[24];
        (void)snprintf(id, sizeof id, "%d", i);
        add_game(id, "v", STORE_OPEN, false);
    }
    ck_assert_str_eq(listed(NULL, -1, 0, 3), "7 6 5 +");
    ck_assert_str_eq(listed(NULL, -1, 5, 3), "4 3 2 +");
    ck_assert_str_eq(listed("v", STORE_OPEN, 2, 3), "1");
    ck_assert_str_eq(listed(NULL, -1, 8, 7), "7 6 5 4 3 2 1");
    ck_assert_str_eq(listed(NULL, -1, 1, 3), "");
    ck_assert_str_eq(listed(NULL, -1, 0, 0), " +");
}
END_TEST

START_TEST(lists_use_an_index_for_every_filter)
{
    static const char *const wheres[] = { "", "AND variant = 'v'", "AND status = 1",
                                          "AND variant = 'v' AND status = 1" };
    sqlite3 *db;

    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    for (size_t i = 0; i < sizeof wheres / sizeof wheres[0]; i++) {
        char sql[400];
        sqlite3_stmt *s;
        (void)snprintf(sql, sizeof sql,
                       "EXPLAIN QUERY PLAN SELECT * FROM game g JOIN head h ON h.game = g.key"
                       " WHERE private = 0 AND g.key < 99 %s ORDER BY g.key DESC LIMIT 9",
                       wheres[i]);
        ck_assert_int_eq(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
        while (sqlite3_step(s) == SQLITE_ROW) {
            const char *detail = (const char *)sqlite3_column_text(s, 3);
            ck_assert_msg(strncmp(detail, "SEARCH", 6) == 0, "%s: %s", sql, detail);
        }
        sqlite3_finalize(s);
    }
    sqlite3_close(db);
}
END_TEST

/* ---- what the file says is not believed ---- */

START_TEST(values_that_cannot_be_are_damage)
{
    static const char *const harms[] = {
        "UPDATE game SET seed = x'00'",
        "UPDATE game SET tiles_digest = zeroblob(33)",
        "UPDATE game SET host_hash = 'text'",
        "UPDATE game SET status = 9",
        "UPDATE game SET status = -1",
        "UPDATE game SET changes = -1",
        "UPDATE game SET seat_count = 9",
        "UPDATE game SET seat_count = 1",
        "UPDATE game SET players = 300",
        "DELETE FROM seat WHERE number = 0",
        "UPDATE seat SET number = 5 WHERE number = 1",
        "UPDATE seat SET number = 200 WHERE number = 1",
        "UPDATE seat SET token_hash = x'01' WHERE number = 0",
        "UPDATE head SET seq = 4",
        "UPDATE head SET seq = 6",
        "UPDATE head SET seq = 4000000000000",
        "UPDATE head SET seq = -1",
        "UPDATE head SET row = row + 7",
        "UPDATE head SET row = row - 1",
        "UPDATE head SET row = 0",
        "DELETE FROM action WHERE seq = 3",
        "UPDATE action SET prev = row WHERE seq = 3",
        "UPDATE action SET prev = 999 WHERE seq = 3",
        "UPDATE action SET prev = 0 WHERE seq = 3",
        "UPDATE action SET game = game + 1 WHERE seq = 2",
        "UPDATE action SET seq = 7 WHERE seq = 2",
        "UPDATE action SET seat = 256 WHERE seq = 2",
        "UPDATE action SET digest = x'' WHERE seq = 2",
    };
    struct store_game game;
    struct store_action *actions;
    size_t count, size;

    append_actions(store, create_game(store, "a"), 1, 5);
    store_close(store);
    uint8_t *bytes = read_file(path, &size);
    for (size_t i = 0; i < sizeof harms / sizeof harms[0]; i++) {
        run_sql(path, harms[i]);
        store = open_store();
        enum store_status status = store_load(store, "a", &game, &actions, &count, &error);
        ck_assert_msg(status == STORE_DAMAGED, "%s: %d", harms[i], status);
        store_close(store);
        write_file(path, bytes, size);
    }
    store = open_store();
    ck_assert_uint_eq(count_actions(store, "a"), 5);
    free(bytes);
}
END_TEST

START_TEST(a_broken_chain_ends_the_search_for_a_key)
{
    int64_t game = create_game(store, "a");
    uint8_t hash[STORE_HASH];
    uint32_t seq;
    struct store_change change = append_change(game, 6);

    append_actions(store, game, 1, 5);
    run_sql(path, "UPDATE action SET prev = row WHERE seq = 3");
    change.append.key = "k";
    ck_assert_int_eq(store_key_find(store, game, 0, "k", hash, &seq, &error), STORE_DAMAGED);
    ck_assert_int_eq(store_write(store, &change, 1, &error), STORE_DAMAGED);
    ck_assert_int_eq(change.status, STORE_DAMAGED);
}
END_TEST

int
main(void)
{
    return RUN_CASE_WITH(
        "sqlite_read", 30, with_store, without_store, a_game_is_loaded_as_it_was_stored,
        texts_not_said_come_back_as_null, an_unknown_id_leaves_everything_as_it_was,
        a_key_is_found_with_what_it_was_used_for, lists_go_from_the_newest_and_hide_private_games,
        lists_come_in_pages, lists_use_an_index_for_every_filter, values_that_cannot_be_are_damage,
        a_broken_chain_ends_the_search_for_a_key);
}
