/* Refusals: one table says for every way a request can fail which HTTP status and which stable
 * `code` it gets, one function makes the application/problem+json answer (RFC 9457). */
#ifndef API_PROBLEM_H
#define API_PROBLEM_H

#include "server/server.h"

#include <stdbool.h>
#include <stdint.h>

struct MHD_Response;

/* What the api finds wrong itself; goes on where enum server_code ends, so that one number names
 * any refusal. */
enum problem_code {
    PROBLEM_NO_PATH = SERVER_CODES, /* no such path */
    PROBLEM_NO_VARIANT,             /* no such variant, in the path */
    PROBLEM_NO_TILE,                /* no such tile type, in the path */
    PROBLEM_METHOD,
    PROBLEM_PARAMETER_UNKNOWN, /* of the query */
    PROBLEM_PARAMETER_BAD,
    PROBLEM_HEADER_BAD,
    PROBLEM_BODY_UNEXPECTED,
    PROBLEM_BODY_TYPE, /* content type */
    PROBLEM_BODY_SIZE,
    PROBLEM_JSON_MALFORMED,
    PROBLEM_MEMBER_UNKNOWN,
    PROBLEM_MEMBER_MISSING,
    PROBLEM_MEMBER_TYPE,
    PROBLEM_MEMBER_VALUE,
    PROBLEM_MEMORY,
    PROBLEM_CODES
};

struct problem_kind {
    unsigned status;
    const char *code;  /* stable, part of the API */
    const char *title; /* one line for people, the same for every case of this kind */
    const char *title_cs;
};

/* What `code` (enum server_code but SERVER_OK, or enum problem_code) means in HTTP. */
const struct problem_kind *problem_kind(int code);

struct problem {
    int code; /* 0: none yet */
    char detail[256];
    char rule[32]; /* "": no rule refused it */
    bool has_version;
    uint32_t version;
};

/* Note a problem, unless there is one already: the first is what the client hears of. */
void problem_set(struct problem *p, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The answer, new, its title in Czech or English; NULL when out of memory.  Its status is
 * problem_kind(p->code)->status. */
struct MHD_Response *problem_response(const struct problem *p, bool czech);

#endif
