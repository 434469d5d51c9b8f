/* The words of Traders and Builders: what it adds to those of Carcassonne. */
#ifndef TRADERS_BUILDERS_WORDS_H
#define TRADERS_BUILDERS_WORDS_H

#include <meepled/vocabulary.h>

extern const meepled_vocabulary tb_words;

#endif
