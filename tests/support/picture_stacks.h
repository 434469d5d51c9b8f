/* The stacks whose pictures are tested: every shipped base with its tile sets, and two made-up
 * ones. */
#ifndef PICTURE_STACKS_H
#define PICTURE_STACKS_H

#include <meepled/play.h>

enum { PICTURE_STACKS = 8 };

/* Make them all; ends the program when one cannot be made. */
void picture_stacks_make(meepled_stack *stacks[PICTURE_STACKS]);

#endif
