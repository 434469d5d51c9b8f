/* The words of Carcassonne, and which of its rules refuses what. */
#include "words.h"

enum { MEEPLES = 7 }; /* CB-3, CB-9: in supply at the start */

/* CB-5.  The order is also the order in which completed features are settled (CB-32). */
static const meepled_kind_word kinds[] = {
    { "city", "City", "Město", "#b5803a", MEEPLED_WHOLE, MEEPLED_BY_SIDES },
    { "road", "Road", "Cesta", "#e8e0cc", MEEPLED_CENTRE, MEEPLED_BY_SIDES },
    { "monastery", "Monastery", "Klášter", "#a33b2e", MEEPLED_INSIDE, MEEPLED_BY_CELLS },
    { "field", "Field", "Louka", "#8fb34d", MEEPLED_HALVES, MEEPLED_NEVER },
    { "river", "River", "Řeka", "#3f8fd0", MEEPLED_CENTRE, MEEPLED_NEVER }, /* RI-16 */
    { .name = NULL },
};

static const meepled_attribute_word attributes[] = {
    { "pennants", "Pennants", "Erby" },
    { .name = NULL },
};

/* CB-41: a field borders a city. */
static const meepled_link_word links[] = {
    { .name = "touches" },
    { .name = NULL },
};

static const meepled_role_word meeple_roles[] = {
    { "city", "knight", "Knight", "Rytíř" },
    { "road", "robber", "Robber", "Lupič" },
    { "monastery", "monk", "Monk", "Mnich" },
    { "field", "farmer", "Farmer", "Sedlák" },
    { .kind = NULL },
};

static const meepled_figure_word figures[] = {
    {
        .name = "meeple",
        .title = "Meeple",
        .title_cs = "Družiník",
        .supply = MEEPLES,
        .strength = 1,
        .scope = MEEPLED_IN_REGION,
        .roles = meeple_roles,
        .rule_zone = "RI-15", /* the river is the only kind without a role */
        .rule_occupied = "CB-26",
        .rule_supply = "CB-25",
    },
    { .name = NULL },
};

static const meepled_pile_word piles[] = {
    { "main", "Landscape tiles", "Kartičky krajiny" },
    { "river", "River tiles", "Kartičky řeky" },
    { .name = NULL },
};

/* Points that are a number in the rule book; the default is what is printed. */
#define POINTS(NAME, STANDARD, TITLE, TITLE_CS, HELP, HELP_CS)                                     \
    {                                                                                              \
        .name = (NAME), .type = MEEPLED_NUMBER, .standard = (STANDARD), .min = 0, .max = 99,       \
        .help = (HELP), .help_cs = (HELP_CS), .title = (TITLE), .title_cs = (TITLE_CS)             \
    }

static const char *const two_tile_words[] = {
    [TWO_TILES_FULL] = "full",
    [TWO_TILES_HALF] = "half",
    [TWO_TILES_NONE] = "none",
    NULL,
};

static const meepled_option_word options[] = {
    {
        .name = "river",
        .title = "The River",
        .title_cs = "Řeka",
        .type = MEEPLED_YESNO,
        .standard = "no",
        .help = "begin with the River",
        .help_cs = "začít s Řekou",
    },
    {
        .name = "farmers",
        .title = "Farmers",
        .title_cs = "Sedláci",
        .type = MEEPLED_YESNO,
        .standard = "yes",
        .help = "meeples may be placed on fields as farmers",
        .help_cs = "družiníky lze umístit na louky jako sedláky",
    },
    POINTS("points-road-tile", "1", "Points: road tile", "Body: kartička cesty",
           "points for each tile of a road", "body za každou kartičku cesty"), /* CB-29, CB-38 */
    POINTS("points-city-tile", "2", "Points: city tile", "Body: kartička města",
           "points for each tile of a finished city",
           "body za každou kartičku dokončeného města"), /* CB-30 */
    POINTS("points-city-pennant", "2", "Points: pennant", "Body: erb",
           "points for each pennant of a finished city", "body za každý erb dokončeného města"),
    POINTS("points-open-city-tile", "1", "Points: tile of an unfinished city",
           "Body: kartička nedokončeného města", "points for each tile of an unfinished city",
           "body za každou kartičku nedokončeného města"), /* CB-39 */
    POINTS("points-open-city-pennant", "1", "Points: pennant of an unfinished city",
           "Body: erb nedokončeného města", "points for each pennant of an unfinished city",
           "body za každý erb nedokončeného města"),
    POINTS("points-monastery-tile", "1", "Points: monastery tile", "Body: kartička kláštera",
           "points for a monastery's tile and each around it",
           "body za kartičku kláštera a za každou kolem něj"), /* CB-31, CB-40 */
    POINTS("points-field-city", "3", "Points: city beside a field", "Body: město u louky",
           "points for each finished city beside a farmer's field",
           "body za každé dokončené město u louky sedláka"), /* CB-41 */
    {
        .name = "two-tile-city",
        .title = "Cities of two tiles",
        .title_cs = "Města ze dvou kartiček",
        .type = MEEPLED_WORD,
        .standard = "full",
        .words = two_tile_words,
        .help = "what a finished city of two tiles gives: full points, half of them or none",
        .help_cs = "co dává dokončené město ze dvou kartiček: plné body, polovinu, nebo nic",
    },
    { .name = NULL },
};

static const meepled_condition_word conditions[] = {
    { "river", "river" },
    { .name = NULL },
};

const meepled_vocabulary carcassonne_words = {
    .players_min = 2, /* CB-1 */
    .players_max = 5,
    .kinds = kinds,
    .attributes = attributes,
    .links = links,
    .figures = figures,
    .piles = piles,
    .options = options,
    .refusals = {
        [MEEPLED_REFUSE_PLAYER] = "CB-11",
        [MEEPLED_REFUSE_PHASE] = "CB-11",
        [MEEPLED_REFUSE_TILE] = "CB-13",
        [MEEPLED_REFUSE_CELL] = "CB-15",
        [MEEPLED_REFUSE_SIDES] = "CB-16",
        [MEEPLED_REFUSE_OTHER] = "CB-25",
        [MEEPLED_REFUSE_LAID] = "CB-7",
        [MEEPLED_REFUSE_ZONE] = "CB-25",
        [MEEPLED_REFUSE_OCCUPIED] = "CB-26",
        [MEEPLED_REFUSE_SUPPLY] = "CB-25",
        [MEEPLED_REFUSE_COMPANION] = "CB-25",
        [MEEPLED_REFUSE_RETRIEVE] = "CB-35",
        [MEEPLED_REFUSE_PASS] = "CB-11",
        [MEEPLED_REFUSE_CHOICE] = "CB-11",
        [MEEPLED_REFUSE_OVER] = "CB-36",
    },
    .rule_end = "CB-36",
    .conditions = conditions,
};
