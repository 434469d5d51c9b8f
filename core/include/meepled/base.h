/* <meepled/base.h> - what every other header needs: export macro, limits, status, messages.
 *
 * meepled is C17.  Nothing here keeps global state; all functions may be called from any thread as
 * long as one object is used by one thread at a time, unless a comment says more. */
#ifndef MEEPLED_BASE_H
#define MEEPLED_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MEEPLED_API __attribute__((visibility("default")))
#define MEEPLED_VERSION "0.1.0"
#define MEEPLED_ABI 2u /* +1 when a member moves or changes meaning; appending a hook is free */

/* "No such thing" for 16-bit and 8-bit indices. */
#define MEEPLED_NONE 0xffffu
#define MEEPLED_NONE8 0xffu

/* Hard limits; a stack or tile set that needs more is refused with a message. */
enum {
    MEEPLED_PLAYERS_MAX = 8,
    MEEPLED_KINDS_MAX = 16,      /* zone kinds of a stack */
    MEEPLED_ATTRIBUTES_MAX = 32, /* zone attributes of a stack */
    MEEPLED_LINKS_MAX = 8,       /* link kinds of a stack */
    MEEPLED_FIGURES_MAX = 8,     /* figure kinds of a stack */
    MEEPLED_PILES_MAX = 8,
    MEEPLED_TOKENS_MAX = 8,
    MEEPLED_CHOICES_MAX = 32,
    MEEPLED_DECISIONS_MAX = 8,
    MEEPLED_OPTIONS_MAX = 32,
    MEEPLED_LAYERS_MAX = 16,
    MEEPLED_ZONES_MAX = 16, /* zones of one tile */
    MEEPLED_OFFER_MAX = 8,  /* tiles to choose from at once */
    MEEPLED_HAND_MAX = 4,   /* tiles a player holds face up */
    MEEPLED_SUPPLY_MAX = 16 /* figures of one kind and player */
};

typedef enum {
    MEEPLED_OK = 0,
    MEEPLED_EREFUSED = -1, /* against the rules */
    MEEPLED_ECONFIG = -2,  /* an option or name is missing or out of range, a file is wrong */
    MEEPLED_EBROKEN = -3,  /* an invariant failed: a bug in a plugin or in the engine */
    MEEPLED_ENOMEM = -4
} meepled_status;

typedef struct {    /* why something failed; lives with the caller */
    char text[200]; /* one line, lower case, no full stop */
} meepled_error;

/* Fill `err` (NULL is allowed) and return `status`, so that a failure is one statement. */
MEEPLED_API meepled_status meepled_fail(meepled_error *err, meepled_status status,
                                        const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A list of complaints, collected so that all mistakes come in one go.  Each is one line,
 * "file:line: text" where a file is to blame. */
typedef struct meepled_report meepled_report;

/* New and empty, or NULL when out of memory; free with meepled_report_free. */
MEEPLED_API meepled_report *meepled_report_new(void);
MEEPLED_API void meepled_report_free(meepled_report *report); /* NULL is allowed */
/* Add a complaint about `file` (NULL: no file) at `line` (0: no line). */
MEEPLED_API void meepled_report_add(meepled_report *report, const char *file, unsigned line,
                                    const char *format, ...) __attribute__((format(printf, 4, 5)));
MEEPLED_API size_t meepled_report_count(const meepled_report *report);
/* Complaint `i`, borrowed until the report is freed. */
MEEPLED_API const char *meepled_report_get(const meepled_report *report, size_t i);

#ifdef __cplusplus
}
#endif
#endif
