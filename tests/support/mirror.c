/* A game on the daemon and the same game here. */
#include "tests/support/mirror.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

meepled_registry *
mirror_registry(void)
{
    const char *build = getenv("MEEPLED_BUILD");
    char plugins[512];
    meepled_report *mistakes = meepled_report_new(), *skipped = meepled_report_new();

    snprintf(plugins, sizeof plugins, "%s/plugins", build != NULL ? build : "build");
    const meepled_registry_paths paths = { plugins, "conf/tilesets", "conf/variants" };
    meepled_registry *registry = meepled_registry_open(&paths, mistakes, skipped);
    for (size_t i = 0; i < meepled_report_count(mistakes); i++)
        fprintf(stderr, "%s\n", meepled_report_get(mistakes, i));
    meepled_report_free(mistakes);
    meepled_report_free(skipped);
    return registry;
}

/* Take what the answer to POST /v1/games says. */
static bool
take_answer(struct mirror *mirror, uint8_t players, const char *body)
{
    json_t *root = json_loads(body, 0, NULL);
    const json_t *seats = json_object_get(json_object_get(root, "tokens"), "seats");
    const char *id = json_string_value(json_object_get(root, "game"));
    bool good = id != NULL;

    if (good)
        snprintf(mirror->id, sizeof mirror->id, "%s", id);
    for (uint8_t p = 0; p < players && good; p++) {
        char key[4];

        snprintf(key, sizeof key, "%d", p);
        const char *token = json_string_value(json_object_get(seats, key));
        good = token != NULL;
        if (good)
            snprintf(mirror->tokens[p], MIRROR_TOKEN, "%s", token);
    }
    mirror->version = (uint32_t)json_integer_value(json_object_get(root, "version"));
    json_decref(root);
    return good;
}

bool
mirror_create(struct mirror *mirror, struct wire *wire, meepled_registry *registry,
              const char *variant, uint8_t players, uint32_t number)
{
    meepled_game_params params = { .players = players, .first = 0 };
    const meepled_variant *found = meepled_variant_find(registry, variant);
    meepled_error err = { "unknown variant" };
    struct wire_answer answer;
    char body[1024], hex[2 * MEEPLED_SEED + 1];

    *mirror = (struct mirror){ .random = number };
    for (size_t i = 0; i < MEEPLED_SEED; i++) {
        params.seed[i] = (uint8_t)(number >> 8 * (i % 4)) ^ (uint8_t)i;
        snprintf(hex + 2 * i, 3, "%02x", params.seed[i]);
    }
    meepled_stack *stack =
        found != NULL ? meepled_variant_stack(registry, found, NULL, 0, &err) : NULL;
    if (stack == NULL || meepled_game_new(stack, &params, NULL, &mirror->g, &err) != MEEPLED_OK) {
        fprintf(stderr, "%s: %s\n", variant, err.text);
        meepled_stack_unref(stack);
        return false;
    }
    meepled_stack_unref(stack);
    int length = snprintf(body, sizeof body,
                          "{\"variant\":\"%s\",\"options\":{\"first-player\":0},\"seed\":\"%s\","
                          "\"seats\":[",
                          variant, hex);
    for (uint8_t p = 0; p < players; p++)
        length += snprintf(body + length, sizeof body - (size_t)length, "%s{\"name\":\"p%d\"}",
                           p > 0 ? "," : "", p);
    snprintf(body + length, sizeof body - (size_t)length, "]}");
    if (!wire_request(wire, "POST", "/v1/games", "", body, &answer))
        return false;
    if (answer.status != 201 || !take_answer(mirror, players, answer.body)) {
        fprintf(stderr, "POST /v1/games: %d %s\n", answer.status, answer.body);
        return false;
    }
    return true;
}

void
mirror_free(struct mirror *mirror)
{
    meepled_game_free(mirror->g);
    *mirror = (struct mirror){ 0 };
}

bool
mirror_choose(struct mirror *mirror, meepled_action *action, uint8_t *seat)
{
    meepled_action list[MIRROR_ACTIONS_MAX];
    const size_t count = meepled_actions(mirror->g, list, MIRROR_ACTIONS_MAX);

    if (count == 0 || count > MIRROR_ACTIONS_MAX)
        return false;
    mirror->random = mirror->random * 1664525u + 1013904223u;
    *action = list[(mirror->random >> 8) % count];
    *seat = meepled_turn_get(mirror->g).decides;
    return true;
}

void
mirror_json(const meepled_game *g, const meepled_action *action, char *out, size_t cap)
{
    const meepled_stack *stack = meepled_game_stack(g);
    size_t n;
    const char *figure = "", *zone = "";
    char with[64] = "";

    if (action->type == MEEPLED_PLACE_FIGURE || action->type == MEEPLED_RETRIEVE_FIGURE) {
        const uint16_t slot = meepled_board_find(g, action->x, action->y);

        figure = meepled_stack_figures(stack, &n)[action->figure].name;
        zone = meepled_zone_name(g, (uint16_t)(meepled_zone_first(g, slot) + action->zone));
    }
    switch (action->type) {
    case MEEPLED_PLACE_TILE:
        snprintf(out, cap,
                 "{\"type\":\"place-tile\",\"tile\":\"%s\",\"x\":%d,\"y\":%d,"
                 "\"rotation\":%d}",
                 meepled_tile_id(g, action->tile), action->x, action->y, action->turned);
        break;
    case MEEPLED_PLACE_FIGURE:
        if (action->with != MEEPLED_NONE8)
            snprintf(with, sizeof with, ",\"with\":\"%s\"",
                     meepled_stack_figures(stack, &n)[action->with].name);
        snprintf(out, cap, "{\"type\":\"place-figure\",\"figure\":\"%s\",\"zone\":\"%s\"%s}",
                 figure, zone, with);
        break;
    case MEEPLED_RETRIEVE_FIGURE:
        snprintf(out, cap,
                 "{\"type\":\"retrieve-figure\",\"figure\":\"%s\",\"x\":%d,\"y\":%d,"
                 "\"zone\":\"%s\"}",
                 figure, action->x, action->y, zone);
        break;
    case MEEPLED_CHOOSE:
        snprintf(out, cap, "{\"type\":\"choose\",\"choice\":\"%s\"}",
                 meepled_stack_choices(stack, &n)[action->choice].name);
        break;
    default:
        snprintf(out, cap, "{\"type\":\"pass\"}");
        break;
    }
}

