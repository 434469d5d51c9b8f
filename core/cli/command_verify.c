/* meeplectl verify: does a seed match the commitment published when the game began, and which order
 * of the tiles follows from it? */
#include "cli/options.h"
#include "cli/places.h"

#include <string.h>

struct settings {
    struct places places;
    const char *seed, *commitment, *variant, *drawn;
    uint64_t players;
    struct option_list options;
};

static const struct option_row rows[] = {
    { "seed", OPTION_TEXT, offsetof(struct settings, seed), "HEX",
      "the seed, shown when the game is over", 0, 0 },
    { "commitment", OPTION_TEXT, offsetof(struct settings, commitment), "HEX",
      "the commitment, shown since it began", 0, 0 },
    { "variant", OPTION_TEXT, offsetof(struct settings, variant), "NAME",
      "print the order of the piles in a game of it", 0, 0 },
    { "players", OPTION_NUMBER, offsetof(struct settings, players), "N",
      "seats that played (with --variant)", 1, MEEPLED_PLAYERS_MAX },
    { "option", OPTION_LIST, offsetof(struct settings, options), "K=V",
      "option of the game, may be repeated", 0, 0 },
    { "drawn", OPTION_TEXT, offsetof(struct settings, drawn), "IDS",
      "tiles in the order they appeared: compare", 0, 0 },
    OPTIONS_PLACES(struct settings),
    { NULL, OPTION_FLAG, 0, NULL, NULL, 0, 0 },
};

/* ---- the order of the piles ---- */

static void
print_order(const meepled_game *g, uint8_t pile, const char *name)
{
    size_t count;
    const uint16_t *order = meepled_pile_dealt(g, pile, &count);

    printf("%s:", name);
    for (size_t i = 0; i < count; i++)
        printf(" %s", meepled_tile_id(g, order[i]));
    putchar('\n');
}

/* Each tile of `drawn` (ids, any separators) is the next one of its pile.  False after saying where
 * it is not. */
static bool
compare(const meepled_game *g, const char *drawn)
{
    const meepled_stack *stack = meepled_game_stack(g);
    size_t at[MEEPLED_PILES_MAX] = { 0 }, position = 0;
    char id[64];

    for (const char *next = drawn; *next != '\0';) {
        next += strspn(next, " ,\t\r\n");
        const size_t length = strcspn(next, " ,\t\r\n");
        if (length == 0)
            break;
        snprintf(id, sizeof id, "%.*s", (int)length, next);
        next += length;
        position++;
        const uint16_t tile = meepled_stack_tile_find(stack, id);
        if (tile == MEEPLED_NONE) {
            cli_fail(0, "drawn tile %zu: unknown tile %s", position, id);
            return false;
        }
        const uint8_t pile = meepled_stack_tile(stack, tile).pile;
        size_t count;
        const uint16_t *order = meepled_pile_dealt(g, pile, &count);
        const uint16_t due = at[pile] < count ? order[at[pile]++] : MEEPLED_NONE;
        if (due != tile) {
            cli_fail(0, "drawn tile %zu is %s, by the seed it is %s", position, id,
                     due == MEEPLED_NONE ? "none: the pile is empty" : meepled_tile_id(g, due));
            return false;
        }
    }
    printf("drawn: all %zu tiles are as the seed says\n", position);
    return true;
}

static int
show_orders(const struct settings *settings, const meepled_game *g)
{
    size_t count;
    const meepled_pile_word *piles = meepled_stack_piles(meepled_game_stack(g), &count);

    for (uint8_t pile = 0; pile < count; pile++)
        print_order(g, pile, piles[pile].name);
    return settings->drawn == NULL || compare(g, settings->drawn) ? CLI_GOOD : CLI_FOUND;
}

static int
deal(struct settings *settings, const uint8_t seed[MEEPLED_SEED])
{
    struct places_text text;
    struct options_game options;
    meepled_error err = { "" };
    int status = CLI_CONFIG;
    meepled_stack *stack = NULL;
    meepled_game *g = NULL;

    places_complete(&settings->places, &text);
    meepled_registry *registry = places_open(&settings->places, true);
    const meepled_variant *variant =
        registry != NULL ? places_variant(&settings->places, registry, settings->variant) : NULL;

    if (registry != NULL)
        status = CLI_USAGE; /* from here on only the call can be wrong */
    if (!options_game(&settings->options, &options) || variant == NULL)
        goto done;
    stack = meepled_variant_stack(registry, variant, options.settings, options.count, &err);
    if (stack == NULL) {
        cli_fail(0, "%s", err.text);
        goto done;
    }
    meepled_game_params params = { .players = (uint8_t)settings->players, .first = options.first };
    memcpy(params.seed, seed, sizeof params.seed);
    if (meepled_game_new(stack, &params, NULL, &g, &err) == MEEPLED_OK)
        status = show_orders(settings, g);
    else
        status = cli_fail(CLI_USAGE, "%s", err.text);
done:
    meepled_game_free(g);
    meepled_stack_unref(stack);
    options_game_clear(&options);
    meepled_registry_unref(registry);
    return status;
}

static int
run(const struct command *self, int argc, char **argv)
{
    struct settings settings = { 0 };
    const int first = options_parse(self, argc, argv, &settings);
    uint8_t seed[MEEPLED_SEED], said[32], is[32];
    int status = CLI_GOOD;

    if (first < 0)
        return options_status(first);
    if (first != argc)
        return cli_fail(CLI_USAGE, "verify: unexpected argument %s", argv[first]);
    if (settings.seed == NULL || !cli_hex(settings.seed, seed, sizeof seed))
        return cli_fail(CLI_USAGE, "verify: --seed takes 64 hexadecimal digits");
    if (settings.commitment != NULL && !cli_hex(settings.commitment, said, sizeof said))
        return cli_fail(CLI_USAGE, "verify: --commitment takes 64 hexadecimal digits");
    if ((settings.variant == NULL) != (settings.players == 0))
        return cli_fail(CLI_USAGE, "verify: --variant and --players belong together");
    if (settings.drawn != NULL && settings.variant == NULL)
        return cli_fail(CLI_USAGE, "verify: --drawn needs --variant and --players");

    meepled_commitment(seed, is);
    fputs("commitment of this seed: ", stdout);
    cli_hex_print(stdout, is, sizeof is);
    if (settings.commitment != NULL) {
        const bool same = memcmp(is, said, sizeof is) == 0;

        fputs(same ? "\nmatches" : "\nDOES NOT MATCH the one published", stdout);
        status = same ? CLI_GOOD : CLI_FOUND;
    }
    putchar('\n');
    if (settings.variant != NULL) {
        const int dealt = deal(&settings, seed);

        if (dealt != CLI_GOOD)
            status = dealt;
    }
    return status;
}

const struct command command_verify = {
    .name = "verify",
    .arguments = "--seed HEX",
    .summary = "compare a seed with its commitment, print the order of tiles it gives",
    .options = rows,
    .notes = "Exit status 1 when the commitment or the tiles do not match.  The same without this\n"
             "program, by sha256sum: docs/verify.md.",
    .run = run,
};
