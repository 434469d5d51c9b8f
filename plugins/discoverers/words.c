/* The words of Discoverers, and which of its rules refuses what. */
#include "discoverers.h"

enum { FOLLOWERS = 4 }; /* DI-3, DI-9: in supply at the start */

/* DI-5.  Land and sea are completed when no side is open (DI-20); that settles nothing by itself.
 */
static const meepled_kind_word kinds[] = {
    { "grassland", "Grassland", "Louka", "#9cbf5b", MEEPLED_WHOLE, MEEPLED_BY_SIDES },
    { "mountain", "Mountains", "Hory", "#9a8470", MEEPLED_WHOLE, MEEPLED_BY_SIDES },
    { "sea", "Sea", "Moře", "#3f8fc4", MEEPLED_WHOLE, MEEPLED_BY_SIDES },
    { "city", "Port city", "Přístavní město", "#b5482f", MEEPLED_INSIDE, MEEPLED_NEVER },
    { .name = NULL },
};

/* DI-22, DI-23: zones that share a border; a city stands on land and touches its shore. */
static const meepled_link_word links[] = {
    { .name = "borders", .mutual = true },
    { .name = "on" },
    { .name = "touches" },
    { .name = NULL },
};

static const meepled_role_word roles[] = {
    { "grassland", "explorer", "Explorer", "Objevitel" },
    { "mountain", "robber", "Robber", "Lupič" },
    { "sea", "seafarer", "Seafarer", "Mořeplavec" },
    { .kind = NULL },
};

static const meepled_figure_word figures[] = {
    {
        .name = "follower",
        .title = "Follower",
        .title_cs = "Družiník",
        .supply = FOLLOWERS,
        .strength = 1,
        .scope = MEEPLED_IN_REGION,
        .roles = roles,
        .rule_zone = "DI-25",
        .rule_occupied = "DI-26",
        .rule_supply = "DI-29",
    },
    { .name = NULL },
};

static const meepled_pile_word piles[] = {
    { "main", "Landscape tiles", "Kartičky krajiny" },
    { .name = NULL },
};

static const char *const equal_turns_words[] = {
    [EQUAL_TURNS_NO] = "no",
    [EQUAL_TURNS_PRINTED] = "printed",
    [EQUAL_TURNS_EXACT] = "exact",
    NULL,
};

/* Points that are a number in the rule book; the default is what is printed. */
#define POINTS(NAME, STANDARD, TITLE, TITLE_CS, HELP, HELP_CS)                                     \
    {                                                                                              \
        .name = (NAME), .type = MEEPLED_NUMBER, .standard = (STANDARD), .min = 0, .max = 99,       \
        .help = (HELP), .help_cs = (HELP_CS), .title = (TITLE), .title_cs = (TITLE_CS)             \
    }

static const meepled_option_word options[] = {
    {
        .name = "hand",
        .title = "Tiles to choose from",
        .title_cs = "Kartičky na výběr",
        .type = MEEPLED_NUMBER,
        .standard = "1",
        .min = 1,
        .max = 2,
        .help = "tiles to choose from: 1 is drawn each turn, 2 lie open before each player",
        .help_cs = "z kolika kartiček se vybírá: 1 se každý tah losuje, 2 leží odkryté před hráčem",
    },
    {
        .name = "equal-turns",
        .title = "Equal turns",
        .title_cs = "Stejný počet tahů",
        .type = MEEPLED_WORD,
        .standard = "no",
        .words = equal_turns_words,
        .help = "tiles laid aside before play so that all have equally many turns: none, as many "
                "as the rules print (for five players not quite even), or exactly as needed",
        .help_cs =
            "kartičky odložené před hrou, aby měli všichni stejně tahů: žádné, kolik uvádějí "
            "pravidla (pro pět hráčů to nevychází), nebo přesně kolik je třeba",
    },
    POINTS("points-grassland-tile", "2", "Points: grassland tile", "Body: kartička louky",
           "points for each tile of a completed grassland",
           "body za každou kartičku dokončené louky"), /* DI-37 */
    POINTS("points-open-grassland-tile", "1", "Points: tile of an open grassland",
           "Body: kartička otevřené louky", "points for each tile of another grassland",
           "body za každou kartičku jiné louky"), /* DI-36 */
    POINTS("points-mountain-city", "2", "Points: city of mountains", "Body: město hor",
           "points for each city of completed mountains",
           "body za každé město dokončených hor"), /* DI-39 */
    POINTS("points-open-mountain-city", "1", "Points: city of open mountains",
           "Body: město otevřených hor", "points for each city of other mountains",
           "body za každé město jiných hor"), /* DI-38 */
    POINTS("points-sea-tile", "1", "Points: sea tile", "Body: kartička moře",
           "points for each tile of a completed sea",
           "body za každou kartičku dokončeného moře"), /* DI-41 */
    POINTS("points-sea-city", "1", "Points: city by the sea", "Body: město u moře",
           "points for each city on the shore of a sea",
           "body za každé město na břehu moře"), /* DI-40 */
    {
        .name = "completed-tiles",
        .title = "Tiles of a completed region",
        .title_cs = "Kartičky dokončeného území",
        .type = MEEPLED_NUMBER,
        .standard = "3", /* DI-42 */
        .min = 1,
        .max = 9,
        .help = "tiles a closed region needs to count as completed",
        .help_cs = "kolik kartiček musí mít uzavřené území, aby platilo za dokončené",
    },
    { .name = NULL },
};

const meepled_vocabulary di_words = {
    .players_min = 2, /* DI-1 */
    .players_max = 5,
    .kinds = kinds,
    .links = links,
    .figures = figures,
    .piles = piles,
    .options = options,
    .refusals = {
        [MEEPLED_REFUSE_PLAYER] = "DI-10",
        [MEEPLED_REFUSE_PHASE] = "DI-11",
        [MEEPLED_REFUSE_TILE] = "DI-14",
        [MEEPLED_REFUSE_CELL] = "DI-17",
        [MEEPLED_REFUSE_SIDES] = "DI-18",
        [MEEPLED_REFUSE_OTHER] = "DI-25",
        [MEEPLED_REFUSE_LAID] = "DI-7",
        [MEEPLED_REFUSE_ZONE] = "DI-25",
        [MEEPLED_REFUSE_OCCUPIED] = "DI-26",
        [MEEPLED_REFUSE_SUPPLY] = "DI-29",
        [MEEPLED_REFUSE_COMPANION] = "DI-25",
        [MEEPLED_REFUSE_RETRIEVE] = "DI-30",
        [MEEPLED_REFUSE_PASS] = "DI-12",
        [MEEPLED_REFUSE_CHOICE] = "DI-11",
        [MEEPLED_REFUSE_OVER] = "DI-47",
    },
    .rule_end = "DI-47",
};
