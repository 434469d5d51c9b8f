/* The plugin redraw as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_redraw
#include "plugins/house_rules/redraw/redraw.c"
