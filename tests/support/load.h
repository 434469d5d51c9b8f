/* Load on an HTTP server from one thread: many kept-alive connections, one request under way on
 * each, every answer's status looked at. */
#ifndef TESTS_SUPPORT_LOAD_H
#define TESTS_SUPPORT_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct load_request {
    const char *bytes;
    size_t length;
};

struct load_lane { /* what one connection sends, in order */
    const struct load_request *requests;
    size_t count;
    bool repeat; /* begin again after the last; else the connection is done */
    size_t next; /* where to go on; kept over several runs */
};

struct load_result {
    uint64_t answers, unexpected; /* unexpected: of another status */
    double seconds;
    double median_us, worst_us; /* of an answer's time */
    int status;                 /* an unexpected one, 0: none */
};

enum { LOAD_LANES_MAX = 1024 };

/* Run the lanes for `seconds`, or until all are done.  False when a connection broke or nobody
 * listens. */
bool load_run(uint16_t port, struct load_lane *lanes, size_t count, double seconds, int status,
              struct load_result *result);

#endif
