/* Stacks: judging descriptors, completing hooks from below, merging words, options. */
#include "rules/stack.h"
#include "tests/support/workshop.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* ---- layers for the tests ---- */

static int32_t
value_plus(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    const int32_t *plus = meepled_conf(self);

    return *plus + meepled_below_value(self, g, region, final);
}

static meepled_status
plus_five(const meepled_layer *self, void *conf, meepled_error *err)
{
    (void)self;
    (void)err;
    *(int32_t *)conf = 5;
    return MEEPLED_OK;
}

static meepled_status
plus_seven(const meepled_layer *self, void *conf, meepled_error *err)
{
    (void)self;
    (void)err;
    *(int32_t *)conf = 7;
    return MEEPLED_OK;
}

static meepled_status
wants_dragons(const meepled_layer *self, void *conf, meepled_error *err)
{
    uint8_t index;

    (void)conf;
    return meepled_kind(self, "dragon", &index, err);
}

static const meepled_hooks plus_hooks = { .value = value_plus };
static const meepled_hooks no_hooks = { 0 };

static meepled_plugin
layer(const char *name)
{
    return (meepled_plugin){ .abi = MEEPLED_ABI,
                             .hooks_size = sizeof(meepled_hooks),
                             .name = name,
                             .version = "1.0.0",
                             .summary = "for a test",
                             .license = "MIT",
                             .hooks = &no_hooks };
}

static meepled_plugin
plus(const char *name, meepled_status (*configure)(const meepled_layer *, void *, meepled_error *))
{
    meepled_plugin p = layer(name);

    p.hooks = &plus_hooks;
    p.conf_size = sizeof(int32_t);
    p.configure = configure;
    return p;
}

static int32_t
value_in(const meepled_plugin *const *plugins, size_t count)
{
    meepled_stack *stack = workshop_stack(plugins, count, NULL);
    const meepled_game_params params = { .players = 1 };
    meepled_game *g = NULL;

    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, NULL), MEEPLED_OK);
    const int32_t value = meepled_value(g, 0, false);
    meepled_game_free(g);
    meepled_stack_unref(stack);
    return value;
}

/* The complaints about a stack that cannot be made, one after the other. */
static const char *
complaints(const meepled_plugin *const *plugins, size_t count, const struct stack_setting *settings,
           size_t setting_count)
{
    static char text[1000];
    meepled_report *report = meepled_report_new();
    struct tileset *set = tileset_parse(workshop_tiles, "workshop", report);
    const struct tileset *sets[] = { set };
    const struct stack_spec spec = { .plugins = plugins,
                                     .plugin_count = count,
                                     .tilesets = sets,
                                     .tileset_count = 1,
                                     .settings = settings,
                                     .setting_count = setting_count };
    meepled_stack *stack = stack_new(&spec, report);

    text[0] = '\0';
    for (size_t i = 0; i < meepled_report_count(report); i++) {
        strcat(text, i ? "|" : "");
        strcat(text, meepled_report_get(report, i));
    }
    ck_assert_int_eq(stack == NULL, text[0] != '\0');
    meepled_stack_unref(stack);
    tileset_free(set);
    meepled_report_free(report);
    return text;
}

/* ---- hooks ---- */

START_TEST(an_override_amends_what_lies_below)
{
    const meepled_plugin five = plus("five", plus_five), seven = plus("seven", plus_seven);
    const meepled_plugin *const alone[] = { &workshop_plugin };
    const meepled_plugin *const one[] = { &workshop_plugin, &five };
    const meepled_plugin *const two[] = { &workshop_plugin, &five, &seven };
    const int32_t plain = value_in(alone, 1);

    ck_assert_int_eq(value_in(one, 2), plain + 5);
    ck_assert_int_eq(value_in(two, 3), plain + 12);
}
END_TEST

START_TEST(one_function_may_stand_twice_in_a_stack_each_with_its_own_configuration)
{
    const meepled_plugin a = plus("a", plus_five), b = plus("b", plus_five);
    const meepled_plugin c = plus("c", plus_seven);
    const meepled_plugin *const stack[] = { &workshop_plugin, &a, &b, &c };
    const meepled_plugin *const alone[] = { &workshop_plugin };

    ck_assert_int_eq(value_in(stack, 4), value_in(alone, 1) + 17);
}
END_TEST

