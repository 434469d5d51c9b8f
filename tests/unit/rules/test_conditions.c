/* What hangs on options: words with conditions, tile sets of an option, hooks a stack does without,
 * piles in parts. */
#include "rules/stack.h"
#include "tests/support/workshop.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* ---- a layer that makes words of the workshop hang on its options ---- */

static const meepled_option_word options[] = {
    { .name = "dogs", .type = MEEPLED_YESNO, .standard = "yes", .help = "dogs" },
    { .name = "walks", .type = MEEPLED_YESNO, .standard = "yes", .help = "walks" },
    { .name = "more", .type = MEEPLED_YESNO, .standard = "no", .help = "more tiles" },
    { .name = "many", .type = MEEPLED_NUMBER, .standard = "1", .max = 9, .help = "a number" },
    { .name = NULL },
};
static const meepled_pile_word piles[] = { { "extra", "Extra", NULL }, { .name = NULL } };
static const meepled_condition_word conditions[] = {
    { "dog", "dogs" },    { "dog", "walks" },  { "berries", "dogs" },
    { "spare", "walks" }, { "extra", "more" }, { .name = NULL },
};

static int32_t
value_none(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final)
{
    (void)self, (void)g, (void)region, (void) final;
    return 0;
}

static const meepled_hooks hooks = { .value = value_none };

/* The hook `value` only when `more` is yes. */
static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    int32_t more = 0;
    const meepled_status status = meepled_option(self, "more", &more, err);

    (void)conf;
    return status == MEEPLED_OK && !more ? meepled_without(self, "value", err) : status;
}

static meepled_status
configure_wrongly(const meepled_layer *self, void *conf, meepled_error *err)
{
    (void)conf;
    return meepled_without(self, "valeu", err);
}

static const meepled_vocabulary words = { .options = options,
                                          .piles = piles,
                                          .conditions = conditions };

static const meepled_plugin walkies = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "walkies",
    .version = "1.0.0",
    .summary = "for a test",
    .license = "MIT",
    .words = &words,
    .configure = configure,
    .hooks = &hooks,
};

static const char more_tiles[] = "[tileset]\nid = more\ntitle = More\n"
                                 "[tile top]\npile = extra-first\ngrass-1 = N E S W\n"
                                 "[tile a]\npile = extra\ngrass-1 = N E S W\n"
                                 "[tile b]\npile = extra\ngrass-1 = N E S W\n"
                                 "[tile c]\npile = extra\ngrass-1 = N E S W\n"
                                 "[tile d]\npile = extra\ngrass-1 = N E S W\n"
                                 "[tile low]\ncount = 2\npile = extra-last\ngrass-1 = N E S W\n";

/* The workshop with `layer` on it; the second tile set only while `condition` (NULL: always) is
 * yes. What is wrong goes to `report`. */
static meepled_stack *
build(const meepled_plugin *layer, const char *condition, const struct stack_setting *settings,
      size_t count, meepled_report *report)
{
    const meepled_plugin *const plugins[] = { &workshop_plugin, layer };
    struct tileset *const first = tileset_parse(workshop_tiles, "workshop", report);
    struct tileset *const second = tileset_parse(more_tiles, "more", report);
    const struct tileset *const sets[] = { first, second };
    const struct stack_condition when[] = { { .option = NULL },
                                            { .option = condition, .file = "v.ini", .line = 7 } };
    meepled_stack *const stack = stack_new(&(struct stack_spec){ .plugins = plugins,
                                                                 .plugin_count = 2,
                                                                 .tilesets = sets,
                                                                 .tileset_count = 2,
                                                                 .conditions = when,
                                                                 .settings = settings,
                                                                 .setting_count = count },
                                           report);
    tileset_free(first);
    tileset_free(second);
    return stack;
}

static meepled_stack *
stack_with(const char *name, const char *value)
{
    const struct stack_setting setting = { .name = name, .value = value };
    meepled_report *report = meepled_report_new();
    meepled_stack *stack = build(&walkies, "more", &setting, name ? 1 : 0, report);

    ck_assert_msg(stack != NULL, "%s", meepled_report_get(report, 0));
    meepled_report_free(report);
    return stack;
}

