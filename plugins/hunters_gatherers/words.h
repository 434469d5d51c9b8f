/* The words of Hunters and Gatherers: what its tile sets, its API and its hooks talk about. */
#ifndef HUNTERS_GATHERERS_WORDS_H
#define HUNTERS_GATHERERS_WORDS_H

#include <meepled/vocabulary.h>

extern const meepled_vocabulary hg_words;

#endif
