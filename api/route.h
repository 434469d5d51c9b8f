/* The routes: one constant table says what there is; openapi.json says the same in another way and
 * a test holds them together. */
#ifndef API_ROUTE_H
#define API_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

struct request;

struct route {
    const char *method; /* GET answers HEAD too */
    const char *path;   /* "{x}" stands for one segment, perhaps without its end */
    void (*run)(struct request *r);
    const char *const *query; /* known query parameters, NULL-ended; NULL: none */
    bool body;                /* may have a JSON body */
};

extern const struct route routes[];
extern const size_t route_count;

enum { ROUTE_PARAMS = 2, ROUTE_PARAM = 64 };

struct route_match {
    const struct route *route;              /* NULL: none */
    bool known;                             /* the path is known, perhaps with another method */
    char params[ROUTE_PARAMS][ROUTE_PARAM]; /* what stands for each "{x}" */
};

/* Find the route of a request. */
void route_find(const char *method, const char *path, struct route_match *out);
/* Write the methods of a path to out, "GET, HEAD, OPTIONS"; "" for an unknown one. */
enum { ROUTE_ALLOW = 64 };
void route_allow(const char *path, char out[ROUTE_ALLOW]);

#endif
