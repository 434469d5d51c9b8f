/* A variant with all it inherited, as one INI section would say it. */
#include "rules/said.h"

#include <stdio.h>
#include <string.h>

struct sayer {
    meepled_said *out;
    size_t cap, count;
};

/* The next entry of the list, or a spare one when it is full. */
static meepled_said *
next(struct sayer *s, meepled_said *spare)
{
    meepled_said *const to = s->count < s->cap ? &s->out[s->count] : spare;

    s->count++;
    *to = (meepled_said){ .key = "" };
    return to;
}

static void
say_value(struct sayer *s, const char *prefix, const struct variant_option *o)
{
    meepled_said spare;

    if (!o->value)
        return;

    meepled_said *const to = next(s, &spare);

    snprintf(to->key, sizeof to->key, "%s%s", prefix, o->name);
    snprintf(to->value, sizeof to->value, "%s", o->value);
    to->file = o->file;
    to->line = o->line;
}

static void
say_names(struct sayer *s, const char *prefix, const char *key, const struct variant_names *names)
{
    meepled_said spare;
    meepled_said *const to = next(s, &spare);
    size_t len = 0;

    snprintf(to->key, sizeof to->key, "%s%s", prefix, key);
    for (size_t i = 0; i < names->count && len < sizeof to->value; i++)
        len += (size_t)snprintf(to->value + len, sizeof to->value - len, "%s%s", i ? " " : "",
                                names->list[i]);
    to->file = names->file;
    to->line = names->line;
}

static void
say_values(struct sayer *s, const char *prefix, const struct variant_option *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        say_value(s, prefix, &list[i]);
}

size_t
variant_said(const struct variant *v, meepled_said *out, size_t cap)
{
    struct sayer s = { .out = out, .cap = cap };

    say_value(&s, "", &v->title_at);
    say_value(&s, "", &v->title_cs_at);
    say_names(&s, "", "base", &v->base);
    say_names(&s, "", "layers", &v->layers);
    say_names(&s, "", "tilesets", &v->tilesets);
    for (size_t i = 0; i < v->extra_count; i++)
        say_names(&s, "tilesets.", v->extras[i].option, &v->extras[i].tilesets);
    say_values(&s, "tiles.", v->tiles, v->tile_count);
    say_value(&s, "", &v->start);
    say_values(&s, "figures.", v->figures, v->figure_count);
    say_value(&s, "", &v->players_min);
    say_value(&s, "", &v->players_max);
    say_values(&s, "option.", v->options, v->option_count);
    return s.count;
}
