/* A test program that talks to the daemon: it is started once, each test gets a client. */
#ifndef HTTP_SUITE_H
#define HTTP_SUITE_H

#include "http_child.h"
#include "http_client.h"

#include <check.h>

extern struct child suite_child;
extern struct client *suite_client;

/* Start the daemon with `settings` (see child_start), run the tests, stop it: that must go well
 * too. Returns the exit status of the program. */
int suite_run(const char *name, const char *const *settings, const TTest *const *tests,
              size_t count);

#define SUITE_RUN(name, settings, tests)                                                           \
    suite_run(name, settings, tests, sizeof(tests) / sizeof(tests)[0])

/* The same without a daemon. */
int suite_run_alone(const char *name, const TTest *const *tests, size_t count);
#define SUITE_RUN_ALONE(name, tests) suite_run_alone(name, tests, sizeof(tests) / sizeof(tests)[0])

#endif
