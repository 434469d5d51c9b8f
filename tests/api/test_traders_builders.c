/* Carcassonne, the River, Traders and Builders over the API: companions, a second part of a turn, a
 * decision of somebody who is not on turn, a pile that hangs on an option. */
#include "tests/support/http_game.h"
#include "tests/support/http_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct table
create(const char *variant, const char *more)
{
    char body[1024];

    snprintf(body, sizeof body,
             "{\"variant\":\"%s\",\"seats\":[{\"name\":\"A\"},{\"name\":\"B\"}],%s}", variant,
             more);
    struct reply reply =
        client_get(suite_client, 201, NULL,
                   &(struct ask){ .method = "POST", .path = "/v1/games", .body = body });
    const struct table table = table_of(&reply);
    reply_clear(&reply);
    return table;
}

/* A member that lies deeper: "turn.part". */
static json_t *
at(json_t *json, const char *way)
{
    char names[64], *save = NULL;

    snprintf(names, sizeof names, "%s", way);
    for (char *name = strtok_r(names, ".", &save); name; name = strtok_r(NULL, ".", &save)) {
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(name))
                                   : json_object_get(json, name);
        ck_assert_msg(json != NULL, "no member %s of %s", name, way);
    }
    return json;
}

/* Send an action for a seat; `rule` NULL: it must be taken.  Free the reply. */
static struct reply
act(const struct table *table, int seat, const char *body, const char *rule)
{
    const struct ask ask = { .method = "POST",
                             .path = table_path(table, "/actions"),
                             .token = table->seats[seat],
                             .body = body };
    struct reply reply = client_get(suite_client, rule ? 422 : 200, rule ? "refused" : NULL, &ask);

    if (rule)
        ck_assert_str_eq(reply_text(&reply, "rule"), rule);
    return reply;
}

static void
do_act(const struct table *table, int seat, const char *body)
{
    struct reply reply = act(table, seat, body, NULL);
    reply_clear(&reply);
}

static void
refuse(const struct table *table, int seat, const char *body, const char *rule)
{
    struct reply reply = act(table, seat, body, rule);
    reply_clear(&reply);
}

static struct reply
state_of(const struct table *table)
{
    return client_get(suite_client, 200, NULL, &(struct ask){ .path = table->path });
}

static void
place(const struct table *table, int seat, const char *tile, int x, int y, int rotation)
{
    char body[160];

    snprintf(body, sizeof body,
             "{\"type\":\"place-tile\",\"tile\":\"%s\",\"x\":%d,\"y\":%d,\"rotation\":%d}", tile, x,
             y, rotation);
    do_act(table, seat, body);
}

#define PASS "{\"type\":\"pass\"}"

/* TB-10, TB-35, TB-47: the question is for the pig's owner, whoever is on turn */
START_TEST(the_farmer_question_is_answered_by_the_owner_of_the_pig)
{
    const struct table table =
        create("traders-builders", "\"options\":{\"first-player\":0},\"deck\":{\"main\":["
                                   "\"BA-CFc.p\",\"BA-C\",\"BA-L\"]}");
    const char *leave = "{\"type\":\"choose\",\"choice\":\"leave-farmer\"}";
    int decides = -1;

    place(&table, 0, "BA-CFc.p", 0, -1, 90);
    refuse(&table, 0,
           "{\"type\":\"place-figure\",\"figure\":\"meeple\",\"zone\":\"city-1\","
           "\"with\":\"pig\"}",
           "TB-35");
    do_act(&table, 0,
           "{\"type\":\"place-figure\",\"figure\":\"meeple\",\"zone\":\"field-1\","
           "\"with\":\"pig\"}");
    place(&table, 1, "BA-C", 0, -2, 180);
    do_act(&table, 1, PASS);
    struct reply actions = table_actions(suite_client, &table, &decides);
    ck_assert_int_eq(decides, 0);
    ck_assert_str_eq(json_string_value(at(actions.json, "phase")), "farmer");
    ck_assert_str_eq(json_string_value(at(actions.json, "actions.0.choice")), "return-farmer");
    ck_assert_str_eq(json_string_value(at(actions.json, "actions.1.choice")), "leave-farmer");
    reply_clear(&actions);
    struct reply state = state_of(&table);
    ck_assert_int_eq(json_integer_value(at(state.json, "turn.player")), 1);
    ck_assert_int_eq(json_integer_value(at(state.json, "turn.decides")), 0);
    ck_assert_int_eq(json_integer_value(at(state.json, "players.0.score")), 3);
    reply_clear(&state);
    refuse(&table, 1, leave, "TB-10");
    struct reply answer = act(&table, 0, leave, NULL);
    ck_assert_str_eq(json_string_value(at(answer.json, "events.0.type")), "choice-made");
    reply_clear(&answer);
}
END_TEST

