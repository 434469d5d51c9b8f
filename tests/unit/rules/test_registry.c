/* The registry: what is served, what is left out and why, and which stacks are shared. */
#include <meepled/registry.h>
#include <meepled/rules.h>

#include "tests/support/case_folders.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *build;
static char folder[] = "/tmp/meepled-registry-XXXXXX"; /* of this test's INI files */
static meepled_report *mistakes, *skipped;
static meepled_registry *registry;

static const char tiles[] = "[tileset]\nid = small\ntitle = Small\n[tile A]\nstart = yes\n"
                            "grass-1 = N E S W\n[tile B]\ncount = 3\ngrass-1 = N E S W\n";
static const char more_tiles[] = "[tileset]\nid = more\ntitle = More\n[tile C]\n"
                                 "grass-1 = N E S W\n";

static void
set_up(void)
{
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    mistakes = meepled_report_new();
    skipped = meepled_report_new();
}

static void
tear_down(void)
{
    static const char *const names[] = { "small.ini", "more.ini", "variants.ini", "small-too.ini",
                                         "tiny.so",   "new.so",   "notes.txt" };
    char path[300];

    meepled_registry_unref(registry);
    registry = NULL;
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* Write a file into the folder; its path in out[0..300). */
static const char *
put(char *out, const char *name, const char *text)
{
    snprintf(out, 300, "%s/%s", folder, name);

    FILE *const file = fopen(out, "w");

    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    return out;
}

/* Open a registry of the test plugins `plugins` (names between blanks), both tile sets and these
 * variants. */
static void
open_with(const char *plugins, const char *variants)
{
    char names[200], list[2000] = "", set[300], more[300], sets[700], ini[300];
    char *rest = NULL;
    size_t len = 0;

    snprintf(names, sizeof names, "%s", plugins);
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
        len +=
            (size_t)snprintf(list + len, sizeof list - len, "%s/tests/plugins/%s.so:", build, name);
    put(set, "small.ini", tiles);
    put(more, "more.ini", more_tiles);
    snprintf(sets, sizeof sets, "%s:%s", set, more);
    put(ini, "variants.ini", variants);
    registry = meepled_registry_open(
        &(meepled_registry_paths){ .plugins = list, .tilesets = sets, .variants = ini }, mistakes,
        skipped);
    ck_assert_ptr_nonnull(registry);
}

/* True if a complaint ends in `text`. */
static bool
complains(const meepled_report *report, const char *text)
{
    for (size_t i = 0; i < meepled_report_count(report); i++) {
        const char *const line = meepled_report_get(report, i);

        if (strlen(line) >= strlen(text) && strcmp(line + strlen(line) - strlen(text), text) == 0)
            return true;
    }
    return false;
}

/* All of `report` is the one complaint that ends in `text`; NULL: there is none. */
static void
only(const meepled_report *report, const char *text)
{
    char *const all = case_complaints(report);

    ck_assert_msg(meepled_report_count(report) == (text ? 1 : 0) &&
                      (!text || complains(report, text)),
                  "instead of %s:\n%s", text ? text : "nothing", all);
    free(all);
}

#define TINY "[variant tiny]\ntitle = Tiny\nbase = tiny\ntilesets = small\n"

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

    open_with("shade tiny", TINY "[variant shady : tiny]\ntitle = Shady\ntitle.cs = Stinná\n"
                                 "layers = shade\ntilesets = +more\noption.size = 5\n"
                                 "option.mood = wild\n");
    only(mistakes, NULL);
    only(skipped, NULL);
    ck_assert_uint_eq(meepled_variant_count(registry), 2);
    v = meepled_variant_get(registry, 0);
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
    v = meepled_variant_find(registry, "tiny");
    ck_assert_ptr_null(v->parent);
    ck_assert_ptr_null(v->title_cs);
    ck_assert_int_eq(option_of(v->stack, "size"), 3);
    ck_assert_ptr_null(meepled_variant_find(registry, "huge"));
}
END_TEST

