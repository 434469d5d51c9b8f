/* Statements that make a position: players, tiles, figures, piles, scores. */
#include "rules/stack.h"
#include "tests/support/position_script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

bool
position_number(struct position *p, char **rest, int32_t *number)
{
    char word[POSITION_WORD_MAX], *end;

    if (!position_word(rest, word))
        return position_wrong(p, "a number is missing");
    *number = (int32_t)strtol(word, &end, 10);
    return *end == '\0' || position_wrong(p, "\"%s\" is no number", word);
}

bool
position_seat(struct position *p, char **rest, uint8_t *seat)
{
    char word[POSITION_WORD_MAX];

    if (!position_word(rest, word))
        return position_wrong(p, "a colour is missing");
    for (*seat = 0; *seat < p->players; ++*seat) {
        if (strcmp(p->colours[*seat], word) == 0)
            return true;
    }
    return position_wrong(p, "no player is \"%s\"", word);
}

bool
position_spot(struct position *p, char **rest, struct position_spot *spot)
{
    char word[POSITION_WORD_MAX], name[POSITION_WORD_MAX];
    int x = 0, y = 0;

    if (!position_word(rest, word) || sscanf(word, "%47[^@]@(%d,%d)", name, &x, &y) != 3)
        return position_wrong(p, "zone@(x,y) is missing before \"%s\"", *rest);
    const uint16_t slot = meepled_board_find(p->game, (int16_t)x, (int16_t)y);
    if (slot == MEEPLED_NONE)
        return position_wrong(p, "no tile at (%d,%d)", x, y);
    const uint16_t first = meepled_zone_first(p->game, slot);
    for (uint8_t i = 0; i < meepled_zone_count(p->game, slot); i++) {
        const uint16_t zone = (uint16_t)(first + i);
        if (strcmp(meepled_zone_name(p->game, zone), name) == 0) {
            *spot = (struct position_spot){ (int16_t)x, (int16_t)y, i, zone };
            return true;
        }
    }
    return position_wrong(p, "no zone %s at (%d,%d)", name, x, y);
}

bool
position_tile_find(struct position *p, char **rest, uint16_t *tile)
{
    char word[POSITION_WORD_MAX];

    if (!position_word(rest, word))
        return position_wrong(p, "a tile is missing");
    *tile = meepled_stack_tile_find(p->stack, word);
    return *tile != MEEPLED_NONE || position_wrong(p, "no tile \"%s\"", word);
}

const char *
position_role(const struct position *p, uint8_t kind, uint16_t zone)
{
    size_t count;
    const meepled_figure_word *figure = &meepled_stack_figures(p->stack, &count)[kind];
    const char *on =
        meepled_stack_kinds(p->stack, &count)[meepled_zone_get(p->game, zone).kind].name;

    for (const meepled_role_word *r = figure->roles; r != NULL && r->kind != NULL; r++) {
        if (strcmp(r->kind, on) == 0)
            return r->name;
    }
    return figure->name;
}

bool
position_kind(struct position *p, char **rest, uint16_t zone, uint8_t *kind)
{
    char word[POSITION_WORD_MAX];
    size_t count;
    const meepled_figure_word *figures = meepled_stack_figures(p->stack, &count);

    if (!position_word(rest, word))
        return position_wrong(p, "a figure is missing");
    for (*kind = 0; *kind < count; ++*kind) {
        if (strcmp(figures[*kind].name, word) == 0)
            return true;
        if (zone != MEEPLED_NONE && strcmp(position_role(p, *kind, zone), word) == 0)
            return true;
    }
    return position_wrong(p, "no figure \"%s\" there", word);
}

/* ---- making the game ---- */

const meepled_plugin *
position_plugin(const struct position *p, const char *name)
{
    for (size_t i = 0; i < p->plugin_count; i++) {
        if (strcmp(p->plugins[i]->name, name) == 0)
            return p->plugins[i];
    }
    return NULL;
}

