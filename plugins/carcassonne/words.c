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
