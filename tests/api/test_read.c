/* api/action_read.c and api/create_read.c: bodies of requests become wishes for the server. */
#include "action_read.h"
#include "create_read.h"

#include "tests/support/http_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- actions ---- */

START_TEST(each_type_of_action_is_read)
{
    struct problem problem = { 0 };
    struct server_action_words a;
    const char *body =
        "{\"type\":\"place-tile\",\"tile\":\"HG-31\",\"x\":1,\"y\":-2,\"rotation\":90}";
    json_t *document = action_read(body, strlen(body), &a, &problem);

    ck_assert_int_eq(problem.code, 0);
    ck_assert_str_eq(a.type, "place-tile");
    ck_assert_str_eq(a.tile, "HG-31");
    ck_assert(a.has_cell && a.x == 1 && a.y == -2 && a.rotation == 90);
    ck_assert(!a.figure && !a.with && !a.zone && !a.choice);
    json_decref(document);

    body = "{\"zone\":\"road-1\",\"with\":\"builder\",\"figure\":\"meeple\",\"type\":\"place-"
           "figure\"}";
    document = action_read(body, strlen(body), &a, &problem);
    ck_assert_int_eq(problem.code, 0);
    ck_assert_str_eq(a.figure, "meeple");
    ck_assert_str_eq(a.with, "builder");
    ck_assert_str_eq(a.zone, "road-1");
    ck_assert(!a.has_cell && !a.tile);
    json_decref(document);

    body = "{\"type\":\"retrieve-figure\",\"figure\":\"follower\",\"x\":-32768,\"y\":32767,"
           "\"zone\":\"sea-1\"}";
    document = action_read(body, strlen(body), &a, &problem);
    ck_assert_int_eq(problem.code, 0);
    ck_assert(a.has_cell && a.x == INT16_MIN && a.y == INT16_MAX);
    json_decref(document);

    body = "{\"type\":\"choose\",\"choice\":\"return-farmer\"}";
    document = action_read(body, strlen(body), &a, &problem);
    ck_assert_int_eq(problem.code, 0);
    ck_assert_str_eq(a.choice, "return-farmer");
    json_decref(document);

    document = action_read("{\"type\":\"pass\"}", 15, &a, &problem);
    ck_assert_int_eq(problem.code, 0);
    ck_assert_str_eq(a.type, "pass");
    json_decref(document);
}
END_TEST

START_TEST(ill_formed_actions_are_refused)
{
    static const struct {
        const char *body;
        int code;
    } cases[] = {
        { "{}", PROBLEM_MEMBER_MISSING },
        { "{\"type\":\"fly\"}", PROBLEM_MEMBER_VALUE },
        { "{\"type\":\"Pass\"}", PROBLEM_MEMBER_VALUE },
        { "{\"type\":7}", PROBLEM_MEMBER_TYPE },
        { "{\"type\":\"pass\",\"x\":1}", PROBLEM_MEMBER_UNKNOWN },
        { "{\"type\":\"choose\"}", PROBLEM_MEMBER_MISSING },
        { "{\"type\":\"choose\",\"choice\":true}", PROBLEM_MEMBER_TYPE },
        { "{\"type\":\"place-tile\",\"x\":0,\"y\":0,\"rotation\":0}", PROBLEM_MEMBER_MISSING },
        { "{\"type\":\"place-tile\",\"tile\":\"A\",\"x\":0,\"y\":0}", PROBLEM_MEMBER_MISSING },
        { "{\"type\":\"place-tile\",\"tile\":\"A\",\"x\":32768,\"y\":0,\"rotation\":0}",
          PROBLEM_MEMBER_VALUE },
        { "{\"type\":\"place-tile\",\"tile\":\"A\",\"x\":0,\"y\":-32769,\"rotation\":0}",
          PROBLEM_MEMBER_VALUE },
        { "{\"type\":\"place-tile\",\"tile\":\"A\",\"x\":0.5,\"y\":0,\"rotation\":0}",
          PROBLEM_MEMBER_TYPE },
        { "{\"type\":\"place-tile\",\"tile\":\"A\",\"x\":0,\"y\":0,\"rotation\":45}",
          PROBLEM_MEMBER_VALUE },
        { "{\"type\":\"place-tile\",\"tile\":\"A\",\"x\":0,\"y\":0,\"rotation\":360}",
          PROBLEM_MEMBER_VALUE },
        { "{\"type\":\"place-tile\",\"tile\":\"A\",\"x\":0,\"y\":0,\"rotation\":-90}",
          PROBLEM_MEMBER_VALUE },
        { "{\"type\":\"place-figure\",\"figure\":\"member\"}", PROBLEM_MEMBER_MISSING },
        { "{\"type\":\"place-figure\",\"figure\":\"member\",\"zone\":\"m\",\"x\":1}",
          PROBLEM_MEMBER_MISSING },
        { "{\"type\":\"place-figure\",\"figure\":\"member\",\"zone\":\"m\",\"tile\":\"A\"}",
          PROBLEM_MEMBER_UNKNOWN },
        { "{\"type\":\"retrieve-figure\",\"figure\":\"f\",\"zone\":\"z\"}",
          PROBLEM_MEMBER_MISSING },
        { "{\"type\":\"retrieve-figure\",\"figure\":\"f\",\"zone\":\"z\",\"x\":0,\"y\":0,"
          "\"with\":\"b\"}",
          PROBLEM_MEMBER_UNKNOWN },
        { "{\"type\":\"choose\",\"choice\":\"012345678901234567890123456789012345678901234567890123"
          "45678901234\"}",
          PROBLEM_MEMBER_VALUE },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct problem problem = { 0 };
        struct server_action_words a;
        json_decref(action_read(cases[i].body, strlen(cases[i].body), &a, &problem));
        ck_assert_msg(problem.code == cases[i].code, "%s: %d instead of %d (%s)", cases[i].body,
                      problem.code, cases[i].code, problem.detail);
    }
}
END_TEST

