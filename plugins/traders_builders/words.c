/* The words of Traders and Builders, and which of its rules refuses what. */
#include "words.h"

static const meepled_attribute_word attributes[] = {
    /* TB-2 */
    { "poultry", "Poultry", "Drůbež" },
    { "grain", "Grain", "Obilí" },
    { "cloth", "Cloth", "Látka" },
    { .name = NULL },
};

static const meepled_role_word builder_roles[] = {
    { "road", "builder", "Builder", "Stavitel" },
    { "city", "builder", "Builder", "Stavitel" },
    { .kind = NULL },
};

static const meepled_role_word pig_roles[] = {
    { "field", "pig", "Pig", "Prase" },
    { .kind = NULL },
};

/* TB-4: strength 0, so they count for no majority and bar nobody (TB-22, TB-39). */
static const meepled_figure_word figures[] = {
    {
        .name = "builder",
        .title = "Builder",
        .title_cs = "Stavitel",
        .supply = 1,
        .companion = true,
        .scope = MEEPLED_IN_REGION,
        .roles = builder_roles,
        .rule_zone = "TB-19",
        .rule_supply = "TB-24",
    },
    {
        .name = "pig",
        .title = "Pig",
        .title_cs = "Prase",
        .supply = 1,
        .companion = true,
        .scope = MEEPLED_IN_REGION,
        .roles = pig_roles,
        .rule_zone = "TB-35",
        .rule_supply = "TB-41",
    },
    { .name = NULL },
};

static const meepled_token_word tokens[] = {
    { "poultry", "Poultry", "Drůbež" },
    { "grain", "Grain", "Obilí" },
    { "cloth", "Cloth", "Látka" },
    { "builder-at-piles", "Builder at the piles", "Stavitel u hromádek" },
    { .name = NULL },
};

static const meepled_decision_word decisions[] = {
    { "farmer", "Take the farmer back?", "Vzít sedláka zpět?" },
    { .name = NULL },
};

static const meepled_choice_word answers[] = {
    { "return-farmer", "Take the farmer back", "Vzít sedláka zpět" },
    { "leave-farmer", "Leave the farmer on the field", "Nechat sedláka na louce" },
    { .name = NULL },
};

static const meepled_option_word options[] = {
    {
        .name = "goods",
        .title = "Goods",
        .title_cs = "Zboží",
        .type = MEEPLED_YESNO,
        .standard = "yes",
        .help = "completed cities give goods tokens",
        .help_cs = "za dokončená města se berou žetony zboží",
    },
    {
        .name = "builder",
        .title = "Builder",
        .title_cs = "Stavitel",
        .type = MEEPLED_YESNO,
        .standard = "yes",
        .help = "every player has a builder",
        .help_cs = "každý hráč má stavitele",
    },
    {
        .name = "pig",
        .title = "Pig",
        .title_cs = "Prase",
        .type = MEEPLED_YESNO,
        .standard = "yes",
        .help = "every player has a pig; only together with farmers",
        .help_cs = "každý hráč má prase; jen spolu se sedláky",
    },
    { .name = NULL },
};

/* TB-5, TB-6; CB-S11: no pigs without farmers. */
static const meepled_condition_word conditions[] = {
    { "poultry", "goods" },
    { "grain", "goods" },
    { "cloth", "goods" },
    { "builder", "builder" },
    { "builder-at-piles", "builder" },
    { "pig", "pig" },
    { "pig", "farmers" },
    { .name = NULL },
};

const meepled_vocabulary tb_words = {
    .players_min = 2,
    .players_max = 6, /* TB-4 */
    .attributes = attributes,
    .figures = figures,
    .tokens = tokens,
    .decisions = decisions,
    .choices = answers,
    .options = options,
    .refusals = { [MEEPLED_REFUSE_CHOICE] = "TB-47" },
    .conditions = conditions,
};
