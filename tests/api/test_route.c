/* api/route.c, api/problem.c and api/openapi.json say the same. */
#include "http.h"
#include "openapi.h"
#include "problem.h"
#include "route.h"

#include "tests/support/http_schema.h"
#include "tests/support/http_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(paths_are_found_with_their_segments)
{
    struct route_match match;

    route_find("GET", "/v1/games/abc", &match);
    ck_assert(match.route && strcmp(match.route->path, "/v1/games/{id}") == 0);
    ck_assert_str_eq(match.params[0], "abc");
    route_find("HEAD", "/v1/games/abc/events", &match);
    ck_assert(match.route && strcmp(match.route->path, "/v1/games/{id}/events") == 0);
    route_find("DELETE", "/v1/games/abc/seats/2", &match);
    ck_assert(match.route && strcmp(match.route->path, "/v1/games/{id}/seats/{n}") == 0);
    ck_assert_str_eq(match.params[0], "abc");
    ck_assert_str_eq(match.params[1], "2");
    route_find("GET", "/v1/variants/x", &match);
    ck_assert(match.route && strcmp(match.route->path, "/v1/variants/{v}") == 0);
}
END_TEST

START_TEST(other_paths_are_not)
{
    static const char *const paths[] = { "",
                                         "/",
                                         "/v1",
                                         "/v1/",
                                         "/v1/games/",
                                         "/v1/games//actions",
                                         "/v1/games/a/",
                                         "/v1/games/a/actions/",
                                         "/v1/gamesa",
                                         "/v1/games/a/b",
                                         "/V1/games",
                                         "//v1/games",
                                         "/v2/games",
                                         "/healthz/x",
                                         ("/v1/games/0123456789012345678901234567890123456789012345"
                                          "6789012345678901234") };
    struct route_match match;

    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        route_find("GET", paths[i], &match);
        ck_assert_msg(!match.known && !match.route, "%s", paths[i]);
    }
    route_find("PUT", "/v1/games", &match);
    ck_assert(match.known && !match.route);
    route_find("get", "/v1/games", &match);
    ck_assert(match.known && !match.route);
}
END_TEST

START_TEST(a_path_tells_its_methods)
{
    char allow[ROUTE_ALLOW];

    route_allow("/v1/games/x", allow);
    ck_assert_str_eq(allow, "GET, HEAD, DELETE, OPTIONS");
    route_allow("/v1/games/x/seats", allow);
    ck_assert_str_eq(allow, "POST, OPTIONS");
    route_allow("/nowhere", allow);
    ck_assert_str_eq(allow, "");
}
END_TEST

static const json_t *
operation_of(const struct route *route)
{
    char method[8];
    size_t i = 0;

    for (; route->method[i]; i++)
        method[i] = (char)(route->method[i] + 32);
    method[i] = '\0';
    return json_object_get(
        json_object_get(json_object_get(schema_document(), "paths"), route->path), method);
}

/* Whether the operation has this query parameter. */
static bool
has_parameter(const json_t *operation, const char *name)
{
    size_t i;
    const json_t *reference;

    json_array_foreach(json_object_get(operation, "parameters"), i, reference)
    {
        const json_t *parameter = schema_ref(json_string_value(json_object_get(reference, "$ref")));
        ck_assert_ptr_nonnull(parameter);
        if (strcmp(json_string_value(json_object_get(parameter, "in")), "query") == 0 &&
            strcmp(json_string_value(json_object_get(parameter, "name")), name) == 0)
            return true;
    }
    return false;
}

static size_t
count_query(const json_t *operation)
{
    size_t i, count = 0;
    const json_t *reference;

    json_array_foreach(json_object_get(operation, "parameters"), i, reference)
    {
        const json_t *parameter = schema_ref(json_string_value(json_object_get(reference, "$ref")));
        count += strcmp(json_string_value(json_object_get(parameter, "in")), "query") == 0;
    }
    return count;
}

START_TEST(the_document_has_every_route_and_no_other)
{
    const char *path;
    json_t *item;
    size_t operations = 0;

    for (size_t i = 0; i < route_count; i++) {
        const json_t *operation = operation_of(&routes[i]);
        size_t known = 0;
        ck_assert_msg(operation != NULL, "%s %s", routes[i].method, routes[i].path);
        for (; routes[i].query && routes[i].query[known]; known++)
            ck_assert_msg(has_parameter(operation, routes[i].query[known]), "%s: %s",
                          routes[i].path, routes[i].query[known]);
        ck_assert_uint_eq(count_query(operation), known);
        ck_assert_msg(routes[i].body == (json_object_get(operation, "requestBody") != NULL),
                      "%s %s", routes[i].method, routes[i].path);
    }
    json_object_foreach(json_object_get(schema_document(), "paths"), path, item)
    {
        operations += json_object_size(item);
    }
    ck_assert_uint_eq(operations, route_count);
}
END_TEST

static void
collect_codes(const json_t *schema, int status, json_t *out)
{
    size_t i, k;
    const json_t *part, *code;

    json_array_foreach(json_object_get(schema, "allOf"), i, part)
    {
        json_array_foreach(
            json_object_get(json_object_get(json_object_get(part, "properties"), "code"), "enum"),
            k, code)
        {
            json_object_set_new(out, json_string_value(code), json_integer(status));
        }
    }
}

/* Every code the operations of the document name, with its status. */
static json_t *
documented_codes(void)
{
    json_t *out = json_object();
    const char *path, *method, *status;
    json_t *item, *operation, *response;

    json_object_foreach(json_object_get(schema_document(), "paths"), path, item)
        json_object_foreach(item, method, operation)
            json_object_foreach(json_object_get(operation, "responses"), status, response)
    {
        collect_codes(json_object_get(json_object_get(json_object_get(response, "content"),
                                                      "application/problem+json"),
                                      "schema"),
                      atoi(status), out);
    }
    return out;
}

