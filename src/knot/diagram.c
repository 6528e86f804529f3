// SPDX-License-Identifier: MIT

#include "knot/diagram.h"
#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"

#include <string.h>

void bi_diagram_init(bi_diagram *diagram, const bight_allocator *allocator)
{
    *diagram = (bi_diagram){0};
    if (allocator != NULL) {
        diagram->allocator = *allocator;
    }
}

void bi_diagram_free(bi_diagram *diagram)
{
    const bight_allocator *allocator = &diagram->allocator;
    bi_free_array(allocator, diagram->mate, (size_t)diagram->mate_capacity, sizeof *diagram->mate);
    bi_free_array(allocator, diagram->sign, (size_t)diagram->sign_capacity, sizeof *diagram->sign);
    bi_free_array(allocator, diagram->owner, (size_t)diagram->owner_capacity, sizeof *diagram->owner);
    bi_diagram_init(diagram, NULL);
}

bight_status bi_diagram_reserve(bi_diagram *diagram, int32_t crossings)
{
    BI_ASSERT(crossings >= 0);
    // four darts more than crossings have: pass moves hold the two loose ends there
    bight_status status = bi_reserve(&diagram->allocator, &diagram->mate, &diagram->mate_capacity,
                                     4 * (int64_t)crossings + 4, sizeof *diagram->mate);
    if (status == BIGHT_OK) {
        status = bi_reserve(&diagram->allocator, &diagram->sign, &diagram->sign_capacity,
                            (int64_t)crossings + 1, sizeof *diagram->sign);
    }
    if (status == BIGHT_OK && diagram->owned) {
        status = bi_reserve(&diagram->allocator, &diagram->owner, &diagram->owner_capacity,
                            2 * (int64_t)crossings + 2, sizeof *diagram->owner);
    }
    return status;
}

bight_status bi_diagram_begin(bi_diagram *diagram, int32_t crossings, bight_error *error)
{
    bight_status status = bi_diagram_reserve(diagram, crossings);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a diagram of %d crossings", (int)crossings);
    }
    diagram->crossings = crossings;
    diagram->circles = 0;
    diagram->owned = false;
    return BIGHT_OK;
}

bight_status bi_diagram_copy(bi_diagram *to, const bi_diagram *from)
{
    to->owned = from->owned;
    bight_status status = bi_diagram_reserve(to, from->crossings);
    if (status == BIGHT_OK && from->owned && from->crossings > 0) {
        memcpy(to->owner, from->owner, 2 * (size_t)from->crossings * sizeof *to->owner);
    }
    if (status == BIGHT_OK && from->crossings > 0) {
        memcpy(to->mate, from->mate, 4 * (size_t)from->crossings * sizeof *to->mate);
        memcpy(to->sign, from->sign, (size_t)from->crossings * sizeof *to->sign);
    }
    if (status == BIGHT_OK) {
        to->crossings = from->crossings;
        to->circles = from->circles;
    }
    return status;
}

void bi_diagram_join(bi_diagram *diagram, int32_t x, int32_t y)
{
    BI_ASSERT(x >= 0 && y >= 0);
    int32_t a = diagram->mate[x], b = diagram->mate[y];
    if (a == y) {
        diagram->circles++;
        return;
    }
    diagram->mate[a] = b;
    diagram->mate[b] = a;
}

void bi_diagram_erase(bi_diagram *diagram, int32_t crossing)
{
    BI_ASSERT(crossing >= 0 && crossing < diagram->crossings);
    bi_diagram_join(diagram, 4 * crossing, 4 * crossing + 2);
    bi_diagram_join(diagram, 4 * crossing + 1, 4 * crossing + 3);
    diagram->sign[crossing] = 0;
}

// The last crossing takes the place of a dead one, so that only its own mates need to hear of it.
static void move_crossing(bi_diagram *diagram, int32_t from, int32_t to)
{
    int32_t *mate = diagram->mate, old[4];
    memcpy(old, mate + 4 * (size_t)from, sizeof old);
    for (int32_t slot = 0; slot < 4; slot++) {
        int32_t other = old[slot];
        if (bi_crossing(other) == from) {
            other = 4 * to + (other & 3);
        } else {
            mate[other] = 4 * to + slot;
        }
        mate[4 * to + slot] = other;
    }
    diagram->sign[to] = diagram->sign[from];
    for (int32_t over = 0; over < 2 && diagram->owned; over++) {
        diagram->owner[2 * to + over] = diagram->owner[2 * from + over];
    }
}

void bi_diagram_compact(bi_diagram *diagram)
{
    for (int32_t c = 0; c < diagram->crossings; c++) {
        while (diagram->crossings > c && diagram->sign[diagram->crossings - 1] == 0) {
            diagram->crossings--;
        }
        if (c < diagram->crossings && diagram->sign[c] == 0) {
            move_crossing(diagram, --diagram->crossings, c);
        }
    }
}

int32_t bi_diagram_faces(const bi_diagram *diagram, int32_t *face)
{
    int32_t faces = 0, darts = 4 * diagram->crossings;
    for (int32_t dart = 0; dart < darts; dart++) {
        face[dart] = -1;
    }
    for (int32_t dart = 0; dart < darts; dart++) {
        if (face[dart] >= 0 || diagram->sign[dart >> 2] == 0) {
            continue;
        }
        for (int32_t d = dart; face[d] < 0; d = bi_next_in_face(diagram, d)) {
            face[d] = faces;
        }
        faces++;
    }
    return faces;
}

