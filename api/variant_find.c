#include "variant_find.h"

#include "request.h"

#include <stdio.h>
#include <string.h>

const meepled_variant *
variant_find(struct request *r, meepled_registry *registry)
{
    const meepled_variant *variant = meepled_variant_find(registry, r->match.params[0]);

    if (!variant)
        request_problem(r, PROBLEM_NO_VARIANT, "no variant \"%s\"", r->match.params[0]);
    return variant;
}

/* Cut "a=b,c=d" into settings, in place; false when it has another form. */
static bool
cut(char *text, meepled_setting *settings, size_t *count)
{
    for (char *item = text; item; (*count)++) {
        char *next = strchr(item, ','), *value = strchr(item, '=');
        if (next)
            *next++ = '\0';
        if (!value || value == item || (next && value > next) || *count == MEEPLED_OPTIONS_MAX)
            return false;
        *value++ = '\0';
        /* As JSON has them. */
        if (strcmp(value, "true") == 0)
            value = "yes";
        else if (strcmp(value, "false") == 0)
            value = "no";
        settings[*count] = (meepled_setting){ item, value };
        item = next;
    }
    return true;
}

meepled_stack *
variant_find_stack(struct request *r, meepled_registry *registry, const meepled_variant *variant)
{
    const char *query = request_query(r, "options");
    meepled_setting settings[MEEPLED_OPTIONS_MAX];
    size_t count = 0;
    char text[512] = "";
    meepled_error err = { "" };

    if (query && (snprintf(text, sizeof text, "%s", query) >= (int)sizeof text ||
                  !cut(text, settings, &count))) {
        request_problem(r, PROBLEM_PARAMETER_BAD, "options: \"%.80s\" is not NAME=VALUE,...",
                        query);
        return NULL;
    }
    meepled_stack *stack = meepled_variant_stack(registry, variant, settings, count, &err);
    if (!stack)
        request_problem(r, PROBLEM_PARAMETER_BAD, "options: %s", err.text);
    return stack;
}
