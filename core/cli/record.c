/* Records: the game one begins with, and writing one. */
#include "cli/record.h"

#include <stdlib.h>
#include <string.h>

/* Warn when the rules or tiles are others than the record's: its digests may then differ. */
static void
compare(const struct record *record, const meepled_stack *stack)
{
    uint8_t tiles[32];

    if (record->layer_count > 0 && record->layer_count != meepled_stack_layers(stack))
        fprintf(stderr, "meeplectl: %s: played with %zu layers, this variant has %zu\n",
                record->name, record->layer_count, meepled_stack_layers(stack));
    for (size_t i = 0; i < record->layer_count && i < meepled_stack_layers(stack); i++) {
        const meepled_layer_info here = meepled_stack_layer(stack, i);
        const struct record_layer *then = &record->layers[i];

        if (strcmp(here.name, then->name) != 0 || strcmp(here.version, then->version) != 0)
            fprintf(stderr, "meeplectl: %s: played by %s %s, this is %s %s\n", record->name,
                    then->name, then->version, here.name, here.version);
    }
    meepled_stack_tiles_digest(stack, tiles);
    if (record->has_tiles && memcmp(tiles, record->tiles, sizeof tiles) != 0)
        fprintf(stderr, "meeplectl: %s: played with other tile sets\n", record->name);
}

/* Look the decks' words up; tiles go to ids[], which has room for all. */
static meepled_status
decks(const struct record *record, const meepled_stack *stack, meepled_deck *out, uint16_t *ids,
      meepled_error *err)
{
    size_t pile_count;
    const meepled_pile_word *piles = meepled_stack_piles(stack, &pile_count);

    for (size_t d = 0; d < record->deck_count; d++) {
        const struct record_deck *deck = &record->decks[d];
        size_t pile = 0;

        while (pile < pile_count && strcmp(piles[pile].name, deck->pile) != 0)
            pile++;
        if (pile == pile_count)
            return meepled_fail(err, MEEPLED_ECONFIG, "%s: unknown pile %s", record->name,
                                deck->pile);
        out[d] = (meepled_deck){ .pile = (uint8_t)pile, .tiles = ids, .count = deck->count };
        for (size_t i = 0; i < deck->count; i++) {
            *ids = meepled_stack_tile_find(stack, deck->tiles[i]);
            if (*ids++ == MEEPLED_NONE)
                return meepled_fail(err, MEEPLED_ECONFIG, "%s: unknown tile %s", record->name,
                                    deck->tiles[i]);
        }
    }
    return MEEPLED_OK;
}

meepled_status
record_start(const struct record *record, meepled_registry *registry, meepled_game **game,
             meepled_error *err)
{
    const meepled_variant *variant = meepled_variant_find(registry, record->variant);
    meepled_deck deck_list[MEEPLED_PILES_MAX];
    size_t ids = 1;

    if (variant == NULL)
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: unknown variant %s", record->name,
                            record->variant);
    meepled_stack *stack =
        meepled_variant_stack(registry, variant, record->options, record->option_count, err);
    if (stack == NULL)
        return MEEPLED_ECONFIG;
    compare(record, stack);
    for (size_t d = 0; d < record->deck_count; d++)
        ids += record->decks[d].count;
    uint16_t *tiles = malloc(ids * sizeof *tiles);
    meepled_status status = tiles != NULL ? decks(record, stack, deck_list, tiles, err)
                                          : meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
    if (status == MEEPLED_OK) {
        meepled_game_params params = {
            .players = record->players,
            .first = record->first,
            .decks = deck_list,
            .deck_count = record->deck_count,
        };

        memcpy(params.seed, record->seed, sizeof params.seed);
        status = meepled_game_new(stack, &params, NULL, game, err);
    }
    free(tiles);
    meepled_stack_unref(stack); /* the game has its own reference */
    return status;
}

void
record_write_head(FILE *out, const meepled_stack *stack, const struct record_head *head)
{
    const meepled_game_params *params = head->params;
    uint8_t tiles[32];
    size_t pile_count;
    const meepled_pile_word *piles = meepled_stack_piles(stack, &pile_count);

    fprintf(out, "[record %d]\n[variant %s]\n", (int)RECORD_VERSION, head->variant);
    for (size_t i = 0; i < head->option_count; i++)
        fprintf(out, "[option %s %s]\n", head->options[i].name, head->options[i].value);
    for (size_t i = 0; i < meepled_stack_layers(stack); i++) {
        const meepled_layer_info layer = meepled_stack_layer(stack, i);

        fprintf(out, "[rules %s %s]\n", layer.name, layer.version);
    }
    fputs("[tiles ", out);
    meepled_stack_tiles_digest(stack, tiles);
    cli_hex_print(out, tiles, sizeof tiles);
    fprintf(out, "]\n[players %d]\n", params->players);
    if (params->first != MEEPLED_NONE8)
        fprintf(out, "[first %d]\n", params->first);
    fputs("[seed ", out);
    cli_hex_print(out, params->seed, sizeof params->seed);
    fputs("]\n", out);
    for (size_t d = 0; d < params->deck_count; d++) {
        fprintf(out, "[deck %s", piles[params->decks[d].pile].name);
        for (size_t i = 0; i < params->decks[d].count; i++)
            fprintf(out, " %s", meepled_stack_tile(stack, params->decks[d].tiles[i]).id);
        fputs("]\n", out);
    }
    fputc('\n', out);
}

void
record_write_action(FILE *out, size_t number, uint8_t seat, const char *text,
                    const meepled_game *after)
{
    uint8_t digest[MEEPLED_DIGEST];

    meepled_digest(after, digest);
    fprintf(out, "%zu %d %s = ", number, seat, text);
    cli_hex_print(out, digest, sizeof digest);
    fputc('\n', out);
}

void
record_write_end(FILE *out, const meepled_game *g)
{
    fputs("\n[scores", out);
    for (uint8_t p = 0; p < meepled_players(g); p++)
        fprintf(out, " %ld", (long)meepled_score_get(g, p));
    fputs("]\n", out);
}
