/* GET /v1/variants, /v1/variants/{v}, /v1/variants/{v}/tiles */
#include "handlers.h"
#include "request.h"
#include "variant_find.h"
#include "variant_json.h"

/* Titles follow Accept-Language, so a cache between must not mix them up. */
static void
answer(struct request *r, struct json_out *j)
{
    struct MHD_Response *response = answer_json(j, "application/json");

    request_answer(
        r, MHD_HTTP_OK,
        answer_complete(response, response && answer_header(response, MHD_HTTP_HEADER_VARY,
                                                            "Accept-Language")));
}

void
serve_variants(struct request *r)
{
    meepled_registry *registry = server_registry(r->http->server);
    const bool czech = request_czech(r);
    struct json_out j = { 0 };

    put_object(&j, NULL);
    put_array(&j, "variants");
    for (size_t i = 0; i < meepled_variant_count(registry); i++)
        variant_json(&j, meepled_variant_get(registry, i), czech);
    put_end(&j);
    put_end(&j);
    meepled_registry_unref(registry);
    answer(r, &j);
}

void
serve_variant(struct request *r)
{
    meepled_registry *registry = server_registry(r->http->server);
    const meepled_variant *variant = variant_find(r, registry);
    struct json_out j = { 0 };

    if (variant) {
        variant_json(&j, variant, request_czech(r));
        answer(r, &j);
    }
    meepled_registry_unref(registry);
}

void
serve_tiles(struct request *r)
{
    meepled_registry *registry = server_registry(r->http->server);
    const meepled_variant *variant = variant_find(r, registry);
    meepled_stack *stack = variant ? variant_find_stack(r, registry, variant) : NULL;
    struct json_out j = { 0 };

    if (stack) {
        variant_json_tiles(&j, variant, stack);
        request_json(r, MHD_HTTP_OK, &j, -1);
    }
    meepled_stack_unref(stack);
    meepled_registry_unref(registry);
}