/* TB-25, TB-27, TB-30 */
START_TEST(a_builder_at_the_piles_is_a_token_and_the_second_part_is_part_two)
{
    const struct table table =
        create("traders-builders", "\"options\":{\"first-player\":0},\"deck\":{\"main\":["
                                   "\"BA-RFr\",\"BA-C\",\"BA-RFr\",\"BA-L\",\"BA-L\"]}");

    place(&table, 0, "BA-RFr", 1, 0, 0);
    do_act(&table, 0,
           "{\"type\":\"place-figure\",\"figure\":\"meeple\",\"zone\":\"road-1\","
           "\"with\":\"builder\"}");
    struct reply state = state_of(&table);
    ck_assert_str_eq(json_string_value(at(state.json, "board.figures.0.with")), "builder");
    reply_clear(&state);
    place(&table, 1, "BA-C", 0, -1, 180);
    do_act(&table, 1, PASS);
    place(&table, 0, "BA-RFr", 2, 0, 0);
    state = state_of(&table);
    ck_assert_int_eq(json_integer_value(at(state.json, "players.0.tokens.builder-at-piles")), 1);
    ck_assert_int_eq(json_integer_value(at(state.json, "players.0.supply.builder")), 0);
    ck_assert_int_eq(json_integer_value(at(state.json, "turn.part")), 1);
    reply_clear(&state);
    do_act(&table, 0, PASS);
    state = state_of(&table);
    ck_assert_uint_eq(json_object_size(at(state.json, "players.0.tokens")), 0);
    ck_assert_int_eq(json_integer_value(at(state.json, "players.0.supply.builder")), 1);
    ck_assert_int_eq(json_integer_value(at(state.json, "turn.part")), 2);
    ck_assert_int_eq(json_integer_value(at(state.json, "turn.player")), 0);
    reply_clear(&state);
}
END_TEST

/* RI-4, RI-6, TB-8: the pile is there with the option, and only then */
START_TEST(the_river_is_one_pile_that_hangs_on_its_option)
{
    const struct table table =
        create("carcassonne", "\"options\":{\"river\":true,\"farmers\":false},\"deck\":{\"river\":["
                              "\"RI.3-s\",\"RI.1-IFI\",\"RI.3-LI.e\"]}");
    struct reply state = state_of(&table);

    ck_assert(json_is_true(at(state.json, "options.river")));
    ck_assert(json_is_false(at(state.json, "options.farmers")));
    ck_assert_int_eq(json_integer_value(at(state.json, "piles.river")), 1);
    ck_assert_int_eq(json_integer_value(at(state.json, "piles.main")), 71);
    ck_assert_str_eq(json_string_value(at(state.json, "board.tiles.0.tile")), "RI.3-s");
    ck_assert_str_eq(json_string_value(at(state.json, "turn.tiles.0")), "RI.1-IFI");
    reply_clear(&state);
    struct reply refused = client_get(
        suite_client, 422, "bad-deck",
        &(struct ask){ .method = "POST",
                       .path = "/v1/games",
                       .body = "{\"variant\":\"traders-builders\",\"seats\":[{\"name\":\"A\"},"
                               "{\"name\":\"B\"}],\"deck\":{\"river\":[\"RI.3-s\"]}}" });
    reply_clear(&refused);
    const struct table without = create("carcassonne", "\"options\":{}");
    state = state_of(&without);
    ck_assert_uint_eq(json_object_size(at(state.json, "piles")), 1);
    reply_clear(&state);
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        the_farmer_question_is_answered_by_the_owner_of_the_pig,
        a_builder_at_the_piles_is_a_token_and_the_second_part_is_part_two,
        the_river_is_one_pile_that_hangs_on_its_option,
    };

    return SUITE_RUN("api/traders-builders", NULL, tests);
}
