/* api/openapi.json as a judge: the part of JSON Schema that document uses. */
#ifndef HTTP_SCHEMA_H
#define HTTP_SCHEMA_H

#include "http_client.h"

/* The document, read once from the tree. */
json_t *schema_document(void);
/* What `ref`, "#/components/...", leads to; NULL if nowhere. */
json_t *schema_ref(const char *ref);
/* Whether `value` is as `schema` says; else where and why goes to `why`. */
bool schema_accepts(const json_t *schema, const json_t *value, char *why, size_t size);
/* Fail the test unless the document knows this answer to this request. */
void schema_check_reply(const char *method, const char *path, const struct reply *reply);

#endif
