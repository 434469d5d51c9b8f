/* The daemon as a program: exit statuses, what it says, what its signals do. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[64], log_path[96];
static char log_text[65536];

static void
setup(void)
{
    strcpy(folder, "/tmp/meepled-main-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(log_path, sizeof log_path, "%s/log", folder);
}

static void
teardown(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* ---- running it ---- */

enum { ARGUMENTS_MAX = 24 };

/* Start it on a store of its own and any free port, with further arguments up to NULL. */
static pid_t
start(const char *first, ...)
{
    const char *const build = getenv("MEEPLED_BUILD");
    char program[512], store[160];
    const char *arguments[ARGUMENTS_MAX] = { program, "-o", "server.listen=127.0.0.1:0", "-o",
                                             store };
    int count = 5;
    va_list rest;

    snprintf(program, sizeof program, "%s/meepled", build ? build : "build");
    snprintf(store, sizeof store, "store.path=%s/games.db", folder);
    va_start(rest, first);
    for (const char *a = first; a && count < ARGUMENTS_MAX - 1; a = va_arg(rest, const char *))
        arguments[count++] = a;
    va_end(rest);

    unlink(log_path); /* nobody takes an earlier run's lines for this one's */
    const pid_t pid = fork();

    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        const int out = open(log_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        execv(program, (char **)(uintptr_t)arguments);
        _exit(127);
    }
    return pid;
}

static const char *
read_log(void)
{
    FILE *const in = fopen(log_path, "r");

    log_text[0] = '\0';
    if (in) {
        log_text[fread(log_text, 1, sizeof log_text - 1, in)] = '\0';
        fclose(in);
    }
    return log_text;
}

/* Wait until the log has `text`. */
static void
await(const char *text)
{
    for (int i = 0; i < 3000 && !strstr(read_log(), text); i++)
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    ck_assert_msg(strstr(log_text, text) != NULL, "no \"%s\" in: %s", text, log_text);
}

static void
ck_logged(const char *text)
{
    ck_assert_msg(strstr(read_log(), text) != NULL, "no \"%s\" in: %s", text, log_text);
}

