/* The plugin carcassonne as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_carcassonne
#include "plugins/carcassonne/carcassonne.c"
#include "plugins/carcassonne/river.c"
#include "plugins/carcassonne/words.c"
