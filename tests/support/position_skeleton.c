/* The plugin skeleton as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_skeleton
#include "plugins/skeleton/skeleton.c"
