/* <meepled/rules.h> - what a rules plugin is.
 *
 * A variant is a stack of layers: the engine's plain tile-laying game at the bottom, then one base,
 * then any number of layers in the order the variant names them.  Each fills in the hooks it
 * changes; NULL means "as below".
 *
 *     top      ->  house-rule    value
 *                  expansion     completed resolved next ...
 *     base     ->  base-game     value claim completed final ...
 *     bottom   ->  (the engine)  every hook
 *
 * meepled_X(game, ...) starts at the top of the game's stack.  meepled_below_X(self, game, ...)
 * goes on below the layer `self`.  Inside hook X never call meepled_X, only meepled_below_X. */
#ifndef MEEPLED_RULES_H
#define MEEPLED_RULES_H

#include <meepled/base.h>
#include <meepled/game.h>
#include <meepled/vocabulary.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct meepled_layer meepled_layer; /* one plugin at one place in one stack; the core's */

/* A figure about to be deployed by the player who decides. */
typedef struct {
    uint8_t player, kind;
    uint8_t with; /* companion; MEEPLED_NONE8: none */
    uint16_t zone;
} meepled_deploy;

/* Who moves next. */
typedef struct {
    bool over;      /* the game goes to final scoring; the rest does not matter */
    uint8_t player; /* seat on turn */
    bool further;   /* a further part of the same turn, not a new turn */
    bool bonus;     /* with `further`: the part counts as a bonus */
} meepled_next_turn;

/* Hooks.  `self` is the layer that owns the function, never the top of the stack.  A hook allocates
 * nothing, logs nothing, asks no clock, keeps no pointer and no static variable.  It may be run on
 * copies, for bots and previews: never assume once per turn.  A hook that returns a status other
 * than MEEPLED_OK ends the action; the caller then discards the copy it worked on. */
typedef struct {
    /* Prepare a fresh game: piles are shuffled, supplies full, nothing is on the table.  Must
     * chain, first or last, unless it lays the first tile itself.  The plain game lays the start
     * tile at 0,0, or the top of the main pile where the tile sets have no start tile. */
    meepled_status (*setup)(const meepled_layer *self, meepled_game *g);
    /* A part begins (meepled_turn_get says which): offer the tiles to choose from.  Offering
     * nothing means that the part lapses.  May replace.  The plain game: meepled_offer_fitting,
     * main pile. */
    meepled_status (*offer)(const meepled_layer *self, meepled_game *g);
    /* NULL if `place`, whose sides fit, is allowed, else the id of the rule against it (static
     * storage).  Must chain when it has no objection of its own.  Changes nothing. */
    const char *(*veto)(const meepled_layer *self, const meepled_game *g,
                        const meepled_place *place);
    /* The tile in slot `slot` has just been placed.  Must chain.  The plain game: nothing. */
    meepled_status (*placed)(const meepled_layer *self, meepled_game *g, uint16_t slot);
    /* NULL if the figure may be deployed, else the rule against it.  Supply and kind of zone have
     * been checked.  Must chain when it has no objection of its own.  The plain game: the region
     * (system) must hold no figure of the same scope, and a companion is refused.  Changes nothing.
     */
    const char *(*veto_figure)(const meepled_layer *self, const meepled_game *g,
                               const meepled_deploy *deploy);
    /* `figure` has just been deployed.  Must chain.  The plain game: nothing. */
    meepled_status (*deployed)(const meepled_layer *self, meepled_game *g, uint16_t figure);
    /* NULL if the player who decides may take back his `figure` instead of deploying, else the rule
     * against it.  May replace.  The plain game: refused.  Changes nothing. */
    const char *(*veto_retrieve)(const meepled_layer *self, const meepled_game *g, uint16_t figure);
    /* `figure` is being taken back and still stands; it returns to supply after the hook.  Must
     * chain. The plain game: nothing. */
    meepled_status (*retrieved)(const meepled_layer *self, meepled_game *g, uint16_t figure);
    /* Points `region` is worth to each who claims it; `final` at the end of the game.  May replace.
     * The plain game: one point a tile when closed.  Changes nothing. */
    int32_t (*value)(const meepled_layer *self, const meepled_game *g, uint16_t region, bool final);
    /* Set claims[0..players) to true for each seat that gets the value.  May replace.  The plain
     * game: the majority by strength of figures of this scope, ties all.  Changes nothing. */
    void (*claim)(const meepled_layer *self, const meepled_game *g, uint16_t region, bool *claims);
    /* Settle a region just completed; called for each, by kind in the order of declaration, then by
     * zone on the tile.  A base may replace, a layer must chain.  The plain game: score it and
     * return its figures. */
    meepled_status (*completed)(const meepled_layer *self, meepled_game *g, uint16_t region);
    /* All completed regions of this part are settled: queue decisions, grant a further part.  Must
     * chain.  The plain game: nothing. */
    meepled_status (*resolved)(const meepled_layer *self, meepled_game *g);
    /* Write the choices (indices from `configure`) open now to the player who decides to
     * out[0..cap): those of a decision, or extra ones in the other phases.  Returns how many exist.
     * Must chain.  The plain game: none.  Changes nothing. */
    size_t (*choices)(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap);
    /* One of the choices was made.  A decision is thereby answered; in another phase the phase goes
     * on.  Must chain for choices that are not its own.  The plain game: MEEPLED_EBROKEN. */
    meepled_status (*choose)(const meepled_layer *self, meepled_game *g, uint8_t choice);
    /* A part has ended (or lapsed): who is next.  May replace.  The plain game: the further part
     * that was granted; else over when the main pile is empty; else the next seat.  Changes
     * nothing. */
    meepled_next_turn (*next)(const meepled_layer *self, const meepled_game *g);
    /* Final scoring.  Must chain or replace as a whole.  The plain game: every region with a
     * figure, by lowest cell.  Figures left afterwards are returned by the engine. */
    meepled_status (*final)(const meepled_layer *self, meepled_game *g);
    /* The rule against an action that no veto was asked about, because of `what`; `subject` is the
     * tile to be placed (of a figure: its zone on the table), MEEPLED_NONE where there is none.
     * Must chain when it has no answer of its own.  The plain game: the refusals of the vocabulary.
     * Changes nothing. */
    const char *(*rule_against)(const meepled_layer *self, const meepled_game *g,
                                meepled_refusal what, uint16_t subject);
} meepled_hooks;