/* Names the tile of its own rule; the rest as below. */
static const char *
rule_against(const meepled_layer *self, const meepled_game *g, meepled_refusal what,
             uint16_t subject)
{
    if (what == MEEPLED_REFUSE_TILE && subject == workshop_tile(g->stack, "lawn"))
        return "NO-LAWN";
    return meepled_below_rule_against(self, g, what, subject);
}

START_TEST(a_layer_may_refuse_by_a_rule_of_its_own)
{
    static const meepled_hooks hooks = { .rule_against = rule_against };
    const meepled_plugin layer = { .abi = MEEPLED_ABI,
                                   .hooks_size = sizeof hooks,
                                   .name = "no-lawn",
                                   .version = "1.0.0",
                                   .summary = "refuses lawns by name",
                                   .license = "MIT",
                                   .hooks = &hooks };
    const meepled_plugin *const plugins[] = { &workshop_plugin, &layer };
    meepled_stack *stack = workshop_stack(plugins, 2, NULL);
    meepled_game *g = NULL;
    const meepled_deck deck = { .tiles = (uint16_t[]){ workshop_tile(stack, "end") }, .count = 1 };
    const meepled_game_params params = {
        .players = 2, .first = 0, .decks = &deck, .deck_count = 1
    };
    const char *rule = NULL;

    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, NULL), MEEPLED_OK);
    ck_assert_int_eq(workshop_act(g, "place lawn 1 0 0", NULL, &rule), MEEPLED_EREFUSED);
    ck_assert_str_eq(rule, "NO-LAWN");
    ck_assert_int_eq(workshop_act(g, "place bend 1 0 0", NULL, &rule), MEEPLED_EREFUSED);
    ck_assert_str_eq(rule, "EN-3");
    ck_assert_str_eq(meepled_stack_refusal(stack, MEEPLED_REFUSE_TILE), "EN-3");
    ck_assert_str_eq(meepled_rule_against(g, MEEPLED_REFUSE_SIDES, MEEPLED_NONE), "WS-SIDES");
    meepled_game_free(g);
    meepled_stack_unref(stack);
}
END_TEST

START_TEST(the_report_names_who_answers_first)
{
    const meepled_plugin five = plus("five", plus_five);
    const meepled_plugin *const plugins[] = { &workshop_plugin, &five };
    meepled_stack *stack = workshop_stack(plugins, 2, NULL);

    for (size_t i = 0; i < meepled_hook_count(); i++) {
        const char *hook = meepled_hook_name(i), *owner = meepled_stack_owner(stack, i);

        if (strcmp(hook, "value") == 0)
            ck_assert_str_eq(owner, "five");
        else if (strcmp(hook, "choose") == 0)
            ck_assert_str_eq(owner, "workshop");
        else if (strcmp(hook, "veto") == 0)
            ck_assert_str_eq(owner, "engine");
    }
    ck_assert_uint_eq(meepled_stack_layers(stack), 2);
    ck_assert_str_eq(meepled_stack_layer(stack, 1).name, "five");
    meepled_stack_unref(stack);
}
END_TEST

START_TEST(an_older_shorter_table_inherits_the_newer_hooks)
{
    meepled_plugin old = plus("old", plus_five);
    const meepled_plugin *const plugins[] = { &workshop_plugin, &old };
    const meepled_plugin *const alone[] = { &workshop_plugin };

    old.hooks_size = offsetof(meepled_hooks, claim);
    ck_assert_int_eq(value_in(plugins, 2), value_in(alone, 1) + 5);
    old.hooks_size = offsetof(meepled_hooks, value); /* its value is beyond its table */
    ck_assert_int_eq(value_in(plugins, 2), value_in(alone, 1));
}
END_TEST

/* ---- judging ---- */

static const char *
judged(const meepled_plugin *plugin)
{
    static meepled_error err;

    return stack_plugin_check(plugin, "x.so", &err) == MEEPLED_OK ? "fine" : err.text;
}

