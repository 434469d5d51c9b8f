/* Wrong on purpose: it is the turn of a player who is not there. */
#include "../fault.h"

static meepled_next_turn
next(const meepled_layer *self, const meepled_game *g)
{
    meepled_next_turn turn = meepled_below_next(self, g);

    turn.player = (uint8_t)(turn.player + meepled_players(g));
    return turn;
}

static const meepled_hooks hooks = { .next = next };

FAULT("fault-next", NULL, 0)
