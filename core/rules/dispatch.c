/* Calling hooks: from the top of a game's stack, and from below a layer.  Tables are complete, so a
 * call costs the same at any depth. */
#include "rules/stack.h"

#ifdef MEEPLED_DEBUG
#include <stdio.h>
#include <stdlib.h>

_Static_assert(HOOK_COUNT <= sizeof((meepled_game *)0)->depth, "a hook without a depth");

/* A hook that starts again at the top from inside itself would never end in a taller stack. */
static void
enter(const meepled_game *g, enum hook hook, const meepled_layer *owner)
{
    if (((meepled_game *)g)->depth[hook]++ == 0)
        return;
    fprintf(stderr, "meepled: hook %s called from inside itself, first answered by %s\n",
            meepled_hook_name(hook), owner->plugin->name);
    abort();
}

static void
leave(const meepled_game *g, enum hook hook)
{
    ((meepled_game *)g)->depth[hook]--;
}
#else
#define enter(g, hook, owner) ((void)0)
#define leave(g, hook) ((void)0)
#endif

#define DISPATCH(type, name, top_parameters, below_parameters, arguments)                          \
    type meepled_##name top_parameters                                                             \
    {                                                                                              \
        const meepled_layer *at = g->stack->top;                                                   \
        const meepled_layer *owner = at->owner[HOOK_##name];                                       \
                                                                                                   \
        enter(g, HOOK_##name, owner);                                                              \
        const type result = at->fn.name arguments;                                                 \
        leave(g, HOOK_##name);                                                                     \
        return result;                                                                             \
    }                                                                                              \
    type meepled_below_##name below_parameters                                                     \
    {                                                                                              \
        const meepled_layer *at = self->below;                                                     \
        const meepled_layer *owner = at->owner[HOOK_##name];                                       \
                                                                                                   \
        return at->fn.name arguments;                                                              \
    }

typedef const char *rule_id; /* so that `const type` reads well */

DISPATCH(meepled_status, setup, (meepled_game * g), (const meepled_layer *self, meepled_game *g),
         (owner, g))
DISPATCH(meepled_status, offer, (meepled_game * g), (const meepled_layer *self, meepled_game *g),
         (owner, g))
DISPATCH(rule_id, veto, (const meepled_game *g, const meepled_place *place),
         (const meepled_layer *self, const meepled_game *g, const meepled_place *place),
         (owner, g, place))
DISPATCH(meepled_status, placed, (meepled_game * g, uint16_t slot),
         (const meepled_layer *self, meepled_game *g, uint16_t slot), (owner, g, slot))
DISPATCH(rule_id, veto_figure, (const meepled_game *g, const meepled_deploy *deploy),
         (const meepled_layer *self, const meepled_game *g, const meepled_deploy *deploy),
         (owner, g, deploy))
DISPATCH(meepled_status, deployed, (meepled_game * g, uint16_t figure),
         (const meepled_layer *self, meepled_game *g, uint16_t figure), (owner, g, figure))
DISPATCH(rule_id, veto_retrieve, (const meepled_game *g, uint16_t figure),
         (const meepled_layer *self, const meepled_game *g, uint16_t figure), (owner, g, figure))
DISPATCH(meepled_status, retrieved, (meepled_game * g, uint16_t figure),
         (const meepled_layer *self, meepled_game *g, uint16_t figure), (owner, g, figure))
DISPATCH(int32_t, value, (const meepled_game *g, uint16_t region, bool final),
         (const meepled_layer *self, const meepled_game *g, uint16_t region, bool final),
         (owner, g, region, final))
DISPATCH(meepled_status, completed, (meepled_game * g, uint16_t region),
         (const meepled_layer *self, meepled_game *g, uint16_t region), (owner, g, region))
DISPATCH(meepled_status, resolved, (meepled_game * g), (const meepled_layer *self, meepled_game *g),
         (owner, g))
DISPATCH(size_t, choices, (const meepled_game *g, uint8_t *out, size_t cap),
         (const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap),
         (owner, g, out, cap))
DISPATCH(meepled_status, choose, (meepled_game * g, uint8_t choice),
         (const meepled_layer *self, meepled_game *g, uint8_t choice), (owner, g, choice))
DISPATCH(meepled_next_turn, next, (const meepled_game *g),
         (const meepled_layer *self, const meepled_game *g), (owner, g))
DISPATCH(meepled_status, final, (meepled_game * g), (const meepled_layer *self, meepled_game *g),
         (owner, g))
DISPATCH(rule_id, rule_against, (const meepled_game *g, meepled_refusal what, uint16_t subject),
         (const meepled_layer *self, const meepled_game *g, meepled_refusal what, uint16_t subject),
         (owner, g, what, subject))

/* The one hook that returns nothing. */
void
meepled_claim(const meepled_game *g, uint16_t region, bool *claims)
{
    const meepled_layer *at = g->stack->top;
    const meepled_layer *owner = at->owner[HOOK_claim];

    enter(g, HOOK_claim, owner);
    at->fn.claim(owner, g, region, claims);
    leave(g, HOOK_claim);
}

void
meepled_below_claim(const meepled_layer *self, const meepled_game *g, uint16_t region, bool *claims)
{
    self->below->fn.claim(self->below->owner[HOOK_claim], g, region, claims);
}
