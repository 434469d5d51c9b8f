/* The plugin small-city as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_small_city
#include "plugins/house_rules/small_city/small_city.c"
