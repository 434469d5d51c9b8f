/* The plugin nothing as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_nothing
#include "plugins/nothing/nothing.c"
