/* A small complete base for tests: one kind of zone, an option of each type. */
#include <meepled/rules.h>

static const meepled_kind_word kinds[] = {
    { .name = "grass", .title = "Grass", .colour = "#00ff00", .reach = MEEPLED_HALVES },
    { 0 },
};
static const meepled_pile_word piles[] = { { .name = "main", .title = "Pile" }, { 0 } };
static const char *const moods[] = { "calm", "wild", NULL };
static const meepled_option_word options[] = {
    { .name = "size", .type = MEEPLED_NUMBER, .standard = "3", .min = 1, .max = 9, .help = "size" },
    { .name = "mood", .type = MEEPLED_WORD, .standard = "calm", .words = moods, .help = "mood" },
    { .name = "extra", .type = MEEPLED_YESNO, .standard = "no", .help = "extra" },
    { 0 },
};
static const meepled_vocabulary words = {
    .players_min = 2, .players_max = 4, .kinds = kinds, .piles = piles, .options = options
};

static const meepled_hooks hooks = { .setup = NULL };

const meepled_plugin meepled_export = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "tiny",
    .version = "1.0.0",
    .summary = "a base for tests",
    .license = "MIT",
    .base = true,
    .words = &words,
    .hooks = &hooks,
};
