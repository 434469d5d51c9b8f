/* The body of POST /v1/games, and of POST .../seats, into a wish for the server. */
#ifndef API_CREATE_READ_H
#define API_CREATE_READ_H

#include "problem.h"

#include <jansson.h>

enum { CREATE_DECK_MAX = 1000 }; /* tiles in a fixed pile */

/* What a job borrows beside the document. */
struct create_lists {
    meepled_setting options[MEEPLED_OPTIONS_MAX + 1];
    char numbers[MEEPLED_OPTIONS_MAX + 1][24]; /* values that were not texts */
    struct server_seat_wish seats[MEEPLED_PLAYERS_MAX];
    struct server_deck_wish decks[MEEPLED_PILES_MAX];
    const char *tiles[MEEPLED_PILES_MAX][CREATE_DECK_MAX];
};

/* Fill in job->create, which borrows from the returned document (json_decref it, also when refused;
 * may be NULL) and from `lists`.  The registry, which may lack the variant, tells of which type an
 * option's value must be. */
json_t *create_read(const char *body, size_t len, const meepled_registry *registry,
                    struct create_lists *lists, struct server_job *job, struct problem *problem);

/* Fill in job->join likewise. */
json_t *join_read(const char *body, size_t len, struct server_job *job, struct problem *problem);

#endif
