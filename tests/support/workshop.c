/* The made-up game: see workshop.h. */
#include "tests/support/workshop.h"

#include "rules/position.h"
#include "tileset/tileset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char workshop_tiles[] = "[tileset]\n"
                              "id = workshop\n"
                              "title = Workshop\n"
                              "[tile start]\n"
                              "count = 1\n"
                              "start = yes\n"
                              "path-1 = E\n"
                              "path-1.drains = pond-1\n"
                              "pond-1 = size=2\n"
                              "grass-1 = NL NR EL ER SL SR WL WR\n"
                              "[tile straight]\n"
                              "count = 4\n"
                              "path-1 = E W\n"
                              "grass-1 = NL NR EL WR\n"
                              "grass-2 = ER SL SR WL\n"
                              "[tile bend]\n"
                              "count = 4\n"
                              "path-1 = S W\n"
                              "grass-1 = NL NR EL ER SL WR\n"
                              "grass-2 = SR WL\n"
                              "[tile end]\n"
                              "count = 3\n"
                              "path-1 = W\n"
                              "path-1.drains = pond-1\n"
                              "pond-1 = size=1\n"
                              "grass-1 = NL NR EL ER SL SR WL WR\n"
                              "[tile lake]\n"
                              "count = 2\n"
                              "path-1 = E\n"
                              "path-2 = W\n"
                              "path-1.drains = pond-1\n"
                              "path-2.drains = pond-1\n"
                              "pond-1 = size=3\n"
                              "grass-1 = NL NR EL WR\n"
                              "grass-2 = ER SL SR WL\n"
                              "[tile edge]\n"
                              "count = 4\n"
                              "wood-1 = N\n"
                              "grass-1 = EL ER SL SR WL WR\n"
                              "grass-1.borders = wood-1\n"
                              "[tile corner]\n"
                              "count = 3\n"
                              "wood-1 = N E berry=1\n"
                              "grass-1 = SL SR WL WR\n"
                              "grass-1.borders = wood-1\n"
                              "[tile twin]\n"
                              "count = 2\n"
                              "wood-1 = E\n"
                              "wood-2 = W\n"
                              "grass-1 = NL NR SL SR\n"
                              "grass-1.borders = wood-1 wood-2\n"
                              "[tile band]\n"
                              "count = 2\n"
                              "wood-1 = E W\n"
                              "grass-1 = NL NR\n"
                              "grass-2 = SL SR\n"
                              "[tile cross]\n"
                              "count = 1\n"
                              "path-1 = N S\n"
                              "path-2 = E W\n"
                              "grass-1 = NL WR\n"
                              "grass-2 = NR EL\n"
                              "grass-3 = ER SL\n"
                              "grass-4 = SR WL\n"
                              "[tile shrine]\n"
                              "count = 3\n"
                              "shrine-1 =\n"
                              "grass-1 = NL NR EL ER SL SR WL WR\n"
                              "[tile lawn]\n"
                              "count = 6\n"
                              "grass-1 = NL NR EL ER SL SR WL WR\n"
                              "[tile extra]\n"
                              "count = 2\n"
                              "pile = spare\n"
                              "path-1 = E W\n"
                              "grass-1 = NL NR EL WR\n"
                              "grass-2 = ER SL SR WL\n";

static const meepled_kind_word kinds[] = {
    { "wood", "Wood", "Les", "#336633", MEEPLED_WHOLE, MEEPLED_BY_SIDES },
    { "path", "Path", "Cesta", "#ddccaa", MEEPLED_CENTRE, MEEPLED_BY_SIDES },
    { "grass", "Grass", "Louka", "#99cc66", MEEPLED_HALVES, MEEPLED_NEVER },
    { "pond", "Pond", "Tůň", "#6699cc", MEEPLED_INSIDE, MEEPLED_NEVER },
    { "shrine", "Shrine", "Svatyně", "#cccccc", MEEPLED_INSIDE, MEEPLED_BY_CELLS },
    { .name = NULL },
};

static const meepled_attribute_word attributes[] = {
    { "size", "Size", NULL },
    { "berry", "Berry", NULL },
    { .name = NULL },
};

static const meepled_link_word links[] = {
    { "drains", true, false },
    { "borders", false, true },
    { .name = NULL },
};

static const meepled_role_word scout_roles[] = {
    { "wood", "ranger", "Ranger", NULL },
    { "path", "walker", "Walker", NULL },
    { "grass", "shepherd", "Shepherd", NULL },
    { "shrine", "monk", "Monk", NULL },
    { .kind = NULL },
};
static const meepled_role_word raft_roles[] = {
    { "path", "raft", "Raft", NULL },
    { "pond", "raft", "Raft", NULL },
    { .kind = NULL },
};
static const meepled_role_word dog_roles[] = { { "wood", "dog", "Dog", NULL }, { .kind = NULL } };

