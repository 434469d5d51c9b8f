/* Parent and child: a pipe tells the parent that the child listens and that it ended as it was to.
 */
#include "server/supervisor.h"

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

enum { TRIES = 8, PAUSE_MS = 2, FAILED = 1 };
#define DONE '\n' /* ends what the child says: it returned */

/* Never returns. */
static void
be_child(int (*live)(void *, const struct supervisor_life *), void *context,
         struct supervisor_life *life, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* gone already */
        _exit(FAILED);

    const int status = live(context, life);
    const char done = DONE;

    (void)!write(life->tell, &done, 1);
    exit(status);
}

void
supervisor_listening(const struct supervisor_life *life, const char *address)
{
    (void)!write(life->tell, address, strlen(address));
}

/* Pass signals on until the child is gone; its status.  `*stopping`: it was told to end. */
static int
attend(pid_t child, const sigset_t *signals, bool *stopping)
{
    int status;

    for (;;) {
        const pid_t gone = waitpid(child, &status, WNOHANG);
        int number;

        if (gone == child)
            return status;
        if (sigwait(signals, &number) != 0 || number == SIGCHLD)
            continue;
        *stopping |= number != SIGHUP;
        kill(child, number);
    }
}

/* What the child said: its address if it listened; true if it came to its end. */
static bool
hear(int fd, char address[SUPERVISOR_ADDRESS])
{
    char said[SUPERVISOR_ADDRESS + 1];
    size_t len = 0;
    ssize_t got;

    while (len < sizeof said && (got = read(fd, said + len, sizeof said - len)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            break;
        len += (size_t)got;
    }
    const bool done = len > 0 && said[len - 1] == DONE;

    len -= done;
    if (len >= SUPERVISOR_ADDRESS)
        len = SUPERVISOR_ADDRESS - 1;
    memcpy(address, said, len);
    address[len] = '\0';
    return done;
}

/* Once: start, attend, hear.  True when there is to be another life. */
static bool
one_life(int (*live)(void *, const struct supervisor_life *), void *context,
         const sigset_t *signals, struct supervisor_life *life, int *status)
{
    const pid_t self = getpid();
    char address[SUPERVISOR_ADDRESS];
    bool stopping = false;
    int ends[2];

    *status = FAILED;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;

    const pid_t child = fork();

    if (child == 0) {
        close(ends[0]);
        life->tell = ends[1];
        be_child(live, context, life, self);
    }
    close(ends[1]);

    const int ended = child < 0 ? 0 : attend(child, signals, &stopping);
    const bool done = child >= 0 && hear(ends[0], address);

    close(ends[0]);
    if (child < 0)
        return false;
    if (done || stopping) {
        *status = done && WIFEXITED(ended) ? WEXITSTATUS(ended) : FAILED;
        return false;
    }
    if (WIFEXITED(ended))
        snprintf(life->end, sizeof life->end, "exit with status %d", WEXITSTATUS(ended));
    else
        snprintf(life->end, sizeof life->end, "SIG%s", sigabbrev_np(WTERMSIG(ended)));
    life->exited = WIFEXITED(ended);
    *status = address[0] ? 0 : FAILED; /* 0: it served */
    if (address[0])
        memcpy(life->address, address, sizeof address);
    return true;
}

int
supervisor_run(int (*live)(void *context, const struct supervisor_life *life), void *context)
{
    struct supervisor_life life = { .address = "" };
    sigset_t signals;
    int status;

    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    for (int failures = 0; one_life(live, context, &signals, &life, &status);) {
        failures = status == 0 ? 0 : failures + 1;
        if (failures == TRIES) {
            fprintf(stderr, "meepled: %s before it served, %d times: given up\n", life.end, TRIES);
            return FAILED;
        }
        if (failures > 0)
            nanosleep(&(struct timespec){ .tv_nsec = (PAUSE_MS << failures) * 1000000L }, NULL);
    }
    return status;
}
