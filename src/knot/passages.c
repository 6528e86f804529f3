// SPDX-License-Identifier: MIT

#include "knot/passages.h"
#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"

#include <string.h>

int32_t bi_diagram_genus(const bi_diagram *diagram, int32_t *scratch)
{
    // V - E + F = 2 - 2 g for each piece, and E = 2 V
    int32_t n = diagram->crossings, pieces = bi_diagram_pieces(diagram, scratch, scratch + n);
    return (n + 2 * pieces - bi_diagram_faces(diagram, scratch + 2 * n)) / 2;
}

int32_t bi_diagram_passages(const bi_diagram *diagram, int32_t *passages, int32_t *lengths, int32_t *seen)
{
    int32_t count = 0, components = 0;
    memset(seen, 0, 4 * (size_t)diagram->crossings * sizeof *seen);
    for (int32_t start = 0; start < 4 * diagram->crossings; start++) {
        if (seen[start] || bi_is_out(diagram, start)) {
            continue;
        }
        int32_t first = count;
        for (int32_t dart = start; !seen[dart]; dart = diagram->mate[bi_opposite(dart)]) {
            seen[dart] = seen[bi_opposite(dart)] = 1;
            passages[count++] = 2 * bi_crossing(dart) + (bi_is_over(dart) ? 1 : 0);
        }
        lengths[components++] = count - first;
    }
    return components;
}

static bight_status lay(bi_diagram *diagram, const int32_t *passages, const int32_t *lengths,
                        int32_t components)
{
    for (int32_t k = 0, first = 0; k < components; first += lengths[k], k++) {
        diagram->circles += lengths[k] == 0;
        for (int32_t i = 0; i < lengths[k]; i++) {
            int32_t here = passages[first + i], next = passages[first + (i + 1) % lengths[k]];
            int32_t out = bi_opposite(bi_entry(here >> 1, here & 1, diagram->sign[here >> 1]));
            int32_t in = bi_entry(next >> 1, next & 1, diagram->sign[next >> 1]);
            diagram->mate[out] = in;
            diagram->mate[in] = out;
        }
    }
    return BIGHT_OK;
}

bight_status bi_diagram_from_passages(bi_diagram *diagram, const int32_t *passages, int32_t crossings,
                                      const int32_t *lengths, int32_t components, const int8_t *signs,
                                      bi_watch *watch, bight_error *error)
{
    bight_status status = bi_diagram_begin(diagram, crossings, error);
    if (status != BIGHT_OK) {
        return status;
    }
    if (signs == NULL) {
        status = bi_realise(&diagram->allocator, passages, crossings, lengths, components, diagram->sign,
                            watch, error);
        return status == BIGHT_OK ? lay(diagram, passages, lengths, components) : status;
    }
    memcpy(diagram->sign, signs, (size_t)crossings);
    lay(diagram, passages, lengths, components);
    size_t total = 6 * (size_t)crossings + 1;
    int32_t *scratch = bi_new_array(&diagram->allocator, total, sizeof *scratch);
    if (scratch == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a diagram of %d crossings",
                       (int)crossings);
    }
    int32_t genus = bi_diagram_genus(diagram, scratch);
    bi_free_array(&diagram->allocator, scratch, total, sizeof *scratch);
    return genus == 0
               ? BIGHT_OK
               : bi_fail(error, BIGHT_ERROR_INVALID, 0,
                         "the code with these crossing signs is not planar: it lies on a surface of genus %d",
                         (int)genus);
}

int32_t bi_diagram_linking(const bi_diagram *diagram, int32_t one, int32_t two, int32_t *owner)
{
    BI_ASSERT(one >= 0 && two >= 0);
    int32_t components = 0, sum = 0;
    for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
        owner[dart] = -1;
    }
    for (int32_t start = 0; start < 4 * diagram->crossings; start++) {
        if (owner[start] >= 0 || bi_is_out(diagram, start)) {
            continue;
        }
        for (int32_t dart = start; owner[dart] < 0; dart = diagram->mate[bi_opposite(dart)]) {
            owner[dart] = owner[bi_opposite(dart)] = components;
        }
        components++;
    }
    for (int32_t c = 0; c < diagram->crossings; c++) {
        int32_t under = owner[4 * c], over = owner[4 * c + 1];
        sum += (under == one && over == two) || (under == two && over == one) ? diagram->sign[c] : 0;
    }
    return one == two ? 0 : sum / 2;
}
