/* Wrong on purpose: it writes more choices than there is room for. */
#include "../fault.h"

static const meepled_decision_word decisions[] = { { .name = "what", .title = "What" }, { 0 } };
static const meepled_choice_word choice_words[] = { { .name = "this", .title = "This" }, { 0 } };
static const meepled_vocabulary words = { .decisions = decisions, .choices = choice_words };

static size_t
choices(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap)
{
    (void)self, (void)g, (void)cap;
    if (meepled_turn_get(g).phase != MEEPLED_FIGURE)
        return 0;
    out[0] = 0;
    return 1;
}

static meepled_status
choose(const meepled_layer *self, meepled_game *g, uint8_t choice)
{
    (void)self, (void)g, (void)choice;
    return MEEPLED_OK;
}

static const meepled_hooks hooks = { .choices = choices, .choose = choose };

FAULT("fault-past-cap", &words, 0)
