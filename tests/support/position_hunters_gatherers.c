/* The plugin hunters-gatherers as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_hunters_gatherers
#include "plugins/hunters_gatherers/hunters_gatherers.c"
#include "plugins/hunters_gatherers/words.c"
