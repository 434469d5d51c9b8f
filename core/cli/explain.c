/* A variant taken to pieces. */
#include "cli/explain.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMN = 48, LINE_MAX_INI = 190 }; /* longer lines are no INI lines: the remark goes above */

static void
print_said(FILE *out, const char *key, const char *value, const char *remark)
{
    const size_t length = strlen(key) + 3 + strlen(value);

    if (length + 4 + strlen(remark) > LINE_MAX_INI)
        fprintf(out, "; %s\n%s = %s\n", remark, key, value);
    else
        fprintf(out, "%s = %s%*s ; %s\n", key, value, length < COLUMN ? (int)(COLUMN - length) : 0,
                "", remark);
}

static void
value_text(const meepled_option_word *word, int32_t value, char *out, size_t size)
{
    switch (word->type) {
    case MEEPLED_YESNO:
        snprintf(out, size, "%s", value ? "yes" : "no");
        break;
    case MEEPLED_NUMBER:
        snprintf(out, size, "%ld", (long)value);
        break;
    case MEEPLED_WORD:
        snprintf(out, size, "%s", word->words[value]);
        break;
    }
}

/* The option's help, to end a remark with; "" if it has none. */
static void
help_text(const meepled_option_word *word, char *out, size_t size)
{
    int length = 0;

    out[0] = '\0';
    if (word->type == MEEPLED_NUMBER)
        length = snprintf(out, size, ", %ld..%ld", (long)word->min, (long)word->max);
    if (word->help != NULL)
        snprintf(out + length, size - (size_t)length, ": %s", word->help);
}

static bool
is_said(const meepled_said *said, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(said[i].key, key) == 0)
            return true;
    return false;
}

static void
print_defaults(FILE *out, const meepled_variant *variant, const meepled_said *said,
               size_t said_count)
{
    size_t count;
    const meepled_option_word *options = meepled_stack_options(variant->stack, &count);

    for (size_t i = 0; i < count; i++) {
        char key[64], value[64], help[160], remark[180];

        snprintf(key, sizeof key, "option.%s", options[i].name);
        if (is_said(said, said_count, key))
            continue;
        value_text(&options[i], meepled_stack_option(variant->stack, i), value, sizeof value);
        help_text(&options[i], help, sizeof help);
        snprintf(remark, sizeof remark, "default%s", help);
        print_said(out, key, value, remark);
    }
}

static void
print_layers(FILE *out, const meepled_stack *stack)
{
    fputs("\n; layers, top first:\n", out);
    for (size_t i = meepled_stack_layers(stack); i-- > 0;) {
        const meepled_layer_info layer = meepled_stack_layer(stack, i);

        fprintf(out, ";   %-20s %s %s: %s\n", layer.name, layer.version,
                layer.base ? "base" : "layer", layer.summary);
    }
    fputs("; hooks, and the layers that have them, top first:\n", out);
    for (size_t h = 0; h < meepled_hook_count(); h++) {
        fprintf(out, ";   %-20s", meepled_hook_name(h));
        for (size_t i = meepled_stack_layers(stack); i-- > 0;)
            if (meepled_stack_layer_has(stack, i, h))
                fprintf(out, " %s,", meepled_stack_layer(stack, i).name);
        fputs(" the plain game\n", out);
    }
}

bool
explain(FILE *out, const meepled_variant *variant)
{
    const size_t count = meepled_variant_said(variant, NULL, 0);
    meepled_said *said = calloc(count + 1, sizeof *said);
    char remark[160];

    if (said == NULL)
        return false;
    meepled_variant_said(variant, said, count);
    fprintf(out, "; %s:%u", variant->file, variant->line);
    if (variant->parent != NULL)
        fprintf(out, ", from %s", variant->parent);
    fprintf(out, "\n[variant %s]\n", variant->name);
    for (size_t i = 0; i < count; i++) {
        if (said[i].file == NULL) /* an empty list nobody spoke of */
            continue;
        snprintf(remark, sizeof remark, "%.140s:%u", said[i].file, said[i].line);
        print_said(out, said[i].key, said[i].value, remark);
    }
    print_defaults(out, variant, said, count);
    print_layers(out, variant->stack);
    free(said);
    return true;
}
