/* A variant with all it inherited, as one INI section would say it. */
#ifndef RULES_SAID_H
#define RULES_SAID_H

#include "rules/variants.h"

#include <meepled/registry.h>

/* As meepled_variant_said. */
size_t variant_said(const struct variant *v, meepled_said *out, size_t cap);

#endif
