/* The crash file: slots of threads, handlers of signals, the watchdog. */
#include "server/guard.h"

#include "server/log.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    SLOTS = 320,       /* threads at once; more are not watched */
    STACK = 64 * 1024, /* for a handler after a stack overflow */
    ASIDE = 16,        /* variants */
    TICK_MS = 50,      /* of the watchdog */
    BY_EXIT = -1,      /* instead of a signal's number */
    BY_WATCHDOG = -2,
};
#define VARIANT_MARK '+' /* no id of a game begins with it */

static const char magic[8] = "mplcrsh1";
static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
enum { FAULTS = sizeof faults / sizeof *faults };

/* One thread's, a cache line each. */
struct slot {
    _Alignas(64) char game[STORE_ID];
    atomic_uint busy;
    atomic_uint entries; /* counts up: the watchdog sees whether it is still the same one */
    int end;             /* 0; a signal; BY_... */
    unsigned cpu_ms;     /* the limit it broke */
};

struct file {
    char magic[sizeof magic];
    struct guard_blame aside[ASIDE];       /* variants */
    char suspects[GUARD_BLAMES][STORE_ID]; /* busy when a process exited and nobody knew why */
    struct slot slots[SLOTS];
};

/* What the process knows of each slot besides. */
struct watch {
    atomic_bool taken;
    clockid_t clock; /* of its thread */
    void *stack;
    unsigned entries; /* the watchdog's: what it saw last, and since when */
    int64_t since_ns;
};

struct guard {
    char *path;
    struct file *file;
    struct watch watches[SLOTS];
    atomic_uint cpu_ms;
    pthread_key_t key; /* gives a thread's slot back when it ends */
    struct sigaction before[FAULTS];
    pthread_t watchdog;
    pthread_mutex_t lock;
    pthread_cond_t quit_now;
    bool watching, quit;
};

/* A signal handler and an exit handler find out here where their thread is. */
static _Thread_local struct {
    struct guard *guard;
    struct slot *slot;
} own;
static struct guard *_Atomic present; /* the one guard: what handlers restore */

/* ---- handlers ---- */

static bool
is_busy(const struct slot *slot)
{
    return slot && atomic_load_explicit(&slot->busy, memory_order_relaxed);
}

static void
on_fault(int number, siginfo_t *info, void *context)
{
    struct guard *const guard = present;
    /* Whatever another process sends is nobody's fault in here. */
    const bool own_fault = info->si_code > 0 || info->si_pid == getpid();

    (void)context;
    if (is_busy(own.slot) && own_fault && own.slot->end == 0)
        own.slot->end = number;
    for (int i = 0; guard && i < FAULTS; i++)
        if (faults[i] == number)
            sigaction(number, &guard->before[i], NULL);
    if (info->si_code <= 0) /* not an instruction that faults again when we return */
        raise(number);
}

/* Rules have no business ending the process. */
static void
on_exit_called(void)
{
    if (!is_busy(own.slot))
        return;
    own.slot->end = BY_EXIT;
    _exit(GUARD_STATUS);
}

static void
handlers_set(struct guard *guard)
{
    static atomic_bool registered;
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };

    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FAULTS; i++)
        sigaction(faults[i], &action, &guard->before[i]);
    if (!atomic_exchange(&registered, true))
        atexit(on_exit_called);
}

/* ---- slots ---- */

/* The thread ends, or its guard does. */
static void
slot_give(void *of)
{
    struct watch *const watch = of;
    const stack_t none = { .ss_flags = SS_DISABLE };

    if (watch->stack)
        sigaltstack(&none, NULL);
    free(watch->stack);
    watch->stack = NULL;
    own.guard = NULL;
    own.slot = NULL;
    atomic_store(&watch->taken, false);
}

static struct slot *
slot_take(struct guard *guard)
{
    stack_t now;

    for (int i = 0; i < SLOTS; i++) {
        struct watch *const watch = &guard->watches[i];

        if (atomic_exchange(&watch->taken, true))
            continue;
        pthread_getcpuclockid(pthread_self(), &watch->clock);
        /* a sanitizer may have set one */
        if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_DISABLE) &&
            (watch->stack = malloc(STACK)) != NULL)
            sigaltstack(&(stack_t){ .ss_sp = watch->stack, .ss_size = STACK }, NULL);
        pthread_setspecific(guard->key, watch);
        own.guard = guard;
        own.slot = &guard->file->slots[i];
        return own.slot;
    }
    return NULL;
}

