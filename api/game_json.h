/* A game in JSON: its state, its actions, its events.  Words come from the stack by index; nothing
 * here knows what they mean. */
#ifndef API_GAME_JSON_H
#define API_GAME_JSON_H

#include "json_put.h"

#include "server/server.h"

struct state_view {
    const struct server_game *game;
    /* The game as it was right after set-up; needed when it is finished and all is shown. */
    const meepled_game *dealt;
    bool partial; /* `since` was asked for: tiles from slot `tiles_from` on only */
    uint32_t since;
    uint16_t tiles_from;
};

/* The state object.  Tells the seed and the order of the piles only when the game is finished. */
void game_json_state(struct json_out *j, const struct state_view *view);
/* What can be done now, by whom.  A game that is not being played has no actions. */
void game_json_actions(struct json_out *j, const struct server_game *game);
/* The events of one version into an array that is open, those after number `since`; `g` is the game
 * right after them. */
void game_json_events(struct json_out *j, uint32_t version, const meepled_game *g,
                      const meepled_events *events, uint32_t since);
/* A seat as others see it, also before the game begins; `g` may be NULL. */
void game_json_player(struct json_out *j, const struct store_game *record, const meepled_game *g,
                      uint8_t seat);

/* Name of the present phase, NULL when nobody has to decide. */
const char *game_json_phase(const meepled_game *g);
/* The zone: members x, y, zone of the open object. */
void game_json_zone(struct json_out *j, const meepled_game *g, uint16_t zone);
/* A figure: members figure, role, x, y, zone and perhaps with of the open object. */
void game_json_figure(struct json_out *j, const meepled_game *g, const meepled_figure *figure);
/* A tile: members tile, x, y, rotation of the open object. */
void game_json_place(struct json_out *j, const meepled_game *g, const meepled_place *place);

#endif
