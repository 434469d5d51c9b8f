/* The registry: what is served, and which stacks are shared. */
#include "tests/support/registry_fixture.h"

#include <check.h>
#include <pthread.h>
#include <string.h>

static int32_t
option_of(const meepled_stack *stack, const char *name)
{
    size_t count;
    const meepled_option_word *const options = meepled_stack_options(stack, &count);

    for (size_t i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0)
            return meepled_stack_option(stack, i);
    ck_abort_msg("no option %s", name);
    return -1;
}

START_TEST(a_variant_is_served_with_its_plugins_tiles_and_options)
{
    const meepled_variant *v;

    registry_serve("shade tiny", TINY "[variant shady : tiny]\ntitle = Shady\ntitle.cs = Stinná\n"
                                      "layers = shade\ntilesets = +more\noption.size = 5\n"
                                      "option.mood = wild\n");
    registry_only(fixture.mistakes, NULL);
    registry_only(fixture.skipped, NULL);
    ck_assert_uint_eq(meepled_variant_count(fixture.registry), 2);
    v = meepled_variant_get(fixture.registry, 0);
    ck_assert_str_eq(v->name, "shady"); /* sorted */
    ck_assert_str_eq(v->title, "Shady");
    ck_assert_str_eq(v->title_cs, "Stinná");
    ck_assert_str_eq(v->parent, "tiny");
    ck_assert_uint_eq(v->line, 5);
    ck_assert_msg(strstr(v->file, "variants.ini") != NULL, "%s", v->file);
    ck_assert_uint_eq(meepled_stack_layers(v->stack), 2);
    ck_assert_str_eq(meepled_stack_layer(v->stack, 0).name, "tiny");
    ck_assert_str_eq(meepled_stack_layer(v->stack, 1).name, "shade");
    ck_assert_uint_eq(meepled_stack_tiles(v->stack), 3);
    ck_assert_int_eq(option_of(v->stack, "size"), 5);
    ck_assert_int_eq(option_of(v->stack, "mood"), 1);
    ck_assert_int_eq(option_of(v->stack, "extra"), 0);
    v = meepled_variant_find(fixture.registry, "tiny");
    ck_assert_ptr_null(v->parent);
    ck_assert_ptr_null(v->title_cs);
    ck_assert_int_eq(option_of(v->stack, "size"), 3);
    ck_assert_ptr_null(meepled_variant_find(fixture.registry, "huge"));
}
END_TEST

START_TEST(a_tile_set_may_hang_on_an_option)
{
    const meepled_setting yes = { "extra", "yes" };
    const meepled_variant *v;
    meepled_error err;

    registry_serve("tiny",
                   TINY "tilesets.extra = more\n[variant full : tiny]\noption.extra = yes\n");
    registry_only(fixture.mistakes, NULL);
    v = meepled_variant_find(fixture.registry, "tiny");
    ck_assert_uint_eq(meepled_stack_tiles(v->stack), 2);
    ck_assert_uint_eq(meepled_stack_tiles(meepled_variant_find(fixture.registry, "full")->stack),
                      3);
    meepled_stack *const with = meepled_variant_stack(fixture.registry, v, &yes, 1, &err);
    ck_assert_uint_eq(meepled_stack_tiles(with), 3);
    meepled_stack_unref(with);
}
END_TEST

static meepled_stack *
stack_with(const char *name, const char *value, const char *other, const char *other_value)
{
    const meepled_setting settings[] = { { name, value }, { other, other_value } };
    meepled_error err;
    meepled_stack *const stack =
        meepled_variant_stack(fixture.registry, meepled_variant_find(fixture.registry, "tiny"),
                              settings, other ? 2 : (name ? 1 : 0), &err);

    ck_assert_msg(stack != NULL, "%s", err.text);
    return stack;
}

START_TEST(equal_settings_share_a_stack)
{
    registry_serve("tiny", TINY);

    meepled_stack *const own = stack_with(NULL, NULL, NULL, NULL);
    meepled_stack *const same_as_own = stack_with("size", "3", NULL, NULL);
    meepled_stack *const five = stack_with("size", "5", NULL, NULL);
    meepled_stack *const five_again = stack_with("size", "5", NULL, NULL);
    meepled_stack *const five_calm = stack_with("size", "5", "mood", "calm");
    meepled_stack *const calm_five = stack_with("mood", "calm", "size", "5");
    meepled_stack *const wild = stack_with("mood", "wild", "size", "5");
    meepled_stack *const later = stack_with("size", "3", "size", "5");

    ck_assert_ptr_eq(own, meepled_variant_find(fixture.registry, "tiny")->stack);
    ck_assert_ptr_eq(own, same_as_own);
    ck_assert_ptr_ne(own, five);
    ck_assert_int_eq(option_of(five, "size"), 5);
    ck_assert_ptr_eq(five, five_again);
    ck_assert_ptr_eq(five, five_calm);
    ck_assert_ptr_eq(five, calm_five);
    ck_assert_ptr_ne(five, wild);
    ck_assert_ptr_eq(five, later); /* of two the later one wins */
    meepled_stack_unref(own);
    meepled_stack_unref(same_as_own);
    meepled_stack_unref(five);
    meepled_stack_unref(five_again);
    meepled_stack_unref(five_calm);
    meepled_stack_unref(calm_five);
    meepled_stack_unref(wild);
    meepled_stack_unref(later);
}
END_TEST

