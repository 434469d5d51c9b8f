/* A plugin to replace another of the same name, that crashes as soon as a stack is made of it. */
#include <meepled/rules.h>

#include <stdlib.h>

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    (void)self, (void)conf, (void)err;
    abort();
}

static const meepled_hooks hooks = { .setup = NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "swap",
    .version = "2.0.0",
    .summary = "only for tests",
    .license = "MIT",
    .configure = configure,
    .hooks = &hooks,
};
