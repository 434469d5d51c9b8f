#include "svg_board.h"

#include "svg_symbol.h"
#include "svg_tile.h"

#include <stdlib.h>
#include <string.h>

enum { MARGIN = 30, STRIP = 62, WIDTH_MIN = 400 };

/* A document being drawn. */
struct table {
    struct svg_out *s;
    const struct svg_board *board;
    const meepled_game *g;
    struct svg_scene scene;
    svg_point *anchors;      /* by zone on the table, in units of the picture */
    meepled_action *actions; /* legal now, if they are to be shown */
    size_t action_count;
    int left, top, right, bottom; /* cells, the last included */
    uint16_t last;                /* slot placed last by a player, MEEPLED_NONE: none */
};

/* ---- what is to be drawn ---- */

static void
include_cell(struct table *t, int x, int y)
{
    t->left = x < t->left ? x : t->left;
    t->right = x > t->right ? x : t->right;
    t->top = y < t->top ? y : t->top;
    t->bottom = y > t->bottom ? y : t->bottom;
}

static bool
read_actions(struct table *t)
{
    if (!t->board->legal)
        return true;
    const size_t count = meepled_actions(t->g, NULL, 0);
    t->actions = calloc(count + 1, sizeof *t->actions);
    if (!t->actions)
        return false;
    t->action_count = meepled_actions(t->g, t->actions, count);
    for (size_t i = 0; i < t->action_count; i++)
        if (t->actions[i].type == MEEPLED_PLACE_TILE)
            include_cell(t, t->actions[i].x, t->actions[i].y);
    return true;
}

static bool
make_anchors(struct table *t)
{
    const uint16_t slots = meepled_board_count(t->g);

    if (slots == 0)
        return true;
    const uint16_t last = (uint16_t)(slots - 1);
    t->anchors = calloc((size_t)meepled_zone_first(t->g, last) + meepled_zone_count(t->g, last),
                        sizeof *t->anchors);
    return t->anchors != NULL;
}

static bool
table_begin(struct table *t, struct svg_out *s, const struct svg_board *board)
{
    memset(t, 0, sizeof *t);
    t->s = s;
    t->board = board;
    t->g = board->game;
    t->last = MEEPLED_NONE;
    svg_scene_begin(&t->scene, meepled_game_stack(t->g), board->czech);
    for (uint16_t slot = 0; slot < meepled_board_count(t->g); slot++) {
        const meepled_laid laid = meepled_board_get(t->g, slot);
        if (slot == 0) {
            t->left = t->right = laid.place.x;
            t->top = t->bottom = laid.place.y;
        }
        include_cell(t, laid.place.x, laid.place.y);
        if (laid.player != MEEPLED_NONE8)
            t->last = slot;
    }
    return make_anchors(t) && read_actions(t);
}

/* ---- tiles ---- */

static void
open_cell(struct table *t, int x, int y)
{
    svg_markup(t->s, "<g transform=\"translate(%d %d)\">", x * SVG_SIDE, y * SVG_SIDE);
}

static void
keep_anchors(struct table *t, uint16_t slot, const meepled_place *place,
             const struct svg_shapes *shapes)
{
    for (uint8_t z = 0; z < shapes->zones; z++) {
        svg_point at = svg_turn(shapes->zone[z].anchor, place->turned);
        at.x += (float)place->x * SVG_SIDE;
        at.y += (float)place->y * SVG_SIDE;
        t->anchors[meepled_zone_first(t->g, slot) + z] = at;
    }
}

static void
draw_tiles(struct table *t)
{
    struct svg_layout layout;

    for (uint16_t slot = 0; slot < meepled_board_count(t->g); slot++) {
        const meepled_place place = meepled_board_get(t->g, slot).place;
        svg_layout_make(t->scene.stack, place.tile, &layout);
        keep_anchors(t, slot, &place, &layout.shapes);
        open_cell(t, place.x, place.y);
        svg_markup(t->s, "<title>");
        svg_text(t->s, meepled_tile_id(t->g, place.tile));
        svg_markup(t->s, " (%d, %d)</title>", place.x, place.y);
        svg_tile_draw(t->s, &t->scene, place.tile, &layout, place.turned);
        svg_markup(t->s, "</g>");
    }
}

static void
draw_last(struct table *t)
{
    if (t->last == MEEPLED_NONE)
        return;
    const meepled_place place = meepled_board_get(t->g, t->last).place;
    svg_markup(t->s,
               "<rect class=\"y\" x=\"%d\" y=\"%d\" width=\"100\" height=\"100\" rx=\"3\"/>"
               "<rect class=\"z\" x=\"%d\" y=\"%d\" width=\"100\" height=\"100\" rx=\"3\"/>",
               place.x * SVG_SIDE, place.y * SVG_SIDE, place.x * SVG_SIDE, place.y * SVG_SIDE);
}

/* ---- figures ---- */

static const char *
title_of(const struct table *t, const char *title, const char *title_cs)
{
    return t->board->czech && title_cs ? title_cs : title;
}

/* What a figure of this kind is called on a zone of that kind; its own title where it has no role.
 */
