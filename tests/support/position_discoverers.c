/* The plugin discoverers as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_discoverers
#include "plugins/discoverers/discoverers.c"
#include "plugins/discoverers/points.c"
#include "plugins/discoverers/tiles.c"
#include "plugins/discoverers/words.c"
