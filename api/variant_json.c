#include "variant_json.h"

#include "svg_layout.h"

#include <string.h>

static const char *const reaches[] = {
    [MEEPLED_WHOLE] = "side",
    [MEEPLED_CENTRE] = "centre",
    [MEEPLED_HALVES] = "halves",
    [MEEPLED_INSIDE] = "inside",
};
static const char *const closings[] = {
    [MEEPLED_NEVER] = "never",
    [MEEPLED_BY_SIDES] = "sides",
    [MEEPLED_BY_CELLS] = "cells",
};

static void
title_json(struct json_out *j, const char *key, const char *title, const char *title_cs, bool czech)
{
    put_string(j, key, czech && title_cs ? title_cs : title);
}

/* ---- options ---- */

static void
option_json(struct json_out *j, const meepled_option_word *word, int32_t value, bool czech)
{
    put_object(j, NULL);
    put_string(j, "name", word->name);
    title_json(j, "title", word->title ? word->title : word->name, word->title_cs, czech);
    switch (word->type) {
    case MEEPLED_YESNO:
        put_string(j, "type", "boolean");
        put_bool(j, "default", value != 0);
        break;
    case MEEPLED_NUMBER:
        put_string(j, "type", "number");
        put_int(j, "default", value);
        put_int(j, "min", word->min);
        put_int(j, "max", word->max);
        break;
    case MEEPLED_WORD:
        put_string(j, "type", "string");
        put_string(j, "default", word->words[value]);
        put_array(j, "values");
        for (size_t i = 0; word->words[i]; i++)
            put_string(j, NULL, word->words[i]);
        put_end(j);
        break;
    }
    title_json(j, "help", word->help, word->help_cs, czech);
    put_end(j);
}

static void
options_json(struct json_out *j, const meepled_stack *stack, bool czech)
{
    size_t count = 0;
    const meepled_option_word *words = meepled_stack_options(stack, &count);

    put_array(j, "options");
    for (size_t i = 0; i < count; i++)
        option_json(j, &words[i], meepled_stack_option(stack, i), czech);
    /* Every game has it: not a word of any plugin. */
    put_object(j, NULL);
    put_string(j, "name", "first-player");
    title_json(j, "title", "First player", "Začínající hráč", czech);
    put_string(j, "type", "seat");
    put_string(j, "default", "random");
    title_json(j, "help", "who begins: a seat number, or random",
               "kdo začíná: číslo místa, nebo random", czech);
    put_end(j);
    put_end(j);
}

/* ---- words ---- */

static void
kinds_json(struct json_out *j, const meepled_stack *stack, bool czech)
{
    size_t count = 0;
    const meepled_kind_word *words = meepled_stack_kinds(stack, &count);

    put_array(j, "kinds");
    for (size_t i = 0; i < count; i++) {
        put_object(j, NULL);
        put_string(j, "name", words[i].name);
        title_json(j, "title", words[i].title, words[i].title_cs, czech);
        put_string(j, "colour", words[i].colour);
        put_string(j, "reach", reaches[words[i].reach]);
        put_string(j, "closing", closings[words[i].closing]);
        put_end(j);
    }
    put_end(j);
}

static void
figures_json(struct json_out *j, const meepled_stack *stack, bool czech)
{
    size_t count = 0;
    const meepled_figure_word *words = meepled_stack_figures(stack, &count);

    put_array(j, "figures");
    for (size_t i = 0; i < count; i++) {
        put_object(j, NULL);
        put_string(j, "name", words[i].name);
        title_json(j, "title", words[i].title, words[i].title_cs, czech);
        put_int(j, "supply", words[i].supply);
        put_int(j, "strength", words[i].strength);
        put_bool(j, "companion", words[i].companion);
        put_string(j, "scope", words[i].scope == MEEPLED_IN_SYSTEM ? "system" : "region");
        put_array(j, "roles");
        for (const meepled_role_word *role = words[i].roles; role && role->kind; role++) {
            put_object(j, NULL);
            put_string(j, "kind", role->kind);
            put_string(j, "name", role->name);
            title_json(j, "title", role->title, role->title_cs, czech);
            put_end(j);
        }
        put_end(j);
        put_end(j);
    }
    put_end(j);
}