int32_t bi_diagram_pieces(const bi_diagram *diagram, int32_t *piece, int32_t *stack)
{
    int32_t pieces = 0;
    for (int32_t c = 0; c < diagram->crossings; c++) {
        piece[c] = -1;
    }
    for (int32_t start = 0; start < diagram->crossings; start++) {
        if (piece[start] >= 0) {
            continue;
        }
        int32_t depth = 0;
        stack[depth++] = start;
        piece[start] = pieces;
        while (depth > 0) {
            int32_t c = stack[--depth];
            for (int32_t dart = 4 * c; dart < 4 * c + 4; dart++) {
                int32_t other = bi_crossing(diagram->mate[dart]);
                if (piece[other] < 0) {
                    piece[other] = pieces;
                    stack[depth++] = other;
                }
            }
        }
        pieces++;
    }
    return pieces;
}

bight_status bi_diagram_extract(bi_diagram *to, const bi_diagram *from, const int32_t *piece, int32_t which,
                                int32_t *place)
{
    BI_ASSERT(to != from);
    int32_t count = 0;
    for (int32_t c = 0; c < from->crossings; c++) {
        place[c] = piece[c] == which ? count++ : -1;
    }
    to->owned = from->owned;
    bight_status status = bi_diagram_reserve(to, count);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t strand = 0; strand < 2 * from->crossings && from->owned; strand++) {
        if (place[strand / 2] >= 0) {
            to->owner[2 * place[strand / 2] + strand % 2] = from->owner[strand];
        }
    }
    for (int32_t c = 0; c < from->crossings; c++) {
        if (place[c] < 0) {
            continue;
        }
        to->sign[place[c]] = from->sign[c];
        for (int32_t slot = 0; slot < 4; slot++) {
            int32_t other = from->mate[4 * c + slot];
            to->mate[4 * place[c] + slot] = 4 * place[bi_crossing(other)] + (other & 3);
        }
    }
    to->crossings = count;
    to->circles = 0;
    return BIGHT_OK;
}

bight_status bi_diagram_append(bi_diagram *to, const bi_diagram *from)
{
    BI_ASSERT(to != from);
    bight_status status = bi_diagram_reserve(to, to->crossings + from->crossings);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t strand = 0; strand < 2 * from->crossings && to->owned; strand++) {
        to->owner[2 * to->crossings + strand] = from->owned ? from->owner[strand] : -1;
    }
    int32_t shift = 4 * to->crossings;
    for (int32_t dart = 0; dart < 4 * from->crossings; dart++) {
        to->mate[shift + dart] = from->mate[dart] + shift;
    }
    for (int32_t c = 0; c < from->crossings; c++) {
        to->sign[to->crossings + c] = from->sign[c];
    }
    to->crossings += from->crossings;
    to->circles += from->circles;
    return BIGHT_OK;
}

int32_t bi_diagram_count_components(const bi_diagram *diagram, int32_t *seen)
{
    int32_t strands = 0;
    memset(seen, 0, 4 * (size_t)diagram->crossings * sizeof *seen);
    for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
        if (seen[dart]) {
            continue;
        }
        for (int32_t d = dart; !seen[d]; d = diagram->mate[bi_opposite(d)]) {
            seen[d] = seen[bi_opposite(d)] = 1;
        }
        strands++;
    }
    return strands;
}

int32_t bi_diagram_writhe(const bi_diagram *diagram)
{
    int32_t writhe = 0;
    for (int32_t c = 0; c < diagram->crossings; c++) {
        writhe += diagram->sign[c];
    }
    return writhe;
}

bool bi_diagram_is_alternating(const bi_diagram *diagram)
{
    for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
        if (bi_is_over(dart) == bi_is_over(diagram->mate[dart])) {
            return false;
        }
    }
    return true;
}

bool bi_diagram_is_sound(const bi_diagram *diagram, int32_t *scratch)
{
    int32_t crossings = diagram->crossings;
    for (int32_t dart = 0; dart < 4 * crossings; dart++) {
        int32_t other = diagram->mate[dart];
        if (other < 0 || other >= 4 * crossings || other == dart || diagram->mate[other] != dart ||
            diagram->sign[dart >> 2] == 0 || bi_is_out(diagram, dart) == bi_is_out(diagram, other)) {
            return false;
        }
    }

    // E = 2 V, summed over the pieces
    int32_t pieces = bi_diagram_pieces(diagram, scratch, scratch + crossings);
    return bi_diagram_faces(diagram, scratch + 2 * (size_t)crossings) == crossings + 2 * pieces;
}

bool bi_diagram_is_valid(const bi_diagram *diagram)
{
    bight_allocator own = {0};
    size_t room = 10 * (size_t)diagram->crossings + 1;
    int32_t *scratch = bi_new_array(&own, room, sizeof *scratch);
    bool sound = scratch == NULL || bi_diagram_is_sound(diagram, scratch);
    bi_free_array(&own, scratch, room, sizeof *scratch);
    return sound;
}
