/* The log: both formats, quoting, and lines that are too long. */
#include "server/log.h"

#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char out[LOG_LINE + 1];

static void
format(bool json, enum log_level level, const char *text, const struct log_field *fields,
       size_t count)
{
    const size_t len =
        log_format(out, LOG_LINE, json, level, 1700000000123, "store", text, fields, count);

    ck_assert_uint_le(len, LOG_LINE);
    out[len] = '\0';
    ck_assert_int_eq(out[len - 1], '\n');
    ck_assert_ptr_eq(strchr(out, '\n'), out + len - 1);
}

START_TEST(a_line_has_area_text_and_pairs)
{
    const struct log_field fields[] = { LOG_TEXT("path", "/var/lib/m.db"), LOG_NUMBER("games", -3),
                                        LOG_NOTHING };

    format(false, LOG_INFO, "opened", fields, 3);
    ck_assert_str_eq(out, "store: opened path=/var/lib/m.db games=-3\n");
    format(false, LOG_ERROR, "closed", NULL, 0);
    ck_assert_str_eq(out, "store: closed level=error\n");
}
END_TEST

START_TEST(a_value_cannot_forge_a_pair_or_a_line)
{
    const struct log_field fields[] = { LOG_TEXT("a", "b c=d"), LOG_TEXT("e", "x\ny\"z\\"),
                                        LOG_TEXT("f", "") };

    format(false, LOG_INFO, "line\nbreak", fields, 3);
    ck_assert_str_eq(out, "store: line?break a=\"b c=d\" e=\"x\\u000ay\\\"z\\\\\" f=\"\"\n");
}
END_TEST

START_TEST(json_is_one_object_a_line)
{
    const struct log_field fields[] = { LOG_TEXT("path", "a\"b\n\x7f\xc3\xa9"),
                                        LOG_NUMBER("games", 3) };

    format(true, LOG_WARNING, "opened", fields, 2);
    json_t *const object = json_loads(out, JSON_REJECT_DUPLICATES, NULL);

    ck_assert_ptr_nonnull(object);
    ck_assert_str_eq(json_string_value(json_object_get(object, "time")),
                     "2023-11-14T22:13:20.123Z");
    ck_assert_str_eq(json_string_value(json_object_get(object, "level")), "warning");
    ck_assert_str_eq(json_string_value(json_object_get(object, "area")), "store");
    ck_assert_str_eq(json_string_value(json_object_get(object, "text")), "opened");
    ck_assert_str_eq(json_string_value(json_object_get(object, "path")), "a\"b\n\x7f\xc3\xa9");
    ck_assert_int_eq(json_integer_value(json_object_get(object, "games")), 3);
    json_decref(object);
}
END_TEST

START_TEST(a_line_that_is_too_long_is_cut_and_json_stays_json)
{
    char *const text = calloc(1, 2 * LOG_LINE);

    memset(text, '"', 2 * LOG_LINE - 1);
    const struct log_field field = LOG_TEXT("key", text);

    format(false, LOG_INFO, "long", &field, 1);
    ck_assert_uint_eq(strlen(out), LOG_LINE);
    format(true, LOG_INFO, "long", &field, 1);
    json_t *const object = json_loads(out, 0, NULL);

    ck_assert_ptr_nonnull(object);
    ck_assert_str_eq(json_string_value(json_object_get(object, "text")), "long");
    json_decref(object);
    free(text);
}
END_TEST

START_TEST(only_the_levels_asked_for_are_written)
{
    int ends[2];
    char read_back[256];

    ck_assert_int_eq(pipe(ends), 0);
    const int before = dup(STDERR_FILENO);

    dup2(ends[1], STDERR_FILENO);
    log_set(log_level_named("warning"), false);
    log_event(LOG_INFO, "a", "not this", LOG_NOTHING);
    log_event(LOG_WARNING, "a", "this", LOG_NOTHING);
    log_set(log_level_named("debug"), false);
    log_event(LOG_DEBUG, "a", "and this", LOG_NUMBER("n", 1));
    dup2(before, STDERR_FILENO);
    close(ends[1]);
    const ssize_t len = read(ends[0], read_back, sizeof read_back - 1);

    ck_assert_int_gt(len, 0);
    read_back[len] = '\0';
    ck_assert_str_eq(read_back, "a: this level=warning\na: and this level=debug n=1\n");
    ck_assert_int_eq(log_level_named("loud"), LOG_INFO);
}
END_TEST

static Suite *
log_suite(void)
{
    Suite *const suite = suite_create("log");
    TCase *const tcase = tcase_create("log");

    tcase_add_test(tcase, a_line_has_area_text_and_pairs);
    tcase_add_test(tcase, a_value_cannot_forge_a_pair_or_a_line);
    tcase_add_test(tcase, json_is_one_object_a_line);
    tcase_add_test(tcase, a_line_that_is_too_long_is_cut_and_json_stays_json);
    tcase_add_test(tcase, only_the_levels_asked_for_are_written);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(log_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
