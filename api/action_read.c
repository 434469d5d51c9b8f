#include "action_read.h"

#include "json_read.h"

#include <string.h>

enum { WORD = 64 }; /* longest name or id, in characters */

/* What the types of action have; the letters are the members below. */
static const struct shape {
    const char *type;
    const char *needed, *allowed;
} shapes[] = {
    { "place-tile", "txyr", "" },
    { "place-figure", "fz", "wxy" },
    { "retrieve-figure", "fxyz", "" },
    { "choose", "c", "" },
    { "pass", "", "" },
};

static const struct member {
    char letter;
    const char *name;
} members[] = {
    { 't', "tile" }, { 'f', "figure" }, { 'w', "with" },     { 'z', "zone" },
    { 'x', "x" },    { 'y', "y" },      { 'r', "rotation" }, { 'c', "choice" },
};
enum { MEMBERS = sizeof members / sizeof members[0] };

static const struct shape *
shape_find(struct reading *in, const char *type)
{
    for (size_t i = 0; type && i < sizeof shapes / sizeof shapes[0]; i++)
        if (strcmp(shapes[i].type, type) == 0)
            return &shapes[i];
    if (type)
        reading_bad(in, PROBLEM_MEMBER_VALUE, "", "type",
                    "\"%.40s\" is none of place-tile, place-figure, retrieve-figure, choose, pass",
                    type);
    return NULL;
}

static void
read_text(struct reading *in, const struct shape *shape, char letter, const char *name,
          const char **out)
{
    if (strchr(shape->needed, letter))
        *out = reading_text(in, in->root, "", name, READING_NEEDED, WORD);
    else if (strchr(shape->allowed, letter))
        *out = reading_text(in, in->root, "", name, READING_OPTIONAL, WORD);
}

static void
read_cell(struct reading *in, const struct shape *shape, struct server_action_words *out)
{
    const bool given = json_object_get(in->root, "x") || json_object_get(in->root, "y");

    if (!given && !strchr(shape->needed, 'x'))
        return;
    /* One coordinate alone is a mistake also where both may be left out. */
    out->x = (int16_t)reading_int(in, in->root, "", "x", READING_NEEDED, INT16_MIN, INT16_MAX);
    out->y = (int16_t)reading_int(in, in->root, "", "y", READING_NEEDED, INT16_MIN, INT16_MAX);
    out->has_cell = true;
}

static void
read_members(struct reading *in, const struct shape *shape, struct server_action_words *out)
{
    const char *known[MEMBERS + 2] = { "type" };
    size_t count = 1;

    for (size_t m = 0; m < MEMBERS; m++)
        if (strchr(shape->needed, members[m].letter) || strchr(shape->allowed, members[m].letter))
            known[count++] = members[m].name;
    reading_only(in, in->root, "", known);
    read_text(in, shape, 't', "tile", &out->tile);
    read_text(in, shape, 'f', "figure", &out->figure);
    read_text(in, shape, 'w', "with", &out->with);
    read_text(in, shape, 'z', "zone", &out->zone);
    read_text(in, shape, 'c', "choice", &out->choice);
    if (strchr(shape->needed, 'x') || strchr(shape->allowed, 'x'))
        read_cell(in, shape, out);
    if (!strchr(shape->needed, 'r'))
        return;
    out->rotation = (uint16_t)reading_int(in, in->root, "", "rotation", READING_NEEDED, 0, 270);
    if (out->rotation % 90 != 0)
        reading_bad(in, PROBLEM_MEMBER_VALUE, "", "rotation", "%u is none of 0, 90, 180, 270",
                    out->rotation);
}

json_t *
action_read(const char *body, size_t len, struct server_action_words *out, struct problem *problem)
{
    struct reading in;

    *out = (struct server_action_words){ 0 };
    reading_begin(&in, body, len, problem);
    out->type = reading_text(&in, in.root, "", "type", READING_NEEDED, WORD);
    const struct shape *shape = shape_find(&in, out->type);
    if (shape)
        read_members(&in, shape, out);
    return in.root;
}
