/* A stack of layers: the engine's plain game, a base, layers; their words merged, their hooks
 * completed from below, their configuration filled, the tile sets bound.  Immutable once made. */
#ifndef RULES_STACK_H
#define RULES_STACK_H

#include "game/state.h"
#include "tileset/bind.h"

#include <meepled/play.h>
#include <meepled/rules.h>

#include <stdatomic.h>

/* Every hook, in the order of meepled_hooks.  Drives completion, dispatch and the report. */
/* clang-format off */
#define HOOKS(X) \
    X(setup) X(offer) X(veto) X(placed) X(veto_figure) X(deployed) X(veto_retrieve) X(retrieved) \
    X(value) X(claim) X(completed) X(resolved) X(choices) X(choose) X(next) X(final) \
    X(rule_against)
/* clang-format on */

enum hook {
#define HOOK_ENUM(name) HOOK_##name,
    HOOKS(HOOK_ENUM)
#undef HOOK_ENUM
        HOOK_COUNT
};

struct meepled_layer {
    const meepled_plugin *plugin;
    const meepled_layer *below; /* NULL for the engine */
    const meepled_stack *stack;
    void *conf;
    size_t state_at;  /* of its state, from the start of the layers' share of the block */
    meepled_hooks fn; /* complete */
    const meepled_layer *owner[HOOK_COUNT]; /* whose function each is */
    uint32_t without; /* bit h: hook h of the plugin is not used in this stack */
};

/* The words of all layers, from the base upwards; each table ends with an empty entry. */
struct stack_words {
    meepled_kind_word kinds[MEEPLED_KINDS_MAX + 1];
    meepled_attribute_word attributes[MEEPLED_ATTRIBUTES_MAX + 1];
    meepled_link_word links[MEEPLED_LINKS_MAX + 1];
    meepled_figure_word figures[MEEPLED_FIGURES_MAX + 1];
    meepled_pile_word piles[MEEPLED_PILES_MAX + 1];
    meepled_token_word tokens[MEEPLED_TOKENS_MAX + 1];
    meepled_decision_word decisions[MEEPLED_DECISIONS_MAX + 1];
    meepled_choice_word choices[MEEPLED_CHOICES_MAX + 1];
    meepled_option_word options[MEEPLED_OPTIONS_MAX + 1];
    meepled_pile_word absent[MEEPLED_PILES_MAX + 1]; /* piles that are not in the game */
    size_t kind_count, attribute_count, link_count, figure_count, pile_count, token_count,
        decision_count, choice_count, option_count, absent_count;
};

struct meepled_stack {
    atomic_uint refs;
    struct meepled_layer layers[MEEPLED_LAYERS_MAX]; /* [0] is the engine */
    size_t layer_count;
    const struct meepled_layer *top;
    struct stack_words words;
    int32_t option_values[MEEPLED_OPTIONS_MAX];
    struct bound_tiles *tiles;
    struct game_rules rules; /* what the game floor needs of all this */
    uint8_t players_min, players_max;
    const char *refusals[MEEPLED_REFUSE_COUNT];
    const char *rule_end;
    bool owns[HOOK_COUNT]; /* somebody above the engine has this hook */
    uint16_t by_cells;     /* bit k: kind k is completed by the cells around it */
    void *keep;            /* what the plugins' code and words live in: released with the stack */
    void (*release)(void *keep);
};

struct stack_spec {
    const meepled_plugin *const *plugins; /* base first; the engine is added */
    size_t plugin_count;
    const struct tileset *const *tilesets; /* needed during stack_new only */
    size_t tileset_count;
    const struct stack_condition { /* one a tile set: in the game only while */
        const char *option;        /* this yes/no option is yes; NULL: always */
        const char *file;          /* where that was said */
        unsigned line;
    } * conditions; /* NULL: all of them always */
    const struct stack_setting {
        const char *name, *value;
        const char *file; /* where it was said, NULL: at creation of a game */
        unsigned line;
    } * settings; /* later ones win */
    size_t setting_count;
    void *keep;                  /* taken over by the stack also when stack_new fails */
    void (*release)(void *keep); /* NULL: nothing to release */
};

/* New, with one reference; NULL when something is wrong, all of it in `report`. */
meepled_stack *stack_new(const struct stack_spec *spec, meepled_report *report);

/* Merge the words of a layer into `words`, and its refusals and players into `stack`; clashes and
 * overflows go to `report`. */
void words_merge(meepled_stack *stack, const meepled_plugin *plugin, meepled_report *report);
/* Set every option to its default, then to what `settings` say. */
void words_options(meepled_stack *stack, const struct stack_setting *settings, size_t count,
                   meepled_report *report);
/* Once the options are known: take out the words whose conditions do not hold. */
void words_conditions(meepled_stack *stack, meepled_report *report);
/* Whether the yes/no option `name` is yes; false after a complaint when there is none, naming
 * `file` and `line` and beginning with `what`. */
bool words_holds(const meepled_stack *stack, const char *name, const char *what, const char *file,
                 unsigned line, meepled_report *report);

/* Judge a descriptor before any of its code runs: ABI, table size, name, hooks. */
meepled_status stack_plugin_check(const meepled_plugin *plugin, const char *file,
                                  meepled_error *err);

extern const meepled_plugin engine_plugin; /* the plain tile-laying game */

#endif
