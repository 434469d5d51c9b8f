#include "problem.h"

#include "answer.h"
#include "json_put.h"
#include "utf8.h"

#include <assert.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct problem_kind kinds[PROBLEM_CODES] = {
    [SERVER_UNKNOWN_GAME] = { 404, "unknown-game", "There is no such game" },
    [SERVER_UNKNOWN_VARIANT] = { 422, "bad-variant", "There is no such variant" },
    [SERVER_BAD_OPTION] = { 422, "bad-option", "An option or its value is not allowed" },
    [SERVER_BAD_SEATS] = { 422, "bad-seats", "The seats are not as the variant needs them" },
    [SERVER_BAD_DECK] = { 422, "bad-deck", "The deck cannot be played" },
    [SERVER_NO_FIXED_DECKS] = { 403, "fixed-decks-off", "This server fixes no seeds and decks" },
    [SERVER_NO_TOKEN] = { 401, "no-token", "A token is needed" },
    [SERVER_BAD_TOKEN] = { 401, "bad-token", "The token is not one of this game" },
    [SERVER_NOT_ALLOWED] = { 403, "not-allowed", "This token may not do that" },
    [SERVER_STALE] = { 412, "stale", "The game has moved on" },
    [SERVER_REFUSED] = { 422, "refused", "The rules do not allow it" },
    [SERVER_KEY_REUSED] = { 422, "key-reused", "This idempotency key belongs to another request" },
    [SERVER_NOT_OPEN] = { 409, "not-open", "The game has begun" },
    [SERVER_NOT_PLAYING] = { 409, "not-playing", "The game is not being played" },
    [SERVER_FROZEN] = { 409, "frozen", "The game is frozen: it can only be read" },
    [SERVER_NO_SEAT] = { 404, "unknown-seat", "There is no such seat" },
    [SERVER_SEAT_TAKEN] = { 409, "seat-taken", "No such seat is open" },
    [SERVER_TOO_FEW] = { 409, "too-few-players", "Too few seats are taken" },
    [SERVER_TOO_MANY_GAMES] = { 503, "too-many-games", "This server holds no more games" },
    [SERVER_STORE_FAILED] = { 503, "store-failed", "It could not be stored" },
    [SERVER_BROKEN] = { 500, "rule-broken", "A rule of the variant is faulty" },
    [SERVER_STOPPING] = { 503, "stopping", "The server is stopping" },
    [PROBLEM_NO_PATH] = { 404, "unknown-path", "There is nothing at this path" },
    [PROBLEM_NO_VARIANT] = { 404, "unknown-variant", "There is no such variant" },
    [PROBLEM_METHOD] = { 405, "method-not-allowed", "This path knows no such method" },
    [PROBLEM_PARAMETER_UNKNOWN] = { 400, "unknown-parameter", "Unknown query parameter" },
    [PROBLEM_PARAMETER_BAD] = { 400, "bad-parameter", "A query parameter has no usable value" },
    [PROBLEM_HEADER_BAD] = { 400, "bad-header", "A header has no usable value" },
    [PROBLEM_BODY_UNEXPECTED] = { 400, "unexpected-body", "This request takes no body" },
    [PROBLEM_BODY_TYPE] = { 415, "wrong-content-type", "The body must be application/json" },
    [PROBLEM_BODY_SIZE] = { 413, "body-too-large", "The body is too large" },
    [PROBLEM_JSON_MALFORMED] = { 400, "malformed-json", "The body is not proper JSON" },
    [PROBLEM_MEMBER_UNKNOWN] = { 400, "unknown-member", "The body has an unknown member" },
    [PROBLEM_MEMBER_MISSING] = { 400, "missing-member", "The body lacks a member" },
    [PROBLEM_MEMBER_TYPE] = { 400, "wrong-type", "A member has the wrong type" },
    [PROBLEM_MEMBER_VALUE] = { 400, "bad-value", "A member's value is out of range" },
    [PROBLEM_MEMORY] = { 503, "out-of-memory", "The server is out of memory" },
};

const struct problem_kind *
problem_kind(int code)
{
    assert(code > SERVER_OK && code < PROBLEM_CODES);
    return &kinds[code];
}

void
problem_set(struct problem *p, int code, const char *format, ...)
{
    if (p->code != 0)
        return;
    va_list args;
    va_start(args, format);
    p->code = code;
    vsnprintf(p->detail, sizeof p->detail, format, args);
    va_end(args);
    /* It may quote what the client sent, and the cut may have gone through a character. */
    utf8_clean(p->detail);
}

struct MHD_Response *
problem_response(const struct problem *p)
{
    const struct problem_kind *kind = problem_kind(p->code);
    struct json_out j = { 0 };
    char type[64];

    snprintf(type, sizeof type, "urn:meepled:problem:%s", kind->code);
    put_object(&j, NULL);
    put_string(&j, "type", type);
    put_string(&j, "title", kind->title);
    put_int(&j, "status", kind->status);
    put_string(&j, "code", kind->code);
    if (p->detail[0])
        put_string(&j, "detail", p->detail);
    if (p->rule[0])
        put_string(&j, "rule", p->rule);
    if (p->has_version)
        put_int(&j, "version", p->version);
    put_end(&j);

    struct MHD_Response *response = answer_json(&j, "application/problem+json");
    if (!response)
        return NULL;
    bool ok = true;
    if (kind->status == MHD_HTTP_SERVICE_UNAVAILABLE)
        ok = ok && answer_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (kind->status == MHD_HTTP_UNAUTHORIZED)
        ok = ok && answer_header(response, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
    if (p->has_version)
        ok = ok && answer_etag(response, p->version);
    return answer_complete(response, ok);
}