static int
end_of(pid_t pid)
{
    int status;

    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void
stop(pid_t pid)
{
    kill(pid, SIGTERM);
    ck_assert_int_eq(end_of(pid), 0);
}

static const char *
write_file(const char *name, const char *text)
{
    static char path[160];
    FILE *out;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
    return path;
}

/* ---- statuses ---- */

START_TEST(it_serves_until_it_is_told_to_stop)
{
    static const int ends[] = { SIGTERM, SIGINT };

    for (int i = 0; i < 2; i++) {
        const pid_t pid = start(NULL);

        await("http: listening on http://127.0.0.1:");
        kill(pid, ends[i]);
        ck_assert_int_eq(end_of(pid), 0);
        ck_logged("server: stopped");
    }
}
END_TEST

START_TEST(a_mistake_in_the_configuration_ends_with_78_and_no_port_or_store_opened)
{
    char path[160];

    strcpy(path, write_file("m.ini", "[server]\nlistn = 127.0.0.1:1\n[log]\nlevel = loud\n"));
    ck_assert_int_eq(end_of(start("--config", path, NULL)), 78);
    ck_logged("m.ini:2: unknown key");
    ck_logged("m.ini:4: level:");
    ck_assert_ptr_null(strstr(log_text, "listening"));
    snprintf(path, sizeof path, "%s/games.db", folder);
    ck_assert_int_eq(access(path, F_OK), -1);
    ck_assert_int_eq(end_of(start("--config", "/no/such/file.ini", NULL)), 78);
    ck_assert_int_eq(end_of(start("--no-such-option", NULL)), 78);
}
END_TEST

START_TEST(a_mistake_in_a_variant_or_tile_set_ends_with_78)
{
    char option[200];

    snprintf(option, sizeof option, "variants.path=%s",
             write_file("v.ini", "[variant x]\nbase = no-such-plugin\n"));
    ck_assert_int_eq(end_of(start("-o", option, NULL)), 78);
    ck_logged("v.ini:");
    snprintf(option, sizeof option, "tilesets.path=%s", write_file("t.ini", "[tile A]\nx = N Q\n"));
    ck_assert_int_eq(end_of(start("-o", option, NULL)), 78);
    ck_logged("t.ini:");
}
END_TEST

START_TEST(checking_the_configuration_opens_nothing)
{
    char path[160];

    ck_assert_int_eq(end_of(start("--check-config", NULL)), 0);
    ck_logged("no mistakes");
    snprintf(path, sizeof path, "%s/games.db", folder);
    ck_assert_int_eq(access(path, F_OK), -1);
    ck_assert_int_eq(end_of(start("--check-config", "-o", "server.threads=x", NULL)), 78);
    ck_logged("-o server.threads=x: threads: \"x\" is not a number");
}
END_TEST

START_TEST(a_plugin_that_cannot_be_used_is_left_out_or_strictly_a_mistake)
{
    const char *const build = getenv("MEEPLED_BUILD");
    char option[700];

    snprintf(option, sizeof option, "plugins.path=%s/plugins:%s", build ? build : "build",
             write_file("not-a-plugin.so", "text"));
    const pid_t pid = start("-o", option, NULL);

    await("listening on");
    ck_logged("not-a-plugin.so");
    stop(pid);
    ck_assert_int_eq(end_of(start("-o", option, "-o", "plugins.strict=yes", NULL)), 78);
    ck_logged("not-a-plugin.so");
}
END_TEST

START_TEST(what_else_keeps_it_from_serving_ends_with_1)
{
    char option[200], port[64], *url;

    write_file("games.db", "this is no store, and it must stay as it is");
    ck_assert_int_eq(end_of(start(NULL)), 1);
    ck_logged("games.db");
    snprintf(option, sizeof option, "%s/games.db", folder);
    unlink(option);

    const pid_t pid = start(NULL);

    await("listening on");
    url = strstr(log_text, "http://") + strlen("http://");
    snprintf(port, sizeof port, "server.listen=%.*s", (int)strcspn(url, "\n "), url);
    snprintf(option, sizeof option, "store.path=%s/other.db", folder);
    strcpy(log_path + strlen(folder), "/log2");
    ck_assert_int_eq(end_of(start("-o", option, "-o", port, NULL)), 1); /* the port is taken */
    ck_assert_int_eq(end_of(start(NULL)), 1);                           /* the store is in use */
    stop(pid);
}
END_TEST

START_TEST(the_administrators_token_file_must_be_long_enough_and_private)
{
    char path[160], option[200];

    strcpy(path, write_file("token", "0123456789abcdef\n"));
    snprintf(option, sizeof option, "admin.token_file=%s", path);
    chmod(path, 0644);
    ck_assert_int_eq(end_of(start("--check-config", "-o", option, NULL)), 78);
    ck_logged("mode 0644");
    chmod(path, 0600);
    ck_assert_int_eq(end_of(start("--check-config", "-o", option, NULL)), 0);
    write_file("token", "short\n");
    ck_assert_int_eq(end_of(start("--check-config", "-o", option, NULL)), 78);
    ck_logged("token of 5 characters");
    ck_assert_ptr_null(strstr(log_text, "short"));
}
END_TEST

/* ---- reloading ---- */

START_TEST(sighup_takes_over_a_whole_configuration_and_leaves_the_old_one_for_a_broken_one)
{
    char path[160];

    strcpy(path, write_file("m.ini", "[log]\nlevel = info\n"));
    const pid_t pid = start("--config", path, NULL);

    await("listening on");
    write_file("m.ini", "[log]\nlevel = lots\n");
    kill(pid, SIGHUP);
    await("everything stays as it was");
    ck_logged("m.ini:2: level: \"lots\"");
    write_file("m.ini", "[server]\nthreads = 7\n[games]\nmax_live = 5\n");
    kill(pid, SIGHUP);
    await("reloaded variants=");
    ck_logged("settings: a change takes a restart level=warning section=server key=threads");
    ck_assert_ptr_null(strstr(log_text, "key=max_live"));
    stop(pid);
}
END_TEST

START_TEST(sighup_says_when_a_plugin_needs_a_restart)
{
    const char *const build = getenv("MEEPLED_BUILD");
    char option[200], command[1024];

    snprintf(command, sizeof command, "mkdir '%s/p' && cp '%s'/plugins/*.so '%s/p'", folder,
             build ? build : "build", folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(option, sizeof option, "plugins.path=%s/p", folder);
    const pid_t pid = start("-o", option, NULL);

    await("listening on");
    /* a new file in place of the old one, as an installation does it */
    snprintf(command, sizeof command,
             "cd '%s/p' && cp skeleton.so new && echo >>new && mv new skeleton.so", folder);
    ck_assert_int_eq(system(command), 0);
    kill(pid, SIGHUP);
    await("everything stays as it was");
    ck_logged("skeleton.so: has changed since it was loaded, new code takes a restart");
    stop(pid);
}
END_TEST

START_TEST(more_connections_than_open_files_are_allowed_is_worth_a_warning)
{
    const pid_t pid = start("-o", "server.max_connections=1000000", NULL);
    struct rlimit limit;

    await("listening on");
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    if (limit.rlim_max < 1000000)
        ck_logged("fewer open files allowed than server.max_connections needs level=warning");
    else
        ck_assert_ptr_null(strstr(log_text, "fewer open files"));
    stop(pid);
}
END_TEST

START_TEST(version_help_and_settings_are_printed)
{
    ck_assert_int_eq(end_of(start("--version", NULL)), 0);
    ck_logged("meepled 0.");
    ck_assert_int_eq(end_of(start("--help", NULL)), 0);
    ck_logged("usage: meepled");
    ck_assert_int_eq(end_of(start("--settings", NULL)), 0);
    ck_logged(";listen = 127.0.0.1:8080");
}
END_TEST

static Suite *
main_suite(void)
{
    Suite *const suite = suite_create("main");
    TCase *const tcase = tcase_create("main");

    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, it_serves_until_it_is_told_to_stop);
    tcase_add_test(tcase, a_mistake_in_the_configuration_ends_with_78_and_no_port_or_store_opened);
    tcase_add_test(tcase, a_mistake_in_a_variant_or_tile_set_ends_with_78);
    tcase_add_test(tcase, checking_the_configuration_opens_nothing);
    tcase_add_test(tcase, a_plugin_that_cannot_be_used_is_left_out_or_strictly_a_mistake);
    tcase_add_test(tcase, what_else_keeps_it_from_serving_ends_with_1);
    tcase_add_test(tcase, the_administrators_token_file_must_be_long_enough_and_private);
    tcase_add_test(tcase,
                   sighup_takes_over_a_whole_configuration_and_leaves_the_old_one_for_a_broken_one);
    tcase_add_test(tcase, sighup_says_when_a_plugin_needs_a_restart);
    tcase_add_test(tcase, more_connections_than_open_files_are_allowed_is_worth_a_warning);
    tcase_add_test(tcase, version_help_and_settings_are_printed);
    suite_add_tcase(suite, tcase);
    return suite;
}

int
main(void)
{
    SRunner *const runner = srunner_create(main_suite());

    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);

    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
