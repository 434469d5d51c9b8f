/* api/json_put.c and api/json_read.c: documents out, strictly in. */
#include "json_put.h"
#include "json_read.h"
#include "utf8.h"

#include "tests/support/http_suite.h"

#include <stdlib.h>
#include <string.h>

static char *
taken(struct json_out *j)
{
    size_t len = 0;
    char *text = put_take(j, &len);

    ck_assert_ptr_nonnull(text);
    text = realloc(text, len + 1);
    ck_assert_ptr_nonnull(text);
    text[len] = '\0';
    return text;
}

START_TEST(members_stand_in_the_order_written)
{
    struct json_out j = { 0 };

    put_object(&j, NULL);
    put_int(&j, "z", -9223372036854775807 - 1);
    put_array(&j, "a");
    put_object(&j, NULL);
    put_end(&j);
    put_array(&j, NULL);
    put_end(&j);
    put_bool(&j, NULL, true);
    put_null(&j, NULL);
    put_string(&j, NULL, NULL);
    put_string(&j, NULL, "[");
    put_string(&j, NULL, "{");
    put_int(&j, NULL, 0);
    put_end(&j);
    put_hex(&j, "h", (const uint8_t[]){ 0, 0x7f, 0xff }, 3);
    put_time(&j, "t", 1234567890123);
    put_end(&j);
    char *text = taken(&j);
    ck_assert_str_eq(text, "{\"z\":-9223372036854775808,"
                           "\"a\":[{},[],true,null,null,\"[\",\"{\",0],\"h\":\"007fff\","
                           "\"t\":\"2009-02-13T23:31:30.123Z\"}");
    free(text);
}
END_TEST

START_TEST(every_byte_that_must_not_stand_for_itself_is_escaped)
{
    char all[130];

    for (int i = 1; i < 128; i++)
        all[i - 1] = (char)i;
    all[127] = '\0';
    struct json_out j = { 0 };
    put_array(&j, NULL);
    put_string(&j, NULL, all);
    put_string(&j, NULL, "žluťoučký \xf0\x9f\x90\x9f");
    put_end(&j);
    char *text = taken(&j);
    json_t *back = json_loads(text, 0, NULL);
    ck_assert_ptr_nonnull(back);
    ck_assert_str_eq(json_string_value(json_array_get(back, 0)), all);
    ck_assert_str_eq(json_string_value(json_array_get(back, 1)), "žluťoučký \xf0\x9f\x90\x9f");
    json_decref(back);
    free(text);
}
END_TEST

START_TEST(nothing_comes_of_a_document_that_ran_out_of_memory)
{
    struct json_out j = { 0 };
    size_t len = 0;

    put_object(&j, NULL);
    j.failed = true;
    put_string(&j, "a", "b");
    put_end(&j);
    ck_assert_ptr_null(put_take(&j, &len));
    ck_assert(!j.failed && !j.text);
}
END_TEST

START_TEST(bytes_that_are_no_utf8_become_question_marks)
{
    char text[] = "a\xff z\xcc\x8c \xc3 \xed\xa0\x80 \xc0\xaf \xf4\x90\x80\x80 \xe2\x82";

    utf8_clean(text);
    ck_assert_str_eq(text, "a? z\xcc\x8c ? ??? ?? ???? ??");
    ck_assert_uint_eq(utf8_count("žlu\xf0\x9f\x90\x9f"), 4);
}
END_TEST

/* The code that reading `body` ends with, 0 if it is accepted; `x` is a needed number 0..10, `t` a
 * text of at most 4 characters, `b` true or false, `a` an array of at most two. */
static int
verdict(const char *body, size_t len)
{
    static const char *const members[] = { "x", "t", "b", "a", NULL };
    struct problem problem = { 0 };
    struct reading in;

    reading_begin(&in, body, len, &problem);
    reading_only(&in, in.root, "", members);
    reading_int(&in, in.root, "", "x", READING_NEEDED, 0, 10);
    reading_text(&in, in.root, "", "t", READING_OPTIONAL, 4);
    reading_bool(&in, in.root, "", "b", READING_OPTIONAL);
    reading_array(&in, in.root, "", "a", READING_OPTIONAL, 2);
    ck_assert(reading_ok(&in) == (problem.code == 0));
    reading_end(&in);
    if (problem.code)
        ck_assert_msg(problem.detail[0], "%s: no reason", body);
    return problem.code;
}