static void
links_json(struct json_out *j, const meepled_stack *stack)
{
    size_t count = 0;
    const meepled_link_word *words = meepled_stack_links(stack, &count);

    put_array(j, "links");
    for (size_t i = 0; i < count; i++) {
        put_object(j, NULL);
        put_string(j, "name", words[i].name);
        put_bool(j, "joins", words[i].joins);
        put_bool(j, "mutual", words[i].mutual);
        put_end(j);
    }
    put_end(j);
}

static void
word_json(struct json_out *j, const char *name, const char *title, const char *title_cs, bool czech)
{
    put_object(j, NULL);
    put_string(j, "name", name);
    title_json(j, "title", title, title_cs, czech);
    put_end(j);
}

static void
words_json(struct json_out *j, const meepled_stack *stack, bool czech)
{
    size_t count = 0;

    kinds_json(j, stack, czech);
    figures_json(j, stack, czech);
    links_json(j, stack);
    put_array(j, "attributes");
    const meepled_attribute_word *attributes = meepled_stack_attributes(stack, &count);
    for (size_t i = 0; i < count; i++)
        word_json(j, attributes[i].name, attributes[i].title, attributes[i].title_cs, czech);
    put_end(j);
    put_array(j, "piles");
    const meepled_pile_word *piles = meepled_stack_piles(stack, &count);
    for (size_t i = 0; i < count; i++)
        word_json(j, piles[i].name, piles[i].title, piles[i].title_cs, czech);
    put_end(j);
    put_array(j, "tokens");
    const meepled_token_word *tokens = meepled_stack_tokens(stack, &count);
    for (size_t i = 0; i < count; i++)
        word_json(j, tokens[i].name, tokens[i].title, tokens[i].title_cs, czech);
    put_end(j);
    put_array(j, "decisions");
    const meepled_decision_word *decisions = meepled_stack_decisions(stack, &count);
    for (size_t i = 0; i < count; i++)
        word_json(j, decisions[i].name, decisions[i].title, decisions[i].title_cs, czech);
    put_end(j);
    put_array(j, "choices");
    const meepled_choice_word *choices = meepled_stack_choices(stack, &count);
    for (size_t i = 0; i < count; i++)
        word_json(j, choices[i].name, choices[i].title, choices[i].title_cs, czech);
    put_end(j);
}

/* ---- the variant ---- */

static void
layers_json(struct json_out *j, const meepled_stack *stack)
{
    put_array(j, "rules");
    for (size_t i = 0; i < meepled_stack_layers(stack); i++) {
        const meepled_layer_info layer = meepled_stack_layer(stack, i);
        put_object(j, NULL);
        put_string(j, "name", layer.name);
        put_string(j, "version", layer.version);
        put_bool(j, "base", layer.base);
        put_string(j, "summary", layer.summary);
        put_end(j);
    }
    put_end(j);
    put_object(j, "hooks");
    for (size_t i = 0; i < meepled_hook_count(); i++)
        put_string(j, meepled_hook_name(i), meepled_stack_owner(stack, i));
    put_end(j);
}

/* The tile sets, and how far each is to be trusted. */
static void
tilesets_json(struct json_out *j, const meepled_stack *stack, bool czech)
{
    put_array(j, "tilesets");
    for (size_t i = 0; i < meepled_stack_tilesets(stack); i++)
        put_string(j, NULL, meepled_stack_tileset(stack, i).id);
    put_end(j);
    put_array(j, "sources");
    for (size_t i = 0; i < meepled_stack_tilesets(stack); i++) {
        const meepled_tileset_info set = meepled_stack_tileset(stack, i);
        put_object(j, NULL);
        put_string(j, "tileset", set.id);
        title_json(j, "title", set.title, set.title_cs, czech);
        put_string(j, "edition", set.edition);
        put_string(j, "provenance", set.provenance);
        put_string(j, "confidence", set.confidence);
        put_end(j);
    }
    put_end(j);
}

