/* Games over the API, for tests. */
#ifndef HTTP_GAME_H
#define HTTP_GAME_H

#include "http_client.h"

#include <stdint.h>

struct table {
    char id[40];
    char path[64]; /* "/v1/games/ID" */
    char host[40];
    char seats[8][40]; /* tokens, "" where there is none */
    size_t players;
};

/* A game of hunters-gatherers with all seats taken, so it has begun; `more` is further members of
 * the wish (", \"seed\": ...") or "". */
struct table table_create(struct client *client, size_t players, const char *more);
/* Remember what a 201 of POST /v1/games said. */
struct table table_of(const struct reply *created);

/* "/v1/games/ID" and `rest`; borrowed until the next call. */
const char *table_path(const struct table *table, const char *rest);
json_int_t table_version(struct client *client, const struct table *table);
/* The state as text, new. */
char *table_state(struct client *client, const struct table *table);

/* The listed actions and who decides; free the reply. */
struct reply table_actions(struct client *client, const struct table *table, int *decides);
/* Take one of the listed actions, chosen by `random`, with this key (NULL: none).  False when there
 * is none: the game is over.  `answer` (may be NULL) gets the reply. */
bool table_step(struct client *client, const struct table *table, uint32_t *random, const char *key,
                struct reply *answer);
/* Go on to the end; returns how many actions that took. */
size_t table_finish(struct client *client, const struct table *table, uint32_t *random);

#endif
