/* <meepled/play.h> - playing a game: what the daemon, the CLI, a bot or another embedder calls.
 *
 *     stack  = a variant with its options and tile sets; immutable, shared by many games
 *     game   = f(stack, players, seed, decks, actions): the same calls give the same bytes
 *
 * An action is what a player decides; events are what follows from it. */
#ifndef MEEPLED_PLAY_H
#define MEEPLED_PLAY_H

#include <meepled/base.h>
#include <meepled/game.h>
#include <meepled/vocabulary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the stack: a variant made ready to play ---- */

typedef struct meepled_stack meepled_stack;

/* Stacks are counted references; both are safe from any thread. */
MEEPLED_API meepled_stack *meepled_stack_ref(meepled_stack *stack);
MEEPLED_API void meepled_stack_unref(meepled_stack *stack); /* NULL is allowed */

/* The merged words of the stack in the order of their indices; borrowed as long as the stack.
 * `count` is filled in; the arrays are also ended by an entry without a name. */
MEEPLED_API const meepled_kind_word *meepled_stack_kinds(const meepled_stack *stack, size_t *count);
MEEPLED_API const meepled_attribute_word *meepled_stack_attributes(const meepled_stack *stack,
                                                                   size_t *count);
MEEPLED_API const meepled_link_word *meepled_stack_links(const meepled_stack *stack, size_t *count);
MEEPLED_API const meepled_figure_word *meepled_stack_figures(const meepled_stack *stack,
                                                             size_t *count);
MEEPLED_API const meepled_pile_word *meepled_stack_piles(const meepled_stack *stack, size_t *count);
MEEPLED_API const meepled_token_word *meepled_stack_tokens(const meepled_stack *stack,
                                                           size_t *count);
MEEPLED_API const meepled_decision_word *meepled_stack_decisions(const meepled_stack *stack,
                                                                 size_t *count);
MEEPLED_API const meepled_choice_word *meepled_stack_choices(const meepled_stack *stack,
                                                             size_t *count);
MEEPLED_API const meepled_option_word *meepled_stack_options(const meepled_stack *stack,
                                                             size_t *count);
/* Value of option `i`: 0/1, the number, or the index among its words. */
MEEPLED_API int32_t meepled_stack_option(const meepled_stack *stack, size_t i);
MEEPLED_API void meepled_stack_players(const meepled_stack *stack, uint8_t *min, uint8_t *max);
/* The rule that refuses `what` in this stack, unless a layer's hook `rule_against` names another by
 * the state of the game; static storage. */
MEEPLED_API const char *meepled_stack_refusal(const meepled_stack *stack, meepled_refusal what);
MEEPLED_API const char *meepled_stack_rule_end(const meepled_stack *stack);

/* The layers above the engine, base first. */
enum { MEEPLED_CODE = 32 };
typedef struct {
    const char *name, *version, *summary;
    bool base;
    const uint8_t *code; /* SHA-256 of the plugin's file, MEEPLED_CODE bytes; NULL: from no file */
} meepled_layer_info;
MEEPLED_API size_t meepled_stack_layers(const meepled_stack *stack);
MEEPLED_API meepled_layer_info meepled_stack_layer(const meepled_stack *stack, size_t i);
/* Hook `i` (0..count-1): its name and the name of the layer that answers first ("engine" for the
 * bottom). */
MEEPLED_API size_t meepled_hook_count(void);
MEEPLED_API const char *meepled_hook_name(size_t i);
MEEPLED_API const char *meepled_stack_owner(const meepled_stack *stack, size_t i);
/* Whether layer `layer` has a function of its own for hook `hook`. */
MEEPLED_API bool meepled_stack_layer_has(const meepled_stack *stack, size_t layer, size_t hook);

/* What the tile sets say of themselves, in their order; borrowed as long as the stack, NULL: not
 * said.  `confidence` is "verified", "single-source" or "reconstructed". */
typedef struct {
    const char *id, *title, *title_cs, *edition, *provenance, *confidence;
} meepled_tileset_info;
MEEPLED_API size_t meepled_stack_tilesets(const meepled_stack *stack);
MEEPLED_API meepled_tileset_info meepled_stack_tileset(const meepled_stack *stack, size_t i);

/* Tile types, in the order of the tile sets. */
typedef struct {
    const char *id;
    const char *tileset; /* id of the set */
    uint16_t count;      /* copies, the start tile included */
    uint8_t pile;        /* index of the pile; meaningless for the start tile */
    bool start;
    uint8_t zones;
} meepled_tile_info;
typedef struct {
    uint8_t to; /* zone of the same tile */
    uint8_t link;
} meepled_tile_link;
typedef struct {
    const char *name;
    uint8_t kind;
    uint16_t ports; /* unturned: bit 3 * side + {0: L, 1: C, 2: R}, sides N E S W = 0..3 */
    const int16_t *attributes; /* one a word of meepled_stack_attributes */
    const meepled_tile_link *links;
    uint8_t link_count;
} meepled_tile_zone;
MEEPLED_API size_t meepled_stack_tiles(const meepled_stack *stack);
MEEPLED_API meepled_tile_info meepled_stack_tile(const meepled_stack *stack, uint16_t tile);
MEEPLED_API meepled_tile_zone meepled_stack_zone(const meepled_stack *stack, uint16_t tile,
                                                 uint8_t zone);
