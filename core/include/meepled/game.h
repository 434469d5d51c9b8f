/* <meepled/game.h> - one game as a rules plugin sees it: reading for everyone, changes for hooks.
 *
 * A game is one flat block behind this handle.  Five numbers name things in it:
 *   tile    a tile type, index into the variant's tile sets
 *   slot    a tile on the table, in the order of placing: 0..meepled_board_count
 *   zone    a zone on the table; those of one slot are consecutive
 *   region  a largest set of zones of one kind joined across sides (or a system, see below)
 *   figure  a figure on the table, in the order of deploying; changes when one is taken off
 * All are plain numbers, MEEPLED_NONE where there is none.  Reading changes no byte of the block
 * and allocates nothing.  Indices of words (kinds, attributes, ...) come from `configure`
 * (rules.h). */
#ifndef MEEPLED_GAME_H
#define MEEPLED_GAME_H

#include <meepled/base.h>
#include <meepled/vocabulary.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct meepled_game meepled_game;

/* A tile placed or about to be placed; plain data, copied freely. */
typedef struct {
    uint16_t tile;
    int16_t x, y;    /* cells east and south of the start tile */
    uint16_t turned; /* degrees clockwise: 0, 90, 180, 270 */
} meepled_place;

/* ---- the turn ---- */

typedef enum {
    MEEPLED_PLACE,    /* an offered tile is to be placed */
    MEEPLED_FIGURE,   /* deploy, take back or pass */
    MEEPLED_DECISION, /* a decision named by the rules */
    MEEPLED_OVER
} meepled_phase;

typedef struct {
    uint16_t number;  /* of the turn, from 1; further parts of a turn keep it; 0 during setup */
    uint8_t player;   /* seat on turn */
    uint8_t decides;  /* seat that is asked; MEEPLED_NONE8 when nobody is */
    uint8_t phase;    /* meepled_phase */
    uint8_t part;     /* of the turn, from 1 */
    bool bonus;       /* this part was granted as a bonus */
    bool lapsed;      /* this part had no tile to place */
    uint8_t decision; /* in MEEPLED_DECISION: index of the decision; else MEEPLED_NONE8 */
    uint16_t subject; /* in MEEPLED_DECISION: what meepled_ask said */
    uint16_t slot;    /* the tile placed in this part, MEEPLED_NONE before */
} meepled_turn;

MEEPLED_API uint8_t meepled_players(const meepled_game *g);
/* The seat that has the first turn. */
MEEPLED_API uint8_t meepled_first_player(const meepled_game *g);
MEEPLED_API meepled_turn meepled_turn_get(const meepled_game *g);
/* Tiles to choose from in MEEPLED_PLACE: the list, borrowed until the game changes, and its length.
 * Those of a hand are in the hand too. */
MEEPLED_API const uint16_t *meepled_offered(const meepled_game *g, size_t *count);

/* ---- players ---- */

MEEPLED_API int32_t meepled_score_get(const meepled_game *g, uint8_t player);
MEEPLED_API uint8_t meepled_supply(const meepled_game *g, uint8_t player, uint8_t figure_kind);
MEEPLED_API uint16_t meepled_tokens(const meepled_game *g, uint8_t player, uint8_t token);
/* Face-up hand, borrowed until the game changes; MEEPLED_HAND_MAX at most. */
MEEPLED_API const uint16_t *meepled_hand(const meepled_game *g, uint8_t player, size_t *count);

/* ---- tiles and piles ---- */

MEEPLED_API const char *meepled_tile_id(const meepled_game *g, uint16_t tile); /* static storage */
/* Ports of all zones of `kind` on a tile turned by `turned` degrees, numbered as in meepled_zone:
 * for tiles that do not lie on the table yet. */
MEEPLED_API uint16_t meepled_tile_ports(const meepled_game *g, uint16_t tile, uint16_t turned,
                                        uint8_t kind);
MEEPLED_API uint16_t meepled_pile_left(const meepled_game *g, uint8_t pile);
/* True when `tile` can be placed somewhere now, by the sides and by all vetoes. */
MEEPLED_API bool meepled_fits(const meepled_game *g, uint16_t tile);

/* ---- the table ---- */

typedef struct {
    meepled_place place;
    uint8_t player; /* who placed it; MEEPLED_NONE8: nobody (the start tile) */
    uint16_t turn;  /* number of the turn */
} meepled_laid;

typedef struct {
    uint16_t slot;
    uint8_t index; /* among the zones of its tile */
    uint8_t kind;
    uint16_t ports; /* as it lies: bit 3 * side + {0: L, 1: C, 2: R}, sides N E S W = 0..3 */
    uint16_t region, system;
} meepled_zone;

