/* Random games of every shipped house rule on every base it goes on, alone and stacked in two
 * orders (house-rules.ini), under the same invariants as the games without. */
#include "tests/support/invariant_game.h"

#include <meepled/registry.h>

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STACKS_MAX = 64, LAYERS = 6 };

static const char *const layers[LAYERS] = { "small-city", "no-farmers-until", "draw-three",
                                            "redraw",     "goods-market",     "catch-up" };
static const char base_variants[] = "tests/property/house-rules.ini";

static struct {
    const char *name;
    meepled_stack *plain, *topped; /* with a layer that changes nothing */
} stacks[STACKS_MAX];
static size_t stack_count;
static meepled_registry *registries[2];

/* Ends the program after complaints. */
static meepled_registry *
open_registry(const char *variants)
{
    const char *build = getenv("MEEPLED_BUILD");
    char plugins[256];
    meepled_report *mistakes = meepled_report_new(), *skipped = meepled_report_new();

    snprintf(plugins, sizeof plugins, "%s/plugins", build != NULL ? build : "build");
    const meepled_registry_paths paths = { plugins, "conf/tilesets", variants };
    meepled_registry *registry = meepled_registry_open(&paths, mistakes, skipped);
    for (size_t i = 0; i < meepled_report_count(mistakes); i++)
        fprintf(stderr, "%s\n", meepled_report_get(mistakes, i));
    if (meepled_report_count(mistakes) + meepled_report_count(skipped) > 0)
        exit(EXIT_FAILURE);
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    return registry;
}

/* Write the file once more with a layer `nothing` on top of each variant. */
static void
write_topped(const char *path)
{
    FILE *in = fopen(base_variants, "re"), *out = fopen(path, "we");
    char line[256];

    if (in == NULL || out == NULL)
        exit(EXIT_FAILURE);
    while (fgets(line, sizeof line, in) != NULL) {
        int length = 0;

        while (line[length] != '\0' && line[length] != '\n')
            length++;
        if (line[0] == 'l' && line[1] == 'a')
            fprintf(out, "%.*s %snothing\n", length, line, strchr(line, '+') ? "+" : "");
        else
            fprintf(out, "%.*s\n", length, line);
    }
    fclose(in);
    if (fclose(out) != 0)
        exit(EXIT_FAILURE);
}

static void
make_stacks(void)
{
    char path[] = "/tmp/meepled-house-rules-XXXXXX.ini", list[256];
    const int fd = mkstemps(path, 4);

    if (fd < 0)
        exit(EXIT_FAILURE);
    write_topped(path);
    snprintf(list, sizeof list, "conf/variants:%s", base_variants);
    registries[0] = open_registry(list);
    snprintf(list, sizeof list, "conf/variants:%s", path);
    registries[1] = open_registry(list);
    remove(path);
    for (size_t i = 0; i < meepled_variant_count(registries[0]); i++) {
        const meepled_variant *plain = meepled_variant_get(registries[0], i);
        const meepled_variant *topped = meepled_variant_find(registries[1], plain->name);

        if (strcmp(plain->file, base_variants) != 0 || stack_count == STACKS_MAX)
            continue;
        stacks[stack_count].name = plain->name;
        stacks[stack_count].plain = meepled_variant_stack(registries[0], plain, NULL, 0, NULL);
        stacks[stack_count++].topped = meepled_variant_stack(registries[1], topped, NULL, 0, NULL);
    }
}

START_TEST(invariants_hold_in_random_games_with_house_rules)
{
    const unsigned games = (random_games(20) + 4) / 5; /* of each stack: there are many */
    struct dice dice = { (uint64_t)_i + 500 };
    char why[INVARIANT_WHY];
    uint8_t min, max;

    meepled_stack_players(stacks[_i].plain, &min, &max);
    for (unsigned i = 0; i < games; i++)
        if (!invariant_game(&dice, stacks[_i].plain, stacks[_i].topped,
                            (uint8_t)(min + i % (unsigned)(max - min + 1)), i % 2 == 1, why))
            ck_abort_msg("%s, %s", stacks[_i].name, why);
}
END_TEST

START_TEST(every_house_rule_is_on_a_stack_that_is_played)
{
    unsigned uses[LAYERS] = { 0 };

    for (size_t s = 0; s < stack_count; s++) {
        const size_t count = meepled_stack_layers(stacks[s].plain);

        ck_assert_uint_eq(meepled_stack_layers(stacks[s].topped), count + 1);
        for (size_t i = 0; i < count; i++)
            for (size_t l = 0; l < LAYERS; l++)
                uses[l] += strcmp(meepled_stack_layer(stacks[s].plain, i).name, layers[l]) == 0;
    }
    for (size_t l = 0; l < LAYERS; l++)
        ck_assert_msg(uses[l] >= 3, "%s is on %u stacks", layers[l], uses[l]);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("house rules");
    TCase *games = tcase_create("games");

    make_stacks();
    tcase_set_timeout(games, 0);
    tcase_add_test(games, every_house_rule_is_on_a_stack_that_is_played);
    tcase_add_loop_test(games, invariants_hold_in_random_games_with_house_rules, 0,
                        (int)stack_count);
    suite_add_tcase(suite, games);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    for (size_t i = 0; i < stack_count; i++) {
        meepled_stack_unref(stacks[i].plain);
        meepled_stack_unref(stacks[i].topped);
    }
    meepled_registry_unref(registries[0]);
    meepled_registry_unref(registries[1]);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