/* Index of the tile with this id, MEEPLED_NONE if there is none. */
MEEPLED_API uint16_t meepled_stack_tile_find(const meepled_stack *stack, const char *id);
/* SHA-256 over the tile sets as bound to this stack: recorded with every game. */
MEEPLED_API void meepled_stack_tiles_digest(const meepled_stack *stack, uint8_t out[32]);

/* ---- a game ---- */

enum { MEEPLED_SEED = 32, MEEPLED_DIGEST = 16 };

typedef struct {
    uint8_t pile;          /* index */
    const uint16_t *tiles; /* tiles[0] is drawn first */
    size_t count;          /* 0: an empty pile */
} meepled_deck;

typedef struct {
    uint8_t players;
    uint8_t first; /* seat; MEEPLED_NONE8: drawn from the seed */
    uint8_t seed[MEEPLED_SEED];
    const meepled_deck *decks; /* piles whose order is fixed, instead of shuffled */
    size_t deck_count;
} meepled_game_params;

typedef struct {
    uint32_t seq;   /* from 1, running through the game */
    uint8_t type;   /* meepled_event_type */
    uint8_t player; /* seat it is about; MEEPLED_NONE8: none */
    uint8_t word;   /* index of the kind, pile, token, decision or choice: see the type */
    bool system, final;
    meepled_place place; /* tile events: the tile; else the cell */
    uint16_t zone;       /* on the table; MEEPLED_NONE: none */
    uint16_t tiles, zones;
    int32_t count;
    int32_t points[MEEPLED_PLAYERS_MAX];
    uint8_t strength[MEEPLED_PLAYERS_MAX]; /* of each seat's figures there */
    const char *rule;                      /* static storage; NULL: none */
    uint8_t figure_count;
    meepled_figure figures[8];
} meepled_event;

typedef enum {
    MEEPLED_TILE_LAID,        /* place: the start tile */
    MEEPLED_TURN_STARTED,     /* player; count: turn number; zones: part; final: bonus part */
    MEEPLED_TILE_DISCARDED,   /* place.tile; player */
    MEEPLED_TILE_ASIDE,       /* place.tile */
    MEEPLED_TILE_PLACED,      /* place, player */
    MEEPLED_FIGURE_PLACED,    /* player, figures[0] */
    MEEPLED_FIGURE_RETRIEVED, /* player, figures[0] */
    MEEPLED_PASSED,           /* player */
    MEEPLED_REGION_SCORED, /* word: kind of the zone; zone, place: its lowest cell; system, final,
                              tiles, zones, points, strength, rule; figures[0]: the figure that
                              was scored for itself */
    MEEPLED_POINTS_SCORED, /* points, rule; final: in final scoring */
    MEEPLED_FIGURES_RETURNED, /* figures; more than eight make several events */
    MEEPLED_TOKENS_TAKEN,     /* player, word: token, count */
    MEEPLED_DECISION_OPENED,  /* player, word: decision */
    MEEPLED_CHOICE_MADE,      /* player, word: choice */
    MEEPLED_GAME_FINISHED,    /* points: final scores */
    MEEPLED_TILE_TAKEN,       /* player, place.tile: into the hand */
    MEEPLED_TURN_LAPSED,      /* as turn-started: nothing to place, so no part */
    MEEPLED_EVENT_TYPES
} meepled_event_type;
/* "tile-placed" and so on, the name in the API; static storage. */
MEEPLED_API const char *meepled_event_name(uint8_t type);

/* Where events go: the caller's array.  `count` is how many there were; more than `cap` means that
 * the first `cap` are here. */
typedef struct {
    meepled_event *list;
    size_t cap, count;
} meepled_events;

/* A new game after set-up, the first tile offered; events (may be NULL) get what happened so far.
 * Free with meepled_game_free.  Keeps a reference to the stack.  MEEPLED_ECONFIG: number of players
 * or a deck is wrong (`err` says which). */
MEEPLED_API meepled_status meepled_game_new(meepled_stack *stack, const meepled_game_params *params,
                                            meepled_events *events, meepled_game **out,
                                            meepled_error *err);