/* ---- games ---- */

static meepled_registry *registry;
static struct create_lists lists;

static void
begin_registry(void)
{
    const meepled_registry_paths paths = { "", "", "" };
    meepled_report *report = meepled_report_new();

    registry = meepled_registry_open(&paths, report, report);
    ck_assert_ptr_nonnull(registry);
    meepled_report_free(report);
}

static int
create_verdict(const char *body)
{
    struct problem problem = { 0 };
    struct server_job job = { .type = SERVER_CREATE };

    begin_registry();
    json_decref(create_read(body, strlen(body), registry, &lists, &job, &problem));
    meepled_registry_unref(registry);
    return problem.code;
}

START_TEST(a_wish_for_a_game_is_read)
{
    const char *body =
        "{\"variant\":\"v\",\"options\":{\"goods\":true,\"pig\":false,\"hand\":2,"
        "\"mode\":\"exact\",\"first-player\":1},"
        "\"seats\":[{\"name\":\"Žofie\",\"colour\":\"green\"},{},{\"bot\":\"random\"}],"
        "\"seed\":\"00112233445566778899aAbBcCdDeEfF00112233445566778899aabbccddeeff\","
        "\"deck\":{\"main\":[\"A\",\"B\",\"A\"],\"bonus\":[]},\"private\":true}";
    struct problem problem = { 0 };
    struct server_job job = { .type = SERVER_CREATE };

    begin_registry();
    json_t *document = create_read(body, strlen(body), registry, &lists, &job, &problem);
    ck_assert_msg(problem.code == 0, "%s", problem.detail);
    ck_assert_str_eq(job.create.variant, "v");
    ck_assert_uint_eq(job.create.option_count, 5);
    ck_assert_str_eq(job.create.options[0].name, "goods");
    ck_assert_str_eq(job.create.options[0].value, "yes");
    ck_assert_str_eq(job.create.options[1].value, "no");
    ck_assert_str_eq(job.create.options[2].value, "2");
    ck_assert_str_eq(job.create.options[3].value, "exact");
    ck_assert_str_eq(job.create.options[4].value, "1");
    ck_assert_uint_eq(job.create.seat_count, 3);
    ck_assert_str_eq(job.create.seats[0].name, "Žofie");
    ck_assert(job.create.seats[0].named && !job.create.seats[1].named && job.create.seats[2].named);
    ck_assert(job.create.has_seed && job.create.seed[10] == 0xaa && job.create.seed[31] == 0xff);
    ck_assert_uint_eq(job.create.deck_count, 2);
    ck_assert_str_eq(job.create.decks[0].tiles[2], "A");
    ck_assert_uint_eq(job.create.decks[1].count, 0);
    ck_assert(job.create.private_game);
    json_decref(document);
    meepled_registry_unref(registry);
}
END_TEST

