/* A variant taken to pieces: every value and where it was said, every hook and who has it. */
#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "cli/cli.h"

/* Print it as an INI section that is the same variant without a parent; the rest as remarks.  False
 * when out of memory. */
bool explain(FILE *out, const meepled_variant *variant);

#endif