static const char *
role_of(const struct table *t, uint8_t figure, uint8_t kind)
{
    size_t count = 0;
    const char *name = meepled_stack_kinds(t->scene.stack, &count)[kind].name;
    const meepled_figure_word *word = &meepled_stack_figures(t->scene.stack, &count)[figure];

    for (const meepled_role_word *role = word->roles; role && role->kind; role++)
        if (strcmp(role->kind, name) == 0)
            return title_of(t, role->title, role->title_cs);
    return title_of(t, word->title, word->title_cs);
}

static const char *
player_name(const struct table *t, uint8_t seat)
{
    return seat < t->board->player_count ? t->board->players[seat].name : NULL;
}

static uint32_t
player_colour(const struct table *t, uint8_t seat)
{
    return svg_look_player(seat < t->board->player_count ? t->board->players[seat].colour : NULL,
                           seat);
}

static void
draw_figure(struct table *t, const meepled_figure *figure, uint8_t kind, svg_point at, float size)
{
    size_t count = 0;
    const meepled_figure_word *words = meepled_stack_figures(t->scene.stack, &count);
    const uint8_t zone_kind = meepled_zone_get(t->g, figure->zone).kind;
    const meepled_reach reach = meepled_stack_kinds(t->scene.stack, &count)[zone_kind].reach;
    const struct svg_figure drawing = {
        .colour = player_colour(t, figure->player),
        .shape = svg_figure_shape(words, kind),
        .lying = reach == MEEPLED_HALVES && !words[kind].companion &&
                 words[kind].scope != MEEPLED_IN_SYSTEM,
        .seat = figure->player,
        .size = size,
    };

    svg_markup(t->s, "<g><title>");
    svg_text(t->s, role_of(t, kind, zone_kind));
    if (player_name(t, figure->player)) {
        svg_markup(t->s, ": ");
        svg_text(t->s, player_name(t, figure->player));
    }
    svg_markup(t->s, "</title>");
    svg_figure(t->s, &drawing, at);
    svg_markup(t->s, "</g>");
}

static void
draw_figures(struct table *t)
{
    for (uint16_t f = 0; f < meepled_figure_count(t->g); f++) {
        const meepled_figure figure = meepled_figure_get(t->g, f);
        svg_point at = t->anchors[figure.zone];
        /* Others on the same zone stand beside one another. */
        for (uint16_t other = 0; other < f; other++)
            if (meepled_figure_get(t->g, other).zone == figure.zone)
                at.x += 12;
        draw_figure(t, &figure, figure.kind, at, 1.25f);
        if (figure.with != MEEPLED_NONE8)
            draw_figure(t, &figure, figure.with, (svg_point){ at.x + 13, at.y + 5 }, 1);
    }
}

/* ---- legal places ---- */

static bool
same_cell(const meepled_action *a, const meepled_action *b)
{
    return a->type == b->type && a->x == b->x && a->y == b->y;
}

/* An arrowhead for each way round in which a tile may lie, where its north side would be. */
static void
draw_ways(struct table *t, size_t from)
{
    bool drawn[4] = { false };

    for (size_t i = from; i < t->action_count; i++) {
        const unsigned way = t->actions[i].turned / 90u % 4;
        if (!same_cell(&t->actions[i], &t->actions[from]) || drawn[way])
            continue;
        drawn[way] = true;
        svg_markup(t->s,
                   "<path class=\"c\" d=\"M50 14 57 26H43Z\" transform=\"rotate(%u 50 50)\"/>",
                   way * 90);
    }
}

static void
draw_legal(struct table *t)
{
    for (size_t i = 0; i < t->action_count; i++) {
        const meepled_action *action = &t->actions[i];
        bool before = false;
        for (size_t k = 0; k < i && !before; k++)
            before = same_cell(&t->actions[k], action) && action->type == MEEPLED_PLACE_TILE;
        if (action->type == MEEPLED_PLACE_TILE && !before) {
            open_cell(t, action->x, action->y);
            svg_markup(t->s,
                       "<rect class=\"q\" x=\"6\" y=\"6\" width=\"88\" height=\"88\" rx=\"8\" "
                       "stroke-width=\"2\" stroke-dasharray=\"7 5\"/>");
            draw_ways(t, i);
            svg_markup(t->s, "</g>");
        } else if (action->type == MEEPLED_PLACE_FIGURE) {
            const uint16_t slot = meepled_board_find(t->g, action->x, action->y);
            const svg_point at = t->anchors[meepled_zone_first(t->g, slot) + action->zone];
            svg_markup(t->s,
                       "<circle class=\"y\" cx=\"%.1f\" cy=\"%.1f\" r=\"9\"/>"
                       "<circle class=\"z\" cx=\"%.1f\" cy=\"%.1f\" r=\"9\" "
                       "stroke-dasharray=\"4 3\"/>",
                       (double)at.x, (double)at.y, (double)at.x, (double)at.y);
        }
    }
}

/* ---- around ---- */

