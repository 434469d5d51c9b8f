/* The plugin catch-up as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_catch_up
#include "plugins/house_rules/catch_up/catch_up.c"
