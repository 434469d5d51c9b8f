/* Building stacks, and keeping those that were asked for. */
#include "rules/stock.h"
#include "rules/amend.h"
#include "rules/stack.h"

#include <stdlib.h>
#include <string.h>

/* The plugins of a stack, kept open for it. */
struct kept {
    size_t count;
    struct plugin_file *files[];
};

static void
kept_release(void *keep)
{
    struct kept *const kept = keep;

    for (size_t i = 0; kept && i < kept->count; i++)
        plugin_unref(kept->files[i]);
    free(kept);
}

static size_t
tilesets_count(const struct variant *v)
{
    size_t count = v->tilesets.count;

    for (size_t i = 0; i < v->extra_count; i++)
        count += v->extras[i].tilesets.count;
    return count;
}

/* All tile sets the variant may use, and which of them hang on an option. */
static void
tilesets_list(const struct library *library, const struct variant *v, const struct tileset **sets,
              struct stack_condition *conditions)
{
    size_t count = 0;

    for (size_t i = 0; i < v->tilesets.count; i++)
        sets[count++] = library_tileset(library, v->tilesets.list[i]);
    for (size_t i = 0; i < v->extra_count; i++) {
        const struct variant_extra *const extra = &v->extras[i];

        for (size_t n = 0; n < extra->tilesets.count; n++, count++) {
            sets[count] = library_tileset(library, extra->tilesets.list[n]);
            conditions[count] = (struct stack_condition){ .option = extra->option,
                                                          .file = extra->tilesets.file,
                                                          .line = extra->tilesets.line };
        }
    }
}

/* Without its place when inherited: it may be about figures this variant does without. */
static struct stack_setting
said_supply(const struct variant_option *o)
{
    return (struct stack_setting){ .name = o->name,
                                   .value = o->value,
                                   .file = o->own ? o->file : NULL,
                                   .line = o->own ? o->line : 0 };
}

static struct stack_setting
said_setting(const struct variant_option *o)
{
    return (struct stack_setting){
        .name = o->name, .value = o->value, .file = o->file, .line = o->line
    };
}

/* What stock_build needs while it builds. */
struct bench {
    const meepled_plugin **plugins;
    const uint8_t **codes;
    const struct tileset **sets;
    struct tileset *amended; /* those of the sets that the variant changes */
    struct stack_condition *conditions;
    struct stack_setting *said, *supplies;
    struct kept *kept;
    size_t set_count;
};

/* False when out of memory; free with bench_clear either way. */
static bool
bench_init(struct bench *b, const struct variant *v, size_t setting_count)
{
    const size_t layers = 1 + v->layers.count;

    b->set_count = tilesets_count(v);
    b->plugins = calloc(layers, sizeof *b->plugins);
    b->codes = calloc(layers, sizeof *b->codes);
    b->sets = calloc(b->set_count + 1, sizeof *b->sets);
    b->amended = calloc(b->set_count + 1, sizeof *b->amended);
    b->conditions = calloc(b->set_count + 1, sizeof *b->conditions);
    b->said = calloc(setting_count + 1, sizeof *b->said);
    b->supplies = calloc(v->figure_count + 1, sizeof *b->supplies);
    b->kept = calloc(1, sizeof *b->kept + layers * sizeof *b->kept->files);
    return b->plugins && b->codes && b->sets && b->amended && b->conditions && b->said &&
           b->supplies && b->kept;
}

static void
bench_clear(struct bench *b)
{
    kept_release(b->kept);
    free(b->plugins);
    free(b->codes);
    free(b->sets);
    amend_free(b->amended, b->set_count);
    free(b->conditions);
    free(b->said);
    free(b->supplies);
}

static const char *
layer_name(const struct variant *v, size_t i)
{
    return i ? v->layers.list[i - 1] : v->base.list[0];
}

/* The plugin of layer `i` with this code: the library's, if that is the one.  NULL after a
 * complaint. */
static struct plugin_file *
layer_open(const struct library *library, const struct variant *v, size_t i, const uint8_t *code,
           meepled_report *report)
{
    struct plugin_file *file = library_plugin(library, layer_name(v, i));
    meepled_error err;

    if (!code || memcmp(file->digest, code, KEEP_DIGEST) == 0)
        return plugin_ref(file);
    if (!library->keep)
        meepled_fail(&err, MEEPLED_ECONFIG, "no copies of older plugins are kept");
    else if (plugin_open_kept(library->keep, code, &file, &err) == MEEPLED_OK)
        return file;
    meepled_report_add(report, NULL, 0, "the code of %s: %.150s", layer_name(v, i), err.text);
    return NULL;
}

