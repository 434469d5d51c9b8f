/* Making responses: a body, its type, its headers. */
#ifndef API_ANSWER_H
#define API_ANSWER_H

#include "json_put.h"

#include <stdbool.h>
#include <stdint.h>

struct MHD_Response;

/* A response of the document written to `j`, which is empty afterwards; NULL when out of memory. */
struct MHD_Response *answer_json(struct json_out *j, const char *content_type);
/* A response of `len` bytes, taken: freed with free() also on failure. */
struct MHD_Response *answer_take(char *bytes, size_t len, const char *content_type);
/* A response of constant bytes that stay. */
struct MHD_Response *answer_static(const char *bytes, size_t len, const char *content_type);
/* A response without a body. */
struct MHD_Response *answer_empty(void);

/* The response if it is `complete`, else it is destroyed and there is none:
 *     response = answer_complete(response, response && answer_etag(response, version)); */
struct MHD_Response *answer_complete(struct MHD_Response *response, bool complete);

/* Add a header; false when out of memory. */
bool answer_header(struct MHD_Response *response, const char *name, const char *value);
/* The answer holds tokens: nobody between may keep it. */
bool answer_secret(struct MHD_Response *response);
bool answer_etag(struct MHD_Response *response, uint32_t version); /* ETag: "v17" */

#endif
