/* The shipped plugins, compiled into the test programs from their sources, and the same loaded from
 * their shared objects. */
#ifndef POSITION_PLUGINS_H
#define POSITION_PLUGINS_H

#include <meepled/rules.h>

extern const meepled_plugin plugin_hunters_gatherers, plugin_discoverers, plugin_carcassonne,
    plugin_traders_builders, plugin_skeleton, plugin_nothing;
/* House rules. */
extern const meepled_plugin plugin_small_city, plugin_no_farmers_until, plugin_draw_three,
    plugin_redraw, plugin_goods_market, plugin_catch_up;

/* Load `folder` (a name under plugins/ or plugins/house_rules/) with dlopen from the folder built
 * into; NULL and a message to `why` when that fails.  Never unloaded. */
const meepled_plugin *position_plugin_load(const char *folder, char why[256]);

#endif
