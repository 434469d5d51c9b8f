/* The words of Hunters and Gatherers, and which of its rules refuses what. */
#include "words.h"

enum { MEMBERS = 5, HUTS = 2 }; /* HG-4, HG-10: in supply at the start */

/* HG-7.  The order is also the order in which completed regions are settled (HG-42). */
static const meepled_kind_word kinds[] = {
    { "forest", "Forest", "Les", "#2f6b35", MEEPLED_WHOLE, MEEPLED_BY_SIDES },
    { "river", "River", "Řeka", "#3f8fd0", MEEPLED_CENTRE, MEEPLED_BY_SIDES },
    { "lake", "Lake", "Jezero", "#2f6fb5", MEEPLED_INSIDE, MEEPLED_NEVER },
    { "meadow", "Meadow", "Louka", "#c3cf6d", MEEPLED_HALVES, MEEPLED_NEVER },
    { .name = NULL },
};

static const meepled_attribute_word attributes[] = {
    { "fish", "Fish", "Ryby" },
    { "gold", "Gold nuggets", "Zlaté nugety" },
    { "mushrooms", "Mushrooms", "Houby" },
    { "deer", "Deer", "Jeleni" },
    { "mammoth", "Mammoths", "Mamuti" },
    { "tiger", "Sabre-toothed tigers", "Šavlozubí tygři" },
    { "aurochs", "Aurochs", "Pratuři" },
    { "fire", "Fire", "Oheň" },
    { "monument", "Monument", "Monument" },
    { "spring", "Spring", "Pramen" },
    { .name = NULL },
};

/* HG-31: a river flows into a lake, and the two hang together in one system. */
static const meepled_link_word links[] = {
    { .name = "flows", .joins = true },
    { .name = NULL },
};

static const meepled_role_word member_roles[] = {
    { "forest", "gatherer", "Gatherer", "Sběrač" },
    { "river", "fisher", "Fisher", "Rybář" },
    { "meadow", "hunter", "Hunter", "Lovec" },
    { .kind = NULL },
};

static const meepled_role_word hut_roles[] = {
    { "river", "hut", "Hut", "Chýše" },
    { "lake", "hut", "Hut", "Chýše" },
    { .kind = NULL },
};

/* Different scopes: huts and members do not bar each other (HG-29, HG-30, HG-54). */
static const meepled_figure_word figures[] = {
    {
        .name = "member",
        .title = "Tribe member",
        .title_cs = "Člen kmene",
        .supply = MEMBERS,
        .strength = 1,
        .scope = MEEPLED_IN_REGION,
        .roles = member_roles,
        .rule_zone = "HG-32",
        .rule_occupied = "HG-29",
        .rule_supply = "HG-28",
    },
    {
        .name = "hut",
        .title = "Hut",
        .title_cs = "Chýše",
        .supply = HUTS,
        .strength = 1,
        .scope = MEEPLED_IN_SYSTEM,
        .roles = hut_roles,
        .rule_zone = "HG-32",
        .rule_occupied = "HG-30",
        .rule_supply = "HG-28",
    },
    { .name = NULL },
};

static const meepled_pile_word piles[] = {
    { "main", "Landscape tiles", "Kartičky krajiny" },
    { "bonus", "Bonus tiles", "Bonusové kartičky" },
    { .name = NULL },
};

/* Points that are a number in the rule book; the default is what is printed. */
#define POINTS(NAME, STANDARD, TITLE, TITLE_CS, HELP, HELP_CS)                                     \
    {                                                                                              \
        .name = (NAME), .type = MEEPLED_NUMBER, .standard = (STANDARD), .min = 0, .max = 99,       \
        .help = (HELP), .help_cs = (HELP_CS), .title = (TITLE), .title_cs = (TITLE_CS)             \
    }

static const meepled_option_word options[] = {
    POINTS("points-forest-piece", "2", "Points: forest piece", "Body: část lesa",
           "points for each piece of a finished forest",
           "body za každou část dokončeného lesa"), /* HG-40 */
    POINTS("points-mushrooms", "2", "Points: mushrooms", "Body: houby",
           "points for each group of mushrooms in it", "body za každou skupinu hub v něm"),
    POINTS("points-river-piece", "1", "Points: river piece", "Body: část řeky",
           "points for each piece of a finished river",
           "body za každou část dokončené řeky"), /* HG-36 */
    POINTS("points-fish", "1", "Points: fish of a river", "Body: ryba řeky",
           "points for each fish in the lakes of a finished river",
           "body za každou rybu v jezerech dokončené řeky"),
    POINTS("points-hut-fish", "1", "Points: fish of a hut", "Body: ryba chýše",
           "points for each fish of a hut's river system",
           "body za každou rybu říčního systému s chýší"), /* HG-68 */
    POINTS("points-animal", "2", "Points: animal", "Body: zvíře",
           "points for each animal of a hunter's meadow",
           "body za každé zvíře na louce lovce"), /* HG-70 */
    { .name = NULL },
};

const meepled_vocabulary hg_words = {
    .players_min = 2, /* HG-1 */
    .players_max = 5,
    .kinds = kinds,
    .attributes = attributes,
    .links = links,
    .figures = figures,
    .piles = piles,
    .options = options,
    .refusals = {
        [MEEPLED_REFUSE_PLAYER] = "HG-12",
        [MEEPLED_REFUSE_PHASE] = "HG-12",
        [MEEPLED_REFUSE_TILE] = "HG-14",
        [MEEPLED_REFUSE_CELL] = "HG-17",
        [MEEPLED_REFUSE_SIDES] = "HG-18",
        [MEEPLED_REFUSE_OTHER] = "HG-28",
        [MEEPLED_REFUSE_LAID] = "HG-8",
        [MEEPLED_REFUSE_ZONE] = "HG-28",
        [MEEPLED_REFUSE_OCCUPIED] = "HG-29",
        [MEEPLED_REFUSE_SUPPLY] = "HG-28",
        [MEEPLED_REFUSE_COMPANION] = "HG-27",
        [MEEPLED_REFUSE_RETRIEVE] = "HG-44",
        [MEEPLED_REFUSE_PASS] = "HG-13",
        [MEEPLED_REFUSE_CHOICE] = "HG-12",
        [MEEPLED_REFUSE_OVER] = "HG-66",
    },
    .rule_end = "HG-66",
};
