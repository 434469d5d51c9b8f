#include "http_raw.h"

#include <arpa/inet.h>
#include <check.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

int
raw_open(int port)
{
    const struct sockaddr_in at = { .sin_family = AF_INET,
                                    .sin_port = htons((uint16_t)port),
                                    .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(connect(fd, (const struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

int
raw_send(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        const ssize_t sent = send(fd, bytes, len, MSG_NOSIGNAL);
        if (sent <= 0)
            return 0;
        bytes += sent;
        len -= (size_t)sent;
    }
    return 1;
}

int
raw_say(int fd, const char *text)
{
    return raw_send(fd, text, strlen(text));
}

/* One byte: 1 read, 0 closed, -1 nothing came. */
static int
read_byte(int fd, char *out, int wait_ms)
{
    struct pollfd wanted = { .fd = fd, .events = POLLIN };

    if (poll(&wanted, 1, wait_ms) <= 0)
        return -1;
    return recv(fd, out, 1, 0) == 1 ? 1 : 0;
}

static size_t
content_length(const char *headers)
{
    for (const char *line = headers; line;
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncasecmp(line, "Content-Length:", 15) == 0)
            return (size_t)strtoul(line + 15, NULL, 10);
    return 0;
}

/* Length of headers and body, 0 while the headers are not complete. */
static size_t
answer_length(const char *text)
{
    const char *end = strstr(text, "\r\n\r\n");

    return end ? (size_t)(end - text) + 4 + content_length(text) : 0;
}

int
raw_answer(int fd, char *out, size_t size, int wait_ms)
{
    size_t len = 0, wanted = 0;

    while (len + 1 < size && (wanted == 0 || len < wanted)) {
        struct pollfd readable = { .fd = fd, .events = POLLIN };
        if (poll(&readable, 1, wait_ms) <= 0)
            return -1;
        /* Look first: what follows this answer belongs to the next. */
        const ssize_t there = recv(fd, out + len, size - 1 - len, MSG_PEEK);
        if (there <= 0)
            return 0;
        out[len + (size_t)there] = '\0';
        wanted = answer_length(out);
        size_t take = (size_t)there;
        if (wanted > 0 && len + take > wanted)
            take = wanted - len;
        const ssize_t got = recv(fd, out + len, take, 0);
        if (got <= 0)
            return 0;
        len += (size_t)got;
        out[len] = '\0';
    }
    return strncmp(out, "HTTP/1.1 ", 9) == 0 ? atoi(out + 9) : 0;
}

int
raw_closed(int fd, int wait_ms)
{
    char byte;
    int got;

    while ((got = read_byte(fd, &byte, wait_ms)) == 1)
        ;
    return got == 0;
}
