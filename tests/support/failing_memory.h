/* Allocations that fail on demand.  Include it in the one source of a test program: it replaces
 * malloc and its kin for the whole process.  Under a sanitizer, which has its own, `failing_memory`
 * is false and nothing ever fails. */
#ifndef FAILING_MEMORY_H
#define FAILING_MEMORY_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FAILING_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FAILING_MEMORY 0
#endif
#endif
#ifndef FAILING_MEMORY
#define FAILING_MEMORY 1
#endif

/* Allocations until one fails; negative: none does.  One thread only. */
static long failing_memory_left = -1;
static bool failing_memory_struck; /* one did */
static long failing_memory_held;   /* blocks allocated and not freed; 0 under a sanitizer */

#if FAILING_MEMORY
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *p);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *p, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *p);

#define FAILING_MEMORY_EXPORT __attribute__((visibility("default")))

static bool
failing_memory_strikes(void)
{
    if (failing_memory_left < 0 || failing_memory_left-- > 0)
        return false;
    failing_memory_struck = true;
    errno = ENOMEM;
    return true;
}

static void *
failing_memory_count(void *p)
{
    failing_memory_held += p != NULL;
    return p;
}

FAILING_MEMORY_EXPORT void *
malloc(size_t size)
{
    return failing_memory_strikes() ? NULL : failing_memory_count(__libc_malloc(size));
}

FAILING_MEMORY_EXPORT void *
calloc(size_t count, size_t size)
{
    return failing_memory_strikes() ? NULL : failing_memory_count(__libc_calloc(count, size));
}

FAILING_MEMORY_EXPORT void *
realloc(void *p, size_t size)
{
    if (failing_memory_strikes())
        return NULL;
    return p ? __libc_realloc(p, size) : failing_memory_count(__libc_malloc(size));
}

FAILING_MEMORY_EXPORT void *
aligned_alloc(size_t alignment, size_t size)
{
    return failing_memory_strikes() ? NULL : failing_memory_count(__libc_memalign(alignment, size));
}

FAILING_MEMORY_EXPORT void
free(void *p)
{
    failing_memory_held -= p != NULL;
    __libc_free(p);
}
#endif

#endif
