/* Wrong on purpose: it changes its mind: what is listed is vetoed when it is done. */
#include "../fault.h"

static const char *
veto(const meepled_layer *self, const meepled_game *g, const meepled_place *place)
{
    static unsigned asked;

    return ++asked % 11 == 0 ? "X-1" : meepled_below_veto(self, g, place);
}

static const meepled_hooks hooks = { .veto = veto };

FAULT("fault-moody", NULL, 0)
