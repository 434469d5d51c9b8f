/* A client of the API for tests.  Every answer is checked against api/openapi.json: a status, a
 * code or a member that the document does not know fails the test. */
#ifndef HTTP_CLIENT_H
#define HTTP_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct client; /* one connection, kept alive */

struct ask {
    const char *method; /* NULL: GET */
    const char *path;   /* with its query */
    const char *token;
    const char *body;       /* NULL: none */
    size_t body_len;        /* 0: strlen(body) */
    const char *type;       /* of the body; NULL: application/json, "": none said */
    const char *headers[4]; /* "Name: value" */
    bool undocumented;      /* not a path or method of the document */
};

struct reply {
    int status;
    char *text; /* ended by NUL */
    size_t len;
    json_t *json;  /* NULL: it was none */
    char *headers; /* as they came */
};

struct client *client_new(const char *url);
void client_free(struct client *client);
/* Trust the certificates of this file, for https. */
void client_trust(struct client *client, const char *file);

/* Send and wait for the answer; fails the test when there is none.  Free it with reply_clear. */
struct reply client_ask(struct client *client, const struct ask *ask);
void reply_clear(struct reply *reply);

/* A header of the answer without its name, "" if it is not there; borrowed until the next call. */
const char *reply_header(const struct reply *reply, const char *name);
/* Members of the answer; fails the test when they are of another type. */
const char *reply_text(const struct reply *reply, const char *member);
json_int_t reply_int(const struct reply *reply, const char *member);

/* Ask, and fail the test unless the answer has this status, and this code if it is not NULL. */
void client_expect(struct client *client, int status, const char *code, const struct ask *ask);
/* The same, handing out the answer. */
struct reply client_get(struct client *client, int status, const char *code, const struct ask *ask);

#endif