/* The one symbol a plugin exports.  It is data, so the core can read and refuse it before any code
 * of the plugin has run. */
typedef struct {
    uint32_t abi;                /* MEEPLED_ABI */
    uint32_t hooks_size;         /* sizeof(meepled_hooks) when the plugin was built */
    const char *name;            /* [a-z][a-z0-9-]*, at most 31 characters, unique in the process */
    const char *version;         /* semantic; recorded with every game */
    const char *summary;         /* one line for GET /v1/variants */
    const char *license;         /* SPDX */
    bool base;                   /* a complete game, or a layer on one */
    const char *const *requires; /* names that must lie below, NULL-ended; NULL: none */
    const meepled_vocabulary *words; /* NULL: none */
    size_t conf_size;  /* bytes per stack, zeroed, filled by configure, then read-only */
    size_t state_size; /* bytes per game in its flat block; zeroed, no pointers */
    /* Look up words and options once per stack; NULL: nothing to do.  `conf` is 16-byte aligned. */
    meepled_status (*configure)(const meepled_layer *self, void *conf, meepled_error *err);
    const meepled_hooks *hooks;
} meepled_plugin;
extern MEEPLED_API const meepled_plugin meepled_export;

/* Looked up in `configure`, never in a hook: the index of a word of this stack, or MEEPLED_ECONFIG
 * and a message that says which names there are.  `err` NULL: the word is optional. */
MEEPLED_API meepled_status meepled_kind(const meepled_layer *self, const char *name, uint8_t *index,
                                        meepled_error *err);
MEEPLED_API meepled_status meepled_attribute(const meepled_layer *self, const char *name,
                                             uint8_t *index, meepled_error *err);
MEEPLED_API meepled_status meepled_link(const meepled_layer *self, const char *name, uint8_t *index,
                                        meepled_error *err);
MEEPLED_API meepled_status meepled_figure_kind(const meepled_layer *self, const char *name,
                                               uint8_t *index, meepled_error *err);
MEEPLED_API meepled_status meepled_pile(const meepled_layer *self, const char *name, uint8_t *index,
                                        meepled_error *err);
MEEPLED_API meepled_status meepled_token(const meepled_layer *self, const char *name,
                                         uint8_t *index, meepled_error *err);
MEEPLED_API meepled_status meepled_decision(const meepled_layer *self, const char *name,
                                            uint8_t *index, meepled_error *err);
MEEPLED_API meepled_status meepled_choice(const meepled_layer *self, const char *name,
                                          uint8_t *index, meepled_error *err);
/* The value of an option in this stack: 0/1, the number, or the index among its words. */
MEEPLED_API meepled_status meepled_option(const meepled_layer *self, const char *name,
                                          int32_t *value, meepled_error *err);