START_TEST(descriptors_are_judged_before_any_code_runs)
{
    meepled_plugin p = layer("good");

    ck_assert_str_eq(judged(&p), "fine");
    p.abi = 4;
    ck_assert_str_eq(judged(&p), "x.so: rules ABI 4, this program has 2");
    p = layer("newer");
    p.hooks_size = 4096;
    ck_assert_ptr_nonnull(strstr(judged(&p), "hook table of 4096 bytes from newer headers"));
    p = layer("cut");
    p.hooks_size = 12;
    ck_assert_str_eq(judged(&p), "x.so: hook table of 12 bytes is cut in a hook");
    p = layer("Bad Name");
    ck_assert_str_eq(judged(&p), "x.so: \"Bad Name\" is not a plugin name");
    p = layer("a-name-that-goes-on-for-very-much-too-long");
    ck_assert_ptr_nonnull(strstr(judged(&p), "is not a plugin name"));
    p = layer("silent");
    p.license = NULL;
    ck_assert_ptr_nonnull(strstr(judged(&p), "must be given"));
    p = layer("hookless");
    p.hooks = NULL;
    ck_assert_ptr_nonnull(strstr(judged(&p), "must be given"));
}
END_TEST

START_TEST(unmet_needs_are_named)
{
    static const char *const needs[] = { "castles", NULL };
    meepled_plugin narrow = layer("narrow"), second = workshop_plugin, loose = layer("loose");
    const meepled_plugin *const on_base[] = { &workshop_plugin, &narrow };
    const meepled_plugin *const two_bases[] = { &workshop_plugin, &second };
    const meepled_plugin *const no_base[] = { &loose };

    narrow.requires = needs;
    ck_assert_str_eq(complaints(on_base, 2, NULL, 0), "narrow: requires castles below it");
    second.name = "second";
    ck_assert_ptr_nonnull(
        strstr(complaints(two_bases, 2, NULL, 0), "second: is a base and cannot lie on another"));
    ck_assert_ptr_nonnull(
        strstr(complaints(no_base, 1, NULL, 0), "loose: is a layer and needs a base below it"));
}
END_TEST

START_TEST(a_word_that_is_missing_is_named_with_those_there_are)
{
    meepled_plugin seeker = layer("seeker");
    const meepled_plugin *const plugins[] = { &workshop_plugin, &seeker };

    seeker.configure = wants_dragons;
    ck_assert_str_eq(complaints(plugins, 2, NULL, 0),
                     "seeker: no kind \"dragon\" in this stack, it "
                     "has wood, path, grass, pond, shrine");
}
END_TEST

/* ---- words ---- */

START_TEST(the_same_word_is_shared_a_different_one_refused)
{
    static const meepled_kind_word same[] = {
        { "wood", "Forest", NULL, "#000000", MEEPLED_WHOLE, MEEPLED_BY_SIDES }, { .name = NULL }
    };
    static const meepled_kind_word other[] = {
        { "wood", "Forest", NULL, "#000000", MEEPLED_INSIDE, MEEPLED_NEVER }, { .name = NULL }
    };
    static const meepled_vocabulary good = { .kinds = same }, bad = { .kinds = other };
    meepled_plugin p = layer("words");
    const meepled_plugin *const plugins[] = { &workshop_plugin, &p };

    p.words = &good;
    ck_assert_str_eq(complaints(plugins, 2, NULL, 0), "");
    p.words = &bad;
    ck_assert_str_eq(complaints(plugins, 2, NULL, 0), "words: kind wood is declared differently "
                                                      "below it");
}
END_TEST

START_TEST(too_many_words_and_bad_names_are_refused)
{
    static const meepled_token_word many[] = { { "t-1", 0, 0 }, { "t-2", 0, 0 }, { "t-3", 0, 0 },
                                               { "t-4", 0, 0 }, { "t-5", 0, 0 }, { "t-6", 0, 0 },
                                               { "t-7", 0, 0 }, { "t-8", 0, 0 }, { NULL, 0, 0 } };
    static const meepled_token_word odd[] = { { "Two Words", 0, 0 }, { NULL, 0, 0 } };
    static const meepled_vocabulary crowd = { .tokens = many }, strange = { .tokens = odd };
    meepled_plugin p = layer("words");
    const meepled_plugin *const plugins[] = { &workshop_plugin, &p };

    p.words = &crowd;
    ck_assert_str_eq(complaints(plugins, 2, NULL, 0),
                     "words: no room for token t-8, a stack has at most 8");
    p.words = &strange;
    ck_assert_ptr_nonnull(strstr(complaints(plugins, 2, NULL, 0), "\"Two Words\" is not a name"));
}
END_TEST

