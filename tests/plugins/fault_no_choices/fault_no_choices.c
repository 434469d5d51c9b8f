/* Wrong on purpose: it asks a question without answers. */
#include "../fault.h"

static const meepled_decision_word decisions[] = { { .name = "what", .title = "What" }, { 0 } };
static const meepled_choice_word choice_words[] = { { .name = "this", .title = "This" }, { 0 } };
static const meepled_vocabulary words = { .decisions = decisions, .choices = choice_words };

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    if (meepled_turn_get(g).number == 3)
        return meepled_ask(g, 0, 0, 0);
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .resolved = resolved };

FAULT("fault-no-choices", &words, 0)
