/* Settings, rules and the administrator's token, read together. */
#include "server/configuration.h"

#include "server/log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ADMIN_TOKEN_MIN = 16, TRY_S = 60, TRY_TICK_MS = 5 };

void
configuration_clear(struct configuration *c)
{
    settings_free(c->settings);
    meepled_registry_unref(c->registry);
    sodium_memzero(c, sizeof *c);
}

static void
log_report(enum log_level level, const char *area, const meepled_report *report)
{
    for (size_t i = 0; i < meepled_report_count(report); i++)
        log_event(level, area, meepled_report_get(report, i), LOG_NOTHING);
}

/* The first line of the administrator's token file. */
static void
read_admin_token(struct configuration *c, meepled_report *mistakes)
{
    const char *const path = c->settings->admin_token_file;
    struct stat about;
    FILE *const file = path[0] ? fopen(path, "re") : NULL;

    if (!path[0])
        return;
    if (!file || fstat(fileno(file), &about) != 0) {
        meepled_report_add(mistakes, path, 0, "%s", strerror(errno));
    } else if (about.st_mode & (S_IRWXG | S_IRWXO)) {
        meepled_report_add(mistakes, path, 0, "mode %04o lets others at the token, 0600 does not",
                           (unsigned)about.st_mode & 07777);
    } else {
        if (!fgets(c->admin_token, sizeof c->admin_token, file))
            c->admin_token[0] = '\0';
        c->admin_token[strcspn(c->admin_token, "\r\n")] = '\0';
        if (strlen(c->admin_token) < ADMIN_TOKEN_MIN || strlen(c->admin_token) > ADMIN_TOKEN_MAX)
            meepled_report_add(mistakes, path, 0, "a token of %zu characters, not %d to %d",
                               strlen(c->admin_token), ADMIN_TOKEN_MIN, ADMIN_TOKEN_MAX);
    }
    if (file)
        fclose(file);
}

void
configuration_make_folder(const char *file)
{
    char folder[SETTINGS_PATH];
    const char *const slash = strrchr(file, '/');

    if (slash && slash != file) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - file), file);
        if (mkdir(folder, 0750) == 0)
            log_event(LOG_INFO, "store", "folder made", LOG_TEXT("path", folder));
    }
}

void
configuration_beside(const char *store_path, const char *suffix, char out[SETTINGS_PATH])
{
    snprintf(out, SETTINGS_PATH, "%.*s%s", (int)(SETTINGS_PATH - 1 - strlen(suffix)), store_path,
             suffix);
}

/* Plugins are loaded from copies beside the games that need them (`store_path` NULL: from no
 * copies).
 */
static void
read_rules(struct configuration *c, const char *store_path, meepled_report *mistakes,
           meepled_report *skipped)
{
    const meepled_registry_paths paths = { .plugins = c->settings->plugins_path,
                                           .tilesets = c->settings->tilesets_path,
                                           .variants = c->settings->variants_path };
    char copies[SETTINGS_PATH];

    if (!store_path) {
        c->registry = meepled_registry_open(&paths, mistakes, skipped);
    } else {
        configuration_beside(store_path, "-plugins", copies);
        configuration_make_folder(copies);
        c->registry = meepled_registry_open_copies(&paths, copies, mistakes, skipped);
    }
    if (!c->registry)
        meepled_report_add(mistakes, NULL, 0, "out of memory");
}

/* Where the games are; NULL for a mere check, which writes nothing. */
static const char *
store_of(const struct configuration *c, const struct command *command, const char *store_path)
{
    if (command->what == COMMAND_CHECK)
        return NULL;
    return store_path ? store_path : c->settings->store_path;
}

bool
configuration_read(struct configuration *c, const struct command *command,
                   const struct settings_places *places, const char *store_path)
{
    const char *const file = command->config   ? command->config
                             : places->file[0] ? places->file
                                               : NULL;
    meepled_report *const mistakes = meepled_report_new(), *const skipped = meepled_report_new();
    bool good = false;

    *c = (struct configuration){ .settings = NULL };
    if (!mistakes || !skipped) {
        log_event(LOG_ERROR, "settings", "out of memory", LOG_NOTHING);
        goto done;
    }
    c->settings =
        settings_load(file, command->overrides, command->override_count, places, mistakes);
    if (c->settings) {
        read_admin_token(c, mistakes);
        read_rules(c, store_of(c, command, store_path), mistakes, skipped);
        good = meepled_report_count(mistakes) == 0 &&
               (!c->settings->plugins_strict || meepled_report_count(skipped) == 0);
    }
    log_report(LOG_ERROR, "settings", mistakes);
    log_report(c->settings && c->settings->plugins_strict ? LOG_ERROR : LOG_WARNING, "plugins",
               skipped);
done:
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    if (!good)
        configuration_clear(c);
    return good;
}

/* ---- trying ---- */

/* Run this program with these arguments and nothing to say; 0 when that is impossible. */
static pid_t
start_trial(char *const *arguments)
{
    posix_spawn_file_actions_t quiet;
    posix_spawnattr_t with;
    sigset_t none;
    pid_t pid = 0;

    sigemptyset(&none);
    if (posix_spawn_file_actions_init(&quiet) != 0)
        return 0;
    if (posix_spawnattr_init(&with) == 0) {
        posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawnattr_setsigmask(&with, &none);
        posix_spawnattr_setflags(&with, POSIX_SPAWN_SETSIGMASK);
        if (posix_spawn(&pid, "/proc/self/exe", &quiet, &with, arguments, environ) != 0)
            pid = 0;
        posix_spawnattr_destroy(&with);
    }
    posix_spawn_file_actions_destroy(&quiet);
    return pid;
}

/* True if it comes to an end of its own within a minute, whatever that is. */
static bool
await_trial(pid_t pid)
{
    int status;

    for (long waited = 0; waitpid(pid, &status, WNOHANG) == 0; waited += TRY_TICK_MS) {
        if (waited > TRY_S * 1000L) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            return false;
        }
        nanosleep(&(struct timespec){ .tv_nsec = TRY_TICK_MS * 1000000L }, NULL);
    }
    return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == EXIT_CONFIG);
}

bool
configuration_try(char *const *arguments)
{
    static char check[] = "--check-config";
    size_t count = 0;

    while (arguments[count])
        count++;

    char **const with_check = calloc(count + 2, sizeof *with_check);

    if (!with_check)
        return true; /* the real thing will say that there is no memory */
    memcpy(with_check, arguments, count * sizeof *with_check);
    with_check[count] = check;

    const pid_t pid = start_trial(with_check);
    const bool good = pid == 0 || await_trial(pid);

    free(with_check);
    return good;
}
