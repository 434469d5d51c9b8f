/* Building stacks, and keeping those that were asked for. */
#include "rules/stock.h"
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

meepled_stack *
stock_build(const struct library *library, const struct variant *v, const meepled_setting *settings,
            size_t count, meepled_report *report)
{
    const size_t layers = 1 + v->layers.count, options = v->option_count + count;
    const size_t set_count = tilesets_count(v);
    const meepled_plugin **const plugins = calloc(layers, sizeof *plugins);
    const struct tileset **const sets = calloc(set_count + 1, sizeof *sets);
    struct stack_condition *const conditions = calloc(set_count + 1, sizeof *conditions);
    struct stack_setting *const said = calloc(options + 1, sizeof *said);
    struct kept *const kept = calloc(1, sizeof *kept + layers * sizeof *kept->files);
    meepled_stack *stack = NULL;

    if (plugins && sets && conditions && said && kept) {
        for (size_t i = 0; i < layers; i++) {
            const char *const name = i ? v->layers.list[i - 1] : v->base.list[0];
            struct plugin_file *const file = library_plugin(library, name);

            kept->files[kept->count++] = plugin_ref(file);
            plugins[i] = file->plugin;
        }
        tilesets_list(library, v, sets, conditions);
        for (size_t i = 0; i < v->option_count; i++)
            said[i] = (struct stack_setting){ .name = v->options[i].name,
                                              .value = v->options[i].value,
                                              .file = v->options[i].file,
                                              .line = v->options[i].line };
        for (size_t i = 0; i < count; i++)
            said[v->option_count + i] =
                (struct stack_setting){ .name = settings[i].name, .value = settings[i].value };
        stack = stack_new(&(struct stack_spec){ .plugins = plugins,
                                                .plugin_count = layers,
                                                .tilesets = sets,
                                                .tileset_count = set_count,
                                                .conditions = conditions,
                                                .settings = said,
                                                .setting_count = options,
                                                .keep = kept,
                                                .release = kept_release },
                          report);
    } else {
        meepled_report_add(report, NULL, 0, "out of memory");
        free(kept);
    }
    free(plugins);
    free(sets);
    free(conditions);
    free(said);
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
key_new(const meepled_setting *settings, size_t count, size_t *size)
{
    const meepled_setting **const order = calloc(count, sizeof *order);
    char *key = NULL;

    *size = 0;
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

static bool
same_options(const meepled_stack *a, const meepled_stack *b)
{
    return memcmp(a->option_values, b->option_values, sizeof a->option_values) == 0;
}

/* A stack with the same values as `fresh` if there is one: then `fresh` goes.  Takes `fresh`. */
static meepled_stack *
share_take(struct stock *stock, meepled_stack *fresh)
{
    meepled_stack *twin = same_options(stock->stack, fresh) ? stock->stack : NULL;

    for (size_t i = 0; !twin && i < stock->cached_count; i++)
        if (same_options(stock->cached[i].stack, fresh))
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
    *stock = (struct stock){ .library = library, .variant = variant };
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
     meepled_error *err)
{
    meepled_report *const report = meepled_report_new();
    meepled_stack *stack = NULL;

    if (!report) {
        meepled_fail(err, MEEPLED_ENOMEM, "out of memory");
        free(key);
        return NULL;
    }
    stack = stock_build(stock->library, stock->variant, settings, count, report);
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

meepled_stack *
stock_get(struct stock *stock, const meepled_setting *settings, size_t count, meepled_error *err)
{
    size_t key_size;

    if (count == 0)
        return meepled_stack_ref(stock->stack);

    char *const key = key_new(settings, count, &key_size);
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
        stack = make(stock, key, key_size, settings, count, err);
    pthread_mutex_unlock(&stock->lock);
    return stack;
}
