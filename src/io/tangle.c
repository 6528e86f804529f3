// SPDX-License-Identifier: MIT

#include "io/tangle.h"

#include "core/memory.h"
#include "io/text.h"

#include "bight/knot_code.h"

#include <string.h>

void bi_drawing_free(bi_drawing *drawing)
{
    bi_free_array(drawing->allocator, drawing->nodes, (size_t)drawing->capacity, sizeof *drawing->nodes);
    bi_free_array(drawing->allocator, drawing->mates, (size_t)drawing->mate_capacity, sizeof *drawing->mates);
}

// A node with four loose darts; its number, 0 on failure.
static int32_t add_node(bi_drawing *drawing, bi_tangle_node node)
{
    if (drawing->status == BIGHT_OK && drawing->count >= 2 * BIGHT_DIAGRAM_MAX_CROSSINGS) {
        drawing->status = BIGHT_ERROR_TOO_LARGE;
    }
    if (drawing->status == BIGHT_OK) {
        drawing->status = bi_reserve(drawing->allocator, &drawing->nodes, &drawing->capacity,
                                     (int64_t)drawing->count + 1, sizeof *drawing->nodes);
    }
    if (drawing->status == BIGHT_OK) {
        drawing->status = bi_reserve(drawing->allocator, &drawing->mates, &drawing->mate_capacity,
                                     4 * ((int64_t)drawing->count + 1), sizeof *drawing->mates);
    }
    if (drawing->status != BIGHT_OK) {
        return 0;
    }
    int32_t n = drawing->count++;
    drawing->nodes[n] = node;
    for (int32_t k = 0; k < 4; k++) {
        drawing->mates[4 * n + k] = -1;
    }
    return n;
}

void bi_drawing_join(bi_drawing *drawing, int32_t a, int32_t b)
{
    if (drawing->status == BIGHT_OK) {
        drawing->mates[a] = b;
        drawing->mates[b] = a;
    }
}

bi_tangle bi_tangle_row(bi_drawing *drawing, int32_t n)
{
    bi_tangle row = {.first = drawing->count};
    if (n == 0) {
        int32_t node = 4 * add_node(drawing, (bi_tangle_node){.smooth = true});
        row.end[BI_NW] = node, row.end[BI_NE] = node + 1;
        row.end[BI_SW] = node + 2, row.end[BI_SE] = node + 3;
    }
    for (int32_t i = 0; i < (n < 0 ? -n : n) && drawing->status == BIGHT_OK; i++) {
        // dart k at end k; the lower strand of a positive crossing falls from NW to SE
        int32_t node = 4 * add_node(drawing, (bi_tangle_node){.switched = n < 0});
        if (i == 0) {
            row.end[BI_NW] = node + BI_NW, row.end[BI_SW] = node + BI_SW;
        } else {
            bi_drawing_join(drawing, row.end[BI_NE], node + BI_NW);
            bi_drawing_join(drawing, row.end[BI_SE], node + BI_SW);
        }
        row.end[BI_SE] = node + BI_SE, row.end[BI_NE] = node + BI_NE;
    }
    row.last = drawing->count;
    return row;
}

bi_tangle bi_tangle_add(bi_drawing *drawing, bi_tangle a, bi_tangle b)
{
    bi_drawing_join(drawing, a.end[BI_NE], b.end[BI_NW]);
    bi_drawing_join(drawing, a.end[BI_SE], b.end[BI_SW]);
    return (bi_tangle){a.first, b.last, {a.end[BI_NW], a.end[BI_SW], b.end[BI_SE], b.end[BI_NE]}};
}

bi_tangle bi_tangle_turn(bi_drawing *drawing, bi_tangle a)
{
    for (int32_t i = a.first; i < a.last; i++) {
        drawing->nodes[i].flipped = !drawing->nodes[i].flipped;
    }
    return (bi_tangle){a.first, a.last, {a.end[BI_NW], a.end[BI_NE], a.end[BI_SE], a.end[BI_SW]}};
}

void bi_tangle_switch(bi_drawing *drawing, bi_tangle a)
{
    for (int32_t i = a.first; i < a.last; i++) {
        drawing->nodes[i].switched = !drawing->nodes[i].switched;
    }
}

static int32_t across(const bi_drawing *drawing, int32_t dart)
{
    return drawing->nodes[dart / 4].smooth ? dart ^ 1 : dart ^ 2;
}

// Number the arcs along the component that leaves by a dart; false when it has no crossing. arc and comes
// are by dart, an arc of 0 is not yet numbered.
static bool follow(const bi_drawing *drawing, int32_t start, int32_t *arcs, int32_t *arc, bool *comes)
{
    bool crossed = false;
    int32_t dart = start, number = *arcs + 1;
    do {
        int32_t mate = drawing->mates[dart];
        arc[dart] = arc[mate] = number;
        comes[mate] = true;
        dart = across(drawing, mate);
        bool smooth = drawing->nodes[mate / 4].smooth;
        crossed |= !smooth;
        number += !smooth;
    } while (dart != start);
    *arcs = crossed ? number - 1 : *arcs;
    return crossed;
}

void bi_drawing_write(bi_drawing *drawing, bight_bytes *text)
{
    size_t darts = 4 * (size_t)drawing->count;
    int32_t arcs = 0, circles = 0;
    int32_t *arc = bi_new_array(drawing->allocator, darts, sizeof *arc);
    bool *comes = bi_new_array(drawing->allocator, darts, sizeof *comes);
    if (drawing->status == BIGHT_OK && (arc == NULL || comes == NULL)) {
        drawing->status = BIGHT_ERROR_NO_MEMORY;
    }

    // components begin behind a crossing, so that each arc has one number; then those without one
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t dart = 0; drawing->status == BIGHT_OK && dart < 4 * drawing->count; dart++) {
            if (arc[dart] == 0 && drawing->nodes[dart / 4].smooth == (pass == 1)) {
                circles += !follow(drawing, dart, &arcs, arc, comes);
            }
        }
    }

    // from the incoming lower dart on, counter-clockwise
    for (int32_t i = 0; drawing->status == BIGHT_OK && i < drawing->count; i++) {
        const bi_tangle_node *node = &drawing->nodes[i];
        if (node->smooth) {
            continue;
        }
        int32_t k = node->switched ? 1 : 0, step = node->flipped ? 3 : 1;
        k = comes[4 * i + k] ? k : k + 2;
        const int32_t *a = &arc[4 * i];
        drawing->status =
            bi_bytes_print(drawing->allocator, text, "[%d,%d,%d,%d]", (int)a[k], (int)a[(k + step) & 3],
                           (int)a[(k + 2) & 3], (int)a[(k + 3 * step) & 3]);
    }
    for (int32_t i = 0; drawing->status == BIGHT_OK && i < circles; i++) {
        drawing->status = bi_bytes_print(drawing->allocator, text, "Loop[%d]", (int)(arcs + 1 + i));
    }
    bi_free_array(drawing->allocator, arc, darts, sizeof *arc);
    bi_free_array(drawing->allocator, comes, darts, sizeof *comes);
}
