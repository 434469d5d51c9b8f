/* Wrong on purpose: every answer brings another question. */
#include "../fault.h"

static const meepled_decision_word decisions[] = { { .name = "what", .title = "What" }, { 0 } };
static const meepled_choice_word choice_words[] = { { .name = "this", .title = "This" },
                                                    { .name = "that", .title = "That" },
                                                    { 0 } };
static const meepled_vocabulary words = { .decisions = decisions, .choices = choice_words };

static size_t
choices(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap)
{
    if (meepled_turn_get(g).phase != MEEPLED_DECISION)
        return meepled_below_choices(self, g, out, cap);
    for (uint8_t i = 0; i < 2 && i < cap; i++)
        out[i] = i;
    return 2;
}

static meepled_status
choose(const meepled_layer *self, meepled_game *g, uint8_t choice)
{
    (void)self, (void)choice;
    return meepled_ask(g, 0, 0, 0);
}

static meepled_status
resolved(const meepled_layer *self, meepled_game *g)
{
    if (meepled_turn_get(g).number == 3)
        return meepled_ask(g, 0, 0, 0);
    return meepled_below_resolved(self, g);
}

static const meepled_hooks hooks = { .choices = choices, .choose = choose, .resolved = resolved };

FAULT("fault-endless", &words, 0)
