/* The River: hooks the base has only when it is played with the option `river`. */
#ifndef CARCASSONNE_RIVER_H
#define CARCASSONNE_RIVER_H

#include <meepled/rules.h>

meepled_status river_setup(const meepled_layer *self, meepled_game *g);
meepled_status river_offer(const meepled_layer *self, meepled_game *g);
const char *river_veto(const meepled_layer *self, const meepled_game *g,
                       const meepled_place *place);
meepled_next_turn river_next(const meepled_layer *self, const meepled_game *g);

#endif