START_TEST(a_tile_set_may_hang_on_an_option)
{
    const meepled_setting yes = { "extra", "yes" };
    const meepled_variant *v;
    meepled_error err;

    open_with("tiny", TINY "tilesets.extra = more\n[variant full : tiny]\noption.extra = yes\n");
    only(mistakes, NULL);
    v = meepled_variant_find(registry, "tiny");
    ck_assert_uint_eq(meepled_stack_tiles(v->stack), 2);
    ck_assert_uint_eq(meepled_stack_tiles(meepled_variant_find(registry, "full")->stack), 3);
    meepled_stack *const with = meepled_variant_stack(registry, v, &yes, 1, &err);
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
        meepled_variant_stack(registry, meepled_variant_find(registry, "tiny"), settings,
                              other ? 2 : (name ? 1 : 0), &err);

    ck_assert_msg(stack != NULL, "%s", err.text);
    return stack;
}

START_TEST(equal_settings_share_a_stack)
{
    open_with("tiny", TINY);

    meepled_stack *const own = stack_with(NULL, NULL, NULL, NULL);
    meepled_stack *const same_as_own = stack_with("size", "3", NULL, NULL);
    meepled_stack *const five = stack_with("size", "5", NULL, NULL);
    meepled_stack *const five_again = stack_with("size", "5", NULL, NULL);
    meepled_stack *const five_calm = stack_with("size", "5", "mood", "calm");
    meepled_stack *const calm_five = stack_with("mood", "calm", "size", "5");
    meepled_stack *const wild = stack_with("mood", "wild", "size", "5");
    meepled_stack *const later = stack_with("size", "3", "size", "5");

    ck_assert_ptr_eq(own, meepled_variant_find(registry, "tiny")->stack);
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

    open_with("tiny", TINY);
    for (int round = 0; round < 3; round++) { /* more than are kept ready */
        for (int i = 0; i < 36; i++) {
            const meepled_setting settings[] = { { "size", size },
                                                 { "mood", i / 9 % 2 ? "wild" : "calm" },
                                                 { "extra", extra[i / 18] } };
            meepled_error err;

            size[0] = (char)('1' + i % 9);

            meepled_stack *const stack = meepled_variant_stack(
                registry, meepled_variant_find(registry, "tiny"), settings, 3, &err);

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
    { { "siez", "1" }, "no option \"siez\", there are size, mood, extra" },
};

START_TEST(a_setting_that_is_not_allowed_is_refused_with_what_is)
{
    meepled_error err = { "" };

    open_with("tiny", TINY);
    ck_assert_ptr_null(meepled_variant_stack(registry, meepled_variant_find(registry, "tiny"),
                                             &wrong[_i].setting, 1, &err));
    ck_assert_str_eq(err.text, wrong[_i].why);
}
END_TEST

START_TEST(a_stack_outlives_its_registry)
{
    meepled_stack *stack;

    open_with("tiny shade", TINY "layers = shade\n");
    stack = stack_with("size", "7", NULL, NULL);
    ck_assert_ptr_eq(meepled_registry_ref(registry), registry);
    meepled_registry_unref(registry);
    meepled_registry_unref(registry);
    registry = NULL;
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
            registry, meepled_variant_find(registry, "tiny"), &setting, 1, NULL);

        if (!stack || option_of(stack, "size") != 1 + i % 9)
            return unused;
        meepled_stack_unref(stack);
    }
    return NULL;
}

START_TEST(threads_may_ask_at_the_same_time)
{
    pthread_t threads[4];

    open_with("tiny", TINY);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_often, folder), 0);
    for (int i = 0; i < 4; i++) {
        void *failed = folder;

        pthread_join(threads[i], &failed);
        ck_assert_ptr_null(failed);
    }
}
END_TEST

/* ---- what is left out ---- */

START_TEST(a_broken_plugin_takes_its_variants_out_and_no_others)
{
    open_with("tiny wrong_abi", TINY "[variant b : tiny]\nlayers = wrong-abi\n[variant c : b]\n");
    only(mistakes, NULL);
    ck_assert_uint_eq(meepled_report_count(skipped), 3);
    ck_assert(complains(skipped, "wrong_abi.so: rules ABI 3, this program has 2"));
    ck_assert(complains(skipped, "variants.ini:5: variant b is left out: plugin wrong-abi cannot "
                                 "be used"));
    ck_assert(complains(skipped, "variants.ini:7: variant c is left out: plugin wrong-abi cannot "
                                 "be used"));
    ck_assert_uint_eq(meepled_variant_count(registry), 1);
}
END_TEST