/* ---- options ---- */

START_TEST(options_have_defaults_and_take_settings)
{
    const meepled_plugin *const plugins[] = { &workshop_plugin };
    const struct stack_setting good[] = { { .name = "bonus", .value = "9" },
                                          { .name = "retrieve", .value = "no" } };
    const struct stack_setting bad[] = {
        { .name = "bonus", .value = "10", .file = "v.ini", .line = 3 },
        { .name = "bonus", .value = "2x" },
        { .name = "retrieve", .value = "maybe" },
        { .name = "bonos", .value = "1" },
    };

    ck_assert_str_eq(complaints(plugins, 1, good, 2), "");
    ck_assert_str_eq(complaints(plugins, 1, bad, 4),
                     "v.ini:3: option bonus is \"10\", not a number from 0 to 9|"
                     "option bonus is \"2x\", not a number from 0 to 9|"
                     "option retrieve is \"maybe\", not yes or no|"
                     "no option \"bonos\", there are retrieve, bonus; "
                     "first-player is chosen when a game is created");
}
END_TEST

static int released;

static void
release(void *keep)
{
    released += *(int *)keep;
}

START_TEST(what_a_stack_keeps_is_released_with_its_last_reference)
{
    const meepled_plugin *const plugins[] = { &workshop_plugin };
    meepled_report *report = meepled_report_new();
    struct tileset *set = tileset_parse(workshop_tiles, "workshop", report);
    const struct tileset *sets[] = { set };
    int weight = 3;
    const struct stack_spec spec = { .plugins = plugins,
                                     .plugin_count = 1,
                                     .tilesets = sets,
                                     .tileset_count = 1,
                                     .keep = &weight,
                                     .release = release };
    const meepled_game_params params = { .players = 1 };
    meepled_game *g = NULL;

    released = 0;
    meepled_stack *stack = stack_new(&spec, report);
    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, NULL), MEEPLED_OK);
    meepled_stack_unref(stack);
    ck_assert_int_eq(released, 0); /* the game has it */
    meepled_game_free(g);
    ck_assert_int_eq(released, 3);
    tileset_free(set);
    meepled_report_free(report);
}
END_TEST

START_TEST(a_block_stays_within_its_budget)
{
    meepled_stack *stack = workshop_new();
    const meepled_game_params params = { .players = 6 };
    meepled_game *g = NULL;

    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, NULL), MEEPLED_OK);
    ck_assert_uint_le(meepled_game_size(g), 24 * 1024);
    meepled_game_free(g);
    meepled_stack_unref(stack);
}
END_TEST

int
main(void)
{
    TCase *c = tcase_create("stack");
    tcase_add_test(c, an_override_amends_what_lies_below);
    tcase_add_test(c, one_function_may_stand_twice_in_a_stack_each_with_its_own_configuration);
    tcase_add_test(c, a_layer_may_refuse_by_a_rule_of_its_own);
    tcase_add_test(c, the_report_names_who_answers_first);
    tcase_add_test(c, an_older_shorter_table_inherits_the_newer_hooks);
    tcase_add_test(c, descriptors_are_judged_before_any_code_runs);
    tcase_add_test(c, unmet_needs_are_named);
    tcase_add_test(c, a_word_that_is_missing_is_named_with_those_there_are);
    tcase_add_test(c, the_same_word_is_shared_a_different_one_refused);
    tcase_add_test(c, too_many_words_and_bad_names_are_refused);
    tcase_add_test(c, options_have_defaults_and_take_settings);
    tcase_add_test(c, what_a_stack_keeps_is_released_with_its_last_reference);
    tcase_add_test(c, a_block_stays_within_its_budget);
    Suite *s = suite_create("stack");
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