static void
complains(const meepled_plugin *layer, const char *condition, const char *text)
{
    meepled_report *report = meepled_report_new();

    ck_assert_ptr_null(build(layer, condition, NULL, 0, report));
    ck_assert_uint_eq(meepled_report_count(report), 1);
    ck_assert_str_eq(meepled_report_get(report, 0), text);
    meepled_report_free(report);
}

static bool
has_figure(const meepled_stack *stack, const char *name)
{
    size_t count;
    const meepled_figure_word *figures = meepled_stack_figures(stack, &count);
    bool found = false;

    for (size_t i = 0; i < count; i++)
        found = found || strcmp(figures[i].name, name) == 0;
    ck_assert_ptr_null(figures[count].name);
    return found;
}

static size_t
pile_count(const meepled_stack *stack)
{
    size_t count;

    (void)meepled_stack_piles(stack, &count);
    return count;
}

static size_t
token_count(const meepled_stack *stack)
{
    size_t count;

    (void)meepled_stack_tokens(stack, &count);
    return count;
}

START_TEST(a_word_is_there_while_all_its_options_are_yes)
{
    meepled_stack *both = stack_with(NULL, NULL), *no_dogs = stack_with("dogs", "no"),
                  *no_walks = stack_with("walks", "no");

    ck_assert(has_figure(both, "dog"));
    ck_assert(has_figure(both, "scout"));
    ck_assert_uint_eq(token_count(both), 1);
    ck_assert_uint_eq(pile_count(both), 2); /* main, spare */
    ck_assert(!has_figure(no_dogs, "dog"));
    ck_assert_uint_eq(token_count(no_dogs), 0);
    ck_assert_uint_eq(pile_count(no_dogs), 2);
    ck_assert(!has_figure(no_walks, "dog"));
    ck_assert_uint_eq(pile_count(no_walks), 1);
    meepled_stack_unref(both);
    meepled_stack_unref(no_dogs);
    meepled_stack_unref(no_walks);
}
END_TEST

START_TEST(tiles_of_a_pile_that_is_not_there_stay_out)
{
    meepled_stack *both = stack_with(NULL, NULL), *no_walks = stack_with("walks", "no");

    ck_assert_uint_ne(meepled_stack_tile_find(both, "extra"), MEEPLED_NONE);
    ck_assert_uint_eq(meepled_stack_tile_find(no_walks, "extra"), MEEPLED_NONE);
    ck_assert_uint_ne(meepled_stack_tile_find(no_walks, "lawn"), MEEPLED_NONE);
    meepled_stack_unref(both);
    meepled_stack_unref(no_walks);
}
END_TEST

START_TEST(a_tile_set_is_there_while_its_option_is_yes)
{
    meepled_stack *without = stack_with(NULL, NULL), *with = stack_with("more", "yes");
    uint8_t few[32], many[32];

    ck_assert_uint_eq(meepled_stack_tile_find(without, "top"), MEEPLED_NONE);
    ck_assert_uint_ne(meepled_stack_tile_find(with, "top"), MEEPLED_NONE);
    ck_assert_uint_eq(pile_count(with), 3);
    meepled_stack_tiles_digest(without, few);
    meepled_stack_tiles_digest(with, many);
    ck_assert_mem_ne(few, many, sizeof few);
    meepled_stack_unref(without);
    meepled_stack_unref(with);
}
END_TEST

START_TEST(a_plugin_does_without_a_hook_its_options_switch_off)
{
    meepled_stack *without = stack_with(NULL, NULL), *with = stack_with("more", "yes");

    for (size_t i = 0; i < meepled_hook_count(); i++) {
        if (strcmp(meepled_hook_name(i), "value") != 0)
            continue;
        ck_assert_str_eq(meepled_stack_owner(without, i), "engine");
        ck_assert_str_eq(meepled_stack_owner(with, i), "walkies");
    }
    meepled_stack_unref(without);
    meepled_stack_unref(with);
}
END_TEST

