/* The plugin traders-builders as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_traders_builders
#include "plugins/traders_builders/traders_builders.c"
#include "plugins/traders_builders/words.c"
