/* GET /openapi.json: the document is part of the program, so it always fits the version that runs.
 */
#include "openapi.h"

#include "handlers.h"
#include "request.h"

/* The assembler copies the file in; the Makefile says that this object depends on it. */
__asm__(".section .rodata\n"
        ".global openapi_text, openapi_len\n"
        ".hidden openapi_text, openapi_len\n"
        "openapi_text:\n"
        ".incbin \"api/openapi.json\"\n"
        "1:\n"
        ".balign 8\n"
        "openapi_len:\n"
        ".8byte 1b - openapi_text\n"
        ".previous\n");

void
serve_openapi(struct request *r)
{
    request_answer(r, MHD_HTTP_OK,
                   answer_static(openapi_text, (size_t)openapi_len, "application/json"));
}
