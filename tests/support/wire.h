/* A small HTTP/1.1 client on a plain socket: one connection, kept alive, no library between the
 * test and the bytes. */
#ifndef TESTS_SUPPORT_WIRE_H
#define TESTS_SUPPORT_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire {
    int fd; /* -1: closed */
    char *buffer;
    size_t cap, filled, used; /* used: of the last answer, dropped by the next request */
};

struct wire_answer {
    int status;
    const char *head; /* the header lines, each ending in CRLF; borrowed until the next request */
    size_t head_length;
    const char *body; /* NUL-ended; likewise */
    size_t body_length;
};

/* Connect to 127.0.0.1:port; false when nobody listens. */
bool wire_open(struct wire *wire, uint16_t port);
void wire_close(struct wire *wire);

/* Send a request (`headers`: whole lines with CRLF, or ""; `body`: NULL for none) and wait for the
 * answer.  False when the connection broke before it was complete: the connection is then closed.
 */
bool wire_request(struct wire *wire, const char *method, const char *path, const char *headers,
                  const char *body, struct wire_answer *answer);

/* Write a request to out[0..cap); its length, more than `cap` if it does not fit. */
size_t wire_format(char *out, size_t cap, const char *method, const char *path, const char *headers,
                   const char *body);
/* Bytes of the first whole answer in data[0..length), 0 when it is not complete yet, -1 when it is
 * no HTTP answer. */
long wire_parse(const char *data, size_t length, struct wire_answer *answer);
/* Copy the value of a header to out[0..cap); false when it is not there. */
bool wire_header(const struct wire_answer *answer, const char *name, char *out, size_t cap);

#endif