START_TEST(only_what_was_asked_for_is_read)
{
    static const struct {
        const char *body;
        int code;
    } cases[] = {
        { "{\"x\":3}", 0 },
        { " {\"x\":3,\"t\":\"\\u017elu\\u0165\",\"b\":false,\"a\":[1,2]} \n", 0 },
        { "{\"x\":-0}", 0 },
        { "", PROBLEM_MEMBER_MISSING },
        { "{}", PROBLEM_MEMBER_MISSING },
        { "[]", PROBLEM_MEMBER_TYPE },
        { "[{\"x\":3}]", PROBLEM_MEMBER_TYPE },
        { "3", PROBLEM_MEMBER_TYPE },
        { "null", PROBLEM_MEMBER_TYPE },
        { "{\"x\":3", PROBLEM_JSON_MALFORMED },
        { "{\"x\":3}}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":3} {}", PROBLEM_JSON_MALFORMED },
        { "{'x':3}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":03}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":+3}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":0x3}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":NaN}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":3,}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":3,\"x\":4}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":1e400}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":99999999999999999999}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":9223372036854775807}", PROBLEM_MEMBER_VALUE },
        { "{\"x\":11}", PROBLEM_MEMBER_VALUE },
        { "{\"x\":-1}", PROBLEM_MEMBER_VALUE },
        { "{\"x\":3.5}", PROBLEM_MEMBER_TYPE },
        { "{\"x\":3.0}", PROBLEM_MEMBER_TYPE },
        { "{\"x\":3e0}", PROBLEM_MEMBER_TYPE },
        { "{\"x\":\"3\"}", PROBLEM_MEMBER_TYPE },
        { "{\"x\":null}", PROBLEM_MEMBER_TYPE },
        { "{\"x\":true}", PROBLEM_MEMBER_TYPE },
        { "{\"x\":3,\"t\":3}", PROBLEM_MEMBER_TYPE },
        { "{\"x\":3,\"t\":\"\"}", PROBLEM_MEMBER_VALUE },
        { "{\"x\":3,\"t\":\"abcde\"}", PROBLEM_MEMBER_VALUE },
        { "{\"x\":3,\"t\":\"a\\nb\"}", PROBLEM_MEMBER_VALUE },
        { "{\"x\":3,\"t\":\"\\u0000\"}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":3,\"t\":\"\\ud800\"}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":3,\"t\":\"\xff\"}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":3,\"t\":\"\xc0\xaf\"}", PROBLEM_JSON_MALFORMED },
        { "{\"x\":3,\"b\":0}", PROBLEM_MEMBER_TYPE },
        { "{\"x\":3,\"b\":\"false\"}", PROBLEM_MEMBER_TYPE },
        { "{\"x\":3,\"a\":{}}", PROBLEM_MEMBER_TYPE },
        { "{\"x\":3,\"a\":[1,2,3]}", PROBLEM_MEMBER_VALUE },
        { "{\"x\":3,\"y\":4}", PROBLEM_MEMBER_UNKNOWN },
        { "{\"X\":3}", PROBLEM_MEMBER_UNKNOWN },
        { "{\"x\":3,\"\":4}", PROBLEM_MEMBER_UNKNOWN },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int code = verdict(cases[i].body, strlen(cases[i].body));
        ck_assert_msg(code == cases[i].code, "%s: %d instead of %d", cases[i].body, code,
                      cases[i].code);
    }
    ck_assert_int_eq(verdict("{\"x\":3}\0", 8), PROBLEM_JSON_MALFORMED);
    ck_assert_int_eq(verdict("\0", 1), PROBLEM_JSON_MALFORMED);
}
END_TEST

START_TEST(deep_nesting_is_refused_and_not_followed)
{
    enum { DEPTH = 200000 };
    char *body = malloc(DEPTH);

    ck_assert_ptr_nonnull(body);
    memset(body, '[', DEPTH);
    ck_assert_int_eq(verdict(body, DEPTH), PROBLEM_JSON_MALFORMED);
    for (size_t i = 0; i + 5 < DEPTH; i += 5)
        memcpy(body + i, "{\"x\":", 5);
    ck_assert_int_eq(verdict(body, DEPTH - DEPTH % 5), PROBLEM_JSON_MALFORMED);
    free(body);
}
END_TEST

START_TEST(a_complaint_names_the_place_and_what_would_be_right)
{
    static const char *const members[] = { "name", "colour", NULL };
    struct problem problem = { 0 };
    struct reading in;

    reading_begin(&in, "{\"nmae\":1}", 10, &problem);
    reading_only(&in, in.root, "seats[1]", members);
    reading_text(&in, in.root, "seats[1]", "name", READING_NEEDED, 10);
    reading_end(&in);
    ck_assert_str_eq(problem.detail, "seats[1].nmae: no such member, known here: name, colour");
}
END_TEST

int
main(void)
{
    const TTest *const tests[] = {
        members_stand_in_the_order_written,
        every_byte_that_must_not_stand_for_itself_is_escaped,
        nothing_comes_of_a_document_that_ran_out_of_memory,
        bytes_that_are_no_utf8_become_question_marks,
        only_what_was_asked_for_is_read,
        deep_nesting_is_refused_and_not_followed,
        a_complaint_names_the_place_and_what_would_be_right,
    };

    return SUITE_RUN_ALONE("api/json", tests);
}
