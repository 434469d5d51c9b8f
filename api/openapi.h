/* api/openapi.json, inside the program. */
#ifndef API_OPENAPI_H
#define API_OPENAPI_H

#include <stdint.h>

extern const char openapi_text[];
extern const uint64_t openapi_len; /* bytes */

#endif
