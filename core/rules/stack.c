/* Building a stack: judge, merge, complete from below, bind, configure. */
#include "rules/stack.h"
#include "rules/fence.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define HOOK_COUNTED(name) +1 /* NOLINT(bugprone-macro-parentheses): terms of a sum */
_Static_assert(sizeof(meepled_hooks) == (0 HOOKS(HOOK_COUNTED)) * sizeof(void (*)(void)),
               "HOOKS and meepled_hooks differ");

meepled_status
stack_plugin_check(const meepled_plugin *plugin, const char *file, meepled_error *err)
{
    if (plugin->abi != MEEPLED_ABI)
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: rules ABI %u, this program has %u", file,
                            plugin->abi, MEEPLED_ABI);
    if (plugin->hooks_size > sizeof(meepled_hooks))
        return meepled_fail(err, MEEPLED_ECONFIG,
                            "%s: hook table of %u bytes from newer headers, this program has %zu",
                            file, plugin->hooks_size, sizeof(meepled_hooks));
    if (plugin->hooks_size % sizeof(void (*)(void)) != 0)
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: hook table of %u bytes is cut in a hook",
                            file, plugin->hooks_size);
    if (!plugin->name || !plugin->version || !plugin->summary || !plugin->license || !plugin->hooks)
        return meepled_fail(err, MEEPLED_ECONFIG,
                            "%s: name, version, summary, license and hooks must be given", file);
    if (strspn(plugin->name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(plugin->name) ||
        plugin->name[0] < 'a' || plugin->name[0] > 'z' || strlen(plugin->name) >= TILESET_NAME)
        return meepled_fail(err, MEEPLED_ECONFIG, "%s: \"%.40s\" is not a plugin name", file,
                            plugin->name);
    return MEEPLED_OK;
}

/* ---- layers ---- */

static bool
lies_below(const meepled_stack *stack, const char *name)
{
    for (size_t i = 0; i < stack->layer_count; i++)
        if (strcmp(stack->layers[i].plugin->name, name) == 0)
            return true;
    return false;
}

