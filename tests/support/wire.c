/* A small HTTP/1.1 client on a plain socket. */
#include "tests/support/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

bool
wire_open(struct wire *wire, uint16_t port)
{
    const struct sockaddr_in to = {
        .sin_family = AF_INET,
        .sin_port = htons(port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    const int yes = 1;

    *wire = (struct wire){ .fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) };
    if (wire->fd < 0)
        return false;
    setsockopt(wire->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    wire->cap = 1 << 16;
    wire->buffer = malloc(wire->cap);
    if (wire->buffer == NULL || connect(wire->fd, (const void *)&to, sizeof to) != 0) {
        wire_close(wire);
        return false;
    }
    return true;
}

void
wire_close(struct wire *wire)
{
    if (wire->fd >= 0)
        close(wire->fd);
    free(wire->buffer);
    *wire = (struct wire){ .fd = -1 };
}

size_t
wire_format(char *out, size_t cap, const char *method, const char *path, const char *headers,
            const char *body)
{
    char length[64] = "";

    if (body != NULL)
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", strlen(body));
    const int written = snprintf(
        out, cap, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s\r\n%s", method, path, headers,
        body != NULL ? "Content-Type: application/json\r\n" : "", length, body != NULL ? body : "");
    return written < 0 ? cap + 1 : (size_t)written;
}

bool
wire_header(const struct wire_answer *answer, const char *name, char *out, size_t cap)
{
    const size_t length = strlen(name);
    const char *line = answer->head, *const end = answer->head + answer->head_length;

    while (line < end) {
        const char *next = memmem(line, (size_t)(end - line), "\r\n", 2);

        if (next == NULL)
            return false;
        if ((size_t)(next - line) > length && strncasecmp(line, name, length) == 0 &&
            line[length] == ':') {
            const char *value = line + length + 1;

            while (*value == ' ')
                value++;
            snprintf(out, cap, "%.*s", (int)(next - value), value);
            return true;
        }
        line = next + 2;
    }
    return false;
}

long
wire_parse(const char *data, size_t length, struct wire_answer *answer)
{
    char value[32];
    const char *blank = memmem(data, length, "\r\n\r\n", 4);
    size_t body = 0;

    if (blank == NULL)
        return 0;
    if (length < 12 || strncmp(data, "HTTP/1.", 7) != 0)
        return -1;
    const char *first_line = memmem(data, length, "\r\n", 2);
    *answer = (struct wire_answer){
        .status = atoi(data + 9),
        .head = first_line + 2,
        .head_length = (size_t)(blank - first_line),
        .body = blank + 4,
    };
    if (answer->status != 304 && wire_header(answer, "Content-Length", value, sizeof value))
        body = strtoul(value, NULL, 10);
    const size_t total = (size_t)(blank + 4 - data) + body;
    if (length < total)
        return 0;
    answer->body_length = body;
    return (long)total;
}

static bool
send_all(int fd, const char *data, size_t length)
{
    while (length > 0) {
        const ssize_t sent = send(fd, data, length, MSG_NOSIGNAL);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        data += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Receive until there is a whole answer. */
static bool
receive(struct wire *wire, struct wire_answer *answer)
{
    for (;;) {
        const long total = wire_parse(wire->buffer, wire->filled, answer);

        if (total < 0)
            return false;
        if (total > 0) {
            wire->buffer[total] = '\0'; /* there is room: cap is always larger */
            wire->used = (size_t)total;
            return true;
        }
        if (wire->cap - wire->filled < 4096) {
            char *more = realloc(wire->buffer, 2 * wire->cap);

            if (more == NULL)
                return false;
            wire->buffer = more;
            wire->cap *= 2;
        }
        const ssize_t got =
            recv(wire->fd, wire->buffer + wire->filled, wire->cap - wire->filled - 1, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        wire->filled += (size_t)got;
    }
}

bool
wire_request(struct wire *wire, const char *method, const char *path, const char *headers,
             const char *body, struct wire_answer *answer)
{
    const size_t room = 1024 + strlen(headers) + (body != NULL ? strlen(body) : 0);
    char *request = malloc(room);

    if (wire->fd < 0 || request == NULL) {
        free(request);
        return false;
    }
    wire->filled = wire->used = 0; /* one answer a request: nothing is left over */
    const size_t length = wire_format(request, room, method, path, headers, body);
    const bool good = length < room && send_all(wire->fd, request, length) && receive(wire, answer);
    free(request);
    if (!good)
        wire_close(wire);
    return good;
}
