/* The right ABI number and nothing behind it. */
#include <meepled/base.h>

extern MEEPLED_API const uint32_t meepled_export[2];

const uint32_t meepled_export[2] = { MEEPLED_ABI, 8 };
