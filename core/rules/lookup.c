/* Looking things up in a stack: words and options for `configure`, descriptions for embedders. */
#include "rules/stack.h"

#include <stdio.h>
#include <string.h>

/* ---- for plugins ---- */

/* Find `name` among `count` entries of `size` bytes that start with their name. */
static meepled_status
find(const char *what, const void *entries, size_t size, size_t count, const char *name,
     uint8_t *index, meepled_error *err)
{
    char list[140] = "";
    size_t at = 0;

    for (size_t i = 0; i < count; i++) {
        const char *known;

        memcpy(&known, (const unsigned char *)entries + i * size, sizeof known);
        if (strcmp(known, name) == 0) {
            *index = (uint8_t)i;
            return MEEPLED_OK;
        }
        if (at < sizeof list)
            at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", i ? ", " : "", known);
    }
    return meepled_fail(err, MEEPLED_ECONFIG, "no %s \"%.31s\" in this stack, it has %s", what,
                        name, count ? list : "none");
}

#define LOOKUP(function, what, member, counter)                                                    \
    meepled_status function(const meepled_layer *self, const char *name, uint8_t *index,           \
                            meepled_error *err)                                                    \
    {                                                                                              \
        const struct stack_words *w = &self->stack->words;                                         \
                                                                                                   \
        return find(what, w->member, sizeof *w->member, w->counter, name, index, err);             \
    }
LOOKUP(meepled_kind, "kind", kinds, kind_count)
LOOKUP(meepled_attribute, "attribute", attributes, attribute_count)
LOOKUP(meepled_link, "link", links, link_count)
LOOKUP(meepled_figure_kind, "figure", figures, figure_count)
LOOKUP(meepled_pile, "pile", piles, pile_count)
LOOKUP(meepled_token, "token", tokens, token_count)
LOOKUP(meepled_decision, "decision", decisions, decision_count)
LOOKUP(meepled_choice, "choice", choices, choice_count)

meepled_status
meepled_option(const meepled_layer *self, const char *name, int32_t *value, meepled_error *err)
{
    const struct stack_words *w = &self->stack->words;
    uint8_t i = 0;
    const meepled_status status =
        find("option", w->options, sizeof *w->options, w->option_count, name, &i, err);

    if (status == MEEPLED_OK)
        *value = self->stack->option_values[i];
    return status;
}

meepled_status
meepled_without(const meepled_layer *self, const char *hook, meepled_error *err)
{
    for (size_t i = 0; i < HOOK_COUNT; i++)
        if (strcmp(meepled_hook_name(i), hook) == 0) {
            /* Nobody else has seen the stack yet: it is still being made. */
            ((struct meepled_layer *)self)->without |= 1u << i;
            return MEEPLED_OK;
        }
    return meepled_fail(err, MEEPLED_ECONFIG, "no hook \"%.31s\"", hook);
}

const void *
meepled_conf(const meepled_layer *self)
{
    return self->conf;
}

void *
meepled_state(const meepled_layer *self, meepled_game *g)
{
    return self->plugin->state_size > 0 ? g->layers + self->state_at : NULL;
}

const void *
meepled_state_read(const meepled_layer *self, const meepled_game *g)
{
    return self->plugin->state_size > 0 ? g->layers + self->state_at : NULL;
}

/* ---- for embedders ---- */

#define WORDS(function, type, member, counter)                                                     \
    const type *function(const meepled_stack *stack, size_t *count)                                \
    {                                                                                              \
        *count = stack->words.counter;                                                             \
        return stack->words.member;                                                                \
    }
WORDS(meepled_stack_kinds, meepled_kind_word, kinds, kind_count)
WORDS(meepled_stack_attributes, meepled_attribute_word, attributes, attribute_count)
WORDS(meepled_stack_links, meepled_link_word, links, link_count)
WORDS(meepled_stack_figures, meepled_figure_word, figures, figure_count)
WORDS(meepled_stack_piles, meepled_pile_word, piles, pile_count)
WORDS(meepled_stack_tokens, meepled_token_word, tokens, token_count)
WORDS(meepled_stack_decisions, meepled_decision_word, decisions, decision_count)
WORDS(meepled_stack_choices, meepled_choice_word, choices, choice_count)
WORDS(meepled_stack_options, meepled_option_word, options, option_count)

int32_t
meepled_stack_option(const meepled_stack *stack, size_t i)
{
    return stack->option_values[i];
}

void
meepled_stack_players(const meepled_stack *stack, uint8_t *min, uint8_t *max)
{
    *min = stack->players_min;
    *max = stack->players_max;
}

const char *
meepled_stack_refusal(const meepled_stack *stack, meepled_refusal what)
{
    return stack->refusals[what];
}

const char *
meepled_stack_rule_end(const meepled_stack *stack)
{
    return stack->rule_end;
}

size_t
meepled_stack_layers(const meepled_stack *stack)
{
    return stack->layer_count - 1;
}

meepled_layer_info
meepled_stack_layer(const meepled_stack *stack, size_t i)
{
    const meepled_plugin *plugin = stack->layers[i + 1].plugin;

    return (meepled_layer_info){ .name = plugin->name,
                                 .version = plugin->version,
                                 .summary = plugin->summary,
                                 .base = plugin->base };
}

static const char *const hook_names[] = {
#define HOOK_NAME(name) #name,
    HOOKS(HOOK_NAME)
#undef HOOK_NAME
};

size_t
meepled_hook_count(void)
{
    return HOOK_COUNT;
}

const char *
meepled_hook_name(size_t i)
{
    return hook_names[i];
}

const char *
meepled_stack_owner(const meepled_stack *stack, size_t i)
{
    return stack->top->owner[i]->plugin->name;
}

size_t
meepled_stack_tilesets(const meepled_stack *stack)
{
    return stack->tiles->set_count;
}

meepled_tileset_info
meepled_stack_tileset(const meepled_stack *stack, size_t i)
{
    const struct bound_set *set = &stack->tiles->sets[i];

    return (meepled_tileset_info){ .id = set->id,
                                   .title = set->title,
                                   .title_cs = set->title_cs,
                                   .edition = set->edition,
                                   .provenance = set->provenance,
                                   .confidence = set->confidence };
}

size_t
meepled_stack_tiles(const meepled_stack *stack)
{
    return stack->tiles->count;
}

meepled_tile_info
meepled_stack_tile(const meepled_stack *stack, uint16_t tile)
{
    const struct bound_tile *t = &stack->tiles->tiles[tile];

    return (meepled_tile_info){ .id = t->id,
                                .tileset = t->tileset,
                                .count = t->count,
                                .pile = t->pile,
                                .start = t->start,
                                .zones = t->zone_count };
}

meepled_tile_zone
meepled_stack_zone(const meepled_stack *stack, uint16_t tile, uint8_t zone)
{
    const struct bound_zone *z = &stack->tiles->tiles[tile].zones[zone];

    return (meepled_tile_zone){ .name = z->name,
                                .kind = z->kind,
                                .ports = z->ports,
                                .attributes = z->attributes,
                                .links = z->links,
                                .link_count = z->link_count };
}

uint16_t
meepled_stack_tile_find(const meepled_stack *stack, const char *id)
{
    for (size_t i = 0; i < stack->tiles->count; i++)
        if (strcmp(stack->tiles->tiles[i].id, id) == 0)
            return (uint16_t)i;
    return MEEPLED_NONE;
}

void
meepled_stack_tiles_digest(const meepled_stack *stack, uint8_t out[32])
{
    memcpy(out, stack->tiles->digest, 32);
}