MEEPLED_API uint16_t meepled_board_count(const meepled_game *g);
MEEPLED_API meepled_laid meepled_board_get(const meepled_game *g, uint16_t slot);
MEEPLED_API uint16_t meepled_board_find(const meepled_game *g, int16_t x, int16_t y); /* slot */
/* Zones of a slot: the first, and how many follow each other from there. */
MEEPLED_API uint16_t meepled_zone_first(const meepled_game *g, uint16_t slot);
MEEPLED_API uint8_t meepled_zone_count(const meepled_game *g, uint16_t slot);
MEEPLED_API meepled_zone meepled_zone_get(const meepled_game *g, uint16_t zone);
MEEPLED_API const char *meepled_zone_name(const meepled_game *g,
                                          uint16_t zone); /* static storage */
MEEPLED_API int32_t meepled_zone_attribute(const meepled_game *g, uint16_t zone, uint8_t attribute);

/* ---- regions and systems ----
 *
 * Zones are joined twice: into regions, and across links that join (lines through the places they
 * end in) into systems.  Wherever a function takes a region, `id | MEEPLED_SYSTEM` names the system
 * instead.  A kind no joining link touches has systems equal to its regions.  Ids stay until a tile
 * joins the region to a larger one.  Walking a region costs its number of zones. */
#define MEEPLED_SYSTEM 0x8000u

typedef struct {
    uint8_t kind; /* of the zone `first` */
    bool closed;  /* no open side */
    bool system;
    uint16_t zones;  /* pieces */
    uint16_t tiles;  /* distinct slots */
    uint16_t open;   /* sides of its zones that face an empty cell */
    uint16_t lowest; /* its zone in the lowest cell (y, then x), lowest index there */
    uint8_t figures; /* bit k: a figure of kind k and of this scope stands there */
} meepled_region;

MEEPLED_API uint16_t meepled_region_of(const meepled_game *g, uint16_t zone);
MEEPLED_API uint16_t meepled_system_of(const meepled_game *g, uint16_t zone); /* with the bit set */
MEEPLED_API meepled_region meepled_region_get(const meepled_game *g, uint16_t region);
MEEPLED_API uint8_t meepled_region_kind(const meepled_game *g, uint16_t region); /* costs nothing */
MEEPLED_API uint16_t meepled_region_zones(const meepled_game *g, uint16_t region); /* nor this */
MEEPLED_API bool meepled_region_closed(const meepled_game *g, uint16_t region);    /* nor this */
/* Zones in a ring: start with MEEPLED_NONE, ends with MEEPLED_NONE. */
MEEPLED_API uint16_t meepled_region_next(const meepled_game *g, uint16_t region, uint16_t zone);
/* Sum of an attribute over the zones. */
MEEPLED_API int32_t meepled_region_sum(const meepled_game *g, uint16_t region, uint8_t attribute);
/* Write the distinct regions `region` is linked to by `link` to out[0..cap), in the order found; a
 * mutual link is followed both ways, others from the zone that has them.  Returns how many exist.
 */
MEEPLED_API size_t meepled_region_links(const meepled_game *g, uint16_t region, uint8_t link,
                                        uint16_t *out, size_t cap);
/* The other way round: the distinct regions that lead to `region` by `link`, a mutual link again
 * both ways.  How many places lie on a region, say. */
MEEPLED_API size_t meepled_region_linked_from(const meepled_game *g, uint16_t region, uint8_t link,
                                              uint16_t *out, size_t cap);
/* Write the regions (for a kind of figure whose scope is the system: systems) in which a figure of
 * `figure_kind` stands, by lowest cell and zone, to out[0..cap).  Returns how many exist. */
MEEPLED_API size_t meepled_regions_with(const meepled_game *g, uint8_t figure_kind, uint16_t *out,
                                        size_t cap);

/* ---- figures ---- */

typedef struct {
    uint8_t player, kind;
    uint8_t with; /* kind of the companion beside it; MEEPLED_NONE8: none */
    uint16_t zone;
    uint16_t turn; /* number of the turn in which it was deployed */
    uint8_t part;
    uint8_t mark; /* the rules' own, 0 when deployed: meepled_figure_mark */
} meepled_figure;

MEEPLED_API uint16_t meepled_figure_count(const meepled_game *g);
MEEPLED_API meepled_figure meepled_figure_get(const meepled_game *g, uint16_t figure);
/* What it is called where it stands: the name of its role; static storage. */
MEEPLED_API const char *meepled_figure_role(const meepled_game *g, uint16_t figure);

/* ---- changes; for hooks only ----
 *
 * Each appends its event.  A call that cannot be meant (an unknown player, more figures than there
 * are) changes nothing and returns MEEPLED_EBROKEN, which a hook passes on. */

