/* The table of a game as a picture: tiles as they lie, figures, the last move, the players. */
#ifndef API_SVG_BOARD_H
#define API_SVG_BOARD_H

#include "svg_put.h"

#include <meepled/play.h>

struct svg_player {
    const char *name, *colour; /* NULL: none */
};

struct svg_board {
    const meepled_game *game; /* NULL: not begun, or its rules are lost */
    const char *title;        /* of the variant; NULL: none */
    const struct svg_player *players;
    uint8_t player_count;
    bool legal; /* show where the offered tile, or a figure, may go */
    bool czech;
};

/* The whole document; `s` fails when memory runs out. */
void svg_board_document(struct svg_out *s, const struct svg_board *board);

#endif
