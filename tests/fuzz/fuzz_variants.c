/* Any bytes as variants: what is good is complete, circles end. */
#include "rules/variants.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    meepled_report *const report = meepled_report_new();
    struct variants *const variants = variants_new();
    bool all_good = true;

    variants_load_text(variants, (const char *)data, size, "fuzz", report);
    variants_resolve(variants, report);
    for (size_t i = 0; i < variants_count(variants); i++) {
        const struct variant *const v = variants_get(variants, i);

        all_good = all_good && v->good;
        assert(i == 0 || strcmp(variants_get(variants, i - 1)->name, v->name) < 0);
        for (size_t t = 0; v->good && t < v->tile_count; t++)
            assert(strtol(v->tiles[t].value, NULL, 10) >= 0);
        for (size_t f = 0; v->good && f < v->figure_count; f++)
            assert(strtol(v->figures[f].value, NULL, 10) <= MEEPLED_SUPPLY_MAX);
        assert(!v->good || (v->title && v->base.count == 1 && v->tilesets.count > 0));
    }
    assert(all_good || meepled_report_count(report) > 0);
    variants_free(variants);
    meepled_report_free(report);
    return 0;
}
