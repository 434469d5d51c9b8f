#include "framing.h"

#include <stdlib.h>
#include <strings.h>

bool
framing_body(struct MHD_Connection *connection, unsigned long long *announced)
{
    const char *len =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);

    *announced = len ? strtoull(len, NULL, 10) : 0;
    return len || MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
                                              MHD_HTTP_HEADER_TRANSFER_ENCODING);
}

struct framing {
    unsigned lengths, codings;
    bool strange; /* a coding we do not know */
};

static enum MHD_Result
note_framing(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct framing *framing = cls;
    (void)kind;

    if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0)
        framing->lengths++;
    if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) != 0)
        return MHD_YES;
    framing->codings++;
    framing->strange = framing->strange || !value || strcasecmp(value, "chunked") != 0;
    return MHD_YES;
}

const char *
framing_fault(struct MHD_Connection *connection)
{
    struct framing framing = { 0 };

    MHD_get_connection_values(connection, MHD_HEADER_KIND, note_framing, &framing);
    if (framing.strange || framing.codings > 1)
        return "Transfer-Encoding: only chunked is taken";
    if (framing.codings > 0 && framing.lengths > 0)
        return "Content-Length and Transfer-Encoding exclude each other";
    return framing.lengths > 1 ? "Content-Length: given twice" : NULL;
}
