/* Wrong on purpose: the game never ends. */
#include "../fault.h"

static meepled_next_turn
next(const meepled_layer *self, const meepled_game *g)
{
    meepled_next_turn turn = meepled_below_next(self, g);

    turn.over = false;
    return turn;
}

static const meepled_hooks hooks = { .next = next };

FAULT("fault-forever", NULL, 0)
