/* The plugin no-farmers-until as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_no_farmers_until
#include "plugins/house_rules/no_farmers_until/no_farmers_until.c"