START_TEST(any_number_of_settings_may_be_asked_for)
{
    char extra[2][4] = { "no", "yes" }, size[2] = "1";

    registry_serve("tiny", TINY);
    for (int round = 0; round < 3; round++) { /* more than are kept ready */
        for (int i = 0; i < 36; i++) {
            const meepled_setting settings[] = { { "size", size },
                                                 { "mood", i / 9 % 2 ? "wild" : "calm" },
                                                 { "extra", extra[i / 18] } };
            meepled_error err;

            size[0] = (char)('1' + i % 9);

            meepled_stack *const stack = meepled_variant_stack(
                fixture.registry, meepled_variant_find(fixture.registry, "tiny"), settings, 3,
                &err);

            ck_assert_msg(stack != NULL, "%s", err.text);
            ck_assert_int_eq(option_of(stack, "size"), 1 + i % 9);
            ck_assert_int_eq(option_of(stack, "mood"), i / 9 % 2);
            ck_assert_int_eq(option_of(stack, "extra"), i / 18);
            meepled_stack_unref(stack);
        }
    }
}
END_TEST

static const struct {
    meepled_setting setting;
    const char *why;
} wrong[] = {
    { { "size", "10" }, "option size is \"10\", not a number from 1 to 9" },
    { { "size", "" }, "option size is \"\", not a number from 1 to 9" },
    { { "mood", "angry" }, "option mood is \"angry\", not calm or wild" },
    { { "extra", "true" }, "option extra is \"true\", not yes or no" },
    { { "siez", "1" },
      "no option \"siez\", there are size, mood, extra; first-player is chosen when a game is "
      "created" },
};

START_TEST(a_setting_that_is_not_allowed_is_refused_with_what_is)
{
    meepled_error err = { "" };

    registry_serve("tiny", TINY);
    ck_assert_ptr_null(meepled_variant_stack(fixture.registry,
                                             meepled_variant_find(fixture.registry, "tiny"),
                                             &wrong[_i].setting, 1, &err));
    ck_assert_str_eq(err.text, wrong[_i].why);
}
END_TEST

START_TEST(a_stack_outlives_its_registry)
{
    meepled_stack *stack;

    registry_serve("tiny shade", TINY "layers = shade\n");
    stack = stack_with("size", "7", NULL, NULL);
    ck_assert_ptr_eq(meepled_registry_ref(fixture.registry), fixture.registry);
    meepled_registry_unref(fixture.registry);
    meepled_registry_unref(fixture.registry);
    fixture.registry = NULL;
    ck_assert_int_eq(option_of(stack, "size"), 7);
    ck_assert_str_eq(meepled_stack_layer(stack, 1).name, "shade"); /* its code is still there */
    ck_assert_str_eq(meepled_stack_tile(stack, 0).id, "A");
    meepled_stack_unref(stack);
}
END_TEST

static void *
ask_often(void *unused)
{
    for (int i = 0; i < 200; i++) {
        const char size[2] = { (char)('1' + i % 9), '\0' };
        const meepled_setting setting = { "size", size };
        meepled_stack *const stack = meepled_variant_stack(
            fixture.registry, meepled_variant_find(fixture.registry, "tiny"), &setting, 1, NULL);

        if (!stack || option_of(stack, "size") != 1 + i % 9)
            return unused;
        meepled_stack_unref(stack);
    }
    return NULL;
}

START_TEST(threads_may_ask_at_the_same_time)
{
    pthread_t threads[4];

    registry_serve("tiny", TINY);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_often, fixture.folder), 0);
    for (int i = 0; i < 4; i++) {
        void *failed = fixture.folder;

        pthread_join(threads[i], &failed);
        ck_assert_ptr_null(failed);
    }
}
END_TEST
int
main(void)
{
    Suite *const suite = suite_create("registry");
    TCase *const tests = tcase_create("registry");

    tcase_add_checked_fixture(tests, registry_set_up, registry_tear_down);
    tcase_add_test(tests, a_variant_is_served_with_its_plugins_tiles_and_options);
    tcase_add_test(tests, a_tile_set_may_hang_on_an_option);
    tcase_add_test(tests, equal_settings_share_a_stack);
    tcase_add_test(tests, any_number_of_settings_may_be_asked_for);
    tcase_add_loop_test(tests, a_setting_that_is_not_allowed_is_refused_with_what_is, 0,
                        (int)(sizeof wrong / sizeof wrong[0]));
    tcase_add_test(tests, a_stack_outlives_its_registry);
    tcase_add_test(tests, threads_may_ask_at_the_same_time);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