meepled_stack *
stock_build(const struct library *library, const struct variant *v, const meepled_setting *settings,
            size_t count, const uint8_t *codes, meepled_report *report)
{
    const size_t layers = 1 + v->layers.count, options = v->option_count + count;
    const size_t before = meepled_report_count(report);
    struct bench b = { .plugins = NULL };
    meepled_stack *stack = NULL;

    if (!bench_init(&b, v, options)) {
        meepled_report_add(report, NULL, 0, "out of memory");
        goto done;
    }
    for (size_t i = 0; i < layers; i++) {
        struct plugin_file *const file =
            layer_open(library, v, i, codes ? codes + i * KEEP_DIGEST : NULL, report);

        if (!file)
            goto done;
        b.kept->files[b.kept->count++] = file;
        b.plugins[i] = file->plugin;
        b.codes[i] = file->digest;
    }
    tilesets_list(library, v, b.sets, b.conditions);
    amend_tilesets(v, b.sets, b.set_count, v->tilesets.count, b.amended, report);
    for (size_t i = 0; i < v->option_count; i++)
        b.said[i] = said_setting(&v->options[i]);
    for (size_t i = 0; i < count; i++)
        b.said[v->option_count + i] =
            (struct stack_setting){ .name = settings[i].name, .value = settings[i].value };
    for (size_t i = 0; i < v->figure_count; i++)
        b.supplies[i] = said_supply(&v->figures[i]);
    stack = stack_new(&(struct stack_spec){ .plugins = b.plugins,
                                            .plugin_count = layers,
                                            .codes = b.codes,
                                            .tilesets = b.sets,
                                            .tileset_count = b.set_count,
                                            .conditions = b.conditions,
                                            .settings = b.said,
                                            .setting_count = options,
                                            .supplies = b.supplies,
                                            .supply_count = v->figure_count,
                                            .players_min = said_setting(&v->players_min),
                                            .players_max = said_setting(&v->players_max),
                                            .keep = b.kept,
                                            .release = kept_release },
                      report);
    b.kept = NULL; /* the stack's now, whatever came of it */
    if (meepled_report_count(report) != before) {
        meepled_stack_unref(stack); /* good but for the tile sets */
        stack = NULL;
    }
done:
    bench_clear(&b);
    return stack;
}

/* ---- settings already built ---- */

static int
by_name(const void *a, const void *b)
{
    const meepled_setting *const x = *(const meepled_setting *const *)a;
    const meepled_setting *const y = *(const meepled_setting *const *)b;
    const int order = strcmp(x->name, y->name);

    return order ? order : (x > y) - (x < y); /* of two with one name the later stays later */
}

/* A new key, NULL when out of memory. */
static char *
key_new(const meepled_setting *settings, size_t count, const uint8_t *codes, size_t code_count,
        size_t *size)
{
    const meepled_setting **const order = calloc(count + 1, sizeof *order);
    char *key = NULL;

    *size = code_count * KEEP_DIGEST;
    for (size_t i = 0; order && i < count; i++) {
        order[i] = &settings[i];
        *size += strlen(settings[i].name) + strlen(settings[i].value) + 2;
    }
    if (order)
        key = malloc(*size);
    if (key) {
        char *to = key;

        qsort(order, count, sizeof *order, by_name);
        for (size_t i = 0; i < count; i++) {
            to = stpcpy(to, order[i]->name) + 1;
            to = stpcpy(to, order[i]->value) + 1;
        }
        if (code_count > 0)
            memcpy(to, codes, code_count * KEEP_DIGEST);
    }
    free(order);
    return key;
}

/* A new reference, NULL if there is no such stack yet. */
static meepled_stack *
cache_find(struct stock *stock, const char *key, size_t key_size)
{
    for (size_t i = 0; i < stock->cached_count; i++) {
        const struct stock_entry *const c = &stock->cached[i];

        if (c->key_size == key_size && memcmp(c->key, key, key_size) == 0)
            return meepled_stack_ref(c->stack);
    }
    return NULL;
}