static const meepled_figure_word figures[] = {
    { .name = "scout", .title = "Scout", .supply = 4, .strength = 1, .roles = scout_roles },
    { .name = "raft",
      .title = "Raft",
      .supply = 1,
      .strength = 1,
      .scope = MEEPLED_IN_SYSTEM,
      .roles = raft_roles,
      .rule_occupied = "WS-RAFT" },
    { .name = "dog", .title = "Dog", .supply = 1, .companion = true, .roles = dog_roles },
    { .name = NULL },
};

static const meepled_pile_word piles[] = { { "main", "Pile", NULL },
                                           { "spare", "Spare pile", NULL },
                                           { .name = NULL } };
static const meepled_token_word tokens[] = { { "berries", "Berries", NULL }, { .name = NULL } };
static const meepled_decision_word decisions[] = { { "basket", "Basket", NULL }, { .name = NULL } };
static const meepled_choice_word choices_words[] = { { "keep", "Keep", NULL },
                                                     { "give", "Give", NULL },
                                                     { .name = NULL } };
static const meepled_option_word options[] = {
    { .name = "retrieve", .type = MEEPLED_YESNO, .standard = "yes", .help = "figures come back" },
    { .name = "bonus",
      .type = MEEPLED_NUMBER,
      .standard = "2",
      .min = 0,
      .max = 9,
      .help = "points" },
    { .name = NULL },
};

static const meepled_vocabulary words = {
    .players_min = 1,
    .players_max = 6,
    .kinds = kinds,
    .attributes = attributes,
    .links = links,
    .figures = figures,
    .piles = piles,
    .tokens = tokens,
    .decisions = decisions,
    .choices = choices_words,
    .options = options,
    .refusals = { [MEEPLED_REFUSE_SIDES] = "WS-SIDES" },
};

struct conf {
    int32_t retrieve, bonus;
    uint8_t berry;
};

struct own { /* state of the layer */
    uint16_t baskets;
};

static meepled_status
configure(const meepled_layer *self, void *conf, meepled_error *err)
{
    struct conf *c = conf;

    if (meepled_option(self, "retrieve", &c->retrieve, err) != MEEPLED_OK ||
        meepled_option(self, "bonus", &c->bonus, err) != MEEPLED_OK)
        return MEEPLED_ECONFIG;
    return meepled_attribute(self, "berry", &c->berry, err);
}

static meepled_status
offer(const meepled_layer *self, meepled_game *g)
{
    return meepled_turn_get(g).bonus ? meepled_offer_fitting(g, 1) : meepled_below_offer(self, g);
}

/* A dog goes with a scout; otherwise as below, without it. */
static const char *
veto_figure(const meepled_layer *self, const meepled_game *g, const meepled_deploy *deploy)
{
    meepled_deploy alone = *deploy;

    if (deploy->with == DOG)
        alone.with = MEEPLED_NONE8;
    return meepled_below_veto_figure(self, g, &alone);
}

static const char *
veto_retrieve(const meepled_layer *self, const meepled_game *g, uint16_t figure)
{
    const struct conf *c = meepled_conf(self);

    if (!c->retrieve)
        return meepled_below_veto_retrieve(self, g, figure);
    return meepled_figure_get(g, figure).turn < meepled_turn_get(g).number ? NULL : "WS-TURN";
}

static meepled_status
retrieved(const meepled_layer *self, meepled_game *g, uint16_t figure)
{
    const struct conf *c = meepled_conf(self);
    const meepled_status status =
        meepled_score_add(g, meepled_turn_get(g).player, c->bonus, "WS-BACK");

    return status == MEEPLED_OK ? meepled_below_retrieved(self, g, figure) : status;
}

/* A wood with berries asks the next player about a basket and grants a part with the spare pile. */
static meepled_status
completed(const meepled_layer *self, meepled_game *g, uint16_t region)
{
    const struct conf *c = meepled_conf(self);
    const meepled_turn turn = meepled_turn_get(g);

    if (meepled_region_kind(g, region) == WOOD && meepled_region_sum(g, region, c->berry) > 0) {
        const uint8_t other = (uint8_t)((turn.player + 1) % meepled_players(g));

        if (meepled_ask(g, other, 0, region) != MEEPLED_OK)
            return MEEPLED_EBROKEN;
        if (!turn.bonus && meepled_part_grant(g, true) != MEEPLED_OK)
            return MEEPLED_EBROKEN;
    }
    return meepled_below_completed(self, g, region);
}

static size_t
choices(const meepled_layer *self, const meepled_game *g, uint8_t *out, size_t cap)
{
    const size_t below = meepled_below_choices(self, g, out, cap);
    const uint8_t mine[] = { KEEP, GIVE };

    if (meepled_turn_get(g).phase != MEEPLED_DECISION)
        return below;
    for (size_t i = 0; i < 2 && below + i < cap; i++)
        out[below + i] = mine[i];
    return below + 2;
}

