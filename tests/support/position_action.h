/* Actions as the cases write them: as in meepled/play.h, but a figure needs no cell ("figure member
 * meadow-1" goes onto the tile just placed) and "new" places the new tile where its line says. */
#ifndef POSITION_ACTION_H
#define POSITION_ACTION_H

#include "tests/support/position_script.h"

/* False, with p->why, when the words mean nothing. */
bool position_action_read(struct position *p, const char *text, meepled_action *action);
void position_action_text(const struct position *p, const meepled_action *action,
                          char out[MEEPLED_ACTION_TEXT]);

#endif
