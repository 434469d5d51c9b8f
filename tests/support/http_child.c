#include "http_child.h"

#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SETTINGS_MAX = 12, START_MS = 20000, STOP_MS = 20000 };

static void
give_up(const char *why, const struct child *child)
{
    char *log = child->folder[0] ? child_log(child) : NULL;

    fprintf(stderr, "the daemon %s\n%s", why, log ? log : "");
    free(log);
    exit(EXIT_FAILURE);
}

static void
path_in(const struct child *child, const char *name, char out[96])
{
    snprintf(out, 96, "%s/%s", child->folder, name);
}

static void
sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 }, NULL);
}

/* In the child: become the daemon. */
static void
become_daemon(const struct child *child, const char *const *settings)
{
    const char *build = getenv("MEEPLED_BUILD");
    char program[256], store[128], log[96];
    char *argv[2 * SETTINGS_MAX + 8];
    size_t argc = 0;

    snprintf(program, sizeof program, "%s/meepled", build ? build : "build");
    path_in(child, "log", log);
    snprintf(store, sizeof store, "store.path=%s/meepled.db", child->folder);
    const int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0 || dup2(fd, STDERR_FILENO) < 0)
        _exit(126);
    /* It must not outlive the test program, however that ends. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    argv[argc++] = program;
    const char *const own[] = { "server.listen=127.0.0.1:0", store, "games.fixed_decks=yes", NULL };
    for (size_t i = 0; own[i]; i++) {
        argv[argc++] = (char *)"-o";
        argv[argc++] = (char *)(size_t)own[i];
    }
    for (size_t i = 0; settings && settings[i] && i < SETTINGS_MAX; i++) {
        argv[argc++] = (char *)"-o";
        argv[argc++] = (char *)(size_t)settings[i];
    }
    argv[argc] = NULL;
    execv(program, argv);
    fprintf(stderr, "%s cannot be run\n", program);
    _exit(127);
}

/* Take the address from the line that says it listens; the last one, after a restart. */
static bool
find_url(struct child *child)
{
    static const char mark[] = "listening on ";
    char *log = child_log(child);
    const char *at = NULL;

    for (const char *next = log; next && (next = strstr(next, mark)); next++)
        at = next;
    const bool found = at && strchr(at, '\n');
    if (found) {
        at += sizeof mark - 1;
        snprintf(child->url, sizeof child->url, "%.*s", (int)strcspn(at, " \n"), at);
        child->port = atoi(strrchr(child->url, ':') + 1);
    }
    free(log);
    return found;
}

void
child_restart(struct child *child, const char *const *settings)
{
    char log[96];

    path_in(child, "log", log);
    unlink(log);
    fflush(NULL);
    child->pid = fork();
    if (child->pid == 0)
        become_daemon(child, settings);
    if (child->pid < 0)
        give_up("cannot be forked", child);
    for (long waited = 0; !find_url(child); waited += 5) {
        if (waitpid(child->pid, NULL, WNOHANG) != 0)
            give_up("ended at once", child);
        if (waited > START_MS)
            give_up("does not say that it listens", child);
        sleep_ms(5);
    }
}

void
child_start(struct child *child, const char *const *settings)
{
    *child = (struct child){ .folder = "/tmp/meepled-test-XXXXXX" };
    if (!mkdtemp(child->folder)) {
        child->folder[0] = '\0';
        give_up("has no temporary folder", child);
    }
    child_restart(child, settings);
}

bool
child_stop(struct child *child)
{
    int status = 0;

    kill(child->pid, SIGTERM);
    for (long waited = 0; waitpid(child->pid, &status, WNOHANG) == 0; waited += 5) {
        if (waited > STOP_MS) {
            kill(child->pid, SIGKILL);
            waitpid(child->pid, &status, 0);
            return false;
        }
        sleep_ms(5);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void
child_kill(struct child *child)
{
    kill(child->pid, SIGKILL);
    waitpid(child->pid, NULL, 0);
}

/* How often the log has `text`. */
static size_t
times_logged(const struct child *child, const char *text)
{
    char *log = child_log(child);
    size_t count = 0;

    for (const char *at = log; at && (at = strstr(at, text)); at++)
        count++;
    free(log);
    return count;
}

bool
child_reload(struct child *child)
{
    static const char done[] = "settings: reloaded", refused[] = "settings: not reloaded";
    const size_t before = times_logged(child, done), refusals = times_logged(child, refused);

    kill(child->pid, SIGHUP);
    for (long waited = 0; waited < START_MS; waited += 5) {
        if (times_logged(child, done) > before)
            return true;
        if (times_logged(child, refused) > refusals)
            return false;
        sleep_ms(5);
    }
    return false;
}

static int
remove_one(const char *path, const struct stat *about, int type, struct FTW *where)
{
    (void)about, (void)type, (void)where;
    return remove(path);
}

void
child_clean(struct child *child)
{
    nftw(child->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

char *
child_log(const struct child *child)
{
    char path[96], *text = NULL;
    size_t len = 0, got;

    path_in(child, "log", path);
    FILE *in = fopen(path, "re"), *out = open_memstream(&text, &len);
    char block[4096];
    while (in && out && (got = fread(block, 1, sizeof block, in)) > 0)
        fwrite(block, 1, got, out);
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    return text;
}
