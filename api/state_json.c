/* The state object: everything somebody at the table can see, and nothing else until the end. */
#include "game_json.h"

static void
options_json(struct json_out *j, const struct server_game *game)
{
    size_t count = 0;

    put_object(j, "options");
    if (game->stack) {
        const meepled_option_word *words = meepled_stack_options(game->stack, &count);
        for (size_t i = 0; i < count; i++) {
            const int32_t value = meepled_stack_option(game->stack, i);
            if (words[i].type == MEEPLED_YESNO)
                put_bool(j, words[i].name, value != 0);
            else if (words[i].type == MEEPLED_NUMBER)
                put_int(j, words[i].name, value);
            else
                put_string(j, words[i].name, words[i].words[value]);
        }
        if (game->first_player == MEEPLED_NONE8)
            put_string(j, "first-player", "random");
        else
            put_int(j, "first-player", game->first_player);
    }
    put_end(j);
}

static void
rules_json(struct json_out *j, const meepled_stack *stack)
{
    put_array(j, "rules");
    for (size_t i = 0; stack && i < meepled_stack_layers(stack); i++) {
        const meepled_layer_info layer = meepled_stack_layer(stack, i);
        put_object(j, NULL);
        put_string(j, "name", layer.name);
        put_string(j, "version", layer.version);
        put_end(j);
    }
    put_end(j);
}

void
game_json_player(struct json_out *j, const struct store_game *record, const meepled_game *g,
                 uint8_t seat)
{
    const struct store_seat *s = &record->seats[seat];
    const meepled_stack *stack = g ? meepled_game_stack(g) : NULL;
    size_t count = 0;

    put_object(j, NULL);
    put_int(j, "seat", seat);
    put_string(j, "name", s->name);
    put_string(j, "colour", s->colour);
    put_string(j, "bot", s->bot);
    put_bool(j, "taken", s->taken);
    put_int(j, "score", g ? meepled_score_get(g, seat) : 0);
    put_object(j, "supply");
    if (g) {
        const meepled_figure_word *figures = meepled_stack_figures(stack, &count);
        for (size_t f = 0; f < count; f++)
            put_int(j, figures[f].name, meepled_supply(g, seat, (uint8_t)f));
    }
    put_end(j);
    put_array(j, "hand");
    const uint16_t *hand = g ? meepled_hand(g, seat, &count) : NULL;
    for (size_t i = 0; hand && i < count; i++)
        put_string(j, NULL, meepled_tile_id(g, hand[i]));
    put_end(j);
    put_object(j, "tokens");
    if (g) {
        const meepled_token_word *tokens = meepled_stack_tokens(stack, &count);
        for (size_t t = 0; t < count; t++) {
            const uint16_t number = meepled_tokens(g, seat, (uint8_t)t);
            if (number > 0)
                put_int(j, tokens[t].name, number);
        }
    }
    put_end(j);
    put_end(j);
}

static void
turn_json(struct json_out *j, const meepled_game *g)
{
    if (!g || meepled_turn_get(g).phase == MEEPLED_OVER) {
        put_null(j, "turn");
        return;
    }
    const meepled_turn turn = meepled_turn_get(g);
    size_t count = 0;
    const uint16_t *offered = meepled_offered(g, &count);

    put_object(j, "turn");
    put_int(j, "number", turn.number);
    put_int(j, "player", turn.player);
    put_int(j, "decides", turn.decides);
    put_string(j, "phase", game_json_phase(g));
    put_int(j, "part", turn.part);
    put_array(j, "tiles");
    for (size_t i = 0; i < count; i++)
        put_string(j, NULL, meepled_tile_id(g, offered[i]));
    put_end(j);
    put_bool(j, "bonus", turn.bonus);
    put_end(j);
}

static void
tiles_json(struct json_out *j, const char *key, const meepled_game *g, const uint16_t *tiles,
           size_t count)
{
    put_array(j, key);
    for (size_t i = 0; g && i < count; i++)
        put_string(j, NULL, meepled_tile_id(g, tiles[i]));
    put_end(j);
}

