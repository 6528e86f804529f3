// SPDX-License-Identifier: MIT
// Views and accessors of a GLB file (glTF 2.0, sections 3.6.1 and 3.6.2).

#include "io/glb_parts.h"

#include "core/assert.h"

void bi_glb_view(bi_glb_writer *w, size_t start, int32_t target)
{
    bi_sink_text(&w->json, start == 0 ? "\n" : ",\n");
    bi_sink_int(&w->json, "{\"buffer\":0,\"byteOffset\":", (int64_t)start);
    bi_sink_int(&w->json, ",\"byteLength\":", (int64_t)(w->data.bytes.size - start));
    if (target != 0) {
        bi_sink_int(&w->json, ",\"target\":", target);
    }
    bi_sink_text(&w->json, "}");
    bi_sink_pad(&w->data, 0);
}

static void put_bounds(bi_glb_writer *w, const char *shape, const double *low, const double *high)
{
    int32_t numbers = shape[0] == 'S' ? 1 : 3;
    for (int32_t k = 0; k < numbers; k++) {
        bi_sink_number(&w->json, k == 0 ? ",\"min\":[" : ",", low[k]);
    }
    for (int32_t k = 0; k < numbers; k++) {
        bi_sink_number(&w->json, k == 0 ? "],\"max\":[" : ",", high[k]);
    }
    bi_sink_text(&w->json, "]");
}

void bi_glb_accessor(bi_glb_writer *w, int32_t number, int32_t type, const char *shape, int64_t count,
                     const double *low, const double *high)
{
    BI_ASSERT(count >= 0);
    bi_sink_int(&w->json, number == 0 ? "\n{\"bufferView\":" : ",\n{\"bufferView\":", number);
    bi_sink_int(&w->json, ",\"componentType\":", type);
    bi_sink_int(&w->json, ",\"count\":", count);
    if (low != NULL && high != NULL) {
        put_bounds(w, shape, low, high);
    }
    bi_sink_text(&w->json, ",\"type\":\"");
    bi_sink_text(&w->json, shape);
    bi_sink_text(&w->json, "\"}");
}
