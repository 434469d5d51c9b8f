/* meeplectl variants: what can be played, and what a variant is made of. */
#include "cli/options.h"
#include "cli/places.h"

#include <string.h>

struct settings {
    struct places places;
};

static const struct option_row rows[] = {
    OPTIONS_PLACES(struct settings),
    { NULL, OPTION_FLAG, 0, NULL, NULL, 0, 0 },
};

static void
list(const meepled_registry *registry)
{
    for (size_t i = 0; i < meepled_variant_count(registry); i++) {
        const meepled_variant *variant = meepled_variant_get(registry, i);
        uint8_t min, max;

        meepled_stack_players(variant->stack, &min, &max);
        printf("%-24s %d-%d players  %s\n", variant->name, min, max, variant->title);
    }
}

static void
print_option(const meepled_stack *stack, const meepled_option_word *word, size_t i)
{
    const int32_t value = meepled_stack_option(stack, i);

    printf("  %-20s ", word->name);
    switch (word->type) {
    case MEEPLED_YESNO:
        printf("yes|no, now %s", value ? "yes" : "no");
        break;
    case MEEPLED_NUMBER:
        printf("%ld..%ld, now %ld", (long)word->min, (long)word->max, (long)value);
        break;
    case MEEPLED_WORD:
        for (size_t w = 0; word->words[w] != NULL; w++)
            printf("%s%s", w > 0 ? "|" : "", word->words[w]);
        printf(", now %s", word->words[value]);
        break;
    }
    printf("  %s\n", word->help != NULL ? word->help : "");
}

static void
print_figures(const meepled_stack *stack)
{
    size_t count;
    const meepled_figure_word *figures = meepled_stack_figures(stack, &count);

    puts("figures (per player):");
    for (size_t f = 0; f < count; f++) {
        printf("  %-20s %d", figures[f].name, figures[f].supply);
        for (const meepled_role_word *role = figures[f].roles; role != NULL && role->kind != NULL;
             role++)
            printf("%s %s on %s", role == figures[f].roles ? ":" : ",", role->name, role->kind);
        puts(figures[f].companion ? " (beside another figure)" : "");
    }
}

static void
print_tiles(const meepled_stack *stack)
{
    const size_t types = meepled_stack_tiles(stack);

    puts("tile sets:");
    for (size_t s = 0; s < meepled_stack_tilesets(stack); s++) {
        const meepled_tileset_info set = meepled_stack_tileset(stack, s);
        size_t of_set = 0, tiles = 0;

        for (size_t i = 0; i < types; i++) {
            const meepled_tile_info tile = meepled_stack_tile(stack, (uint16_t)i);

            if (strcmp(tile.tileset, set.id) != 0)
                continue;
            of_set++;
            tiles += tile.count;
        }
        printf("  %-20s %zu tiles, %zu kinds", set.id, tiles, of_set);
        if (set.confidence != NULL)
            printf(", %s", set.confidence);
        putchar('\n');
    }
}

static void
show(const meepled_variant *variant)
{
    const meepled_stack *stack = variant->stack;
    uint8_t min, max;
    size_t count;

    meepled_stack_players(stack, &min, &max);
    printf("%s: %s\n%s:%u", variant->name, variant->title, variant->file, variant->line);
    if (variant->parent != NULL)
        printf(", from %s", variant->parent);
    printf("\nplayers: %d to %d\n", min, max);

    const meepled_option_word *options = meepled_stack_options(stack, &count);
    puts("options:");
    for (size_t i = 0; i < count; i++)
        print_option(stack, &options[i], i);
    puts("  first-player         random or a seat, now random");
    print_figures(stack);
    print_tiles(stack);

    puts("layers, top first:");
    for (size_t i = meepled_stack_layers(stack); i-- > 0;) {
        const meepled_layer_info layer = meepled_stack_layer(stack, i);

        printf("  %-20s %s %s: %s\n", layer.name, layer.version, layer.base ? "base" : "layer",
               layer.summary);
    }
    puts("hooks, and who answers first:");
    for (size_t i = 0; i < meepled_hook_count(); i++)
        printf("  %-20s %s\n", meepled_hook_name(i), meepled_stack_owner(stack, i));
}

static int
run(const struct command *self, int argc, char **argv)
{
    struct settings settings = { 0 };
    struct places_text text;
    const int first = options_parse(self, argc, argv, &settings);
    int status = CLI_GOOD;

    if (first < 0)
        return options_status(first);
    places_complete(&settings.places, &text);
    meepled_registry *registry = places_open(&settings.places, false);
    if (registry == NULL)
        return CLI_CONFIG;
    if (first == argc)
        list(registry);
    for (int i = first; i < argc; i++) {
        const meepled_variant *variant = places_variant(NULL, registry, argv[i]);

        if (variant == NULL) {
            status = CLI_USAGE;
            continue;
        }
        if (i > first)
            putchar('\n');
        show(variant);
    }
    meepled_registry_unref(registry);
    return status;
}

const struct command command_variants = {
    .name = "variants",
    .arguments = "[VARIANT]...",
    .summary = "list what can be played, or show what a variant is made of",
    .options = rows,
    .run = run,
};
