#include "answer.h"

#include <inttypes.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>

struct MHD_Response *
answer_complete(struct MHD_Response *response, bool complete)
{
    if (response && !complete) {
        MHD_destroy_response(response);
        return NULL;
    }
    return response;
}

/* Every answer may change with the next request, so caches ask again each time (with ETag:
 * cheaply); what is sent is never to be guessed at. */
static struct MHD_Response *
finish(struct MHD_Response *response, const char *content_type)
{
    return answer_complete(
        response, response &&
                      (!content_type ||
                       answer_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, content_type)) &&
                      answer_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache") &&
                      answer_header(response, "X-Content-Type-Options", "nosniff"));
}

struct MHD_Response *
answer_take(char *bytes, size_t len, const char *content_type)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(len, bytes, MHD_RESPMEM_MUST_FREE);

    if (!response)
        free(bytes);
    return finish(response, content_type);
}

struct MHD_Response *
answer_json(struct json_out *j, const char *content_type)
{
    size_t len = 0;
    char *text = put_take(j, &len);

    return text ? answer_take(text, len, content_type) : NULL;
}

struct MHD_Response *
answer_static(const char *bytes, size_t len, const char *content_type)
{
    /* libmicrohttpd only reads persistent memory; its parameter merely lacks the const. */
    return finish(
        MHD_create_response_from_buffer(len, (void *)(uintptr_t)bytes, MHD_RESPMEM_PERSISTENT),
        content_type);
}

struct MHD_Response *
answer_empty(void)
{
    return answer_static("", 0, NULL);
}

bool
answer_header(struct MHD_Response *response, const char *name, const char *value)
{
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

bool
answer_secret(struct MHD_Response *response)
{
    return MHD_del_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache") ==
               MHD_YES &&
           answer_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
}

bool
answer_etag(struct MHD_Response *response, uint32_t version)
{
    char tag[24];

    snprintf(tag, sizeof tag, "\"v%" PRIu32 "\"", version);
    return answer_header(response, MHD_HTTP_HEADER_ETAG, tag);
}
