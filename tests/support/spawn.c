/* The real daemon in a process of its own. */
#include "tests/support/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SETTINGS_MAX = 16, WAIT_MS = 60000 };

static double
now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void
pause_ms(long ms)
{
    nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000 }, NULL);
}

/* In the child: never returns. */
static void
become_daemon(const char *folder, const char *const *settings)
{
    const char *build = getenv("MEEPLED_BUILD");
    char program[512], store[512], log[512], dash[] = "-o", listen[] = "server.listen=127.0.0.1:0";
    char *argv[2 * (SETTINGS_MAX + 2) + 2];
    int argc = 0;

    snprintf(program, sizeof program, "%s/meepled", build != NULL ? build : "build");
    snprintf(store, sizeof store, "store.path=%s/meepled.db", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    const int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (out < 0 || dup2(out, STDERR_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
        _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that dies leaves nothing behind */
    argv[argc++] = program;
    argv[argc++] = dash;
    argv[argc++] = listen;
    argv[argc++] = dash;
    argv[argc++] = store;
    for (int i = 0; settings != NULL && settings[i] != NULL && i < SETTINGS_MAX; i++) {
        argv[argc++] = dash;
        argv[argc++] = strdup(settings[i]);
    }
    argv[argc] = NULL;
    execv(program, argv);
    dprintf(STDERR_FILENO, "%s: %s\n", program, strerror(errno));
    _exit(127);
}

/* The port in the first "listening on http://HOST:PORT" behind `from` bytes of the log; 0: none. */
static uint16_t
port_in(const char *path, long from)
{
    char text[8192];
    FILE *file = fopen(path, "r");
    uint16_t port = 0;

    if (file == NULL)
        return 0;
    if (fseek(file, from, SEEK_SET) == 0) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        const char *line = strstr(text, "listening on http://");
        const char *end = line != NULL ? strchr(line, '\n') : NULL;
        const char *colon = end != NULL ? strchr(line + strlen("listening on http://"), ':') : NULL;

        if (colon != NULL && colon < end)
            port = (uint16_t)strtoul(colon + 1, NULL, 10);
    }
    fclose(file);
    return port;
}

static long
length_of(const char *path)
{
    FILE *file = fopen(path, "r");
    long length = 0;

    if (file != NULL) {
        if (fseek(file, 0, SEEK_END) == 0)
            length = ftell(file);
        fclose(file);
    }
    return length > 0 ? length : 0;
}

static void
show_log(const char *path, long from)
{
    char text[4096];
    FILE *file = fopen(path, "r");

    if (file == NULL)
        return;
    if (fseek(file, from, SEEK_SET) == 0) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fprintf(stderr, "the daemon did not start:\n%s\n", text);
    }
    fclose(file);
}

bool
spawn_start(struct spawn *daemon, const char *folder, const char *const *settings)
{
    char log[512];

    snprintf(log, sizeof log, "%s/log", folder);
    const long from = length_of(log);
    const double begun = now_ms();
    *daemon = (struct spawn){ .pid = fork() };
    if (daemon->pid == 0)
        become_daemon(folder, settings);
    if (daemon->pid < 0) {
        daemon->pid = 0;
        return false;
    }
    while (now_ms() - begun < WAIT_MS) {
        daemon->port = port_in(log, from);
        if (daemon->port != 0) {
            daemon->start_ms = now_ms() - begun;
            return true;
        }
        if (waitpid(daemon->pid, NULL, WNOHANG) == daemon->pid) {
            daemon->pid = 0;
            break;
        }
        pause_ms(1);
    }
    show_log(log, from);
    spawn_kill(daemon);
    return false;
}

static int
reap(struct spawn *daemon, int signal)
{
    int status = 0;

    if (daemon->pid == 0)
        return -1;
    kill(daemon->pid, signal);
    while (waitpid(daemon->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    daemon->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void
spawn_kill(struct spawn *daemon)
{
    reap(daemon, SIGKILL);
}

int
spawn_stop(struct spawn *daemon)
{
    return reap(daemon, SIGTERM);
}
