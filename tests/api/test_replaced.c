/* A plugin that is replaced: games under way go on with the code they began with, new ones use the
 * new code after SIGHUP, without a restart and after one. */
#include "tests/support/http_game.h"
#include "tests/support/http_suite.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct child daemon_under_test;
static char folder[] = "/tmp/meepled-plugins-XXXXXX";
static char plugins[600];

/* Put tests/plugins/NAME.so in place of swap.so, as `install` or `mv` does, or into the same file
 * as `cp` does. */
static void
put_plugin(const char *name, bool same_file)
{
    const char *build = getenv("MEEPLED_BUILD");
    char from[512], to[64], fresh[64], block[4096];
    size_t got;

    snprintf(from, sizeof from, "%s/tests/plugins/%s.so", build ? build : "build", name);
    snprintf(to, sizeof to, "%s/swap.so", folder);
    snprintf(fresh, sizeof fresh, "%s/fresh", folder);
    FILE *in = fopen(from, "re"), *out = fopen(same_file ? to : fresh, "we");
    ck_assert(in && out);
    while ((got = fread(block, 1, sizeof block, in)) > 0)
        ck_assert_uint_eq(fwrite(block, 1, got, out), got);
    fclose(in);
    ck_assert_int_eq(fclose(out), 0);
    if (!same_file)
        ck_assert_int_eq(rename(fresh, to), 0);
}

static struct table
swap_table(struct client *client)
{
    struct reply reply =
        client_get(client, 201, NULL,
                   &(struct ask){ .method = "POST",
                                  .path = "/v1/games",
                                  .body = "{\"variant\":\"swap\",\"seats\":[{\"name\":\"A\"},"
                                          "{\"name\":\"B\"}]}" });
    const struct table table = table_of(&reply);
    reply_clear(&reply);
    return table;
}

/* Take up to `steps` actions: what rule SW-1 gave for a tile,
 * every time the same; 0: no tile was placed. */
static json_int_t
points_a_tile(struct client *client, const struct table *table, int steps)
{
    uint32_t random = 1;
    json_int_t points = 0;
    struct reply answer;

    for (int i = 0; i < steps && table_step(client, table, &random, NULL, &answer); i++) {
        const json_t *event;
        size_t n;

        json_array_foreach(json_object_get(answer.json, "events"), n, event)
        {
            const char *rule = json_string_value(json_object_get(event, "rule"));
            json_t *given = json_object_get(event, "points"), *value;
            const char *seat;
            json_int_t most = 0;

            if (!rule || strcmp(rule, "SW-1") != 0)
                continue;
            json_object_foreach(given, seat, value)
            {
                if (json_integer_value(value) > most)
                    most = json_integer_value(value);
            }
            ck_assert_msg(points == 0 || points == most, "%s", answer.text);
            points = most;
        }
        reply_clear(&answer);
    }
    return points;
}

/* The digest of the layer `swap` as the game's state tells it. */
static void
code_of(struct client *client, const struct table *table, char out[65])
{
    struct reply reply = client_get(client, 200, NULL, &(struct ask){ .path = table->path });
    const json_t *layer = json_array_get(json_object_get(reply.json, "rules"), 1);

    ck_assert_str_eq(json_string_value(json_object_get(layer, "name")), "swap");
    snprintf(out, 65, "%s", json_string_value(json_object_get(layer, "code")));
    ck_assert_uint_eq(strlen(out), 64);
    reply_clear(&reply);
}

static const char *settings[] = { plugins,
                                  "variants.path=conf/variants:tests/plugins/swap_old/swap.ini",
                                  NULL };

