/* api/openapi.json, inside the program. */
#ifndef API_OPENAPI_H
#define API_OPENAPI_H

extern const char openapi_text[], openapi_end[];

#endif
