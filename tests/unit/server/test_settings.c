/* Settings: the sample, what counts, and every kind of mistake with its place. */
#include "server/settings.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], file[96];
static struct settings_places places;

static void
setup(void)
{
    strcpy(folder, "/tmp/meepled-settings-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/m.ini", folder);
    ck_assert(settings_places("/somewhere/bin", &places));
}

static void
teardown(void)
{
    unlink(file);
    rmdir(folder);
}

static void
write_file(const char *text)
{
    FILE *const out = fopen(file, "w");

    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
}

/* Load text and -o (NULL: none); all complaints in `complaints`, one a line, without the folder. */
static struct settings *
load(const char *text, const char *override, char complaints[4096])
{
    meepled_report *const report = meepled_report_new();

    write_file(text);
    struct settings *const settings =
        settings_load(file, &override, override ? 1 : 0, &places, report);

    complaints[0] = '\0';
    for (size_t i = 0; i < meepled_report_count(report); i++) {
        const char *line = meepled_report_get(report, i);

        if (strncmp(line, folder, strlen(folder)) == 0)
            line += strlen(folder) + 1;
        strcat(strcat(complaints, line), "\n");
    }
    meepled_report_free(report);
    return settings;
}

static void
ck_complains(const char *text, const char *override, const char *expected)
{
    char complaints[4096];
    struct settings *const settings = load(text, override, complaints);

    ck_assert_ptr_null(settings);
    ck_assert_str_eq(complaints, expected);
}

/* ---- what counts ---- */

START_TEST(the_shipped_file_is_the_sample_and_the_sample_says_nothing_but_defaults)
{
    char *sample = NULL, *shipped = calloc(1, 65536), complaints[4096];
    size_t size;
    FILE *const out = open_memstream(&sample, &size);
    FILE *const in = fopen("conf/meepled.ini", "r");

    settings_sample(out);
    fclose(out);
    ck_assert_ptr_nonnull(in);
    ck_assert_uint_gt(fread(shipped, 1, 65535, in), 0);
    fclose(in);
    ck_assert_str_eq(shipped, sample); /* if not: build/meepled --settings >conf/meepled.ini */

    struct settings *const plain = load("", NULL, complaints);
    struct settings *const from_sample = load(sample, NULL, complaints);

    ck_assert_ptr_nonnull(plain);
    ck_assert_ptr_nonnull(from_sample);
    for (const struct setting *row = settings_table; row->section; row++)
        ck_assert_msg(settings_same(row, plain, from_sample), "%s.%s", row->section, row->key);
    settings_free(plain);
    settings_free(from_sample);
    free(sample);
    free(shipped);
}
END_TEST

START_TEST(every_default_is_allowed_by_its_own_row_and_listed_in_the_sample)
{
    char *sample = NULL, complaints[4096], *text = NULL;
    size_t size, text_size;
    FILE *const out = open_memstream(&sample, &size);

    settings_sample(out);
    fclose(out);
    for (const struct setting *row = settings_table; row->section; row++) {
        char line[256];

        snprintf(line, sizeof line, "\n;%s =%s%s\n", row->key, row->standard[0] ? " " : "",
                 row->standard);
        ck_assert_msg(strstr(sample, line) != NULL, "%s.%s", row->section, row->key);
        ck_assert_ptr_nonnull(row->help);
    }
    /* the same with every semicolon taken away */
    FILE *const bare = open_memstream(&text, &text_size);

    for (const char *c = sample; *c; c++)
        if (*c != ';' || c[-1] != '\n')
            fputc(*c, bare);
    fclose(bare);

    struct settings *const settings = load(text, NULL, complaints);

    ck_assert_msg(settings != NULL, "%s", complaints);
    settings_free(settings);
    free(sample);
    free(text);
}
END_TEST