/* Whether two stacks of one variant have the same options and the same code. */
static bool
same_stack(const meepled_stack *a, const meepled_stack *b)
{
    for (size_t i = 1; i < a->layer_count; i++)
        if (memcmp(a->layers[i].code, b->layers[i].code, KEEP_DIGEST) != 0)
            return false;
    return memcmp(a->option_values, b->option_values, sizeof a->option_values) == 0;
}

/* A stack with the same values as `fresh` if there is one: then `fresh` goes.  Takes `fresh`. */
static meepled_stack *
share_take(struct stock *stock, meepled_stack *fresh)
{
    meepled_stack *twin = same_stack(stock->stack, fresh) ? stock->stack : NULL;

    for (size_t i = 0; !twin && i < stock->cached_count; i++)
        if (same_stack(stock->cached[i].stack, fresh))
            twin = stock->cached[i].stack;
    if (!twin)
        return fresh;
    meepled_stack_ref(twin);
    meepled_stack_unref(fresh);
    return twin;
}

/* Takes `fresh`. */
static void
cache_add_take(struct stock *stock, struct stock_entry fresh)
{
    struct stock_entry *slot = &stock->cached[stock->oldest];

    if (stock->cached_count < STOCK_MAX) {
        slot = &stock->cached[stock->cached_count++];
    } else {
        stock->oldest = (stock->oldest + 1) % STOCK_MAX;
        free(slot->key);
        meepled_stack_unref(slot->stack);
    }
    *slot = fresh;
}

bool
stock_init(struct stock *stock, const struct library *library, const struct variant *variant,
           meepled_stack *stack)
{
    *stock = (struct stock){ .source = library, .variant = variant };
    if (pthread_mutex_init(&stock->lock, NULL) != 0)
        return false;
    stock->stack = stack;
    return true;
}

void
stock_clear(struct stock *stock)
{
    for (size_t i = 0; i < stock->cached_count; i++) {
        free(stock->cached[i].key);
        meepled_stack_unref(stock->cached[i].stack);
    }
    meepled_stack_unref(stock->stack);
    pthread_mutex_destroy(&stock->lock);
}

/* The stack for settings that are not in stock yet.  Takes `key`. */
static meepled_stack *
make(struct stock *stock, char *key, size_t key_size, const meepled_setting *settings, size_t count,
     const uint8_t *codes, meepled_error *err)
{
    meepled_report *const report = meepled_report_new();
    meepled_stack *stack = NULL;

    if (!report) {
        meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
        free(key);
        return NULL;
    }
    stack = stock_build(stock->source, stock->variant, settings, count, codes, report);
    if (stack) {
        stack = share_take(stock, stack);
        cache_add_take(stock, (struct stock_entry){ .key = key,
                                                    .key_size = key_size,
                                                    .stack = meepled_stack_ref(stack) });
    } else {
        meepled_fail(err, MEEPLED_ECONFIG, "%s", meepled_report_get(report, 0));
        free(key);
    }
    meepled_report_free(report);
    return stack;
}

/* Whether these are the codes of the library's plugins. */
static bool
codes_are_present(const struct stock *stock, const uint8_t *codes)
{
    const meepled_stack *const stack = stock->stack;

    for (size_t i = 1; i < stack->layer_count; i++)
        if (memcmp(stack->layers[i].code, codes + (i - 1) * KEEP_DIGEST, KEEP_DIGEST) != 0)
            return false;
    return true;
}

meepled_stack *
stock_get(struct stock *stock, const meepled_setting *settings, size_t count, const uint8_t *codes,
          meepled_error *err)
{
    size_t key_size;

    if (codes && codes_are_present(stock, codes))
        codes = NULL;
    if (count == 0 && !codes)
        return meepled_stack_ref(stock->stack);

    char *const key =
        key_new(settings, count, codes, codes ? stock->stack->layer_count - 1 : 0, &key_size);
    meepled_stack *stack = NULL;

    if (!key) {
        meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
        return NULL;
    }
    pthread_mutex_lock(&stock->lock);
    stack = cache_find(stock, key, key_size);
    if (stack)
        free(key);
    else
        stack = make(stock, key, key_size, settings, count, codes, err);
    pthread_mutex_unlock(&stock->lock);
    return stack;
}