/* Take the top tile of `pile`; MEEPLED_NONE when it is empty.  The caller offers it, gives it to a
 * hand, lays it or discards it in the same hook: no tile may be lost. */
MEEPLED_API uint16_t meepled_draw(meepled_game *g, uint8_t pile);
/* The same from the other end: the tile that would be drawn last. */
MEEPLED_API uint16_t meepled_draw_last(meepled_game *g, uint8_t pile);
/* Put a drawn tile out of the game, openly (event tile-discarded). */
MEEPLED_API meepled_status meepled_discard(meepled_game *g, uint16_t tile);
/* Lay a drawn tile aside face up, out of the game. */
MEEPLED_API meepled_status meepled_aside(meepled_game *g, uint16_t tile);
/* Put a drawn tile back under `pile`. */
MEEPLED_API meepled_status meepled_pile_return(meepled_game *g, uint8_t pile, uint16_t tile);
/* Offer a drawn tile for this part. */
MEEPLED_API meepled_status meepled_offer_tile(meepled_game *g, uint16_t tile);
/* Offer a tile that the player on turn holds.  It stays in the hand until it is placed; what else
 * of the hand was offered stays there after that.  Held and drawn tiles are not offered together.
 */
MEEPLED_API meepled_status meepled_offer_held(meepled_game *g, uint16_t tile);
/* Withdraw an offered tile (a drawn one the caller then has, as after meepled_draw). */
MEEPLED_API meepled_status meepled_offer_withdraw(meepled_game *g, uint16_t tile);
/* Give a drawn tile into a hand, or take one out (the caller then has it). */
MEEPLED_API meepled_status meepled_hand_add(meepled_game *g, uint8_t player, uint16_t tile);
MEEPLED_API meepled_status meepled_hand_remove(meepled_game *g, uint8_t player, uint16_t tile);
/* Draw from `pile` until a tile fits and offer it; misfits are discarded.  Offers nothing when the
 * pile runs out. */
MEEPLED_API meepled_status meepled_offer_fitting(meepled_game *g, uint8_t pile);
/* Lay a tile without a player: the start tile.  The first tile may lie anywhere. */
MEEPLED_API meepled_status meepled_lay(meepled_game *g, const meepled_place *place);
/* The start tile of the tile sets, MEEPLED_NONE if they have none. */
MEEPLED_API uint16_t meepled_start_tile(const meepled_game *g);

/* Score a region or system: `value` to each seat that `claim` names, both from the top of the
 * stack, with one event that says which figures stood there.  `rule` is its number, static storage.
 */
MEEPLED_API meepled_status meepled_score_region(meepled_game *g, uint16_t region, bool final,
                                                const char *rule);
/* Score one figure for itself: the region it stands in (system, if that is its scope) to its owner
 * alone, and only if `claim` names the owner; the event has the figure. */
MEEPLED_API meepled_status meepled_score_figure(meepled_game *g, uint16_t figure, bool final,
                                                const char *rule);
/* Give points for something else. */
MEEPLED_API meepled_status meepled_score_add(meepled_game *g, uint8_t player, int32_t points,
                                             const char *rule);
/* Take figures off the table and back into supply, companions with them: all of the region's scope
 * there whose kind is in the bit mask `kinds`; or one. */
MEEPLED_API meepled_status meepled_figures_return(meepled_game *g, uint16_t region, uint8_t kinds);
MEEPLED_API meepled_status meepled_figure_return(meepled_game *g, uint16_t figure);
/* Take only the companion off, back into supply (`to_supply`) or out of reach until
 * meepled_figure_restock. */
MEEPLED_API meepled_status meepled_companion_take(meepled_game *g, uint16_t figure, bool to_supply);
MEEPLED_API meepled_status meepled_figure_restock(meepled_game *g, uint8_t player,
                                                  uint8_t figure_kind);
MEEPLED_API meepled_status meepled_figure_mark(meepled_game *g, uint16_t figure, uint8_t mark);
MEEPLED_API meepled_status meepled_tokens_add(meepled_game *g, uint8_t player, uint8_t token,
                                              int32_t count);

/* Queue a decision (index from `configure`) for `player`; asked in order after `resolved`. */
MEEPLED_API meepled_status meepled_ask(meepled_game *g, uint8_t player, uint8_t decision,
                                       uint16_t subject);
/* Grant the player on turn one further part of this turn; a second grant in one part adds nothing.
 */
MEEPLED_API meepled_status meepled_part_grant(meepled_game *g, bool bonus);
MEEPLED_API bool meepled_part_granted(const meepled_game *g, bool *bonus); /* bonus may be NULL */
/* The next number of the game's own generator, 0..bound-1, unbiased. */
MEEPLED_API uint32_t meepled_random(meepled_game *g, uint32_t bound);

#ifdef __cplusplus
}
#endif
#endif
