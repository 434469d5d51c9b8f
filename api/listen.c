#include "listen.h"

#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HOST = 64, PORT = 6 };

/* Split into host (without brackets) and port, both checked for form. */
static meepled_status
split(const char *listen, char host[HOST], char port[PORT], meepled_error *err)
{
    const char *colon = strrchr(listen, ':');
    const char *from = listen;
    size_t len = colon ? (size_t)(colon - listen) : 0;

    if (!colon || len == 0 || strlen(listen) >= HOST)
        return meepled_fail(err, MEEPLED_ECONFIG, "\"%.60s\": not HOST:PORT", listen);
    if (from[0] == '[' && from[len - 1] == ']') {
        from++;
        len -= 2;
    } else if (memchr(from, ':', len)) {
        return meepled_fail(err, MEEPLED_ECONFIG,
                            "\"%s\": brackets around an IPv6 address, "
                            "as in [::1]:8080",
                            listen);
    }
    memcpy(host, from, len);
    host[len] = '\0';
    const size_t digits = strspn(colon + 1, "0123456789");
    if (digits == 0 || digits >= PORT || colon[1 + digits] || atoi(colon + 1) > 65535)
        return meepled_fail(err, MEEPLED_ECONFIG,
                            "\"%s\": the port is not a number from 0 to 65535", listen);
    memcpy(port, colon + 1, digits + 1);
    return MEEPLED_OK;
}

/* Addresses only: nothing is looked up, so a check needs no network. */
static meepled_status
resolve(const char *listen, struct addrinfo **out, meepled_error *err)
{
    char host[HOST], port[PORT];

    if (split(listen, host, port, err) != MEEPLED_OK)
        return MEEPLED_ECONFIG;
    const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                                    .ai_socktype = SOCK_STREAM };
    const char *address = strcmp(host, "localhost") == 0 ? "127.0.0.1" : host;
    const int failed = getaddrinfo(address, port, &hints, out);
    if (failed)
        return meepled_fail(err, MEEPLED_ECONFIG,
                            "\"%s\": \"%s\" is not an address of this machine "
                            "(such as 127.0.0.1, 0.0.0.0 or [::])",
                            listen, host);
    return MEEPLED_OK;
}

meepled_status
http_listen_check(const char *listen, meepled_error *err)
{
    struct addrinfo *found = NULL;
    const meepled_status status = resolve(listen, &found, err);

    if (found)
        freeaddrinfo(found);
    return status;
}

/* Where the socket really listens, as a URL. */
static bool
write_url(int fd, bool tls, char *url, size_t size)
{
    struct sockaddr_storage at = { 0 };
    socklen_t len = sizeof at;
    char host[INET6_ADDRSTRLEN], port[PORT];

    if (getsockname(fd, (struct sockaddr *)&at, &len) != 0 ||
        getnameinfo((struct sockaddr *)&at, len, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        return false;
    const bool six = at.ss_family == AF_INET6;
    snprintf(url, size, "%s://%s%s%s:%s", tls ? "https" : "http", six ? "[" : "", host,
             six ? "]" : "", port);
    return true;
}

int
listen_open(const char *address, bool tls, char *url, size_t url_size, meepled_error *err)
{
    struct addrinfo *found = NULL;

    if (resolve(address, &found, err) != MEEPLED_OK)
        return -1;
    const int yes = 1;
    const int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, SOMAXCONN) != 0 ||
        !write_url(fd, tls, url, url_size)) {
        meepled_fail(err, MEEPLED_ECONFIG, "cannot listen on %s: %s", address, strerror(errno));
        freeaddrinfo(found);
        if (fd >= 0)
            close(fd);
        return -1;
    }
    freeaddrinfo(found);
    return fd;
}