MEEPLED_API void meepled_game_free(meepled_game *g); /* NULL is allowed */
/* A copy with a block of its own; NULL when out of memory. */
MEEPLED_API meepled_game *meepled_game_clone(const meepled_game *g);
/* Copy the block of `from` into `to`, two games made by clone from one another. */
MEEPLED_API void meepled_game_copy(meepled_game *to, const meepled_game *from);
MEEPLED_API size_t meepled_game_size(const meepled_game *g); /* bytes of the block */
/* The block itself, borrowed: to see whether a call changed a byte of it. */
MEEPLED_API const void *meepled_game_block(const meepled_game *g);
MEEPLED_API size_t meepled_game_memory(const meepled_game *g); /* bytes in all, handle included */
MEEPLED_API meepled_stack *meepled_game_stack(const meepled_game *g); /* borrowed */
/* Discarded and aside tiles, borrowed until the game changes. */
MEEPLED_API const uint16_t *meepled_discarded(const meepled_game *g, size_t *count);
MEEPLED_API const uint16_t *meepled_laid_aside(const meepled_game *g, size_t *count);
/* The tiles left in a pile, next first.  SECRET until the game is over. */
MEEPLED_API const uint16_t *meepled_pile_secret(const meepled_game *g, uint8_t pile, size_t *count);
/* The whole pile as it was dealt, what has been drawn since included, first to draw first, unless
 * tiles were put back under it.  SECRET until the game is over. */
MEEPLED_API const uint16_t *meepled_pile_dealt(const meepled_game *g, uint8_t pile, size_t *count);
/* Figures of this kind out of reach of the player: neither on the table nor in supply. */
MEEPLED_API uint8_t meepled_figures_away(const meepled_game *g, uint8_t player,
                                         uint8_t figure_kind);
/* Events so far. */
MEEPLED_API uint32_t meepled_event_count(const meepled_game *g);

/* Over everything that matters of the state, independent of its layout in memory. */
MEEPLED_API void meepled_digest(const meepled_game *g, uint8_t out[MEEPLED_DIGEST]);
/* SHA-256 of the seed: published when the game begins. */
MEEPLED_API void meepled_commitment(const uint8_t seed[MEEPLED_SEED], uint8_t out[32]);

/* ---- actions ---- */

typedef enum {
    MEEPLED_PLACE_TILE,      /* tile, x, y, turned */
    MEEPLED_PLACE_FIGURE,    /* figure, with, zone; x, y: the tile just placed */
    MEEPLED_RETRIEVE_FIGURE, /* figure, x, y, zone */
    MEEPLED_CHOOSE,          /* choice */
    MEEPLED_PASS
} meepled_action_type;

typedef struct {
    uint8_t type;   /* meepled_action_type */
    uint8_t figure; /* kind */
    uint8_t with;   /* kind of companion; MEEPLED_NONE8: none */
    uint8_t choice;
    uint8_t zone; /* index among the zones of the tile at x, y */
    uint16_t tile;
    int16_t x, y;
    uint16_t turned;
    uint16_t spare; /* 0; makes it sixteen bytes */
} meepled_action;

/* Write the legal actions of the player who decides to out[0..cap): tiles as offered and by y, x,
 * turned; figures by zone; choices; pass last.  Returns how many exist; more than `cap` means out
 * holds the first `cap`.  None when the game is over.  Allocates nothing. */
MEEPLED_API size_t meepled_actions(const meepled_game *g, meepled_action *out, size_t cap);
/* NULL if `player` may take `action` now, else the rule against it (static storage). */
MEEPLED_API const char *meepled_refuses(const meepled_game *g, uint8_t player,
                                        const meepled_action *action);
/* Apply an action and all that follows from it until somebody has to decide again.
 * MEEPLED_EREFUSED: `*rule` (may be NULL) says why, nothing changed.  MEEPLED_EBROKEN: a rule broke
 * an invariant, `err` (may be NULL) says which, and the game is spoiled: whoever must survive that
 * applies to a copy.  `events` may be NULL.  Allocates nothing. */
MEEPLED_API meepled_status meepled_apply(meepled_game *g, uint8_t player,
                                         const meepled_action *action, meepled_events *events,
                                         const char **rule, meepled_error *err);

/* ---- actions as text ----
 *
 * One line, words separated by one space, independent of indices: what the store and records keep.
 *   place TILE 1 0 90 | figure KIND 1 0 ZONE [with KIND] | retrieve KIND 2 -1 ZONE
 *   choose CHOICE | pass */
enum { MEEPLED_ACTION_TEXT = 192 };

/* Returns the length without the final NUL; `action` must be one that was accepted or listed. */
MEEPLED_API size_t meepled_action_format(const meepled_game *g, const meepled_action *action,
                                         char out[MEEPLED_ACTION_TEXT]);
/* MEEPLED_ECONFIG and a message when a word is unknown; the action may still be refused. */
MEEPLED_API meepled_status meepled_action_parse(const meepled_game *g, const char *text,
                                                meepled_action *action, meepled_error *err);

/* ---- result ---- */

/* Write ranks[0..players): 1 for the highest score, equal scores share a rank. */
MEEPLED_API void meepled_ranking(const meepled_game *g, uint8_t *ranks);

#ifdef __cplusplus
}
#endif
#endif
