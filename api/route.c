#include "route.h"

#include "handlers.h"

#include <stdio.h>
#include <string.h>

static const char *const games_query[] = { "variant", "status", "limit", "cursor", NULL };
static const char *const since_query[] = { "since", NULL };

const struct route routes[] = {
    { "GET", "/v1/games/{id}", game_get, since_query, false },
    { "DELETE", "/v1/games/{id}", game_delete, NULL, false },
    { "GET", "/v1/games/{id}/actions", actions_list, NULL, false },
    { "POST", "/v1/games/{id}/actions", actions_create, NULL, true },
    { "GET", "/v1/games/{id}/events", events_list, since_query, false },
    { "POST", "/v1/games/{id}/seats", seats_create, NULL, true },
    { "DELETE", "/v1/games/{id}/seats/{n}", seats_delete, NULL, false },
    { "POST", "/v1/games/{id}/start", game_start, NULL, true },
    { "GET", "/v1/games", games_list, games_query, false },
    { "POST", "/v1/games", games_create, NULL, true },
    { "GET", "/v1/variants", variants_list, NULL, false },
    { "GET", "/v1/variants/{v}", variants_get, NULL, false },
    { "GET", "/v1/variants/{v}/tiles", variants_tiles, NULL, false },
    { "GET", "/openapi.json", openapi_get, NULL, false },
    { "GET", "/healthz", health_live, NULL, false },
    { "GET", "/readyz", health_ready, NULL, false },
    { "GET", "/metrics", metrics_get, NULL, false },
};
const size_t route_count = sizeof routes / sizeof routes[0];

/* Whether `path` has the form of `pattern`; the segments that stand for "{x}" go to `params`. */
static bool
matches(const char *pattern, const char *path, char params[ROUTE_PARAMS][ROUTE_PARAM])
{
    size_t param = 0;

    while (*pattern) {
        if (*pattern != '{') {
            if (*pattern++ != *path++)
                return false;
            continue;
        }
        const size_t len = strcspn(path, "/");
        if (len == 0 || len >= ROUTE_PARAM)
            return false;
        memcpy(params[param], path, len);
        params[param++][len] = '\0';
        path += len;
        pattern = strchr(pattern, '}') + 1;
    }
    return *path == '\0';
}

static bool
serves(const struct route *route, const char *method)
{
    return strcmp(route->method, method) == 0 ||
           (strcmp(method, "HEAD") == 0 && strcmp(route->method, "GET") == 0);
}

void
route_find(const char *method, const char *path, struct route_match *out)
{
    out->route = NULL;
    out->known = false;
    for (size_t i = 0; i < route_count; i++) {
        if (!matches(routes[i].path, path, out->params))
            continue;
        out->known = true;
        if (serves(&routes[i], method)) {
            out->route = &routes[i];
            return;
        }
    }
}

void
route_allow(const char *path, char out[ROUTE_ALLOW])
{
    char params[ROUTE_PARAMS][ROUTE_PARAM];
    size_t at = 0;

    out[0] = '\0';
    for (size_t i = 0; i < route_count; i++)
        if (matches(routes[i].path, path, params))
            at += (size_t)snprintf(out + at, ROUTE_ALLOW - at, "%s, ",
                                   strcmp(routes[i].method, "GET") == 0 ? "GET, HEAD"
                                                                        : routes[i].method);
    if (at > 0)
        snprintf(out + at, ROUTE_ALLOW - at, "OPTIONS");
}