void
variant_json(struct json_out *j, const meepled_variant *variant, bool czech)
{
    uint8_t min = 0, max = 0;

    meepled_stack_players(variant->stack, &min, &max);
    put_object(j, NULL);
    put_string(j, "name", variant->name);
    title_json(j, "title", variant->title, variant->title_cs, czech);
    put_string(j, "parent", variant->parent);
    put_object(j, "players");
    put_int(j, "min", min);
    put_int(j, "max", max);
    put_end(j);
    options_json(j, variant->stack, czech);
    layers_json(j, variant->stack);
    tilesets_json(j, variant->stack, czech);
    words_json(j, variant->stack, czech);
    put_end(j);
}

/* ---- tiles ---- */

static void
zone_json(struct json_out *j, const meepled_stack *stack, uint16_t tile, uint8_t index,
          svg_point anchor)
{
    static const char ports[12][3] = { "NL", "NC", "NR", "EL", "EC", "ER",
                                       "SL", "SC", "SR", "WL", "WC", "WR" };
    const meepled_tile_zone zone = meepled_stack_zone(stack, tile, index);
    size_t count = 0;

    put_object(j, NULL);
    put_string(j, "name", zone.name);
    put_string(j, "kind", meepled_stack_kinds(stack, &count)[zone.kind].name);
    put_array(j, "ports");
    for (unsigned p = 0; p < 12; p++)
        if (zone.ports & 1u << p)
            put_string(j, NULL, ports[p]);
    put_end(j);
    put_object(j, "attributes");
    const meepled_attribute_word *attributes = meepled_stack_attributes(stack, &count);
    for (size_t a = 0; a < count; a++)
        if (zone.attributes[a] != 0)
            put_int(j, attributes[a].name, zone.attributes[a]);
    put_end(j);
    put_object(j, "links");
    const meepled_link_word *links = meepled_stack_links(stack, &count);
    for (size_t l = 0; l < count; l++) {
        bool any = false;
        for (uint8_t i = 0; i < zone.link_count; i++) {
            if (zone.links[i].link != l)
                continue;
            if (!any)
                put_array(j, links[l].name);
            any = true;
            put_string(j, NULL, meepled_stack_zone(stack, tile, zone.links[i].to).name);
        }
        if (any)
            put_end(j);
    }
    put_end(j);
    put_array(j, "anchor");
    put_thousandths(j, NULL, (unsigned)(anchor.x * 1000 / SVG_SIDE));
    put_thousandths(j, NULL, (unsigned)(anchor.y * 1000 / SVG_SIDE));
    put_end(j);
    put_end(j);
}

/* What a neighbour sees of each side: the kind on its centre port. */
static void
sides_json(struct json_out *j, const meepled_stack *stack, uint16_t tile, uint8_t zones)
{
    static const char *const names[4] = { "N", "E", "S", "W" };
    size_t count = 0;
    const meepled_kind_word *kinds = meepled_stack_kinds(stack, &count);

    put_object(j, "sides");
    for (unsigned side = 0; side < 4; side++)
        for (uint8_t z = 0; z < zones; z++) {
            const meepled_tile_zone zone = meepled_stack_zone(stack, tile, z);
            if (zone.ports & 1u << (3 * side + 1))
                put_string(j, names[side], kinds[zone.kind].name);
        }
    put_end(j);
}

void
variant_json_tiles(struct json_out *j, const meepled_variant *variant, const meepled_stack *stack)
{
    size_t count = 0;
    const meepled_pile_word *piles = meepled_stack_piles(stack, &count);
    struct svg_layout layout;

    put_object(j, NULL);
    put_string(j, "variant", variant->name);
    put_array(j, "tiles");
    for (size_t t = 0; t < meepled_stack_tiles(stack); t++) {
        const meepled_tile_info tile = meepled_stack_tile(stack, (uint16_t)t);
        put_object(j, NULL);
        put_string(j, "id", tile.id);
        put_string(j, "tileset", tile.tileset);
        put_int(j, "count", tile.count);
        put_string(j, "pile", tile.start && tile.count == 1 ? NULL : piles[tile.pile].name);
        put_bool(j, "start", tile.start);
        sides_json(j, stack, (uint16_t)t, tile.zones);
        put_array(j, "zones");
        svg_layout_make(stack, (uint16_t)t, &layout);
        for (uint8_t z = 0; z < tile.zones; z++)
            zone_json(j, stack, (uint16_t)t, z, layout.shapes.zone[z].anchor);
        put_end(j);
        put_end(j);
    }
    put_end(j);
    put_end(j);
}
