/* The shipped plugins, compiled into the test programs from their sources, and the same loaded from
 * their shared objects. */
#ifndef POSITION_PLUGINS_H
#define POSITION_PLUGINS_H

#include <meepled/rules.h>

extern const meepled_plugin plugin_hunters_gatherers, plugin_discoverers, plugin_carcassonne,
    plugin_traders_builders, plugin_skeleton, plugin_nothing;

/* Load `folder` (a name under plugins/) with dlopen from the folder built into; NULL and a message
 * to `why` when that fails.  Never unloaded. */
const meepled_plugin *position_plugin_load(const char *folder, char why[256]);

#endif
