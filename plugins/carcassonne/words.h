/* The words of Carcassonne, and what its hooks know of a stack: shared by the plugin's files. */
#ifndef CARCASSONNE_WORDS_H
#define CARCASSONNE_WORDS_H

#include <meepled/rules.h>

extern const meepled_vocabulary carcassonne_words;

/* The option `two-tile-city`, in the order of its words. */
enum two_tiles { TWO_TILES_FULL, TWO_TILES_HALF, TWO_TILES_NONE };

struct carcassonne_conf { /* indices of our words in this stack */
    uint8_t city, road, monastery, field, river;
    uint8_t pennants, touches, meeple;
    uint8_t river_pile;                            /* when the River is played */
    int32_t road_tile, monastery_tile, field_city; /* points */
    int32_t city_tile[2], city_pennant[2];         /* the same; [1]: of one left open */
    int32_t two_tiles;
};

#endif