/* Everything about one way of replacing the file. */
static void
replace(bool same_file)
{
    char old_code[65], new_code[65], code[65];

    put_plugin("swap_old", false);
    child_start(&daemon_under_test, settings);
    struct client *client = client_new(daemon_under_test.url);
    const struct table begun = swap_table(client), idle = swap_table(client);

    ck_assert_int_eq(points_a_tile(client, &begun, 6), 1);
    code_of(client, &begun, old_code);
    put_plugin("swap_new", same_file);
    const struct table between = swap_table(client); /* not reloaded yet */
    ck_assert_int_eq(points_a_tile(client, &between, 2), 1);

    ck_assert(child_reload(&daemon_under_test));
    const struct table fresh = swap_table(client);
    code_of(client, &fresh, new_code);
    ck_assert_str_ne(old_code, new_code);
    ck_assert_int_eq(points_a_tile(client, &fresh, 6), 100);
    ck_assert_int_eq(points_a_tile(client, &begun, 4), 1);

    client_free(client);
    ck_assert(child_stop(&daemon_under_test)); /* and now without anything in memory */
    child_restart(&daemon_under_test, settings);
    client = client_new(daemon_under_test.url);
    code_of(client, &begun, code);
    ck_assert_str_eq(code, old_code);
    ck_assert_int_eq(points_a_tile(client, &begun, 1000), 1);
    ck_assert_int_eq(points_a_tile(client, &idle, 1000), 1);
    ck_assert_int_eq(points_a_tile(client, &fresh, 1000), 100);
    code_of(client, &fresh, code);
    ck_assert_str_eq(code, new_code);
    client_free(client);
    ck_assert(child_stop(&daemon_under_test));
    child_clean(&daemon_under_test);
}

START_TEST(a_plugin_moved_into_place_serves_new_games_and_old_ones_keep_theirs)
{
    replace(false);
}
END_TEST

START_TEST(a_plugin_overwritten_in_place_does_so_too)
{
    replace(true);
}
END_TEST

START_TEST(a_game_whose_code_is_gone_is_frozen_and_comes_back_with_it)
{
    char code[65], kept[192], hidden[200];

    put_plugin("swap_old", false);
    child_start(&daemon_under_test, settings);
    struct client *client = client_new(daemon_under_test.url);
    const struct table begun = swap_table(client);

    ck_assert_int_eq(points_a_tile(client, &begun, 6), 1);
    code_of(client, &begun, code);
    client_free(client);
    ck_assert(child_stop(&daemon_under_test));
    put_plugin("swap_new", false);
    snprintf(kept, sizeof kept, "%s/meepled.db-plugins/%s.so", daemon_under_test.folder, code);
    snprintf(hidden, sizeof hidden, "%s.away", kept);
    ck_assert_int_eq(rename(kept, hidden), 0);

    child_restart(&daemon_under_test, settings);
    client = client_new(daemon_under_test.url);
    struct reply reply = client_get(client, 200, NULL, &(struct ask){ .path = begun.path });
    ck_assert_str_eq(reply_text(&reply, "status"), "frozen");
    ck_assert_ptr_nonnull(strstr(reply_text(&reply, "reason"), code));
    reply_clear(&reply);

    ck_assert_int_eq(rename(hidden, kept), 0);
    ck_assert(child_reload(&daemon_under_test));
    ck_assert_int_eq(points_a_tile(client, &begun, 1000), 1);
    client_free(client);
    ck_assert(child_stop(&daemon_under_test));
    child_clean(&daemon_under_test);
}
END_TEST

START_TEST(a_plugin_that_crashes_when_it_is_read_is_not_taken_in)
{
    put_plugin("swap_old", false);
    child_start(&daemon_under_test, settings);
    struct client *client = client_new(daemon_under_test.url);
    const struct table begun = swap_table(client);

    put_plugin("swap_crash", false);
    ck_assert(!child_reload(&daemon_under_test));
    ck_assert_int_eq(points_a_tile(client, &begun, 6), 1);
    const struct table fresh = swap_table(client); /* the same process still answers */
    ck_assert_int_eq(points_a_tile(client, &fresh, 1000), 1);
    put_plugin("swap_new", false);
    ck_assert(child_reload(&daemon_under_test));
    client_free(client);
    ck_assert(child_stop(&daemon_under_test));
    child_clean(&daemon_under_test);
}
END_TEST

int
main(void)
{
    const char *build = getenv("MEEPLED_BUILD");
    const TTest *const tests[] = {
        a_plugin_moved_into_place_serves_new_games_and_old_ones_keep_theirs,
        a_plugin_overwritten_in_place_does_so_too,
        a_game_whose_code_is_gone_is_frozen_and_comes_back_with_it,
        a_plugin_that_crashes_when_it_is_read_is_not_taken_in,
    };
    char command[64];

    if (!mkdtemp(folder))
        return EXIT_FAILURE;
    snprintf(plugins, sizeof plugins, "plugins.path=%s/plugins:%s", build ? build : "build",
             folder);
    const int status = SUITE_RUN_ALONE("replaced plugins", tests);

    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) == 0 ? status : EXIT_FAILURE;
}
