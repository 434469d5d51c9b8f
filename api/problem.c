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
    [SERVER_UNKNOWN_GAME] = { 404, "unknown-game", "There is no such game", "Taková hra není" },
    [SERVER_UNKNOWN_VARIANT] = { 422, "bad-variant", "There is no such variant",
                                 "Taková varianta není" },
    [SERVER_BAD_OPTION] = { 422, "bad-option", "An option or its value is not allowed",
                            "Nastavení nebo jeho hodnota není dovolena" },
    [SERVER_BAD_SEATS] = { 422, "bad-seats", "The seats are not as the variant needs them",
                           "Místa neodpovídají variantě" },
    [SERVER_BAD_DECK] = { 422, "bad-deck", "The deck cannot be played",
                          "S touto hromádkou se nedá hrát" },
    [SERVER_NO_FIXED_DECKS] = { 403, "fixed-decks-off", "This server fixes no seeds and decks",
                                "Tento server pevné pořadí nedovoluje" },
    [SERVER_NO_TOKEN] = { 401, "no-token", "A token is needed", "Je třeba klíč" },
    [SERVER_BAD_TOKEN] = { 401, "bad-token", "The token is not one of this game",
                           "Klíč k této hře nepatří" },
    [SERVER_NOT_ALLOWED] = { 403, "not-allowed", "This token may not do that",
                             "S tímto klíčem to nejde" },
    [SERVER_STALE] = { 412, "stale", "The game has moved on", "Hra mezitím pokročila" },
    [SERVER_REFUSED] = { 422, "refused", "The rules do not allow it", "Pravidla to nedovolují" },
    [SERVER_KEY_REUSED] = { 422, "key-reused", "This idempotency key belongs to another request",
                            "Tento Idempotency-Key patří jinému požadavku" },
    [SERVER_NOT_OPEN] = { 409, "not-open", "The game has begun", "Hra už začala" },
    [SERVER_NOT_PLAYING] = { 409, "not-playing", "The game is not being played", "Hra se nehraje" },
    [SERVER_FROZEN] = { 409, "frozen", "The game is frozen: it can only be read",
                        "Hra je zmrazená: dá se jen číst" },
    [SERVER_NO_SEAT] = { 404, "unknown-seat", "There is no such seat", "Takové místo není" },
    [SERVER_SEAT_TAKEN] = { 409, "seat-taken", "No such seat is open",
                            "Žádné takové místo není volné" },
    [SERVER_TOO_FEW] = { 409, "too-few-players", "Too few seats are taken",
                         "Je obsazeno příliš málo míst" },
    [SERVER_TOO_MANY_GAMES] = { 503, "too-many-games", "This server holds no more games",
                                "Více her tento server neudrží" },
    [SERVER_STORE_FAILED] = { 503, "store-failed", "It could not be stored",
                              "Nepodařilo se to uložit" },
    [SERVER_BROKEN] = { 500, "rule-broken", "A rule of the variant is faulty",
                        "Pravidlo této varianty je vadné" },
    [SERVER_STOPPING] = { 503, "stopping", "The server is stopping", "Server se vypíná" },
    [PROBLEM_NO_PATH] = { 404, "unknown-path", "There is nothing at this path",
                          "Na této cestě nic není" },
    [PROBLEM_NO_VARIANT] = { 404, "unknown-variant", "There is no such variant",
                             "Taková varianta není" },
    [PROBLEM_NO_TILE] = { 404, "unknown-tile", "There is no such tile", "Taková kartička není" },
    [PROBLEM_METHOD] = { 405, "method-not-allowed", "This path knows no such method",
                         "Tato cesta takovou metodu nezná" },
    [PROBLEM_PARAMETER_UNKNOWN] = { 400, "unknown-parameter", "Unknown query parameter",
                                    "Neznámý parametr dotazu" },
    [PROBLEM_PARAMETER_BAD] = { 400, "bad-parameter", "A query parameter has no usable value",
                                "Parametr dotazu nemá použitelnou hodnotu" },
    [PROBLEM_HEADER_BAD] = { 400, "bad-header", "A header has no usable value",
                             "Hlavička nemá použitelnou hodnotu" },
    [PROBLEM_BODY_UNEXPECTED] = { 400, "unexpected-body", "This request takes no body",
                                  "Tento požadavek nemá mít tělo" },
    [PROBLEM_BODY_TYPE] = { 415, "wrong-content-type", "The body must be application/json",
                            "Tělo musí být application/json" },
    [PROBLEM_BODY_SIZE] = { 413, "body-too-large", "The body is too large",
                            "Tělo je příliš velké" },
    [PROBLEM_JSON_MALFORMED] = { 400, "malformed-json", "The body is not proper JSON",
                                 "Tělo není správný JSON" },
    [PROBLEM_MEMBER_UNKNOWN] = { 400, "unknown-member", "The body has an unknown member",
                                 "V těle je neznámá položka" },
    [PROBLEM_MEMBER_MISSING] = { 400, "missing-member", "The body lacks a member",
                                 "V těle chybí položka" },
    [PROBLEM_MEMBER_TYPE] = { 400, "wrong-type", "A member has the wrong type",
                              "Položka má špatný typ" },
    [PROBLEM_MEMBER_VALUE] = { 400, "bad-value", "A member's value is out of range",
                               "Hodnota položky je mimo meze" },
    [PROBLEM_MEMORY] = { 503, "out-of-memory", "The server is out of memory",
                         "Serveru došla paměť" },
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
problem_response(const struct problem *p, bool czech)
{
    const struct problem_kind *kind = problem_kind(p->code);
    struct json_out j = { 0 };
    char type[64];

    snprintf(type, sizeof type, "urn:meepled:problem:%s", kind->code);
    put_object(&j, NULL);
    put_string(&j, "type", type);
    put_string(&j, "title", czech ? kind->title_cs : kind->title);
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
    bool ok = answer_header(response, MHD_HTTP_HEADER_VARY, "Accept-Language");
    if (kind->status == MHD_HTTP_SERVICE_UNAVAILABLE)
        ok = ok && answer_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (kind->status == MHD_HTTP_UNAUTHORIZED)
        ok = ok && answer_header(response, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
    if (p->has_version)
        ok = ok && answer_etag(response, p->version);
    return answer_complete(response, ok);
}
