/* HTTP by hand, byte by byte, for what a well-behaved client never sends. */
#ifndef HTTP_RAW_H
#define HTTP_RAW_H

#include <stddef.h>

/* A connection to the daemon on this port of 127.0.0.1; fails the test when there is none. */
int raw_open(int port);
/* Send all of it; false when the other side has closed. */
int raw_send(int fd, const char *bytes, size_t len);
int raw_say(int fd, const char *text);
/* Read one answer, headers and as much body as Content-Length says, into out (ended by NUL).
 * Returns its status, 0 when the connection was closed before, -1 when nothing came for `wait_ms`.
 */
int raw_answer(int fd, char *out, size_t size, int wait_ms);
/* 1 if the other side closes within `wait_ms`. */
int raw_closed(int fd, int wait_ms);

#endif
