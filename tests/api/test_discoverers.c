/* Discoverers over the API: options, open hands, tiles laid aside, taking figures back. */
#include "tests/support/http_game.h"
#include "tests/support/http_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const json_t *
member(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);

    ck_assert_msg(value != NULL, "no member %s", name);
    return value;
}

static const char *
text(const json_t *object, const char *name)
{
    return json_string_value(member(object, name));
}

static json_int_t
number(const json_t *object, const char *name)
{
    return json_integer_value(member(object, name));
}

static struct reply
state_of(const struct table *table)
{
    return client_get(suite_client, 200, NULL, &(struct ask){ .path = table->path });
}

static struct table
create(size_t players, const char *more)
{
    char body[4096], seats[64] = "";

    for (size_t i = 0; i < players; i++)
        strcat(seats, i > 0 ? ",{\"name\":\"P\"}" : "{\"name\":\"P\"}");
    snprintf(body, sizeof body, "{\"variant\":\"discoverers\",\"seats\":[%s]%s}", seats, more);
    struct reply reply =
        client_get(suite_client, 201, NULL,
                   &(struct ask){ .method = "POST", .path = "/v1/games", .body = body });
    const struct table table = table_of(&reply);
    reply_clear(&reply);
    return table;
}

/* Send an action for a seat; `rule` NULL: it must be taken. */
static struct reply
act(const struct table *table, int seat, const char *body, const char *rule)
{
    struct ask ask = { .method = "POST",
                       .path = table_path(table, "/actions"),
                       .token = table->seats[seat],
                       .body = body };
    char match[64];

    snprintf(match, sizeof match, "If-Match: \"v%lld\"",
             (long long)table_version(suite_client, table));
    ask.path = table_path(table, "/actions");
    ask.headers[0] = match;
    struct reply reply =
        client_get(suite_client, rule == NULL ? 200 : 422, rule == NULL ? NULL : "refused", &ask);
    if (rule != NULL)
        ck_assert_str_eq(reply_text(&reply, "rule"), rule);
    return reply;
}

static const json_t *
event_of(const struct reply *reply, const char *type)
{
    size_t i;
    const json_t *event;

    json_array_foreach(json_object_get(reply->json, "events"), i, event)
    {
        if (strcmp(text(event, "type"), type) == 0)
            return event;
    }
    ck_abort_msg("no event %s in %s", type, reply->text);
}

static const json_t *
hand(const struct reply *state, size_t seat)
{
    return member(json_array_get(member(state->json, "players"), seat), "hand");
}

static const char *
item(const json_t *array, size_t i)
{
    return json_string_value(json_array_get(array, i));
}

/* DI-53, DI-60: what is public of both variants for experienced players */
START_TEST(hands_and_tiles_laid_aside_are_in_the_state)
{
    const struct table table =
        create(3, ",\"options\":{\"hand\":2,\"equal-turns\":\"printed\",\"first-player\":1},"
                  "\"deck\":{\"main\":[\"DI-8-G\",\"DI-8-S\",\"DI-8-M\",\"DI-44-MG\",\"DI-44-GS\","
                  "\"DI-17-GS\","
                  "\"DI-17-MG\",\"DI-17-MS\",\"DI-44-MS\"]}");
    struct reply state = state_of(&table);
    const json_t *aside = member(state.json, "aside");
    const json_t *options = member(state.json, "options");

    ck_assert_int_eq(number(options, "hand"), 2);
    ck_assert_str_eq(text(options, "equal-turns"), "printed");
    ck_assert_uint_eq(json_array_size(aside), 2);
    ck_assert_str_eq(item(aside, 0), "DI-44-MS");
    ck_assert_str_eq(item(aside, 1), "DI-17-MS");
    ck_assert_str_eq(item(hand(&state, 1), 0), "DI-8-G");
    ck_assert_str_eq(item(hand(&state, 1), 1), "DI-8-S");
    ck_assert_str_eq(item(hand(&state, 2), 0), "DI-8-M");
    ck_assert_str_eq(item(hand(&state, 0), 1), "DI-17-GS");
    ck_assert_int_eq(number(member(state.json, "piles"), "main"), 1);
    const json_t *turn = member(state.json, "turn");
    ck_assert_int_eq(number(turn, "player"), 1);
    ck_assert(json_equal(member(turn, "tiles"), hand(&state, 1)));
    reply_clear(&state);
}
END_TEST

