/* The crash file: slots of threads, handlers of signals, the watchdog. */
#include "server/guard.h"

#include "server/guard_blame.h"
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

static const char magic[GUARD_MAGIC] = "mplcrsh1";
enum {
    STACK = 64 * 1024, /* for a handler after a stack overflow */
    TICK_MS = 50,      /* of the watchdog */
    WAITING = 10,      /* times the limit that a thread may be away, working or not */
};
static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
enum { FAULTS = sizeof faults / sizeof *faults };

/* What the process knows of each slot besides. */
struct watch {
    atomic_bool taken;
    clockid_t clock; /* of its thread */
    void *stack;
    unsigned entries; /* the watchdog's: what it saw last, and since when */
    int64_t since_ns;
    unsigned ticks; /* since then: a process that was stopped is not late */
};

struct guard {
    char *path;
    struct guard_file *file;
    struct watch watches[GUARD_SLOTS];
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
    struct guard_slot *slot;
} own;
static struct guard *_Atomic present; /* the one guard: what handlers restore */

/* ---- handlers ---- */

static bool
is_busy(const struct guard_slot *slot)
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
    own.slot->end = GUARD_BY_EXIT;
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

static struct guard_slot *
slot_take(struct guard *guard)
{
    stack_t now;

    for (int i = 0; i < GUARD_SLOTS; i++) {
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
    struct guard_slot *const slot = own.guard == guard ? own.slot : slot_take(guard);

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
        enter(guard, (const char[]){ GUARD_VARIANT, '\0' }, variant);
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

/* The thread has been at one game for too long: `end` says in which way. */
static void
end_process(struct guard_slot *slot, unsigned entries, int end, unsigned limit_ms)
{
    if (entries != atomic_load(&slot->entries) || !atomic_load(&slot->busy))
        return;
    slot->limit_ms = limit_ms;
    slot->end = end;
    log_event(LOG_ERROR, "guard", "rules take too long, the process is ended for it",
              LOG_TEXT("game", slot->game),
              LOG_NUMBER(end == GUARD_BY_WATCHDOG ? "cpu_ms" : "waited_ms", limit_ms));
    _exit(GUARD_STATUS);
}

static void
watch_slot(struct guard *guard, int i, unsigned limit_ms)
{
    struct guard_slot *const slot = &guard->file->slots[i];
    struct watch *const watch = &guard->watches[i];
    const unsigned entries = atomic_load_explicit(&slot->entries, memory_order_relaxed);

    if (!atomic_load_explicit(&slot->busy, memory_order_acquire))
        return;

    const int64_t now = cpu_ns(watch->clock);

    if (watch->entries != entries || now < 0) {
        watch->entries = entries;
        watch->since_ns = now;
        watch->ticks = 0;
        return;
    }
    watch->ticks++;
    if (now - watch->since_ns > (int64_t)limit_ms * 1000000)
        end_process(slot, entries, GUARD_BY_WATCHDOG, limit_ms);
    else if ((uint64_t)watch->ticks * TICK_MS > (uint64_t)limit_ms * WAITING)
        end_process(slot, entries, GUARD_BY_WAITING, limit_ms * WAITING);
}

static void *
watchdog(void *context)
{
    struct guard *const guard = context;

    pthread_mutex_lock(&guard->lock);
    while (!guard->quit) {
        const unsigned limit_ms = atomic_load(&guard->cpu_ms);
        struct timespec until;

        for (int i = 0; limit_ms > 0 && i < GUARD_SLOTS; i++)
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

/* ---- variants set aside ---- */

const char *
guard_aside(struct guard *guard, const char *variant)
{
    for (int i = 0; guard && i < GUARD_ASIDE; i++) {
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

static struct guard_file *
map(const char *path, meepled_error *err)
{
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    struct guard_file *file = MAP_FAILED;
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
    *count = guard_blame_collect(guard->file, exited, blames, cap);
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