/* Complete the table of `layer` from the one below and note who owns what. */
static void
hooks_complete(meepled_stack *stack, struct meepled_layer *layer)
{
    meepled_hooks own = { 0 };

    memcpy(&own, layer->plugin->hooks, layer->plugin->hooks_size);
    if (layer->below)
        layer->fn = layer->below->fn;
#define COMPLETE(name)                                                                             \
    if (own.name && !(layer->without >> HOOK_##name & 1)) {                                        \
        layer->fn.name = own.name;                                                                 \
        layer->owner[HOOK_##name] = layer;                                                         \
        stack->owns[HOOK_##name] = layer->below != NULL;                                           \
    } else {                                                                                       \
        assert(layer->below); /* the engine has every hook */                                      \
        layer->owner[HOOK_##name] = layer->below->owner[HOOK_##name];                              \
    }
    HOOKS(COMPLETE)
#undef COMPLETE
}

static void
layer_add(meepled_stack *stack, const meepled_plugin *plugin, const uint8_t *code,
          meepled_report *report)
{
    meepled_error err;

    if (stack_plugin_check(plugin, plugin->name ? plugin->name : "plugin", &err) != MEEPLED_OK) {
        meepled_report_add(report, NULL, 0, "%s", err.text);
        return;
    }
    if (stack->layer_count == MEEPLED_LAYERS_MAX) {
        meepled_report_add(report, NULL, 0, "%s: a stack has at most %d layers", plugin->name,
                           MEEPLED_LAYERS_MAX);
        return;
    }
    if (stack->layer_count > 0 && plugin->base != (stack->layer_count == 1))
        meepled_report_add(report, NULL, 0,
                           plugin->base ? "%s: is a base and cannot lie on another"
                                        : "%s: is a layer and needs a base below it",
                           plugin->name);
    for (const char *const *need = plugin->requires; need && *need; need++)
        if (!lies_below(stack, *need))
            meepled_report_add(report, NULL, 0, "%s: requires %s below it", plugin->name, *need);
    struct meepled_layer *layer = &stack->layers[stack->layer_count];
    layer->plugin = plugin;
    layer->code = code;
    layer->below = stack->layer_count > 0 ? layer - 1 : NULL;
    layer->stack = stack;
    stack->rules.layers_size = fence_place(layer, stack->rules.layers_size);
    hooks_complete(stack, layer);
    stack->top = layer;
    stack->layer_count++;
    words_merge(stack, plugin, report);
}

static void
layers_configure(meepled_stack *stack, meepled_report *report)
{
    for (size_t i = 0; i < stack->layer_count; i++) {
        struct meepled_layer *layer = &stack->layers[i];
        const size_t size = (layer->plugin->conf_size + 15u) & ~(size_t)15u;
        meepled_error err = { "" };

        if (size > 0) {
            layer->conf = aligned_alloc(16, size);
            if (!layer->conf) {
                meepled_report_add(report, NULL, 0, "out of memory");
                return;
            }
            memset(layer->conf, 0, size);
        }
        if (layer->plugin->configure &&
            layer->plugin->configure(layer, layer->conf, &err) != MEEPLED_OK)
            meepled_report_add(report, NULL, 0, "%s: %s", layer->plugin->name,
                               err.text[0] ? err.text : "refuses this stack without a reason");
    }
    memset(stack->owns, 0, sizeof stack->owns); /* some may do without hooks of theirs */
    for (size_t i = 0; i < stack->layer_count; i++)
        hooks_complete(stack, &stack->layers[i]);
}

/* ---- what the game floor needs ---- */

static void
rules_fill(meepled_stack *stack, meepled_report *report)
{
    struct game_rules *r = &stack->rules;
    const struct stack_words *w = &stack->words;

    r->tiles = stack->tiles;
    r->figures = w->figures;
    r->figure_count = (uint8_t)w->figure_count;
    r->pile_count = (uint8_t)w->pile_count;
    r->token_count = (uint8_t)w->token_count;
    r->kind_count = (uint8_t)w->kind_count;
    r->decision_count = (uint8_t)w->decision_count;
    for (size_t k = 0; k < w->kind_count; k++)
        stack->by_cells |= (uint16_t)((w->kinds[k].closing == MEEPLED_BY_CELLS) << k);
    for (size_t f = 0; f < w->figure_count; f++) {
        const uint8_t bit = (uint8_t)(1u << f);

        r->scope_figures[w->figures[f].scope] |= bit;
        r->strong_figures |= w->figures[f].strength > 0 ? bit : 0;
        r->companions |= w->figures[f].companion ? bit : 0;
        for (const meepled_role_word *role = w->figures[f].roles; role && role->kind; role++) {
            size_t k = 0;

            while (k < w->kind_count && strcmp(w->kinds[k].name, role->kind) != 0)
                k++;
            if (k == w->kind_count) {
                meepled_report_add(report, NULL, 0, "figure %s: no kind \"%s\" to stand on",
                                   w->figures[f].name, role->kind);
                continue;
            }
            r->roles[f][k] = role;
            r->figures_on[k] |= bit;
        }
    }
}

/* The tile sets that are in the game with these options. */
static struct bound_tiles *
tilesets_bind(const meepled_stack *stack, const struct stack_spec *spec, meepled_report *report)
{
    const struct stack_words *w = &stack->words;
    const struct bound_words words = { .kinds = w->kinds,
                                       .kind_count = w->kind_count,
                                       .attributes = w->attributes,
                                       .attribute_count = w->attribute_count,
                                       .links = w->links,
                                       .link_count = w->link_count,
                                       .piles = w->piles,
                                       .pile_count = w->pile_count,
                                       .absent = w->absent,
                                       .absent_count = w->absent_count };
    const struct tileset **sets = calloc(spec->tileset_count + 1, sizeof *sets);
    struct bound_tiles *tiles = NULL;
    size_t count = 0;

    for (size_t i = 0; sets && i < spec->tileset_count; i++) {
        const struct stack_condition *c = spec->conditions ? &spec->conditions[i] : NULL;

        if (!c || !c->option || words_holds(stack, c->option, "tilesets", c->file, c->line, report))
            sets[count++] = spec->tilesets[i];
    }
    if (sets)
        tiles = bound_new(sets, count, &words, report);
    else
        meepled_report_add(report, NULL, 0, "out of memory");
    free(sets);
    return tiles;
}

static void
stack_destroy(meepled_stack *stack)
{
    void *keep = stack->keep;
    void (*release)(void *) = stack->release;

    for (size_t i = 0; i < stack->layer_count; i++)
        free(stack->layers[i].conf);
    bound_free(stack->tiles);
    free(stack);
    if (release)
        release(keep);
}

meepled_stack *
stack_new(const struct stack_spec *spec, meepled_report *report)
{
    const size_t before = meepled_report_count(report);
    meepled_stack *stack = sodium_init() < 0 ? NULL : calloc(1, sizeof *stack);

    if (!stack) {
        meepled_report_add(report, NULL, 0, "out of memory");
        if (spec->release)
            spec->release(spec->keep);
        return NULL;
    }
    atomic_init(&stack->refs, 1);
    stack->keep = spec->keep;
    stack->release = spec->release;
    layer_add(stack, &engine_plugin, NULL, report);
    for (size_t i = 0; i < spec->plugin_count; i++)
        layer_add(stack, spec->plugins[i], spec->codes ? spec->codes[i] : NULL, report);
    words_options(stack, spec->settings, spec->setting_count, report);
    words_supplies(stack, spec->supplies, spec->supply_count, report);
    words_players(stack, &spec->players_min, &spec->players_max, report);
    words_conditions(stack, report);
    if (meepled_report_count(report) == before) {
        stack->tiles = tilesets_bind(stack, spec, report);
        rules_fill(stack, report);
    }
    if (stack->tiles && meepled_report_count(report) == before)
        layers_configure(stack, report);
    if (meepled_report_count(report) != before || !stack->tiles) {
        stack_destroy(stack);
        return NULL;
    }
    return stack;
}

meepled_stack *
meepled_stack_ref(meepled_stack *stack)
{
    atomic_fetch_add_explicit(&stack->refs, 1, memory_order_relaxed);
    return stack;
}

void
meepled_stack_unref(meepled_stack *stack)
{
    if (stack && atomic_fetch_sub_explicit(&stack->refs, 1, memory_order_acq_rel) == 1)
        stack_destroy(stack);
}
