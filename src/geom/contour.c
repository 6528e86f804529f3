// SPDX-License-Identifier: MIT

#include "geom/contour.h"

#include "core/hash.h"
#include "core/vec3.h"

// An end of the segment that two triangles share, if they do: it is named by both triangles.
typedef struct segment_end {
    int32_t one, other; // the triangles: of the first and the second sheet, or the lower and the higher
    int32_t crossing;
    int32_t partner; // the other end, -1 when there is none
    bool walked;
} segment_end;

typedef struct bi_contour_work {
    segment_end *ends; // (end_count of end_capacity), those of a crossing side by side
    int32_t *first;    // (crossings + 1 of first_capacity) where a crossing's ends start
    int32_t *slots;    // (slot_count of slot_capacity) hash table: end + 1, 0 is free
    int32_t end_count, end_capacity, first_capacity, slot_count, slot_capacity;
} contour_work;

static void free_array(const bight_allocator *allocator, void *array, int32_t capacity, size_t size)
{
    if (capacity > 0) {
        bi_free_array(allocator, array, (size_t)capacity, size);
    }
}

void bi_contours_free(const bight_allocator *allocator, bi_contours *contours)
{
    contour_work *work = contours->work;
    if (work != NULL) {
        free_array(allocator, work->ends, work->end_capacity, sizeof *work->ends);
        free_array(allocator, work->first, work->first_capacity, sizeof *work->first);
        free_array(allocator, work->slots, work->slot_capacity, sizeof *work->slots);
        bi_free_array(allocator, work, 1, sizeof *work);
    }
    free_array(allocator, contours->crossings, contours->crossing_capacity, sizeof *contours->crossings);
    free_array(allocator, contours->starts, contours->start_capacity, sizeof *contours->starts);
    free_array(allocator, contours->closed, contours->closed_capacity, sizeof *contours->closed);
    *contours = (bi_contours){0};
}

// ---- segments -------------------------------------------------------------------------------------------

static const bi_surface *surface_of_edge(const bi_sheet *a, const bi_sheet *b, const bi_crossing *crossing)
{
    return b != NULL && crossing->sheet == 1 ? b->surface : a->surface;
}

static bight_status list_ends(const bight_allocator *allocator, const bi_sheet *a, const bi_sheet *b,
                              const bi_crossings *crossings, contour_work *work)
{
    bight_status status = bi_reserve(allocator, &work->first, &work->first_capacity,
                                     (int64_t)crossings->count + 1, sizeof *work->first);
    if (status != BIGHT_OK) {
        return status;
    }

    work->end_count = 0;
    for (int32_t i = 0; i < crossings->count; i++) {
        const bi_crossing *crossing = &crossings->items[i];
        const bi_surface *surface = surface_of_edge(a, b, crossing);
        int32_t from = surface->edge_first[crossing->edge], to = surface->edge_first[crossing->edge + 1];
        work->first[i] = work->end_count;
        status = bi_reserve(allocator, &work->ends, &work->end_capacity,
                            (int64_t)work->end_count + (to - from), sizeof *work->ends);
        if (status != BIGHT_OK) {
            return status;
        }

        // an edge of n triangles that pierces another is an end of n segments, one for each pair
        for (int32_t side = from; side < to; side++) {
            int32_t own = surface->edge_sides[side] / 3, pierced = crossing->triangle;
            if (surface->owned[own] & BI_FOLDED) {
                continue;
            }
            bool swap = b == NULL ? pierced < own : crossing->sheet == 1;
            work->ends[work->end_count++] =
                (segment_end){swap ? pierced : own, swap ? own : pierced, i, -1, false};
        }
    }

    work->first[crossings->count] = work->end_count;
    return BIGHT_OK;
}

