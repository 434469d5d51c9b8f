/* GET /openapi.json: the document is part of the program, so it always fits the version that runs.
 */
#include "openapi.h"

#include "handlers.h"
#include "request.h"

/* The assembler copies the file in; the Makefile says that this object depends on it. */
__asm__(".section .rodata\n"
        ".global openapi_text, openapi_end\n"
        ".hidden openapi_text, openapi_end\n"
        "openapi_text:\n"
        ".incbin \"api/openapi.json\"\n"
        "openapi_end:\n"
        ".byte 0\n"
        ".previous\n");

void
serve_openapi(struct request *r)
{
    request_answer(
        r, MHD_HTTP_OK,
        answer_static(openapi_text, (size_t)(openapi_end - openapi_text), "application/json"));
}