/* The base and what lies on it; false when one is unknown. */
static bool
plugins_of(struct position *p, const meepled_plugin *plugins[1 + POSITION_LAYERS_MAX])
{
    plugins[0] = position_plugin(p, p->plugin_name);
    if (plugins[0] == NULL)
        return position_wrong(p, "no plugin \"%s\"", p->plugin_name);
    for (size_t i = 0; i < p->layer_count; i++) {
        plugins[1 + i] = position_plugin(p, p->layers[i]);
        if (plugins[1 + i] == NULL)
            return position_wrong(p, "no plugin \"%s\"", p->layers[i]);
    }
    return true;
}

static bool
make_stack(struct position *p)
{
    const meepled_plugin *plugins[1 + POSITION_LAYERS_MAX];
    enum { TEXT_MAX = 64 * 1024 };
    char *text = malloc(TEXT_MAX), why[128] = "out of memory";
    meepled_report *report = meepled_report_new();
    struct tileset *set = NULL;
    const bool known = plugins_of(p, plugins);

    if (known && text != NULL && report != NULL &&
        position_tileset_text(p->tiles, p->tile_count, text, TEXT_MAX, why)) {
        set = tileset_parse(text, "position", report);
        if (set != NULL) {
            const struct tileset *const sets[] = { set };
            struct stack_setting settings[POSITION_OPTIONS_MAX];
            const struct stack_spec spec = { .plugins = plugins,
                                             .plugin_count = 1 + p->layer_count,
                                             .tilesets = sets,
                                             .tileset_count = 1,
                                             .settings = settings,
                                             .setting_count = p->option_count };

            for (size_t i = 0; i < p->option_count; i++)
                settings[i] = (struct stack_setting){ .name = p->options[i].name,
                                                      .value = p->options[i].value };
            p->stack = stack_new(&spec, report);
        }
        snprintf(why, sizeof why, "%.120s",
                 meepled_report_count(report) > 0 ? meepled_report_get(report, 0) : "no stack");
    }
    tileset_free(set);
    meepled_report_free(report);
    free(text);
    return p->stack != NULL || (known && position_wrong(p, "%s", why));
}

bool
position_ready(struct position *p)
{
    meepled_error err = { "" };

    if (p->game != NULL)
        return true;
    if (!make_stack(p))
        return false;
    if (position_new(p->stack, p->players, &p->game, &err) != MEEPLED_OK)
        return position_wrong(p, "%s", err.text);
    for (size_t i = 0; i < p->tile_count; i++) {
        const struct position_tile *tile = &p->tiles[i];

        if (!tile->has_cell || strcmp(tile->id, "new") == 0)
            continue;
        const meepled_place place = { .tile = meepled_stack_tile_find(p->stack, tile->id),
                                      .x = tile->x,
                                      .y = tile->y };
        if (position_lay(p->game, &place, tile->start ? MEEPLED_NONE8 : 0, &err) != MEEPLED_OK)
            return position_wrong(p, "(%d,%d): %s", tile->x, tile->y, err.text);
    }
    return true;
}

/* ---- statements ---- */

/* plugin hunters-gatherers */
static bool
say_plugin(struct position *p, char *rest)
{
    return sscanf(rest, "%31s", p->plugin_name) == 1 || position_wrong(p, "which plugin?");
}

/* option hand 2; a later one of the same name wins */
static bool
say_option(struct position *p, char *rest)
{
    if (p->game != NULL)
        return position_wrong(p, "options come before what is done with them");
    if (p->option_count == POSITION_OPTIONS_MAX)
        return position_wrong(p, "more than %d options", POSITION_OPTIONS_MAX);
    struct position_option *option = &p->options[p->option_count++];
    return sscanf(rest, "%31s %15s", option->name, option->value) == 2 ||
           position_wrong(p, "NAME VALUE is missing");
}