// Ends with the same two triangles are partners.
static bight_status pair_ends(const bight_allocator *allocator, contour_work *work)
{
    int64_t size = 16;
    while (size < 2 * (int64_t)work->end_count) {
        size *= 2;
    }

    // a hash table of both triangles, at most half full, with linear probing
    bight_status status =
        bi_reserve(allocator, &work->slots, &work->slot_capacity, size, sizeof *work->slots);
    if (status != BIGHT_OK) {
        return status;
    }

    work->slot_count = (int32_t)size;
    memset(work->slots, 0, (size_t)size * sizeof *work->slots);

    // an end that finds no partner waits in the table for one
    for (int32_t i = 0; i < work->end_count; i++) {
        segment_end *end = &work->ends[i];
        uint64_t word = (uint64_t)(uint32_t)end->one << 32 | (uint32_t)end->other;
        int32_t slot = (int32_t)(bi_hash_word(BI_HASH_START, word) & (uint64_t)(size - 1));
        for (; work->slots[slot] != 0; slot = (slot + 1) & (work->slot_count - 1)) {
            segment_end *there = &work->ends[work->slots[slot] - 1];
            if (there->one == end->one && there->other == end->other && there->partner < 0) {
                there->partner = i;
                end->partner = work->slots[slot] - 1;
                break;
            }
        }
        if (end->partner < 0) {
            work->slots[slot] = i + 1;
        }
    }
    return BIGHT_OK;
}

// ---- curves ---------------------------------------------------------------------------------------------

static int32_t degree(const contour_work *work, int32_t crossing)
{
    int32_t count = 0;
    for (int32_t i = work->first[crossing]; i < work->first[crossing + 1]; i++) {
        count += work->ends[i].partner >= 0;
    }
    return count;
}

// An end of this crossing that has a partner and was not walked, -1 when there is none.
static int32_t way_on(const contour_work *work, int32_t crossing)
{
    for (int32_t i = work->first[crossing]; i < work->first[crossing + 1]; i++) {
        if (work->ends[i].partner >= 0 && !work->ends[i].walked) {
            return i;
        }
    }
    return -1;
}

// Room for one more curve of any length is reserved beforehand: every end is walked once.
static void walk(contour_work *work, bi_contours *contours, int32_t from)
{
    int32_t length = contours->starts[contours->count], at = from;
    bool round = degree(work, from) == 2;
    contours->crossings[length++] = from;
    for (int32_t way = way_on(work, at); way >= 0; way = degree(work, at) == 2 ? way_on(work, at) : -1) {
        segment_end *end = &work->ends[way];
        end->walked = true;
        work->ends[end->partner].walked = true;
        at = work->ends[end->partner].crossing;
        if (round && at == from) {
            break;
        }
        contours->crossings[length++] = at;
    }
    contours->closed[contours->count++] = round;
    contours->starts[contours->count] = length;
}

bight_status bi_contours_link(const bight_allocator *allocator, const bi_sheet *a, const bi_sheet *b,
                              const bi_crossings *crossings, bi_contours *contours)
{
    contours->count = 0;
    if (contours->work == NULL) {
        contours->work = bi_new_array(allocator, 1, sizeof *contours->work);
        if (contours->work == NULL) {
            return BIGHT_ERROR_NO_MEMORY;
        }
    }

    // where two triangles cross, the ends of their common segment lie on crossings: pair them
    contour_work *work = contours->work;
    bight_status status = list_ends(allocator, a, b, crossings, work);
    if (status == BIGHT_OK) {
        status = pair_ends(allocator, work);
    }

    // room beforehand: each end is walked once
    int64_t most = (int64_t)work->end_count + crossings->count + 1;
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &contours->crossings, &contours->crossing_capacity, most,
                            sizeof *contours->crossings);
    }

    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &contours->starts, &contours->start_capacity, most,
                            sizeof *contours->starts);
    }

    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &contours->closed, &contours->closed_capacity, most,
                            sizeof *contours->closed);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // curves with ends start where the degree is not 2; after them only closed curves are left
    contours->starts[0] = 0;
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < crossings->count; i++) {
            int32_t ways = degree(work, i);
            if (pass == 0 && ways == 0) {
                walk(work, contours, i);
            }
            while ((ways != 2 || pass == 1) && way_on(work, i) >= 0) {
                walk(work, contours, i);
            }
        }
    }
    return BIGHT_OK;
}

double bi_contour_length(const bi_sheet *a, const bi_sheet *b, const bi_crossings *crossings,
                         const bi_contours *contours, int32_t contour)
{
    int32_t from = contours->starts[contour], to = contours->starts[contour + 1];
    bight_vec3 first = {0}, last = {0};
    double length = 0.0;
    for (int32_t i = from; i < to; i++) {
        bight_vec3 here = bi_crossing_locate(a, b, &crossings->items[contours->crossings[i]]).point;
        length += i > from ? v3_distance(last, here) : 0.0;
        first = i == from ? here : first;
        last = here;
    }
    return contours->closed[contour] ? length + v3_distance(last, first) : length;
}
