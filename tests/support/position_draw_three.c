/* The plugin draw-three as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_draw_three
#include "plugins/house_rules/draw_three/draw_three.c"