START_TEST(ill_formed_wishes_are_refused)
{
    static const struct {
        const char *body;
        int code;
    } cases[] = {
        { "{\"seats\":[]}", PROBLEM_MEMBER_MISSING },
        { "{\"variant\":\"v\"}", PROBLEM_MEMBER_MISSING },
        { "{\"variant\":\"v\",\"seats\":3}", PROBLEM_MEMBER_TYPE },
        { "{\"variant\":\"v\",\"seats\":[3]}", PROBLEM_MEMBER_TYPE },
        { "{\"variant\":\"v\",\"seats\":[{\"colour\":[]}]}", PROBLEM_MEMBER_TYPE },
        { "{\"variant\":\"v\",\"seats\":[{\"nick\":\"a\"}]}", PROBLEM_MEMBER_UNKNOWN },
        { "{\"variant\":\"v\",\"seats\":[{},{},{},{},{},{},{},{},{}]}", PROBLEM_MEMBER_VALUE },
        { "{\"variant\":\"v\",\"seats\":[],\"private\":1}", PROBLEM_MEMBER_TYPE },
        { "{\"variant\":\"v\",\"seats\":[],\"seed\":\"00\"}", PROBLEM_MEMBER_VALUE },
        { "{\"variant\":\"v\",\"seats\":[],\"seed\":"
          "\"zz112233445566778899aAbBcCdDeEfF00112233445566778899aabbccddeeff\"}",
          PROBLEM_MEMBER_VALUE },
        { "{\"variant\":\"v\",\"seats\":[],\"deck\":[]}", PROBLEM_MEMBER_TYPE },
        { "{\"variant\":\"v\",\"seats\":[],\"deck\":{\"main\":\"A\"}}", PROBLEM_MEMBER_TYPE },
        { "{\"variant\":\"v\",\"seats\":[],\"deck\":{\"main\":[1]}}", PROBLEM_MEMBER_TYPE },
        { "{\"variant\":\"v\",\"seats\":[],\"deck\":{\"a\":[],\"b\":[],\"c\":[],\"d\":[],\"e\":[],"
          "\"f\":[],\"g\":[],\"h\":[],\"i\":[]}}",
          SERVER_BAD_DECK },
        { "{\"variant\":\"v\",\"seats\":[],\"options\":[]}", PROBLEM_MEMBER_TYPE },
        { "{\"variant\":\"v\",\"seats\":[],\"options\":{\"a\":{}}}", PROBLEM_MEMBER_TYPE },
        { "{\"variant\":\"v\",\"seats\":[],\"options\":{\"a\":1.5}}", PROBLEM_MEMBER_TYPE },
        { "{\"variant\":\"v\",\"seats\":[],\"options\":{\"first-player\":true}}",
          SERVER_BAD_OPTION },
        { "{\"variant\":\"v\",\"seats\":[],\"record\":\"\"}", PROBLEM_MEMBER_UNKNOWN },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int code = create_verdict(cases[i].body);
        ck_assert_msg(code == cases[i].code, "%s: %d instead of %d", cases[i].body, code,
                      cases[i].code);
    }
}
END_TEST

START_TEST(a_deck_of_too_many_tiles_and_too_many_options_are_refused)
{
    char *body = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&body, &len);

    fprintf(out, "{\"variant\":\"v\",\"seats\":[],\"deck\":{\"main\":[\"A\"");
    for (int i = 0; i < CREATE_DECK_MAX; i++)
        fprintf(out, ",\"A\"");
    fprintf(out, "]}}");
    fclose(out);
    ck_assert_int_eq(create_verdict(body), PROBLEM_MEMBER_VALUE);
    free(body);

    out = open_memstream(&body, &len);
    fprintf(out, "{\"variant\":\"v\",\"seats\":[],\"options\":{\"o\":1");
    for (int i = 0; i < MEEPLED_OPTIONS_MAX + 1; i++)
        fprintf(out, ",\"o%d\":1", i);
    fprintf(out, "}}");
    fclose(out);
    ck_assert_int_eq(create_verdict(body), SERVER_BAD_OPTION);
    free(body);
}
END_TEST

START_TEST(joining_may_name_a_seat)
{
    struct problem problem = { 0 };
    struct server_job job = { .type = SERVER_JOIN };

    json_decref(join_read("", 0, &job, &problem));
    ck_assert(problem.code == 0 && job.join.seat == -1 && job.join.wish.named);
    json_decref(join_read("{\"seat\":0}", 10, &job, &problem));
    ck_assert(problem.code == 0 && job.join.seat == 0);
    json_decref(join_read("{\"seat\":8}", 10, &job, &problem));
    ck_assert_int_eq(problem.code, PROBLEM_MEMBER_VALUE);
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        each_type_of_action_is_read,
        ill_formed_actions_are_refused,
        a_wish_for_a_game_is_read,
        ill_formed_wishes_are_refused,
        a_deck_of_too_many_tiles_and_too_many_options_are_refused,
        joining_may_name_a_seat,
    };

    return SUITE_RUN_ALONE("api/read", tests);
}
