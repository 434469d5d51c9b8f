/* Wrong on purpose: a game of it takes more memory than a daemon has for one. */
#include "../fault.h"

static const meepled_hooks hooks = { .setup = NULL };

FAULT("fault-memory", NULL, 64 << 10)
