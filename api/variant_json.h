/* Variants, their words and their tiles in JSON: all a frontend needs to offer and draw them. */
#ifndef API_VARIANT_JSON_H
#define API_VARIANT_JSON_H

#include "json_put.h"

#include <meepled/registry.h>

/* `czech`: titles and help in Czech where there are some. */
void variant_json(struct json_out *j, const meepled_variant *variant, bool czech);
/* Every tile type of it; `stack` is the variant's with the options that were asked for. */
void variant_json_tiles(struct json_out *j, const meepled_variant *variant,
                        const meepled_stack *stack);

#endif