START_TEST(every_refusal_has_a_status_and_a_documented_code_of_its_own)
{
    json_t *documented = documented_codes(), *seen = json_object();
    const json_t *listed = json_object_get(
        json_object_get(json_object_get(schema_ref("#/components/schemas/Problem"), "properties"),
                        "code"),
        "enum");

    for (int code = SERVER_OK + 1; code < PROBLEM_CODES; code++) {
        const struct problem_kind *kind = problem_kind(code);
        ck_assert_msg(kind->code && kind->title && kind->title_cs && kind->status >= 400 &&
                          kind->status < 600,
                      "code %d has no kind", code);
        ck_assert_msg(!json_object_get(seen, kind->code), "%s twice", kind->code);
        json_object_set_new(seen, kind->code, json_true());
        if (code == PROBLEM_NO_PATH || code == PROBLEM_METHOD)
            continue; /* not of any path or method there is */
        ck_assert_msg(json_integer_value(json_object_get(documented, kind->code)) ==
                          (json_int_t)kind->status,
                      "%s is not documented with %u", kind->code, kind->status);
    }
    ck_assert_uint_eq(json_array_size(listed), json_object_size(seen));
    ck_assert_uint_eq(json_object_size(documented) + 2, json_object_size(seen));
    json_decref(documented);
    json_decref(seen);
}
END_TEST

static void
follow(const json_t *at)
{
    const char *key;
    json_t *member;
    size_t i;

    json_array_foreach(at, i, member)
    {
        follow(member);
    }
    json_object_foreach((json_t *)(size_t)at, key, member)
    {
        if (strcmp(key, "$ref") == 0)
            ck_assert_msg(schema_ref(json_string_value(member)) != NULL, "%s leads nowhere",
                          json_string_value(member));
        follow(member);
    }
}

START_TEST(every_reference_of_the_document_leads_somewhere)
{
    follow(schema_document());
}
END_TEST

/* Every example beside a schema, however deep. */
static size_t
check_examples(const json_t *at)
{
    const json_t *schema = json_object_get(at, "schema"), *example = json_object_get(at, "example");
    const char *key;
    json_t *member;
    char why[512];
    size_t i, count = 0;

    if (schema && example) {
        ck_assert_msg(schema_accepts(schema, example, why, sizeof why), "%s", why);
        count++;
    }
    json_array_foreach(at, i, member)
    {
        count += check_examples(member);
    }
    json_object_foreach((json_t *)(size_t)at, key, member)
    {
        count += check_examples(member);
    }
    return count;
}

START_TEST(every_example_of_the_document_is_as_its_schema_says)
{
    ck_assert_uint_ge(check_examples(schema_document()), 4);
}
END_TEST

START_TEST(the_document_in_the_program_is_the_one_in_the_tree)
{
    json_t *embedded = json_loadb(openapi_text, (size_t)openapi_len, JSON_REJECT_DUPLICATES, NULL);

    ck_assert(json_equal(embedded, schema_document()));
    json_decref(embedded);
}
END_TEST

START_TEST(the_guide_names_every_path_and_every_code)
{
    static char text[65536];
    FILE *file = fopen("docs/api.md", "re");
    char wanted[96];

    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; i < route_count; i++) {
        snprintf(wanted, sizeof wanted, "`%s %s`", routes[i].method, routes[i].path);
        ck_assert_msg(strstr(text, wanted) != NULL, "no %s", wanted);
    }
    for (int code = SERVER_OK + 1; code < PROBLEM_CODES; code++) {
        snprintf(wanted, sizeof wanted, "`%s`", problem_kind(code)->code);
        ck_assert_msg(strstr(text, wanted) != NULL, "no %s", wanted);
    }
}
END_TEST

START_TEST(addresses_to_listen_on_are_judged)
{
    static const char *const good[] = { "127.0.0.1:8080", "0.0.0.0:0", "localhost:1", "[::1]:65535",
                                        "[::]:80" };
    static const char *const bad[] = {
        "",
        "8080",
        ":8080",
        "127.0.0.1",
        "127.0.0.1:",
        "a:b",
        "127.0.0.1:65536",
        "127.0.0.1:-1",
        "127.0.0.1:8a",
        "::1:8080",
        "[::1]",
        "[::1:8080",
        "example.org:1",
        "127.0.0.256:1",
        "127.0.0.1:000080",
        "[]:8080",
        "127.0.0.1: 80",
    };
    meepled_error err;

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        ck_assert_msg(http_listen_check(good[i], &err) == MEEPLED_OK, "%s: %s", good[i], err.text);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        err.text[0] = '\0';
        ck_assert_msg(http_listen_check(bad[i], &err) == MEEPLED_ECONFIG, "%s", bad[i]);
        ck_assert_msg(strstr(err.text, bad[i]) != NULL, "%s: %s", bad[i], err.text);
    }
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        paths_are_found_with_their_segments,
        other_paths_are_not,
        a_path_tells_its_methods,
        the_document_has_every_route_and_no_other,
        every_refusal_has_a_status_and_a_documented_code_of_its_own,
        every_reference_of_the_document_leads_somewhere,
        every_example_of_the_document_is_as_its_schema_says,
        the_document_in_the_program_is_the_one_in_the_tree,
        the_guide_names_every_path_and_every_code,
        addresses_to_listen_on_are_judged,
    };

    return SUITE_RUN_ALONE("api/route", tests);
}
