/* The variant a request is about. */
#ifndef API_VARIANT_FIND_H
#define API_VARIANT_FIND_H

#include <meepled/registry.h>

struct request;

/* The variant of the path, borrowed from the registry; NULL after a refusal. */
const meepled_variant *variant_find(struct request *r, meepled_registry *registry);
/* Its stack with the options of the query ("options=NAME=VALUE,NAME=VALUE"): a new reference; NULL
 * after a refusal. */
meepled_stack *variant_find_stack(struct request *r, meepled_registry *registry,
                                  const meepled_variant *variant);

#endif
