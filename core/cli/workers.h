/* Judged games in processes of their own: a rule that crashes or never returns takes one of them
 * with it, and the seed of its game is known all the same. */
#ifndef CLI_WORKERS_H
#define CLI_WORKERS_H

#include "cli/judge.h"

#include <meepled/registry.h>

enum { WORKERS_SETTING = 600 }; /* bytes of a text: players and all options that vary */

struct workers_plan {
    meepled_registry *registry;
    const meepled_variant *variant;
    meepled_stack *twin; /* must behave as the variant with its usual options; NULL: none */
    const meepled_setting *settings; /* options that are fixed; the others vary with the seed */
    size_t setting_count;
    uint8_t players; /* 0: varies with the seed */
    uint8_t first;   /* MEEPLED_NONE8: varies with the seed */
    uint64_t seed, games;
    unsigned processes;
    unsigned patience_s; /* an action may take so long */
    unsigned slow_ms;    /* processor time an action may take; 0: any */
    unsigned limit_s;    /* no further games after so long; 0: all of them */
};

struct workers_result {
    struct judge_notes notes;
    uint64_t games; /* judged */
    bool stopped;   /* by the limit */
    bool found;     /* something is wrong: in the game of this seed */
    uint64_t seed;
    char fault[JUDGE_FAULT + JUDGE_DOING + WORKERS_SETTING];
};

/* Judge all games, or stop at the first fault.  False and a complaint when processes or memory are
 * not to be had. */
bool workers_run(const struct workers_plan *plan, struct workers_result *result);

#endif