/* players red blue green */
static bool
say_players(struct position *p, char *rest)
{
    char word[POSITION_WORD_MAX];

    for (p->players = 0; position_word(&rest, word); p->players++) {
        if (p->players == MEEPLED_PLAYERS_MAX)
            return position_wrong(p, "more than %d players", MEEPLED_PLAYERS_MAX);
        snprintf(p->colours[p->players], sizeof p->colours[0], "%.15s", word);
    }
    return true;
}

/* tiles, and the lines that follow */
static bool
say_tiles(struct position *p, char *rest)
{
    (void)rest;
    p->in_tiles = true;
    return p->game == NULL || position_wrong(p, "tiles come before what is done with them");
}

/* tile calm meadow-1 NL NR EL ER SL SR WL WR */
static bool
say_tile(struct position *p, char *rest)
{
    struct position_tile tile;

    if (p->game != NULL)
        return position_wrong(p, "tiles come before what is done with them");
    if (p->tile_count == POSITION_TILES_MAX || !position_tile_named(rest, &tile))
        return position_wrong(p, "no room for the tile, or it has no name");
    p->tiles[p->tile_count++] = tile;
    return true;
}

/* figure gatherer red forest-1@(0,0) [times | with builder] */
static bool
say_figure(struct position *p, char *rest)
{
    char role[POSITION_WORD_MAX], *role_at = role;
    struct position_spot spot;
    uint8_t seat, kind, with = MEEPLED_NONE8;
    int32_t times = 1;
    meepled_error err = { "" };

    if (!position_word(&rest, role))
        return position_wrong(p, "which figure?");
    if (!position_seat(p, &rest, &seat) || !position_spot(p, &rest, &spot) ||
        !position_kind(p, &role_at, spot.zone, &kind))
        return false;
    rest += strspn(rest, " \t");
    if (strncmp(rest, "with ", 5) == 0) {
        rest += 5;
        if (!position_kind(p, &rest, MEEPLED_NONE, &with))
            return false;
    } else if (*rest != '\0' && !position_number(p, &rest, &times)) {
        return false;
    }
    for (; times > 0; times--) {
        if (position_figure(p->game, seat, kind, with, spot.x, spot.y, spot.index, &err) !=
            MEEPLED_OK)
            return position_wrong(p, "%s", err.text);
    }
    return true;
}

/* pile bonus b1 b2: the first is drawn first */
static bool
say_pile(struct position *p, char *rest)
{
    enum { PILE_MAX = 32 };
    char name[POSITION_WORD_MAX];
    size_t piles, count = 0;
    uint16_t tiles[PILE_MAX];
    meepled_error err = { "" };
    const meepled_pile_word *words = meepled_stack_piles(p->stack, &piles);

    if (!position_word(&rest, name))
        return position_wrong(p, "which pile?");
    for (uint8_t pile = 0; pile < piles; pile++) {
        if (strcmp(words[pile].name, name) != 0)
            continue;
        for (; rest[strspn(rest, " \t")] != '\0' && count < PILE_MAX; count++) {
            if (!position_tile_find(p, &rest, &tiles[count]))
                return false;
        }
        return position_pile(p->game, pile, tiles, count, &err) == MEEPLED_OK ||
               position_wrong(p, "%s", err.text);
    }
    return position_wrong(p, "no pile \"%s\"", name);
}

/* start-score red 48 */
static bool
say_start_score(struct position *p, char *rest)
{
    uint8_t seat;
    int32_t points;

    if (!position_seat(p, &rest, &seat) || !position_number(p, &rest, &points))
        return false;
    position_score(p->game, seat, points);
    return true;
}

/* cites HG-36 C-HG-21: for the coverage page */
static bool
say_cites(struct position *p, char *rest)
{
    return *rest != '\0' || position_wrong(p, "cites nothing");
}

const struct position_statement position_setup_statements[] = {
    { "plugin", say_plugin, false },
    { "option", say_option, false },
    { "players", say_players, false },
    { "cites", say_cites, false },
    { "tiles", say_tiles, false },
    { "tile", say_tile, false },
    { "figure", say_figure, true },
    { "pile", say_pile, true },
    { "start-score", say_start_score, true },
    { .name = NULL },
};