/* C-DI-57, C-DI-58, DI-55, DI-56, DI-57 */
START_TEST(a_tile_of_the_hand_is_placed_and_replaced_before_the_action)
{
    const struct table table =
        create(2, ",\"options\":{\"hand\":2,\"first-player\":0},\"deck\":{\"main\":[\"DI-8-G\","
                  "\"DI-8-S\",\"DI-8-M\",\"DI-8-M\",\"DI-44-MG\"]}");
    struct reply reply = act(
        &table, 0, "{\"type\":\"place-tile\",\"tile\":\"DI-8-M\",\"x\":1,\"y\":0,\"rotation\":0}",
        "DI-55");
    reply_clear(&reply);
    reply =
        act(&table, 0,
            "{\"type\":\"place-tile\",\"tile\":\"DI-8-S\",\"x\":0,\"y\":-1,\"rotation\":0}", NULL);
    const json_t *taken = event_of(&reply, "tile-taken");
    ck_assert_str_eq(text(taken, "tile"), "DI-44-MG");
    ck_assert_int_eq(number(taken, "player"), 0);
    reply_clear(&reply);
    struct reply state = state_of(&table);
    ck_assert_str_eq(text(member(state.json, "turn"), "phase"), "place-figure");
    ck_assert_uint_eq(json_array_size(member(member(state.json, "turn"), "tiles")), 0);
    ck_assert_str_eq(item(hand(&state, 0), 0), "DI-8-G");
    ck_assert_str_eq(item(hand(&state, 0), 1), "DI-44-MG");
    reply_clear(&state);
}
END_TEST

/* DI-30, DI-31, DI-11, DI-40 */
START_TEST(a_figure_is_taken_back_and_scores)
{
    const struct table table =
        create(2, ",\"options\":{\"first-player\":0},\"deck\":{\"main\":[\"DI-8-S\",\"DI-8-G\","
                  "\"DI-8-G\",\"DI-8-G\"]}");
    const char *const back =
        "{\"type\":\"retrieve-figure\",\"figure\":\"follower\",\"x\":0,\"y\":-1,"
        "\"zone\":\"sea-1\"}";
    struct reply reply =
        act(&table, 0,
            "{\"type\":\"place-tile\",\"tile\":\"DI-8-S\",\"x\":0,\"y\":-1,\"rotation\":0}", NULL);
    reply_clear(&reply);
    reply = act(&table, 0, back, "DI-30");
    reply_clear(&reply);
    reply = act(&table, 0, "{\"type\":\"place-figure\",\"figure\":\"follower\",\"zone\":\"sea-1\"}",
                NULL);
    ck_assert_str_eq(text(event_of(&reply, "figure-placed"), "role"), "seafarer");
    reply_clear(&reply);
    reply = act(&table, 0, back, "DI-10");
    reply_clear(&reply);
    for (int seat = 1; seat >= 0; seat--) {
        char place[128];

        snprintf(place, sizeof place,
                 "{\"type\":\"place-tile\",\"tile\":\"DI-8-G\",\"x\":0,\"y\":%d,\"rotation\":0}",
                 2 - seat);
        reply = act(&table, seat, place, NULL);
        reply_clear(&reply);
        if (seat == 1) {
            reply = act(&table, 1, "{\"type\":\"pass\"}", NULL);
            reply_clear(&reply);
        }
    }
    reply = act(&table, 0, back, NULL);
    const json_t *scored = event_of(&reply, "region-scored");
    ck_assert_str_eq(text(scored, "rule"), "DI-40");
    ck_assert_int_eq(number(member(scored, "points"), "0"), 1); /* the city of the start tile */
    ck_assert_int_eq(number(event_of(&reply, "figure-retrieved"), "player"), 0);
    (void)event_of(&reply, "figures-returned");
    reply_clear(&reply);
    struct reply state = state_of(&table);
    const json_t *player = json_array_get(member(state.json, "players"), 0);
    ck_assert_int_eq(number(player, "score"), 1);
    ck_assert_int_eq(number(member(player, "supply"), "follower"), 4);
    reply_clear(&state);
}
END_TEST

/* C-DI-56, DI-58, DI-59: to the end, passing over included */
START_TEST(a_player_without_a_tile_is_passed_over)
{
    const struct table table =
        create(3, ",\"options\":{\"hand\":2,\"first-player\":0},\"deck\":{\"main\":[\"DI-8-G\","
                  "\"DI-8-G\",\"DI-8-G\"]}");
    struct reply reply;
    uint32_t random = 3;
    unsigned lapsed = 0;

    while (table_step(suite_client, &table, &random, NULL, &reply)) {
        size_t i;
        const json_t *event;

        json_array_foreach(json_object_get(reply.json, "events"), i, event)
        {
            lapsed += strcmp(text(event, "type"), "turn-lapsed") == 0;
        }
        reply_clear(&reply);
    }
    ck_assert_uint_gt(lapsed, 0);
    reply = state_of(&table);
    ck_assert_str_eq(reply_text(&reply, "status"), "finished");
    ck_assert_uint_eq(json_array_size(member(member(reply.json, "board"), "tiles")), 4);
    reply_clear(&reply);
}
END_TEST

