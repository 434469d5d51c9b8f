/* What must hold in every position of every game, whatever its rules: asked of the public
 * interface, and of the block itself where nothing may change. */
#ifndef INVARIANT_H
#define INVARIANT_H

#include "tests/support/random_game.h"

/* Each returns false and says what is wrong in why[0..INVARIANT_WHY). */
enum { INVARIANT_WHY = 256 };

/* Listed actions are accepted, only from the player who decides; of a large sample of others each
 * is refused with the id of a rule; a list cut short is the beginning of the whole one (C-ALL-04).
 */
bool invariant_actions(struct dice *dice, const meepled_game *g, char *why);
/* Applying a refused action changes no byte. */
bool invariant_refusal(struct dice *dice, meepled_game *g, char *why);
/* Figures and tiles are all somewhere, each once (C-ALL-07, C-ALL-08). */
bool invariant_conserved(const meepled_game *g, char *why);
/* value, claim and the vetoes change no byte, nor does reading. */
bool invariant_pure(meepled_game *g, char *why);
/* The events of one action: numbered without a gap from `seq`, points only for who stood there,
 * their sum the difference of the scores, which never fall (C-ALL-09). */
bool invariant_events(const meepled_game *before, const meepled_game *after,
                      const meepled_events *events, char *why);
/* The action survives being written and read again. */
bool invariant_text(const meepled_game *g, const meepled_action *action, char *why);
/* At the end: nobody acts, all figures are in supply, ranks follow the scores. */
bool invariant_over(const meepled_game *g, char *why);

#endif
