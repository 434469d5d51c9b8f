/* What the headers say about where a request's body ends (RFC 9112, 6.3). */
#ifndef API_FRAMING_H
#define API_FRAMING_H

#include <microhttpd.h>
#include <stdbool.h>

/* Whether there is a body; the bytes announced, 0 when only its end will tell. */
bool framing_body(struct MHD_Connection *connection, unsigned long long *announced);
/* NULL, or why nobody can be sure where the body ends: a proxy in front of us could see another
 * request than we do. */
const char *framing_fault(struct MHD_Connection *connection);

#endif
