/* Stacks made without files of variants: plugins given as descriptors, a tile set of conf/. */
#ifndef POSITION_STACK_H
#define POSITION_STACK_H

#include "rules/stack.h"

/* A new stack of `plugins`, base first, with conf/tilesets/<tileset>.ini.  Ends the program with
 * the complaints when it cannot be made. */
meepled_stack *position_stack(const meepled_plugin *const *plugins, size_t count,
                              const char *tileset);

/* The same with the text of a tile set. */
meepled_stack *position_stack_text(const meepled_plugin *const *plugins, size_t count,
                                   const char *text);

#endif
