/* Fences around the layers' states. */
#include "rules/fence.h"

#include <string.h>

enum { POST = 0xa5 }; /* what a fence is made of */

size_t
fence_place(struct meepled_layer *layer, size_t size)
{
    const size_t own = layer->plugin->state_size;

    layer->state_at = size;
    if (own == 0)
        return size;
    layer->state_at = size > 0 ? size : FENCE;
    return layer->state_at + ((own + 15u) & ~(size_t)15u) + FENCE;
}

/* Call `each` with every fence until it says false: the fence's place, its length and the layer
 * below whose end it stands (NULL: before the first). */
static const struct meepled_layer *
walk(const meepled_game *g, bool (*each)(unsigned char *at, size_t length))
{
    const meepled_stack *stack = g->stack;

    if (stack->rules.layers_size == 0)
        return NULL;
    const struct meepled_layer *first = NULL;
    for (size_t i = 0; i < stack->layer_count; i++) {
        const struct meepled_layer *layer = &stack->layers[i];
        const size_t own = layer->plugin->state_size;

        if (own == 0)
            continue;
        if (!first && !each(g->layers, FENCE))
            return layer;
        first = first ? first : layer;
        if (!each(g->layers + layer->state_at + own, ((own + 15u) & ~(size_t)15u) - own + FENCE))
            return layer;
    }
    return NULL;
}

static bool
build(unsigned char *at, size_t length)
{
    memset(at, POST, length);
    return true;
}

static bool
stands(unsigned char *at, size_t length)
{
    /* all of it is like its first byte, and that is right */
    return at[0] == POST && memcmp(at, at + 1, length - 1) == 0;
}

void
fence_build(meepled_game *g)
{
    (void)walk(g, build);
}

meepled_status
fence_check(const meepled_game *g)
{
    const struct meepled_layer *layer = walk(g, stands);

    return layer ? state_broken(g, "memory beside the state of %s was written to",
                                layer->plugin->name)
                 : MEEPLED_OK;
}
