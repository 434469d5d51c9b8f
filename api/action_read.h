/* An action object of a request body into words for the server. */
#ifndef API_ACTION_READ_H
#define API_ACTION_READ_H

#include "problem.h"

#include <jansson.h>

/* Returns the document, whose texts `out` borrows (json_decref it, also when refused; may be NULL).
 * What is wrong goes to `problem`. */
json_t *action_read(const char *body, size_t len, struct server_action_words *out,
                    struct problem *problem);

#endif