/* In `configure` only: in this stack the plugin does without its hook `hook` ("veto"), as if that
 * were NULL.  For rules an option has switched off: what does not apply costs nothing. */
MEEPLED_API meepled_status meepled_without(const meepled_layer *self, const char *hook,
                                           meepled_error *err);

/* What belongs to this layer, borrowed: its configuration, its share of the game. */
MEEPLED_API const void *meepled_conf(const meepled_layer *self);
MEEPLED_API void *meepled_state(const meepled_layer *self, meepled_game *g);
MEEPLED_API const void *meepled_state_read(const meepled_layer *self, const meepled_game *g);

/* From the top of the game's stack: what the engine and all other code calls. */
MEEPLED_API meepled_status meepled_setup(meepled_game *g);
MEEPLED_API meepled_status meepled_offer(meepled_game *g);
MEEPLED_API const char *meepled_veto(const meepled_game *g, const meepled_place *place);
MEEPLED_API meepled_status meepled_placed(meepled_game *g, uint16_t slot);
MEEPLED_API const char *meepled_veto_figure(const meepled_game *g, const meepled_deploy *deploy);
MEEPLED_API meepled_status meepled_deployed(meepled_game *g, uint16_t figure);
MEEPLED_API const char *meepled_veto_retrieve(const meepled_game *g, uint16_t figure);
MEEPLED_API meepled_status meepled_retrieved(meepled_game *g, uint16_t figure);
MEEPLED_API int32_t meepled_value(const meepled_game *g, uint16_t region, bool final);
MEEPLED_API void meepled_claim(const meepled_game *g, uint16_t region, bool *claims);
MEEPLED_API meepled_status meepled_completed(meepled_game *g, uint16_t region);
MEEPLED_API meepled_status meepled_resolved(meepled_game *g);
MEEPLED_API size_t meepled_choices(const meepled_game *g, uint8_t *out, size_t cap);
MEEPLED_API meepled_status meepled_choose(meepled_game *g, uint8_t choice);
MEEPLED_API meepled_next_turn meepled_next(const meepled_game *g);
MEEPLED_API meepled_status meepled_final(meepled_game *g);
MEEPLED_API const char *meepled_rule_against(const meepled_game *g, meepled_refusal what,
                                             uint16_t subject);

/* From the layer below `self`: what an override calls for "and the rest as before". */
MEEPLED_API meepled_status meepled_below_setup(const meepled_layer *self, meepled_game *g);
MEEPLED_API meepled_status meepled_below_offer(const meepled_layer *self, meepled_game *g);
MEEPLED_API const char *meepled_below_veto(const meepled_layer *self, const meepled_game *g,
                                           const meepled_place *place);
MEEPLED_API meepled_status meepled_below_placed(const meepled_layer *self, meepled_game *g,
                                                uint16_t slot);
MEEPLED_API const char *meepled_below_veto_figure(const meepled_layer *self, const meepled_game *g,
                                                  const meepled_deploy *deploy);
MEEPLED_API meepled_status meepled_below_deployed(const meepled_layer *self, meepled_game *g,
                                                  uint16_t figure);
MEEPLED_API const char *meepled_below_veto_retrieve(const meepled_layer *self,
                                                    const meepled_game *g, uint16_t figure);
MEEPLED_API meepled_status meepled_below_retrieved(const meepled_layer *self, meepled_game *g,
                                                   uint16_t figure);
MEEPLED_API int32_t meepled_below_value(const meepled_layer *self, const meepled_game *g,
                                        uint16_t region, bool final);
MEEPLED_API void meepled_below_claim(const meepled_layer *self, const meepled_game *g,
                                     uint16_t region, bool *claims);
MEEPLED_API meepled_status meepled_below_completed(const meepled_layer *self, meepled_game *g,
                                                   uint16_t region);
MEEPLED_API meepled_status meepled_below_resolved(const meepled_layer *self, meepled_game *g);
MEEPLED_API size_t meepled_below_choices(const meepled_layer *self, const meepled_game *g,
                                         uint8_t *out, size_t cap);
MEEPLED_API meepled_status meepled_below_choose(const meepled_layer *self, meepled_game *g,
                                                uint8_t choice);
MEEPLED_API meepled_next_turn meepled_below_next(const meepled_layer *self, const meepled_game *g);
MEEPLED_API meepled_status meepled_below_final(const meepled_layer *self, meepled_game *g);
MEEPLED_API const char *meepled_below_rule_against(const meepled_layer *self, const meepled_game *g,
                                                   meepled_refusal what, uint16_t subject);

#ifdef __cplusplus
}
#endif
#endif