START_TEST(whole_games_end_and_give_their_deck_back)
{
    static const char *const options[] = {
        "", ",\"options\":{\"hand\":2}", ",\"options\":{\"equal-turns\":\"exact\"}",
        ",\"options\":{\"hand\":2,\"equal-turns\":\"printed\"}"
    };

    for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
        const struct table table = create(2 + o, options[o]);
        uint32_t random = (uint32_t)o;

        table_finish(suite_client, &table, &random);
        struct reply state = state_of(&table);
        ck_assert_str_eq(reply_text(&state, "status"), "finished");
        /* The tiles laid aside are the end of the deck as it was dealt. */
        const json_t *deck = member(member(state.json, "deck"), "main");
        const json_t *aside = member(state.json, "aside");
        ck_assert_uint_eq(json_array_size(deck), 83);
        for (size_t i = 0; i < json_array_size(aside); i++)
            ck_assert_str_eq(item(aside, i), item(deck, 82 - i));
        reply_clear(&state);
    }
}
END_TEST

START_TEST(options_that_are_not_allowed_are_refused)
{
    static const char *const wrong[] = { "{\"hand\":3}",        "{\"hand\":\"2\"}",
                                         "{\"hand\":true}",     "{\"equal-turns\":\"yes\"}",
                                         "{\"equal-turns\":1}", "{\"hands\":2}" };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char body[256];

        snprintf(body, sizeof body,
                 "{\"variant\":\"discoverers\",\"seats\":[{\"name\":\"A\"},{\"name\":\"B\"}],"
                 "\"options\":%s}",
                 wrong[i]);
        client_expect(suite_client, 422, "bad-option",
                      &(struct ask){ .method = "POST", .path = "/v1/games", .body = body });
    }
}
END_TEST

/* Titles of the variant and everything in it, by Accept-Language. */
START_TEST(every_word_has_a_czech_title)
{
    static const char *const lists[] = { "options", "figures", "kinds" };
    struct ask ask = { .path = "/v1/variants/discoverers" };
    struct reply english = client_get(suite_client, 200, NULL, &ask);

    ask.headers[0] = "Accept-Language: cs";
    struct reply czech = client_get(suite_client, 200, NULL, &ask);
    ck_assert_str_eq(reply_text(&czech, "title"), "Carcassonne: Objevitelé");
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        const json_t *ours = member(czech.json, lists[l]), *theirs = member(english.json, lists[l]);

        ck_assert_uint_gt(json_array_size(ours), 0);
        for (size_t i = 0; i < json_array_size(ours); i++)
            ck_assert_str_ne(text(json_array_get(ours, i), "title"),
                             text(json_array_get(theirs, i), "title"));
    }
    const json_t *roles = member(json_array_get(member(czech.json, "figures"), 0), "roles");
    ck_assert_uint_eq(json_array_size(roles), 3);
    ck_assert_str_eq(text(json_array_get(roles, 2), "title"), "Mořeplavec");
    reply_clear(&english);
    reply_clear(&czech);
}
END_TEST

/* What is known of the tiles is said where the variant is. */
START_TEST(the_variant_says_that_its_tiles_are_reconstructed)
{
    struct reply reply =
        client_get(suite_client, 200, NULL, &(struct ask){ .path = "/v1/variants/discoverers" });
    const json_t *sources = member(reply.json, "sources"), *source = json_array_get(sources, 0);

    ck_assert_uint_eq(json_array_size(sources), 1);
    ck_assert_str_eq(text(source, "tileset"), "discoverers");
    ck_assert_str_eq(text(source, "confidence"), "reconstructed");
    ck_assert_ptr_nonnull(strstr(text(source, "provenance"), "reconstruction"));
    reply_clear(&reply);
}
END_TEST

START_TEST(problems_are_titled_in_the_language_asked_for)
{
    struct ask ask = { .path = "/v1/games/nowhere" };
    struct reply english = client_get(suite_client, 404, "unknown-game", &ask);

    ask.headers[0] = "Accept-Language: cs, en;q=0.5";
    struct reply czech = client_get(suite_client, 404, "unknown-game", &ask);
    ck_assert_str_eq(reply_text(&english, "title"), "There is no such game");
    ck_assert_str_eq(reply_text(&czech, "title"), "Taková hra není");
    ck_assert_str_eq(reply_text(&english, "type"), reply_text(&czech, "type"));
    ck_assert_ptr_nonnull(strstr(reply_header(&czech, "Vary"), "Accept-Language"));
    reply_clear(&english);
    reply_clear(&czech);
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        hands_and_tiles_laid_aside_are_in_the_state,
        a_tile_of_the_hand_is_placed_and_replaced_before_the_action,
        a_figure_is_taken_back_and_scores,
        a_player_without_a_tile_is_passed_over,
        whole_games_end_and_give_their_deck_back,
        options_that_are_not_allowed_are_refused,
        every_word_has_a_czech_title,
        the_variant_says_that_its_tiles_are_reconstructed,
        problems_are_titled_in_the_language_asked_for,
    };

    return SUITE_RUN("api/discoverers", NULL, tests);
}
