/* A registry of the tests' plugins, on INI files in a folder of its own. */
#ifndef SUPPORT_REGISTRY_FIXTURE_H
#define SUPPORT_REGISTRY_FIXTURE_H

#include <meepled/registry.h>
#include <meepled/rules.h>

#include <stdbool.h>

struct registry_fixture {
    const char *build; /* where plugins are */
    char folder[64];   /* of the INI files */
    meepled_report *mistakes, *skipped;
    meepled_registry *registry; /* NULL: none opened yet */
};
extern struct registry_fixture fixture; /* of the test that runs */

/* Two tile sets, small and more, and a variant on the first. */
extern const char registry_tiles[], registry_more_tiles[];
#define TINY "[variant tiny]\ntitle = Tiny\nbase = tiny\ntilesets = small\n"

/* Before and after each test. */
void registry_set_up(void);
void registry_tear_down(void);

/* Write a file into the folder; its path in out[0..300), which is returned. */
const char *registry_put(char *out, const char *name, const char *text);
/* Open a registry of the test plugins `plugins` (names between blanks), both tile sets and these
 * variants. */
void registry_serve(const char *plugins, const char *variants);

/* True if a complaint ends in `text`. */
bool registry_complains(const meepled_report *report, const char *text);
/* Fail unless all of `report` is the one complaint that ends in `text`; NULL: there is none. */
void registry_only(const meepled_report *report, const char *text);

#endif