START_TEST(of_two_plugins_with_one_name_the_first_is_used)
{
    char expected[300];

    open_with("tiny twin", TINY);
    snprintf(expected, sizeof expected,
             "twin.so: the name tiny is taken by %s/tests/plugins/tiny.so", build);
    only(skipped, expected);
    ck_assert_str_eq(meepled_stack_layer(meepled_variant_find(registry, "tiny")->stack, 0).summary,
                     "a base for tests");
}
END_TEST

START_TEST(the_name_of_the_engine_is_taken)
{
    open_with("tiny engine_name", TINY);
    only(skipped, "engine_name.so: the name engine is taken by the engine");
}
END_TEST

START_TEST(the_same_file_twice_is_one_plugin)
{
    open_with("tiny tiny", TINY);
    only(skipped, NULL);
    ck_assert_uint_eq(meepled_variant_count(registry), 1);
}
END_TEST

START_TEST(a_plugin_whose_requirement_is_nowhere_is_left_out)
{
    open_with("tiny lonely", TINY "[variant b : tiny]\nlayers = lonely\n");
    ck_assert_uint_eq(meepled_report_count(skipped), 2);
    ck_assert(complains(skipped, "lonely.so: lonely requires nowhere, which is not among the "
                                 "plugins"));
    ck_assert(complains(skipped, "variant b is left out: plugin lonely cannot be used"));
    ck_assert_uint_eq(meepled_variant_count(registry), 1);
}
END_TEST

START_TEST(so_are_those_that_require_it_in_turn)
{
    open_with("shade_more shade", "");
    ck_assert_uint_eq(meepled_report_count(skipped), 2);
    ck_assert(complains(skipped, "shade requires tiny, which is not among the plugins"));
    ck_assert(complains(skipped, "shade-more requires shade, which is not among the plugins"));
    only(mistakes, NULL);
}
END_TEST

/* ---- mistakes ---- */

static const struct {
    const char *variants, *mistake;
} mistaken[] = {
    { "[variant a]\ntitle = A\nbase = tinny\ntilesets = small\n",
      "variants.ini:3: no plugin \"tinny\" (did you mean \"tiny\"?)" },
    { TINY "layers = sahde\n", "variants.ini:5: no plugin \"sahde\" (did you mean \"shade\"?)" },
    { TINY "[variant a : tiny]\ntilesets = smal\n",
      "variants.ini:6: no tile set \"smal\" (did you mean \"small\"?)" },
    { TINY "tilesets.extra = smal\n",
      "variants.ini:5: no tile set \"smal\" (did you mean \"small\"?)" },
    { TINY "tilesets.size = more\n", "variants.ini:5: tilesets: no yes/no option \"size\"" },
    { TINY "layers = shade-more\n", "variants.ini:1: shade-more: requires shade below it" },
    { TINY "layers = shade-more shade\n", "variants.ini:1: shade-more: requires shade below it" },
    { "[variant a]\ntitle = A\nbase = choosy\ntilesets = small\n",
      "variants.ini:1: choosy: is a layer and needs a base below it" },
    { TINY "layers = tiny\n", "variants.ini:1: tiny: is a base and cannot lie on another" },
    { TINY "layers = choosy\n", NULL },
    { TINY "option.size = 10\n",
      "variants.ini:5: option size is \"10\", not a number from 1 to 9" },
    { TINY "[variant a : tiny]\noption.siez = 1\n",
      "variants.ini:6: no option \"siez\", there are size, mood, extra" },
    { "[variant a : tiny]\n" TINY "tielsets = more\n",
      "variants.ini:6: \"tielsets\" is neither a setting of a variant nor option.NAME (did you "
      "mean \"tilesets\"?)" },
};

