/* What handlers read of a request: headers and query parameters. */
#include "request.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *
request_header(const struct request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

const char *
request_token(const struct request *r)
{
    static const char scheme[] = "Bearer ";
    const char *value = request_header(r, MHD_HTTP_HEADER_AUTHORIZATION);

    if (!value || strncasecmp(value, scheme, sizeof scheme - 1) != 0)
        return NULL;
    value += sizeof scheme - 1;
    value += strspn(value, " ");
    return *value ? value : NULL;
}

const char *
request_query(const struct request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

bool
request_query_number(struct request *r, const char *name, uint64_t max, uint64_t *out)
{
    const char *text = request_query(r, name);

    *out = 0;
    if (!text)
        return true;
    const size_t digits = strspn(text, "0123456789");
    if (digits > 0 && digits < 20 && text[digits] == '\0')
        *out = strtoull(text, NULL, 10);
    else
        *out = UINT64_MAX;
    if (*out <= max)
        return true;
    request_problem(r, PROBLEM_PARAMETER_BAD, "%s: \"%s\" is not a number from 0 to %llu", name,
                    text, (unsigned long long)max);
    return false;
}

/* Read one entity tag "v17" at *at and go on behind it; UINT32_MAX for a tag that is none of ours.
 * False when there is no tag. */
static bool
read_tag(const char **at, uint32_t *version)
{
    const char *s = *at;

    if (*s++ != '"')
        return false;
    const size_t len = strcspn(s, "\"");
    if (s[len] != '"')
        return false;
    *at = s + len + 1;
    *version = UINT32_MAX;
    const size_t digits = strspn(s + (*s == 'v'), "0123456789");
    const bool plain = digits == 1 || s[1] != '0'; /* tags are compared as they are written */
    if (*s == 'v' && digits + 1 == len && digits > 0 && digits <= 9 && plain)
        *version = (uint32_t)strtoul(s + 1, NULL, 10);
    return true;
}

/* Whether If-None-Match names this version. */
static bool
has_version(const struct request *r, uint32_t version)
{
    const char *at = request_header(r, MHD_HTTP_HEADER_IF_NONE_MATCH);
    uint32_t tag = 0;

    if (!at)
        return false;
    if (strcmp(at, "*") == 0)
        return true;
    for (;;) {
        at += strspn(at, " \t,");
        if (strncmp(at, "W/", 2) == 0)
            at += 2;
        if (!read_tag(&at, &tag))
            return false;
        if (tag == version)
            return true;
    }
}

bool
request_has_tag(const struct request *r, const char *tag)
{
    const char *at = request_header(r, MHD_HTTP_HEADER_IF_NONE_MATCH);
    const size_t len = strlen(tag);

    if (!at)
        return false;
    if (strcmp(at, "*") == 0)
        return true;
    for (;;) {
        at += strspn(at, " \t,");
        if (strncmp(at, "W/", 2) == 0)
            at += 2;
        if (*at++ != '"')
            return false;
        const size_t item = strcspn(at, "\"");
        if (item == len && memcmp(at, tag, len) == 0)
            return true;
        at += item;
        if (*at++ != '"')
            return false;
    }
}

bool
request_unchanged(struct request *r, const struct server_game *game)
{
    /* A game freezes and thaws without a change of version: that must be seen. */
    if (game->record->status == STORE_FROZEN || !has_version(r, game->version))
        return false;
    if (request_kept(r, MHD_HTTP_NOT_MODIFIED, game->cache, CACHE_UNCHANGED))
        return true;
    struct MHD_Response *response = answer_empty();
    response = answer_complete(response, response && answer_etag(response, game->version));
    request_keep(r, MHD_HTTP_NOT_MODIFIED, game->cache, CACHE_UNCHANGED, response, 0);
    return true;
}

bool
request_condition(struct request *r, struct server_job *job)
{
    const char *at = request_header(r, MHD_HTTP_HEADER_IF_MATCH);

    job->token = request_token(r);
    job->has_if_match = false;
    if (!at || strcmp(at, "*") == 0)
        return true;
    const char *tag = at;
    if (strncmp(tag, "W/", 2) == 0) {
        /* A weak tag matches nothing here (RFC 9110, 13.1.1). */
        job->has_if_match = true;
        job->if_match = UINT32_MAX;
        return true;
    }
    if (read_tag(&tag, &job->if_match) && *tag == '\0') {
        job->has_if_match = true;
        return true;
    }
    request_problem(r, PROBLEM_HEADER_BAD, "If-Match: one version as in \"v17\" or * expected");
    return false;
}

bool
request_key(struct request *r, struct server_job *job)
{
    job->key = request_header(r, "Idempotency-Key");
    if (!job->key)
        return true;
    const size_t len = strlen(job->key);
    bool good = len > 0 && len < STORE_KEY;
    for (size_t i = 0; i < len && good; i++)
        good = job->key[i] >= 0x20 && job->key[i] < 0x7f;
    if (!good) {
        request_problem(r, PROBLEM_HEADER_BAD,
                        "Idempotency-Key: 1 to %d printable ASCII characters expected",
                        STORE_KEY - 1);
        return false;
    }
    _Static_assert(sizeof job->request_hash == crypto_hash_sha256_BYTES, "a SHA-256");
    crypto_hash_sha256(job->request_hash, (const unsigned char *)(r->body ? r->body : ""),
                       r->body_len);
    return true;
}

/* Quality of `language` in Accept-Language in thousandths: 0 when not named; `en-GB` counts as
 * `en`. */
static unsigned
language_quality(const char *at, const char *language)
{
    const size_t len = strlen(language);
    unsigned best = 0;

    while (*at) {
        at += strspn(at, " \t,");
        const size_t item = strcspn(at, ",");
        unsigned quality = 1000;
        const char *q = memchr(at, ';', item);
        if (q) {
            const double value = strtod(q + 1 + strspn(q + 1, " q="), NULL);
            quality = value > 0 && value < 1 ? (unsigned)(value * 1000) : value >= 1 ? 1000 : 0;
        }
        if (strncasecmp(at, language, len) == 0 && strchr("-;, \t", at[len]) && quality > best)
            best = quality;
        at += item;
    }
    return best;
}

bool
request_czech(const struct request *r)
{
    const char *value = request_header(r, MHD_HTTP_HEADER_ACCEPT_LANGUAGE);

    return value && language_quality(value, "cs") > language_quality(value, "en");
}
