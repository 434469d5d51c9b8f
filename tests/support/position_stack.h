/* Stacks made without files of variants: plugins given as descriptors, a tile set of conf/; and the
 * stacks of shipped variants. */
#ifndef POSITION_STACK_H
#define POSITION_STACK_H

#include "rules/stack.h"

#include <meepled/registry.h>

/* A new stack of `plugins`, base first, with conf/tilesets/<tileset>.ini.  Ends the program with
 * the complaints when it cannot be made. */
meepled_stack *position_stack(const meepled_plugin *const *plugins, size_t count,
                              const char *tileset);
/* The same with options set. */
meepled_stack *position_stack_set(const meepled_plugin *const *plugins, size_t count,
                                  const char *tileset, const struct stack_setting *settings,
                                  size_t setting_count);
/* The same with several tile sets; a NULL ends them early. */
meepled_stack *position_stack_sets(const meepled_plugin *const *plugins, size_t count,
                                   const char *const *tilesets, size_t tileset_count,
                                   const struct stack_setting *settings, size_t setting_count);
/* The same with the text of a tile set, without options. */
meepled_stack *position_stack_text(const meepled_plugin *const *plugins, size_t count,
                                   const char *text);
/* The stack of a shipped variant, plugins loaded from the folder built into.  Ends the program too.
 */
meepled_stack *position_variant(const char *name, const meepled_setting *settings, size_t count);

#endif
