#include "route.h"

#include "handlers.h"

#include <stdio.h>
#include <string.h>

static const char *const games_query[] = { "variant", "status", "limit", "cursor", NULL };
static const char *const since_query[] = { "since", NULL };
static const char *const tiles_query[] = { "options", NULL };
static const char *const tile_query[] = { "options", "rotation", NULL };
static const char *const board_query[] = { "legal", NULL };

const struct route routes[] = {
    { "GET", "/v1/games/{id}", serve_game, since_query, false },
    { "DELETE", "/v1/games/{id}", serve_game_delete, NULL, false },
    { "GET", "/v1/games/{id}/actions", serve_actions, NULL, false },
    { "POST", "/v1/games/{id}/actions", serve_action, NULL, true },
    { "GET", "/v1/games/{id}/board.svg", serve_board, board_query, false },
    { "GET", "/v1/games/{id}/events", serve_events, since_query, false },
    { "POST", "/v1/games/{id}/seats", serve_seat_join, NULL, true },
    { "DELETE", "/v1/games/{id}/seats/{n}", serve_seat_leave, NULL, false },
    { "POST", "/v1/games/{id}/start", serve_game_start, NULL, true },
    { "GET", "/v1/games", serve_games, games_query, false },
    { "POST", "/v1/games", serve_game_create, NULL, true },
    { "GET", "/v1/variants", serve_variants, NULL, false },
    { "GET", "/v1/variants/{v}", serve_variant, NULL, false },
    { "GET", "/v1/variants/{v}/tiles", serve_tiles, tiles_query, false },
    { "GET", "/v1/variants/{v}/tiles/{t}.svg", serve_tile, tile_query, false },
    { "GET", "/openapi.json", serve_openapi, NULL, false },
    { "GET", "/healthz", serve_health, NULL, false },
    { "GET", "/readyz", serve_readiness, NULL, false },
    { "GET", "/metrics", serve_metrics, NULL, false },
};
const size_t route_count = sizeof routes / sizeof routes[0];

/* Whether `path` has the form of `pattern`; what stands for "{x}" goes to `params`.  A segment of a
 * pattern may go on behind it: "{t}.svg". */
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
        pattern = strchr(pattern, '}') + 1;
        const size_t segment = strcspn(path, "/"), rest = strcspn(pattern, "/");
        if (segment <= rest || segment - rest >= ROUTE_PARAM)
            return false;
        memcpy(params[param], path, segment - rest);
        params[param++][segment - rest] = '\0';
        path += segment - rest;
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