static void
enter(struct guard *guard, const char *prefix, const char *name)
{
    struct slot *const slot = own.guard == guard ? own.slot : slot_take(guard);

    if (!slot)
        return;
    snprintf(slot->game, sizeof slot->game, "%s%.*s", prefix,
             (int)(sizeof slot->game - 1 - strlen(prefix)), name);
    atomic_fetch_add_explicit(&slot->entries, 1, memory_order_relaxed);
    atomic_store_explicit(&slot->busy, 1, memory_order_release);
}

void
guard_enter(struct guard *guard, const char *game)
{
    if (guard)
        enter(guard, "", game);
}

void
guard_enter_variant(struct guard *guard, const char *variant)
{
    if (guard)
        enter(guard, (const char[]){ VARIANT_MARK, '\0' }, variant);
}

void
guard_leave(struct guard *guard)
{
    if (guard && own.guard == guard)
        atomic_store_explicit(&own.slot->busy, 0, memory_order_release);
}

/* ---- the watchdog ---- */

static int64_t
cpu_ns(clockid_t clock)
{
    struct timespec t;

    return clock_gettime(clock, &t) == 0 ? (int64_t)t.tv_sec * 1000000000 + t.tv_nsec : -1;
}

static void
watch_slot(struct guard *guard, int i, unsigned limit_ms)
{
    struct slot *const slot = &guard->file->slots[i];
    struct watch *const watch = &guard->watches[i];
    const unsigned entries = atomic_load_explicit(&slot->entries, memory_order_relaxed);

    if (!atomic_load_explicit(&slot->busy, memory_order_acquire))
        return;

    const int64_t now = cpu_ns(watch->clock);

    if (watch->entries != entries || now < 0) {
        watch->entries = entries;
        watch->since_ns = now;
        return;
    }
    if (now - watch->since_ns <= (int64_t)limit_ms * 1000000 ||
        entries != atomic_load(&slot->entries) || !atomic_load(&slot->busy))
        return;
    slot->cpu_ms = limit_ms;
    slot->end = BY_WATCHDOG;
    log_event(LOG_ERROR, "guard", "rules take too long, the process is ended for it",
              LOG_TEXT("game", slot->game), LOG_NUMBER("cpu_ms", limit_ms));
    _exit(GUARD_STATUS);
}

static void *
watchdog(void *context)
{
    struct guard *const guard = context;

    pthread_mutex_lock(&guard->lock);
    while (!guard->quit) {
        const unsigned limit_ms = atomic_load(&guard->cpu_ms);
        struct timespec until;

        for (int i = 0; limit_ms > 0 && i < SLOTS; i++)
            if (atomic_load_explicit(&guard->watches[i].taken, memory_order_acquire))
                watch_slot(guard, i, limit_ms);
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += TICK_MS * 1000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&guard->quit_now, &guard->lock, &until);
    }
    pthread_mutex_unlock(&guard->lock);
    return NULL;
}

void
guard_limit_set(struct guard *guard, unsigned cpu_ms)
{
    if (guard)
        atomic_store(&guard->cpu_ms, cpu_ms);
}

/* ---- blame ---- */

static void
explain(const struct slot *slot, char why[GUARD_WHY])
{
    const char *const name = slot->end > 0 ? sigabbrev_np(slot->end) : NULL;

    switch (slot->end) {
    case BY_WATCHDOG:
        snprintf(why, GUARD_WHY, "its rules took more than %u ms of processor time", slot->cpu_ms);
        break;
    case BY_EXIT:
    case 0:
        snprintf(why, GUARD_WHY, "its rules ended the process");
        break;
    default:
        snprintf(why, GUARD_WHY, "its rules crashed with SIG%s", name ? name : "?");
    }
}

static bool
was_suspect(const struct file *file, const char *game)
{
    for (int i = 0; i < GUARD_BLAMES; i++)
        if (strncmp(file->suspects[i], game, STORE_ID) == 0)
            return true;
    return false;
}

/* Nobody left a word, but the process exited: it was the only one busy, or who was busy at the last
 * such end too. */
static void
suspect(struct file *file)
{
    struct slot *busy[SLOTS];
    int count = 0;

    for (int i = 0; i < SLOTS; i++) {
        if (atomic_load(&file->slots[i].busy) && file->slots[i].end != 0)
            return;
        if (atomic_load(&file->slots[i].busy))
            busy[count++] = &file->slots[i];
    }
    for (int i = 0; i < count; i++)
        if (count == 1 || was_suspect(file, busy[i]->game))
            busy[i]->end = BY_EXIT;
    memset(file->suspects, 0, sizeof file->suspects);
    for (int i = 0; i < count && i < GUARD_BLAMES; i++)
        if (busy[i]->end == 0)
            memcpy(file->suspects[i], busy[i]->game, STORE_ID);
}

