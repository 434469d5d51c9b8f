/* The plugin goods-market as source: its one exported symbol under a name of its own. */
#define meepled_export plugin_goods_market
#include "plugins/house_rules/goods_market/goods_market.c"
