/* Reading case files and running their statements in order. */
#include "tests/support/position_script.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool
position_wrong(struct position *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(p->why, sizeof p->why, format, args);
    va_end(args);
    return false;
}

bool
position_word(char **rest, char word[POSITION_WORD_MAX])
{
    int used = 0;

    if (sscanf(*rest, " %47s%n", word, &used) != 1)
        return false;
    *rest += used;
    return true;
}

/* ---- finding cases ---- */

static size_t
cases_of_file(const char *path, struct position_case *out, size_t cap)
{
    FILE *file = fopen(path, "r");
    char line[POSITION_LINE_MAX];
    unsigned number = 0, prelude = 0;
    size_t count = 0;

    if (file == NULL)
        return 0;
    while (fgets(line, sizeof line, file) != NULL) {
        number++;
        if (strncmp(line, "case ", 5) != 0) {
            if (count > 0 && count <= cap)
                out[count - 1].last = number;
            else if (count == 0)
                prelude = number;
            continue;
        }
        if (count++ < cap) {
            struct position_case *c = &out[count - 1];
            line[strcspn(line, "\n")] = '\0';
            *c = (struct position_case){ .prelude_last = prelude, .first = number, .last = number };
            snprintf(c->file, sizeof c->file, "%s", path);
            snprintf(c->title, sizeof c->title, "%.150s", line + 5);
        }
    }
    fclose(file);
    return count;
}

size_t
position_cases(const char *folder, struct position_case *out, size_t cap)
{
    struct dirent **names;
    const int found = scandir(folder, &names, NULL, alphasort);
    size_t count = 0;

    for (int i = 0; i < found; i++) {
        const char *dot = strrchr(names[i]->d_name, '.');
        char path[256];
        struct stat st;

        if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name) >= sizeof path)
            abort();
        struct position_case *const next = count < cap ? out + count : NULL;
        const size_t left = count < cap ? cap - count : 0;
        if (names[i]->d_name[0] != '.' && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            count += position_cases(path, next, left);
        else if (dot != NULL && strcmp(dot, ".cases") == 0)
            count += cases_of_file(path, next, left);
        free(names[i]);
    }
    if (found >= 0)
        free(names);
    return count;
}

/* ---- running one ---- */

static const struct position_statement *
statement_find(const char *name)
{
    static const struct position_statement *const tables[] = {
        position_setup_statements, position_step_statements, position_expect_statements,
        position_tiles_statements, position_layers_statements
    };

    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        for (const struct position_statement *s = tables[t]; s->name != NULL; s++) {
            if (strcmp(s->name, name) == 0)
                return s;
        }
    }
    return NULL;
}

static bool
run_line(struct position *p, char *line)
{
    char name[POSITION_WORD_MAX];
    char *rest = line;
    struct position_tile tile;

    line[strcspn(line, "#\n")] = '\0';
    if (p->in_tiles && position_tile_line(line, &tile)) {
        if (p->tile_count == POSITION_TILES_MAX)
            return position_wrong(p, "more than %d tiles", POSITION_TILES_MAX);
        p->tiles[p->tile_count++] = tile;
        return true;
    }
    if (!position_word(&rest, name))
        return true; /* an empty line */
    p->in_tiles = false;
    const struct position_statement *statement = statement_find(name);
    if (statement == NULL)
        return position_wrong(p, "no statement \"%s\"", name);
    if (statement->needs_game && !position_ready(p))
        return false;
    rest += strspn(rest, " \t");
    return statement->run(p, rest);
}

static bool
run_lines(struct position *p, const struct position_case *c, FILE *file)
{
    char line[POSITION_LINE_MAX];

    for (p->line = 1; fgets(line, sizeof line, file) != NULL && p->line <= c->last; p->line++) {
        if (p->line <= c->prelude_last || p->line > c->first) {
            if (!run_line(p, line))
                return false;
        }
    }
    p->line = c->last;
    return p->game != NULL || position_wrong(p, "the case does nothing");
}

bool
position_case_run(const struct position_case *c, const meepled_plugin *const *plugins,
                  size_t plugin_count, char *why, size_t size)
{
    struct position *p = calloc(1, sizeof *p);
    FILE *file = fopen(c->file, "r");
    bool good = false;

    if (p != NULL && file != NULL) {
        p->plugins = plugins;
        p->plugin_count = plugin_count;
        p->events = (meepled_events){ .list = p->list, .cap = POSITION_EVENTS_MAX };
        good = run_lines(p, c, file);
        snprintf(why, size, "%s:%u: %s (case: %s)", c->file, p->line, p->why, c->title);
        meepled_game_free(p->game);
        meepled_stack_unref(p->stack);
    } else {
        snprintf(why, size, "%s: cannot be read", c->file);
    }
    if (file != NULL)
        fclose(file);
    free(p);
    return good;
}
