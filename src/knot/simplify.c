// SPDX-License-Identifier: MIT

#include "knot/simplify.h"
#include "core/assert.h"
#include "core/memory.h"

#define SCRATCH_ARRAYS 11

void bi_move_scratch_init(bi_move_scratch *scratch, const bight_allocator *allocator)
{
    *scratch = (bi_move_scratch){0};
    if (allocator != NULL) {
        scratch->allocator = *allocator;
    }
}

void bi_move_scratch_free(bi_move_scratch *scratch)
{
    bi_free_array(&scratch->allocator, scratch->memory, (size_t)scratch->capacity * SCRATCH_ARRAYS,
                  sizeof *scratch->memory);
    bi_watch *watch = scratch->watch;
    bi_move_scratch_init(scratch, NULL);
    scratch->watch = watch;
}

bight_status bi_move_scratch_reserve(bi_move_scratch *scratch, int32_t crossings)
{
    int64_t needed = 4 * (int64_t)crossings + 4;
    if (needed <= scratch->capacity) {
        return BIGHT_OK;
    }
    if (needed > INT32_MAX / (2 * SCRATCH_ARRAYS)) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    size_t capacity = 2 * (size_t)needed;
    int32_t *memory = bi_new_array(&scratch->allocator, capacity * SCRATCH_ARRAYS, sizeof *memory);
    if (memory == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    bi_free_array(&scratch->allocator, scratch->memory, (size_t)scratch->capacity * SCRATCH_ARRAYS,
                  sizeof *memory);
    scratch->memory = memory;
    scratch->capacity = (int32_t)capacity;
    int32_t **arrays[SCRATCH_ARRAYS] = {&scratch->face,     &scratch->first,  &scratch->distance,
                                        &scratch->via,      &scratch->queue,  &scratch->path,
                                        &scratch->run,      &scratch->mark,   &scratch->member,
                                        &scratch->numbered, &scratch->reached};
    for (size_t i = 0; i < SCRATCH_ARRAYS; i++) {
        *arrays[i] = memory + i * capacity;
    }
    scratch->stamp = scratch->numbering = 0;
    return BIGHT_OK;
}

// A face with one corner: a loop that untwists.
static bool untwist(bi_diagram *diagram, int32_t dart)
{
    if (diagram->mate[dart] != bi_turn(dart, 1)) {
        return false;
    }
    bi_diagram_erase(diagram, bi_crossing(dart));
    return true;
}

// A face with two corners whose one side is over at both: the strands come apart.
static bool separate(bi_diagram *diagram, int32_t dart)
{
    int32_t end = diagram->mate[dart], back = bi_turn(end, 3);
    if (bi_crossing(end) == bi_crossing(dart) || bi_is_over(dart) != bi_is_over(end) ||
        bi_turn(diagram->mate[back], 3) != dart) {
        return false;
    }
    bi_diagram_erase(diagram, bi_crossing(dart));
    bi_diagram_erase(diagram, bi_crossing(end));
    return true;
}

void bi_reduce(bi_diagram *diagram, bi_watch *watch)
{
    // every round but the last erases a crossing
    bool changed = true;
    while (changed && !bi_watch_stops(watch, 20 * (int64_t)diagram->crossings)) {
        changed = false;
        for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
            if (diagram->sign[dart >> 2] != 0 && (untwist(diagram, dart) || separate(diagram, dart))) {
                changed = true;
            }
        }
    }
    bi_diagram_compact(diagram);
}

// Two arcs between the same two faces: join the tail of each to the head of the other.
static void cut(bi_diagram *diagram, int32_t dart1, int32_t dart2)
{
    int32_t *mate = diagram->mate;
    int32_t tail1 = bi_is_out(diagram, dart1) ? dart1 : mate[dart1], head1 = mate[tail1];
    int32_t tail2 = bi_is_out(diagram, dart2) ? dart2 : mate[dart2], head2 = mate[tail2];
    mate[tail1] = head2;
    mate[head2] = tail1;
    mate[tail2] = head1;
    mate[head1] = tail2;
}

// Pairs of arcs between the same two faces, at most one pair for each two faces, into scratch->queue.
static int32_t find_pairs(const bi_diagram *diagram, bi_move_scratch *scratch)
{
    int32_t faces = bi_diagram_faces(diagram, scratch->face), pairs = 0;
    for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
        scratch->first[scratch->face[dart]] = dart;
    }
    for (int32_t f = 0; f < faces; f++) {
        scratch->distance[f] = -1; // the face that last saw f across an arc
    }
    for (int32_t f = 0; f < faces; f++) {
        int32_t dart = scratch->first[f];
        do {
            int32_t other = scratch->face[diagram->mate[dart]];
            if (other > f && scratch->distance[other] != f) {
                scratch->distance[other] = f;
                scratch->via[other] = dart;
            } else if (other > f && scratch->via[other] >= 0) {
                scratch->queue[2 * pairs] = scratch->via[other];
                scratch->queue[2 * pairs + 1] = dart;
                scratch->via[other] = -1;
                pairs++;
            }
            dart = bi_next_in_face(diagram, dart);
        } while (dart != scratch->first[f]);
    }
    return pairs;
}

void bi_factor(bi_diagram *diagram, bi_move_scratch *scratch)
{
    BI_VALIDATE(bi_diagram_is_valid(diagram));
    // Pairs of different faces lie on one side of each other's circles, so all of a round can be cut at once;
    // what a cut does to a third arc between the same faces shows in the next round.
    int32_t pairs;
    while (diagram->crossings > 0 && !bi_watch_stops(scratch->watch, 40 * (int64_t)diagram->crossings) &&
           (pairs = find_pairs(diagram, scratch)) > 0) {
        for (int32_t i = 0; i < pairs; i++) {
            cut(diagram, scratch->queue[2 * i], scratch->queue[2 * i + 1]);
        }
        bi_reduce(diagram, scratch->watch);
    }
}
