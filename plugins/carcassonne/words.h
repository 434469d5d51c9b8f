/* The words of Carcassonne, and what its hooks know of a stack: shared by the plugin's files. */
#ifndef CARCASSONNE_WORDS_H
#define CARCASSONNE_WORDS_H

#include <meepled/rules.h>

extern const meepled_vocabulary carcassonne_words;

struct carcassonne_conf { /* indices of our words in this stack */
    uint8_t city, road, monastery, field, river;
    uint8_t pennants, touches, meeple;
    uint8_t river_pile; /* when the River is played */
};

#endif
