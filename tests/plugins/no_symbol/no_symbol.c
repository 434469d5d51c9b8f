/* A shared object, but no plugin. */
#include <meepled/base.h>

MEEPLED_API int forgotten(void);

int
forgotten(void)
{
    return 1;
}
