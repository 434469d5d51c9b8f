/* The stacks of one variant: the one of its own options, and those of other settings asked for so
 * far.  Equal settings share a stack. */
#ifndef RULES_STOCK_H
#define RULES_STOCK_H

#include "rules/library.h"
#include "rules/variants.h"

#include <meepled/registry.h>

#include <pthread.h>

/* Stacks kept ready besides the first.  Which settings are asked for is up to strangers, so the
 * number is bounded; a stack that falls out lives on in the games that use it. */
enum { STOCK_MAX = 32 };

struct stock {
    const struct library *source; /* of plugins and tile sets */
    const struct variant *variant;
    meepled_stack *stack; /* of the variant's own options */
    pthread_mutex_t lock; /* of what follows */
    struct stock_entry {
        char *key; /* settings as asked for: name NUL value NUL ..., sorted by name; the codes */
        size_t key_size;
        meepled_stack *stack;
    } cached[STOCK_MAX];
    size_t cached_count, oldest;
};

/* Build the stack of a variant whose plugins and tile sets all are in the library, with settings
 * that win over the variant's.  `codes`, one a layer, are those of the plugins to use, NULL: the
 * library's.  New, or NULL after complaints. */
meepled_stack *stock_build(const struct library *library, const struct variant *variant,
                           const meepled_setting *settings, size_t count, const uint8_t *codes,
                           meepled_report *report);

/* Takes `stack`, the variant's own, if it succeeds. */
bool stock_init(struct stock *stock, const struct library *library, const struct variant *variant,
                meepled_stack *stack);
void stock_clear(struct stock *stock);

/* A new reference to the stack with these settings and codes (NULL: the library's); NULL and `err`
 * when one is not allowed or not there.  Safe from any thread. */
meepled_stack *stock_get(struct stock *stock, const meepled_setting *settings, size_t count,
                         const uint8_t *codes, meepled_error *err);

#endif
