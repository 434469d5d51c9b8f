/* One random game under the eye of a judge: whatever the rules interface promises is looked at
 * after every action.
 *
 *   judge.c          the game itself, replay at the end
 *   judge_actions.c  what is listed applies, what is not listed is refused, hooks change nothing
 *   judge_state.c    tiles, figures and points are conserved */
#ifndef CLI_JUDGE_H
#define CLI_JUDGE_H

#include "cli/playout.h"

#include <stdatomic.h>

enum {
    JUDGE_FAULT = 400,
    JUDGE_DOING = 120,
    JUDGE_MEMORY_MAX = 48 << 10 /* bytes of a game: what a daemon has for one */
};

struct judge_step {
    uint8_t seat;
    char text[MEEPLED_ACTION_TEXT];
    uint8_t digest[MEEPLED_DIGEST];
};

struct judge_notes { /* over all games judged so far */
    uint64_t actions, slowest_ns;
    size_t most_actions; /* legal at once */
    size_t memory;       /* bytes of a game, handle included */
};

struct judge {
    meepled_stack *stack; /* borrowed */
    meepled_game *g, *scratch;
    struct playout_random random;
    struct judge_notes notes;
    char fault[JUDGE_FAULT];     /* "" as long as all is well */
    atomic_uint_fast64_t *steps; /* counted up at every sign of life; NULL: nobody looks */
    char *doing;      /* [JUDGE_DOING]: what is asked of the rules now, should they not come back;
                         NULL: nobody looks */
    uint64_t slow_ns; /* processor time an action may take; 0: any */

    meepled_action list[PLAYOUT_ACTIONS_MAX], few[PLAYOUT_ACTIONS_MAX];
    size_t count; /* legal actions, in list */
    meepled_event event_list[PLAYOUT_EVENTS_MAX];
    meepled_events events;
    uint32_t event_seq; /* of the last event seen */
    int32_t scored[MEEPLED_PLAYERS_MAX];
    uint16_t figures[MEEPLED_PLAYERS_MAX][MEEPLED_FIGURES_MAX]; /* of each kind at the start */
    uint16_t *tiles, *tiles_now; /* copies of each tile at the start, now */
    unsigned char *block;        /* bytes as they were */
    struct judge_step *steps_made;
    size_t step_count, step_cap;
};

/* New, or NULL when out of memory; free with judge_free. */
struct judge *judge_new(void);
void judge_free(struct judge *judge);

/* Play and judge one game.  `twin` (NULL: none) is a stack that must behave the same; every action
 * is played there again.  False with judge->fault filled. */
bool judge_game(struct judge *judge, meepled_stack *stack, meepled_stack *twin,
                const meepled_game_params *params, struct playout_random random);

/* ---- between the parts ---- */

/* Note what is wrong unless something was noted before; returns false. */
bool judge_fail(struct judge *judge, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Note what is about to be asked of the rules. */
void judge_doing(struct judge *judge, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Remember the bytes of the block; were they changed since? */
void judge_block_keep(struct judge *judge);
bool judge_block_same(struct judge *judge);

bool judge_actions_list(struct judge *judge); /* fills list, count */
bool judge_actions_listed(struct judge *judge);
bool judge_actions_unlisted(struct judge *judge);
bool judge_hooks_pure(struct judge *judge);

bool judge_state_begin(struct judge *judge);
bool judge_state_now(struct judge *judge);
bool judge_state_events(struct judge *judge);
bool judge_state_end(struct judge *judge);

#endif