START_TEST(a_mistake_in_a_variant_names_its_place)
{
    open_with("tiny shade shade_more choosy", mistaken[_i].variants);
    only(skipped, NULL);
    if (mistaken[_i].mistake)
        only(mistakes, mistaken[_i].mistake);
    else /* what the plugin itself says */
        ck_assert_msg(strstr(meepled_report_get(mistakes, 0), "variants.ini:1: choosy: ") != NULL,
                      "%s", meepled_report_get(mistakes, 0));
}
END_TEST

START_TEST(mistakes_of_all_files_come_in_one_go)
{
    char set[300], bad[300], sets[700], ini[300], plugins[300];

    put(set, "small.ini", "[tileset]\nid = small\n");
    put(bad, "more.ini", "[tileset]\nid = more\ntitle = M\n[tile A]\ngrass-1 = N\n");
    put(ini, "variants.ini", TINY "layers = none\n[varian x]\n");
    snprintf(sets, sizeof sets, "%s:%s", set, bad);
    snprintf(plugins, sizeof plugins, "%s/tests/plugins/tiny.so", build);
    registry = meepled_registry_open(
        &(meepled_registry_paths){ .plugins = plugins, .tilesets = sets, .variants = ini },
        mistakes, skipped);
    ck_assert_ptr_nonnull(registry);
    ck_assert(complains(mistakes, "small.ini:1: title of the tile set is missing"));
    ck_assert(complains(mistakes, "more.ini:4: tile A: E belongs to no zone"));
    ck_assert(complains(mistakes, "variants.ini:5: no plugin \"none\""));
    ck_assert(complains(mistakes, "variants.ini:6: section [varian x] is not [variant NAME] (did "
                                  "you mean \"variant\"?)"));
    /* "small" is there but broken: that it cannot be used need not be said again */
    ck_assert(!complains(mistakes, "no tile set \"small\""));
    ck_assert_uint_eq(meepled_variant_count(registry), 0);
}
END_TEST

START_TEST(a_broken_tile_set_has_its_words_looked_at_in_the_same_go)
{
    char set[300], ini[300], plugins[300];

    put(set, "small-too.ini",
        "[tileset]\nid = small\ntitle = S\n[tile A]\ncount = x\ngrass-1 = N E S W shne=1\n"
        "[tile B]\npile = nowhere\ngras-1 = N\n");
    put(ini, "variants.ini", TINY);
    snprintf(plugins, sizeof plugins, "%s/tests/plugins/tiny.so", build);
    registry = meepled_registry_open(
        &(meepled_registry_paths){ .plugins = plugins, .tilesets = set, .variants = ini }, mistakes,
        skipped);
    ck_assert_ptr_nonnull(registry);
    ck_assert(complains(mistakes, "small-too.ini:5: count: \"x\" is not a number"));
    ck_assert(complains(mistakes, "small-too.ini:7: tile B: E belongs to no zone"));
    char *const all = case_complaints(mistakes);
    ck_assert_msg(strstr(all, "small-too.ini:6: no attribute \"shne\" in these rules") != NULL,
                  "%s", all);
    ck_assert_msg(strstr(all, "small-too.ini:7: no pile \"nowhere\" in these rules") != NULL, "%s",
                  all);
    ck_assert_msg(strstr(all, "small-too.ini:9: no kind of zone \"gras\" in these rules") != NULL,
                  "%s", all);
    ck_assert_msg(strstr(all, "no tile set") == NULL, "%s", all);
    free(all);
    ck_assert_uint_eq(meepled_variant_count(registry), 0);
}
END_TEST

START_TEST(folders_are_read_by_name_and_other_files_left_alone)
{
    char path[300], plugins[300];

    put(path, "small.ini", tiles);
    put(path, "more.ini", more_tiles);
    put(path, "small-too.ini", tiles);
    put(path, "notes.txt", "not INI at all");
    snprintf(plugins, sizeof plugins, "%s/tests/plugins/tiny.so", build);
    registry = meepled_registry_open(
        &(meepled_registry_paths){ .plugins = plugins, .tilesets = folder, .variants = NULL },
        mistakes, skipped);
    ck_assert_ptr_nonnull(registry);
    snprintf(path, sizeof path, "small.ini: the id small is taken by %s/small-too.ini", folder);
    only(mistakes, path);
}
END_TEST