START_TEST(the_guide_has_every_key)
{
    char *const guide = calloc(1, 1 << 20);
    FILE *const in = fopen("docs/operations.md", "r");

    ck_assert_ptr_nonnull(in);
    ck_assert_uint_gt(fread(guide, 1, (1 << 20) - 1, in), 0);
    fclose(in);
    for (const struct setting *row = settings_table; row->section; row++) {
        char name[128];

        snprintf(name, sizeof name, "`%s.%s`", row->section, row->key);
        const char *const found = strstr(guide, name);

        ck_assert_msg(found != NULL, "%s", name);
        const char *const end = strchr(found, '\n');
        const char *const when = strstr(found, row->restart ? "| restart |" : "| reload |");

        ck_assert_msg(when && when < end, "%s takes effect", name);
    }
    free(guide);
}
END_TEST

START_TEST(the_file_counts_over_defaults_and_the_command_line_over_the_file)
{
    char complaints[4096];
    struct settings *s = load("[server]\nthreads = 3\nlisten = [::1]:9000\n"
                              "[games]\nfixed_decks = yes\n[log]\nlevel = debug ; remark\n",
                              "server.threads=5", complaints);

    ck_assert_msg(s != NULL, "%s", complaints);
    ck_assert_int_eq(s->server_threads, 5);
    ck_assert_str_eq(s->server_listen, "[::1]:9000");
    ck_assert(s->games_fixed_decks);
    ck_assert(!s->plugins_strict);
    ck_assert_str_eq(s->log_level, "debug");
    ck_assert_int_eq(s->games_evict_after_s, 3600);
    settings_free(s);
}
END_TEST

START_TEST(paths_start_from_the_file_a_place_or_the_present_folder)
{
    char complaints[4096], expected[1024], present[512];
    struct settings *s = load("[store]\npath = games.db\n"
                              "[plugins]\npath = mine:{lib}/plugins:/opt/p\n",
                              "tilesets.path=t", complaints);

    ck_assert_msg(s != NULL, "%s", complaints);
    snprintf(expected, sizeof expected, "%s/games.db", folder);
    ck_assert_str_eq(s->store_path, expected);
    snprintf(expected, sizeof expected, "%s/mine:/somewhere/lib/meepled/plugins:/opt/p", folder);
    ck_assert_str_eq(s->plugins_path, expected);
    ck_assert_ptr_nonnull(getcwd(present, sizeof present));
    snprintf(expected, sizeof expected, "%s/t", present);
    ck_assert_str_eq(s->tilesets_path, expected);
    ck_assert_str_eq(s->variants_path, "/somewhere/share/meepled/variants");
    settings_free(s);
}
END_TEST

START_TEST(a_build_has_its_places_beside_it)
{
    struct settings_places built;
    char program[128], conf[128], ini[160];

    snprintf(program, sizeof program, "%s/build", folder);
    snprintf(conf, sizeof conf, "%s/conf", folder);
    snprintf(ini, sizeof ini, "%s/meepled.ini", conf);
    ck_assert_int_eq(mkdir(conf, 0755), 0);
    fclose(fopen(ini, "w"));
    ck_assert(settings_places(program, &built));
    ck_assert_str_eq(built.file, ini);
    ck_assert_str_eq(built.lib, program);
    ck_assert_str_eq(built.share, conf);
    strcat(program, "/data");
    ck_assert_str_eq(built.state, program);
    unlink(ini);
    rmdir(conf);
    ck_assert_str_eq(places.state, "/var/lib/meepled");
}
END_TEST

START_TEST(without_a_file_the_defaults_count)
{
    meepled_report *const report = meepled_report_new();
    struct settings *const s = settings_load(NULL, NULL, 0, &places, report);

    ck_assert_ptr_nonnull(s);
    ck_assert_ptr_null(s->file);
    ck_assert_str_eq(s->store_path, "/var/lib/meepled/meepled.db");
    settings_free(s);
    meepled_report_free(report);
}
END_TEST

/* ---- mistakes ---- */