bool
mirror_apply(struct mirror *mirror, uint8_t seat, const meepled_action *action)
{
    if (meepled_apply(mirror->g, seat, action, NULL, NULL, NULL) != MEEPLED_OK)
        return false;
    mirror->version++;
    return true;
}

/* ---- comparing ---- */

static _Thread_local char difference[256];

static const char *differs(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *
differs(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(difference, sizeof difference, format, arguments);
    va_end(arguments);
    return difference;
}

static long
number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    return json_is_integer(value) ? (long)json_integer_value(value) : -9999;
}

static bool
is_text(const json_t *object, const char *key, const char *text)
{
    const char *value = json_string_value(json_object_get(object, key));

    return value != NULL && strcmp(value, text) == 0;
}

static const char *
board_differs(const meepled_game *g, const json_t *board)
{
    const json_t *tiles = json_object_get(board, "tiles"),
                 *figures = json_object_get(board, "figures");

    if (json_array_size(tiles) != meepled_board_count(g))
        return differs("%zu tiles, not %d", json_array_size(tiles), meepled_board_count(g));
    for (uint16_t slot = 0; slot < meepled_board_count(g); slot++) {
        const json_t *tile = json_array_get(tiles, slot);
        const meepled_place place = meepled_board_get(g, slot).place;

        if (!is_text(tile, "tile", meepled_tile_id(g, place.tile)) ||
            number(tile, "x") != place.x || number(tile, "y") != place.y ||
            number(tile, "rotation") != place.turned)
            return differs("tile %d is not %s at %d,%d turned %d", slot,
                           meepled_tile_id(g, place.tile), place.x, place.y, place.turned);
    }
    if (json_array_size(figures) != meepled_figure_count(g))
        return differs("%zu figures, not %d", json_array_size(figures), meepled_figure_count(g));
    for (uint16_t f = 0; f < meepled_figure_count(g); f++) {
        const json_t *shown = json_array_get(figures, f);
        const meepled_figure figure = meepled_figure_get(g, f);
        const meepled_place place =
            meepled_board_get(g, meepled_zone_get(g, figure.zone).slot).place;

        if (number(shown, "player") != figure.player || number(shown, "x") != place.x ||
            number(shown, "y") != place.y ||
            !is_text(shown, "zone", meepled_zone_name(g, figure.zone)))
            return differs("figure %d is not seat %d's on %s at %d,%d", f, figure.player,
                           meepled_zone_name(g, figure.zone), place.x, place.y);
    }
    return NULL;
}

const char *
mirror_differs(const meepled_game *g, const char *json)
{
    json_t *root = json_loads(json, 0, NULL);
    const json_t *players = json_object_get(root, "players"), *turn = json_object_get(root, "turn");
    const meepled_stack *stack = meepled_game_stack(g);
    const char *found = root == NULL ? "no JSON" : board_differs(g, json_object_get(root, "board"));
    size_t count;

    for (uint8_t p = 0; p < meepled_players(g) && found == NULL; p++) {
        const json_t *player = json_array_get(players, p),
                     *supply = json_object_get(player, "supply");
        const meepled_figure_word *figures = meepled_stack_figures(stack, &count);

        if (number(player, "score") != meepled_score_get(g, p))
            found = differs("seat %d has %ld points, not %ld", p, number(player, "score"),
                            (long)meepled_score_get(g, p));
        for (uint8_t k = 0; k < count && found == NULL; k++)
            if (number(supply, figures[k].name) != meepled_supply(g, p, k))
                found = differs("seat %d has not %d of %s", p, meepled_supply(g, p, k),
                                figures[k].name);
    }
    const meepled_pile_word *piles = meepled_stack_piles(stack, &count);
    for (uint8_t p = 0; p < count && found == NULL; p++)
        if (number(json_object_get(root, "piles"), piles[p].name) != meepled_pile_left(g, p))
            found = differs("pile %s has not %d tiles", piles[p].name, meepled_pile_left(g, p));
    const meepled_turn here = meepled_turn_get(g);
    if (found == NULL && here.phase != MEEPLED_OVER &&
        (number(turn, "decides") != here.decides || number(turn, "number") != here.number))
        found = differs("seat %ld decides in turn %ld, not %d in %d", number(turn, "decides"),
                        number(turn, "number"), here.decides, here.number);
    if (found == NULL && here.phase == MEEPLED_OVER && !is_text(root, "status", "finished"))
        found = differs("it is not finished");
    json_decref(root);
    return found;
}
