/* Whole games as requests ready to be sent. */
#include "tests/support/load_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
append(struct load_lane *lane, const char *bytes, size_t length)
{
    struct load_request *requests = (struct load_request *)(uintptr_t)lane->requests;

    if (lane->count % 128 == 0) {
        requests = realloc(requests, (lane->count + 128) * sizeof *requests);
        if (requests == NULL)
            return false;
        lane->requests = requests;
    }
    char *copy = malloc(length);
    if (copy == NULL)
        return false;
    memcpy(copy, bytes, length);
    requests[lane->count++] = (struct load_request){ copy, length };
    return true;
}

bool
load_games_add(struct load_lane *lane, struct wire *wire, meepled_registry *registry,
               uint8_t players, uint32_t number, size_t actions, char *id)
{
    struct mirror mirror;
    meepled_action action;
    uint8_t seat;
    bool good = mirror_create(&mirror, wire, registry, "hunters-gatherers", players, number);

    if (good && id != NULL)
        memcpy(id, mirror.id, sizeof mirror.id);
    for (size_t i = 0;
         good && (actions == 0 || i < actions) && mirror_choose(&mirror, &action, &seat); i++) {
        char path[80], headers[128], body[256], request[1024];

        snprintf(path, sizeof path, "/v1/games/%s/actions", mirror.id);
        snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\n", mirror.tokens[seat]);
        mirror_json(mirror.g, &action, body, sizeof body);
        const size_t length = wire_format(request, sizeof request, "POST", path, headers, body);
        good = length < sizeof request && append(lane, request, length) &&
               mirror_apply(&mirror, seat, &action);
    }
    mirror_free(&mirror);
    return good;
}

void
load_games_clear(struct load_lane *lane)
{
    for (size_t i = 0; i < lane->count; i++)
        free((char *)(uintptr_t)lane->requests[i].bytes);
    free((struct load_request *)(uintptr_t)lane->requests);
    *lane = (struct load_lane){ 0 };
}