static meepled_status
choose(const meepled_layer *self, meepled_game *g, uint8_t choice)
{
    struct own *own = meepled_state(self, g);
    const meepled_turn turn = meepled_turn_get(g);

    if (choice != KEEP && choice != GIVE)
        return meepled_below_choose(self, g, choice);
    own->baskets++;
    return meepled_tokens_add(g, choice == KEEP ? turn.decides : turn.player, 0, 1);
}

static const meepled_hooks hooks = {
    .offer = offer,
    .veto_figure = veto_figure,
    .veto_retrieve = veto_retrieve,
    .retrieved = retrieved,
    .completed = completed,
    .choices = choices,
    .choose = choose,
};

const meepled_plugin workshop_plugin = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "workshop",
    .version = "1.0.0",
    .summary = "uses every part of the engine",
    .license = "MIT",
    .base = true,
    .words = &words,
    .conf_size = sizeof(struct conf),
    .state_size = sizeof(struct own),
    .configure = configure,
    .hooks = &hooks,
};

/* ---- making things; what fails here is the test's own fault ---- */

static void
die(const char *what)
{
    fprintf(stderr, "workshop: %s\n", what);
    exit(1);
}

meepled_stack *
workshop_stack(const meepled_plugin *const *plugins, size_t count, const char *tiles)
{
    meepled_report *report = meepled_report_new();
    struct tileset *set = tileset_parse(tiles ? tiles : workshop_tiles, "workshop", report);
    const struct tileset *sets[] = { set };
    const struct stack_spec spec = {
        .plugins = plugins, .plugin_count = count, .tilesets = sets, .tileset_count = 1
    };
    meepled_stack *stack = set ? stack_new(&spec, report) : NULL;

    for (size_t i = 0; i < meepled_report_count(report); i++)
        fprintf(stderr, "%s\n", meepled_report_get(report, i));
    if (!stack)
        die("no stack");
    tileset_free(set);
    meepled_report_free(report);
    return stack;
}

meepled_stack *
workshop_new(void)
{
    const meepled_plugin *const plugins[] = { &workshop_plugin };

    return workshop_stack(plugins, 1, NULL);
}

uint16_t
workshop_tile(const meepled_stack *stack, const char *id)
{
    const uint16_t tile = meepled_stack_tile_find(stack, id);

    if (tile == MEEPLED_NONE)
        die(id);
    return tile;
}

meepled_game *
workshop_position(void)
{
    meepled_stack *stack = workshop_new();
    meepled_game *g = NULL;
    meepled_error err;

    if (position_new(stack, 2, &g, &err) != MEEPLED_OK)
        die(err.text);
    meepled_stack_unref(stack); /* the game keeps its own */
    return g;
}

void
workshop_free(meepled_game *g)
{
    meepled_game_free(g);
}

uint16_t
workshop_lay(meepled_game *g, const char *id, int x, int y, int turned)
{
    const meepled_place place = { .tile = workshop_tile(meepled_game_stack(g), id),
                                  .x = (int16_t)x,
                                  .y = (int16_t)y,
                                  .turned = (uint16_t)turned };
    meepled_error err;

    if (position_lay(g, &place, 0, &err) != MEEPLED_OK)
        die(err.text);
    return (uint16_t)(meepled_board_count(g) - 1);
}

uint16_t
workshop_zone(const meepled_game *g, int x, int y, const char *name)
{
    const uint16_t slot = meepled_board_find(g, (int16_t)x, (int16_t)y);

    if (slot == MEEPLED_NONE)
        die("no tile there");
    const uint16_t first = meepled_zone_first(g, slot);
    for (uint16_t i = 0; i < meepled_zone_count(g, slot); i++)
        if (strcmp(meepled_zone_name(g, (uint16_t)(first + i)), name) == 0)
            return (uint16_t)(first + i);
    die(name);
    return MEEPLED_NONE;
}

meepled_status
workshop_act(meepled_game *g, const char *text, meepled_events *events, const char **rule)
{
    meepled_action action;
    meepled_error err;

    if (meepled_action_parse(g, text, &action, &err) != MEEPLED_OK)
        die(err.text);
    return meepled_apply(g, meepled_turn_get(g).decides, &action, events, rule, &err);
}

unsigned
workshop_play(meepled_game *g, uint32_t random, unsigned most)
{
    static meepled_action actions[4096];
    unsigned taken = 0;
    meepled_error err;

    while (taken < most) {
        const size_t count = meepled_actions(g, actions, 4096);

        if (count == 0)
            break;
        random = random * 1664525u + 1013904223u;
        if (meepled_apply(g, meepled_turn_get(g).decides, &actions[(random >> 8) % count], NULL,
                          NULL, &err) != MEEPLED_OK)
            die(err.text);
        taken++;
    }
    return taken;
}