static void
piles_json(struct json_out *j, const meepled_game *g)
{
    size_t count = 0, tiles = 0;

    put_object(j, "piles");
    if (g) {
        const meepled_pile_word *piles = meepled_stack_piles(meepled_game_stack(g), &count);
        for (size_t p = 0; p < count; p++)
            put_int(j, piles[p].name, meepled_pile_left(g, (uint8_t)p));
    }
    put_end(j);
    const uint16_t *discarded = g ? meepled_discarded(g, &tiles) : NULL;
    tiles_json(j, "discarded", g, discarded, tiles);
    const uint16_t *aside = g ? meepled_laid_aside(g, &tiles) : NULL;
    tiles_json(j, "aside", g, aside, tiles);
}

/* What was promised at the beginning; what was kept secret, once the game is finished. */
static void
secrets_json(struct json_out *j, const struct state_view *view)
{
    const struct store_game *record = view->game->record;
    uint8_t commitment[32];

    meepled_commitment(record->seed, commitment);
    put_hex(j, "commitment", commitment, sizeof commitment);
    if (record->status != STORE_FINISHED || !view->dealt) {
        put_null(j, "seed");
        put_null(j, "deck");
        return;
    }
    size_t piles = 0, count = 0;
    const meepled_pile_word *words = meepled_stack_piles(view->game->stack, &piles);
    put_hex(j, "seed", record->seed, sizeof record->seed);
    put_object(j, "deck");
    for (size_t p = 0; p < piles; p++) {
        const uint16_t *order = meepled_pile_dealt(view->dealt, (uint8_t)p, &count);
        tiles_json(j, words[p].name, view->dealt, order, count);
    }
    put_end(j);
}

static void
board_json(struct json_out *j, const struct state_view *view)
{
    const meepled_game *g = view->game->game;

    put_object(j, "board");
    put_array(j, "tiles");
    for (uint16_t slot = view->tiles_from; g && slot < meepled_board_count(g); slot++) {
        const meepled_laid laid = meepled_board_get(g, slot);
        put_object(j, NULL);
        game_json_place(j, g, &laid.place);
        if (laid.player == MEEPLED_NONE8)
            put_null(j, "player");
        else
            put_int(j, "player", laid.player);
        put_int(j, "turn", laid.turn);
        put_end(j);
    }
    put_end(j);
    put_array(j, "figures");
    for (uint16_t f = 0; g && f < meepled_figure_count(g); f++) {
        const meepled_figure figure = meepled_figure_get(g, f);
        put_object(j, NULL);
        put_int(j, "player", figure.player);
        game_json_figure(j, g, &figure);
        put_end(j);
    }
    put_end(j);
    put_end(j);
}

static void
result_json(struct json_out *j, const struct server_game *game)
{
    if (game->record->status != STORE_FINISHED || !game->game) {
        put_null(j, "result");
        return;
    }
    uint8_t ranks[MEEPLED_PLAYERS_MAX];
    const uint8_t players = meepled_players(game->game);

    meepled_ranking(game->game, ranks);
    put_object(j, "result");
    put_array(j, "winners");
    for (uint8_t p = 0; p < players; p++)
        if (ranks[p] == 1)
            put_int(j, NULL, p);
    put_end(j);
    put_array(j, "ranking");
    for (uint8_t rank = 1; rank <= players; rank++)
        for (uint8_t p = 0; p < players; p++) {
            if (ranks[p] != rank)
                continue;
            put_object(j, NULL);
            put_int(j, "seat", p);
            put_int(j, "score", meepled_score_get(game->game, p));
            put_int(j, "rank", rank);
            put_end(j);
        }
    put_end(j);
    put_end(j);
}

void
game_json_state(struct json_out *j, const struct state_view *view)
{
    const struct server_game *game = view->game;
    const struct store_game *record = game->record;
    const uint8_t seats = record->players > 0 ? record->players : record->seat_count;

    put_object(j, NULL);
    put_string(j, "id", record->id);
    put_string(j, "variant", record->variant);
    options_json(j, game);
    rules_json(j, game->stack);
    put_bool(j, "private", record->private_game);
    put_string(j, "status", store_status_name(record->status));
    put_string(j, "reason", record->reason);
    put_int(j, "version", game->version);
    if (view->partial)
        put_int(j, "since", view->since);
    put_time(j, "created", record->created_ms);
    put_array(j, "players");
    for (uint8_t seat = 0; seat < seats; seat++)
        game_json_player(j, record, game->game, seat);
    put_end(j);
    turn_json(j, record->status == STORE_ABORTED ? NULL : game->game);
    piles_json(j, game->game);
    secrets_json(j, view);
    board_json(j, view);
    result_json(j, game);
    put_end(j);
}
