#include "tests/support/registry_fixture.h"

#include "tests/support/case_folders.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct registry_fixture fixture;

const char registry_tiles[] = "[tileset]\nid = small\ntitle = Small\n[tile A]\nstart = yes\n"
                              "grass-1 = N E S W\n[tile B]\ncount = 3\ngrass-1 = N E S W\n";
const char registry_more_tiles[] = "[tileset]\nid = more\ntitle = More\n[tile C]\n"
                                   "grass-1 = N E S W\n";

void
registry_set_up(void)
{
    const char *const build = getenv("MEEPLED_BUILD");

    fixture = (struct registry_fixture){ .build = build ? build : "build",
                                         .folder = "/tmp/meepled-registry-XXXXXX",
                                         .mistakes = meepled_report_new(),
                                         .skipped = meepled_report_new() };
    ck_assert_ptr_nonnull(mkdtemp(fixture.folder));
}

void
registry_tear_down(void)
{
    static const char *const names[] = { "small.ini", "more.ini", "variants.ini", "small-too.ini",
                                         "tiny.so",   "new.so",   "notes.txt" };
    char path[300];

    meepled_registry_unref(fixture.registry);
    fixture.registry = NULL;
    meepled_report_free(fixture.mistakes);
    meepled_report_free(fixture.skipped);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", fixture.folder, names[i]);
        unlink(path);
    }
    rmdir(fixture.folder);
}

const char *
registry_put(char *out, const char *name, const char *text)
{
    snprintf(out, 300, "%s/%s", fixture.folder, name);

    FILE *const file = fopen(out, "w");

    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    return out;
}

void
registry_serve(const char *plugins, const char *variants)
{
    char names[200], list[2000] = "", set[300], more[300], sets[700], ini[300];
    char *rest = NULL;
    size_t len = 0;

    snprintf(names, sizeof names, "%s", plugins);
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
        len += (size_t)snprintf(list + len, sizeof list - len,
                                "%s/tests/plugins/%s.so:", fixture.build, name);
    registry_put(set, "small.ini", registry_tiles);
    registry_put(more, "more.ini", registry_more_tiles);
    snprintf(sets, sizeof sets, "%s:%s", set, more);
    registry_put(ini, "variants.ini", variants);
    fixture.registry = meepled_registry_open(
        &(meepled_registry_paths){ .plugins = list, .tilesets = sets, .variants = ini },
        fixture.mistakes, fixture.skipped);
    ck_assert_ptr_nonnull(fixture.registry);
}

bool
registry_complains(const meepled_report *report, const char *text)
{
    for (size_t i = 0; i < meepled_report_count(report); i++) {
        const char *const line = meepled_report_get(report, i);

        if (strlen(line) >= strlen(text) && strcmp(line + strlen(line) - strlen(text), text) == 0)
            return true;
    }
    return false;
}

void
registry_only(const meepled_report *report, const char *text)
{
    char *const all = case_complaints(report);

    ck_assert_msg(meepled_report_count(report) == (text ? 1 : 0) &&
                      (!text || registry_complains(report, text)),
                  "instead of %s:\n%s", text ? text : "nothing", all);
    free(all);
}