static void
set_aside(struct file *file, const struct slot *slot)
{
    int at = 0;

    while (at < ASIDE - 1 && file->aside[at].game[0] &&
           strcmp(file->aside[at].game, slot->game + 1) != 0)
        at++;
    snprintf(file->aside[at].game, sizeof file->aside[at].game, "%s", slot->game + 1);
    explain(slot, file->aside[at].why);
}

/* What the process before left in the slots; they are empty afterwards. */
static size_t
collect(struct file *file, bool exited, struct guard_blame *blames, size_t cap)
{
    size_t count = 0;

    if (exited)
        suspect(file);
    for (int i = 0; i < SLOTS; i++) {
        struct slot *const slot = &file->slots[i];

        slot->game[STORE_ID - 1] = '\0';
        if (atomic_load(&slot->busy) && slot->end != 0) {
            if (slot->game[0] == VARIANT_MARK) {
                set_aside(file, slot);
            } else if (count < cap) {
                memcpy(blames[count].game, slot->game, STORE_ID);
                explain(slot, blames[count++].why);
            }
        }
        memset(slot, 0, sizeof *slot);
    }
    return count;
}

const char *
guard_aside(struct guard *guard, const char *variant)
{
    for (int i = 0; guard && i < ASIDE; i++) {
        const struct guard_blame *const aside = &guard->file->aside[i];

        if (aside->game[0] && strncmp(aside->game, variant, STORE_ID - 2) == 0)
            return aside->why;
    }
    return NULL;
}

void
guard_pardon(struct guard *guard)
{
    if (guard)
        memset(guard->file->aside, 0, sizeof guard->file->aside);
}

/* ---- life ---- */

static struct file *
map(const char *path, meepled_error *err)
{
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    struct file *file = MAP_FAILED;
    struct stat about;

    if (fd >= 0 && fstat(fd, &about) == 0) {
        /* From nowhere or from another version: begin with zeros. */
        if (about.st_size != (off_t)sizeof *file && ftruncate(fd, 0) != 0)
            about.st_size = -1;
        if (about.st_size >= 0 && posix_fallocate(fd, 0, sizeof *file) == 0)
            file = mmap(NULL, sizeof *file, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    }
    if (file == MAP_FAILED)
        meepled_fail(err, MEEPLED_ECONFIG, "%s: cannot be mapped: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    if (file == MAP_FAILED)
        return NULL;
    if (memcmp(file->magic, magic, sizeof magic) != 0) {
        memset(file, 0, sizeof *file);
        memcpy(file->magic, magic, sizeof magic);
    }
    return file;
}

static bool
watchdog_start(struct guard *guard)
{
    pthread_condattr_t monotonic;

    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&guard->lock, NULL);
    pthread_cond_init(&guard->quit_now, &monotonic);
    pthread_condattr_destroy(&monotonic);
    guard->watching = pthread_create(&guard->watchdog, NULL, watchdog, guard) == 0;
    return guard->watching;
}

struct guard *
guard_open(const char *path, bool exited, struct guard_blame *blames, size_t cap, size_t *count,
           meepled_error *err)
{
    struct guard *const guard = calloc(1, sizeof *guard);

    *count = 0;
    if (!guard || !(guard->path = strdup(path))) {
        meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
        free(guard);
        return NULL;
    }
    guard->file = map(path, err);
    if (!guard->file || pthread_key_create(&guard->key, slot_give) != 0) {
        if (guard->file)
            munmap(guard->file, sizeof *guard->file);
        free(guard->path);
        free(guard);
        return NULL;
    }
    *count = collect(guard->file, exited, blames, cap);
    present = guard;
    handlers_set(guard);
    if (watchdog_start(guard))
        return guard;
    meepled_fail(err, MEEPLED_ENOMEM, "no thread for the watchdog");
    guard_close(guard);
    return NULL;
}

void
guard_close(struct guard *guard)
{
    if (!guard)
        return;
    pthread_mutex_lock(&guard->lock);
    guard->quit = true;
    pthread_cond_signal(&guard->quit_now);
    pthread_mutex_unlock(&guard->lock);
    if (guard->watching)
        pthread_join(guard->watchdog, NULL);
    for (int i = 0; i < FAULTS; i++)
        sigaction(faults[i], &guard->before[i], NULL);
    present = NULL;
    if (own.guard == guard)
        slot_give(pthread_getspecific(guard->key));
    pthread_key_delete(guard->key);
    pthread_cond_destroy(&guard->quit_now);
    pthread_mutex_destroy(&guard->lock);
    unlink(guard->path);
    munmap(guard->file, sizeof *guard->file);
    free(guard->path);
    free(guard);
}
