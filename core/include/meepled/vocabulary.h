/* <meepled/vocabulary.h> - the words of a rules plugin: kinds of zone, attributes, links, figures,
 * piles, tokens, decisions, choices, options.
 *
 * The engine knows none of these words.  A plugin declares them as constant tables, each ended by
 * an entry whose `name` is NULL; the core merges the tables of a stack from the base upwards and
 * gives every word a small index, which a plugin asks for by name in `configure` (rules.h).  A
 * layer may declare new words; one that is already there must be declared the same way and is then
 * the same. Names are [a-z][a-z0-9-]*, at most 31 characters, and part of the public API.  `title`
 * is what players read, `title_cs` the same in Czech (NULL: as title). */
#ifndef MEEPLED_VOCABULARY_H
#define MEEPLED_VOCABULARY_H

#include <meepled/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which of a side's three ports (L, C, R clockwise) a kind takes where it reaches the side. */
typedef enum {
    MEEPLED_WHOLE,  /* all three: an area up to the edge */
    MEEPLED_CENTRE, /* C, with another kind on L and R: a line across the tile */
    MEEPLED_HALVES, /* L and/or R, and C too where nothing runs through it: the ground beside lines
                     */
    MEEPLED_INSIDE  /* none, ever: a place within the tile */
} meepled_reach;

/* When a region of a kind is completed. */
typedef enum {
    MEEPLED_NEVER,    /* closing it has no effect */
    MEEPLED_BY_SIDES, /* no open side left */
    MEEPLED_BY_CELLS  /* all eight cells around its tile are filled */
} meepled_closing;

typedef struct {
    const char *name, *title, *title_cs;
    const char *colour; /* "#rrggbb", for pictures */
    meepled_reach reach;
    meepled_closing closing;
} meepled_kind_word;

/* An attribute is a number on a zone; yes/no attributes are 0 and 1. */
typedef struct {
    const char *name, *title, *title_cs;
} meepled_attribute_word;

/* A link leads from one zone to another of the same tile. */
typedef struct {
    const char *name;
    bool joins;  /* the second partition joins across it: systems, see game.h */
    bool mutual; /* also leads back: a shared border */
} meepled_link_word;

/* Where a figure may stand and what it is called there. */
typedef struct {
    const char *kind; /* of zone; NULL ends the table */
    const char *name, *title, *title_cs;
} meepled_role_word;

/* What a figure occupies and claims. */
typedef enum {
    MEEPLED_IN_REGION, /* the region it stands in */
    MEEPLED_IN_SYSTEM  /* the whole system: regions joined across links that join */
} meepled_scope;

typedef struct {
    const char *name, *title, *title_cs;
    uint8_t supply;      /* per player at the start, 0..MEEPLED_SUPPLY_MAX */
    uint8_t strength;    /* what it counts for majority; 0: nothing, and bars nobody */
    bool companion;      /* deployed only `with` another figure, never alone */
    meepled_scope scope; /* two figures with strength and the same scope bar each other */
    const meepled_role_word *roles; /* zone kinds it may stand on */
    /* Ids of the rules by which the plain game refuses it; NULL: the plain game's own. */
    const char *rule_zone;     /* not on a zone of this kind; a companion also: not alone */
    const char *rule_occupied; /* its region or system is occupied */
    const char *rule_supply;   /* none left in supply */
} meepled_figure_word;

/* A tile set puts its tiles into the pile NAME, which is shuffled; into NAME-first, which is
 * shuffled and laid on top of it; or into NAME-last, which is shuffled and laid under it.  All
 * three are the one pile NAME. */
typedef struct {
    const char *name, *title, *title_cs;
} meepled_pile_word, meepled_token_word, meepled_choice_word, meepled_decision_word;

typedef enum { MEEPLED_YESNO, MEEPLED_NUMBER, MEEPLED_WORD } meepled_option_type;

/* A setting of a game, chosen in the variant's INI section or when the game is created. */
typedef struct {
    const char *name, *title, *title_cs; /* title NULL: the name */
    meepled_option_type type;
    const char *standard;     /* default, as text: "yes", "5", "printed" */
    int32_t min, max;         /* MEEPLED_NUMBER: the range */
    const char *const *words; /* MEEPLED_WORD: what may be chosen, NULL-ended */
    const char *help, *help_cs;
} meepled_option_word;

/* A figure, pile or token that is in the game only while a yes/no option of the stack is yes; where
 * several lines name one word, all of their options must be.  A word that is not in the game has no
 * index: `configure` asks for it with `err` NULL.  Tiles of such a pile are left out. */
typedef struct {
    const char *name; /* NULL ends the table */
    const char *option;
} meepled_condition_word;

/* The plain game's own refusals, by what is wrong; a plugin names its rule for each in `refusals`.
 */
typedef enum {
    MEEPLED_REFUSE_PLAYER,    /* somebody else decides */
    MEEPLED_REFUSE_PHASE,     /* not what is to be decided now */
    MEEPLED_REFUSE_TILE,      /* not the tile that was drawn */
    MEEPLED_REFUSE_CELL,      /* filled, or no side in common with a tile on the table */
    MEEPLED_REFUSE_SIDES,     /* the terrain does not continue */
    MEEPLED_REFUSE_OTHER,     /* a figure elsewhere than on the tile just placed */
    MEEPLED_REFUSE_ZONE,      /* no such zone, or not for this figure */
    MEEPLED_REFUSE_OCCUPIED,  /* region or system occupied */
    MEEPLED_REFUSE_SUPPLY,    /* no such figure in supply */
    MEEPLED_REFUSE_COMPANION, /* no such figure beside this one */
    MEEPLED_REFUSE_RETRIEVE,  /* figures are not taken back */
    MEEPLED_REFUSE_PASS,      /* passing is not allowed now */
    MEEPLED_REFUSE_CHOICE,    /* not among the choices */
    MEEPLED_REFUSE_OVER,      /* the game is over */
    MEEPLED_REFUSE_LAID,      /* a figure on a tile that nobody placed: the start tile */
    MEEPLED_REFUSE_COUNT
} meepled_refusal;

typedef struct {
    uint8_t players_min, players_max; /* 0: as below */
    const meepled_kind_word *kinds;   /* any table may be NULL: adds nothing */
    const meepled_attribute_word *attributes;
    const meepled_link_word *links;
    const meepled_figure_word *figures;
    const meepled_pile_word *piles; /* the first pile of the stack is the main one */
    const meepled_token_word *tokens;
    const meepled_decision_word *decisions; /* `phase` of a decision named by the rules */
    const meepled_choice_word *choices;
    const meepled_option_word *options;
    const char *refusals[MEEPLED_REFUSE_COUNT]; /* rule ids; NULL: as below */
    const char *rule_end;                       /* rule that ends the game; NULL: as below */
    const meepled_condition_word *conditions;
} meepled_vocabulary;

#ifdef __cplusplus
}
#endif
#endif