static const struct {
    const char *text, *override, *complaint;
} mistakes[] = {
    { "[server]\nlistn = 127.0.0.1:80\n", NULL,
      "m.ini:2: unknown key \"listn\" in [server] (did you mean \"listen\"?)\n" },
    { "[sever]\nlisten = x\nthreads = y\n", NULL,
      "m.ini:1: unknown section [sever] (did you mean \"server\"?)\n" },
    { "[nonsense]\n", NULL, "m.ini:1: unknown section [nonsense]\n" },
    { "[server]\nthreads = many\n", NULL, "m.ini:2: threads: \"many\" is not a number\n" },
    { "[server]\nthreads =\n", NULL, "m.ini:2: threads: \"\" is not a number\n" },
    { "[server]\nthreads = 257\n", NULL, "m.ini:2: threads: 257 is not in 0..256\n" },
    { "[server]\nthreads = 99999999999999999999\n", NULL,
      "m.ini:2: threads: 99999999999999999999 is not in 0..256\n" },
    { "[games]\nfixed_decks = maybe\n", NULL,
      "m.ini:2: fixed_decks: \"maybe\" is neither yes nor no\n" },
    { "[log]\nlevel = inof\n", NULL,
      "m.ini:2: level: \"inof\" is none of error, warning, info, debug (did you mean "
      "\"info\"?)\n" },
    { "[store]\nbackend = oracle\n", NULL, "m.ini:2: backend: \"oracle\" is none of sqlite\n" },
    { "[server]\nlisten = here\n", NULL,
      "m.ini:2: listen: \"here\" is not ADDRESS:PORT, as in 127.0.0.1:8080 or [::]:0\n" },
    { "[server]\nlisten = 127.0.0.1:65536\n", NULL,
      "m.ini:2: listen: \"127.0.0.1:65536\" is not ADDRESS:PORT, as in 127.0.0.1:8080 or "
      "[::]:0\n" },
    { "[server]\nlisten = ::1:80\n", NULL,
      "m.ini:2: listen: \"::1:80\" is not ADDRESS:PORT, as in 127.0.0.1:8080 or [::]:0\n" },
    { "[server]\ncors_origins = https://a.example b.example\n", NULL,
      "m.ini:2: cors_origins: \"b.example\" is neither * nor scheme://host[:port]\n" },
    { "[server]\ncors_origins = https://a.example/\n", NULL,
      "m.ini:2: cors_origins: \"https://a.example/\" is neither * nor scheme://host[:port]\n" },
    { "[store]\npath =\n", NULL, "m.ini:2: path: an empty path\n" },
    { "[plugins]\npath = a::b\n", NULL, "m.ini:2: path: an empty path\n" },
    { "[plugins]\npath = {libs}/x\n", NULL,
      "m.ini:2: path: \"{libs}/x\" begins with none of {lib}, {share}, {state}\n" },
    { "[admin]\ntoken_file = /no/such/file\n", NULL,
      "m.ini:2: token_file: cannot read /no/such/file\n" },
    { "[server]\nthreads = 1\nthreads = 2\n", NULL,
      "m.ini:3: \"threads\" again, the first is in line 2\n" },
    { "threads = 1\n", NULL, "m.ini:1: \"threads\" before any [section]\n" },
    { "[server]\nthreads: 1\n", NULL, "m.ini:2: ':' after \"threads\", use '='\n" },
    { "[server\n", NULL, "m.ini:1: ']' is missing after the section's name\n" },
    { "", "server.listn=x",
      "-o server.listn=x: unknown key \"listn\" in [server] (did you mean \"listen\"?)\n" },
    { "", "servr.listen=x",
      "-o servr.listen=x: unknown section [servr] (did you mean \"server\"?)\n" },
    { "", "server.threads=x", "-o server.threads=x: threads: \"x\" is not a number\n" },
    { "", "server=3", "-o server=3: not SECTION.KEY=VALUE\n" },
    { "", "server.threads", "-o server.threads: not SECTION.KEY=VALUE\n" },
    { "", ".=", "-o .=: not SECTION.KEY=VALUE\n" },
};

