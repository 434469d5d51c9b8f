/* The commands of meeplectl as users call them: output, exit status, the same result every time. */
#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_MAX = 1 << 17 };
static char output[OUTPUT_MAX], other[OUTPUT_MAX], folder[64];

static const char *
build(void)
{
    const char *named = getenv("MEEPLED_BUILD");

    return named != NULL ? named : "build";
}

/* Run `meeplectl ARGUMENTS` (through the shell); stdout and stderr go to out.  The exit status. */
static int
ctl_into(char *out, const char *arguments)
{
    char command[2048];

    snprintf(command, sizeof command, "%s/meeplectl %s 2>&1", build(), arguments);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    out[fread(out, 1, OUTPUT_MAX - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int
ctl(const char *arguments)
{
    return ctl_into(output, arguments);
}

static void
says(const char *words)
{
    ck_assert_msg(strstr(output, words) != NULL, "\"%s\" is not in:\n%s", words, output);
}

/* Write a file into the test's folder; its path is valid until the next call. */
static const char *
write_file(const char *name, const char *text)
{
    static char path[128];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
    return path;
}

static void
folder_make(void)
{
    strcpy(folder, "/tmp/meepled-cli-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void
folder_remove(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(every_command_explains_itself)
{
    static const char *const commands[] = { "check",    "new-plugin", "replay",
                                            "simulate", "variants",   "verify" };

    ck_assert_int_eq(ctl("--help"), 0);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        says(commands[i]);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char arguments[64];

        snprintf(arguments, sizeof arguments, "%s --help", commands[i]);
        ck_assert_int_eq(ctl(arguments), 0);
        says("usage: meeplectl");
        says("--help");
    }
    ck_assert_int_eq(ctl("--version"), 0);
    says("rules ABI");
}
END_TEST

START_TEST(a_wrong_call_is_status_64)
{
    static const struct {
        const char *arguments, *words;
    } rows[] = {
        { "", "usage: meeplectl" },
        { "dance", "unknown command dance" },
        { "simulate", "name one variant" },
        { "simulate nowhere", "unknown variant nowhere, there are: " },
        { "simulate hunters-gatherers --games 0", "--games takes a number from 1 to" },
        { "simulate hunters-gatherers --games 12x", "--games takes a number from 1 to" },
        { "simulate hunters-gatherers --games", "a value is missing after --games" },
        { "simulate hunters-gatherers --gammes 3", "unknown option --gammes" },
        { "simulate hunters-gatherers --players 6", "seats 2 to 5 players, not 6" },
        { "simulate hunters-gatherers --option hand=2", "hand" },
        { "simulate hunters-gatherers --option hand", "name=value" },
        { "simulate hunters-gatherers --option first-playr=1",
          "points-fish, points-hut-fish, ...; first-player is chosen when a game is created" },
        { "simulate hunters-gatherers --option first-player=x", "first-player is random or" },
        { "simulate hunters-gatherers --option first-player=4", "there are seats 0 to 1" },
        { "check", "name plugin files or variants" },
        { "variants --explain", "--explain which variant?" },
        { "check nowhere", "unknown variant nowhere" },
        { "replay", "which file?" },
        { "verify --seed 00", "--seed takes 64 hexadecimal digits" },
        { "verify --variant nowhere --players 2 --seed "
          "0000000000000000000000000000000000000000000000000000000000000000",
          "unknown variant nowhere" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_msg(ctl(rows[i].arguments) == 64, "%s:\n%s", rows[i].arguments, output);
        says(rows[i].words);
    }
}
END_TEST

START_TEST(variants_shows_what_a_variant_is_made_of)
{
    ck_assert_int_eq(ctl("variants"), 0);
    says("hunters-gatherers        2-5 players");
    ck_assert_int_eq(ctl("variants hunters-gatherers"), 0);
    says("players: 2 to 5");
    says("91 tiles");
    says("hut on lake");
    says("  value                hunters-gatherers\n");
    says("  setup                engine\n");
}
END_TEST

START_TEST(a_mistake_in_a_file_is_status_78)
{
    char arguments[256];

    snprintf(arguments, sizeof arguments, "variants --variants %s",
             write_file("v.ini", "[variant a]\ntitel = A\nbase = skeleton\ntilesets = skeleton\n"));
    ck_assert_int_eq(ctl(arguments), 78);
    says("v.ini:2: ");
    says("did you mean \"title\"?");
}
END_TEST

START_TEST(simulate_does_not_depend_on_the_number_of_threads)
{
    const char *call = "simulate hunters-gatherers --games 60 --players 3 --seed 7 --csv --threads";
    char arguments[128];

    snprintf(arguments, sizeof arguments, "%s 1 2>/dev/null", call);
    /* ctl adds 2>&1 behind, which leaves stderr in the output: cut its one line off. */
    ck_assert_int_eq(ctl(arguments), 0);
    snprintf(arguments, sizeof arguments, "%s 5", call);
    ck_assert_int_eq(ctl_into(other, arguments), 0);
    for (char *text = output;; text = other) {
        char *timing = strstr(text, " games a second");

        ck_assert_ptr_nonnull(timing);
        while (timing > text && timing[-1] != '\n')
            timing--;
        memmove(timing, strchr(timing, '\n') + 1, strlen(strchr(timing, '\n') + 1) + 1);
        if (text == other)
            break;
    }
    ck_assert_str_eq(output, other);
    says("seed,players,actions,turns,tiles,discarded,score_0,score_1,score_2\n7,3,");
}
END_TEST

START_TEST(simulate_sums_up_scores_and_lengths)
{
    ck_assert_int_eq(ctl("simulate hunters-gatherers --games 20 --option first-player=1"), 0);
    says("20 random games of 2 players, seeds 1 to 20");
    says("seat 1");
    says("discarded");
}
END_TEST

START_TEST(a_recorded_game_replays_and_a_changed_one_does_not)
{
    char arguments[512], path[128];

    snprintf(arguments, sizeof arguments,
             "simulate hunters-gatherers --games 2 --seed 5 --players 4 --record %s", folder);
    ck_assert_int_eq(ctl(arguments), 0);
    snprintf(path, sizeof path, "%s/hunters-gatherers-5.txt", folder);
    snprintf(arguments, sizeof arguments, "replay --verbose %s - <%s", path, path);
    ck_assert_int_eq(ctl(arguments), 0);
    says("actions, finished");
    says("standard input: ");

    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    other[fread(other, 1, sizeof other - 1, file)] = '\0';
    fclose(file);
    char *digest = strstr(strstr(other, "\n9 "), " = ");
    digest[3] = digest[3] == '0' ? '1' : '0';
    snprintf(arguments, sizeof arguments, "replay %s", write_file("digest.txt", other));
    ck_assert_int_eq(ctl(arguments), 1);
    says("after action 9");
    digest[0] = '\n'; /* and what is no action at all */
    digest[1] = 'x';
    snprintf(arguments, sizeof arguments, "replay %s", write_file("cut.txt", other));
    ck_assert_int_eq(ctl(arguments), 65);
    says("cut.txt:");
}
END_TEST

START_TEST(verify_compares_seed_commitment_and_tiles)
{
    /* sha256sum of 32 zero bytes */
    static const char zeroes[] = "verify --seed "
                                 "0000000000000000000000000000000000000000000000000000000000000000";
    static const char sum[] = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    char arguments[512], drawn[128];

    snprintf(arguments, sizeof arguments, "%s --commitment %s", zeroes, sum);
    ck_assert_int_eq(ctl(arguments), 0);
    says("matches");
    snprintf(arguments, sizeof arguments, "%s --commitment %s", zeroes, zeroes + 14);
    ck_assert_int_eq(ctl(arguments), 1);
    says("DOES NOT MATCH");

    snprintf(arguments, sizeof arguments, "%s --variant hunters-gatherers --players 2", zeroes);
    ck_assert_int_eq(ctl(arguments), 0);
    char *order = strstr(output, "\nmain: ");
    ck_assert_ptr_nonnull(order);
    snprintf(drawn, sizeof drawn, "%.17s", order + 7); /* three tiles of six and two spaces */
    *strrchr(drawn, ' ') = '\0';
    const size_t length = strlen(arguments);
    snprintf(arguments + length, sizeof arguments - length, " --drawn '%s'", drawn);
    ck_assert_int_eq(ctl(arguments), 0);
    says("tiles are as the seed says");
    snprintf(arguments + length, sizeof arguments - length, " --drawn '%.5s %.5s'", drawn, drawn);
    ck_assert_int_eq(ctl(arguments), 1);
    says("drawn tile 2 is ");
}
END_TEST

/* What --explain prints is a variants file: read as one, it is explained in the same words. */
START_TEST(an_explained_variant_is_a_section_that_says_the_same)
{
    char call[512], explained[256];

    snprintf(explained, sizeof explained, "%s/explained.ini", folder);
    write_file("mine.ini", "[variant mine : traders-builders-river]\ntitle = Mine\n"
                           "tiles.BA-L = 4\nstart = BA-CRRR\nfigures.pig = 2\n"
                           "players.max = 4\noption.points-goods = 12\n");
    snprintf(call, sizeof call, "variants --explain mine --variants conf/variants:%s/mine.ini",
             folder);
    ck_assert_int_eq(ctl(call), 0);
    says("[variant mine]");
    says("tiles.BA-L = 4 ");
    says("mine.ini:3\n");
    says("option.points-goods = 12 ");
    says("mine.ini:7\n");
    says("option.river = yes ");
    says("traders-builders.ini:");
    says("default, 0..99: points for each tile of a road");
    says(";   choices              traders-builders, the plain game");
    write_file("explained.ini", output);
    snprintf(call, sizeof call, "simulate mine --games 20 --variants conf/variants:%s/mine.ini",
             folder);
    ck_assert_int_eq(ctl(call), 0);
    snprintf(other, sizeof other, "%s", strstr(output, "mine: "));
    snprintf(call, sizeof call, "simulate mine --games 20 --variants %s", explained);
    ck_assert_int_eq(ctl(call), 0);
    ck_assert_str_eq(strstr(output, "mine: "), other);
}
END_TEST

START_TEST(check_passes_what_is_sound)
{
    char arguments[256];

    ck_assert_int_eq(ctl("check hunters-gatherers skeleton --games 20"), 0);
    says("hunters-gatherers: good.  20 games");
    says("the same with `nothing` on top");
    says("skeleton: good.");
    snprintf(arguments, sizeof arguments, "check %s/plugins/nothing.so --games 5", build());
    ck_assert_int_eq(ctl(arguments), 0);
    says("nothing on hunters-gatherers: good.");
}
END_TEST

/* The plugin `lonely` requires one that does not exist. */
START_TEST(a_variant_that_was_left_out_is_not_just_unknown)
{
    char arguments[1024];
    const char *variants = write_file("v.ini", "[variant evening]\ntitle = Evening\n"
                                               "base = skeleton\ntilesets = skeleton\n"
                                               "layers = lonely\n");

    snprintf(arguments, sizeof arguments,
             "check evening --plugins %s/plugins/skeleton.so:%s/tests/plugins/lonely.so "
             "--variants %s",
             build(), build(), variants);
    ck_assert_int_eq(ctl(arguments), 64);
    says("lonely.so: lonely requires ");
    says("variant evening is left out: plugin lonely cannot be used");
    says("unknown variant evening");
}
END_TEST

/* Compile a layer whose `resolved` hook is `body`; false when there is no compiler. */
static bool
compile(const char *body)
{
    char text[2048], command[1024];

    snprintf(
        text, sizeof text,
        "#include <meepled/rules.h>\n"
        "static meepled_status resolved(const meepled_layer *self, meepled_game *g) {\n"
        "    %s\n    return meepled_below_resolved(self, g);\n}\n"
        "static const meepled_hooks hooks = { .resolved = resolved };\n"
        "const meepled_plugin meepled_export = { .abi = MEEPLED_ABI, .hooks_size = sizeof hooks,\n"
        "    .name = \"faulty\", .version = \"1.0.0\", .summary = \"x\", .license = \"MIT\",\n"
        "    .hooks = &hooks };\n",
        body);
    snprintf(command, sizeof command,
             "cc -std=c17 -O0 -w -shared -fPIC -Icore/include -o %s/faulty.so %s", folder,
             write_file("faulty.c", text));
    return system(command) == 0;
}

START_TEST(check_survives_and_names_a_faulty_plugin)
{
    char arguments[256];

    snprintf(arguments, sizeof arguments, "check %s/faulty.so --games 20 --patience 1", folder);
    ck_assert(compile("if (meepled_turn_get(g).number == 9) *(volatile int *)8 = 1;"));
    ck_assert_int_eq(ctl(arguments), 1);
    says("faulty on hunters-gatherers: BROKEN in the game of seed 1 (");
    says("the rules ");
    says("--seed 1 --games 1\n");
    snprintf(arguments, sizeof arguments,
             "check %s/faulty.so --games 20 --patience 1 --tilesets conf/tilesets", folder);
    ck_assert_int_eq(ctl(arguments), 1);
    says("--seed 1 --games 1 --tilesets conf/tilesets\n");

    snprintf(arguments, sizeof arguments, "check %s/faulty.so --games 20 --patience 1", folder);
    ck_assert(compile("while (meepled_turn_get(g).number == 9) continue;"));
    ck_assert_int_eq(ctl(arguments), 1);
    says("one action takes more than 1 seconds");

    ck_assert(compile("static int calls; meepled_score_add(g, 0, ++calls, \"X\");"));
    ck_assert_int_eq(ctl(arguments), 1);
    says("played again: another state after action");

    snprintf(arguments, sizeof arguments, "check %s", write_file("none.so", "no shared object"));
    ck_assert_int_eq(ctl(arguments), 1);
    says("none.so: ");
}
END_TEST

START_TEST(output_that_cannot_be_written_is_status_74)
{
    ck_assert_int_eq(ctl("variants >/dev/full"), 74);
}
END_TEST

int
main(void)
{
    TCase *tcase = tcase_create("commands");
    Suite *suite = suite_create("commands");

    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, folder_make, folder_remove);
    tcase_add_test(tcase, every_command_explains_itself);
    tcase_add_test(tcase, a_wrong_call_is_status_64);
    tcase_add_test(tcase, variants_shows_what_a_variant_is_made_of);
    tcase_add_test(tcase, a_mistake_in_a_file_is_status_78);
    tcase_add_test(tcase, simulate_does_not_depend_on_the_number_of_threads);
    tcase_add_test(tcase, simulate_sums_up_scores_and_lengths);
    tcase_add_test(tcase, a_recorded_game_replays_and_a_changed_one_does_not);
    tcase_add_test(tcase, verify_compares_seed_commitment_and_tiles);
    tcase_add_test(tcase, an_explained_variant_is_a_section_that_says_the_same);
    tcase_add_test(tcase, check_passes_what_is_sound);
    tcase_add_test(tcase, a_variant_that_was_left_out_is_not_just_unknown);
    tcase_add_test(tcase, check_survives_and_names_a_faulty_plugin);
    tcase_add_test(tcase, output_that_cannot_be_written_is_status_74);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