START_TEST(every_part_of_a_pile_is_shuffled_by_itself)
{
    meepled_stack *stack = stack_with("more", "yes");
    unsigned second[4] = { 0 };

    for (uint8_t seed = 0; seed < 40; seed++) {
        const meepled_game_params params = { .players = 2, .seed = { seed } };
        meepled_game *g = NULL;
        size_t count;

        ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, NULL), MEEPLED_OK);
        const uint16_t *order = meepled_pile_dealt(g, 2, &count);
        ck_assert_uint_eq(count, 7);
        ck_assert_str_eq(meepled_tile_id(g, order[0]), "top");
        second[meepled_tile_id(g, order[1])[0] - 'a']++;
        ck_assert_str_eq(meepled_tile_id(g, order[5]), "low");
        ck_assert_str_eq(meepled_tile_id(g, order[6]), "low");
        meepled_game_free(g);
    }
    for (size_t i = 0; i < 4; i++)
        ck_assert_uint_gt(second[i], 0);
    meepled_stack_unref(stack);
}
END_TEST

START_TEST(ports_of_a_tile_turn_with_it)
{
    meepled_stack *stack = stack_with(NULL, NULL);
    const meepled_game_params params = { .players = 2 };
    meepled_game *g = NULL;
    const uint16_t end = workshop_tile(stack, "end"), lawn = workshop_tile(stack, "lawn");

    ck_assert_int_eq(meepled_game_new(stack, &params, NULL, &g, NULL), MEEPLED_OK);
    ck_assert_uint_eq(meepled_tile_ports(g, end, 0, PATH), 1u << 10);  /* W */
    ck_assert_uint_eq(meepled_tile_ports(g, end, 90, PATH), 1u << 1);  /* N */
    ck_assert_uint_eq(meepled_tile_ports(g, end, 270, PATH), 1u << 7); /* S */
    ck_assert_uint_eq(meepled_tile_ports(g, lawn, 90, GRASS), 0xfff);
    ck_assert_uint_eq(meepled_tile_ports(g, lawn, 90, PATH), 0);
    ck_assert_uint_eq(meepled_tile_ports(g, MEEPLED_NONE, 0, PATH), 0);
    meepled_game_free(g);
    meepled_stack_unref(stack);
}
END_TEST

START_TEST(what_names_nothing_is_told)
{
    static const meepled_condition_word strange[] = { { "cat", "dogs" }, { .name = NULL } },
                                        numeric[] = { { "dog", "many" }, { .name = NULL } };
    meepled_vocabulary strange_words = words, numeric_words = words;
    meepled_plugin layer = walkies, typo = walkies;

    strange_words.conditions = strange;
    layer.words = &strange_words;
    complains(&layer, NULL, "walkies: condition on \"cat\", which is no figure, pile or token");
    numeric_words.conditions = numeric;
    layer.words = &numeric_words;
    complains(&layer, NULL, "walkies: no yes/no option \"many\"");
    complains(&walkies, "mor", "v.ini:7: tilesets: no yes/no option \"mor\"");
    typo.configure = configure_wrongly;
    complains(&typo, "more", "walkies: no hook \"valeu\"");
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("conditions");
    TCase *all = tcase_create("all");

    tcase_add_test(all, a_word_is_there_while_all_its_options_are_yes);
    tcase_add_test(all, tiles_of_a_pile_that_is_not_there_stay_out);
    tcase_add_test(all, a_tile_set_is_there_while_its_option_is_yes);
    tcase_add_test(all, a_plugin_does_without_a_hook_its_options_switch_off);
    tcase_add_test(all, every_part_of_a_pile_is_shuffled_by_itself);
    tcase_add_test(all, ports_of_a_tile_turn_with_it);
    tcase_add_test(all, what_names_nothing_is_told);
    suite_add_tcase(suite, all);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
