/* A variant nobody has seen before, for pictures: sixteen kinds of every reach under made-up names,
 * more attributes than have a drawing, and tiles that no printed set has. */
#ifndef STRANGER_H
#define STRANGER_H

#include <meepled/play.h>

/* A new stack; ends the program with the complaints when it cannot be made. */
meepled_stack *stranger_new(void);

#endif