START_TEST(each_kind_of_mistake_is_named_with_its_place)
{
    ck_complains(mistakes[_i].text, mistakes[_i].override, mistakes[_i].complaint);
}
END_TEST

START_TEST(all_mistakes_come_in_one_go)
{
    ck_complains("[server]\nthreads = x\nmax_body = 1\n[games]\nmax_life = 3\n", "log.level=loud",
                 "m.ini:5: unknown key \"max_life\" in [games] (did you mean \"max_live\"?)\n"
                 "m.ini:2: threads: \"x\" is not a number\n"
                 "m.ini:3: max_body: 1 is not in 1024..16777216\n"
                 "-o log.level=loud: level: \"loud\" is none of error, warning, info, debug\n");
}
END_TEST

START_TEST(a_certificate_needs_its_key)
{
    char text[256], expected[256];

    snprintf(text, sizeof text, "[server]\n\ntls_cert = %s\n", file);
    snprintf(expected, sizeof expected, "m.ini:3: tls_cert without tls_key\n");
    ck_complains(text, NULL, expected);
}
END_TEST

START_TEST(a_file_that_is_not_there_is_a_mistake)
{
    meepled_report *const report = meepled_report_new();

    ck_assert_ptr_null(settings_load("/no/such.ini", NULL, 0, &places, report));
    ck_assert_uint_eq(meepled_report_count(report), 1);
    ck_assert_ptr_nonnull(strstr(meepled_report_get(report, 0), "/no/such.ini"));
    meepled_report_free(report);
}
END_TEST

START_TEST(addresses_are_taken_apart)
{
    char host[64];
    uint16_t port = 1;

    ck_assert(settings_address("127.0.0.1:0", host, sizeof host, &port));
    ck_assert_str_eq(host, "127.0.0.1");
    ck_assert_uint_eq(port, 0);
    ck_assert(settings_address("[fe80::1]:65535", host, sizeof host, &port));
    ck_assert_str_eq(host, "fe80::1");
    ck_assert_uint_eq(port, 65535);
    ck_assert(settings_address("localhost:80", host, sizeof host, &port));
    ck_assert(!settings_address("example.org:80", host, sizeof host, &port));
    ck_assert(!settings_address("127.0.0.1:", host, sizeof host, &port));
    ck_assert(!settings_address("127.0.0.1:+1", host, sizeof host, &port));
    ck_assert(!settings_address(":80", host, sizeof host, &port));
    ck_assert(!settings_address("[127.0.0.1]:80", host, sizeof host, &port));
}
END_TEST

static Suite *
settings_suite(void)
{
    Suite *const suite = suite_create("settings");
    TCase *const tcase = tcase_create("settings");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, the_shipped_file_is_the_sample_and_the_sample_says_nothing_but_defaults);
    tcase_add_test(tcase, every_default_is_allowed_by_its_own_row_and_listed_in_the_sample);
    tcase_add_test(tcase, the_guide_has_every_key);
    tcase_add_test(tcase, the_file_counts_over_defaults_and_the_command_line_over_the_file);
    tcase_add_test(tcase, paths_start_from_the_file_a_place_or_the_present_folder);
    tcase_add_test(tcase, a_build_has_its_places_beside_it);
    tcase_add_test(tcase, without_a_file_the_defaults_count);
    tcase_add_loop_test(tcase, each_kind_of_mistake_is_named_with_its_place, 0,
                        (int)(sizeof mistakes / sizeof *mistakes));
    tcase_add_test(tcase, all_mistakes_come_in_one_go);
    tcase_add_test(tcase, a_certificate_needs_its_key);
    tcase_add_test(tcase, a_file_that_is_not_there_is_a_mistake);
    tcase_add_test(tcase, addresses_are_taken_apart);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(settings_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
