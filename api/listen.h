/* Opening the port: "127.0.0.1:8080", "[::1]:8080", "localhost:0". */
#ifndef API_LISTEN_H
#define API_LISTEN_H

#include <meepled/base.h>

/* A listening socket, or -1 and `err`; `url` gets where it really listens. */
int listen_open(const char *address, bool tls, char *url, size_t url_size, meepled_error *err);

#endif