static void
draw_players(struct table *t, int left, int top)
{
    const uint8_t turn = meepled_turn_get(t->g).phase == MEEPLED_OVER
                             ? MEEPLED_NONE8
                             : meepled_turn_get(t->g).decides;
    size_t count = 0;
    const meepled_figure_word *words = meepled_stack_figures(t->scene.stack, &count);

    for (uint8_t seat = 0; seat < meepled_players(t->g); seat++) {
        const int x = left + seat % 4 * 190, y = top + seat / 4 * 46;
        const struct svg_figure drawing = { .colour = player_colour(t, seat),
                                            .shape = count > 0 ? svg_figure_shape(words, 0) : 0,
                                            .seat = seat,
                                            .size = 1.7f };
        if (seat == turn)
            svg_markup(t->s, "<path class=\"c\" d=\"M%d %dl9 5.5-9 5.5z\"/>", x - 9, y + 12);
        svg_figure(t->s, &drawing, (svg_point){ (float)x + 19, (float)y + 18 });
        svg_markup(t->s, "<text class=\"c\" x=\"%d\" y=\"%d\" font-size=\"15\">", x + 38, y + 15);
        const char *name = player_name(t, seat);
        if (name)
            svg_text(t->s, name);
        else
            svg_markup(t->s, "%u", seat + 1u);
        svg_markup(t->s,
                   "</text><text class=\"c\" x=\"%d\" y=\"%d\" font-size=\"17\" "
                   "font-weight=\"700\">%d</text>",
                   x + 38, y + 34, meepled_score_get(t->g, seat));
    }
}

static void
draw_words(struct table *t)
{
    svg_markup(t->s, "<title>");
    svg_text(t->s, t->board->title ? t->board->title : "");
    svg_markup(t->s, "</title><desc>");
    svg_markup(t->s,
               t->board->czech ? "Kartiček na stole: %u. Figurek: %u."
                               : "Tiles on the table: %u. Figures: %u.",
               meepled_board_count(t->g), meepled_figure_count(t->g));
    for (uint8_t seat = 0; seat < meepled_players(t->g); seat++) {
        const char *name = player_name(t, seat);
        svg_markup(t->s, " %u ", seat + 1u);
        svg_text(t->s, name ? name : "");
        svg_markup(t->s, ": %d.", meepled_score_get(t->g, seat));
    }
    svg_markup(t->s, "</desc>");
}

static void
draw_document(struct table *t)
{
    const int players = meepled_players(t->g), columns = players < 4 ? players : 4;
    const int strip = players > 4 ? STRIP + 46 : STRIP;
    const int left = t->left * SVG_SIDE - MARGIN, top = t->top * SVG_SIDE - MARGIN;
    int width = (t->right - t->left + 1) * SVG_SIDE + 2 * MARGIN;
    const int height = (t->bottom - t->top + 1) * SVG_SIDE + 2 * MARGIN + strip;
    const int least = columns * 190 + 2 * MARGIN;
    const int spare = width < least ? least - width : 0;

    width += spare;
    svg_markup(t->s,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%d %d %d %d\" width=\"%d\" "
               "height=\"%d\" role=\"img\">",
               left - spare / 2, top, width, height, width, height);
    draw_words(t);
    svg_tile_defs(t->s, &t->scene);
    svg_markup(t->s, "<rect class=\"t\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
               left - spare / 2, top, width, height);
    draw_tiles(t);
    draw_last(t);
    draw_figures(t);
    draw_legal(t);
    draw_players(t, left - spare / 2 + MARGIN, top + height - strip);
    svg_markup(t->s, "</svg>\n");
}

/* A table without tiles: who sits at it. */
static void
draw_empty(struct svg_out *s, const struct svg_board *board)
{
    svg_markup(s,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 %d\" width=\"400\" "
               "height=\"%d\" role=\"img\"><title>",
               60 + 30 * board->player_count, 60 + 30 * board->player_count);
    svg_text(s, board->title);
    svg_markup(s, "</title>");
    svg_look_style(s, &(struct svg_look){ .kinds = 0 });
    svg_markup(s, "<rect class=\"t\" width=\"400\" height=\"%d\"/>", 60 + 30 * board->player_count);
    for (uint8_t seat = 0; seat < board->player_count; seat++) {
        const struct svg_player *player = &board->players[seat];
        const struct svg_figure figure = { .colour = svg_look_player(player->colour, seat),
                                           .seat = seat,
                                           .size = 1.2f };
        svg_figure(s, &figure, (svg_point){ 40, 40 + 30.f * seat });
        svg_markup(s, "<text class=\"c\" x=\"64\" y=\"%d\" font-size=\"15\">", 45 + 30 * seat);
        svg_text(s, player->name);
        svg_markup(s, "</text>");
    }
    svg_markup(s, "</svg>\n");
}

void
svg_board_document(struct svg_out *s, const struct svg_board *board)
{
    struct table t;

    if (!board->game) {
        draw_empty(s, board);
        return;
    }
    if (table_begin(&t, s, board))
        draw_document(&t);
    else
        s->failed = true;
    free(t.actions);
    free(t.anchors);
}
