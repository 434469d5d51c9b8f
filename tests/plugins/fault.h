/* What all plugins with a fault have in common: each is a layer with the one hook that is wrong. */
#ifndef TESTS_PLUGINS_FAULT_H
#define TESTS_PLUGINS_FAULT_H

#include <meepled/rules.h>

/* The descriptor of a layer `title` with the table `hooks` above it. */
#define FAULT(title, vocabulary, state)                                                            \
    const meepled_plugin meepled_export = {                                                        \
        .abi = MEEPLED_ABI,                                                                        \
        .hooks_size = sizeof hooks,                                                                \
        .name = title,                                                                             \
        .version = "1.0.0",                                                                        \
        .summary = "wrong on purpose",                                                             \
        .license = "MIT",                                                                          \
        .words = vocabulary,                                                                       \
        .state_size = state,                                                                       \
        .hooks = &hooks,                                                                           \
    };

#endif