START_TEST(a_folder_that_is_not_there_is_a_mistake)
{
    registry = meepled_registry_open(
        &(meepled_registry_paths){ .plugins = "/nowhere/plugins", .tilesets = "", .variants = ":" },
        mistakes, skipped);
    only(mistakes, "/nowhere/plugins: cannot be read: No such file or directory");
    ck_assert_uint_eq(meepled_variant_count(registry), 0);
}
END_TEST

/* ---- reload ---- */

START_TEST(a_changed_plugin_file_takes_a_restart)
{
    char from[300], path[300], fresh[300];
    size_t len;
    meepled_registry *again;

    snprintf(path, sizeof path, "%s/tests/plugins", build);

    char *const code = case_folder_read(path, "tiny.so", &len);

    for (int i = 0; i < 2; i++) {
        snprintf(from, sizeof from, "%s/%s", folder, i ? "new.so" : "tiny.so");

        FILE *const file = fopen(from, "wb");

        ck_assert_uint_eq(fwrite(code, 1, len, file), len);
        fclose(file);
    }
    free(code);
    snprintf(path, sizeof path, "%s/tiny.so", folder);
    snprintf(fresh, sizeof fresh, "%s/new.so", folder);

    const meepled_registry_paths paths = { .plugins = path };

    registry = meepled_registry_open(&paths, mistakes, skipped);
    again = meepled_registry_open(&paths, mistakes, skipped);
    only(mistakes, NULL);
    meepled_registry_unref(again);
    ck_assert_int_eq(rename(fresh, path), 0);
    again = meepled_registry_open(&paths, mistakes, skipped);
    only(mistakes, "tiny.so: has changed since it was loaded, new code takes a restart");
    only(skipped, NULL);
    meepled_registry_unref(again);
}
END_TEST

int
main(void)
{
    Suite *const suite = suite_create("registry");
    TCase *const tests = tcase_create("registry");

    build = getenv("MEEPLED_BUILD") ? getenv("MEEPLED_BUILD") : "build";
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_variant_is_served_with_its_plugins_tiles_and_options);
    tcase_add_test(tests, a_tile_set_may_hang_on_an_option);
    tcase_add_test(tests, equal_settings_share_a_stack);
    tcase_add_test(tests, any_number_of_settings_may_be_asked_for);
    tcase_add_loop_test(tests, a_setting_that_is_not_allowed_is_refused_with_what_is, 0,
                        (int)(sizeof wrong / sizeof wrong[0]));
    tcase_add_test(tests, a_stack_outlives_its_registry);
    tcase_add_test(tests, threads_may_ask_at_the_same_time);
    tcase_add_test(tests, a_broken_plugin_takes_its_variants_out_and_no_others);
    tcase_add_test(tests, of_two_plugins_with_one_name_the_first_is_used);
    tcase_add_test(tests, the_name_of_the_engine_is_taken);
    tcase_add_test(tests, the_same_file_twice_is_one_plugin);
    tcase_add_test(tests, a_plugin_whose_requirement_is_nowhere_is_left_out);
    tcase_add_test(tests, so_are_those_that_require_it_in_turn);
    tcase_add_loop_test(tests, a_mistake_in_a_variant_names_its_place, 0,
                        (int)(sizeof mistaken / sizeof mistaken[0]));
    tcase_add_test(tests, mistakes_of_all_files_come_in_one_go);
    tcase_add_test(tests, a_broken_tile_set_has_its_words_looked_at_in_the_same_go);
    tcase_add_test(tests, folders_are_read_by_name_and_other_files_left_alone);
    tcase_add_test(tests, a_folder_that_is_not_there_is_a_mistake);
    tcase_add_test(tests, a_changed_plugin_file_takes_a_restart);
    suite_add_tcase(suite, tests);

    SRunner *const runner = srunner_create(suite);

    srunner_run_all(runner, CK_NORMAL);

    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed > 0;
}
