/* The symbol is there, but it is code. */
#include <meepled/base.h>

MEEPLED_API int meepled_export(void);

int
meepled_export(void)
{
    return 1;
}
